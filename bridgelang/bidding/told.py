"""What is told of one call: who made it, the ways to hold it, and the hands that are left."""

from __future__ import annotations

from bridgelang.bidding.shown import Shown
from bridgelang.bidding.state import State
from bridgelang.bidding.ways import chances_in, common_note, likely_ways, ways_of
from bridgelang.constraints.cells import ALL_CELLS
from bridgelang.constraints.likely import Spread

WIDTH = 80
"""How long a sentence may be."""
TAIL = 0.015
"""The rarest hands at either end of a range that nobody wrote are not spoken of."""
MOST_SORTS = 3
_TELLS = 0.06  # a bound is said when it takes away so many of the hands
_OPENING_TELLS = 0.02  # fewer for an opening bid
_PASS_TELLS = 0.2  # more for a pass, which is rarely asked about


class Told:
    """A reading of a call made in ``state`` by the player to call.

    ``spread`` are the hands it shows, ``known`` those that he might have had, ``anything`` all there are; a bound is
    worth saying when it takes away the part ``tells`` of the hands.
    """

    def __init__(self, state: State, reading: Shown) -> None:
        self.state = state
        self.reading = reading
        self.before = state.holding(state.turn)
        chance = chances_in(state)
        self.ways = likely_ways(ways_of(reading, chance))
        weights = sum((way.spread.weights for way in self.ways), start=0 * chance)
        self.spread = Spread(weights) if self.ways else Spread.of(reading.holding.cells, chance)
        self.known = Spread.of(self.before.cells, chance)
        self.anything = Spread.of(ALL_CELLS, chance)
        self.promised = (
            [part for part in self.ways[0].parts if all(part in way.parts for way in self.ways)] if self.ways else []
        )
        """The conditions of every way."""
        self.note = common_note(self.ways)
        self.is_pass = reading.call == 0
        self.tells = _PASS_TELLS if self.is_pass else _OPENING_TELLS if state.last_bidder < 0 else _TELLS
        self.points = state.program_of(state.turn).counts.points
        """What his system counts."""
