"""A book as plain text, as Markdown and as BML (the Bridge Bidding Markup Language)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from bridgelang.core.calls import CALLS
from bridgelang.report.book import PASS, REDOUBLE, Book, Calls, Entry, Position, path_text

_WIDTH = 79
GROUPS = ("opening", "silent", "contested", "defence")
"""The parts of a book: the opening bids, our answers when they are silent and when they act, our defence."""


def group_of(position: Position) -> str:
    """Which part of the book a position belongs to."""
    if not position.calls:
        return "opening"
    if not position.ours:
        return "defence"
    return "contested" if position.contested else "silent"


def title_of(position: Position) -> str:
    """``After 1NT 2C``; their calls stand in parentheses."""
    return f"After {path_text(position.calls)}" if position.calls else "Opening bids"


def how_often(entry: Entry, boards: int) -> str:
    """How often a call came up: ``12 %``, ``0.4 %``, ``rare``.

    >>> from bridgelang.report.book import Entry
    >>> [how_often(Entry((7,), "", False, (), count, None), 1000) for count in (120, 4, 0)]
    ['12 %', '0.4 %', 'rare']
    """
    share = 100 * entry.boards / boards if boards else 0.0
    if share < 0.1:
        return "rare"
    return f"{share:.0f} %" if share >= 1 else f"{share:.1f} %"


def call_name(call: int) -> str:
    """A call as it stands in a list: ``1NT``, ``X``, ``pass``."""
    return "pass" if call == PASS else str(CALLS[call])


def in_order(made: Book) -> Iterator[Position]:
    """The positions as they are read: opening bids, then each opening with its answers, then our defence."""
    kept = list(made.positions.values())
    for group in GROUPS[:1]:
        yield from (one for one in kept if group_of(one) == group)
    ours = [one for one in kept if one.calls and one.ours]
    for opening in dict.fromkeys(one.calls[0] for one in ours):
        for group in GROUPS[1:3]:
            yield from (one for one in ours if one.calls[0] == opening and group_of(one) == group)
    yield from (one for one in kept if group_of(one) == "defence")


def book_text(made: Book) -> str:
    """The notes as text, 79 columns wide."""
    lines = [f"{made.name}: {made.title}", ""]
    lines += made.header.about
    if made.settings:
        said = "Settings: " + ", ".join(f"{name} = {value}" for name, value, _ in made.settings)
        lines += ["", textwrap.fill(said, _WIDTH)]
    for position in in_order(made):
        title = title_of(position)
        lines += ["", title, "-" * len(title)]
        for entry in position.entries:
            head = f"{call_name(entry.call):<5}"
            lines.append(textwrap.fill(entry.text, _WIDTH, initial_indent=head, subsequent_indent=" " * 5))
    return "\n".join(lines) + "\n"


def book_markdown(made: Book) -> str:
    """The notes as Markdown: a heading a position, a table of its calls."""
    lines = [f"# {made.name}: {made.title}", "", *made.header.about, ""]
    if made.settings:
        lines += ["| setting | value | |", "|---|---|---|"]
        lines += [f"| {name} | {value} | {said} |" for name, value, said in made.settings]
    for position in in_order(made):
        lines += ["", f"## {title_of(position)}", "", "| call | shows | how often | rule |", "|---|---|---|---|"]
        for entry in position.entries:
            rule = entry.rules[0][0] if entry.rules else ""
            text = entry.text.replace("|", "\\|")
            lines.append(f"| {call_name(entry.call)} | {text} | {how_often(entry, made.boards)} | {rule} |")
    return "\n".join(lines) + "\n"


def book_bml(made: Book) -> str:
    """The notes as BML: calls indented under the call they follow, theirs in parentheses."""
    lines = [f"#+TITLE: {made.title}", f"#+DESCRIPTION: {made.name}", "", *made.header.about]
    root = made.positions.get(())
    for entry in root.entries if root else ():
        if entry.call > REDOUBLE:
            lines += ["", f"* The {call_name(entry.call)} opening", ""]
            lines += _branch(made, entry.calls, entry.text, 0)
    lines += ["", "* When they open"]
    for position in made.positions.values():
        if len(position.calls) == 1:
            lines += ["", f"({CALLS[position.calls[0]]})"]
            for entry in position.entries:
                lines += _branch(made, entry.calls, entry.text, 1)
    return "\n".join(lines) + "\n"


def _branch(made: Book, calls: Calls, text: str, depth: int) -> Iterator[str]:
    """A call with what follows it, each step two blanks deeper."""
    said = text.replace(";", ",")
    yield f"{'  ' * depth}{_bml_call(calls[-1])}  {said}"
    quiet = made.positions.get((*calls, PASS))
    for entry in quiet.entries if quiet else ():
        yield from _branch(made, entry.calls, entry.text, depth + 1)
    for theirs in range(1, len(CALLS)):
        answers = made.positions.get((*calls, theirs))
        if answers is not None:
            yield f"{'  ' * (depth + 1)}({_bml_call(theirs)})"
            for entry in answers.entries:
                yield from _branch(made, entry.calls, entry.text, depth + 2)


def _bml_call(call: int) -> str:
    return {0: "P", 1: "D", 2: "R"}.get(call) or str(CALLS[call]).replace("NT", "N")
