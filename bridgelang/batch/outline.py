"""Outlines: sets of hands that a deal can be built from, around a condition that random deals rarely satisfy.

An outline is a product over suits cut by sums: for each suit the holdings allowed, and for a few quantities that add
up over the suits (high-card points, aces, losers …) the total wanted. A suit's holding counts by its *class*: which of
A K Q J T it has, and how many of the eight lower cards; number = ``9 * top + low``, top bit index = rank less that of
the ten.

The law: a hand that the condition accepts lies in at least one of its outlines. A hand may lie in several, and an
outline has hands that the condition refuses; whoever builds deals from outlines looks at both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import attrs
import numpy as np

from bridgelang.constraints.cells import HCP_VALUES, PATTERN_OF, pattern_weights, rows
from bridgelang.constraints.nodes import TRUE, And, Node, Not, Or, Steer, Within
from bridgelang.constraints.project import project
from bridgelang.constraints.shapes import SHAPES
from bridgelang.features.suit_values import hcp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bridgelang.features.quantities import Quantity

    Table = NDArray[np.bool_]
    Values = NDArray[np.int64]

__all__ = ["CLASSES", "LOW", "Outline", "Sum", "class_of_holding", "outlines_of"]

TOP, LOW = 5, 8
"""Cards of a suit that are told apart, and the number of those that are only counted."""
CLASSES = (1 << TOP) * (LOW + 1)

_TOPS = np.arange(CLASSES) // (LOW + 1)
_LOWS = np.arange(CLASSES) % (LOW + 1)
LENGTHS: NDArray[np.int64] = np.bitwise_count(_TOPS).astype(np.int64) + _LOWS
"""The number of cards of each class."""
HOLDINGS = [(int(top) << LOW) | (1 << int(low)) - 1 for top, low in zip(_TOPS, _LOWS, strict=True)]
"""A holding of each class."""

_MOST_TERMS = 8
_TIGHT = 3.0  # boxes are divided until they hold at most so many times the hands that they are there for


@attrs.frozen(eq=False)
class Sum:
    """A quantity that adds up over the suits: for each suit the value of each class, and the totals wanted.

    Values are shifted so that none is negative.
    """

    values: tuple[Values, Values, Values, Values]
    low: int
    high: int


@attrs.frozen(eq=False)
class Outline:
    """For each suit (clubs first) the classes allowed, and the sums."""

    allowed: tuple[Table, Table, Table, Table]
    sums: tuple[Sum, ...]

    def has(self, classes: NDArray[np.int64]) -> Table:
        """For each hand, given as a row of its four suits' classes, whether it lies in the outline."""
        found: Table = np.ones(len(classes), dtype=np.bool_)
        for suit, table in enumerate(self.allowed):
            found &= table[classes[:, suit]]
        for part in self.sums:
            total = sum(part.values[suit][classes[:, suit]] for suit in range(4))
            found &= (total >= part.low) & (total <= part.high)
        return found


@lru_cache(maxsize=1)
def class_of_holding() -> NDArray[np.int64]:
    """The class of each of the 8,192 holdings."""
    holdings = np.arange(8192)
    low: NDArray[np.int64] = np.bitwise_count(holdings & (1 << LOW) - 1).astype(np.int64)
    return (holdings >> LOW) * (LOW + 1) + low


@lru_cache(maxsize=1)
def _hcp_values() -> Values:
    return np.array([hcp(holding) for holding in HOLDINGS], dtype=np.int64)


# From a condition to its outlines ---------------------------------------------------------------------------


