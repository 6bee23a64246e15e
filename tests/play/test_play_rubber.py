"""Rubber bridge, Chicago, and their score sheets."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.cards import STRAINS, Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS, SIDES, Seat, Side, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.play.chicago import Chicago
from bridgelang.play.ledger import deal_entries, honours_in, totals, trick_points
from bridgelang.play.rubber import Rubber
from bridgelang.play.scorecard import scorecard

DATA = Path(__file__).parents[1] / "data"
RUBBERS: list[dict[str, Any]] = yaml.safe_load((DATA / "rubber.yaml").read_text(encoding="utf-8"))


def contract_of(entry: dict[str, Any]) -> Contract | None:
    if entry["contract"] == "Pass":
        return None
    return Contract.parse(f"{entry['contract']} by {entry['declarer']}")


def test_the_data_is_all_there() -> None:
    assert [case["id"] for case in RUBBERS] == list(range(1, 22))


@pytest.mark.parametrize("case", RUBBERS, ids=lambda case: f"{case['id']}: {case['name']}")
def test_rubbers(case: dict[str, Any]) -> None:
    rubber = Rubber()
    for entry in case["deals"]:
        honours = [(Seat.parse(seat), points) for seat, points in entry["honours"]]
        rubber = rubber.then(contract_of(entry), entry["tricks"] or 0, honours)
    assert rubber.is_finished == case["finished"]
    if case["abandoned"]:
        rubber = rubber.abandon()
    assert rubber.is_over == (case["finished"] or case["abandoned"])
    for name, points in (
        ("below", totals(rubber.entries, below=True)),
        ("above", totals(rubber.entries, below=False)),
        ("total", rubber.total),
    ):
        assert points == (case[name]["NS"], case[name]["EW"]), name


def test_the_winner_is_the_side_with_more_points_not_with_two_games() -> None:
    rubber = Rubber().then(Contract.parse("4S by N"), 10)
    rubber = rubber.then(Contract.parse("6SX by S"), 8).then(Contract.parse("6SX by S"), 7)
    rubber = rubber.then(Contract.parse("3NT by N"), 9)
    assert rubber.games == (2, 0) and rubber.winner == Side.EW
    assert Rubber().winner is None


def test_the_deal_passes_on_after_four_passes_too() -> None:
    rubber = Rubber(Seat.SOUTH).then(None)
    assert (rubber.dealer, rubber.deals, rubber.entries) == (Seat.WEST, 1, ())
    assert rubber.then(Contract.parse("1C by N"), 7).dealer == Seat.NORTH


def test_vulnerability_comes_from_games() -> None:
    rubber = Rubber()
    assert rubber.vulnerability == Vulnerability.NONE
    rubber = rubber.then(Contract.parse("4S by N"), 10)
    assert rubber.vulnerability == Vulnerability.NS
    rubber = rubber.then(Contract.parse("4S by E"), 10)
    assert rubber.vulnerability == Vulnerability.ALL


def test_a_finished_rubber_takes_no_more() -> None:
    rubber = Rubber().then(Contract.parse("4S by N"), 10).then(Contract.parse("4S by N"), 10)
    for act in (lambda: rubber.then(None), rubber.abandon):
        with pytest.raises(IllegalAction, match="over"):
            act()
    abandoned = Rubber().abandon()
    assert abandoned.is_over and abandoned.total == (0, 0)
    with pytest.raises(IllegalAction, match="over"):
        abandoned.then(None)


def test_the_parts_of_a_score_are_those_of_duplicate_less_its_bonuses() -> None:
    """All 2,940 results of the table: sum of the lines = duplicate score without 300/500 or 50."""
    rows = list(csv.DictReader((DATA / "scores_full.csv").open(encoding="utf-8")))
    assert len(rows) == 2940
    for row in rows:
        contract = Contract.parse(f"{row['contract']} by N")
        vulnerable, tricks = row["declarer_vul"] == "1", int(row["tricks"])
        north_south, east_west = totals(deal_entries(contract, tricks, vulnerable, 1, 1))
        points = int(row["score_declarer"])
        if points > 0:
            points -= (500 if vulnerable else 300) if trick_points(contract) >= 100 else 50
        assert north_south - east_west == points, row


contracts = st.builds(Contract, st.integers(1, 7), st.sampled_from(STRAINS), st.integers(0, 2), st.sampled_from(SEATS))


@given(st.lists(st.tuples(st.none() | contracts, st.integers(0, 13)), max_size=25))
def test_any_rubber_adds_up(deals: list[tuple[Contract | None, int]]) -> None:
    """Points only ever grow, games follow from the points below the line, the bonus comes once and last."""
    rubber = Rubber()
    for contract, tricks in deals:
        if rubber.is_over:
            break
        before = rubber
        rubber = rubber.then(contract, tricks)
        assert all(new >= old for new, old in zip(rubber.total, before.total, strict=True))
        assert rubber.deals == before.deals + 1 and before.entries == rubber.entries[: len(before.entries)]
        for side in SIDES:
            assert rubber.is_over or rubber.part_score(side) < 100
    below, above = totals(rubber.entries, True), totals(rubber.entries, False)
    assert rubber.total == (below[0] + above[0], below[1] + above[1])
    bonuses = [entry for entry in rubber.entries if entry.reason == "rubber"]
    assert len(bonuses) == rubber.is_finished
    for game in range(1, sum(rubber.games) + 1):
        winners = [side for side in SIDES if points_below(rubber, game, side) >= 100]
        assert len(winners) == 1


def points_below(rubber: Rubber, game: int, side: Side) -> int:
    return sum(e.points for e in rubber.entries if e.below and e.game == game and e.side == side)


# Honours


def test_honours() -> None:
    deal_ = Deal.parse("N:AKQJT.AKQ.AKQ.AK 987.JT9.JT9.JT98 6543.876.876.765 2.5432.5432.Q432")
    assert honours_in(deal_, Strain.SPADES) == ((Seat.NORTH, 150),)
    assert honours_in(deal_, Strain.NOTRUMP) == ((Seat.NORTH, 150),)
    assert honours_in(deal_, Strain.HEARTS) == ()
    deal_ = Deal.parse("N:AKQ2.AKQ.AKQ2.AK JT98.JT9.JT9.JT9 6543.876.876.876 7.5432.543.Q5432")
    assert honours_in(deal_, Strain.SPADES) == ()


def test_at_most_one_hand_holds_honours_in_a_strain() -> None:
    found = 0
    for index in range(300):
        for strain in STRAINS:
            held = honours_in(deal(9, index), strain)
            assert len(held) <= 1
            found += len(held)
    assert found > 5


# Chicago


def test_vulnerability_by_the_deal() -> None:
    chicago, seen = Chicago(Seat.EAST), []
    for _ in range(4):
        seen.append((chicago.dealer.letter, str(chicago.vulnerability)))
        chicago = chicago.then(Contract.parse("1C by N"), 6)
    assert seen == [("E", "none"), ("S", "ns"), ("W", "ew"), ("N", "all")]
    other = Chicago(dealer_vulnerable=False).then(Contract.parse("1C by N"), 6)
    assert (other.dealer, other.vulnerability) == (Seat.EAST, Vulnerability.NS)


def test_a_passed_out_deal_is_dealt_again_by_the_same_dealer() -> None:
    chicago = Chicago().then(Contract.parse("1C by N"), 6)
    assert chicago.then(None) == chicago


def test_a_whole_chicago() -> None:
    chicago = Chicago()
    chicago = chicago.then(Contract.parse("2S by N"), 9)  # 60 below, 30 above
    chicago = chicago.then(Contract.parse("4HX by W"), 9)  # east dealt: EW vulnerable, one down doubled 200
    assert chicago.total == (290, 0)
    chicago = chicago.then(Contract.parse("1H by S"), 7)  # 30: 90, no game yet
    assert chicago.part_score(Side.NS) == 90
    chicago = chicago.then(Contract.parse("1D by N"), 7)  # 20 completes a game, both vulnerable: 500
    assert chicago.total == (60 + 30 + 200 + 30 + 20 + 500, 0)
    assert chicago.is_over and chicago.winner == Side.NS
    with pytest.raises(IllegalAction, match="four deals"):
        chicago.then(None)


def test_a_game_wipes_out_both_part_scores() -> None:
    chicago = Chicago().then(Contract.parse("3D by N"), 9).then(Contract.parse("4S by E"), 10)
    assert (chicago.part_score(Side.NS), chicago.part_score(Side.EW)) == (0, 0)
    assert chicago.total == (60, 120 + 500)
    chicago = chicago.then(Contract.parse("2D by N"), 8)
    assert chicago.part_score(Side.NS) == 40


@pytest.mark.parametrize(
    ("last", "tricks", "points"),
    [("2H by N", 8, 60 + 100), ("4H by N", 10, 120 + 500), ("2H by N", 7, 0)],
)
def test_a_part_score_on_the_fourth_deal_earns_a_hundred(last: str, tricks: int, points: int) -> None:
    chicago = Chicago()
    for _ in range(3):
        chicago = chicago.then(Contract.parse("1C by E"), 6)
    before = chicago.total[0]
    assert chicago.then(Contract.parse(last), tricks).total[0] - before == points


def test_honours_and_the_simple_form_are_agreements() -> None:
    held = [(Seat.NORTH, 150)]
    assert Chicago().then(Contract.parse("4S by N"), 10, held).total == (120 + 300 + 150, 0)
    assert Chicago(honours=False).then(Contract.parse("4S by N"), 10, held).total == (120 + 300, 0)
    simple = Chicago(carry_over=False, honours=False).then(Contract.parse("2S by N"), 8)
    assert simple.total == (110, 0) and simple.part_score(Side.NS) == 0
    assert simple.then(Contract.parse("2S by E"), 6).total == (110 + 200, 0)


# The score sheet


def test_a_rubbers_score_sheet() -> None:
    rubber = Rubber()
    for entry in RUBBERS[0]["deals"]:
        rubber = rubber.then(contract_of(entry), entry["tricks"])
    sheet = scorecard(rubber, ("We", "They"))
    assert all(len(line) <= 62 and line == line.rstrip() for line in sheet.splitlines())
    rows = sheet.splitlines()
    assert rows[0].split() == ["We", "|", "They"]
    assert rows[1].split() == ["rubber", "500", "|"]
    assert rows[-1].split() == ["2150", "|", "100", "total"]
    assert sum(row.startswith("-") for row in rows) == 3 and sum(row.startswith("=") for row in rows) == 2


def test_every_line_of_the_ledger_is_on_the_sheet() -> None:
    for case in RUBBERS:
        rubber = Rubber()
        for entry in case["deals"]:
            rubber = rubber.then(contract_of(entry), entry["tricks"] or 0)
        sheet = scorecard(rubber)
        for entry in rubber.entries:
            assert str(entry.points) in sheet and entry.text() in sheet
        assert sheet.splitlines()[-1].split()[::2][:2] == [str(points) for points in rubber.total]


def test_a_chicagos_score_sheet() -> None:
    chicago = Chicago().then(Contract.parse("4S by E"), 10)
    assert (
        scorecard(chicago)
        == """\
                   North-South | East-West
                               | 300     game
===============================+==============================
                               | 120     4S by East
-------------------------------+------------------------------
===============================+==============================
                             0 | 420     total"""
    )
