"""B305: a line without an ordering word where a hand could fit two suits (a hint).

    opening:
      1M: 12+ points, 5+ M                   # with five of each? hearts, because hearts stands first

Without a word the order is clubs, diamonds, hearts, spades. Write `; longest first, higher if equal`, or name the
order you mean: `for M in spades, hearts`. Judged in positions that the system's own calls lead to, over the hands
that may come to the line there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bridgelang.bidding.position import Entry
from bridgelang.bidding.program import Rule, context_letters
from bridgelang.bidding.state import State
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Survey, calls_of, left_for

_NAMES = ("clubs", "diamonds", "hearts", "spades")


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Lines that leave it to the order of the suits which of two calls a hand makes."""
    if survey.is_convention:
        return
    candidates = [line for lines in survey.places().values() for line in lines if _open(line)]
    said: set[int] = set()
    for state, found in survey.positions_with(candidates) if candidates else ():
        groups: dict[int, list[Entry]] = {}
        for entry in found:
            if entry.line.row not in said:
                groups.setdefault(entry.line.index, []).append(entry)
        for entries in groups.values():
            pair = _pair(state, entries)
            if pair is not None:
                line = entries[0].line
                said.add(line.row)
                a, b = (_NAMES[suit] for suit in sorted(pair))
                where = f"after {calls_of(state)}" if state.depth else "in the opening"
                message = f"a hand could fit two suits here, {a} and {b}: nothing says which goes first"
                letter = str(line.calls[0][2])
                suits = ", ".join(_NAMES[suit] for suit in sorted(_suits_of(entries), reverse=True))
                note = f"write  ; longest first, higher if equal  or  for {letter} in {suits}"
                yield survey.complain("B305", message, line, "hint", f"{where}: {note}")


def _suits_of(entries: list[Entry]) -> set[int]:
    """The suits that the line may bid here."""
    return {(entry.call - 3) % 5 for entry in entries if entry.call > 2}


def _open(line: Rule) -> bool:
    """Whether a line bids a suit by a letter of its own and says nothing of the order."""
    if line.order or line.never or line.reads or line.moving or len(line.calls) != 1 or line.calls[0][0] != "bid":
        return False
    letter = line.calls[0][2]
    if not isinstance(letter, str) or letter not in line.letters or letter in line.domains:
        return False
    return not context_letters(line.context)


def _pair(state: State, entries: list[Entry]) -> tuple[int, int] | None:
    """Two suits that one hand which may come here can fit; None when there are none."""
    nodes: dict[int, Entry] = {}
    for entry in entries:
        if entry.call > 2 and entry.node.is_exact:
            nodes.setdefault((entry.call - 3) % 5, entry)
    if len(nodes) < 2:
        return None
    left = left_for(state, entries[0])
    for a, b in combinations(sorted(nodes), 2):
        if not left.meet(project(nodes[a].node)).meet(project(nodes[b].node)).is_empty:
            return a, b
    return None
