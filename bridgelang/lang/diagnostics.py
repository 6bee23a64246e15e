"""Complaints about a system's text, as values, and their rendering for people and programs.

A :class:`Diagnostic` says one thing about one cause. The same value renders as text with the line and a caret,
as one line (``concise``), as JSON, and as the annotations that continuous-integration services read.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from attrs import field, frozen

from bridgelang.core.printable import blanked
from bridgelang.lang.span import NOWHERE, Span

SEVERITIES = ("error", "warning", "hint")
ALIKE = 0.8  # how like the word written another must be to be proposed, of 1


@frozen
class Diagnostic:
    """One message: ``code`` ("B102"), one sentence, the place, and notes why and how."""

    code: str
    message: str
    file: str = ""
    span: Span = NOWHERE
    severity: str = "error"
    label: str = ""
    notes: tuple[str, ...] = ()
    context: tuple[tuple[int, str], ...] = field(default=(), repr=False)

    @property
    def is_error(self) -> bool:
        """True for what keeps a system from being used."""
        return self.severity == "error"

    def location(self) -> str:
        """``my.bid:12:21``, or the file alone when there is no place in it."""
        if self.span.line <= 0:
            return self.file
        return f"{self.file}:{self.span.line}:{self.span.column}"

    def __str__(self) -> str:
        return f"{self.location()}: {self.severity}[{self.code}]: {self.message}"


@frozen
class _Candidate:
    """A word that may have been meant, and its letters: most are too far off by these alone."""

    word: str
    lower: str
    letters: frozenset[str]
    lower_letters: frozenset[str]


@lru_cache(maxsize=32)
def _prepared(candidates: frozenset[str]) -> tuple[_Candidate, ...]:
    """In order; a file full of mistakes asks for the same ones again and again."""
    return tuple(
        _Candidate(word, word.lower(), frozenset(word), frozenset(word.lower())) for word in sorted(candidates)
    )


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like ``word``, or None when none is close.

    >>> nearest("ballanced", ["balanced", "balancing"])
    'balanced'
    """
    known = frozenset(candidates)
    near = slipped(word, known)
    if near is not None:
        return near
    plain = word.lower()
    letters = frozenset(plain)
    like = []
    for one in _prepared(known):
        common = min(len(plain) - len(letters - one.letters), len(one.word) - len(one.letters - letters))
        if 2 * common >= ALIKE * (len(plain) + len(one.word)):
            like.append(one.word)  # others cannot be as like as that
    found = difflib.get_close_matches(plain, like, n=1, cutoff=ALIKE)
    return found[0] if found else None


