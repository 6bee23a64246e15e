"""Irregularities and rulings: the Laws of Duplicate Bridge 2017, and where rubber bridge differs, of 2014.

The strict table is :class:`bridgelang.play.board.Board`, which refuses what is not legal. The lenient table
of this package lets it happen, and rules. Import from the modules themselves; this package imports nothing.
"""
