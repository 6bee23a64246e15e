"""Which ``when`` headers hold below a context of an auction, with the suits their letters are.

Headers are asked for in every position. Most of what they ask are facts that have bits, and these tell which headers
hold, with which letters, in two steps that are looked up: the bits of facts without letters open some headers, and the
bits of facts that these headers ask for one suit or another leave some of their ways. What bits do not tell is asked;
what came of it is remembered (:mod:`bridgelang.bidding.recall`).
"""

from __future__ import annotations

from collections.abc import Iterable

from bridgelang.bidding.calls import within_domains
from bridgelang.bidding.facts import Facts
from bridgelang.bidding.forms import Env
from bridgelang.bidding.place import Counts, Place
from bridgelang.bidding.plans import Plan
from bridgelang.bidding.point import Point
from bridgelang.bidding.program import Context, is_plain
from bridgelang.bidding.questions import Question
from bridgelang.bidding.recall import Trace
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.questions import whether
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both

Found = tuple[Context, Env, Node]
"""A described context that holds, with its letters and what it asks of the hand."""


class Fork:
    """Described contexts sorted by the facts they need, so that a fact that fails settles many at once.

    ``contexts`` are those whose facts all hold when this place is reached; ``by_bit`` and ``by_asking`` go on: a fact,
    as a bit or as a question, and the fork to look at when it holds.
    """

    __slots__ = ("by_asking", "by_bit", "contexts")

    def __init__(self, contexts: list[tuple[Context, list[Word]]], facts: Facts, counts: Counts) -> None:
        self.contexts = [context for context, needed in contexts if not needed]
        self.by_bit: list[tuple[int, Fork]] = []
        self.by_asking: list[tuple[Question[bool], Fork]] = []
        rest = [(context, needed) for context, needed in contexts if needed]
        while rest:
            fact = _settles_most(needed for _, needed in rest)
            inside = [(context, [f for f in needed if f is not fact]) for context, needed in rest if fact in needed]
            rest = [(context, needed) for context, needed in rest if fact not in needed]
            bit, after = facts.bit(fact), Fork(inside, facts, counts)
            if bit:
                self.by_bit.append((bit, after))
            else:
                self.by_asking.append((whether(fact, counts), after))

    def mask(self) -> int:
        """The bits that decide what is opened without asking."""
        mask = 0
        for bit, after in self.by_bit:
            mask |= bit | after.mask()
        return mask

    def opened(self, bits: int) -> Iterable[Context | Fork]:
        """The contexts that these bits open, and the forks that hang on facts that are no bits."""
        forks = [self]
        while forks:
            fork = forks.pop()
            for bit, after in fork.by_bit:
                if bits & bit:
                    forks.append(after)
            yield from fork.contexts
            if fork.by_asking:
                yield fork


def _settles_most(needed: Iterable[list[Word]]) -> Word:
    """The fact that most contexts need, cheap ones before dear ones."""
    counts: dict[Word, int] = {}
    for facts in needed:
        for fact in facts:
            counts[fact] = counts.get(fact, 0) + 1
    return min(counts, key=lambda one: (-counts[one] if one.weight < 5 else -counts[one] / 4, one.weight))


class Held:
    """One way in which a described context holds."""

    __slots__ = ("context", "env", "node")

    def __init__(self, context: Context, env: Env, node: Node) -> None:
        self.context = context
        self.env = env
        self.node = node


Ways = tuple[tuple[int, Held], ...]
"""The ways in which a context can hold, with the bits that each needs."""
Told = tuple[Held | Context | Fork, ...]
"""What holds as far as bits tell: ways, and contexts and forks that must be asked."""


class Opened:
    """What some facts without letters open: by the bits of facts with letters, which ways of it hold."""

    __slots__ = ("_facts", "_known", "_mask", "_parts")

    def __init__(self, parts: list[Ways | Context | Fork], facts: Facts) -> None:
        self._parts = parts
        self._facts = facts
        self._known: dict[int, Told] = {}
        self._mask = 0
        for part in parts:
            for need, _ in part if isinstance(part, tuple) else ():
                self._mask |= need

    def told(self, point: Point) -> Told:
        """What of it holds at a point."""
        bits = self._facts.at(point) & self._mask
        found = self._known.get(bits)
        if found is None:
            found = self._known[bits] = tuple(self._by(bits))
        return found

    def _by(self, bits: int) -> Iterable[Held | Context | Fork]:
        for part in self._parts:
            if isinstance(part, tuple):
                yield from [held for need, held in part if not need & ~bits]
            else:
                yield part


