"""Comparisons as values that add up: "by trumps, and where that does not decide, by the suit led".

A :class:`Comparison` answers a question about two things: which is better, or 0 when it does not decide, or
:data:`INCOMPARABLE` when the two stand in no order at all, as two discards of a trick do. ``+`` asks one comparison
after the other until one decides, which is associative with :data:`EQUAL` as the neutral element; *incomparable* is an
answer like any other and ends the asking.

What the pieces of this module build is a preorder: partial where :data:`UNRELATED` is among them, total otherwise. So
:meth:`Comparison.best` does not depend on the order in which it asks: "the first of two equal cards wins" is a
comparison of *positions*, not an answer that depends on which of the two is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cmp_to_key
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from bridgelang.core.cards import CARDS, Card

T = TypeVar("T")
S = TypeVar("S")


class Incomparable(Enum):
    """The type of :data:`INCOMPARABLE`, its one member."""

    INCOMPARABLE = "incomparable"


INCOMPARABLE: Final = Incomparable.INCOMPARABLE
"""The answer that two things stand in no order: neither is better, and they are not equal either."""

Answer: TypeAlias = "int | Incomparable"
"""Positive, 0, negative, or :data:`INCOMPARABLE`."""


class Comparison(Generic[T]):
    """An ordered list of questions, the first decisive one of which settles the comparison.

    >>> length = by(len)
    >>> (length + by(str)).best(["ab", "c", "aa"])
    'ab'
    >>> (length + EQUAL).parts == length.parts == (EQUAL + length).parts
    True
    """

    __slots__ = ("parts",)

    def __init__(self, *parts: Callable[[T, T], Answer]) -> None:
        self.parts = parts

    def __call__(self, one: T, other: T) -> Answer:
        """Positive when ``one`` beats ``other``, negative the other way round, 0 undecided, or incomparable."""
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

        def compare(one: T, other: T) -> Answer:
            if chosen(one):
                return self(one, other) if chosen(other) else 1
            return -1 if chosen(other) else 0

        return Comparison(compare)

    def reverse(self) -> Comparison[T]:
        """The same questions with the answers turned round."""
        return Comparison(lambda one, other: self(other, one))

    def total(self) -> Comparison[T]:
        """The same with what is incomparable undecided, so that everything can be sorted.

        A total preorder as long as *incomparable or equal* carries over from one pair to the next: as in a trick,
        where all that cannot be compared lies below all that can.

        >>> (by(len) + UNRELATED).total()("ab", "cd")
        0
        """

        def compare(one: T, other: T) -> int:
            answer = self(one, other)
            return 0 if answer is INCOMPARABLE else answer

        return Comparison(compare)

    def key(self) -> Callable[[T], Any]:
        """A sort key: ``sorted(items, key=comparison.key())`` puts the weakest first.

        Sorting raises ``ValueError`` when it comes upon two items that are incomparable; see :meth:`total`.
        """

        def compare(one: T, other: T) -> int:
            answer = self(one, other)
            if answer is INCOMPARABLE:
                raise ValueError(f"{one} and {other} cannot be compared")
            return answer

        return cmp_to_key(compare)

    def best(self, items: Iterable[T]) -> T:
        """The item that every other can be compared with and none beats; the first where several are undecided.

        The rest need not be comparable among themselves. Raises ``ValueError`` when there is no such item.

        >>> (by(len) + UNRELATED).best(["b", "aa", "a"])
        'aa'
        >>> (by(len) + UNRELATED).best(["b", "a"])
        Traceback (most recent call last):
        ValueError: b and a cannot be compared, and nothing is better than both
        """
        choices = list(items)
        if not choices:
            raise ValueError("there is nothing to choose from")
        found = choices[0]
        for item in choices[1:]:
            answer = self(item, found)
            if answer is not INCOMPARABLE and answer > 0:
                found = item
        for item in choices:
            if self(found, item) is INCOMPARABLE:
                raise ValueError(f"{found} and {item} cannot be compared, and nothing is better than both")
        return found


EQUAL: Comparison[Any] = Comparison()
"""The comparison that never decides: the neutral element of ``+``."""


def _unrelated(one: Any, other: Any) -> Answer:
    return 0 if one == other else INCOMPARABLE


UNRELATED: Comparison[Any] = Comparison(_unrelated)
"""Two different things cannot be compared. Last of a sum it says so of all that the others leave undecided.

>>> (by(len) + UNRELATED)("ab", "cd"), (by(len) + UNRELATED)("ab", "c"), (by(len) + UNRELATED)("ab", "ab")
(<Incomparable.INCOMPARABLE: 'incomparable'>, 1, 0)
"""


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

    Cards the comparison does not tell apart or cannot compare share a number; cards outside ``deck`` get -1.

    >>> table = strengths(by(lambda card: card.rank))
    >>> table[Card.parse("SA")], table[Card.parse("H2")], table[Card.parse("C2")]
    (12, 0, 0)
    """
    table = [-1] * len(CARDS)
    level, below = -1, None
    order = comparison.total()
    for card in sorted(deck, key=order.key()):
        if below is None or order(card, below):
            level += 1
        table[card] = level
        below = card
    return tuple(table)
