"""The table of mistakes: what people type, from every notation they know, is answered at the place with the cure."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from bridgelang.compile.pipeline import compile_text
from bridgelang.lang.diagnostics import Diagnostic, render

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
