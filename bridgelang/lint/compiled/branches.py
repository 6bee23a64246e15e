"""B313: one of the alternatives of a line can never hold under the rest of it.

    1NT: 12-14 hcp, balanced or 18+ hcp      # with 12-14 nobody has 18: meant were two groups

A comma binds loosest, so that `or` joins only what stands between two commas. Only what is asked of the hand alone is
judged, over every way the line's letters can be suits, and where the line is copied, in every copy.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from bridgelang.bidding.program import Rule
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.decode import condition
from bridgelang.compile.plain_form import plain
from bridgelang.constraints.holding import ANY
from bridgelang.constraints.nodes import both
from bridgelang.constraints.project import project
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.walk import nodes, nodes_of
from bridgelang.lint.survey import Survey, needs_call


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Alternatives in lines of the file that no hand can meet together with the rest of their line."""
    rules: dict[int, ast.Rule] = {}
    if survey.file in survey.trees:
        for node in nodes_of(survey.trees[survey.file]):
            if isinstance(node, ast.Rule) and node.condition is not None:
                rules.setdefault(node.span.line, node)
    for (_, row), lines in survey.places().items():
        rule = rules.get(row)
        if rule is None or any(not line.steady or survey.hangs_on_settings(line) for line in lines):
            continue
        for part in _alternatives(rule):
            dead = _dead(survey, lines, part)
            if dead is not None:
                text = "this alternative can never hold under the rest of the line"
                note = "a comma binds loosest; group with parentheses:  (A, B) or C"
                found = survey.complain("B313", text, lines[0], "warning", note)
                yield attrs.evolve(found, span=dead.span) if dead.span.line else found


def _alternatives(rule: ast.Rule) -> list[ast.AnyOf]:
    """The groups of alternatives that a rule asks for beside other things."""
    whole = rule.condition
    parts = whole.parts if isinstance(whole, ast.All) else ()
    return [part for part in parts if isinstance(part, ast.AnyOf)]


def _dead(survey: Survey, lines: list[Rule], group: ast.AnyOf) -> ast.Condition | None:
    """The first alternative of a group that no hand can meet anywhere; None when each has its hands, or none has."""
    if any(isinstance(node, ast.Atom) and node.kind in ("named", "setting is") for node in nodes(group)):
        return None  # what a definition says is written out only once a file is compiled
    wanted = condition(plain(group))
    if any(wanted not in line.steady for line in lines):
        return None
    rests = [(line, [part for part in line.steady if part is not wanted]) for line in lines]
    living = [any(_possible(survey, line, [*rest, branch]) for line, rest in rests) for branch in wanted.parts()]
    if all(living) or not any(living):
        return None
    return group.parts[living.index(False)]


def _possible(survey: Survey, line: Rule, conditions: list[Word]) -> bool:
    """Whether some hand may meet all conditions in some way that the line's letters can be suits."""
    if any(map(needs_call, conditions)):
        return True
    for env in survey.instances(line):
        place = survey.place(env, line)
        node = both(*[part.node(place) for part in conditions])
        held = ANY.meet(project(node))
        if not held.is_empty and held.possibly(node):
            return True
    return False
