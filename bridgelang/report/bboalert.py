"""A book for the BBOalert browser extension: ``context,call,explanation``, one record a line.

A context is the auction so far, two characters a call: ``1N``, ``--`` for a pass, ``Db`` and ``Rd``. In a context
``__`` stands for any call. The last record that matches is the one shown, so the general ones come first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from bridgelang.core.calls import CALLS
from bridgelang.report.book import PASS, Book, Calls, Entry

LONGEST = 39
"""The most characters an explanation may have at the table."""

_SHORTER = (
    (r"\bsupport points\b", "sup"),
    (r"\bpoints?\b", "p"),
    (r"\binvitational\b", "inv"),
    (r"\bgame forcing\b", "GF"),
    (r"\bforcing\b", "F"),
    (r"\bpreemptive\b", "pre"),
    (r"\bbalanced\b", "bal"),
    (r"\bspades?\b", "S"),
    (r"\bhearts?\b", "H"),
    (r"\bdiamonds?\b", "D"),
    (r"\bclubs?\b", "C"),
    (r"\bup to (\d+)", r"0-\1"),
    (r"\bstopper in\b", "stop"),
    (r" or ", "/"),
    (r"(\d\+?) ([SHDC])\b", r"\1\2"),
    (r"(\d\+?) (hcp|p|sup)\b", r"\1\2"),
)


@attrs.frozen
class Record:
    """One line: the context as calls (None for any call), the call, and what is said of it."""

    context: tuple[int | None, ...]
    call: int
    text: str

    def matches(self, calls: Calls) -> bool:
        """Whether this speaks of the last call of an auction."""
        if len(calls) != len(self.context) + 1 or calls[-1] != self.call:
            return False
        return all(mine is None or mine == call for mine, call in zip(self.context, calls, strict=False))

    def __str__(self) -> str:
        return f"{''.join(map(_code, self.context))},{_code(self.call)},{self.text}"


def _code(call: int | None) -> str:
    if call is None:
        return "__"
    return {0: "--", 1: "Db", 2: "Rd"}.get(call) or str(CALLS[call])[:2]


def short_text(text: str) -> str:
    """A meaning in at most 39 characters: abbreviated, then the parts that stand last left out.

    >>> short_text("15-17 hcp, balanced"), short_text("Jacoby: 13+ support points, 4+ hearts, game forcing")
    ('15-17hcp bal', 'Jacoby: 13+sup 4+H GF')
    """
    for long, short in _SHORTER:
        text = re.sub(long, short, text)
    text = text.replace(", ", " ").replace(",", " ")
    if len(text) <= LONGEST:
        return text
    words = text.split()
    while words and len(" ".join(words)) > LONGEST:
        words.pop()
    return " ".join(words).rstrip(":/ ") or text[:LONGEST]


def records(made: Book) -> list[Record]:
    """The records of a book, those with wildcards first, and then what differs from them.

    A call of theirs over our opening, and their opening, become a wildcard where most of the positions say the same.
    """
    entries = [entry for position in made.positions.values() for entry in position.entries if _worth(entry)]
    found: list[Record] = list(_general(entries))
    for entry in sorted(entries, key=lambda entry: len(entry.calls)):
        text = short_text(entry.text)
        if explanation(found, entry.calls) != text:
            found.append(Record(entry.calls[:-1], entry.call, text))
    return found


def _worth(entry: Entry) -> bool:
    return entry.call != PASS or entry.alert


def _general(entries: Iterable[Entry]) -> Iterator[Record]:
    """The agreements that hold over several calls of theirs."""
    groups: dict[tuple[tuple[int | None, ...], int], Counter[str]] = {}
    for entry in entries:
        before = entry.calls[:-1]
        for at, call in enumerate(before):
            theirs = (len(before) - at) % 2 == 1
            if theirs and call != PASS and at == len(before) - 1:
                key = ((*before[:at], None), entry.call)
                groups.setdefault(key, Counter())[short_text(entry.text)] += 1
    for (context, call), texts in sorted(groups.items(), key=lambda pair: len(pair[0][0])):
        text, count = texts.most_common(1)[0]
        if count >= 3:
            yield Record(context, call, text)


def explanation(found: Iterable[Record], calls: Calls) -> str:
    """What the extension shows for the last call of an auction: the text of the last record that matches."""
    text = ""
    for record in found:
        if record.matches(calls):
            text = record.text
    return text


def bboalert(made: Book) -> str:
    """The book as a file for the extension."""
    lines = ["BBOalert", f"//{made.name}: {made.title}", *map(str, records(made))]
    return "\n".join(lines) + "\n"
