"""A word that nobody knows, looked at again in its line: a habit of another notation, a comma left out, a convention.

Whether a word is unknown shows only when all files are read; then the line as it was typed tells most.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import attrs

from bridgelang.compile.files import convention_names
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import split_comment
from bridgelang.lang.span import Span
from bridgelang.lang.words import known_words, small_words

_UNKNOWN = re.compile(r"unknown word `([^`]+)`")
MAX_LOOKED_AT = 40


def explained(found: Sequence[Diagnostic], sources: Mapping[str, Sequence[str]]) -> list[Diagnostic]:
    """The same messages, those of unknown words with the true cause where the line shows it: one for each cause."""
    out: list[Diagnostic] = []
    causes: set[tuple[str, int, str]] = set()
    looked_at = 0
    for one in found:
        unknown = _UNKNOWN.fullmatch(one.message) if one.code == "B102" else None
        lines = sources.get(one.file, ())
        looked_at += unknown is not None
        if unknown is None or not 0 < one.span.line <= len(lines) or looked_at > MAX_LOOKED_AT:
            out.append(one)
            continue
        better = _explained(one, unknown.group(1), lines[one.span.line - 1])
        cause = (one.file, one.span.line, better.message)
        if better.code == "B105" and cause in causes:
            continue
        causes.add(cause)
        out.append(better)
    said = {(d.file, d.span.line) for d in out if d.code == "B105"}
    return [d for d in out if d.code not in ("B101", "B102") or (d.file, d.span.line) not in said]


def _explained(one: Diagnostic, word: str, raw: str) -> Diagnostic:
    from bridgelang.lang.habits_words import word_hint
    from bridgelang.lang.unread import is_read, read_again

    content = split_comment(raw)[0]
    text = small_words(content.lstrip())
    shift = len(content) - len(text)
    column = one.span.column - 1 - shift
    habit = read_again(text, column)
    if habit is not None:
        message, start, end = habit
        row = one.span.line
        return attrs.evolve(
            one, code="B105", message=message, span=Span(row, start + shift + 1, row, end + shift + 1), label=""
        )
    if word in known_words():
        label = "a comma is missing before this" if is_read(f"{text[:column].rstrip()}, {text[column:]}") else ""
        return attrs.evolve(one, code="B101", message=f"`{word}` cannot stand here", label=label)
    return attrs.evolve(one, label=_convention(word) or word_hint(word) or one.label)


def _convention(word: str) -> str:
    from bridgelang.lang.habits_words import CONVENTIONS

    plain = word.lower()
    name = CONVENTIONS.get(plain, plain)
    return f"`{name}` is a convention: use {name}" if name in convention_names() else ""
