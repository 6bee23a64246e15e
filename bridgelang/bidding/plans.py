"""How the letters of a ``when`` header become suits, and in which order its parts are asked.

What a header's parts can come to is told twice over: by asking an auction step by step, and, where all that they ask of
it are facts that have bits, once and for all: every way to bind the letters, with the bits that must be set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from bridgelang.bidding.calls import domain_of
from bridgelang.bidding.facts import Facts
from bridgelang.bidding.forms import Env
from bridgelang.bidding.place import Counts, Place
from bridgelang.bidding.program import Context, is_plain
from bridgelang.bidding.questions import Question
from bridgelang.bidding.recall import Trace
from bridgelang.bidding.words.base import Fact, Word
from bridgelang.bidding.words.earlier import AboutACall
from bridgelang.bidding.words.questions import asks_vulnerability, whether
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both

Suits = tuple[int, ...]
Way = tuple[Env, tuple[tuple[int, Node], ...], int]
"""Suits for some letters, what the numbered parts so far ask of the hand, and the bits of the facts that must hold."""


class Step:
    """One step of a plan: from ways to bind letters to those that are left, or to more of them."""

    __slots__ = ()

    def go(self, ways: list[Way], trace: Trace) -> list[Way]:
        """The ways after this step, asking an auction."""
        raise NotImplementedError

    def without_asking(self, ways: list[Way], facts: Facts, place: Place) -> list[Way] | None:
        """The ways that there can be, with the bits they need; None where bits do not tell."""
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
        return self._bound(ways, suits)

    def without_asking(self, ways: list[Way], facts: Facts, place: Place) -> list[Way]:
        return self._bound(ways, self.domain)

    def _bound(self, ways: list[Way], suits: list[int]) -> list[Way]:
        letter = self.letter
        return [
            ({**bound, letter: suit}, nodes, bits)
            for bound, nodes, bits in ways
            for suit in suits
            if suit not in bound.values()
        ]


class AskFact(Step):
    """A fact must hold for the suits of its letters."""

    __slots__ = ("fact",)

    def __init__(self, fact: Word) -> None:
        self.fact = fact

    def go(self, ways: list[Way], trace: Trace) -> list[Way]:
        return [way for way in ways if _holds(self.fact.bound(way[0]), trace)]

    def without_asking(self, ways: list[Way], facts: Facts, place: Place) -> list[Way] | None:
        found = []
        for bound, nodes, bits in ways:
            bit = facts.bit(self.fact.bound(bound))
            if not bit or bit & facts.vulnerable:
                return None
            found.append((bound, nodes, bits | bit))
        return found


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
        if self.part.is_static:
            place = trace.place()
            return self._met(ways, lambda part: part.node(place))
        return self._met(ways, lambda part: trace.ask(_constraint(part, trace.counts)))

    def without_asking(self, ways: list[Way], facts: Facts, place: Place) -> list[Way] | None:
        return self._met(ways, lambda part: part.node(place)) if self.part.is_static else None

    def _met(self, ways: list[Way], node_of: Callable[[Word], Node]) -> list[Way]:
        left = []
        for bound, nodes, bits in ways:
            node = node_of(self.part.bound(bound))
            if node is not FALSE:
                left.append((bound, nodes if node is TRUE else (*nodes, (self.number, node)), bits))
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
    letters that must be tried. Ways come out by the order in which the text names the letters.
    """

    __slots__ = ("_domains", "_order", "_steps")

    def __init__(self, context: Context, known: Iterable[str]) -> None:
        self._steps: list[Step] = []
        bound = set(known)
        rest = [(number, part) for number, part in enumerate(context.parts()) if not is_plain(part)]
        order = [x for _, part in rest for x in part.letters if x not in bound]
        order += [x for x in context.domains if x not in bound]
        self._domains = context.domains
        self._order = list(dict.fromkeys(order))
        while rest:
            ready = [item for item in rest if bound.issuperset(item[1].letters)]
            if ready:
                number, part = item = min(ready, key=_facts_first)
                self._steps.append(AskFact(part) if part.is_fact else AskOfHand(part, number))
                rest.remove(item)
                continue
            settled = _settled([part for _, part in rest if part.is_fact], bound)
            letter = settled[0] if settled else next(x for _, part in rest for x in part.letters if x not in bound)
            self._bind(letter, context, settled[1] if settled else None)
            bound.add(letter)
        for letter in self._order:
            if letter not in bound:
                self._bind(letter, context, None)

    def _bind(self, letter: str, context: Context, settles: Settles | None) -> None:
        self._steps.append(BindLetter(letter, domain_of(letter, context.domains), settles))

    def ways(self, env: Env, trace: Trace) -> list[tuple[Env, Node]]:
        """Every way the letters can be suits in an auction, with what the header asks of the hand."""
        ways: list[Way] = [(env, (), 0)]
        for step in self._steps:
            ways = step.go(ways, trace)
            if not ways:
                return []
        return [(bound, node) for bound, node, _ in self._in_order(ways)]

    def ways_by_bits(self, env: Env, facts: Facts, place: Place) -> list[tuple[Env, Node, int]] | None:
        """The same for all auctions: ways with the bits of the facts that must hold; None where bits do not tell."""
        ways: list[Way] = [(env, (), 0)]
        for step in self._steps:
            found = step.without_asking(ways, facts, place)
            if found is None:
                return None
            ways = found
        return self._in_order(ways)

    def _in_order(self, ways: list[Way]) -> list[tuple[Env, Node, int]]:
        if len(ways) > 1:
            places = [(x, domain_of(x, self._domains)) for x in self._order]
            ways.sort(key=lambda way: [domain.index(way[0][x]) for x, domain in places])
        return [
            (bound, both(*[node for _, node in sorted(nodes, key=_first)]) if nodes else TRUE, bits)
            for bound, nodes, bits in ways
        ]


def _first(numbered: tuple[int, Node]) -> int:
    return numbered[0]


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
        if fact.pattern.tag is None:
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
