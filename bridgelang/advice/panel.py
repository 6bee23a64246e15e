"""A panel: other systems that are asked what they would call with the same hand after the same auction.

The author of a system asks other players as well, and where most of them would have called otherwise he looks again.
So do we: the call that most of the panel make is tried in place of the one that was made, where more make it than that.
Each member takes the whole auction as if everybody played its own system; so a panel says something where its members
play much as the system does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bridgelang.advice.alternatives import PANEL, Alternative, Sensible
from bridgelang.advice.rolling import Seats
from bridgelang.bidding.load import System
from bridgelang.bidding.position import Position
from bridgelang.bidding.state import State

__all__ = ["Panel"]


class Panel:
    """The systems that are asked."""

    def __init__(self, members: Sequence[System], sensible: Sensible) -> None:
        self.names = [member.name for member in members]
        self._tables = [member.table() for member in members]
        self._sensible = sensible

    def votes(self, state: State, seats: Seats) -> Counter[int]:
        """How many members make each call in the place of the player to call."""
        found: Counter[int] = Counter()
        calls = state.calls()
        for table in self._tables:
            theirs = table.root(seats.board.dealer, seats.board.vulnerability)
            for call in calls:
                theirs = theirs.then(call)
            theirs.point.visits += 1
            offer = theirs.position().chosen_for(*seats.held[state.turn])
            found[0 if offer is None else offer.call] += 1
        return found

    def alternatives(self, state: State, seats: Seats, position: Position, call: int) -> list[Alternative]:
        """The call that most of the panel make, when more make it than ``call``; else nothing.

        Of calls that equally many make it is the one whose line the hand misses by least.
        """
        votes = self.votes(state, seats)
        most = max(votes.values())
        if most <= votes[call]:
            return []
        hand, found = seats.held[state.turn][0], []
        for other, count in votes.items():
            if count == most:
                rule, node, far = self._sensible.nearest(position, hand, other)
                found.append(Alternative(other, PANEL, rule, node, far, votes=(count, votes[call])))
        return [min(found, key=lambda one: one.far)]
