"""Which contexts an auction is in, with the suits their letters are: paths, and the ``when`` headers that hold.

Paths run as a small machine beside the tree of states: what is active after a call follows from what was active
before it. For each side at the table its own system runs. Headers are asked for in every position.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from bridgelang.bidding.contexts import domain_of, matches, within_domains
from bridgelang.bidding.facts import Binder, binder
from bridgelang.bidding.program import Chain, Part, Program, is_letter, is_static
from bridgelang.bidding.specialise import NO_LETTERS, Place, place_of, specialise, test_of
from bridgelang.bidding.state import Env, State
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both

if TYPE_CHECKING:
    from bridgelang.bidding.structure import Structure

Plain = Any

Question = Callable[[Place], Hashable]
Context = tuple[Chain, Env, Node]
WALKS_BEFORE = 400  # positions after which a system's facts about calls are worth a function of their own
MAX_ASKED = 300_000  # questions remembered for each system


def active(state: State, side: int) -> list[tuple[Chain, Env]]:
    """The path contexts of ``side``'s system that the auction is in, with their letters."""
    found = state._active[side]
    if found is None:
        found = state._active[side] = _follow(state, side)
    return found


def _follow(state: State, side: int) -> list[tuple[Chain, Env]]:
    parent = state.parent
    program = state.sides.programs[side]
    if parent is None:
        return [(program.chains[1], NO_LETTERS)]
    out: list[tuple[Chain, Env]] = []
    ours = parent.turn & 1 == side
    call = state.call
    before = active(parent, side)
    if ours:
        before = [*before, *[(chain, env) for chain, env, _ in described(parent) if _goes_on(chain)]]
    for chain, env in before:
        if chain.kind == "start" and call == 0 and parent.first_bid < 0:
            out.append((chain, env))
            continue
        for child in chain.our_calls if ours else chain.their_calls:
            more = matches(child, parent, call, env, program)
            if more is not None:
                out.append((child, more))
    return out


def _goes_on(chain: Chain) -> bool:
    return bool(chain.our_calls or chain.their_calls)


def described(state: State) -> list[Context]:
    """The ``when`` contexts that hold for the player to call, with their letters and what they ask of the hand."""
    found = state.memo.get("described")
    if found is None:
        found = [context for leaf in leaves(state) for context in leaf]
        state.memo["described"] = found
    return found


def leaves(state: State) -> list[list[Context]]:
    """The same, one list for each context that has headers below it; equal lists are one object."""
    found: list[list[Context]] | None = state.memo.get("leaves")
    if found is None:
        place = place_of(state)
        outermost = place.program.chains[0]
        found = [_leaf(outermost, NO_LETTERS, place)] if outermost.whens else []
        for chain, env in active(state, state.turn & 1):
            if chain.whens:
                found.append(_leaf(chain, env, place))
        state.memo["leaves"] = found
    return found


def get_ready(program: Program) -> Structure:
    """Make the function of the facts about calls: it pays for itself in some hundred positions."""
    structure: Structure | None = program.structure
    if structure is None:
        from bridgelang.bidding.structure import Structure

        structure = program.structure = Structure(program)
        program.asked.clear()  # what was asked till now knew no bits
    return structure


class Asked:
    """What came of asking: the next question, and for each answer where it leads; or the end, a ``leaf``.

    Which headers hold follows from the answers to a series of questions, each of which follows from the answers
    before; positions differ in few of them. So the questions are kept as a tree, and a position only answers.
    """

    __slots__ = ("answers", "bit", "leaf", "no", "question", "vulnerability", "yes")

    def __init__(self) -> None:
        self.bit = 0  # a question that the calls alone answer is a bit of the state's structure
        self.yes: Asked | None = None
        self.no: Asked | None = None
        self.question: Question | None = None
        self.answers: dict[Hashable, Asked] = {}
        self.leaf: list[Context] | None = None
        self.vulnerability = True  # of a leaf: some question on the way asked who is vulnerable


