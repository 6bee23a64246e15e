"""B307: one call in one position that is forcing by one line and a sign-off by another.

    after 1NT:
      2C: 8+ hcp, 4 hearts                   [forcing]
      2C: 6+ clubs, up to 5 hcp              [signoff]

Partner cannot tell which it is, so the call is neither. Only lines that ask nothing of the auction are compared, and
only where some suits make both of them possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.calls import ways_to_bind
from bridgelang.bidding.program import Rule, context_letters
from bridgelang.constraints.nodes import FALSE
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Survey

_FORCING = ("forcing", "game forcing")


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Lines of one context with the same call and tags that contradict each other."""
    for places in survey.places().values():
        if not all("signoff" in _names(line) for line in places):
            continue
        others = [_contradicting(survey, line) for line in places]
        first = others[0]
        if first is not None and all(other is not None for other in others):
            message = f"the same call is forcing by {first.location}: partner cannot tell which it is"
            yield survey.complain("B307", message, places[0])


def _contradicting(survey: Survey, line: Rule) -> Rule | None:
    """A line of the same context that makes the same call forcing."""
    if line.never or line.reads:
        return None
    same = (o for o in survey.beside(line) if o.calls[0] == line.calls[0] and not (o.never or o.reads))
    return next((o for o in same if _names(o) & set(_FORCING) and _both_possible(survey, line, o)), None)


def _both_possible(survey: Survey, a: Rule, b: Rule) -> bool:
    """Whether the two lines offer the call together for some way their letters can be suits."""
    if any(line.facts or line.moving or len(line.calls) != 1 for line in (a, b)):
        return False
    if a.domains != b.domains or survey.hangs_on_settings(a) or survey.hangs_on_settings(b):
        return False
    letters = list(dict.fromkeys([*context_letters(a.context), *a.letters, *b.letters]))
    for env in ways_to_bind({}, letters, a.domains) if letters else [{}]:
        nodes = [survey.node(line, env) for line in (a, b)]
        if all(node is not None and node is not FALSE for node in nodes):
            return True
    return False


def _names(line: Rule) -> set[str]:
    return {tag[0] for tag in line.tags}
