"""Which contexts an auction is in, with the suits their letters are: paths, and the ``when`` headers that hold.

Paths run as a small machine beside the tree of points: what is active after a call follows from what was active before
it. For each side at the table its own system runs. Headers are asked for in every position; which hold is remembered
(:mod:`bridgelang.bidding.recall`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from bridgelang.bidding.calls import domain_of, within_domains
from bridgelang.bidding.facts import Facts
from bridgelang.bidding.forms import Env
from bridgelang.bidding.place import Counts, Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.program import Context, is_plain
from bridgelang.bidding.questions import Question
from bridgelang.bidding.recall import Trace
from bridgelang.bidding.words.base import Fact, Word
from bridgelang.bidding.words.earlier import AboutACall
from bridgelang.bidding.words.questions import asks_vulnerability, whether
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both

Found = tuple[Context, Env, Node]
"""A described context that holds, with its letters and what it asks of the hand."""

Suits = tuple[int, ...]
Way = tuple[Env, tuple[tuple[int, Node], ...]]
"""Suits for some letters, and what the numbered parts so far ask of the hand."""


class Fork:
    """Described contexts sorted by the facts they need, so that a fact that fails settles many at once.

    ``contexts`` are those whose facts all hold when this place is reached; ``tests`` go on: a fact, as a bit or as a
    question, and the fork to look at when it holds.
    """

    __slots__ = ("_facts", "_opened", "_question", "contexts", "tests")

    def __init__(self, contexts: list[tuple[Context, list[Word]]], facts: Facts, counts: Counts) -> None:
        self.contexts = [context for context, needed in contexts if not needed]
        self.tests: list[tuple[int, Question[bool] | None, Fork]] = []
        rest = [(context, needed) for context, needed in contexts if needed]
        while rest:
            fact = _settles_most(needed for _, needed in rest)
            inside = [(context, [f for f in needed if f is not fact]) for context, needed in rest if fact in needed]
            rest = [(context, needed) for context, needed in rest if fact not in needed]
            bit = facts.bit(fact)
            self.tests.append((bit, None if bit else whether(fact, counts), Fork(inside, facts, counts)))
        self._facts = facts
        self._opened: dict[int, Opened] = {}
        self._question: Question[Opened] | None = None

    @property
    def opened(self) -> Question[Opened]:
        """What the facts that are bits open, as one question."""
        found = self._question
        if found is None:
            found = self._question = self._make_question()
        return found

    def _make_question(self) -> Question[Opened]:
        held, opened = self._facts.held(self._mask()), self._opened
        same: dict[Opened, Opened] = {}

        def of(point: Point, vulnerability: int) -> Opened:
            bits = held.of(point, vulnerability)
            found = opened.get(bits)
            if found is None:
                made = tuple(self._open(bits))
                found = opened[bits] = same.setdefault(made, made)
            return found

        return Question("the headers whose facts hold", of, held.vulnerability)

    def _mask(self) -> int:
        mask = 0
        for bit, _, after in self.tests:
            if bit:
                mask |= bit | after._mask()
        return mask

    def _open(self, bits: int) -> Iterable[Context | Fork]:
        """The contexts that these bits open, and the forks that hang on facts that are no bits."""
        forks = [self]
        while forks:
            fork = forks.pop()
            for bit, _, after in fork.tests:
                if bits & bit:
                    forks.append(after)
            yield from fork.contexts
            if any(not bit for bit, _, _ in fork.tests):
                yield fork

    def holding(self, trace: Trace) -> Iterable[Context]:
        """The contexts whose facts hold."""
        for one in trace.ask(self.opened):
            if isinstance(one, Context):
                yield one
                continue
            for _, question, after in one.tests:
                if question is not None and trace.ask(question):
                    yield from after.holding(trace)


Opened = tuple[Context | Fork, ...]


def _settles_most(needed: Iterable[list[Word]]) -> Word:
    """The fact that most contexts need, cheap ones before dear ones."""
    counts: dict[Word, int] = {}
    for facts in needed:
        for fact in facts:
            counts[fact] = counts.get(fact, 0) + 1
    return min(counts, key=lambda one: (-counts[one] if one.weight < 5 else -counts[one] / 4, one.weight))


class Headers:
    """The described contexts of one system."""

    __slots__ = ("_counts", "_facts", "_forks", "_plans")

    def __init__(self, facts: Facts, counts: Counts) -> None:
        self._facts = facts
        self._counts = counts
        self._forks: dict[Context, Fork] = {}
        self._plans: dict[tuple[Context, tuple[str, ...]], Plan] = {}

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
        for child in fork.holding(trace):
            for letters, more in self._ways(child, env, trace):
                whole = more if node is TRUE else both(node, more)
                if whole is FALSE:
                    continue
                out.append((child, letters, whole))
                if child.whens:
                    self._open(child, letters, whole, trace, out)

    def _ways(self, context: Context, env: Env, trace: Trace) -> list[tuple[Env, Node]]:
        """Every way the letters of a header whose facts hold can be suits, with what it asks of the hand."""
        domains = context.domains
        if domains and env and not within_domains(env, domains):
            return []
        key = (context, tuple(env))
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = Plan(context, env)
        ways: list[Way] = [(env, ())]
        for step in plan.steps:
            ways = step.go(ways, trace)
            if not ways:
                return []
        if len(ways) > 1:
            places = [(x, domain_of(x, domains)) for x in plan.order]
            ways.sort(key=lambda way: [domain.index(way[0][x]) for x, domain in places])
        return [
            (bound, both(*[node for _, node in sorted(nodes, key=_first)]) if nodes else TRUE) for bound, nodes in ways
        ]


def _first(numbered: tuple[int, Node]) -> int:
    return numbered[0]


# ------------------------------------------------------------------ letters of headers


class Step:
    """One step of a plan: from ways to bind letters to those that are left, or to more of them."""

    __slots__ = ()

    def go(self, ways: list[Way], trace: Trace) -> list[Way]:
        """The ways after this step."""
        raise NotImplementedError


class BindLetter(Step):
    """A letter becomes each of the suits it can be: those a fact leaves, or all that are free."""

    __slots__ = ("domain", "letter", "settles")

    def __init__(self, letter: str, domain: list[int], settles: Settles | None) -> None:
        self.letter = letter
        self.domain = domain
        self.settles = settles

    def go(self, ways: list[Way], trace: Trace) -> list[Way]:
        suits = self.domain
        if self.settles is not None:
            left = self.settles(trace)
            suits = [suit for suit in suits if suit in left]
        letter = self.letter
        return [
            ({**bound, letter: suit}, nodes) for bound, nodes in ways for suit in suits if suit not in bound.values()
        ]


class AskFact(Step):
    """A fact must hold for the suits of its letters."""

    __slots__ = ("fact",)

    def __init__(self, fact: Word) -> None:
        self.fact = fact

    def go(self, ways: list[Way], trace: Trace) -> list[Way]:
        return [way for way in ways if _holds(self.fact.bound(way[0]), trace)]


def _holds(fact: Word, trace: Trace) -> bool:
    """Whether a fact without letters holds, asking what is shared by most points."""
    if isinstance(fact, Fact) and fact.is_pure and not fact.asks.wide:
        return fact.says(trace.ask(fact.asks), -1 if fact.ref is None else int(fact.ref))
    return trace.ask(whether(fact, trace.counts))


class AskOfHand(Step):
    """What a part asks of the hand, for the suits of its letters; ways in which no hand meets it are dropped."""

    __slots__ = ("number", "part")

    def __init__(self, part: Word, number: int) -> None:
        self.part = part
        self.number = number

    def go(self, ways: list[Way], trace: Trace) -> list[Way]:
        left = []
        for bound, nodes in ways:
            part = self.part.bound(bound)
            node = part.node(trace.place()) if self.part.is_static else trace.ask(_constraint(part, trace.counts))
            if node is not FALSE:
                left.append((bound, nodes if node is TRUE else (*nodes, (self.number, node))))
        return left


@cache
def _constraint(part: Word, counts: Counts) -> Question[Node]:
    return Question(
        repr(part),
        lambda point, vulnerability: part.node(Place(point, vulnerability, counts)),
        asks_vulnerability(part),
    )


class Plan:
    """In which order the letters of a header are found and its parts asked, when some letters are known already.

    Parts whose letters are all known come first, then letters that a part settles (``their suit x``), and only then
    letters that must be tried. ``order`` is the order in which the text names the letters: ways come out by it.
    """

    __slots__ = ("order", "steps")

    def __init__(self, context: Context, known: Iterable[str]) -> None:
        self.steps: list[Step] = []
        bound = set(known)
        rest = [(number, part) for number, part in enumerate(context.parts()) if not is_plain(part)]
        order = [x for _, part in rest for x in part.letters if x not in bound]
        order += [x for x in context.domains if x not in bound]
        self.order = list(dict.fromkeys(order))
        while rest:
            ready = [item for item in rest if bound.issuperset(item[1].letters)]
            if ready:
                number, part = item = min(ready, key=_facts_first)
                self.steps.append(AskFact(part) if part.is_fact else AskOfHand(part, number))
                rest.remove(item)
                continue
            settled = _settled([part for _, part in rest if part.is_fact], bound)
            letter = settled[0] if settled else next(x for _, part in rest for x in part.letters if x not in bound)
            self._bind(letter, context, settled[1] if settled else None)
            bound.add(letter)
        for letter in self.order:
            if letter not in bound:
                self._bind(letter, context, None)

    def _bind(self, letter: str, context: Context, settles: Settles | None) -> None:
        self.steps.append(BindLetter(letter, domain_of(letter, context.domains), settles))


def _facts_first(numbered: tuple[int, Word]) -> tuple[bool, int]:
    part = numbered[1]
    return not part.is_fact, part.weight if part.is_fact else 0


Settles = Callable[[Trace], Iterable[int]]
"""Tells the suits that a letter can be, by asking the auction."""


def _settled(parts: list[Word], bound: set[str]) -> tuple[str, Settles] | None:
    """A letter that a fact settles, and how it is found out for which suits the fact can hold."""
    found = None
    least = 99
    for part in parts:
        for letter in part.letters:
            if letter not in bound:
                settles = suits_for(part, letter)
                if settles is not None and part.weight < least:
                    found, least = (letter, settles), part.weight
    return found


ANY_SUIT = 9


def suits_for(part: Word, letter: str) -> Settles | None:
    """Finds the suits for which a fact can hold when they stand for a letter; None when only trying tells."""
    if not isinstance(part, Fact) or not part.speaks_of(letter):
        return None
    fact = part.bound({letter: ANY_SUIT})  # the same question however the text is lettered
    if isinstance(fact, AboutACall):
        if fact.pattern.kind not in ("bid", "strain", "tag"):
            return None
        about = _about(fact)
        return lambda trace: trace.ask(about)
    if not fact.tells_suits:
        return None
    asks = fact.asks
    if not asks.wide:
        return lambda trace: fact.suits(trace.ask(asks))
    found = _suits_told(fact)
    return lambda trace: trace.ask(found)


@cache
def _about(fact: AboutACall) -> Question[Suits]:
    return Question(f"the suits for which {fact!r}", lambda point, _: fact.suits_here(point))


@cache
def _suits_told(fact: Fact) -> Question[Suits]:
    of, suits = fact.asks.of, fact.suits
    return Question(
        f"the suits for which {fact!r}", lambda point, vulnerability: tuple(suits(of(point, vulnerability)))
    )
