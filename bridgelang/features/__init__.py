"""What can be counted in a hand: quantities, and the whole report on a hand.

Import from the modules themselves (``from bridgelang.features.quantities import quantity``); this package
imports nothing, so that a program pays only for what it uses.
"""
