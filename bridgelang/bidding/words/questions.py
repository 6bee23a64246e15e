"""Facts as questions: whether one holds, asked of a point."""

from __future__ import annotations

from collections.abc import Callable

from bridgelang.bidding.place import Counts
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import Question
from bridgelang.bidding.words.base import Fact, Word
from bridgelang.bidding.words.known import OfAHand
from bridgelang.bidding.words.logic import AnyOf, Joined, Not, facts_of
from bridgelang.bidding.words.matching import suit_here

_KNOWN: dict[tuple[Word, Counts], Question[bool]] = {}


def whether(fact: Word, counts: Counts) -> Question[bool]:
    """Whether a fact without letters holds, for what a system counts: the same question every time."""
    key = (fact, counts)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) > 100_000:
            _KNOWN.clear()
        found = _KNOWN[key] = _question(fact, counts)
    return found


def _question(fact: Word, counts: Counts) -> Question[bool]:
    if isinstance(fact, OfAHand):
        return fact.question(counts)
    if isinstance(fact, Fact):
        return fact.itself if fact.is_pure else Question(repr(fact), _here(fact), fact.asks.vulnerability)
    parts = [whether(leaf, counts) for leaf in facts_of(fact)]
    return Question(repr(fact), _test(fact, counts), any(part.vulnerability for part in parts))


Test = Callable[[Point, int], bool]
"""Whether a fact holds at a point, by who is vulnerable."""


def _here(fact: Fact) -> Test:
    """The same for a fact whose suit only the point tells."""
    of, says, ref = fact.asks.of, fact.says, fact.ref
    return lambda point, vulnerability: says(of(point, vulnerability), suit_here(ref, point))


def _test(fact: Word, counts: Counts) -> Test:
    """The same for facts that are joined, in order, and asking no more of them than it takes."""
    if not isinstance(fact, Joined):
        return whether(fact, counts).of
    tests = [_test(part, counts) for part in fact.parts()]
    if isinstance(fact, Not):
        (inner,) = tests
        return lambda point, vulnerability: not inner(point, vulnerability)
    if isinstance(fact, AnyOf):

        def some(point: Point, vulnerability: int) -> bool:
            for test in tests:  # noqa: SIM110 - a loop is faster than any()
                if test(point, vulnerability):
                    return True
            return False

        return some

    def every(point: Point, vulnerability: int) -> bool:
        for test in tests:  # noqa: SIM110
            if not test(point, vulnerability):
                return False
        return True

    return every


def asks_vulnerability(word: Word) -> bool:
    """Whether some part of a condition speaks of who is vulnerable."""
    return word.of_vulnerability or any(map(asks_vulnerability, word.parts()))


def is_dear(word: Word) -> bool:
    """Whether some part of a condition is dear to ask."""
    return word.dear or any(map(is_dear, word.parts()))