class Headers:
    """The described contexts of one system."""

    __slots__ = ("_counts", "_facts", "_forks", "_plans", "_questions", "_ways")

    def __init__(self, facts: Facts, counts: Counts) -> None:
        self._facts = facts
        self._counts = counts
        self._forks: dict[Context, Fork] = {}
        self._plans: dict[tuple[Context, tuple[str, ...]], Plan] = {}
        self._ways: dict[tuple[object, ...], Ways | None] = {}
        self._questions: dict[tuple[object, ...], Question[Told]] = {}

    def below(self, context: Context, env: Env, trace: Trace) -> list[Found]:
        """The headers below a context that hold, those inside others after them."""
        found: list[Found] = []
        self._open(context, env, TRUE, trace, found)
        return found

    def _open(self, context: Context, env: Env, node: Node, trace: Trace, out: list[Found]) -> None:
        fork = self._forks.get(context)
        if fork is None:
            whens = [(when, [part for part in when.parts() if is_plain(part)]) for when in context.whens]
            fork = self._forks[context] = Fork(whens, self._facts, self._counts)
        self._go_through(fork, env, node, trace, out)

    def _go_through(self, fork: Fork, env: Env, node: Node, trace: Trace, out: list[Found]) -> None:
        for one in trace.ask(self._told(fork, env)):
            if isinstance(one, Held):
                self._add(one.context, one.env, node, one.node, trace, out)
            elif isinstance(one, Context):
                if within_domains(env, one.domains):
                    for letters, more in self._plan(one, env).ways(env, trace):
                        self._add(one, letters, node, more, trace, out)
            else:
                for question, after in one.by_asking:
                    if trace.ask(question):
                        self._go_through(after, env, node, trace, out)

    def _add(self, context: Context, env: Env, node: Node, more: Node, trace: Trace, out: list[Found]) -> None:
        whole = more if node is TRUE else both(node, more)
        if whole is FALSE:
            return
        out.append((context, env, whole))
        if context.whens:
            self._open(context, env, whole, trace, out)

    def _told(self, fork: Fork, env: Env) -> Question[Told]:
        """What holds of a fork, as far as bits tell, as one question."""
        key = (fork, *env.items())
        found = self._questions.get(key)
        if found is None:
            found = self._questions[key] = self._make_question(fork, env)
        return found

    def _make_question(self, fork: Fork, env: Env) -> Question[Told]:
        held = self._facts.held(fork.mask())
        known: dict[int, Opened] = {}

        def of(point: Point, vulnerability: int) -> Told:
            bits = held.of(point, vulnerability)
            found = known.get(bits)
            if found is None:
                found = known[bits] = self._opened(fork.opened(bits), env, Place(point, vulnerability, self._counts))
            return found.told(point)

        return Question("the headers that hold by their facts", of, held.vulnerability)

    def _opened(self, opened: Iterable[Context | Fork], env: Env, place: Place) -> Opened:
        parts: list[Ways | Context | Fork] = []
        for one in opened:
            ways = self._ways_of(one, env, place) if isinstance(one, Context) else None
            parts.append(one if ways is None else ways)
        return Opened(parts, self._facts)

    def _ways_of(self, context: Context, env: Env, place: Place) -> Ways | None:
        """The ways in which a header whose facts hold can hold, the same objects for the same letters."""
        key = (context, *env.items())
        if key not in self._ways:
            if not within_domains(env, context.domains):
                self._ways[key] = ()
                return ()
            found = self._plan(context, env).ways_by_bits(env, self._facts, place)
            told = None if found is None else [(bits, Held(context, bound, node)) for bound, node, bits in found]
            self._ways[key] = None if told is None else tuple(told)
        return self._ways[key]

    def _plan(self, context: Context, env: Env) -> Plan:
        key = (context, tuple(env))
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = Plan(context, env)
        return plan
