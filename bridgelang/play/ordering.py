"""Comparisons as values: they compose, have a neutral element, and can be mapped through a projection.

A comparison answers *does the first beat the second*: a positive number for yes, a negative one when the
second beats the first, zero when this comparison does not decide. ``a + b`` asks ``b`` only where ``a`` does
not decide, which is associative with :data:`EQUAL` as the neutral element. Every comparison built from the
pieces of this module is a total preorder, so :func:`max` and sorting by :meth:`Comparison.key` are as good as
a fold in order of play: "the first of two equal cards wins" is a comparison of *positions*, not an answer
that depends on which of the two is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cmp_to_key
from typing import Any, Generic, NamedTuple, TypeVar

from bridgelang.core.cards import CARDS, Card

T = TypeVar("T")
S = TypeVar("S")


class Comparison(Generic[T]):
    """An ordered list of questions, the first decisive one of which settles the comparison.

    >>> length = by(len)
    >>> (length + by(str)).best(["ab", "c", "aa"])
    'ab'
    >>> (length + EQUAL).parts == length.parts == (EQUAL + length).parts
    True
    """

    __slots__ = ("parts",)

    def __init__(self, *parts: Callable[[T, T], int]) -> None:
        self.parts = parts

    def __call__(self, one: T, other: T) -> int:
        """Positive when ``one`` beats ``other``, negative the other way round, 0 undecided."""
        for part in self.parts:
            answer = part(one, other)
            if answer:
                return answer
        return 0

    def __add__(self, other: Comparison[T]) -> Comparison[T]:
        """This comparison, and where it does not decide, the other."""
        return Comparison(*self.parts, *other.parts)

    def on(self, projection: Callable[[S], T]) -> Comparison[S]:
        """The same comparison of things that have a ``T``: ``RANK.on(card_of)`` compares plays.

        >>> by(abs).on(float)("-3", "2")
        1
        """
        return Comparison(lambda one, other: self(projection(one), projection(other)))

    def where(self, chosen: Callable[[T], bool]) -> Comparison[T]:
        """The chosen beat the rest and are compared by this comparison among themselves; the rest are
        undecided.

        >>> even = by(int).where(lambda n: n % 2 == 0)
        >>> even(2, 9), even(2, 4), even(7, 9)
        (1, -1, 0)
        """

        def compare(one: T, other: T) -> int:
            if chosen(one):
                return self(one, other) if chosen(other) else 1
            return -1 if chosen(other) else 0

        return Comparison(compare)

    def reverse(self) -> Comparison[T]:
        """The same questions with the answers turned round."""
        return Comparison(lambda one, other: self(other, one))

    def key(self) -> Callable[[T], Any]:
        """A sort key: ``sorted(items, key=comparison.key())`` puts the weakest first."""
        return cmp_to_key(self)

    def best(self, items: Iterable[T]) -> T:
        """The item no other beats; the first of them where several are undecided.

        Raises ``ValueError`` when there is none.
        """
        return max(items, key=self.key())


EQUAL: Comparison[Any] = Comparison()
"""The comparison that never decides: the neutral element of ``+``."""


def by(measure: Callable[[T], Any]) -> Comparison[T]:
    """More of ``measure`` is better.

    >>> by(len)("abc", "de"), by(len)("ab", "cd")
    (1, 0)
    """

    def compare(one: T, other: T) -> int:
        left, right = measure(one), measure(other)
        return bool(left > right) - bool(left < right)

    return Comparison(compare)


def ranked(order: Sequence[T]) -> Comparison[T]:
    """Later in ``order`` is better; what is not in it is below everything that is, and equal among itself.

    >>> ranked("789QKTA")("T", "K"), ranked("789QKTA")("2", "3")
    (1, 0)
    """
    place = {item: index for index, item in enumerate(order)}
    return by(lambda item: place.get(item, -1))


class Played(NamedTuple):
    """A card with its place in the trick, 0 for the lead; two copies of a card differ by the place."""

    card: Card
    place: int


def card_of(played: Played) -> Card:
    """The projection that turns a comparison of cards into one of plays."""
    return played.card


EARLIER: Comparison[Played] = by(lambda played: -played.place)
"""The card played first wins."""
LATER: Comparison[Played] = by(lambda played: played.place)
"""The card played last wins."""


def strengths(comparison: Comparison[Card], deck: Sequence[Card] = CARDS) -> tuple[int, ...]:
    """The fast form of a comparison of cards: a table by card number of small integers that order alike.

    Cards the comparison does not tell apart share a number; cards outside ``deck`` get -1.

    >>> table = strengths(by(lambda card: card.rank))
    >>> table[Card.parse("SA")], table[Card.parse("H2")], table[Card.parse("C2")]
    (12, 0, 0)
    """
    table = [-1] * len(CARDS)
    level, below = -1, None
    for card in sorted(deck, key=comparison.key()):
        if below is None or comparison(card, below):
            level += 1
        table[card] = level
        below = card
    return tuple(table)
