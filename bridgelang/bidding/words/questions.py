"""Facts as questions: whether one holds, asked of a point."""

from __future__ import annotations

from collections.abc import Hashable

from bridgelang.bidding.place import Counts
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import Question
from bridgelang.bidding.words.base import Fact, Word
from bridgelang.bidding.words.known import OfAHand
from bridgelang.bidding.words.logic import facts_of, holds_of
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
        return _single(fact, fact.asks)
    parts = {leaf: whether(leaf, counts) for leaf in facts_of(fact)}

    def joined(point: Point, vulnerability: int) -> bool:
        return holds_of(fact, lambda leaf: parts[leaf].of(point, vulnerability))

    return Question(repr(fact), joined, any(part.vulnerability for part in parts.values()))


def _single(fact: Fact, asks: Question[Hashable]) -> Question[bool]:
    def single(point: Point, vulnerability: int) -> bool:
        return fact.says(asks.of(point, vulnerability), suit_here(fact.ref, point))

    return Question(repr(fact), single, asks.vulnerability)


def asks_vulnerability(word: Word) -> bool:
    """Whether some part of a condition speaks of who is vulnerable."""
    return word.of_vulnerability or any(map(asks_vulnerability, word.parts()))


def is_dear(word: Word) -> bool:
    """Whether some part of a condition is dear to ask."""
    return word.dear or any(map(is_dear, word.parts()))
