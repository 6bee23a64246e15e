"""Conditions on one hand: nodes, the cells where they hold, and what a player's hand is known to be.

Import from the modules themselves (``from bridgelang.constraints.nodes import within``); this package imports
nothing, so that a program pays only for what it uses.
"""
