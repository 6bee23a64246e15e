"""Random hands, quantities and conditions."""

from __future__ import annotations

from hypothesis import strategies as st

from bridgelang.constraints import shapes
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, shape, steer, within
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import KINDS, Quantity, quantity

BUMRAP = ("custom", "bumrap", 4, (0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 6, 12, 18), ())
WITH_LENGTH = ("custom", "odd count", 2, (0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 4, 6, 9), (3, 1, 0, 0, 0, 1, 2, 3))
DOUBLED_HCP = ("custom", "milton twice", 1, (0,) * 9 + (2, 4, 6, 8), (0, 0, 0, 0, 0, 1))
NEGATIVE = ("custom", "minus points", 1, (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, -3), ())

suits = st.integers(0, 3)
_PAIRS = {
    "length": st.tuples(suits),
    "support points": st.tuples(suits),
    "keycards": st.tuples(suits),
    "stopper": st.tuples(suits),
    "hcp in": st.tuples(suits),
    "honours": st.tuples(suits, st.sampled_from([1, 2, 3, 4, 5, 5, 6, 9, 13])),
    "card": st.tuples(suits, st.integers(0, 12)),
    "points": st.lists(st.sampled_from(["hcp", "length", "shortness", "upgraded"]), unique=True).map(tuple),
    "custom": st.sampled_from([BUMRAP[1:], WITH_LENGTH[1:], DOUBLED_HCP[1:], NEGATIVE[1:]]),
}


@st.composite
def quantities(draw: st.DrawFn) -> Quantity:
    kind = draw(st.sampled_from(KINDS))
    return quantity(kind, *draw(_PAIRS.get(kind, st.just(()))))


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Any hand; half of them biased to long suits and honours, which shuffling hardly ever deals."""
    if draw(st.booleans()):
        cards = draw(st.permutations(range(52)))
        return Hand.of(cards[:13])
    keys = draw(st.lists(st.integers(0, 9), min_size=52, max_size=52))
    suit_weight = draw(st.lists(st.integers(0, 12), min_size=4, max_size=4))
    rank_weight = draw(st.sampled_from([-1, 0, 0, 1]))
    order = sorted(
        range(52), key=lambda card: (-keys[card] - suit_weight[card // 13] - rank_weight * (card % 13), card)
    )
    return Hand.of(order[:13])


@st.composite
def ranges(draw: st.DrawFn) -> Node:
    q = draw(quantities())
    lo = draw(st.integers(q.low - 1, q.high + 1))
    hi = draw(st.one_of(st.just(q.high), st.integers(lo, q.high + 1))) if lo <= q.high else lo
    return within(q, lo, hi)


SHAPES = [
    shape(shapes.balanced(), "balanced"),
    shape(shapes.semi_balanced(), "semi-balanced"),
    shape(shapes.pattern_any("5-4-x-x"), "shape 5-4-x-x"),
    shape(shapes.pattern_exact("5=4=x=x"), "shape 5=4=x=x"),
    shape(shapes.pattern_grouped("(54)xx"), "shape (54)xx"),
    shape(shapes.length_compare(3, ">=", 2), "spades >= hearts"),
    shape(shapes.longest(1), "diamonds is longest"),
    shape(shapes.has_void(), "a void"),
]

leaves = st.one_of(ranges(), ranges(), st.sampled_from(SHAPES), st.sampled_from([TRUE, FALSE]))


def _grow(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    some = st.lists(parts, min_size=1, max_size=4)
    return st.one_of(
        some.map(lambda nodes: both(*nodes)),
        some.map(lambda nodes: either(*nodes)),
        parts.map(negation),
        parts.map(steer),
    )


conditions = st.recursive(leaves, _grow, max_leaves=8)
