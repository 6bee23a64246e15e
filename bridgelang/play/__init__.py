"""Playing the cards: trick orderings, the state machine of a board, claims, rubber and Chicago scoring.

Import from the modules themselves; this package imports nothing.
"""
