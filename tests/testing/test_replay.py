"""Replay of recorded auctions and rule coverage, on a system small enough to count by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.bidding.load import System, load_system
from bridgelang.core.auctions import Auction
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat
from bridgelang.interop.board import Board
from bridgelang.interop.pbn import read_pbn
from bridgelang.testing.cases import parse_case
from bridgelang.testing.coverage import Coverage, cover_boards, cover_cases
from bridgelang.testing.replay import add_costs, compare, ns_score, phase_of

DATA = Path(__file__).parent.parent / "data"
TINY = """
opening:
  1NT: 15-17 hcp, balanced
  1S: 12+ hcp, 5+ spades
  7NT: 37 hcp, 5 spades
  pass
after 1NT:
  3NT: 10+ hcp
  pass
"""
DEAL = Deal.parse("N:AQ32.K54.AJ8.K32 KT98.9873.Q76.54 J54.AQ2.KT93.QJ9 76.JT6.542.AT876")


@pytest.fixture
def tiny(tmp_path: Path) -> System:
    path = tmp_path / "tiny.bid"
    path.write_text(TINY, encoding="utf-8")
    return load_system(str(path))


def board(calls: str) -> Board:
    return Board.of(DEAL, number=1, auction=Auction.parse(calls, dealer="N"))


def test_each_call_is_compared_in_its_own_position(tiny: System) -> None:
    made = compare(tiny, [board("1NT P 2NT P P P")])
    assert (made.total.agree, made.total.all) == (5, 6)
    assert made.phase("response").share == 0.0
    assert list(made.disagreements) == [("response", "1NT P", "2NT", "3NT")]
    example = made.examples["response", "1NT P", "2NT", "3NT"]
    assert example.hand == DEAL[Seat.SOUTH]
    assert example.rule == "tiny.bid:8"


def test_a_board_without_an_auction_is_named_and_left_out(tiny: System) -> None:
    made = compare(tiny, [Board.of(DEAL, number=7)])
    assert made.boards == 0
    assert made.skipped == ["board 7: no deal or no regular auction"]


def test_phases(tiny: System) -> None:
    wanted = {
        "": ("opening", False),
        "P": ("opening", False),
        "1S": ("overcall", True),
        "1S P": ("response", False),
        "1S 2H": ("response", True),
        "P 1S P 2S P": ("opener's rebid", False),
        "1S P P": ("overcall", True),
        "1S X P": ("later", True),
        "1S P 2S P P": ("later", True),
        "1S P 2S P 3S P": ("later", False),
    }
    for calls, phase in wanted.items():
        assert phase_of(tiny.table().state(Auction.parse(calls))) == phase, calls


def test_costs_are_distances_from_par(tiny: System) -> None:
    tricks = [[6, 6, 6, 6, notrump] for notrump in (9, 4, 9, 4)]
    assert ns_score(Auction.parse("1NT P 3NT P P P"), tricks) == 400
    assert ns_score(Auction.parse("P P P P"), tricks) == 0
    made = compare(tiny, [board("1NT P 2NT P P P")])
    add_costs(made, tiny, [(board("1NT P 2NT P P P"), tricks, 400)])
    assert (made.solved, made.recorded_loss, made.our_loss) == (1, 6.0, 0.0)  # 150 against 400 is 250 points


def test_rules_that_choose_explain_or_do_neither(tiny: System) -> None:
    case = parse_case("J54.AQ2.KT93.QJ9 | 1NT P | 3NT")
    made = cover_cases(tiny, [case])
    assert made.chose == {("tiny.bid", 8): 1}
    assert set(made.only_explained()) == {("tiny.bid", 3)}
    assert set(made.unused()) == {("tiny.bid", n) for n in (4, 5, 6, 9)}
    assert made.share() == pytest.approx(1 / 6)


def test_dealt_boards_reach_every_rule_that_can_be_reached(tiny: System) -> None:
    made = cover_boards(tiny, 300)
    assert [r for r in made.rules if not made.chose[r]] == [("tiny.bid", 5)]
    assert sum(made.chose.values()) <= made.calls
    assert isinstance(made, Coverage)


def test_a_mature_program_agrees_with_our_openings() -> None:
    boards = list(read_pbn(DATA / "reference_sayc_400.pbn", lambda problem: None))[:100]
    made = compare(load_system("sayc"), boards)
    assert made.boards == 100
    assert made.phase("opening").share > 0.85
