"""``check --fix``: faults that have one cure are mended in the text.

Only what leaves no choice is mended: a tab, a sign that cannot be seen, a missing comma, a range the wrong way round, a
definition that nothing uses. What needs a decision about bidding is the author's. Every cure is tried by itself: it is
kept when the fault is gone and nothing new is found, else the text stays as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from attrs import frozen

from bridgelang.lang.diagnostics import Diagnostic

Find = Callable[[str], list[Diagnostic]]
"""What is wrong with a text."""

MAX_FIXES = 200

_TAB = 8  # as wide as lang/source.py reads one
_SPACES = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
_NOTHING = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]")
_MISSING = re.compile(r"a (comma|colon) is missing (before this|at the end)")
_RANGE = re.compile(r"(\d+(?:\.5|½)?)(\s*[-–]\s*)(\d+(?:\.5|½)?)")
_FROM_TO = re.compile(r"(\d+)\s+to\s+(\d+)")
_LOWER_CALL = re.compile(r"[1-7](nt|n|[cdhs])", re.IGNORECASE)
_CURLY = "[“”„«»]"


@frozen
class Fixed:
    """A text put right as far as that is safe, and the faults that are gone, in the order they were mended."""

    text: str
    mended: tuple[Diagnostic, ...]


def fix(text: str, errors: Find, unused: Find) -> Fixed:
    """Mend what has one cure.

    ``errors`` tells what keeps a text from being used, ``unused`` which names of a usable one nothing uses.
    """
    mended: list[Diagnostic] = []
    found = errors(text)
    given_up: set[tuple[str, str]] = set()
    while found and len(mended) < MAX_FIXES:
        for fault in found:
            tried = None if (fault.code, fault.message) in given_up else _cured(text, fault)
            if tried is None or tried == text:
                continue
            after = errors(tried)
            if _better(fault, found, after):
                text, found = tried, after
                mended.append(fault)
                break
            given_up.add((fault.code, fault.message))
        else:
            break
    if not found:
        for fault in sorted(unused(text), key=lambda one: -one.span.line):  # from below: the places above stay right
            tried = _without_lines(text, fault)
            if not errors(tried):
                text = tried
                mended.append(fault)
    return Fixed(text, tuple(mended))


def _better(fault: Diagnostic, before: list[Diagnostic], after: list[Diagnostic]) -> bool:
    """Whether a fault has gone and no other has come, but for what it hid: a fault further on in its line."""
    then = Counter((d.code, d.message) for d in before)
    come = []
    for one in after:
        if then[one.code, one.message]:
            then[one.code, one.message] -= 1
        else:
            come.append(one)
    gone = then[fault.code, fault.message] > 0
    return gone and all(d.span.line == fault.span.line and d.span.column > fault.span.column for d in come)


def _without_lines(text: str, fault: Diagnostic) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[: fault.span.line - 1], *lines[fault.span.end_line :]])


def _cured(text: str, fault: Diagnostic) -> str | None:
    """The text with one fault mended; None when it has no cure that is certain."""
    if fault.code == "B005":
        return "\n".join(_without_tabs(line) for line in text.split("\n"))
    if fault.code == "B010":
        return _NOTHING.sub("", _SPACES.sub(" ", text))
    lines = text.split("\n")
    span = fault.span
    if not 0 < span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    made = _mended_line(line, fault, span.column - 1, span.end_column - 1 if span.end_line == span.line else len(line))
    if made is None:
        return None
    lines[span.line - 1] = made
    return "\n".join(lines)


def _without_tabs(line: str) -> str:
    lead = line[: len(line) - len(line.lstrip(" \t"))]
    return lead.expandtabs(_TAB) + line[len(lead) :].replace("\t", " ")


def _mended_line(line: str, fault: Diagnostic, start: int, end: int) -> str | None:
    """A line with the fault between two of its characters mended."""
    word = line[start:end]
    if fault.code == "B101" and (missing := _MISSING.search(fault.label)):
        mark = "," if missing.group(1) == "comma" else ":"
        return f"{line[:start].rstrip()}{mark} {line[start:]}".rstrip()
    if fault.code == "B102" and _LOWER_CALL.fullmatch(word):
        return line[:start] + word.upper() + line[end:]
    if fault.code == "B103" and re.search(_CURLY, line):
        return re.sub(_CURLY, '"', line)
    if fault.code == "B103" and (between := _FROM_TO.search(line, start)):
        return f"{line[: between.start()]}{between.group(1)}-{between.group(2)}{line[between.end() :]}"
    if fault.code == "B104":
        stem = re.sub(r"\.bid$", "", re.split(r"[/\\]", word.strip("\"'"))[-1])
        return line[:start] + stem + line[end:] if re.fullmatch(r"[A-Za-z0-9-]+", stem) else None
    if fault.code == "B120" and (turned := _RANGE.search(line, start)):
        low, dash, high = turned.groups()
        return f"{line[: turned.start()]}{high}{dash}{low}{line[turned.end() :]}"
    return None
