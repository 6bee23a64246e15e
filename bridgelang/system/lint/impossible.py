"""B304: a rule that no hand can meet.

    1NT: 15-17 hcp, up to 12 hcp

Only what is asked of the hand alone is judged, over every way the rule's letters can be suits.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.constraints.holding import ANY
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.system.lint.survey import Survey
from bridgelang.system.program import Line
from bridgelang.system.specialise import specialise


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Rules of which no instance can match any hand."""
    for lines in survey.places().values():
        if all(_impossible(survey, line) for line in lines):
            yield survey.complain("B304", "no hand can meet this rule", lines[0])


def _impossible(survey: Survey, line: Line) -> bool:
    if line.steady is None or asks_level(line.steady):
        return False
    for env in survey.instances(line):
        node = specialise(line.steady, survey.bare(line, env))
        held = ANY.meet(project(node))
        if not held.is_empty and held.possibly(node):
            return False
    return True


def asks_level(plain: object) -> bool:
    """Whether a plain condition speaks of the call's level, which only the auction settles."""
    if isinstance(plain, tuple | list):
        return (len(plain) == 3 and plain[0] == "level") or any(asks_level(part) for part in plain)
    return False
