"""What a decision is described by: the quantities that its lines speak of, and a few that every player counts.

A feature is a name with a whole or half number. The parts of a line's condition that set bounds to a quantity are
features of that line: ``("least", "hcp", bound)`` and ``("most", …)``, by how much the hand is above the least that the
line asks, or below the most. With the bound beside it the value itself can be told, where the bound is always the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bridgelang.advice.expected import HCP, together
from bridgelang.bidding.state import State
from bridgelang.constraints.nodes import And, Node, Within
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import Quantity

__all__ = ["SIMPLE", "Feature", "bound_features", "line_features", "simple_features"]

SIMPLE = (
    "hcp", "points we should have", "trumps we should have", "cards in the suit bid", "cards in their suit",
    "shortest suit", "we are vulnerable", "they are vulnerable", "level",
)  # fmt: skip
"""What every player counts; -1 where there is no such suit. "Should have" is what the language means by it."""


class Feature(NamedTuple):
    """One bound of a line and the hand: ``spare`` is 0 at the bound, negative for a hand that misses it."""

    name: str
    spare: float
    bound: float


def simple_features(state: State, hand: Hand, call: int) -> list[float]:
    """The values of :data:`SIMPLE`, for a call of the player to call."""
    strain = (call - 3) % 5 if call > 2 else -1
    last = state.last_bid
    theirs = (last - 3) % 5 if last and (state.last_bidder ^ state.turn) & 1 else -1
    own = state.turn & 1
    return [
        hand.hcp,
        round(together(state, hand, HCP)),
        round(together(state, hand, strain)) if 0 <= strain < 4 else -1,
        hand.lengths[strain] if 0 <= strain < 4 else -1,
        hand.lengths[theirs] if 0 <= theirs < 4 else -1,
        min(hand.lengths),
        state.vulnerability >> own & 1,
        state.vulnerability >> (1 - own) & 1,
        (call + 2) // 5 if call > 2 else (last + 2) // 5 if last else 0,
    ]


def line_features(state: State, hand: Hand, call: int, node: Node) -> list[Feature]:
    """What a line that makes ``call`` asks of the hand, bound by bound."""
    parts = node.parts if isinstance(node, And) else (node,)
    return bound_features(state, hand, call, [part for part in parts if isinstance(part, Within)])


def bound_features(state: State, hand: Hand, call: int, parts: Iterable[Within]) -> list[Feature]:
    """The bounds that some parts of a line's condition set, and the hand."""
    found = []
    for part in parts:
        q, value = part.quantity, part.quantity.of(hand)
        name = _name(state, call, q)
        if part.lo > q.low:
            found.append(Feature(f"least {name}", (value - part.lo) / q.scale, part.lo / q.scale))
        if part.hi < q.high:
            found.append(Feature(f"most {name}", (part.hi - value) / q.scale, part.hi / q.scale))
    return found


def _name(state: State, call: int, q: Quantity) -> str:
    """What a quantity is called, its suit by what it is in the auction."""
    suit = q.suit
    if suit is None:
        return q.name
    what = "cards" if q.kind == "length" else q.kind
    if call > 2 and (call - 3) % 5 == suit:
        return f"{what} in the suit bid"
    if suit in state.suits(state.turn ^ 2):
        return f"{what} in partner's suit"
    if suit in state.shown_suits(1 - (state.turn & 1)):
        return f"{what} in their suit"
    return f"{what} in {_SUITS[suit]}"


_SUITS = ("clubs", "diamonds", "hearts", "spades")
