"""Counts of hands, against formulas and published tables that know nothing of cells."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from bridgelang.constraints import shapes
from bridgelang.constraints.cells import (
    ALL_CELLS,
    HANDS,
    cell_weight,
    cells_of_hcp,
    cells_of_shapes,
    hcp_between,
    hcp_set,
    hcp_weights,
    pack,
    rows,
    shape_set,
    weight,
)
from bridgelang.constraints.shapes import ALL_SHAPES, SHAPE_INDEX, SHAPES

# Percentages of all hands by high-card points, as printed in books on bridge odds (0 to 25).
HCP_PERCENT = [
    0.3639, 0.7884, 1.3561, 2.4624, 3.8454, 5.1862, 6.5541, 8.0281, 8.8922, 9.3562, 9.4051, 8.9447, 8.0269,
    6.9143, 5.6933, 4.4237, 3.3109, 2.3617, 1.6051, 1.0362, 0.6435, 0.3779, 0.2100, 0.1119, 0.0559, 0.0264,
]  # fmt: skip

PATTERN_PERCENT = {
    "4-4-3-2": 21.5512,
    "5-3-3-2": 15.5168,
    "5-4-3-1": 12.9307,
    "5-4-2-2": 10.5797,
    "4-3-3-3": 10.5361,
    "6-3-2-2": 5.6425,
    "6-4-2-1": 4.7021,
    "5-5-2-1": 3.1739,
    "4-4-4-1": 2.9932,
    "7-2-2-2": 0.5129,
}


def test_every_hand_is_counted_once() -> None:
    assert comb(52, 13) == HANDS == weight(ALL_CELLS)


def test_hcp_against_the_formula() -> None:
    counts = [0] * 38
    for aces, kings, queens, jacks in product(range(5), repeat=4):
        spots = 13 - aces - kings - queens - jacks
        if spots >= 0:
            ways = comb(4, aces) * comb(4, kings) * comb(4, queens) * comb(4, jacks) * comb(36, spots)
            counts[4 * aces + 3 * kings + 2 * queens + jacks] += ways
    assert hcp_weights(ALL_CELLS) == counts
    for points, percent in enumerate(HCP_PERCENT):
        assert 100 * weight(cells_of_hcp(1 << points)) / HANDS == pytest.approx(percent, abs=0.00006)


def test_shapes_against_the_formula() -> None:
    for index, lengths in enumerate(SHAPES):
        expected = 1
        for length in lengths:
            expected *= comb(13, length)
        assert weight(cells_of_shapes(1 << index)) == expected
    for text, percent in PATTERN_PERCENT.items():
        assert 100 * weight(cells_of_shapes(shapes.pattern_any(text))) / HANDS == pytest.approx(percent, abs=0.00006)


def test_shape_and_hcp_together() -> None:
    """One shape counted by trying every set of honours in each suit."""
    for lengths in ((2, 3, 3, 5), (0, 1, 5, 7), (1, 1, 1, 10)):
        counts = [0] * 38
        for honours in product(range(16), repeat=4):
            points, ways = 0, 1
            for held, length in zip(honours, lengths, strict=True):
                points += sum(value for value in (1, 2, 3, 4) if held >> value - 1 & 1)
                spots = length - held.bit_count()
                ways *= comb(9, spots) if spots >= 0 else 0
            if ways:
                counts[points] += ways
        index = SHAPE_INDEX[lengths]
        assert [cell_weight(38 * index + points) for points in range(38)] == counts
        row = ALL_CELLS >> 38 * index & (1 << 38) - 1
        assert row == sum(1 << points for points, count in enumerate(counts) if count)


def test_the_strong_notrump() -> None:
    cells = cells_of_shapes(shapes.balanced()) & cells_of_hcp(hcp_between(15, 17))
    with_major = weight(cells) / HANDS
    without = weight(cells & cells_of_shapes(shapes.no_five_card_major())) / HANDS
    assert with_major == pytest.approx(0.048656, abs=1e-6)
    assert 0.0405 < without < with_major
    share = sum(PATTERN_PERCENT[text] for text in ("4-4-3-2", "4-3-3-3", "5-3-3-2")) / 100
    assert weight(cells_of_shapes(shapes.balanced())) / HANDS == pytest.approx(share, abs=2e-6)


def test_sets_of_cells_are_taken_apart_and_put_together() -> None:
    cells = cells_of_shapes(shapes.pattern_any("5-4-3-1")) & cells_of_hcp(0b1010 << 10)
    assert hcp_set(cells) == 0b1010 << 10
    assert shape_set(cells) == shapes.pattern_any("5-4-3-1")
    by_shape = [0] * 560
    for index, row in rows(cells):
        by_shape[index] = row
    assert pack(by_shape) == cells and sum(1 for row in by_shape if row) == 24
    assert hcp_set(0) == shape_set(0) == weight(0) == 0
    assert cells_of_shapes(ALL_SHAPES) == ALL_CELLS == cells_of_hcp((1 << 38) - 1)
