"""One logical line read to its tree, by the tables of the grammar: what the LALR parser of Lark does, for good lines.

The tables are Lark's (``line_tables.py``), and so are tree and places, as a test holds line by line. Lark itself also
says where a line that cannot be read goes wrong, and what could have followed; that takes it three times as long, and
a good line needs none of it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from bridgelang.lang.line_tables import line_tables
from bridgelang.lang.tree import Token, Tree

END = "$END"

Match = Callable[[str, int], "re.Match[str] | None"]
Scanner = tuple[Match, dict[str, dict[str, str]]]
"""What finds the next word where a parser stands, and the words that are a keyword's and not a name's."""


class Unread(Exception):
    """The line is not in the grammar."""


class LineReader:
    """Reads lines by the tables of a grammar."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self.terminals: list[list[str]] = tables["terminals"]
        self.kinds: list[tuple[list[int], dict[str, dict[str, str]]]] = tables["scanners"]
        self.starts: dict[str, tuple[int, int]] = tables["starts"]
        self.rules: list[_Rule] = [tuple(rule) for rule in tables["rules"]]
        self.scanner_of: list[int] = [scanner for scanner, _ in tables["states"]]
        ahead = tables["ahead"]
        self.rows: list[dict[str, int]] = [
            dict.fromkeys(ahead[scanner], row) if isinstance(row, int) else row for scanner, row in tables["states"]
        ]
        self.scanners: list[Scanner | None] = [None] * len(self.scanner_of)
        self.made: dict[int, Scanner] = {}

    def read(self, text: str, start: str, words: list[Token] | None = None) -> Tree:
        """The tree of a line, as a whole (``line``) or as a condition alone (``cond``); its words are put to ``words``.

        Raises:
            Unread: when the grammar does not have it.
        """
        rows, rules, scanners = self.rows, self.rules, self.scanners
        state, end_state = self.starts[start]
        states, values = [state], []
        firsts: list[int] = []  # where each value's words begin and end, brackets that the tree leaves out too
        lasts: list[int] = []
        place, end = 0, len(text.rstrip(" \t"))
        while True:
            if place < end:
                match, keywords = scanners[state] or self._scanner(state)
                found = match(text, place)
                if found is None:
                    raise Unread
                kind = found.lastgroup or ""
                word = Token(found[kind])
                place = found.end()
                if kind in keywords:
                    kind = keywords[kind].get(word, kind)
                word.type, word.start_pos, word.end_pos = kind, place - len(word), place
                if words is not None:
                    words.append(word)
            else:
                kind = END
            while True:
                step = rows[state].get(kind)
                if step is None:
                    raise Unread
                if step >= 0:
                    state = step
                    states.append(state)
                    values.append(word)
                    firsts.append(word.start_pos)
                    lasts.append(place)
                    break
                origin, size, shape = rules[~step]
                if size == 1:
                    children = [values.pop()]
                    first, last = firsts.pop(), lasts.pop()
                    states.pop()
                elif size:
                    children = values[-size:]
                    first, last = firsts[-size], lasts[-1]
                    if first < 0 or last < 0:
                        first, last = _ends(firsts[-size:], lasts[: -size - 1 : -1])
                    del values[-size:], firsts[-size:], lasts[-size:], states[-size:]
                else:
                    children, first, last = [], -1, -1
                value = _shaped(children, shape, first, last)
                if value.__class__ is Token:
                    first, last = value.start_pos, value.end_pos
                elif value is None:
                    first = last = -1
                state = rows[states[-1]][origin]
                if state == end_state and kind is END:
                    return _tree(value)
                states.append(state)
                values.append(value)
                firsts.append(first)
                lasts.append(last)

    def _scanner(self, state: int) -> Scanner:
        number = self.scanner_of[state]
        scanner = self.made.get(number)
        if scanner is None:
            order, keywords = self.kinds[number]
            words = "|".join(f"(?P<{name}>{pattern})" for name, pattern in (self.terminals[n] for n in order)) or "(?!)"
            scanner = self.made[number] = re.compile(f"[ \t]*(?:{words})").match, keywords
        self.scanners[state] = scanner
        return scanner


Shape = tuple[str, bool, list[list[int]] | None, int]
"""How a rule's children become a tree: the rule's name; whether an only child stands for it; which children are kept,
each with whether its own stand in its place and how many gaps before it (None: all as they are); gaps at the end."""

_Rule = tuple[str, int, Shape]


def _ends(firsts: list[int], lasts: list[int]) -> tuple[int, int]:
    """Where some values begin and end, those without words aside; ``lasts`` has the last value first."""
    return next((one for one in firsts if one >= 0), -1), next((one for one in lasts if one >= 0), -1)


def _shaped(children: list[Any], shape: Shape, first: int, last: int) -> Any:
    name, only, kept, gaps = shape
    if kept is not None:
        chosen: list[Any] = []
        for number, opened, before in kept:
            if before:
                chosen += [None] * before
            if opened:
                chosen += children[number].children
            else:
                chosen.append(children[number])
        children = chosen + [None] * gaps if gaps else chosen
    if only and len(children) == 1:
        value = children[0]
        if value.__class__ is Tree and value.start_pos is None and first >= 0:
            value.start_pos, value.end_pos = first, last
        return value
    return Tree(name, children, first, last) if first >= 0 else Tree(name, children, None, None)


def _tree(value: Any) -> Tree:
    assert isinstance(value, Tree)
    return value


@functools.cache
def line_reader() -> LineReader:
    """The reader of the language."""
    return LineReader(line_tables())
