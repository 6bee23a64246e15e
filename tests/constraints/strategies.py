"""Random hands, quantities and conditions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from bridgelang.constraints import shapes
from bridgelang.constraints.cells import cells_of_hcp, cells_of_shapes, hcp_between
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, cells, either, negation, shape, steer, within
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import KINDS, Quantity, quantity

T = TypeVar("T")

BUMRAP = ("custom", "bumrap", 4, (0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 6, 12, 18), ())
WITH_LENGTH = ("custom", "odd count", 2, (0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 4, 6, 9), (3, 1, 0, 0, 0, 1, 2, 3))
DOUBLED_HCP = ("custom", "milton twice", 1, (0,) * 9 + (2, 4, 6, 8), (0, 0, 0, 0, 0, 1))
NEGATIVE = ("custom", "minus points", 1, (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, -3), ())

POINT_WORDS = ("hcp", "length", "shortness", "upgraded")
CUSTOM = [BUMRAP[1:], WITH_LENGTH[1:], DOUBLED_HCP[1:], NEGATIVE[1:]]

_OF_A_SUIT = ("length", "support points", "keycards", "stopper", "hcp in", "wasted hcp", "honours", "card")


def _quantity(chance: random.Random) -> Quantity:
    kind = chance.choice(KINDS)
    words: list[object] = [chance.randrange(4)] if kind in _OF_A_SUIT else []
    if kind == "hcp difference":
        words = list(chance.sample(range(4), 2))
    elif kind == "honours":
        words.append(chance.choice([1, 2, 3, 4, 5, 5, 6, 9, 13]))
    elif kind == "card":
        words.append(chance.randrange(13))
    elif kind == "points":
        words = list(chance.sample(POINT_WORDS, chance.randrange(5)))
    elif kind == "custom":
        words = list(chance.choice(CUSTOM))
    return quantity(kind, *words)


def _seeded(make: Callable[[random.Random], T]) -> st.SearchStrategy[T]:
    """What is made from a seed: strategies inside each other would take longer than what is tested."""
    return st.integers(0, 1 << 40).map(lambda seed: make(random.Random(seed)))


def quantities() -> st.SearchStrategy[Quantity]:
    """Any quantity."""
    return _seeded(_quantity)


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


def _range(chance: random.Random) -> Node:
    q = _quantity(chance)
    lo = chance.randint(q.low - 1, q.high + 1)
    hi = lo if lo > q.high else chance.choice((q.high, chance.randint(lo, q.high + 1)))
    return within(q, lo, hi)


def ranges() -> st.SearchStrategy[Node]:
    """A quantity between two bounds, which may let every hand pass, or none."""
    return _seeded(_range)


PLAIN = [
    TRUE,
    FALSE,
    shape(shapes.balanced(), "balanced"),
    shape(shapes.semi_balanced(), "semi-balanced"),
    shape(shapes.pattern_any("5-4-x-x"), "shape 5-4-x-x"),
    shape(shapes.pattern_exact("5=4=x=x"), "shape 5=4=x=x"),
    shape(shapes.pattern_grouped("(54)xx"), "shape (54)xx"),
    shape(shapes.length_compare(3, ">=", 2), "spades >= hearts"),
    shape(shapes.longest(1), "diamonds is longest"),
    shape(shapes.has_void(), "a void"),
    cells(cells_of_shapes(shapes.has_void()) | cells_of_hcp(hcp_between(12, 37)), "a void or 12+ hcp"),
    cells(cells_of_shapes(shapes.balanced()) & cells_of_hcp(hcp_between(15, 17)), "a strong notrump"),
]


def _condition(chance: random.Random, leaves: int = 8) -> Node:
    """A condition of at most so many parts that are none of others."""
    kind = chance.randrange(5) if leaves > 1 else 0
    if kind == 0:
        return chance.choice((_range(chance), _range(chance), chance.choice(PLAIN)))
    if kind in (1, 2):
        parts = chance.randint(1, min(4, leaves))
        return (both, either)[kind - 1](*[_condition(chance, leaves // parts) for _ in range(parts)])
    return (negation, steer)[kind - 3](_condition(chance, leaves - 1))


conditions = _seeded(_condition)


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
        return CUSTOM
    return [(suit,) for suit in range(4)] if kind in _OF_A_SUIT else [()]
