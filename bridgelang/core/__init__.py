"""Cards, hands, seats, calls, auctions, contracts, scoring and deals: the values every other layer speaks in.

Import from the modules themselves (``from bridgelang.core.hands import Hand``); this package imports nothing,
so that a program pays only for what it uses.
"""
