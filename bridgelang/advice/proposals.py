"""Small changes to a text that an author might try: the end of a range moved by one, a line moved above the next.

Only what stands in the text is changed, so that every line stays one that a player would say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import attrs

__all__ = ["Proposal", "applied", "proposals", "read_rows"]

_RANGE = re.compile(r"(?<![\w.-])(\d{1,2})(?:-(\d{1,2})|(\+))(?![\w-])")
_SAID = re.compile(r"[^#\"\[;]*")
_RULE = re.compile(r"^\s+[^\s#].*:\s")


@attrs.frozen
class Proposal:
    """One change: the rows it is about (from 1), what stands there and what would."""

    row: int
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def text(self) -> str:
        """The change in a line."""
        if len(self.before) > 1:
            return f"line {self.row} below the next: {self.before[0].strip()}"
        return f"line {self.row}: {self.after[0].strip()}"


def proposals(text: str, rows: Collection[int]) -> Iterator[Proposal]:
    """The changes of the rules in these rows, line by line: the ends of its ranges, then its order."""
    lines = text.splitlines()
    for row in sorted(rows):
        if not 0 < row <= len(lines) or not _RULE.match(lines[row - 1]):
            continue
        line = lines[row - 1]
        said = _SAID.match(line)
        for found in _RANGE.finditer(said.group() if said else ""):
            for new in _moved(*found.groups()):
                yield Proposal(row, (line,), (line[: found.start()] + new + line[found.end() :],))
        below = lines[row] if row < len(lines) else ""
        if _RULE.match(below) and _indent(below) == _indent(line):
            yield Proposal(row, (line, below), (below, line))


def applied(text: str, proposal: Proposal) -> str | None:
    """The text with the change; None where its rows no longer stand as they did."""
    lines = text.splitlines()
    start, end = proposal.row - 1, proposal.row - 1 + len(proposal.before)
    if tuple(lines[start:end]) != proposal.before:
        return None
    lines[start:end] = proposal.after
    return "\n".join(lines) + "\n"


def read_rows(text: str) -> set[int]:
    """The rows that are meant by ``90,94-96``.

    >>> sorted(read_rows("90,94-96"))
    [90, 94, 95, 96]

    Raises ValueError for anything else.
    """
    rows: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        low = int(first)
        high = int(last) if dash else low
        if not 0 < low <= high:
            raise ValueError(part)
        rows.update(range(low, high + 1))
    return rows


def _moved(low: str, high: str | None, plus: str | None) -> Iterator[str]:
    """A range with one of its ends a step further in or out."""
    for step in (-1, 1):
        if int(low) + step >= 0 and (high is None or int(low) + step <= int(high)):
            yield f"{int(low) + step}{plus or f'-{high}'}"
    for step in (-1, 1):
        if high is not None and int(high) + step >= int(low):
            yield f"{low}-{int(high) + step}"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
