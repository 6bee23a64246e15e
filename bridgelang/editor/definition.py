"""Where the thing under the cursor is said: a name's line, a convention's file, the block that `same as` copies."""

from __future__ import annotations

import os

from attrs import frozen

from bridgelang.compile.files import find_convention
from bridgelang.editor.text import Place, Text, read_text
from bridgelang.lang import ast


@frozen
class Target:
    """A file (empty: this one) and a place in it."""

    path: str
    place: Place


def definition(text: Text, row: int, column: int, folder: str) -> Target | None:
    """Where what stands at a place is defined; None when it is nothing that is defined somewhere."""
    statement = text.statement_at(row)
    word = text.word_at(row, column)
    if isinstance(statement, ast.Use):
        sets = word is not None and text.line(row)[word[1].end - 1 :].lstrip().startswith("=")
        return _of_use(statement, word[0] if word else "", sets, text, folder)
    if isinstance(statement, ast.Block) and len(statement.body) == 1 and isinstance(statement.body[0], ast.SameAs):
        statement = statement.body[0]
    if isinstance(statement, ast.SameAs):
        return _copied(statement, text)
    if word is None:
        return None
    named = text.names().get(word[0])
    return None if named is None else Target("", _name_place(text, named.span.line, word[0]))


def _of_use(use: ast.Use, word: str, sets: bool, text: Text, folder: str) -> Target | None:
    """The convention's file; for a setting that the line ``sets``, its line there; for a name of ours, its line."""
    path = find_convention(use.name, folder)
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        other = read_text(file.read(), os.path.basename(path))
    if sets and (setting := other.names().get(word)) is not None:
        return Target(path, _name_place(other, setting.span.line, word))
    if word != use.name and (named := text.names().get(word)) is not None:
        return Target("", _name_place(text, named.span.line, word))
    return Target(path, Place(1, 1, 1))


def _copied(same: ast.SameAs, text: Text) -> Target | None:
    """The header of the block that a `same as` copies, at the margin of the file."""
    for statement in text.tree.body:
        if isinstance(statement, ast.Block):
            context = statement.context
            if (same.opening and context.kind == "opening") or (
                not same.opening and context.kind == "after" and context.path == same.path
            ):
                span = statement.span
                return Target("", Place(span.line, span.column, span.end_column))
    return None


def _name_place(text: Text, row: int, name: str) -> Place:
    start = text.line(row).index(name) + 1
    return Place(row, start, start + len(name))
