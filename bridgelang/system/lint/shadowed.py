"""B301: a rule that can never be reached, because the lines above take every hand it could take.

    opening:
      1H: 12+ points, 5+ hearts
      1H: 15+ points, 6+ hearts              # never: the line above has taken every such hand

Judged over all instances of the rule. A line above counts only when its call is legal wherever this one's is: the same
call, or a higher bid.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.constraints.holding import ANY, Holding
from bridgelang.constraints.nodes import TRUE, Node
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.system.contexts import ways_to_bind
from bridgelang.system.lint.impossible import asks_level
from bridgelang.system.lint.survey import Survey
from bridgelang.system.program import Chain, Line
from bridgelang.system.specialise import specialise
from bridgelang.system.state import Env


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Rules whose every instance is taken by the lines above it in its own context or those round it."""
    by_chain: dict[int, list[Line]] = {}
    for line in survey.lines:
        by_chain.setdefault(line.chain.index, []).append(line)
    nevers = [line for line in survey.lines if line.never]
    for lines in survey.places().values():
        takers = [_takers(survey, line, by_chain, nevers) for line in lines]
        if all(taken is not None for taken in takers):
            first = takers[0] or []
            where = " and ".join(dict.fromkeys(_name(survey, line) for line in first))
            message = f"this rule can never be reached: every such hand is taken by {where}"
            yield survey.complain("B301", message, lines[0])


def _name(survey: Survey, line: Line) -> str:
    return f"line {line.row}" if line.file == survey.file else line.location


def _takers(survey: Survey, line: Line, by_chain: dict[int, list[Line]], nevers: list[Line]) -> list[Line] | None:
    """The lines that together take every hand of a line; None when some hand may be left."""
    if line.never or line.reads or (line.steady is not None and asks_level(line.steady)):
        return None
    above = [
        other for chain in _round(line.chain) for other in by_chain.get(chain.index, ()) if other.index < line.index
    ]
    above = [other for other in above if _takes_surely(other, nevers)]
    if not above:
        return None
    used: dict[int, Line] = {}
    envs = survey.instances(line)
    for env in envs:
        node = TRUE if line.steady is None else specialise(line.steady, survey.bare(line, env))
        left: Holding = ANY.meet(project(node))
        if left.is_empty:
            continue  # another rule's business
        for other in sorted(above, key=lambda found: found.index):
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


def _takes_surely(line: Line, nevers: list[Line]) -> bool:
    """Whether a line takes whatever meets its condition: nothing of it hangs on the auction."""
    if line.never or line.reads or line.facts or line.moving or len(line.calls) != 1:
        return False
    if line.steady is not None and asks_level(line.steady):
        return False
    return not any(never.index < line.index < never.scope_end for never in nevers)


def _nodes(survey: Survey, other: Line, line: Line, env: Env) -> Iterator[Node]:
    """What the instances of a line above must take, where their call is legal whenever this line's is."""
    missing = [x for x in other.letters if x not in env]
    shared = {x: s for x, s in env.items() if x in other.letters or x in _context_letters(survey, line)}
    missing = [x for x in other.letters if x not in shared]
    for bound in ways_to_bind(shared, missing, other.domains) if missing else (shared,):
        if _legal_too(survey, other, bound, line, env):
            yield TRUE if other.steady is None else specialise(other.steady, survey.bare(other, bound))


def _context_letters(survey: Survey, line: Line) -> list[str]:
    from bridgelang.system.lint.survey import chain_letters

    return chain_letters(line.chain)


def _legal_too(survey: Survey, other: Line, bound: Env, line: Line, env: Env) -> bool:
    """Whether the other line's call is legal whenever this line's is: the same one, or a higher bid."""
    wanted, having = line.calls, other.calls[0]
    if len(wanted) != 1 or having[0] == "pass":
        return False
    mine = wanted[0]
    if mine == having and all(bound.get(r) == env.get(r) for r in having if isinstance(r, str)):
        return True
    a, b = _bid(survey, other, bound), _bid(survey, line, env)
    return a >= b > 2


def _bid(survey: Survey, line: Line, env: Env) -> int:
    """A bid's number when the text alone settles it, else -1."""
    call = line.calls[0]
    if call[0] != "bid":
        return -1
    strain = 4 if call[2] == "NT" else survey.bare(line, env).suit(call[2])
    return 5 * call[1] - 2 + strain if strain >= 0 else -1
