"""LIN: the cases with expectations, what files in the wild do, and that nothing raises."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.interop.board import Board
from bridgelang.interop.lin import format_lin, parse_lin, read_lin, write_lin
from bridgelang.interop.pbn import read_pbn
from bridgelang.interop.pbn_values import deal_text
from bridgelang.interop.problems import Problem
from bridgelang.interop.records import Comment, Marks, RecordedAuction, RecordedCall, Tag
from tests.interop import strategies

DATA = Path(__file__).parents[1] / "data"
CASES = yaml.safe_load((DATA / "lin_cases.yaml").read_text())


def read(text: str) -> tuple[list[Board], list[str]]:
    problems: list[Problem] = []
    return list(parse_lin(text, problems.append, "t.lin")), [str(problem) for problem in problems]


def alerts(board: Board) -> dict[int, str | None]:
    assert board.auction is not None
    return {number: entry.marks.note for number, entry in enumerate(board.auction.entries) if entry.marks.alert}


CHECKS: dict[str, Any] = {
    "board": lambda board: board.number,
    "dealer": lambda board: board.dealer.letter,
    "vul": lambda board: board.vulnerability.pbn,
    "deal": lambda board: deal_text(board.hands, board.dealer),
    "calls": lambda board: str(board.auction.auction(board.vulnerability)),
    "contract": lambda board: "Pass" if board.is_passed_out else board.contract.denomination,
    "declarer": lambda board: None if board.declarer is None else board.declarer.letter,
    "tricks": lambda board: board.tricks,
    "names": lambda board: " ".join(f"{seat[0]}={board.tag(seat)}" for seat in ("South", "West", "North", "East")),
    "alerts": alerts,
    "room": lambda board: board.tag("Room").lower(),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"])[:30])
def test_a_case_is_read_as_it_must_be(case: dict[str, Any]) -> None:
    boards, problems = read(case["lin"])
    assert len(boards) == 1 and not problems
    for key in case.keys() - {"name", "lin"}:
        assert CHECKS[key](boards[0]) == case[key], key


def test_there_are_cases() -> None:
    assert len(CASES) == 5


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"])[:30])
def test_a_case_survives_writing(case: dict[str, Any]) -> None:
    boards, _ = read(case["lin"])
    again, problems = read(format_lin(boards))
    assert again == boards and not problems


def test_the_claimed_case_has_its_cards_by_seats() -> None:
    board = read(CASES[1]["lin"])[0][0]
    assert board.play is not None and board.play.ending == "*"
    assert board.play.first == Seat.EAST
    first = board.play.rows[0]
    assert [str(entry.card) for entry in first] == ["HQ", "H4", "H8", "H9"]
    last = board.play.rows[5]
    assert sorted(str(entry.card) for entry in last) == ["C3", "C6", "None", "None"]


def test_a_file_of_many_boards(tmp_path: Path) -> None:
    path = tmp_path / "match.lin"
    lines = [
        "vg|Cup,Final,B,11,12,Red,3,Blue,0|", "rs|1NN=,1NN-1,,4HXE-2|", "bn|21,22|",
        "pn|s,w,n,e,S,W,N,E|",
        f"qx|o11|md|{lin_deal(deal(1, 1))}|sv|o|mb|p|mb|p|mb|1N|mb|p|mb|p|mb|p|pg||",
        f"qx|c11|md|{lin_deal(deal(1, 1))}|sv|o|mb|ppp|mb|p|",
        f"qx|o12|md|{lin_deal(deal(1, 2))}|sv|",
        "n|nt|a remark|mb|1C|an|strong|mb|p|",
        f"qx|c12|md|{lin_deal(deal(1, 2))}|sv|b|",
    ]  # fmt: skip
    path.write_text("\n".join(lines))
    problems: list[Problem] = []
    boards = list(read_lin(path, problems.append))
    assert not problems
    assert [board.number for board in boards] == [21, 21, 22, 22]
    assert [board.tag("Room") for board in boards] == ["Open", "Closed", "Open", "Closed"]
    assert [board.tag("North") for board in boards] == ["n", "N", "n", "N"]
    assert {board.tag("Scoring") for board in boards} == {"BAM"}
    assert {board.tag("VisitTeam") for board in boards} == {"Blue"}
    first, second, third, fourth = boards
    assert first.deal == deal(1, 1) and first.tricks == 7 and str(first.contract) == "1NT by N"
    assert second.is_passed_out and second.tricks is None
    assert third.vulnerability == Vulnerability.NS and third.comments == (Comment("{", "a remark"),)
    assert third.auction is not None and third.auction.entries[0].marks == Marks("strong")
    assert str(fourth.contract) == "4HX by E" and fourth.tricks == 8
    copy = tmp_path / "copy.lin"
    assert write_lin(boards, copy) == 4
    assert list(read_lin(copy))[:3] == boards[:3]  # the fourth has a contract and no auction


def test_names_may_follow_the_label() -> None:
    """As in tournament files: ``qx`` and then ``pn``, four names for every board."""
    text = "".join(f"qx|o{n}|pn|a{n},b,c,d|st||md|{lin_deal(deal(1, n))}|rh||ah|Board {n}|sv|o|\n" for n in (1, 2, 3))
    boards, problems = read("vg|Pairs,Club,P,1,3,,,,|\nrs|4HN+1,,4HS=,,3NS+3,|\n" + text)
    assert not problems
    assert [(board.number, board.tag("South"), board.tag("Scoring")) for board in boards] == [
        (1, "a1", "MP"), (2, "a2", "MP"), (3, "a3", "MP"),
    ]  # fmt: skip
    assert [board.tricks for board in boards] == [11, 10, 12]


def lin_deal(cards: Deal) -> str:
    return format_lin([Board.of(cards, dealer=Seat.SOUTH)]).split("md|")[1].split("|")[0]


@pytest.mark.parametrize("space", [" ", "\t", "\x0b", "\n"])
def test_white_space_may_stand_inside_a_call(space: str) -> None:
    (board,) = parse_lin(f"md|1|sv|o|mb|2{space}s|mb|p|mb|p|mb|p|")
    assert str(board.contract) == "2S by S"


@pytest.mark.parametrize(("letter", "known"), [("S", True), ("ſ", False)])
def test_a_result_is_written_in_plain_letters(letter: str, known: bool) -> None:
    players = "pn|a,b,c,d,e,f,g,h|"
    (board,) = parse_lin(f"vg|x,y,I,1,1,a,0,b,0|rs|1{letter}N=,1{letter}N=|{players}qx|o1|md|1|")
    assert (board.tricks is not None) is known


def test_a_link_to_the_hand_viewer_is_read() -> None:
    link = "https://www.bridgebase.com/tools/handviewer.html?lin=" + quote(CASES[0]["lin"], safe="") + "&x=y"
    assert read(link)[0] == read(CASES[0]["lin"])[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("md|3SAK,SA2|", "the card SA is dealt twice, the second time to West"),
        ("md|3AK|", "South's hand `AK` does not begin with a suit"),
        ("md|3SAX|", "South's hand: `X` in `SAX`, in the spades, is not a rank"),
        ("md|7|", "the dealer is 1 to 4 (south, west, north, east), not 7"),
        ("md|1SAKQJT98765432,SA|", "the card SA is dealt twice"),
        ("md|1SAKQJT98765432,HA|", "the hands are not of one size: South 13, West 1 cards"),
        ("md|1|mb|2ſ|", "`2ſ` is not a call: LIN writes p, d, r, or such as 1N or 2H!"),
        ("md|1|mb|1N?|", "`1N?` is not a call: LIN writes p, d, r, or such as 1N or 2H!"),
        ("md|1|mb|1N|mb|1C|", "1C is not sufficient over 1NT"),
        ("md|1|mb|pppp|mb|1C|", "1C comes after the end of the auction"),
        ("md|1|pc|H7|", "cards are played, but there is no contract; they are left out"),
        ("md|1|mb|1Nppp|pc|Z7|", "`Z7` is not a card: LIN writes such as H7"),
        ("md|1|mb|1Nppp|pc|ſA|", "`ſA` is not a card: LIN writes such as H7"),
        ("md|1|mb|1Nppp|pc|H7H7|", "the card H7 is played twice"),
        ("md|1|sv|x|", "`x` is not a vulnerability: LIN writes o, n, e or b"),
        ("md|1|mc|14|", "`14` is not a number of tricks"),
        ("md|0|mb|1N|", "the dealer is not given; North is assumed"),
        ("md|1|zz|what|", "the command `zz` is not known and is left out"),
        ("md|1|mb|1N", "the file ends inside `mb`"),
        ("md|1|rest", "`rest` stands at the end and is left out"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_reported(text: str, said: str) -> None:
    boards, problems = read("\n" + text)
    assert len(boards) == 1
    assert len(problems) == 1 and said in problems[0] and problems[0].startswith("t.lin:2: ")


def test_a_missing_dealer_comes_from_the_number() -> None:
    assert read("md|0|ah|Board 3|mb|1N|")[0][0].dealer == Seat.SOUTH


def test_what_lin_has_no_place_for_is_said() -> None:
    problems: list[Problem] = []
    skipped = RecordedAuction((RecordedCall(Seat.NORTH, skipped=True),), Seat.NORTH, Seat.NORTH)
    board = Board(number=1, auction=skipped, tags=(Tag("Annotator", "me"),), line=9, file="a.pbn")
    format_lin([board, board], problems.append)
    assert [str(problem) for problem in problems] == [
        "a.pbn:9: note: LIN has no place for irregular calls (the auction stops before them): left out "
        "(said once, first met here)",
        "a.pbn:9: note: LIN has no place for the tag Annotator: left out (said once, first met here)",
    ]


@settings(deadline=None)
@given(st.lists(strategies.boards(marked=False), min_size=1, max_size=3))
def test_deals_auctions_and_plays_survive(boards: list[Board]) -> None:
    plain = [evolve(board, tags=(), comments=()) for board in boards]
    again, _ = read(format_lin(plain))
    assert len(again) == len(plain)
    for new, old in zip(again, plain, strict=True):
        assert (new.number, new.vulnerability) == (old.number, old.vulnerability)
        assert new.deal == old.deal
        if old.auction is not None and old.auction.entries:
            assert new.auction == old.auction and new.dealer == old.dealer
        assert new.contract == old.contract or old.auction is None
        if old.contract is not None and old.auction is not None:
            assert new.tricks == old.tricks or old.tricks is None
            old_cards = () if old.play is None else old.play.in_order(old.strain)
            assert (() if new.play is None else new.play.in_order(new.strain)) == old_cards


def test_the_pbn_samples_come_through_lin() -> None:
    for path in sorted((DATA / "pbn_samples").glob("*.pbn")):
        for old in read_pbn(path):
            (new,) = read(format_lin([old]))[0]
            assert new.number == old.number and new.deal == old.deal
            if old.auction is not None and old.auction.auction() is not None:
                assert new.contract == old.contract
                assert new.auction is not None and new.auction.calls == old.auction.calls
                notes = [entry.marks.note for entry in old.auction.entries]
                assert [entry.marks.note for entry in new.auction.entries] == notes


FRAGMENTS = st.sampled_from(
    ["|", "||", "\n", ",", "qx|o1|", "pn|", "md|3", "md|1SAKHQ,,", "mb|", "mb|1N|", "mb|p!|", "an|x|", "pc|H7|",
     "mc|9|", "sv|b|", "ah|Board 7|", "vg|a,b,I,1|", "rs|4HN+1,|", "bn|5|", "nt|hello|", "pg||", "p", "1N",
     "SA", "é", "%7C"]
)  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(st.lists(FRAGMENTS | strategies.WORDS, max_size=30).map("".join))
def test_garbage_never_raises_and_what_was_read_is_settled(text: str) -> None:
    boards, problems = read(text)
    assert all(problem.startswith("t.lin") for problem in problems)
    once, _ = read(format_lin(boards))
    assert len(once) == len(boards)
    for new, old in zip(once, boards, strict=True):
        assert (new.number, new.vulnerability, new.hands) == (old.number, old.vulnerability, old.hands)
    twice, _ = read(format_lin(once))
    assert twice == once


def test_alerts_and_explanations() -> None:
    record = RecordedAuction.of(Auction.parse("1NT P 2D P P P"), {0: "15|17", 2: "transfer"}, [2])
    text = format_lin([Board(dealer=Seat.NORTH, auction=record)])
    assert "mb|1N|an|15 / 17|mb|p|mb|2D!|an|transfer|" in text
    assert [entry.seat for entry in read(text)[0][0].auction.entries][:4] == list(SEATS)  # type: ignore[union-attr]
