"""Lines are read by the shipped tables as Lark reads them by the grammar, and refused where it refuses them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import lark
import pytest

from bridgelang.lang import line_tables
from bridgelang.lang.grammar import resource_folder
from bridgelang.lang.line_parser import line_parser
from bridgelang.lang.line_reader import Unread, line_reader
from bridgelang.lang.source import Node, read


def lines_of(nodes: list[Node]) -> list[str]:
    return [text for node in nodes for text in (node.line.text, *lines_of(node.children))]


LINES = sorted(
    {
        line
        for path in Path(resource_folder("systems")).rglob("*.bid")
        for line in lines_of(read(path.read_text(encoding="utf-8"), path.name).body)
    }
)
WORDS = sorted({word for line in LINES for word in line.split()})
MARKS = [*' ,;:()[]x2+-/"', "♠", "\t", "\xa0"]


def plain(node: Any) -> Any:
    """A tree of Lark's or of ours as lists: names, places, words and what they are."""
    if node is None:
        return None
    if isinstance(node, str):
        return str(node), node.type, node.start_pos, node.end_pos  # type: ignore[attr-defined]
    place = getattr(node, "meta", node)
    places = getattr(place, "start_pos", None), getattr(place, "end_pos", None)
    return str(node.data), places, [plain(child) for child in node.children]


def by_lark(text: str, start: str) -> Any:
    try:
        return plain(line_parser().parse(text, start=start))
    except lark.UnexpectedInput:
        return None


def by_tables(text: str, start: str) -> Any:
    try:
        return plain(line_reader().read(text, start))
    except Unread:
        return None


def test_shipped_lines_are_read_the_same() -> None:
    for text in LINES[::5]:
        assert by_tables(text, "line") == by_lark(text, "line") is not None, text


@pytest.mark.slow
def test_every_shipped_line_is_read_the_same() -> None:
    for text in LINES:
        assert by_tables(text, "line") == by_lark(text, "line") is not None, text


def test_changed_lines_are_read_or_refused_the_same() -> None:
    draw = random.Random(3)
    read_at_all = 0
    for text in LINES[::13]:
        words, place = text.split(" "), draw.randrange(len(text))
        number = draw.randrange(len(words))
        for changed in (
            " ".join(words[:number] + words[number + 1 :]),
            " ".join([*words[:number], draw.choice(WORDS), *words[number:]]) + " ",
            text[:place] + draw.choice(MARKS) + text[place + draw.randrange(2) :],
        ):
            found = by_tables(changed, "line")
            assert found == by_lark(changed, "line"), changed
            read_at_all += found is not None
        condition = text.partition(":")[2].strip()
        assert by_tables(condition, "cond") == by_lark(condition, "cond"), condition
    assert 100 < read_at_all < 1_000


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    shipped = line_tables.shipped()
    assert shipped is not None, "the grammar has changed: run  python -m bridgelang.lang.line_tables"
    assert shipped == line_tables.made()


def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for content in ("", "[1]", "{}", '{"grammar": "other"}'):
        (tmp_path / "tables.json").write_text(content)
        monkeypatch.setattr(line_tables, "_path", lambda: str(tmp_path / "tables.json"))
        assert line_tables.shipped() is None
        assert line_tables.line_tables.__wrapped__()["states"]
