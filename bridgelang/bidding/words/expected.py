"""Words of what players should have: on average over the hands they may hold, to the nearest card or point.

The four hands share thirteen cards of a suit and forty points; so what a player should have hangs on mine and on what
all others have shown. Each is worked out once for a public state, for everything that I may hold.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache

from bridgelang.bidding.forms import Amount, Measure, SuitRef
from bridgelang.bidding.place import Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import OFFSETS, SUIT_OF_PHRASE, VULNERABILITY, Question, kept
from bridgelang.bidding.words.base import Questions, Word, asked_by_suit
from bridgelang.bidding.words.matching import suit_here
from bridgelang.constraints.expected import HCP
from bridgelang.constraints.nodes import FALSE, Node, either, shape, within
from bridgelang.constraints.shapes import length_between
from bridgelang.features.quantities import Quantity, quantity

THEIR_TRUMPS = "their trumps"


def mean_of(point: Point, who: str, number: int) -> Callable[[int], float]:
    """What a player or a side should have of a suit (or of hcp, number 4), by what I have of it, being ours."""
    if who not in ("we", "they"):
        return point.share(OFFSETS[who][0], number).by
    partners = point.share(2, number)
    if who == "we":
        return lambda mine: mine + partners.by(mine)
    return lambda mine: partners.whole - (mine + partners.by(mine))


def _numbers(amount: Amount, mean: Callable[[int], float], rising: bool, most: int) -> int:
    """With how much of my own a mean, taken to the nearest whole number, is in an amount: a set of numbers.

    The mean goes up with what I have (``rising``), or down, all the way.
    """
    mine = range(most + 1)
    found = 0
    for low, high in amount:
        if rising:
            start = 0 if low is None else bisect_left(mine, True, key=lambda n: mean(n) + 0.5 >= low)
            end = most + 1 if high is None else bisect_left(mine, True, key=lambda n: mean(n) + 0.5 >= high + 1)
        else:
            start = 0 if high is None else bisect_left(mine, True, key=lambda n: mean(n) + 0.5 < high + 1)
            end = most + 1 if low is None else bisect_left(mine, True, key=lambda n: mean(n) + 0.5 < low)
        if end > start:
            found |= (1 << end) - (1 << start)
    return found


def _most(number: int) -> int:
    return 37 if number == HCP else 13


@cache
def _holdings(who: str, ref: SuitRef, amount: Amount) -> Question[int]:
    """With how much of my own a player or a side should have so much of a suit (number 4: hcp): a set of numbers."""

    def of(point: Point) -> int:
        number = suit_here(ref, point)
        if number < 0:
            return 0
        return _numbers(amount, mean_of(point, who, number), who == "we", _most(number))

    return kept(f"with how much {who} should have {amount} of {ref}", of)


@cache
def _both_sides(ref: SuitRef, amount: Amount) -> Question[tuple[int, ...]]:
    """For each number of cards that I have in their trumps, with how many in ours both sides have so many trumps."""

    def of(point: Point) -> tuple[int, ...]:
        ours, theirs = suit_here(ref, point), suit_here(THEIR_TRUMPS, point)
        if ours < 0 or theirs < 0 or ours == theirs:
            return ()
        we, they = mean_of(point, "we", ours), mean_of(point, "they", theirs)

        def together(theirs: float) -> int:
            return _numbers(amount, lambda mine: we(mine) + theirs, True, 13)

        return tuple([together(they(in_theirs)) for in_theirs in range(14)])

    return kept(f"with how many cards total tricks are {amount} in {ref}", of)


@cache
def _for_the_law(ref: SuitRef, level: int) -> Question[int]:
    """With how many cards in a suit the law lets us bid it at a level: a set of numbers."""

    def of(point: Point, vulnerability: int) -> int:
        suit = suit_here(ref, point)
        if suit < 0:
            return 0
        step = 1 if level >= 3 and VULNERABILITY.of(point, vulnerability) & 1 else 0
        wanted: Amount = ((level + 6 + step, None),)
        return _numbers(wanted, mean_of(point, "we", suit), True, _most(suit))

    return Question(f"with how many cards {level} of {ref} is within the law", of, vulnerability=True)


def _within_set(q: Quantity, numbers: int) -> Node:
    """The hands in which a quantity is one of a set of numbers."""
    nodes = []
    low = 0
    while numbers >> low:
        if not numbers >> low & 1:
            low += 1
            continue
        high = low
        while numbers >> high + 1 & 1:
            high += 1
        nodes.append(within(q, low, high))
        low = high + 1
    return either(*nodes) if nodes else FALSE


class OfExpected(Word):
    """A word of a suit, or of hcp, that is a set of hands for each public state."""

    __slots__ = ("ref",)
    dear = True
    ref: SuitRef

    def key(self, q: Place) -> SuitRef:
        """The suit as a question takes it: a phrase stays what it is, since the point tells its suit."""
        return self.ref if self.ref in SUIT_OF_PHRASE else q.suit(self.ref)


class ShouldHave(OfExpected):
    """What a player, or a side with me in it, has on average."""

    __slots__ = ("amount", "who")
    kind = "should have"
    args = "who amount measure"
    who: str
    amount: Amount

    def set_up(self) -> None:
        self.who, self.amount, measure = self.values  # type: ignore[assignment]
        assert isinstance(measure, Measure)
        self.ref = HCP if measure.suit is None else measure.suit

    def needs(self, q: Place) -> Questions:
        return asked_by_suit(self.ref) | {_holdings(self.who, self.key(q), self.amount)}

    def node(self, q: Place) -> Node:
        number = q.suit(self.ref)
        if number < 0:
            return FALSE
        mine = quantity("hcp") if number == HCP else quantity("length", number)
        return _within_set(mine, q.ask(_holdings(self.who, self.key(q), self.amount)))


class TotalTricks(OfExpected):
    """The trumps of both sides, ours in a suit and theirs in their trumps."""

    __slots__ = ("amount",)
    kind = "total tricks"
    args = "amount suit"
    amount: Amount

    def set_up(self) -> None:
        self.amount, self.ref = self.values  # type: ignore[assignment]

    def needs(self, q: Place) -> Questions:
        return asked_by_suit(self.ref) | asked_by_suit(THEIR_TRUMPS) | {_both_sides(self.key(q), self.amount)}

    def node(self, q: Place) -> Node:
        ours, theirs = q.suit(self.ref), q.suit(THEIR_TRUMPS)
        shapes = 0
        for in_theirs, in_ours in enumerate(q.ask(_both_sides(self.key(q), self.amount))):
            with_theirs = length_between(theirs, in_theirs, in_theirs)
            for number in range(14):
                if in_ours >> number & 1:
                    shapes |= with_theirs & length_between(ours, number, number)
        return shape(shapes, "the trumps of both sides")


class WithinTheLaw(OfExpected):
    """The level is no higher than our expected trumps less six; vulnerable, from the three level, less seven."""

    __slots__ = ()
    kind = "within the law"
    args = "suit"
    of_vulnerability = True

    def set_up(self) -> None:
        (self.ref,) = self.values  # type: ignore[assignment]

    def needs(self, q: Place) -> Questions:
        return asked_by_suit(self.ref) | {_for_the_law(self.key(q), q.level)}

    def node(self, q: Place) -> Node:
        suit = q.suit(self.ref)
        if suit < 0 or not q.level:
            return FALSE
        return _within_set(quantity("length", suit), q.ask(_for_the_law(self.key(q), q.level)))
