"""What can stand at the cursor: asked of the grammar itself, with the names of the file and the conventions."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator

from attrs import frozen
from lark.exceptions import UnexpectedInput
from lark.lexer import PatternStr

from bridgelang.compile.files import SUFFIX, convention_names, find_convention
from bridgelang.compile.shipped import header
from bridgelang.editor.text import Text, outside_quotes
from bridgelang.lang import ast, source
from bridgelang.lang.line_parser import line_parser

_PARTIAL = re.compile(r"[A-Za-z0-9'_-]*$")
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_LISTS = {
    "SUITWORD": _SUITS,
    "SHORT": ("void", "singleton", "doubleton", "shortage"),
    "NEVER": ("never",),
    "ORDINAL": ("1st", "2nd", "3rd", "4th"),
}
_TAGS = (
    "forcing", "game forcing", "invitational", "signoff", "preemptive", "takeout", "negative", "penalty", "artificial",
    "transfer to", "agrees", "keycard ask for", "forcing to",
)  # fmt: skip


@frozen
class Offer:
    """One thing that can be written: the word, what sort of thing it is, and a line about it."""

    word: str
    kind: str
    about: str = ""


def complete(text: Text, row: int, column: int, folder: str) -> list[Offer]:
    """What can be written at a place (1-based column of the cursor), those that go on from what is typed already."""
    before = text.line(row)[: column - 1]
    if source.split_comment(before)[1] or before.count('"') % 2:
        return []
    partial = _PARTIAL.search(before)
    typed = partial.group() if partial else ""
    said = before[: len(before) - len(typed)]
    if said.count("[") > said.count("]"):
        offers = [Offer(tag, "tag") for tag in _TAGS]
    else:
        offers = list(_offers(text, row, said, folder))
    return [one for one in offers if one.word.startswith(typed) and one.word != typed]


def _offers(text: Text, row: int, said: str, folder: str) -> Iterator[Offer]:
    """What the grammar lets follow, in the logical line that the row belongs to."""
    statement = text.statement_at(row)
    if statement is not None and statement.span.line < row and not said.lstrip():
        return
    start = statement.span.line if statement is not None and statement.span.line < row else row
    rows = [source.split_comment(text.line(number))[0].strip() for number in range(start, row)]
    line = " ".join([*rows, source.split_comment(said)[0].strip()]).strip()
    if re.fullmatch(r"use", line):
        yield from _conventions(folder)
        return
    if found := re.match(r"use\s+([A-Za-z0-9-]+)\s.*\bwith(\s+|.*,\s*)$", line + " "):
        yield from _settings(found.group(1), folder)
        return
    wanted = _accepted(outside_quotes(line))
    if "NAME" in wanted and line:
        yield from _names(text)
    for terminal in sorted(wanted):
        for word in _words_of().get(terminal, ()):
            yield Offer(word, "word")


def _accepted(line: str) -> set[str]:
    """The terminals with which a line can go on; none when it is wrong already."""
    reader = line_parser().parse_interactive(line, start="line")
    try:
        reader.exhaust_lexer()
    except UnexpectedInput:
        return set()
    return set(reader.accepts())  # type: ignore[no-untyped-call]


@functools.cache
def _words_of() -> dict[str, tuple[str, ...]]:
    """The words that each terminal of the grammar can be."""
    out: dict[str, tuple[str, ...]] = dict(_LISTS)
    for terminal in line_parser().terminals:
        if isinstance(terminal.pattern, PatternStr) and re.fullmatch(r"[A-Za-z][A-Za-z'-]*", terminal.pattern.value):
            out[terminal.name] = (terminal.pattern.value,)
    return out


def _names(text: Text) -> Iterator[Offer]:
    for name, statement in text.names().items():
        kind = {ast.Definition: "definition", ast.Setting: "setting"}.get(type(statement), "quantity")
        yield Offer(name, kind, text.line(statement.span.line).strip())


def _conventions(folder: str) -> Iterator[Offer]:
    """The conventions that `use` finds from a folder."""
    names = set(convention_names())
    for place in (folder, os.path.join(folder, "conventions")):
        if os.path.isdir(place):
            names |= {name[: -len(SUFFIX)] for name in os.listdir(place) if name.endswith(SUFFIX)}
    for name in sorted(names):
        path = find_convention(name, folder)
        if path is not None and (found := header(path)).kind == "convention":
            yield Offer(name, "convention", found.title)


def _settings(name: str, folder: str) -> Iterator[Offer]:
    """The settings of a convention."""
    path = find_convention(name, folder)
    if path is not None:
        for setting, value, about in header(path).settings:
            yield Offer(setting, "setting", f"{value}  {about}".strip())
