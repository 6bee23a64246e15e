"""B305: a line without an ordering word where a hand could fit two suits (a hint).

    1M: 12+ points, 5+ M                     # with five of each? hearts, because hearts stands first

Without a word the order is clubs, diamonds, hearts, spades. Write `; longest first, higher if equal`, or name the
order you mean: `for M in spades, hearts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bridgelang.constraints.holding import ANY
from bridgelang.constraints.nodes import TRUE, Node
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.system.contexts import ways_to_bind
from bridgelang.system.lint.impossible import asks_level
from bridgelang.system.lint.survey import Survey, chain_letters
from bridgelang.system.program import Line
from bridgelang.system.specialise import specialise

_NAMES = ("clubs", "diamonds", "hearts", "spades")


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Lines that leave it to the order of the suits which of two calls a hand makes."""
    for lines in survey.places().values():
        pairs = [_pair(survey, line) for line in lines]
        found = next((pair for pair in pairs if pair is not None), None)
        if found is not None and all(pair is not None for pair in pairs):
            a, b = sorted(found)
            message = f"a hand could fit two suits here, {_NAMES[a]} and {_NAMES[b]}: nothing says which goes first"
            note = "write  ; longest first, higher if equal  or  for x in spades, hearts"
            yield survey.complain("B305", message, lines[0], "hint", note)


def _pair(survey: Survey, line: Line) -> tuple[int, int] | None:
    """Two suits that one hand can fit; None when the line settles it, or it cannot be told."""
    if line.order or line.never or line.reads or line.facts or line.moving or len(line.calls) != 1:
        return None
    if line.steady is None or asks_level(line.steady):
        return None
    call = line.calls[0]
    outside = chain_letters(line.chain)
    letter = call[2] if call[0] == "bid" else None
    if not isinstance(letter, str) or letter == "NT" or letter in outside or letter not in line.letters:
        return None
    if letter in line.domains or outside:
        return None
    nodes: dict[int, Node] = {}
    for env in ways_to_bind({}, line.letters, line.domains):
        node = specialise(line.steady, survey.bare(line, env))
        if not node.is_exact:
            return None
        nodes.setdefault(env[letter], node)
    for a, b in combinations(sorted(nodes), 2):
        if nodes[a] is TRUE or not ANY.meet(project(nodes[a])).meet(project(nodes[b])).is_empty:
            return a, b
    return None
