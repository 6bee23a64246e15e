"""What must hold for any board and any text: boards survive writing, garbage is reported and never raises."""

from __future__ import annotations

import io
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bridgelang.core.dealing import deal
from bridgelang.interop.board import Board
from bridgelang.interop.pbn import EXPORT, KEEP, boards, format_pbn, parse_pbn, read_pbn, write_pbn
from bridgelang.interop.problems import Problem
from tests.interop import strategies

SAMPLES = sorted((Path(__file__).parents[1] / "data" / "pbn_samples").glob("*.pbn"))
TEXTS = [path.read_text() for path in SAMPLES]
WHOLE = [list(parse_pbn(text)) for text in TEXTS]


def read(text: str) -> tuple[list[Board], list[Problem]]:
    problems: list[Problem] = []
    return list(parse_pbn(text, problems.append)), problems


@settings(deadline=None)
@given(st.lists(strategies.boards(), max_size=3), st.sampled_from([KEEP, EXPORT]))
def test_any_board_survives_writing(written: list[Board], style: str) -> None:
    found, _ = read(format_pbn(written, style))
    if len(found) != len(written):
        assert style == KEEP and any(is_blank(board) for board in written)
        return
    for new, old in zip(found, written, strict=True):
        for field in ("number", "vulnerability", "hands", "auction", "tricks", "disputed", "play"):
            assert getattr(new, field) == getattr(old, field), field
        assert new.dealer == old.dealer
        assert (new.contract, new.is_passed_out) == (old.contract, old.is_passed_out)
        for tag in old.tags:
            assert new.tag(tag.name) == tag.value
            assert next(new.named_tags(tag.name)).comments == tag.comments
    again, _ = read(format_pbn(found, KEEP))
    assert again == found


def is_blank(board: Board) -> bool:
    """Whether keep style writes no tag for this board."""
    return "[" not in format_pbn([evolve(board, comments=())], KEEP)


FRAGMENTS = st.sampled_from(
    [
        *"[]{};%\"\\#=*+-^$!?:.&|",
        *(" ", "  ", "\t", "\n", "\n\n", "\r\n", "\x1a", "é", "♠"),
        *("Deal", "Board", "Event", "Auction", "Play", "Note", "Contract", "Declarer", "OptimumResultTable"),
        *('[Board "1"]', '[Board "2"]\n', '[Event "#"]', '[Site "##x"]', '[Dealer "S"]', '[Dealer\n'),
        *('[Auction "N"]\n', '[Auction ""]\n', '[Play "E"]\n', '[Note "1:x"]', '[Note "y"]', '[Deal "E:- - - -"]'),
        '[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]\n',
        *('[Contract "3NT"]\n', '[Declarer "N"]\n', '[Result "9"]', "Pass", "pass", "AP", "1C", "1C ", "X "),
        *("XX", "7NT", "^I", "^S", "=1=", "=3", "$4", "$999", "!!", "H2 ", "SA", "^R", "^L"),
        *("{ open", "} ", "; line\n", "% escape\n", '"quoted ; text"', '[Name "cut', '"]', "[of]", "[of"),
    ]
)  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(st.lists(FRAGMENTS | strategies.WORDS, max_size=40).map("".join))
@example('[A"[Board "1"]')
@example('[Play "E"]\nSA SK SQ\nS2 S3 S4 S5\n')
def test_garbage_is_reported_and_what_was_understood_survives(text: str) -> None:
    found, problems = read(text)
    for problem in problems:
        assert problem.line >= 1 and problem.message and problem.severity in ("error", "note")
    again, _ = read(format_pbn(found, KEEP))
    assert again == found
    exported, _ = read(format_pbn(found, EXPORT))
    assert len(exported) == len(found)
    for new, old in zip(exported, found, strict=True):
        assert {tag.name for tag in old.tags} <= {tag.name for tag in new.tags}
        assert new.hands == old.hands and new.contract == old.contract


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_bytes_of_any_kind_never_raise(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("bytes") / "any.pbn"
    path.write_bytes(content)
    list(read_pbn(path))


@settings(deadline=None)
@given(st.integers(0, len(TEXTS) - 1), st.data())
def test_a_damaged_file_never_raises(sample: int, data: st.DataObject) -> None:
    chance = random.Random(data.draw(st.integers(0, 10**9)))
    lines = TEXTS[sample].splitlines(keepends=True)[: data.draw(st.integers(10, 120))]
    for _ in range(data.draw(st.integers(1, 6))):
        at = chance.randrange(len(lines))
        line = lines[at]
        cut = chance.randrange(len(line) + 1)
        lines[at] = chance.choice(
            [
                "",
                line + line,
                line[:cut] + line[cut + 1 :],
                line[:cut] + chance.choice('[]"{};%\n*') + line[cut:],
            ]
        )
    found, _ = read("".join(lines))
    assert read(format_pbn(found, KEEP))[0] == found


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(TEXTS) - 1), st.floats(0, 1))
def test_a_file_cut_off_anywhere_keeps_the_boards_before_the_cut(sample: int, place: float) -> None:
    text, whole = TEXTS[sample], WHOLE[sample]
    cut = round(place * len(text))
    part, problems = read(text[:cut])
    assert part[:-1] == whole[: max(0, len(part) - 1)]
    lines = text[:cut].count("\n") + 1
    assert all(problem.line <= lines for problem in problems)
    tail = text[:cut].rpartition("\n")[2]
    if tail.startswith("[") and tail.count('"') == 1:
        told = [problem for problem in problems if "the file ends inside" in problem.message]
        assert [problem.line for problem in told] == [lines]
    if part:  # nothing is made up, and a tag that is cut off is not half read
        full = {(tag.name, tag.value) for tag in whole[len(part) - 1].tags}
        assert {(tag.name, tag.value) for tag in part[-1].tags} <= full


def test_a_long_file_takes_little_memory() -> None:
    def lines() -> Iterator[str]:
        for index in range(800):
            yield from format_pbn([Board.of(deal(1, index % 50), number=index + 1)], KEEP).splitlines(keepends=True)
            yield "\n"

    tracemalloc.start()
    try:
        count = sum(1 for _ in boards(lines()))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 800
    assert peak < 500_000


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text("old")

    def broken() -> Iterator[Board]:
        yield Board(number=1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_pbn(broken(), path)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["boards.pbn"]


@pytest.mark.parametrize("text", ["Müller", "Łukasz ♠", "Ã©", "plain"])
def test_every_encoding_is_read_back(tmp_path: Path, text: str) -> None:
    path = tmp_path / "names.pbn"
    write_pbn([Board(number=1).with_tags(West=text)], path)
    assert next(read_pbn(path)).tag("West") == text


def test_utf_16_and_old_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.pbn"
    path.write_bytes('[Board "1"]\r[West "é"]\r\r[Board "2"]\r'.encode("utf-16"))
    assert [(board.number, board.tag("West")) for board in read_pbn(path)] == [(1, "é"), (2, "")]
    path.write_bytes(b'\xef\xbb\xbf[Board "1"]\n')
    assert next(read_pbn(path)).number == 1


def test_reading_lines_and_reading_text_agree() -> None:
    for text in TEXTS:
        assert list(boards(io.StringIO(text))) == read(text)[0]
