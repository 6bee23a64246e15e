"""B301: a rule that can never be reached, because the lines above take every hand it could take.

    opening:
      1H: 12+ points, 5+ hearts
      1H: 15+ points, 6+ hearts              # never: the line above has taken every such hand

Judged over all instances of the rule. A line above counts only when its call is legal wherever this one's is: the same
call, a higher bid, or a pass where the player cannot be forced (they have just bid or doubled).
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.calls import resolve_call, ways_to_bind, within_domains
from bridgelang.bidding.forms import Env
from bridgelang.bidding.place import Place
from bridgelang.bidding.program import Context, Rule, context_letters
from bridgelang.constraints.holding import ANY, Holding
from bridgelang.constraints.nodes import Node
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Survey


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Rules whose every instance is taken by the lines above it in its own context or those round it."""
    by_chain: dict[int, list[Rule]] = {}
    for line in survey.lines:
        by_chain.setdefault(line.context.index, []).append(line)
    nevers = [line for line in survey.lines if line.never]
    for lines in survey.places().values():
        takers: list[Rule] = []
        for line in lines:
            found = _takers(survey, line, by_chain, nevers)
            if found is None:
                break
            takers.extend(found)
        else:
            where = " and ".join(dict.fromkeys(_name(survey, line) for line in takers))
            message = f"this rule can never be reached: every such hand is taken by {where}"
            yield survey.complain("B301", message, lines[0])


def _name(survey: Survey, line: Rule) -> str:
    return f"line {line.row}" if line.file == survey.file else line.location


def _takers(survey: Survey, line: Rule, by_chain: dict[int, list[Rule]], nevers: list[Rule]) -> list[Rule] | None:
    """The lines that together take every hand of a line; None when some hand may be left."""
    if line.never or line.reads or survey.hangs_on_settings(line):
        return None
    above = sorted(
        (
            other
            for chain in _round(line.context)
            for other in by_chain.get(chain.index, ())
            if other.index < line.index and _takes_surely(survey, other, nevers)
        ),
        key=lambda found: found.index,
    )
    if not above:
        return None
    used: dict[int, Rule] = {}
    for env in survey.instances(line):
        node = survey.node(line, env)
        if node is None:
            return None
        left: Holding = ANY.meet(project(node))
        if left.is_empty:
            continue  # another rule's business
        for other in above:
            for taken in _nodes(survey, other, line, env):
                before = left
                left = left.without(taken)
                if left is not before:
                    used[other.index] = other
            if left.is_empty:
                break
        if not left.is_empty:
            return None
    return list(used.values()) or None


def _round(chain: Context) -> Iterator[Context]:
    """A context and those it refines, at the same point of the auction."""
    found: Context | None = chain
    while found is not None:
        yield found
        found = found.parent if found.kind == "when" else None


def _takes_surely(survey: Survey, line: Rule, nevers: list[Rule]) -> bool:
    """Whether a line takes whatever meets its condition: nothing of it hangs on the auction or on a setting."""
    if line.never or line.reads or line.facts or line.moving or len(line.calls) != 1:
        return False
    if survey.hangs_on_settings(line):
        return False
    return not any(never.index < line.index < never.scope_end for never in nevers)


def _nodes(survey: Survey, other: Rule, line: Rule, env: Env) -> Iterator[Node]:
    """What the instances of a line above must take, where their call is legal whenever this line's is."""
    if survey.is_convention:
        if set(survey.letters(other)) <= set(env) and _legal_too(survey, other, env, line, env):
            node = survey.node(other, env)
            if node is not None:
                yield node
        return
    shared = {x: env[x] for x in context_letters(other.context) if x in env}
    if not within_domains(shared, other.domains):
        return
    missing = [x for x in other.letters if x not in shared]
    for bound in ways_to_bind(shared, missing, other.domains) if missing else (shared,):
        if _legal_too(survey, other, bound, line, env):
            node = survey.node(other, bound)
            if node is not None:
                yield node


def _legal_too(survey: Survey, other: Rule, bound: Env, line: Rule, env: Env) -> bool:
    """Whether the other line takes its hands whenever this one's call is legal, or would send a hand on."""
    if line.policy and (other.policy, other.policy_end) != (line.policy, line.policy_end):
        return False
    wanted, having = line.calls, other.calls[0]
    if having[0] == "pass even if forced" or (having[0] == "pass" and _never_forced(line.context)):
        return True
    if len(wanted) != 1 or having[0] == "pass":
        return False
    if wanted[0] == having and having[0] in ("double", "redouble"):
        return True
    mine, theirs = survey.place(env, line), survey.place(bound, other)
    if wanted[0][0] == having[0] == "bid":
        return resolve_call(having, theirs) >= resolve_call(wanted[0], mine) > 2
    if wanted[0] != having:
        return False
    return having.strain is None or isinstance(having.strain, int) or _same_suit(having.strain, mine, theirs)


def _same_suit(ref: str, mine: Place, theirs: Place) -> bool:
    """Whether a letter is one suit in both lines."""
    suit = mine.suit(ref) if len(ref) < 4 else -1
    return suit >= 0 and suit == theirs.suit(ref)


def _never_forced(chain: Context) -> bool:
    """Whether a context is reached by a call of theirs that is no pass: partner's call forces nobody then."""
    found: Context | None = chain
    while found is not None and found.kind == "when":
        found = found.parent
    if found is None or found.kind != "call" or not found.theirs:
        return False
    return all(call[0] not in ("pass", "any", "tagged") for call in found.alternatives)
