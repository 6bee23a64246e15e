"""Card-play players: by rules of thumb, double-dummy, and what a sampling player needs.

All follow :class:`bridgelang.play.view.Player`. Import from the modules themselves; this package imports
nothing.
"""
