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
from heapq import merge
from itertools import takewhile

from bridgelang.bidding.calls import ways_to_bind, within_domains
from bridgelang.bidding.forms import Env
from bridgelang.bidding.place import Place
from bridgelang.bidding.program import Context, Rule
from bridgelang.constraints.holding import ANY, Holding
from bridgelang.constraints.nodes import Node
from bridgelang.constraints.project import project
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Letters, Survey, letters_of


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Rules whose every instance is taken by the lines above it in its own context or those round it."""
    above = Above(survey)
    for lines in survey.places().values():
        takers: list[Rule] = []
        for line in lines:
            found = above.takers(line) if line.index in above.covered else None
            if found is None:
                break
            takers.extend(found)
        else:
            where = " and ".join(dict.fromkeys(_name(survey, line) for line in takers))
            message = f"this rule can never be reached: every such hand is taken by {where}"
            yield survey.complain("B301", message, lines[0])


def _name(survey: Survey, line: Rule) -> str:
    return f"line {line.row}" if line.file == survey.file else line.location


class Above:
    """The lines that surely take whatever meets their condition, by context.

    ``covered`` are the lines worth a closer look: each cell they may have is one that some line above, if its call is
    legal whenever theirs is, may have as well. Most lines are not, and one pass over the system tells which.
    """

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.before: dict[tuple[int, Letters], int] = survey.memo.setdefault("highest before", {})
        self.cells: dict[int, dict[int, int]] = survey.memo.setdefault("cells", {})
        self.by_chain: dict[int, list[Rule]] = {}
        self.covered: set[int] = set()
        self._look()

    def _look(self) -> None:
        judged = {line.index for lines in self.survey.places().values() for line in lines if self._is_judged(line)}
        lowest: dict[Context, int] = {}  # the last line that is judged in a context: those below it stand above none
        rule = self.survey.program.rule
        for number in sorted(judged):
            lowest.update(dict.fromkeys(_round(rule(number).context), number))
        takers = {number for context, last in lowest.items() for number in context.rules if number < last}
        takers -= self._under_never()
        cover: dict[int, list[int]] = {}  # by context and by call: what lines with it or a higher one may have
        for number in sorted(judged | takers):
            line = rule(number)
            if number in judged and self._is_covered(line, cover):
                self.covered.add(number)
            if number in takers and _takes_surely(self.survey, line):
                self.by_chain.setdefault(line.context.index, []).append(line)
                self._cover(line, cover.setdefault(line.context.index, [0] * (_CALLS + 1)))

    def _under_never(self) -> set[int]:
        """The lines from which some line above them in its block may have taken the call off."""
        out: set[int] = set()
        end = 0
        for number in range(len(self.survey.rows)):
            if number < end:
                out.add(number)
            end = max(end, self.survey.never_ends(number))
        return out

    def _is_judged(self, line: Rule) -> bool:
        return not (line.never or line.reads or self.survey.hangs_on_settings(line))

    def _is_covered(self, line: Rule, cover: dict[int, list[int]]) -> bool:
        here = [cover[chain.index] for chain in _round(line.context) if chain.index in cover]
        if not here:
            return False
        bids = len(line.calls) == 1 and line.calls[0][0] == "bid"
        for env in self.survey.instances(line):
            node = self.survey.node(line, env)
            if node is None:
                return False
            cells = ANY.meet(project(node)).cells
            lowest = self.survey.call(line, env) if bids else 0
            for calls in here:
                cells &= ~calls[max(lowest, 0)]
            if cells:
                return False
        return True

    def _cover(self, line: Rule, calls: list[int]) -> None:
        may_by_call = self.cells.get(line.index)
        if may_by_call is None:
            may_by_call = self.cells[line.index] = self._cells(line)
        for highest, may in may_by_call.items():
            for call in range(highest + 1):
                calls[call] |= may

    def _cells(self, line: Rule) -> dict[int, int]:
        """The cells that a line may have, by the highest call that they are taken from."""
        out: dict[int, int] = {}
        for env in self.survey.instances(line):
            node = self.survey.node(line, env)
            if node is not None:
                highest = _CALLS
                if line.calls[0][0] == "bid":
                    bid = self.survey.call(line, env)
                    highest = highest if bid > self._highest_before(line, env) >= 0 else bid
                out[highest] = out.get(highest, 0) | project(node).may
        return out

    def _highest_before(self, line: Rule, env: Env) -> int:
        """The highest that the last bid can be where a line stands: 0 when nobody has bid, -1 when that is open."""
        key = (line.context.index, letters_of(env))
        found = self.before.get(key)
        if found is None:
            found = self.before[key] = max(self.survey.bids_before(line, env), default=-1)
        return found

    def takers(self, line: Rule) -> list[Rule] | None:
        """The lines that together take every hand of a line; None when some hand may be left."""
        used: dict[int, Rule] = {}
        for env in self.survey.instances(line):
            node = self.survey.node(line, env)
            if node is None:
                return None
            left: Holding = ANY.meet(project(node))
            if left.is_empty:
                continue  # another rule's business
            for other in self.standing_above(line):
                for taken in self.taken_by(other, line, env):
                    before = left
                    left = left.without(taken)
                    if left is not before:
                        used[other.index] = other
                if left.is_empty:
                    break
            if not left.is_empty:
                return None
        return list(used.values()) or None

    def standing_above(self, line: Rule) -> Iterator[Rule]:
        """The lines above that take surely, in order; few of them are looked at when they take everything."""
        places = [self.by_chain[chain.index] for chain in _round(line.context) if chain.index in self.by_chain]
        lines = places[0] if len(places) == 1 else merge(*places, key=lambda found: found.index)
        return takewhile(lambda other: other.index < line.index, lines)

    def taken_by(self, other: Rule, line: Rule, env: Env) -> Iterator[Node]:
        """What the instances of a line above must take, where their call is legal whenever this line's is."""
        survey = self.survey
        if survey.is_convention:
            if set(survey.letters(other)) <= set(env) and self._legal_too(other, env, line, env):
                node = self.survey.node(other, env)
                if node is not None:
                    yield node
            return
        shared = {x: env[x] for x in survey.letters_round(other) if x in env} if env else {}
        if not within_domains(shared, other.domains):
            return
        missing = [x for x in other.letters if x not in shared]
        for bound in ways_to_bind(shared, missing, other.domains) if missing else (shared,):
            if self._legal_too(other, bound, line, env):
                node = self.survey.node(other, bound)
                if node is not None:
                    yield node

    def _legal_too(self, other: Rule, bound: Env, line: Rule, env: Env) -> bool:
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
        if having[0] == "bid":
            bid = self.survey.call(other, bound)
            if wanted[0][0] == "bid" and bid >= self.survey.call(line, env) > 2:
                return True
            if bid > self._highest_before(line, env) >= 0:
                return True
        if wanted[0] != having:
            return False
        mine, theirs = self.survey.place(env, line), self.survey.place(bound, other)
        return having.strain is None or isinstance(having.strain, int) or _same_suit(having.strain, mine, theirs)


_CALLS = 38


def _round(chain: Context) -> Iterator[Context]:
    """A context and those it refines, at the same point of the auction."""
    found: Context | None = chain
    while found is not None:
        yield found
        found = found.parent if found.kind == "when" else None


def _takes_surely(survey: Survey, line: Rule) -> bool:
    """Whether a line takes whatever meets its condition: nothing of it hangs on the auction or on a setting."""
    if line.never or line.reads or line.facts or line.moving or len(line.calls) != 1:
        return False
    return not survey.hangs_on_settings(line)


def _same_suit(ref: str, mine: Place, theirs: Place) -> bool:
    """Whether a letter is one suit in both lines."""
    suit = mine.suit(ref) if len(ref) < 4 else -1
    return suit >= 0 and suit == theirs.suit(ref)


def _never_forced(chain: Context) -> bool:
    """Whether nobody has bid, or a context is reached by a call of theirs that is no pass: nobody is forced then."""
    found: Context | None = chain
    while found is not None and found.kind == "when":
        found = found.parent
    if found is not None and found.kind == "start":
        return True
    if found is None or found.kind != "call" or not found.theirs:
        return False
    return all(call[0] not in ("pass", "any", "tagged") for call in found.alternatives)
