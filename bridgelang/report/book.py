"""A system as notes to read: what each call means, position by position, from the rules that stand there.

The sections follow the paths of the text (`opening`, `after 1NT`, `after (1H)` …). What the described contexts and the
fallback add is not repeated at every position.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape

import attrs

from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import tag_words
from bridgelang.bidding.position import Entry
from bridgelang.bidding.program import Context
from bridgelang.bidding.reading import resolved_tags
from bridgelang.bidding.state import State
from bridgelang.compile.shipped import Header, header
from bridgelang.constraints.nodes import TRUE
from bridgelang.core.calls import CALLS
from bridgelang.report.html import Markup, grid, page

_THEIR_OPENINGS = range(3, 18)  # 1C to 3NT
_THEIR_CALLS = (1, *range(3, 13))  # double, and overcalls up to 2NT, over our first call
_WIDTH = 79


@attrs.frozen
class Row:
    """One call: ``ways`` are the hands it may be made with, in order: the author's note, the hand, the rule's place."""

    call: str
    ways: tuple[tuple[str, str, str], ...]
    tags: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole meaning in a line."""
        said = "; or ".join(f"{note}: {hand}" if note and hand else note or hand for note, hand, _ in self.ways)
        return f"{said} [{', '.join(self.tags)}]" if self.tags else said


@attrs.frozen
class Section:
    """One position: ``path`` are the calls before it (theirs in parentheses), empty for the opening."""

    path: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def title(self) -> str:
        """``After 1NT 2C``; their calls stand in parentheses."""
        return f"After {' '.join(self.path)}" if self.path else "Opening"


@attrs.frozen
class Book:
    """A system's name, what its file says of itself, and its positions in reading order."""

    name: str
    title: str
    header: Header
    sections: tuple[Section, ...]


def book(system: System, depth: int = 3) -> Book:
    """The notes of a system; ``depth`` is how many of our side's calls an auction may have.

    Raises nothing of its own.
    """
    sides = system.table()
    root = sides.root(0, 0)
    found = [*_ours(root, (), depth)]
    for opening in _THEIR_OPENINGS:
        state = root.then(opening)
        rows = _rows(state)
        if rows:
            found.append(Section((f"({CALLS[opening]})",), rows))
    return Book(system.name, system.title, header(system.path), tuple(found))


def _ours(state: State, path: tuple[str, ...], depth: int) -> Iterator[Section]:
    """The position where it is our turn, and those that follow from it."""
    rows = _rows(state)
    if not rows:
        return
    yield Section(path, rows)
    if len(path) + 1 >= depth:
        return
    for row in rows:
        call = next(c for c in CALLS if str(c) == row.call)
        if not call:
            continue
        after = state.then(int(call))
        answers = list(_ours(after.then(0), (*path, row.call), depth))
        yield from answers
        if not path:
            quiet = answers[0].rows if answers else ()
            for theirs in _THEIR_CALLS:
                if after.is_legal(theirs):
                    contested = _rows(after.then(theirs))
                    if contested and contested != quiet:
                        yield Section((row.call, f"({CALLS[theirs]})"), contested)


def _rows(state: State) -> tuple[Row, ...]:
    """The calls that the text's own paths offer here, in their order."""
    calls: dict[int, list[Entry]] = {}
    for entry in state.position().all_entries():
        if entry.call >= 0 and not entry.leaves and not entry.reads and _is_path(entry.line.context):
            calls.setdefault(entry.call, []).append(entry)
    return tuple(_row(state, call, entries) for call, entries in calls.items())


def _is_path(context: Context | None) -> bool:
    """Whether a context is a path of calls from the start of the auction."""
    while context is not None and context.kind == "call":
        context = context.parent
    return context is not None and context.kind == "start"


def _row(state: State, call: int, entries: list[Entry]) -> Row:
    ways = [(entry.line.note, _hand(state, entry), entry.line.location) for entry in entries]
    tags = [resolved_tags(entry.line, entry.env, state.is_passed_hand(state.turn)) for entry in entries]
    return Row(str(CALLS[call]), tuple(dict.fromkeys(ways)), tag_words(tags[0].intersection(*tags[1:])))


def _hand(state: State, entry: Entry) -> str:
    """The rule's condition in this position, without what its ordering adds."""
    line = entry.line
    if line.condition is None:
        return "" if line.note else "anything else"
    place = state.place(entry.env)
    place.fit, place.tags = line.fit, line.tags
    place.at(entry.call)
    node = line.condition.node(place)
    return "any hand" if node is TRUE else node.describe()


def book_text(made: Book) -> str:
    """The notes as text, 79 columns wide."""
    lines = [f"{made.name}: {made.title}", ""]
    lines += made.header.about
    if made.header.settings:
        lines += ["", "Settings: " + ", ".join(f"{name} = {value}" for name, value, _ in made.header.settings)]
    for section in made.sections:
        lines += ["", section.title, "-" * len(section.title)]
        for row in section.rows:
            head = f"{row.call:<5}"
            lines.append(textwrap.fill(row.text, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head)))
    return "\n".join(lines) + "\n"


def book_page(made: Book) -> str:
    """The notes as one HTML page, with a list of the positions in front."""
    body = [f"<h1>{escape(made.name)}: {escape(made.title)}</h1>"]
    if made.header.about:
        body.append("<p>" + "<br>".join(map(escape, made.header.about)) + "</p>")
    if made.header.settings:
        body.append(grid(("setting", "value", ""), made.header.settings))
    body.append("<details open><summary>Positions</summary><ul>")
    body += [f'<li><a href="#{_anchor(one)}">{escape(one.title)}</a></li>' for one in made.sections]
    body.append("</ul></details>")
    for section in made.sections:
        body.append(f'<h2 id="{_anchor(section)}">{escape(section.title)}</h2>')
        body.append(grid(("call", "shows", "rule"), [_cells(row) for row in section.rows]))
    return page(f"{made.name}: {made.title}", body)


def _cells(row: Row) -> tuple[object, ...]:
    places = "<br>".join(escape(place) for _, _, place in row.ways)
    return row.call, row.text, Markup(f"<code>{places}</code>")


def _anchor(section: Section) -> str:
    return "-".join(section.path).replace("(", "their-").replace(")", "").lower() or "opening"