def slipped(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that ``word`` is a slip or two of the finger away from, or None.

    >>> slipped("forcin", ["forcing"]), slipped("nonforcing", ["forcing"])
    ('forcing', None)
    """
    plain = word.lower()
    allowed = 0 if len(plain) < 3 else 1 if len(plain) < 5 else 2
    letters = frozenset(plain)
    best: tuple[int, str] | None = None
    for one in _prepared(frozenset(candidates)):
        if len(one.lower) < 2 or abs(len(one.lower) - len(plain)) > allowed:
            continue
        if len(letters - one.lower_letters) > allowed or len(one.lower_letters - letters) > allowed:
            continue
        slips = _slips(plain, one.lower)
        if slips <= allowed and (best is None or slips < best[0]):
            best = (slips, one.word)
    return None if best is None else best[1]


def _slips(a: str, b: str) -> int:
    """How many letters are missing, too many, wrong or exchanged between two words.

    >>> _slips("hpc", "hcp"), _slips("ballanced", "balanced")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row, older = row, [i], before
        before = last
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if older and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file and place, each once."""
    seen: dict[Diagnostic, None] = dict.fromkeys(diagnostics)
    return sorted(seen, key=lambda d: (d.file, d.span.line, d.span.column, d.code, d.message))


MOST_OF_A_KIND = 20


def counted(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The messages in order, those of one kind in one file beyond the first twenty as a number behind them."""
    told: list[Diagnostic] = []
    seen: dict[tuple[str, str, str], int] = {}
    last: dict[tuple[str, str, str], int] = {}
    for d in found:
        kind = (d.file, d.code, d.severity)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= MOST_OF_A_KIND:
            last[kind] = len(told)
            told.append(d)
    for kind in sorted(last, key=lambda one: last[one], reverse=True):
        more = seen[kind] - MOST_OF_A_KIND
        if more > 0:
            file, code, severity = kind
            message = f"{more:,} more of this kind {'is' if more == 1 else 'are'} not written out"
            told.insert(last[kind] + 1, Diagnostic(code, message, file, NOWHERE, severity))
    return told


def render(diagnostic: Diagnostic, source: Sequence[str] | None = None) -> str:
    """The message with its line and a caret under the fault; ``source`` is the file's lines."""
    d = diagnostic
    out = [f"{d.severity}[{d.code}]: {d.message}"]
    if d.file:
        out.append(f" --> {d.location()}")
    lines = source or ()
    if 0 < d.span.line <= len(lines):
        width = max(len(str(n)) for n, _ in (*d.context, (d.span.line, "")))
        blank = " " * width
        out.append(f"{blank} |")
        for number, remark in d.context:
            if 0 < number <= len(lines):
                text = _clip(lines[number - 1], 1)[0]
                out.append(f"{number:>{width}} | {text}")
                out.append(f"{blank} | {' ' * (len(text) - len(text.lstrip()))}-- {remark}")
        text, shift = _clip(lines[d.span.line - 1], d.span.column)
        out.append(f"{d.span.line:>{width}} | {text}")
        start = max(d.span.column - 1 - shift, 0)
        end = d.span.end_column - 1 - shift if d.span.end_line == d.span.line else len(text)
        carets = "^" * max(1, min(end, len(text)) - start)
        out.append(f"{blank} | {' ' * start}{carets} {d.label}".rstrip())
        out.extend(f"{blank} = {note}" for note in d.notes)
    else:
        out.extend(f"  = {note}" for note in d.notes)
    return "\n".join(out)


def _clip(text: str, column: int, width: int = 150) -> tuple[str, int]:
    """A long line cut to a window round ``column``; the second value is how many characters were cut in front."""
    text = blanked(text)
    if len(text) <= width:
        return text, 0
    shift = max(0, min(column - 1 - width // 2, len(text) - width))
    return text[shift : shift + width], shift


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """The diagnostic as plain values for a program."""
    d = diagnostic
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        "file": d.file,
        "line": d.span.line,
        "column": d.span.column,
        "end_line": d.span.end_line,
        "end_column": d.span.end_column,
        "label": d.label,
        "notes": list(d.notes),
    }


def as_annotation(diagnostic: Diagnostic) -> str:
    """The diagnostic as a workflow annotation line (``::error file=…``)."""
    d = diagnostic
    level = {"error": "error", "warning": "warning"}.get(d.severity, "notice")
    return f"::{level} file={d.file},line={d.span.line},col={d.span.column},title={d.code}::{d.message}"


def render_all(
    diagnostics: Iterable[Diagnostic], sources: dict[str, Sequence[str]] | None = None, style: str = "text"
) -> str:
    """All messages, sorted, in ``style`` "text", "concise", "json" or "github"; text ends with a count.

    But for JSON, messages of one kind in one file are written out :data:`MOST_OF_A_KIND` times, and then counted.
    """
    found = in_order(diagnostics)
    if style == "json":
        import json

        return json.dumps([as_json(d) for d in found], indent=1)
    told = counted(found)
    if style == "concise":
        return "\n".join(str(d) for d in told)
    if style == "github":
        return "\n".join(as_annotation(d) for d in told)
    if style != "text":
        raise ValueError(f"unknown style {style!r}: text, concise, json or github")
    blocks = [render(d, (sources or {}).get(d.file)) for d in told]
    numbers = [(sum(d.severity == kind for d in found), kind) for kind in SEVERITIES]
    counts = [f"{number} {kind}{'s' * (number != 1)}" for number, kind in numbers if number]
    return "\n\n".join([*blocks, ", ".join(counts)] if counts else blocks)
