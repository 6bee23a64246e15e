"""JSON lines, and conversion between the formats."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.cards import Card, Rank, Strain, Suit
from bridgelang.core.dealing import deal
from bridgelang.core.seats import SEATS, Seat, Side, Vulnerability
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board
from bridgelang.interop.convert import convert, format_boards, format_of, read_boards, sniff, write_boards
from bridgelang.interop.jsonlines import from_json, json_line, parse_jsonl, read_jsonl, to_json, write_jsonl
from bridgelang.interop.lin import format_lin, parse_lin
from bridgelang.interop.pbn import EXPORT, KEEP, format_pbn, parse_pbn, read_pbn
from bridgelang.interop.problems import Problem
from bridgelang.interop.records import RecordedAuction
from bridgelang.report.diagram import board_text
from tests.interop import strategies

DATA = Path(__file__).parents[1] / "data"
SAMPLES = sorted((DATA / "pbn_samples").glob("*.pbn"))


@settings(deadline=None)
@given(strategies.boards())
def test_every_board_comes_back_from_json(board: Board) -> None:
    line = json_line(board)
    assert "\n" not in line
    (again,) = parse_jsonl([line])
    assert again == board


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_comes_back_from_json(path: Path, tmp_path: Path) -> None:
    boards = list(read_pbn(path))
    problems: list[Problem] = []
    assert write_jsonl(boards, tmp_path / "boards.jsonl") == len(boards)
    assert list(read_jsonl(tmp_path / "boards.jsonl", problems.append)) == boards
    assert not problems


def test_the_fields_a_program_reads() -> None:
    board = next(read_pbn(DATA / "pbn_samples" / "analyser_auctions.pbn"))
    found = to_json(board)
    assert found["board"] == 1 and found["dealer"] == "S" and found["vulnerable"] == "all"
    assert found["auction"] == ["P", "P", "P", "1C", "1D", "1H", "X", "2H", "P", "P", "P"]
    assert found["calls"]["6"]["note"] == "Snapdragon Double"
    assert (found["contract"], found["tricks"], found["score"]) == ("2H by W", 7, 100)
    assert found["hands"]["N"] == "A875.J86.T2.A853"


def test_a_board_some_other_program_wrote() -> None:
    board = from_json(
        {
            "board": 3,
            "deal": "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432",
            "contract": "7NT by N",
            "tricks": 13,
        }
    )
    assert board.deal is not None and str(board.contract) == "7NT by N"
    assert from_json({"contract": "pass"}).is_passed_out
    assert from_json({"dealer": "W", "auction": ["1NT", "P"]}).auction.entries[1].seat == Seat.NORTH  # type: ignore[union-attr]


@pytest.mark.parametrize("dealer", [None, *SEATS])
@pytest.mark.parametrize("start", SEATS)
@pytest.mark.parametrize("column", SEATS)
def test_a_seat_is_a_seat_though_north_is_the_first(dealer: Seat | None, start: Seat, column: Seat) -> None:
    """North is 0, and 0 is a seat: an auction that starts with another player than the dealer keeps its start."""
    record = evolve(RecordedAuction.of(Auction.parse("1NT P P P", str(start))), column=column)
    board = Board(number=1, dealer=dealer, auction=record)
    assert from_json(to_json(board)) == board


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_nothing_asks_whether_a_seat_a_suit_or_a_card_is_true(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """North, clubs and the two of clubs are 0: reading, writing and showing boards ask whether they are there."""

    def refuse(self: object) -> bool:
        raise AssertionError(f"asked whether {self!r} is true")

    for kind in (Seat, Side, Vulnerability, Suit, Strain, Rank, Card):
        monkeypatch.setattr(kind, "__bool__", refuse, raising=False)
    boards = list(read_pbn(path))
    assert len(list(parse_pbn(format_pbn(boards, EXPORT)))) == len(boards)
    assert len(list(parse_lin(format_lin(boards)))) == len(boards)
    assert list(parse_jsonl([json_line(board) for board in boards])) == boards
    for board in boards:
        assert board_text(board, symbols=True, play=True)
        _ = (board.score, board.contract, board.declarer, board.opening_leader)


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize("dealer", SEATS)
def test_a_deal_stays_as_it_was_written(first: Seat, dealer: Seat) -> None:
    text = f'[Dealer "{dealer}"]\n[Deal "{deal(1, 1).to_pbn(first)}"]\n'
    (board,) = parse_pbn(text)
    assert format_pbn([board], KEEP) == text
    changed = evolve(board, hands=deal(1, 2).hands)
    assert format_pbn([changed], KEEP) == f'[Dealer "{dealer}"]\n[Deal "{deal(1, 2).to_pbn(first)}"]\n'


WILD = st.text(st.sampled_from('aB1 {}[];"%\\\n\r\t\0\x1a=*+-^#é♠\ud800'), max_size=10)
"""What a player of another program might have put into a name, a note or a comment."""
WILD_VALUES = WILD | st.sampled_from(
    ["Board", "Deal", "Note", "Auction", "Play", '[Board "2"]', '{\n\n[Deal "x"]\n{', "%"]
)
COMMENTS = st.lists(st.tuples(WILD_VALUES | st.sampled_from("{;%"), WILD_VALUES).map(list), max_size=2)
TAGS = st.tuples(WILD_VALUES, WILD_VALUES).map(list) | st.tuples(
    WILD_VALUES, WILD_VALUES, st.lists(WILD_VALUES, max_size=3), COMMENTS
).map(list)
MARKS = st.fixed_dictionaries(
    {}, optional={"note": WILD_VALUES, "unread": st.just(True), "alert": st.booleans(), "comments": COMMENTS,
                  "nags": st.lists(st.integers(0, 300), max_size=2), "number": st.integers(0, 40)},
)  # fmt: skip
LINES = st.fixed_dictionaries(
    {},
    optional={
        "board": st.integers(0, 10**12),
        "dealer": st.sampled_from("NESW"),
        "auction": st.lists(st.just("P") | st.just("1C"), max_size=5),
        "calls": st.dictionaries(st.sampled_from("01234"), MARKS, max_size=3),
        "auction_frame": st.fixed_dictionaries(
            {}, optional={"ending": WILD_VALUES, "start": st.sampled_from("NESW"), "notes": st.lists(WILD_VALUES)}
        ),
        "tags": st.lists(TAGS, max_size=4),
        "comments": COMMENTS,
    },
)  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(st.lists(LINES, min_size=1, max_size=3), st.sampled_from([KEEP, EXPORT]))
def test_as_many_boards_come_back_from_pbn_whatever_their_texts_hold(lines: list[object], style: str) -> None:
    boards = list(parse_jsonl([json.dumps(line) for line in lines]))
    again = list(parse_pbn(format_pbn(boards, style)))
    assert len(again) == len(boards)
    assert len(list(parse_lin(format_lin(boards)))) == len(boards)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "this line is no JSON: Expecting property name"),
        ("[1]", "`[1]` is not a board: an object is expected"),
        ('{"board": "one"}', 'board: `"one"` is not a number'),
        ('{"board": true}', "board: `true` is not a number"),
        ('{"tricks": 14}', "tricks: 14 is not a number from 0 to 13"),
        ('{"dealer": "Z"}', "`Z` is not a seat"),
        ('{"auction": ["8C"]}', "`8C` is not a bid"),
        ('{"auction": [1]}', "auction: `1` is not a call"),
        ('{"hands": {"N": "AK"}}', "North's hand is `AK`"),
        ('{"play": {"leader": "N", "tricks": [["SA"]]}}', "play: trick 1 does not have four places"),
        ('{"play": {"tricks": []}}', "play: the leader is missing"),
        ('{"tags": [["x"]]}', "is not a name and a value"),
        ('{"comments": ["x"]}', "is not a kind and a text"),
        ('{"calls": [], "auction": {}}', "auction: `{}` is not a list"),
    ],
)
def test_lines_that_are_no_board_are_reported_and_left_out(line: str, said: str) -> None:
    problems: list[Problem] = []
    boards = list(parse_jsonl(['{"board": 1}', "", line, '{"board": 2}'], problems.append, "b.jsonl"))
    assert [board.number for board in boards] == [1, 2]
    assert len(problems) == 1
    assert problems[0].line == 3 and said in problems[0].message


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.sampled_from(["", "N", "1NT", "SA", "-", "4S by N", "NS"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["board", "dealer", "hands", "deal", "auction", "calls", "0", "N", "play", "leader", "tricks", "cards",
             "tags", "comments", "stated", "bid", "strain", "doubled", "note", "nags", "contract", "auction_frame"]
        ),
        inner,
        max_size=5,
    ),
    max_leaves=20,
)  # fmt: skip


@settings(max_examples=300)
@given(values)
def test_json_of_any_shape_never_raises_anything_else(value: object) -> None:
    problems: list[Problem] = []
    boards = list(parse_jsonl([json.dumps(value)], problems.append))
    assert len(boards) + len(problems) == 1


# -- conversion -----------------------------------------------------------------------------------


def test_there_and_back_through_every_format(tmp_path: Path) -> None:
    source = DATA / "reference_sayc_400.pbn"
    boards = list(read_pbn(source))
    chain = [source, tmp_path / "a.jsonl", tmp_path / "b.lin", tmp_path / "c.jsonl", tmp_path / "d.pbn"]
    for before, after in itertools.pairwise(chain):
        done = convert(before, after)
        assert done.boards == 400
        assert not [problem for problem in done.problems if problem.severity == "error"]
    for new, old in zip(read_boards(chain[-1]), boards, strict=True):
        for field in ("number", "dealer", "vulnerability", "hands", "auction"):
            assert getattr(new, field) == getattr(old, field)
        assert new.contract == old.contract and new.is_passed_out == old.is_passed_out
        assert new.tag("Event") == old.tag("Event").replace(",", "")  # LIN has no commas in titles


def test_a_file_can_be_rewritten_in_place(tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_bytes((DATA / "pbn_samples" / "quirks.pbn").read_bytes())
    first = list(read_pbn(path))
    done = convert(path, path, style="keep")
    assert done.boards == 17 and list(read_pbn(path)) == first
    assert any("Room" in problem.message for problem in done.problems)


def test_the_format_is_found_by_name_or_by_looking(tmp_path: Path) -> None:
    board = Board(number=5, dealer=Seat.NORTH)
    for name in ("pbn", "lin", "jsonl"):
        path = tmp_path / f"{name}.txt"
        assert write_boards([board], path, name) == 1
        assert sniff(path) == name
        (again,) = read_boards(path)
        assert evolve(again, tags=(), comments=()) == board
        assert format_boards([board], name.upper()).splitlines() == path.read_text().splitlines()
    assert format_of("x.JSON") == "jsonl"
    for bad in ("x.txt", "x"):
        with pytest.raises(NotationError, match=r"does not say its format: end it in \.pbn, \.lin or \.jsonl"):
            convert(path, tmp_path / bad)
        assert not (tmp_path / bad).exists()
    with pytest.raises(NotationError, match="`doc` is not a format"):
        format_boards([], "doc")
    with pytest.raises(FileNotFoundError):
        convert(tmp_path / "nothing.pbn", tmp_path / "out.pbn")
    assert not (tmp_path / "out.pbn").exists()


def test_what_is_lost_on_the_way_is_said(tmp_path: Path) -> None:
    done = convert(DATA / "pbn_samples" / "match_results_with_alerts.pbn", tmp_path / "out.lin")
    assert done.boards == 20
    messages = [problem.message for problem in done.problems if problem.message.startswith("LIN has no place")]
    assert "LIN has no place for the tag ParScore: left out (said once, first met here)" in messages