def _leaf(chain: Chain, env: Env, place: Place) -> list[Context]:
    program = place.program
    trees = program.asked
    structure = program.structure
    if structure is None:
        program.walks += 1
        if program.walks > WALKS_BEFORE:
            structure = get_ready(program)
    bits = 0 if structure is None else structure_of(place.state, structure)
    key = (chain.index, *env.items()) if env else chain.index
    node = root = trees.get(key)
    while node is not None:
        if node.bit:
            node = node.yes if bits & node.bit else node.no
        elif node.question is not None:
            node = node.answers.get(node.question(place))
        elif node.leaf is not None:
            if node.vulnerability:
                place.state.memo["vulnerability"] = True
            return node.leaf  # type: ignore[no-any-return]
        else:
            break
    if root is None:
        if len(trees) > MAX_ASKED // 100 or program.questions_kept > MAX_ASKED:
            trees.clear()
            program.leaves.clear()
            program.questions_kept = 0
        root = trees[key] = Asked()
    trace = Trace(place, structure, bits)
    found: list[Context] = []
    _open(chain, env, TRUE, trace, found)
    node = root
    for question, answer in trace.asked:
        after: Asked | None
        if isinstance(question, int):
            node.bit = question
            after = node.yes if answer else node.no
            if after is None:
                after = Asked()
                program.questions_kept += 1
                if answer:
                    node.yes = after
                else:
                    node.no = after
        else:
            node.question = question
            after = node.answers.get(answer)
            if after is None:
                after = node.answers[answer] = Asked()
                program.questions_kept += 1
        node = after
    same = tuple([(c.index, id(n), *e.items()) for c, e, n in found])
    node.leaf = program.leaves.setdefault(same, found)
    node.vulnerability = trace.vulnerability
    if node.vulnerability:
        place.state.memo["vulnerability"] = True
    return node.leaf


def structure_of(state: State, structure: Structure) -> int:
    """The facts without letters of a state as bits, kept there."""
    found: int | None = state.memo.get("structure")
    if found is None:
        found = state.memo["structure"] = structure.of(state)
    return found


class Trace:
    """The questions asked of a place, with their answers, in order; ``vulnerability`` when one was of that."""

    __slots__ = ("_answers", "_bits", "_known", "_structure", "asked", "place", "vulnerability")

    def __init__(self, place: Place, structure: Structure | None, bits: int) -> None:
        self.place = place
        self.asked: list[tuple[Question | int, Hashable]] = []
        self._structure = structure
        self._bits = bits
        self.vulnerability = False
        self._known: dict[int, bool] = {}
        self._answers: dict[Question, Any] = {}

    def holds(self, part: Part) -> bool:
        """Whether a fact without letters holds."""
        if part.vulnerability:
            self.vulnerability = True
        found = self._known.get(part.key)
        if found is None:
            found = self._known[part.key] = self._find(part)
        return found

    def _find(self, part: Part) -> bool:
        structure = self._structure
        if structure is not None:
            bit = structure.bit_of.get(part.key)
            if bit is not None:
                answer = bool(self._bits & bit)
                self.asked.append((bit, answer))
                return answer
        return bool(self.ask(part.ask))

    def ask(self, question: Question) -> Any:
        """The answer to a question; the same question is asked once."""
        if question in self._answers:
            return self._answers[question]
        answer = self._answers[question] = question(self.place)
        self.asked.append((question, answer))
        return answer


def _open(chain: Chain, env: Env, node: Node, trace: Trace, out: list[Context]) -> None:
    forks = [chain.forked()]
    while forks:
        fork = forks.pop()
        for part, after in fork.tests:
            if trace.holds(part):
                forks.append(after)
        for child in fork.open:
            for letters, more in _ways(child, env, trace):
                whole = more if node is TRUE else both(node, more)
                if whole is FALSE:
                    continue
                out.append((child, letters, whole))
                if child.whens:
                    _open(child, letters, whole, trace, out)


