"""Tricks at the table beside double dummy: the kinds of contracts, the average score, and the table that ships."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.contracts import Contract
from bridgelang.core.scoring import score
from bridgelang.match.table_tricks import KINDS, SHIFTS, TableTricks, kind_of

ALIKE = TableTricks({kind: [int(shift == 0) for shift in SHIFTS] for kind in KINDS})
EVEN = TableTricks({kind: [int(shift in (-1, 1)) for shift in SHIFTS] for kind in KINDS})


@pytest.mark.parametrize(
    ("contract", "kind"),
    [
        ("2NT by N", "notrump below game"),
        ("3NT by S", "game in notrump"),
        ("3S by N", "suit below game"),
        ("4C by W", "suit below game"),
        ("4H by E", "game in a suit"),
        ("5D by E", "game in a suit"),
        ("6NT by S", "slam"),
        ("7C by W", "slam"),
    ],
)
def test_kinds_are_those_of_players(contract: str, kind: str) -> None:
    read = Contract.parse(contract)
    assert kind_of(read.level, read.strain) == kind


@given(st.integers(1, 7), st.integers(0, 4), st.integers(0, 13), st.booleans())
def test_where_the_table_is_as_double_dummy_the_average_is_the_score(
    level: int, strain: int, tricks: int, vulnerable: bool
) -> None:
    contract = Contract.parse(f"{level}{'CDHSN'[strain]}{'T' if strain == 4 else ''} by N")
    assert ALIKE.average(contract, tricks, vulnerable) == score(level, strain, 0, vulnerable, tricks)


def test_a_game_on_the_edge_is_worth_half_of_both() -> None:
    assert EVEN.average(Contract.parse("4S by N"), 10, True) == (650 - 100) / 2
    assert EVEN.average(Contract.parse("7NT by N"), 13, False) == (1520 - 50) / 2  # never more than thirteen


def test_the_table_that_ships_is_read_as_it_is_written() -> None:
    shipped = TableTricks.shipped()
    assert TableTricks.parse(shipped.write()).counts == shipped.counts
    for counts in shipped.counts.values():
        assert sum(counts) >= 200 and counts[SHIFTS.index(0)] == max(counts)
