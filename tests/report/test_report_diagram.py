"""A board as text: within its width, ASCII when asked for, and saying what the board says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.interop.board import Board
from bridgelang.interop.pbn import parse_pbn, read_pbn
from bridgelang.interop.records import RecordedAuction
from bridgelang.report.diagram import auction_text, board_text, hands_text, heading, play_text, result_text
from tests.interop import strategies

SAMPLES = sorted((Path(__file__).parents[1] / "data" / "pbn_samples").glob("*.pbn"))


@pytest.mark.parametrize("symbols", [False, True])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_real_boards_fit_into_80_columns(path: Path, symbols: bool) -> None:
    for board in read_pbn(path):
        text = board_text(board, symbols=symbols, play=True)
        assert text and max(map(len, text.splitlines())) <= 80
        assert all(line == line.rstrip() for line in text.splitlines())
        assert symbols or text.isascii()


@settings(deadline=None)
@given(strategies.boards(), st.booleans(), st.integers(60, 80))
def test_any_board_fits_its_width(board: Board, symbols: bool, width: int) -> None:
    text = board_text(board, symbols=symbols, width=width, play=True)
    assert all(len(line) <= width for line in text.split("\n"))


def test_the_diagram_of_a_whole_deal_is_the_same_as_the_deal_s_own() -> None:
    for index in range(20):
        cards = deal(5, index)
        for symbols in (False, True):
            assert hands_text(cards.hands, symbols=symbols) == cards.diagram(symbols)


def test_the_plain_auction_is_the_same_as_the_auction_s_own() -> None:
    for calls in ("1NT P 2C P", "P P P P", "1S X XX 2C P P 2S P P P"):
        for dealer in "NESW":
            auction = Auction.parse(calls, dealer)
            assert auction_text(RecordedAuction.of(auction)) == auction.table()
            assert auction_text(RecordedAuction.of(auction), symbols=True) == auction.table(symbols=True)


def test_unknown_hands_are_marked() -> None:
    board = next(parse_pbn('[Deal "W:KQT2.AT.J6542.85 - A8643.KQ5.T.QJT6 -"][East "Smith"]'))
    assert board_text(board) == "\n".join(
        [
            "              North",
            "              ?",
            "",
            "",
            "",
            "West                        East (Smith)",
            "S KQT2                      S A8643",
            "H AT                        H KQ5",
            "D J6542                     D T",
            "C 85                        C QJT6",
            "              South",
            "              ?",
            "",
            "",
            "",
        ]
    )
    assert board_text(Board()) == ""


def test_notes_alerts_and_irregularities_stand_in_the_auction() -> None:
    text = '[Auction "N"]\n1NT =1= ^S 2D =2= Pass\n2H* ! =1= ^I 1C AC +\n[Note "1:15-17"]\n[Note "2:Alert. 5+ !H"]'
    record = next(parse_pbn(text)).auction
    assert record is not None
    assert auction_text(record).splitlines() == [
        "West    North   East    South",
        "        1NT (1) -       2D (2)",
        "Pass    2H! (3) ^1C     `AC`",
        "?",
        "(1) 15-17",
        "(2) Alert. 5+ H",
        "(3) Alert. 15-17",
    ]
    assert "(2) Alert. 5+ ♥" in auction_text(record, symbols=True)
    assert "(1)" not in auction_text(record, notes=False)


@pytest.mark.parametrize(
    ("contract", "tricks", "said"),
    [
        ("4S by S", 10, "4S by South, made with 10 tricks: NS +420"),
        ("4SX by E", 8, "4SX by East, 2 down with 8 tricks: NS +300"),
        ("7NTXX by W", 13, "7NTXX by West, made with 13 tricks: NS -2280"),
        ("1C by N", 1, "1C by North, 6 down with 1 trick: NS -300"),
        ("1C by N", None, "1C by North"),
    ],
)
def test_results_in_words(contract: str, tricks: int | None, said: str) -> None:
    board = Board.of(None, vulnerability=Vulnerability.NONE, contract=Contract.parse(contract), tricks=tricks)
    assert result_text(board) == said


def test_other_ends() -> None:
    assert result_text(Board.of(auction=Auction.parse("P P P P"))) == "Passed out"
    assert result_text(Board()) == ""
    swapped = next(parse_pbn('[Contract "3NT"][Declarer "^S"][Result "^8"]'))
    assert result_text(swapped) == (
        "3NT by South (who was to be dummy), 1 down with 8 tricks (as agreed; not as played)"
    )
    assert result_text(next(parse_pbn('[Contract "S"]'))) == "Played in spades"


def test_the_play_marks_who_led() -> None:
    board = next(parse_pbn('[Declarer "S"][Contract "3NT"]\n[Play "W"]\nS2 S3 SA S4\nH3 ^R D4 H2 +\n*'))
    assert board.play is not None
    assert play_text(board.play, board.strain).splitlines() == [
        "      West   North  East   South",
        "  1. >S2     S3     SA     S4",
        "  2.  H3     ^D4   >H2     ?",
        "      the rest was not played",
    ]
    assert "♠2" in play_text(board.play, board.strain, symbols=True)


def test_the_heading() -> None:
    board = Board(number=3, dealer=Seat.SOUTH, vulnerability=Vulnerability.EW).with_tags(Event="Cup", Room="Open")
    assert heading(board) == "Board 3, South deals, EW vulnerable\nCup, Open"
    assert heading(board.with_tags(Event="x" * 100)).splitlines()[1] == "x" * 78 + ".."
