"""A panel: other systems that are asked what they would call with the same hand after the same auction.

The author of a system asks other players as well, and where most of them would have called otherwise he looks again.
So do we: the call that most of the panel make is tried in place of the one that was made, where more make it than that.
And of each number that alone decides whether a line takes the hand it is noted how many would call as the line has it
with that number moved, whether most of them do or not.
Each member takes the whole auction as if everybody played its own system; so a panel says something where its members
play much as the system does. A member abstains where its call is made by a file that the system uses as well, or by no
line at all: that is no second opinion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bridgelang.advice.alternatives import PANEL, Alternative, Sensible
from bridgelang.advice.moves import Move, moves
from bridgelang.advice.rolling import Seats
from bridgelang.bidding.load import System
from bridgelang.bidding.position import Position
from bridgelang.bidding.program import Rule
from bridgelang.bidding.state import State

__all__ = ["Opinion", "Panel"]


class Opinion(NamedTuple):
    """What a panel says of a decision: the call to try, if any, and what it thinks of moved numbers.

    ``moved`` has those that do not make the call to try, each with the votes for its call less those for the one made.
    """

    alternatives: list[Alternative]
    moved: list[tuple[Move, int]]


class Panel:
    """The systems that are asked."""

    def __init__(self, members: Sequence[System], sensible: Sensible, system: System) -> None:
        self.names = [member.name for member in members]
        shared = frozenset(system.program.files) - {f"{system.name}.bid"}
        self._members = [(member.table(), shared - {f"{member.name}.bid"}) for member in members]
        self._sensible = sensible

    def votes(self, state: State, seats: Seats) -> Counter[int]:
        """How many members make each call in the place of the player to call, by lines that the system does not use."""
        found: Counter[int] = Counter()
        calls = state.calls()
        for table, shared in self._members:
            theirs = table.root(seats.board.dealer, seats.board.vulnerability)
            for call in calls:
                theirs = theirs.then(call)
            theirs.point.visits += 1
            offer = theirs.position().chosen_for(*seats.held[state.turn])
            if offer is not None and offer.line.file not in shared:
                found[offer.call] += 1
        return found

    def opinion(self, state: State, seats: Seats, position: Position, call: int, own: Rule | None) -> Opinion:
        """What the panel says of ``call``, which the line ``own`` made.

        To try is the call that most of the panel make, when more make it than ``call``. Of calls that equally many make
        it is the one whose line the hand misses by least.
        """
        votes = self.votes(state, seats)
        hand, most = seats.held[state.turn][0], max(votes.values(), default=0)
        found = moves(state, self._sensible.offered(position), hand, call, own)
        tried = []
        if most > votes[call]:
            for other, count in votes.items():
                if count == most:
                    rule, node, far = self._sensible.nearest(position, hand, other)
                    making = tuple(move for move in found if move.call == other)
                    counts = count, votes[call]
                    tried.append(Alternative(other, PANEL, rule, node, far, moves=making, votes=counts))
            tried = [min(tried, key=lambda one: one.far)]
        moved = [(move, votes[move.call] - votes[call]) for move in found if not tried or move.call != tried[0].call]
        return Opinion(tried, moved)
