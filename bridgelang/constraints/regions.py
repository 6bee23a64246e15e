"""Where a quantity can have a value: the cells, exact for exact quantities and wide enough for the others.

For a quantity that the cells do not decide (aces, losers, stoppers …) every class of shapes gets, for each
value, the least and the most hcp of a hand with that value; a cell outside cannot have it. Sets of values are
integers, bit index = value less the quantity's ``low``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bridgelang.constraints.cells import (
    ALL_CELLS,
    FIRST_COLUMN,
    PATTERN_OF,
    PATTERNS,
    cells_of_shapes,
    first_column,
    hcp_between,
    pack,
)
from bridgelang.constraints.shapes import SHAPES, shapes_by_length
from bridgelang.features.quantities import Quantity
from bridgelang.features.suit_values import HCP_OF_RANK, SuitValue, hcp

Span = tuple[int, int]
"""The least and the most hcp."""
Spans = dict[int, Span]
"""For each value that can occur, the hcp that can go with it."""
Rows = dict[int, int]
"""The same as a 38-bit set of hcp for each value."""


def value_bits(q: Quantity, lo: int, hi: int) -> int:
    """The set of the values from lo to hi, both included and cut to the quantity's bounds."""
    lo, hi = max(lo, q.low) - q.low, min(hi, q.high) - q.low
    return (1 << hi + 1) - (1 << lo) if lo <= hi else 0


def all_values(q: Quantity) -> int:
    """The set of every value between the quantity's bounds."""
    return (1 << q.high - q.low + 1) - 1


def value_range(q: Quantity, values: int) -> tuple[int, int]:
    """The least and the greatest of a set of values that is not empty."""
    return q.low + (values & -values).bit_length() - 1, q.low + values.bit_length() - 1


# Exact quantities -------------------------------------------------------------------------------------------

_OFFSETS: dict[Quantity, list[tuple[int, int]]] = {}


def offset_shapes(q: Quantity) -> list[tuple[int, int]]:
    """(offset, shapes that have it) for the part of a quantity that shape decides, least offset first."""
    found = _OFFSETS.get(q)
    if found is None:
        by_offset: dict[int, int] = {}
        offset = q.shape_offset
        bit = 1
        for lengths in SHAPES:
            value = offset(lengths)
            by_offset[value] = by_offset.get(value, 0) | bit
            bit <<= 1
        found = _OFFSETS[q] = sorted(by_offset.items())
    return found


_COLUMNS: dict[Quantity, list[tuple[int, int]]] = {}


def _offset_columns(q: Quantity) -> list[tuple[int, int]]:
    found = _COLUMNS.get(q)
    if found is None:
        found = _COLUMNS[q] = [(offset, first_column(shapes)) for offset, shapes in offset_shapes(q)]
    return found


def exact_cells(q: Quantity, lo: int, hi: int) -> int:
    """The cells where an exact quantity lies between lo and hi, both included."""
    coefficient = q.hcp_coefficient
    if q.kind == "length":
        shapes = 0
        for part in shapes_by_length(q.suit)[max(lo, 0) : hi + 1]:
            shapes |= part
        return cells_of_shapes(shapes)
    if q.offsets is None:
        return FIRST_COLUMN * _hcp_row(coefficient, lo, hi) & ALL_CELLS
    if coefficient == 0:
        shapes = 0
        for offset, part in offset_shapes(q):
            if lo <= offset <= hi:
                shapes |= part
        return cells_of_shapes(shapes)
    cells = 0
    for offset, column in _offset_columns(q):
        row = _hcp_row(coefficient, lo - offset, hi - offset)
        if row:
            cells |= column * row
    return cells & ALL_CELLS


def _hcp_row(coefficient: int, lo: int, hi: int) -> int:
    """The hcp whose multiple lies between lo and hi."""
    if coefficient == 1:
        return hcp_between(lo, hi)
    return sum(1 << points for points in range(38) if lo <= coefficient * points <= hi)


_AT_MOST: dict[tuple[Quantity, int], int] = {}


