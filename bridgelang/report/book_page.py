"""A book as one HTML page: a tree that folds, links both ways, a search box, and a print in two columns."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from bridgelang.bidding.wording import SAYS_NOTHING
from bridgelang.core.calls import CALLS
from bridgelang.report.book import DOUBLE, PASS, REDOUBLE, Book, Calls, Entry, Position, entry_text
from bridgelang.report.book_text import call_name, group_of, how_often, title_of
from bridgelang.report.pages import hand_parts, render

_MOST_RULES = 6
_CORE = 0.002
"""The share of boards from which a call is printed; the screen shows them all."""


def book_page(made: Book) -> str:
    """The page; it works without a network, and without scripts too but for the search."""
    return render(
        "book.html",
        book=made,
        about=made.header.about,
        settings=made.settings,
        parts=_parts(made),
        rules=[(file, list(rules)) for file, rules in groupby(made.rules, key=lambda rule: rule.file)],
    )


def identity(calls: Calls, kind: str = "e") -> str:
    """The anchor of an entry (``e``) or of the position after an auction (``p``).

    >>> identity((7, 0, 8)), identity((), "p")
    ('e-1NT-P-2C', 'p-')
    """
    return f"{kind}-" + "-".join(str(CALLS[call]) for call in calls)


def _parts(made: Book) -> list[dict[str, Any]]:
    kept = list(made.positions.values())
    parts = [_part("opening", "Opening bids", "", [("", [one for one in kept if not one.calls])], made)]
    ours = [one for one in kept if one.calls and one.ours]
    for opening in dict.fromkeys(one.calls[0] for one in ours):
        here = [one for one in ours if one.calls[0] == opening]
        groups = [
            ("They are silent", [one for one in here if group_of(one) == "silent"]),
            ("They act", [one for one in here if group_of(one) == "contested"]),
        ]
        entry = made.entry((opening,))
        name = str(CALLS[opening])
        parts.append(_part(f"o-{name}", name, entry.text if entry else "", groups, made))
    theirs = [one for one in kept if one.calls and not one.ours]
    for opening in dict.fromkeys(one.calls[0] for one in theirs):
        here = [one for one in theirs if one.calls[0] == opening]
        name = f"({CALLS[opening]})"
        parts.append(_part(f"d-{CALLS[opening]}", name, f"when they open {CALLS[opening]}", [("", here)], made))
    return parts


def _part(
    identifier: str, name: str, said: str, groups: Iterable[tuple[str, list[Position]]], made: Book
) -> dict[str, Any]:
    shown = [(title, [_position(one, made) for one in ones]) for title, ones in groups if ones]
    return {"id": identifier, "name": name, "said": said, "groups": shown}


def _position(position: Position, made: Book) -> dict[str, Any]:
    calls = position.calls
    rows = [_row(entry, made) for entry in position.entries]
    before = calls[:-2] if len(calls) > 1 else ()
    own = calls[:-1]
    parent = identity(own) if own and made.entry(own) else identity(before, "p") if calls else ""
    return {
        "id": identity(calls, "p"),
        "title": title_of(position),
        "parent": parent,
        "rows": rows,
        "core": any(row["core"] for row in rows),
        "open": bool(calls),
    }


def _row(entry: Entry, made: Book) -> dict[str, Any]:
    calls = entry.calls
    share = entry.boards / made.boards if made.boards else 0.0
    early = len(calls) == 1 or (len(calls) == 3 and calls[1] == PASS and bool(entry.call))
    return {
        "id": identity(calls),
        "key": entry_text(calls),
        "call": call_name(entry.call),
        "text": entry.text,
        "full": entry.full,
        "alert": entry.alert,
        "often": how_often(entry, made.boards),
        "next": _next(calls, made),
        "place": entry.rules[0][0] if entry.rules else "more",
        "rules": entry.rules[:_MOST_RULES],
        "others": max(0, len(entry.rules) - _MOST_RULES),
        "hand": hand_parts(entry.hand) if entry.hand is not None else None,
        "core": (share >= _CORE and not (entry.call == PASS and entry.text in SAYS_NOTHING))
        or (early and entry.call > REDOUBLE),
    }


def _next(calls: Calls, made: Book) -> list[tuple[str, str]]:
    """Where the auction goes on: partner's answers, and those over each of their calls."""
    found = []
    if (*calls, PASS) in made.positions:
        found.append((identity((*calls, PASS), "p"), "goes on" if calls[-1] == PASS else "answers"))
    for theirs in (DOUBLE, REDOUBLE, *range(3, len(CALLS))):
        if (*calls, theirs) in made.positions:
            found.append((identity((*calls, theirs), "p"), f"({CALLS[theirs]})"))
    return found
