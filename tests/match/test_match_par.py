"""Par against another program's, against an exhaustive search of the bidding, and worked by hand."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.scoring import contract_score, score
from bridgelang.core.seats import Seat, Side, Vulnerability
from bridgelang.match.par import par

DATA = Path(__file__).parent.parent / "data"


def test_the_score_agrees_with_another_program() -> None:
    rows = [json.loads(line) for line in (DATA / "double_dummy.jsonl").read_text().splitlines()]
    assert len(rows) == 60
    for row in rows:
        table = [[row["dd"][strain][seat] for strain in "CDHSN"] for seat in range(4)]
        found = par(table, Seat.parse(row["dealer"]), Vulnerability.parse(row["vulnerable"]))
        assert found.score == row["par_ns"], row["board"]


def exhaustive(table: list[list[int]], dealer: Seat, vulnerability: Vulnerability) -> int:
    """The value of the game in which sides bid in turn, pass, and double what fails: plain minimax."""

    @cache
    def value(bid: int, bidder: int, turn: int, passes: int) -> int:
        """Points for North-South when ``turn`` is to call; ``bid`` 0 to 34, or -1 when nobody has bid."""
        if passes == (4 if bid < 0 else 2):  # the bidder's partner never gains by passing: two passes end it
            if bid < 0:
                return 0
            tricks = max(table[bidder][bid % 5], table[bidder + 2][bid % 5])
            level = bid // 5 + 1
            points = score(level, bid % 5, int(tricks < 6 + level), vulnerability.of(Side(bidder)), tricks)
            return -points if bidder else points
        options = [value(bid, bidder, 1 - turn, passes + 1)]
        options += [value(higher, turn, 1 - turn, 0) for higher in range(bid + 1, 35)]
        return min(options) if turn else max(options)

    return value(-1, 0, dealer % 2, 0)


TRICKS = st.integers(0, 13)
TABLES = st.lists(
    st.lists(TRICKS, min_size=5, max_size=5).flatmap(
        lambda ns: st.lists(TRICKS, min_size=5, max_size=5).map(lambda ew: [ns, ew])
    ),
    min_size=2,
    max_size=2,
).map(lambda halves: [halves[0][0], halves[0][1], halves[1][0], halves[1][1]])


@given(TABLES, st.sampled_from(Seat), st.sampled_from(Vulnerability))
def test_it_is_the_value_of_the_bidding_game(
    table: list[list[int]], dealer: Seat, vulnerability: Vulnerability
) -> None:
    assert par(table, dealer, vulnerability).score == exhaustive(table, dealer, vulnerability)


@given(TABLES, st.sampled_from(Seat), st.sampled_from(Vulnerability))
def test_its_contracts_score_it(table: list[list[int]], dealer: Seat, vulnerability: Vulnerability) -> None:
    found = par(table, dealer, vulnerability)
    assert bool(found.contracts) == bool(found.score)
    for contract in found.contracts:
        tricks = table[contract.declarer][contract.strain]
        assert contract_score(contract, tricks, vulnerability) == found.score
        assert contract.doubled == int(tricks < contract.tricks_needed)


@pytest.mark.parametrize(
    ("north_south", "east_west", "dealer", "vulnerability", "wanted"),
    [
        # nobody can make anything: pass it out
        ([6, 6, 6, 6, 6], [6, 6, 6, 6, 6], "N", "none", "0 (passed out)"),
        # both make one notrump: the dealer's side gets it
        ([6, 6, 6, 6, 7], [6, 6, 6, 6, 7], "N", "none", "+90 (1NT by N, 1NT by S)"),
        ([6, 6, 6, 6, 7], [6, 6, 6, 6, 7], "W", "none", "-90 (1NT by E, 1NT by W)"),
        # four hearts made against a four-spade sacrifice, down one doubled
        ([6, 6, 10, 4, 6], [6, 6, 3, 9, 6], "N", "none", "+100 (4SX by E, 4SX by W)"),
        # nine tricks in spades are three spades just made, not one spade with overtricks
        ([6, 6, 6, 9, 6], [7, 7, 6, 3, 6], "N", "none", "+140 (3S by N, 3S by S)"),
        # down three vulnerable against not is 800, too dear: four hearts stands
        ([6, 6, 10, 4, 6], [6, 6, 3, 7, 6], "N", "ew", "+420 (4H by N, 4H by S)"),
    ],
)
def test_cases_worked_by_hand(
    north_south: list[int], east_west: list[int], dealer: str, vulnerability: str, wanted: str
) -> None:
    table = [north_south, east_west, north_south, east_west]
    assert str(par(table, Seat.parse(dealer), Vulnerability.parse(vulnerability))) == wanted