def exact_at_most(q: Quantity, value: int) -> int:
    """The cells where an exact quantity is at most this; remembered."""
    key = (q, value)
    found = _AT_MOST.get(key)
    if found is None:
        if len(_AT_MOST) > 4000:
            _AT_MOST.clear()
        found = _AT_MOST[key] = exact_cells(q, q.low, value)
    return found


# Other quantities -------------------------------------------------------------------------------------------

_REGIONS: dict[tuple[Quantity, int], int] = {}


def region(q: Quantity, values: int) -> int:
    """The cells where the quantity may have one of the values; remembered. For quantities that are not exact.

    >>> from bridgelang.constraints.cells import hcp_set
    >>> from bridgelang.features.quantities import quantity
    >>> two_or_more_aces = region(quantity("aces"), 0b11100)
    >>> hcp_set(two_or_more_aces) == hcp_between(8, 37)
    True
    """
    key = (q, values)
    found = _REGIONS.get(key)
    if found is None:
        if len(_REGIONS) > 4000:
            _REGIONS.clear()
        found = _REGIONS[key] = _region(q, values)
    return found


def _region(q: Quantity, values: int) -> int:
    if values == 0:
        return 0
    if values == all_values(q):
        return ALL_CELLS
    shapes_by_row: dict[int, int] = {}
    for shapes, row in _custom_rows(q, values) if q.kind == "custom" else _class_rows(q, values):
        shapes_by_row[row] = shapes_by_row.get(row, 0) | shapes
    if len(shapes_by_row) <= 8:
        cells = 0
        for row, shapes in shapes_by_row.items():
            if row:
                cells |= first_column(shapes) * row
        return cells & ALL_CELLS
    row_of_shape = [0] * len(SHAPES)
    for row, shapes in shapes_by_row.items():
        while shapes:
            low = shapes & -shapes
            row_of_shape[low.bit_length() - 1] = row
            shapes ^= low
    return pack(row_of_shape) & ALL_CELLS


def _class_rows(q: Quantity, values: int) -> Iterator[tuple[int, int]]:
    low = q.low
    for shapes, rows in _classes(q):
        row = 0
        for value, part in rows.items():
            if values >> value - low & 1:
                row |= part
        yield shapes, row


