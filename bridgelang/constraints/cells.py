"""The 21,280 cells: ordered shape times high-card points, and how many hands each stands for.

Cell number = ``38 * shape + hcp`` with the shape's number from :mod:`shapes` (0-559) and hcp 0-37. A set of
cells is an integer of 21,280 bits, bit index = cell. Many cells hold no hand (a thirteen-card suit has ten
points, always); ``ALL_CELLS`` has only those that do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb

from bridgelang.constraints.shapes import ALL_SHAPES, SHAPE_INDEX, SHAPES
from bridgelang.core.hands import Hand
from bridgelang.features.suit_values import Remembered

HCP_VALUES = 38
CELLS = len(SHAPES) * HCP_VALUES
ROW = (1 << HCP_VALUES) - 1
HANDS = 635_013_559_600
"""How many hands of thirteen cards there are."""

_SHAPES_IN_GROUP = 8  # eight shapes are 304 bits, which is 38 bytes
_FIRST_COLUMN: dict[int, bytes] = {}
_SHAPES_OF: dict[bytes, int] = {}


def cell_of(hand: Hand) -> int:
    """The hand's cell.

    >>> cell_of(Hand.parse("AKQ2.J53.T98.642")) == 38 * SHAPE_INDEX[(3, 3, 3, 4)] + 10
    True
    """
    return SHAPE_INDEX[hand.lengths] * HCP_VALUES + hand.hcp


def first_column(shapes: int) -> int:
    """The cells with 0 hcp of a set of shapes; times a 38-bit set of hcp it gives those for each."""
    parts = []
    for byte in shapes.to_bytes(70, "little"):
        part = _FIRST_COLUMN.get(byte)
        if part is None:
            spread = sum(1 << HCP_VALUES * bit for bit in range(_SHAPES_IN_GROUP) if byte >> bit & 1)
            part = _FIRST_COLUMN[byte] = spread.to_bytes(HCP_VALUES, "little")
        parts.append(part)
    return int.from_bytes(b"".join(parts), "little")


@lru_cache(maxsize=4096)
def cells_of_shapes(shapes: int) -> int:
    """Every cell of a set of shapes that holds hands."""
    column = first_column(shapes)
    return ((column << HCP_VALUES) - column) & ALL_CELLS


def cells_of_hcp(hcp_set: int) -> int:
    """Every cell whose points are in a 38-bit set."""
    return FIRST_COLUMN * hcp_set & ALL_CELLS


def hcp_between(low: int, high: int) -> int:
    """The 38-bit set of points from low to high, both included and cut to 0-37."""
    low, high = max(low, 0), min(high, 37)
    return (1 << high + 1) - (1 << low) if low <= high else 0


def rows(cells: int) -> Iterator[tuple[int, int]]:
    """(shape number, 38-bit set of hcp) for each shape that has a cell in the set."""
    data = cells.to_bytes(2660, "little")
    for start in range(0, 2660, 19):  # four shapes are 152 bits, 19 bytes
        group = int.from_bytes(data[start : start + 19], "little")
        index = start * 4 // 19
        while group:
            row = group & ROW
            if row:
                yield index, row
            group >>= HCP_VALUES
            index += 1


def hcp_set(cells: int) -> int:
    """The points that occur in a set of cells, as a 38-bit set.

    >>> hcp_set(cells_of_hcp(0b1011)) == 0b1011
    True
    """
    for shapes in (280, 140, 70, 35, 18, 9, 5, 3, 2, 1):
        cells |= cells >> HCP_VALUES * shapes
        cells &= (1 << HCP_VALUES * shapes) - 1
    return cells


def shape_set(cells: int) -> int:
    """The shapes that occur in a set of cells, as a 560-bit set."""
    for width, columns in _FOLDS:
        cells = (cells | cells >> width) & columns
    data = cells.to_bytes(2660, "little")
    found = bytearray()
    for start in range(0, 2660, HCP_VALUES):
        part = data[start : start + HCP_VALUES]
        byte = _SHAPES_OF.get(part)
        if byte is None:
            spread = int.from_bytes(part, "little")
            byte = _SHAPES_OF[part] = sum(1 << bit for bit in range(8) if spread >> HCP_VALUES * bit & 1)
        found.append(byte)
    return int.from_bytes(found, "little")


# How many hands ---------------------------------------------------------------------------------------------

PATTERN_OF: tuple[int, ...]
"""For each shape the number of its pattern (the shape in any order), 0-38."""
PATTERNS: tuple[tuple[int, int, int, int], ...]
"""The 39 patterns, longest suit first, in order of first appearance among the shapes."""


def _patterns() -> tuple[tuple[int, ...], tuple[tuple[int, int, int, int], ...]]:
    numbers: dict[tuple[int, ...], int] = {}
    of_shape = tuple(numbers.setdefault(tuple(sorted(shape, reverse=True)), len(numbers)) for shape in SHAPES)
    return of_shape, tuple(numbers)  # type: ignore[arg-type]


PATTERN_OF, PATTERNS = _patterns()


def _honour_counts(length: int) -> list[int]:
    """How many holdings of so many cards have 0, 1, … 10 hcp."""
    counts = [0] * 11
    for honours in range(16):
        spots = length - honours.bit_count()
        if 0 <= spots <= 9:
            points = sum(bit + 1 for bit in range(4) if honours >> bit & 1)
            counts[points] += comb(9, spots)
    return counts


@lru_cache(maxsize=1)
def pattern_weights() -> tuple[tuple[int, ...], ...]:
    """For each of the 39 patterns, how many hands of one ordered shape have 0, 1, … 37 hcp."""
    slot = 64  # wide enough for any count: products of polynomials as products of long integers
    suits = [sum(count << slot * hcp for hcp, count in enumerate(_honour_counts(length))) for length in range(14)]
    table = []
    for a, b, c, d in PATTERNS:
        product = suits[a] * suits[b] * suits[c] * suits[d]
        table.append(tuple(product >> slot * hcp & (1 << slot) - 1 for hcp in range(HCP_VALUES)))
    return tuple(table)


def cell_weight(cell: int) -> int:
    """How many hands the cell stands for."""
    index, hcp = divmod(cell, HCP_VALUES)
    return pattern_weights()[PATTERN_OF[index]][hcp]


def _row_weight(key: tuple[int, int]) -> int:
    pattern, row = key
    return sum(weight for hcp, weight in enumerate(pattern_weights()[pattern]) if row >> hcp & 1)


_ROW_WEIGHTS = Remembered(_row_weight)


def weight(cells: int) -> int:
    """How many of the 635,013,559,600 hands a set of cells stands for.

    >>> weight(ALL_CELLS) == HANDS
    True
    """
    if len(_ROW_WEIGHTS) > 100_000:
        _ROW_WEIGHTS.clear()
    return sum(_ROW_WEIGHTS[PATTERN_OF[index], row] for index, row in rows(cells))


def hcp_weights(cells: int) -> list[int]:
    """How many hands of a set of cells have 0, 1, … 37 hcp."""
    totals = [0] * HCP_VALUES
    table = pattern_weights()
    for index, row in rows(cells):
        weights = table[PATTERN_OF[index]]
        while row:
            low = row & -row
            hcp = low.bit_length() - 1
            totals[hcp] += weights[hcp]
            row ^= low
    return totals


def _feasible() -> int:
    """The cells that hold hands: for each pattern the sums of points that its suits can have."""
    suits = [sum(1 << hcp for hcp, count in enumerate(_honour_counts(length)) if count) for length in range(14)]
    possible = []
    for lengths in PATTERNS:
        sums = 1
        for length in lengths:
            sums = sum_set(sums, suits[length])
        possible.append(sums)
    return pack([possible[pattern] for pattern in PATTERN_OF])


def sum_set(a: int, b: int) -> int:
    """The sums of a member of one set and a member of another (bit index = number)."""
    total = 0
    while b:
        low = b & -b
        total |= a * low
        b ^= low
    return total


def pack(row_by_shape: list[int]) -> int:
    """The set of cells from a 38-bit set of points for each of the 560 shapes."""
    parts = [
        (a | b << 38 | c << 76 | d << 114).to_bytes(19, "little")
        for a, b, c, d in zip(
            row_by_shape[::4], row_by_shape[1::4], row_by_shape[2::4], row_by_shape[3::4], strict=True
        )
    ]
    return int.from_bytes(b"".join(parts), "little")


FIRST_COLUMN = first_column(ALL_SHAPES)
_FOLDS = tuple((width, FIRST_COLUMN * ((1 << width) - 1)) for width in (19, 10, 5, 3, 2, 1))
"""Halving after halving the 38 points of each shape come to its first column."""
ALL_CELLS = _feasible()
"""Every cell that holds at least one hand."""
