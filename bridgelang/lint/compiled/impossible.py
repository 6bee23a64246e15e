"""B304: a rule that no hand can meet.

    1NT: 15-17 hcp, up to 12 hcp

Only what is asked of the hand alone is judged, over every way the rule's letters can be suits. A line that a setting
turns off is not judged, nor one with more letters than there are suits: below `3x/3w` one of the two is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.program import Rule
from bridgelang.constraints.holding import ANY
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Survey


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Rules of which no instance can match any hand."""
    for lines in survey.places().values():
        if all(_impossible(survey, line) for line in lines):
            yield survey.complain("B304", "no hand can meet this rule", lines[0])


def _impossible(survey: Survey, line: Rule) -> bool:
    if not line.steady or survey.hangs_on_settings(line):
        return False
    ways = survey.instances(line)
    for env in ways:
        node = survey.node(line, env)
        if node is None:
            return False
        held = ANY.meet(project(node))
        if not held.is_empty and held.possibly(node):
            return False
    return bool(ways)
