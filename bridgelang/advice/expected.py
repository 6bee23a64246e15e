"""What we should have together: the same averages that the language's ``we should have`` and ``expect`` speak of."""

from __future__ import annotations

from bridgelang.bidding.state import State
from bridgelang.bidding.words.expected import mean_of
from bridgelang.constraints.expected import HCP
from bridgelang.core.hands import Hand

__all__ = ["HCP", "together"]


def together(state: State, hand: Hand, number: int) -> float:
    """Mine and what partner has on average: cards of suit ``number``, or points for :data:`HCP`."""
    mine = hand.hcp if number == HCP else hand.lengths[number]
    return mean_of(state.point, "we", number)(mine)