def _custom_rows(q: Quantity, values: int) -> Iterator[tuple[int, int]]:
    lo, hi = value_range(q, values)
    for shapes, (least, most) in zip(pattern_shapes(), _custom_differences(q), strict=True):
        yield shapes, hcp_between(-((most - lo) // q.scale), (hi - least) // q.scale)


@lru_cache(maxsize=1)
def pattern_shapes() -> tuple[int, ...]:
    """For each of the 39 patterns the set of its shapes."""
    sets = [0] * len(PATTERNS)
    for index, pattern in enumerate(PATTERN_OF):
        sets[pattern] |= 1 << index
    return tuple(sets)


_CLASSES: dict[Quantity, list[tuple[int, Rows]]] = {}


def _classes(q: Quantity) -> list[tuple[int, Rows]]:
    """(set of shapes, the hcp that can go with each value in every shape of it), together all shapes."""
    found = _CLASSES.get(q)
    if found is None:
        found = _CLASSES[q] = [
            (shapes, {value: hcp_between(*span) for value, span in spans.items()}) for shapes, spans in _make_classes(q)
        ]
    return found


def _make_classes(q: Quantity) -> list[tuple[int, Spans]]:
    if q.upgrades is not None:
        return list(zip(pattern_shapes(), (_upgraded_spans(q, lengths) for lengths in PATTERNS), strict=True))
    suit = q.suit
    if q.kind == "hcp difference":  # so many points are in the hand at least
        return [((1 << len(SHAPES)) - 1, {value: (abs(value), 37) for value in range(q.low, q.high + 1)})]
    if q.kind == "keycards" and suit is not None:
        trump, other = q.suit_values[suit], q.suit_values[(suit + 1) % 4]
        assert trump is not None and other is not None
        classes = []
        for (pattern, length), spans in _keycard_spans(trump, other).items():
            classes.append((pattern_shapes()[pattern] & shapes_by_length(suit)[length], spans))
        return classes
    if suit is not None:
        value = q.suit_values[suit]
        assert value is not None
        return list(zip(shapes_by_length(suit), _hand_spans(value), strict=True))
    value = q.suit_values[0]
    assert value is not None
    tables = suit_spans(value)
    base = q.shape_offset((4, 3, 3, 3))
    folded = (_fold(base, [tables[length] for length in lengths]) for lengths in PATTERNS)
    return list(zip(pattern_shapes(), folded, strict=True))


@lru_cache(maxsize=256)
def suit_spans(value: SuitValue) -> tuple[Spans, ...]:
    """For each length 0-13 of a suit, the hcp in it that can go with each value."""
    return tuple(_spans_of_length(value, length) for length in range(14))


def _spans_of_length(value: SuitValue, length: int) -> Spans:
    spans: Spans = {}
    if value.cards:  # a number of given cards: the cheapest and the dearest way to hold so many of them
        among = sorted(HCP_OF_RANK[rank] for rank in range(13) if value.cards >> rank & 1)
        beside = sorted(HCP_OF_RANK[rank] for rank in range(13) if not value.cards >> rank & 1)
        for held in range(max(0, length - len(beside)), min(length, len(among)) + 1):
            rest = length - held
            least = sum(among[:held]) + sum(beside[:rest])
            most = sum(among[len(among) - held :]) + sum(beside[len(beside) - rest :])
            spans[held] = (least, most)
        return spans
    depth = max(value.depth, 4)
    table = value.table
    for top in range(1 << depth):
        spots = length - top.bit_count()
        if 0 <= spots <= 13 - depth:
            holding = top << 13 - depth | (1 << spots) - 1
            worth, points = table[holding], hcp(holding)
            least, most = spans.get(worth, (points, points))
            spans[worth] = (min(least, points), max(most, points))
    return spans


def _fold(base: int, tables: list[Spans]) -> Spans:
    """The spans of a sum over suits."""
    total: Spans = {base: (0, 0)}
    for table in tables:
        following: Spans = {}
        for value, (least, most) in total.items():
            for more, (low, high) in table.items():
                before = following.get(value + more)
                low, high = least + low, most + high
                if before is not None:
                    low, high = min(low, before[0]), max(high, before[1])
                following[value + more] = (low, high)
        total = following
    return total


@lru_cache(maxsize=64)
def _keycard_spans(trump: SuitValue, other: SuitValue) -> dict[tuple[int, int], Spans]:
    """By (pattern, trump length)."""
    trumps, others = suit_spans(trump), suit_spans(other)
    found = {}
    for number, pattern in enumerate(PATTERNS):
        for length in set(pattern):
            rest = list(pattern)
            rest.remove(length)
            found[number, length] = _fold(0, [trumps[length], *(others[side] for side in rest)])
    return found


_MOST_BESIDE = (0, 4, 8, 12, 15, 18, 21, 23, 25, 27, 28, 29, 30, 30)
"""The most hcp of so many cards in three suits."""


@lru_cache(maxsize=256)
def _hand_spans(value: SuitValue) -> list[Spans]:
    """For each length of the suit, the hcp of a whole hand with each value of that suit."""
    return [
        {worth: (least, most + _MOST_BESIDE[13 - length]) for worth, (least, most) in spans.items()}
        for length, spans in enumerate(suit_spans(value))
    ]


def _upgraded_spans(q: Quantity, lengths: tuple[int, int, int, int]) -> Spans:
    assert q.upgrades is not None
    offset, most = q.shape_offset(lengths), q.upgrades[lengths]
    return {value: (value - offset - most, value - offset) for value in range(q.low, q.high + 1)}


@lru_cache(maxsize=64)
def _custom_differences(q: Quantity) -> list[Span]:
    """For each pattern the least and the most of (value - scale * hcp), in stored units."""
    values, additions = q.args[2], q.args[3]
    assert isinstance(values, tuple) and isinstance(additions, tuple)
    card = sorted(value - q.scale * points for value, points in zip(values, HCP_OF_RANK, strict=True))
    found = []
    for lengths in PATTERNS:
        added = sum(additions[length] for length in lengths if length < len(additions))
        least = sum(sum(card[:length]) for length in lengths)
        most = sum(sum(card[13 - length :]) for length in lengths)
        found.append((added + least, added + most))
    return found
