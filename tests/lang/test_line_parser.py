"""Kept tables of the line parser read every line as those just made do, and are believed only when sealed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import lark
import pytest

from bridgelang.core import sealed
from bridgelang.lang import line_parser as module
from bridgelang.lang.grammar import grammar_text, resource_folder
from bridgelang.lang.source import read

LINES = sorted(
    {
        node.line.text
        for path in sorted(Path(resource_folder("systems")).glob("*.bid"))[:3]
        for node in read(path.read_text(encoding="utf-8"), path.name).body
    }
)


def said(parser: lark.Lark, text: str) -> Any:
    """The tree of a line, or all that is said of one that cannot be read."""
    try:
        return parser.parse(text, start="line")
    except lark.UnexpectedInput as error:
        wanted = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
        return type(error), str(error), error.pos_in_stream, sorted(wanted)


@pytest.fixture(scope="module")
def fresh() -> lark.Lark:
    return lark.Lark(grammar_text(), **module._OPTIONS)


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables are kept; they have just been."""
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "cache"))
    module.line_parser.__wrapped__()
    return Path(module.entry_path(grammar_text()))


def test_kept_tables_read_as_fresh_ones_do(fresh: lark.Lark) -> None:
    kept = module.unpacked(module.packed(fresh))
    assert len(LINES) > 50
    for line in LINES:
        for text in (line, line[:-2], line + " and", line.replace(":", "", 1)):
            assert said(kept, text) == said(fresh, text)


def test_what_was_kept_is_used(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark.Lark, "__init__", None)  # making tables would fail
    assert said(module.line_parser.__wrapped__(), "1NT: 15-17 hcp").data == "line"


@pytest.mark.parametrize("how", ["cut", "other seal", "sealed nonsense", "sealed numbers", "writable"])
def test_tables_that_were_changed_are_made_again(entry: Path, fresh: lark.Lark, how: str) -> None:
    content = entry.read_bytes()
    key = (entry.parent / "key").read_bytes()
    good = content.split(b"\n", 1)[1]
    if how == "writable":
        if os.name != "posix":
            pytest.skip("file permissions as POSIX has them")
        entry.chmod(0o622)
    else:
        changed = {
            "cut": content[: len(content) // 2],
            "other seal": sealed.seal_of(b"guessed", entry, good) + b"\n" + good,
            "sealed nonsense": sealed.seal_of(key, entry, b'[{"parser":1},{"0":[]}]') + b'\n[{"parser":1},{"0":[]}]',
            "sealed numbers": sealed.seal_of(key, entry, b"[1, 2]") + b"\n[1, 2]",
        }[how]
        entry.write_bytes(changed)
    parser = module.line_parser.__wrapped__()
    assert said(parser, LINES[0]) == said(fresh, LINES[0])
    again = module.unpacked(sealed.read_sealed(str(entry)))  # good ones stand there now
    assert said(again, LINES[0]) == said(fresh, LINES[0])


def test_where_nothing_can_be_kept_lines_are_read_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "file" / "below"))
    assert said(module.line_parser.__wrapped__(), "1NT: 15-17 hcp").data == "line"