class Plan:
    """In which order the letters of a header are found and its parts asked, when some letters are known already.

    Parts whose letters are all known come first, then letters that a part settles (``their suit x``), and only then
    letters that must be tried. ``order`` is the order in which the text names the letters: ways come out by it.
    """

    __slots__ = ("order", "steps")

    def __init__(self, chain: Chain, known: Iterable[str]) -> None:
        self.steps: list[tuple[str, Part | None, int, Any]] = []
        bound = set(known)
        rest = [(number, part) for number, part in enumerate(chain.parts) if not part.key]  # the fork asked the others
        order = [x for _, part in rest for x in part.letters if x not in bound]
        order += [x for x in chain.domains if x not in bound]
        self.order = list(dict.fromkeys(order))
        while rest:
            ready = [item for item in rest if all(x in bound for x in item[1].letters)]
            if ready:
                number, part = min(ready, key=lambda item: (not item[1].fact, item[1].cost))
                kind = "ask" if part.fact else "same" if is_static(part.condition) else "hand"
                self.steps.append((kind, part, number, None))
                rest.remove((number, part))
                continue
            settled = self._settled([part for _, part in rest if part.fact], bound)
            letter = settled[0] if settled else next(x for _, part in rest for x in part.letters if x not in bound)
            self.steps.append((letter, None, 0, settled[1] if settled else None))
            bound.add(letter)
        self.steps += [(x, None, 0, None) for x in self.order if x not in bound]

    @staticmethod
    def _settled(parts: list[Part], bound: set[str]) -> tuple[str, Binder] | None:
        found = None
        least = 99
        for part in parts:
            for letter in part.letters:
                if letter not in bound:
                    suits = _binder(_with(part.condition, {letter: ANY_LETTER}), ANY_LETTER)
                    if suits is not None and part.cost < least:
                        found, least = (letter, suits), part.cost
        return found


def _ways(chain: Chain, env: Env, trace: Trace) -> list[tuple[Env, Node]]:
    """Every way the letters of a header whose facts hold can be suits, with what it asks of the hand."""
    domains = chain.domains
    if domains and env and not within_domains(env, domains):
        return []
    plan = chain.plans.get(tuple(env))
    if plan is None:
        plan = chain.plans[tuple(env)] = Plan(chain, env)
    ways: list[tuple[Env, tuple[tuple[int, Node], ...]]] = [(env, ())]
    for kind, part, number, function in plan.steps:
        fresh = []
        if part is not None and part.vulnerability:
            trace.vulnerability = True
        if part is None:
            suits = None
            if function is not None:
                suits = trace.ask(function)
                if not suits:
                    return []
            domain = domain_of(kind, domains)
            for bound, nodes in ways:
                used = bound.values()
                for suit in domain:
                    if (suits is None or suit in suits) and suit not in used:
                        fresh.append(({**bound, kind: suit}, nodes))
        elif kind == "ask":
            for way in ways:
                if trace.ask(_fact(_with(part.condition, way[0]))):
                    fresh.append(way)
        else:
            for bound, nodes in ways:
                condition = _with(part.condition, bound)
                node = specialise(condition, trace.place) if kind == "same" else trace.ask(_special(condition))
                if node is not FALSE:
                    fresh.append((bound, nodes if node is TRUE else (*nodes, (number, node))))
        if not fresh:
            return []
        ways = fresh
    if len(ways) > 1:
        places = [(x, domain_of(x, domains)) for x in plan.order]
        ways.sort(key=lambda way: [domain.index(way[0][x]) for x, domain in places])
    return [(bound, both(*[node for _, node in sorted(nodes, key=_first)]) if nodes else TRUE) for bound, nodes in ways]


ANY_LETTER = "?"


def _with(condition: Plain, env: Mapping[str, Any]) -> Plain:
    """A condition with suits for its letters, so that the same question is known however it is lettered."""
    if isinstance(condition, tuple):
        return tuple([_with(part, env) for part in condition])
    if condition.__class__ is not str or not is_letter(condition):
        return condition
    found = env.get(condition)
    if found is None and condition[0] == "o":
        base = env.get(condition[1:])
        return condition if base is None else base ^ 1
    return condition if found is None else found


@cache
def _binder(condition: Plain, letter: str) -> Binder | None:
    return binder(condition, letter)


@cache
def _fact(condition: Plain) -> Question:
    """A fact as a question: equal facts are one question."""
    return test_of(condition)


@cache
def _special(condition: Plain) -> Question:
    return lambda q: specialise(condition, q)


def _first(numbered: tuple[int, Node]) -> int:
    return numbered[0]
