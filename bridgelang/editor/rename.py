"""Another name for a definition, setting or quantity, or another letter for a suit, wherever it is meant.

A name is changed in the whole file, a letter in the outermost block, rule or definition that has it. What is called
the same and is something else stays: a convention's setting, a word that a setting can be, what stands in notes and
remarks. The new text has to be read as well as the old one, else nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bridgelang.compile.names import can_be_name
from bridgelang.editor.text import Named, Place, Text, outside_quotes, read_text
from bridgelang.errors import NotationError
from bridgelang.lang import ast, source

_LETTERS = "tuvwxyz"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9'_-]*")
_FOREIGN = re.compile(r"\b(?:use|system|convention|is|is not)\s+$")
"""What stands before a word that is no name of this file: a file's name, or a word that a setting can be."""


def rename(text: Text, row: int, column: int, new: str) -> list[Place]:
    """The places that become ``new`` when what stands at a place is renamed.

    Raises:
        NotationError: when there is nothing to rename, or the new name cannot be used.
    """
    letter = letter_at(text, row, column)
    word = text.word_at(row, column)
    if letter is not None:
        places = _letter(text, row, letter[0], new)
    elif word is not None and word[0] in text.names():
        places = _name(text, word[0], new)
    else:
        raise NotationError("only a letter for a suit, or a name that this file defines, can be renamed", new)
    if not read_text(renamed(text, places, new), text.name).faults == () == text.faults:
        raise NotationError(f"with `{new}` the file could not be read", new)
    return places


def renamed(text: Text, places: list[Place], new: str) -> str:
    """The text with each place become ``new``."""
    lines = text.content.replace("\r\n", "\n").split("\n")
    for place in sorted(places, key=lambda one: (one.row, -one.column)):
        line = lines[place.row - 1]
        lines[place.row - 1] = line[: place.column - 1] + new + line[place.end - 1 :]
    return "\n".join(lines)


def letter_at(text: Text, row: int, column: int) -> tuple[str, Place] | None:
    """The suit letter that a place lies in or just behind: alone, or in a call such as `2x`."""
    for found in _letters(text.line(row), f"[{_LETTERS}]|[Mm]"):
        if found.start() < column <= found.end() + 1:
            return found.group(), Place(row, found.start() + 1, found.end() + 1)
    return None


def _letters(line: str, which: str) -> Iterator[re.Match[str]]:
    """Where letters stand in a line: not in words, notes or remarks."""
    said = outside_quotes(source.split_comment(line)[0])
    return re.finditer(rf"(?<![A-Za-z'_-])(?:{which})(?![A-Za-z0-9'_-])", said)


def _letter(text: Text, row: int, letter: str, new: str) -> list[Place]:
    """A letter in the outermost statement round a row that has it."""
    if letter in "Mm":
        raise NotationError(
            f"`{letter}` always means a {'major' if letter == 'M' else 'minor'}: it has no other name", new
        )
    if len(new) != 1 or new not in _LETTERS:
        raise NotationError(f"`{new}` is no letter for any suit: {', '.join(_LETTERS)}", new)
    first, last = _scope(text, row, letter)
    rows = range(first, last + 1)
    if any(True for number in rows for _ in _letters(text.line(number), new)):
        raise NotationError(f"`{new}` is another suit there already", new)
    return [
        Place(number, found.start() + 1, found.end() + 1)
        for number in rows
        for found in _letters(text.line(number), letter)
    ]


def _scope(text: Text, row: int, letter: str) -> tuple[int, int]:
    """The rows of the outermost block round a row whose header has the letter, else those of the statement."""
    home: tuple[ast.Statement, tuple[ast.Block, ...]] | None = None
    for statement, around in text.statements():
        if statement.span.line <= row <= statement.span.end_line:
            home = statement, around
    if home is None:
        return row, row
    statement, around = home
    for block in (*around, statement):
        span = block.span
        header = [text.line(number) for number in range(span.line, span.end_line + 1)]
        if isinstance(block, ast.Block) and any(True for line in header for _ in _letters(line, letter)):
            return span.line, _last_row(block)
    return statement.span.line, statement.span.end_line


def _last_row(statement: ast.Statement) -> int:
    inside = [_last_row(inner) for inner in statement.body] if isinstance(statement, ast.Block) else []
    return max([statement.span.end_line, *inside])


def _name(text: Text, name: str, new: str) -> list[Place]:
    """A name of the file wherever it is used."""
    named = text.names()[name]
    if not _NAME.fullmatch(new) or not can_be_name(_called(named, new)):
        raise NotationError(f"`{new}` cannot be a name: it is no word, or a word of the language", new)
    if new in text.names():
        raise NotationError(f"`{new}` is defined already", new)
    return list(_uses(text, name))


def _called(named: Named, new: str) -> Named:
    import attrs

    return attrs.evolve(named, name=new)


def _uses(text: Text, name: str) -> Iterator[Place]:
    for number, line in enumerate(text.lines, 1):
        said = _without_tags(outside_quotes(source.split_comment(line)[0]))
        for found in re.finditer(rf"(?<![A-Za-z0-9'_-]){re.escape(name)}(?![A-Za-z0-9'_-])", said):
            before, after = said[: found.start()], said[found.end() :]
            if _FOREIGN.search(before):
                continue
            if re.match(r"\s*=", after) and re.match(r"\s*use\b", _whole(text, number)):
                continue  # a setting of the convention
            if re.match(r"\s*set\s+\S+\s*=\s*$", before):
                continue  # a word that is the setting's value
            yield Place(number, found.start() + 1, found.end() + 1)


def _without_tags(said: str) -> str:
    return re.sub(r"\[[^\]]*\]?", lambda found: " " * len(found.group()), said)


def _whole(text: Text, row: int) -> str:
    """The first line of the statement that a row belongs to."""
    statement = text.statement_at(row)
    return text.line(statement.span.line if statement is not None else row)
