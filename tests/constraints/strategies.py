"""Random hands, quantities and conditions."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from bridgelang.constraints import shapes
from bridgelang.constraints.cells import cells_of_hcp, cells_of_shapes, hcp_between
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, cells, either, negation, shape, steer, within
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
    "wasted hcp": st.tuples(suits),
    "hcp difference": st.permutations(range(4)).map(lambda order: tuple(order[:2])),
    "honours": st.tuples(suits, st.sampled_from([1, 2, 3, 4, 5, 5, 6, 9, 13])),
    "card": st.tuples(suits, st.integers(0, 12)),
    "points": st.lists(st.sampled_from(["hcp", "length", "shortness", "upgraded"]), unique=True).map(tuple),
    "custom": st.sampled_from([BUMRAP[1:], WITH_LENGTH[1:], DOUBLED_HCP[1:], NEGATIVE[1:]]),
}


@st.composite
def quantities(draw: st.DrawFn) -> Quantity:
    kind = draw(st.sampled_from(KINDS))
    return quantity(kind, *draw(_PAIRS.get(kind, st.just(()))))


def _hand(seed: int) -> Hand:
    """A hand from a seed; two of three are biased to long suits or to honours, which fair dealing hardly gives."""
    chance = random.Random(seed)
    if seed % 3 == 0:
        return Hand.of(chance.sample(range(52), 13))
    suit_weight = [chance.choice((0, 0, 3, 12)) for _ in range(4)]
    rank_weight = chance.choice((-1, 0, 0, 1))

    def order(card: int) -> float:
        return chance.uniform(0, 10) + suit_weight[card // 13] + rank_weight * (card % 13)

    return Hand.of(sorted(range(52), key=order)[-13:])


def hands() -> st.SearchStrategy[Hand]:
    """Any hand."""
    return st.integers(0, 1 << 40).map(_hand)


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

CELLS = [
    cells(cells_of_shapes(shapes.has_void()) | cells_of_hcp(hcp_between(12, 37)), "a void or 12+ hcp"),
    cells(cells_of_shapes(shapes.balanced()) & cells_of_hcp(hcp_between(15, 17)), "a strong notrump"),
]

leaves = st.one_of(ranges(), ranges(), st.sampled_from(SHAPES), st.sampled_from(CELLS), st.sampled_from([TRUE, FALSE]))


def _grow(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    some = st.lists(parts, min_size=1, max_size=4)
    return st.one_of(
        some.map(lambda nodes: both(*nodes)),
        some.map(lambda nodes: either(*nodes)),
        parts.map(negation),
        parts.map(steer),
    )


conditions = st.recursive(leaves, _grow, max_leaves=8)


def example_arguments(kind: str) -> list[tuple[object, ...]]:
    """Arguments for a kind of quantity: every suit, and a few of each other thing."""
    if kind == "honours":
        return [(suit, top) for suit in range(4) for top in (1, 3, 5, 10)]
    if kind == "card":
        return [(suit, rank) for suit in range(4) for rank in (0, 7, 12)]
    if kind == "hcp difference":
        return [(0, 1), (2, 0), (3, 2)]
    if kind == "points":
        return [
            (),
            ("hcp",),
            ("hcp", "shortness"),
            ("length", "shortness"),
            ("upgraded",),
            ("upgraded", "length"),
        ]
    if kind == "custom":
        return [BUMRAP[1:], WITH_LENGTH[1:], DOUBLED_HCP[1:], NEGATIVE[1:]]
    return [(suit,) for suit in range(4)] if kind in _PAIRS else [()]