def outlines_of(node: Node, most: int) -> list[Outline]:
    """The outlines of a condition, about ``most`` at the most; none when no hand satisfies it.

    >>> from bridgelang.constraints.nodes import either, within
    >>> from bridgelang.features.quantities import quantity
    >>> len(outlines_of(either(within(quantity("length", 3), 9, 13), within(quantity("length", 2), 9, 13)), 8))
    2
    """
    terms = _terms(node)
    found: list[Outline] = []
    for parts in terms:
        may = project(TRUE).may
        for part in parts:
            may &= project(part).may
        for box in _boxes(may, max(1, most // len(terms))):
            outline = _outline(box, parts)
            if all(table.any() for table in outline.allowed):
                found.append(outline)
    return found


def _terms(node: Node) -> list[tuple[Node, ...]]:
    """The condition as alternatives, each a list of conditions that must all hold."""
    if node.by_cells or _local(node) is not None:
        return [(node,)]
    if isinstance(node, Steer):
        return _terms(node.parts[0])
    if isinstance(node, Or):
        found = [term for part in node.parts for term in _terms(part)]
        return found if len(found) <= _MOST_TERMS else [(node,)]
    if isinstance(node, And):
        terms: list[tuple[Node, ...]] = [()]
        for part in node.parts:
            more = _terms(part)
            if len(terms) * len(more) > _MOST_TERMS:
                more = [(part,)]
            terms = [(*before, *after) for before in terms for after in more]
        return terms
    return [(node,)]


def _local(node: Node) -> tuple[int, Table] | None:
    """The suit that alone decides the condition, and the classes it allows there; or None."""
    if isinstance(node, Within):
        q = node.quantity
        if q.kind == "length":
            suit = int(q.args[0])  # type: ignore[call-overload]
            return suit, (node.lo <= LENGTHS) & (node.hi >= LENGTHS)
        values = _additive(q)
        if values is None or q.hcp_coefficient:
            return None
        suits = [suit for suit, value in enumerate(q.suit_values) if value is not None]
        if len(suits) != 1:
            return None
        base = q.shape_offset((4, 3, 3, 3))
        return suits[0], (values[suits[0]] + base >= node.lo) & (values[suits[0]] + base <= node.hi)
    if not node.parts:
        return None
    parts = [_local(part) for part in node.parts]
    suit, table = parts[0] or (0, None)
    if table is None or any(part is None or part[0] != suit for part in parts):
        return None
    for part in parts[1:]:
        assert part is not None
        table = table & part[1] if isinstance(node, And) else table | part[1]
    return suit, ~table if isinstance(node, Not) else table


def _additive(q: Quantity) -> list[Values] | None:
    """For each suit the value of each class, when the quantity adds up over suits and lower cards only count."""
    if q.exact or q.upgrades is not None or any(value is not None and value.depth > TOP for value in q.suit_values):
        return None
    found = []
    for value in q.suit_values:
        values = q.hcp_coefficient * _hcp_values()
        if value is not None:
            values = values + np.array([value.table[holding] for holding in HOLDINGS], dtype=np.int64)
        found.append(values)
    return found


Box = tuple[tuple[int, int], ...]
"""Least and most cards of clubs, diamonds, hearts, spades, then least and most hcp."""


def _outline(box: Box, parts: tuple[Node, ...]) -> Outline:
    allowed = [(low <= LENGTHS) & (high >= LENGTHS) for low, high in box[:4]]
    sums = []
    for part in parts:
        local = _local(part)
        if local is not None:
            allowed[local[0]] &= local[1]
        elif isinstance(part, Within):
            values = _additive(part.quantity)
            if values is not None:
                base = part.quantity.shape_offset((4, 3, 3, 3))
                sums.append(_sum(values, part.lo - base, part.hi - base))
    low, high = box[4]
    if low > 0 or high < HCP_VALUES - 1:
        sums.insert(0, _sum([_hcp_values()] * 4, low, high))
    clubs, diamonds, hearts, spades = allowed
    return Outline((clubs, diamonds, hearts, spades), tuple(sums))


def _sum(values: list[Values], low: int, high: int) -> Sum:
    least = [int(table.min()) for table in values]
    clubs, diamonds, hearts, spades = (table - low for table, low in zip(values, least, strict=True))
    return Sum((clubs, diamonds, hearts, spades), low - sum(least), high - sum(least))


# Boxes around a set of cells --------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _shape_table() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The suit lengths of the 560 shapes, and how many hands each has for each number of points."""
    weights = np.array(pattern_weights(), dtype=np.float64)
    return np.array(SHAPES), weights[list(PATTERN_OF)]


def _boxes(cells: int, most: int) -> list[Box]:
    """Boxes without a hand in common that cover a set of cells, at most ``most`` of them.

    The box with the most hands too many is divided at a length of a suit where that helps most, until all are tight.
    """
    sets = np.zeros((len(SHAPES), HCP_VALUES), dtype=np.bool_)
    for shape, row in rows(cells):
        sets[shape] = [row >> points & 1 for points in range(HCP_VALUES)]
    lengths, weights = _shape_table()
    inside = weights * sets
    groups: list[tuple[float, NDArray[np.intp]]] = []

    def hull(shapes: NDArray[np.intp]) -> tuple[Box, float]:
        points = np.flatnonzero(sets[shapes].any(axis=0))
        box = [(int(lengths[shapes, suit].min()), int(lengths[shapes, suit].max())) for suit in range(4)]
        box.append((int(points[0]), int(points[-1])))
        fits = np.logical_and.reduce(
            [(lengths[:, suit] >= low) & (lengths[:, suit] <= high) for suit, (low, high) in enumerate(box[:4])]
        )
        return tuple(box), float(weights[fits, points[0] : points[-1] + 1].sum())

    def divisions(shapes: NDArray[np.intp]) -> Iterator[tuple[float, NDArray[np.intp], NDArray[np.intp]]]:
        for suit in range(4):
            column = lengths[shapes, suit]
            for length in range(int(column.min()) + 1, int(column.max()) + 1):
                less, more = shapes[column < length], shapes[column >= length]
                yield hull(less)[1] + hull(more)[1], less, more

    everything = np.flatnonzero(inside.any(axis=1))
    if not len(everything):
        return []
    groups = [(hull(everything)[1], everything)]
    wanted = _TIGHT * float(inside.sum())
    while len(groups) < most and sum(size for size, _ in groups) > wanted:
        groups.sort(key=lambda group: group[0] - float(inside[group[1]].sum()))
        size, worst = groups.pop()
        best = min(divisions(worst), key=lambda division: division[0], default=None)
        if best is None:
            groups.append((size, worst))
            break
        groups += [(hull(part)[1], part) for part in best[1:]]
    return [hull(shapes)[0] for _, shapes in groups]
