"""Sums over a set of cells come to the same by rows and by columns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridgelang.constraints.cells import ALL_CELLS, FIRST_COLUMN, HCP_VALUES
from bridgelang.constraints.expected import sums_by_columns, sums_by_rows

SETS = st.integers(min_value=1, max_value=ALL_CELLS)
POINTS = st.integers(min_value=1, max_value=(1 << HCP_VALUES) - 1)


@given(SETS, POINTS)
def test_two_ways_to_add_up_come_to_the_same(cells: int, points: int) -> None:
    some = (cells & FIRST_COLUMN * points) or cells
    assert sums_by_columns(some) == sums_by_rows(some)
    assert sums_by_columns(ALL_CELLS) == sums_by_rows(ALL_CELLS)
