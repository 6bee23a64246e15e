"""B301: a rule that can never be reached, because the lines above take every hand it could take.

    opening:
      1H: 12+ points, 5+ hearts
      1H: 15+ points, 6+ hearts              # never: the line above has taken every such hand

Judged over all instances of the rule. A line above counts only when its call is legal wherever this one's is: the same
call, a higher bid, a lower one where the last bid of the path is lower still (nobody has bid in `opening:`), or a pass
where the player cannot be forced (nobody has bid, or they have just bid or doubled).
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.contexts import resolve_call, ways_to_bind, within_domains
from bridgelang.bidding.program import Chain, Line
from bridgelang.bidding.specialise import Place
from bridgelang.bidding.state import Env
from bridgelang.constraints.holding import ANY, Holding
from bridgelang.constraints.nodes import Node
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Survey, chain_letters


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Rules whose every instance is taken by the lines above it in its own context or those round it."""
    by_chain: dict[int, list[Line]] = {}
    for line in survey.lines:
        by_chain.setdefault(line.chain.index, []).append(line)
    nevers = [line for line in survey.lines if line.never]
    for lines in survey.places().values():
        takers: list[Line] = []
        for line in lines:
            found = _takers(survey, line, by_chain, nevers)
            if found is None:
                break
            takers.extend(found)
        else:
            where = " and ".join(dict.fromkeys(_name(survey, line) for line in takers))
            message = f"this rule can never be reached: every such hand is taken by {where}"
            yield survey.complain("B301", message, lines[0])


def _name(survey: Survey, line: Line) -> str:
    return f"line {line.row}" if line.file == survey.file else line.location


def _takers(survey: Survey, line: Line, by_chain: dict[int, list[Line]], nevers: list[Line]) -> list[Line] | None:
    """The lines that together take every hand of a line; None when some hand may be left."""
    if line.never or line.reads or survey.hangs_on_settings(line):
        return None
    above = sorted(
        (
            other
            for chain in _round(line.chain)
            for other in by_chain.get(chain.index, ())
            if other.index < line.index and _takes_surely(survey, other, nevers)
        ),
        key=lambda found: found.index,
    )
    if not above:
        return None
    used: dict[int, Line] = {}
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


def _round(chain: Chain) -> Iterator[Chain]:
    """A context and those it refines, at the same point of the auction."""
    found: Chain | None = chain
    while found is not None:
        yield found
        found = found.parent if found.kind == "when" else None


def _takes_surely(survey: Survey, line: Line, nevers: list[Line]) -> bool:
    """Whether a line takes whatever meets its condition: nothing of it hangs on the auction or on a setting."""
    if line.never or line.reads or line.facts or line.moving or len(line.calls) != 1:
        return False
    if survey.hangs_on_settings(line):
        return False
    return not any(never.index < line.index < never.scope_end for never in nevers)


def _nodes(survey: Survey, other: Line, line: Line, env: Env) -> Iterator[Node]:
    """What the instances of a line above must take, where their call is legal whenever this line's is."""
    if survey.is_convention:
        if set(survey.letters(other)) <= set(env) and _legal_too(survey, other, env, line, env):
            node = survey.node(other, env)
            if node is not None:
                yield node
        return
    shared = {x: env[x] for x in chain_letters(other.chain) if x in env}
    if not within_domains(shared, other.domains):
        return
    missing = [x for x in other.letters if x not in shared]
    for bound in ways_to_bind(shared, missing, other.domains) if missing else (shared,):
        if _legal_too(survey, other, bound, line, env):
            node = survey.node(other, bound)
            if node is not None:
                yield node


def _legal_too(survey: Survey, other: Line, bound: Env, line: Line, env: Env) -> bool:
    """Whether the other line takes its hands whenever this one's call is legal, or would send a hand on."""
    if line.policy and (other.policy, other.policy_end) != (line.policy, line.policy_end):
        return False
    wanted, having = line.calls, other.calls[0]
    if having[0] == "pass even if forced" or (having[0] == "pass" and _never_forced(line.chain)):
        return True
    if len(wanted) != 1 or having[0] == "pass":
        return False
    if wanted[0] == having and having[0] in ("double", "redouble"):
        return True
    mine, theirs = Place(survey.root(), env, survey.program, line), Place(survey.root(), bound, survey.program, other)
    if having[0] == "bid":
        bid = resolve_call(having, theirs)
        if wanted[0][0] == "bid" and bid >= resolve_call(wanted[0], mine) > 2:
            return True
        if bid > _highest_before(survey, line, env) >= 0:
            return True
    if wanted[0] != having:
        return False
    fixed = len(having) != 2 or having[1] == "NT" or isinstance(having[1], int)
    return fixed or _same_suit(having[1], mine, theirs)


def _highest_before(survey: Survey, line: Line, env: Env) -> int:
    """The highest that the last bid can be where a line stands: 0 when nobody has bid, -1 when the path leaves it open.

    The path must name every call since that bid, and its letters must be known.
    """
    found: Chain | None = line.chain
    place = Place(survey.root(), env, survey.program, line)
    while found is not None:
        if found.kind == "start":
            return -1 if survey.is_convention else 0
        if found.kind == "call":
            kinds = {call[0] for call in found.alternatives}
            if kinds == {"bid"}:
                bids = [resolve_call(call, place) for call in found.alternatives]
                return max(bids) if min(bids) > 2 else -1
            if not kinds <= {"pass", "double", "redouble"}:
                return -1
        elif found.kind != "when":
            return -1
        found = found.parent
    return -1


def _same_suit(ref: object, mine: Place, theirs: Place) -> bool:
    """Whether a letter is one suit in both lines."""
    suit = mine.suit(ref) if isinstance(ref, str) and len(ref) < 4 else -1
    return suit >= 0 and suit == theirs.suit(ref)


def _never_forced(chain: Chain) -> bool:
    """Whether nobody has bid, or a context is reached by a call of theirs that is no pass: nobody is forced then."""
    found: Chain | None = chain
    while found is not None and found.kind == "when":
        found = found.parent
    if found is not None and found.kind == "start":
        return True
    if found is None or found.kind != "call" or not found.theirs:
        return False
    return all(call[0] not in ("pass", "any", "tagged") for call in found.alternatives)
