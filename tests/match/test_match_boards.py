"""Boards from PBN files, and systems bidding them either way."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.match import play_match
from bridgelang.match.bidding import Bidden, Bidder, SystemBidder, bid_boards
from bridgelang.match.boards import Board, BoardsError, ListedBoards, RandomBoards, open_boards, source_from_spec

PBN = """% PBN 2.1
[Board "7"]
[Dealer "E"]
[Vulnerable "All"]
[Deal "N:A6.842.K54.AK642 KQ75.Q7.AT7.9875 T9843.JT63.Q.QT3 J2.AK95.J98632.J"]
[Room "Open"]

[Board "7"]
[Dealer "E"]
[Vulnerable "All"]
[Deal "N:A6.842.K54.AK642 KQ75.Q7.AT7.9875 T9843.JT63.Q.QT3 J2.AK95.J98632.J"]
[Room "Closed"]

[Board "8"]
[Deal "E:9.KQ987.732.AT83 QT532.JT63.K94.K AK8.A54.AJ6.QJ65 J764.2.QT85.9742"]

[Event "no deal"]
[Board "9"]

[Deal "S:QJ4.T5.AJ32.Q854 T96532.863.Q5.T6 AK.Q42.T984.J932 -"]
"""


@pytest.fixture
def pbn(tmp_path: Path) -> str:
    path = tmp_path / "some.pbn"
    path.write_text(PBN)
    return str(path)


def test_a_pbn_file_gives_its_boards(pbn: str) -> None:
    source = open_boards(pbn, 3)
    assert isinstance(source, ListedBoards) and source.size == 3
    first, second, third = source.take(0, 3)
    # the dealer and vulnerability that the file states, not those of board 7; one board for both rooms
    assert (first.number, first.dealer, first.vulnerability) == (7, Seat.EAST, Vulnerability.ALL)
    # none stated: those of board 8
    assert (second.number, second.dealer, second.vulnerability) == (8, Seat.WEST, Vulnerability.NONE)
    # no number: the place in the file; the fourth hand is what is left
    assert third.number == 5 and str(third.deal[Seat.EAST]) == "87.AKJ97.K76.AK7"
    assert str(source) == "the file some.pbn"


def test_a_match_on_a_pbn_file_in_two_processes(pbn: str) -> None:
    stub = "python:tests.match.match_stubs:Stub"
    results = [
        play_match(stub, stub, a_settings={"light": "3"}, deck=pbn, boards=3, jobs=jobs, cache=False) for jobs in (1, 2)
    ]
    one, two = (json.dumps(attrs.asdict(result), default=list) for result in results)
    assert one == two and results[0].boards == 3


def test_too_few_boards_and_a_changed_file_are_told(pbn: str, tmp_path: Path) -> None:
    with pytest.raises(BoardsError, match=r"10 boards are wanted; there are 3 in the file some\.pbn"):
        open_boards(pbn, 10)
    spec = open_boards(pbn, 3).spec()
    assert source_from_spec(spec).take(0, 1) == open_boards(pbn, 3).take(0, 1)
    Path(pbn).write_text(PBN.replace('"8"', '"12"'))
    with pytest.raises(BoardsError, match="changed"):
        source_from_spec(spec)
    with pytest.raises(BoardsError, match="No such file"):
        open_boards(str(tmp_path / "missing.pbn"), 1)
    empty = tmp_path / "empty.pbn"
    empty.write_text("")
    with pytest.raises(BoardsError, match="no board"):
        open_boards(str(empty), 1)


class OneQuestionAtATime(SystemBidder):
    """The same system without its short way."""

    def bid_with(self, other: Bidder, boards: object) -> list[tuple[Bidden, Bidden]] | None:
        return None


def test_the_short_way_makes_the_same_calls_by_the_same_rules() -> None:
    from bridgelang import load_system

    goren, simple = load_system("goren"), load_system("acol-first")
    boards: list[Board] = RandomBoards(3).take(0, 60)
    short = bid_boards(boards, SystemBidder(goren, simple), SystemBidder(simple, goren))
    long = bid_boards(boards, OneQuestionAtATime(goren, simple), OneQuestionAtATime(simple, goren))
    assert short == long
    assert any(answer.rule for bidden, _ in short for answer in bidden.answers)


def test_a_loaded_system_its_name_and_its_path_are_one_player(deck: str, tmp_path: Path) -> None:
    from bridgelang import load_system

    loaded = load_system("acol-first")
    options = {"deck": deck, "boards": 50, "cache": False}
    files = [tmp_path / name for name in ("object", "name", "processes")]
    play_match(loaded, "goren", out=files[0], **options)  # type: ignore[arg-type]
    play_match("acol-first", "goren", out=files[1], **options)  # type: ignore[arg-type]
    play_match(loaded, "goren", out=files[2], jobs=2, **options)  # type: ignore[arg-type]
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()
