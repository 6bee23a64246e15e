"""The table of mistakes: what people type, from every notation they know, is answered at the place with the cure."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from bridgelang.bidding.program import Program
from bridgelang.bidding.table import BiddingTable
from bridgelang.compile.files import convention_names, find_convention, find_system
from bridgelang.compile.pipeline import compile_text
from bridgelang.core.hands import Hand
from bridgelang.errors import NotationError
from bridgelang.lang.diagnostics import Diagnostic, render
from bridgelang.lang.habits import HABITS, LONGEST
from bridgelang.lang.habits_words import CONVENTIONS
from bridgelang.lang.parser import parse_system

DATA = Path(__file__).parents[1] / "data" / "mistakes.yaml"
TABLE = yaml.safe_load(DATA.read_text(encoding="utf-8"))
MARK = "▸"


class Mistake(NamedTuple):
    """A row of the table; ``text`` is the whole file, the mark taken out."""

    habit: str
    text: str
    code: str
    place: tuple[int, int]
    sentence: str


def mistake(row: list[str]) -> Mistake:
    habit, where, text, code, sentence = row
    frame = "…" if where == "file" else TABLE["frames"][where]
    marked = frame.replace("…", text)
    before, after = marked.split(MARK)
    line = before.count("\n") + 1
    return Mistake(habit, before + after, code, (line, len(before) - (before.rfind("\n") + 1) + 1), sentence)


ROWS = [mistake(row) for row in TABLE["mistakes"]]


def errors(text: str) -> tuple[list[Diagnostic], str]:
    compiled = compile_text(text, "my.bid")
    found = [d for d in compiled.diagnostics if d.is_error]
    return found, "\n".join(render(d, compiled.sources.get(d.file)) for d in found)


def test_other_names_of_conventions_lead_to_what_ships() -> None:
    """And none of them is the name of another one that ships."""
    ships = set(convention_names())
    assert set(CONVENTIONS.values()) <= ships
    assert not ships & set(CONVENTIONS)


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.habit}: {row.code} {n}" for n, row in enumerate(ROWS, 1)])
def test_each_mistake_is_named_at_its_place_with_the_cure(row: Mistake) -> None:
    found, text = errors(row.text)
    assert [(d.code, (d.span.line, d.span.column)) for d in found] == [(row.code, row.place)], text
    assert row.sentence in text, text
    assert found[0].file == "my.bid"


def test_the_table_is_large_enough_and_from_many_notations() -> None:
    assert len(ROWS) >= 150 and len({row.text for row in ROWS}) == len(ROWS)
    habits = [row.habit for row in ROWS]
    assert sum(habit not in ("own", "other") for habit in habits) > len(ROWS) / 2
    assert all(row.sentence for row in ROWS)
    assert {"BML", "BBOalert", "FD", "card", "code", "seats"} <= set(habits)


# ------------------------------------------------------------------ what is read as what it is


@pytest.mark.parametrize(("typed", "plain"), [tuple(row) for row in TABLE["read"]])
def test_what_can_be_read_only_one_way_is_read(typed: str, plain: str) -> None:
    assert parse_system(typed, "my.bid")[:2] == parse_system(plain, "my.bid")[:2]
    assert not parse_system(typed, "my.bid")[1]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("opening:\n  1NT\n".encode("utf-16"), "UTF-16"),
        ("opening:\n  1NT\n".encode("utf-16-le"), "UTF-16"),
        (b"PK\x03\x04\x14\x00\x06\x00", "word processor"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "word processor"),
        (b"{\\rtf1\\ansi opening:}", "RTF"),
        (b"%PDF-1.7", "PDF"),
    ],
)
def test_files_that_are_no_plain_text_say_what_to_do(data: bytes, kind: str) -> None:
    (found,) = compile_text(data, "my.bid").diagnostics
    assert found.code == "B002" and kind in found.message and "save it as plain text, UTF-8" in found.message


@pytest.mark.parametrize("name", ["SAYC", "Sayc", "Stayman"])
def test_names_of_what_ships_may_have_capitals(name: str) -> None:
    assert find_system(name) == find_system(name.lower())
    assert find_convention(name, ".") is not None


@pytest.mark.parametrize("text", ["AKQ2 KQ2 432 432", "AKQ2-KQ2-432-432", "akq2,kq2,432,432", "AKQ2KQ2432432"])
def test_a_hand_without_dots_is_told_of_them(text: str) -> None:
    with pytest.raises(NotationError, match="parted by dots"):
        Hand.parse(text)


# ------------------------------------------------------------------ letters that nothing names


LETTERS = ("M", "m", "oM", "om", "x", "y", "z")


@pytest.mark.parametrize(
    "path", ["after 3x:", "after (2y):", "after 1M:", "after 2om:", "when they opened x:", "opening:"]
)
@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_known_only_as_the_other_one(path: str, letter: str) -> None:
    """`2oM` where nothing says which suit M is, in every kind of place: a message or a system, never a fault."""
    for call in (f"2{letter}", f"cheapest {letter}", f"4{letter}"):
        for condition in ("4+ oM, 3 M", "4+ om, 3+ m", f"5+ {letter}", "4+ y, x is above y"):
            compiled = compile_text(f"{path}\n  {call}: {condition} ; longest first\n", "my.bid")
            assert (compiled.program is None) == any(d.is_error for d in compiled.diagnostics)
            if compiled.program is not None:
                BiddingTable.alone(Program(compiled.program)).root(0, 0).position().all_entries()


def test_a_long_block_under_a_header_without_its_colon_is_one_message() -> None:
    text = "opening\n" + "  1NT: 15-17 hcp, balanced\n" * 400
    (found,) = compile_text(text, "my.bid").diagnostics
    assert (found.code, found.location()) == ("B103", "my.bid:1:8")


def test_no_habit_begins_inside_a_word() -> None:
    """`seven` has no `even`, `than` no article, and `six spades` are no small cards."""
    for row in TABLE["mistakes"]:
        text = row[2].replace(MARK, "")
        for habit in HABITS:
            for match in habit.pattern.finditer(text[:LONGEST]):
                start, end = match.span("at" if "at" in habit.pattern.groupindex else 0)
                assert start == end or not text[max(0, start - 1) : start + 1].isalpha() or start == 0, (text, match)


@pytest.mark.parametrize("piece", ["5+!s, ", "12 to ", "(1H) ", "!h"])
def test_looking_for_habits_takes_no_time(piece: str) -> None:
    """Lines made to match as many habits as can be, of every length that is looked at."""
    lines = "".join(f"  1C: {(piece * 2_000)[:length]}?\n" for length in (280, 290, 3_000, 3_900) for _ in range(2))
    start = time.process_time()
    found = compile_text("opening:\n" + lines, "my.bid").diagnostics
    assert found and time.process_time() - start < 4
