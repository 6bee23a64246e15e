"""Where conventions belong, and which stand in a place that is not theirs: read from the text of the files alone.

A convention says so in a line of its own: ``belongs at the margin`` when its paths start with the auction, ``belongs
after 1NT`` when its lines answer a call and stand in that call's block. In another place most of its lines never act.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from bridgelang.compile.files import find_convention, read_bytes
from bridgelang.lang.source import LogicalLine, Node, Source, decode, read

AT_THE_MARGIN = "at the margin"
_BELONGS = re.compile(r"belongs\s+(.+)")
_USE = re.compile(r"(?:.*:\s*)?use\s+([A-Za-z0-9][A-Za-z0-9-]*)")
_FOR = re.compile(r"\s+for\s+(?:oM|om|[Mmt-z])(?![A-Za-z])")


@frozen
class Misplaced:
    """A ``use`` where the convention's lines cannot do what they are for.

    ``belongs`` is what the convention says of itself, ``under`` the header the ``use`` stands under (empty at the
    margin); ``line`` is the statement.
    """

    name: str
    belongs: str
    under: str
    line: LogicalLine

    @property
    def message(self) -> str:
        """One sentence with the cause."""
        if self.belongs == AT_THE_MARGIN:
            where = "its places are counted from the first call of the auction, not from here"
            return f"`{self.name}` belongs at the margin: {where}"
        return (
            f"`{self.name}` belongs in a block, as under `{block_of(self.belongs)}`: at the margin it answers any call"
        )

    @property
    def cure(self) -> str:
        """What to write instead."""
        lines = to_paste(self.name, self.belongs)
        where = "at the margin, not indented" if self.belongs == AT_THE_MARGIN else "in the block of what it answers"
        return f"write {where}:  {'  /  '.join(line.strip() for line in lines)}"


def belongs_line(lines: Sequence[str]) -> str:
    """What a file's ``belongs`` line says, without the word; empty where there is none.

    >>> belongs_line(["convention Drury", "belongs after 1M for M   # or 1M (X)"])
    'after 1M for M'
    """
    for line in lines:
        found = _BELONGS.match(line)
        if found:
            return " ".join(found.group(1).split("#")[0].split())
    return ""


def block_of(belongs: str) -> str:
    """The header of the block a convention belongs in: ``after 1M:`` of ``after 1M for x = M``."""
    found = _FOR.search(belongs)
    return (belongs[: found.start()] if found else belongs) + ":"


def to_paste(name: str, belongs: str) -> list[str]:
    """The lines that use a convention where it belongs.

    >>> to_paste("splinters", "after 1M for x = M")
    ['after 1M:', '  use splinters for x = M']
    """
    if not belongs or belongs == AT_THE_MARGIN:
        return [f"use {name}"]
    found = _FOR.search(belongs)
    letters = belongs[found.start() :].rstrip() if found else ""
    return [block_of(belongs), f"  use {name}{letters}"]


def misplaced_in_file(path: str) -> list[Misplaced]:
    """The misplaced uses of a system file; nothing where it cannot be read."""
    text, wrong = decode(read_bytes(path), os.path.basename(path))
    return [] if wrong else misplaced(read(text, os.path.basename(path)), os.path.dirname(os.path.abspath(path)))


def misplaced(source: Source, folder: str) -> list[Misplaced]:
    """The uses of a file of ``folder`` that stand where the convention does not belong.

    Only what is certain: a path round a convention that starts with the auction, or no block at all round one that
    answers a call. In a described place (``when``) nothing can be told.
    """
    known: dict[str, str] = {}
    is_system = not any(node.line.text.startswith("convention") for node in source.body)
    out = []
    for headers, line in _uses(source.body, ()):
        found = _USE.match(line.text)
        if found is None:
            continue
        name = found.group(1)
        if name not in known:
            known[name] = _belongs(name, folder)
        kinds = [header.split(None, 1)[0].rstrip(":") for header in headers]
        if known[name] == AT_THE_MARGIN:
            wrong = "after" in kinds
        else:
            wrong = bool(known[name]) and is_system and not {"after", "when"} & set(kinds)
        if wrong:
            out.append(Misplaced(name, known[name], headers[-1] if headers else "", line))
    return out


def _belongs(name: str, folder: str) -> str:
    path = find_convention(name, folder)
    if path is None:
        return ""
    text, _ = decode(read_bytes(path), name)
    return belongs_line(text.splitlines())


def _uses(nodes: Sequence[Node], headers: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], LogicalLine]]:
    """The lines that use a convention, each with the headers round it, outermost first."""
    for node in nodes:
        text = node.line.text
        own = re.match(r"(?:opening|after|when|reads)(?![\w'-])[^:]*:", text)
        if own is not None:
            if text[own.end() :].lstrip().startswith("use "):
                yield (*headers, own.group()), node.line
            yield from _uses(node.children, (*headers, own.group()))
        elif text.startswith("use "):
            yield headers, node.line
