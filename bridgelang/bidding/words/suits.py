"""Words of the suits that have been shown."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from bridgelang.bidding.forms import SuitRef
from bridgelang.bidding.place import Place
from bridgelang.bidding.questions import (
    AGREED,
    ALL_SUITS,
    OUR_SUITS,
    SUIT_OF_PHRASE,
    SUITS_OF,
    THEIR_LAST_SUIT,
)
from bridgelang.bidding.words.base import Fact


class TheSuitIs(Fact):
    """The one suit a phrase speaks of."""

    __slots__ = ()
    kind = "the suit is"
    args = "phrase letter"

    def set_up(self) -> None:
        phrase, ref = self.values
        self.asks = SUIT_OF_PHRASE[str(phrase)]
        self.ref = ref  # type: ignore[assignment]

    def says(self, answer: Hashable, suit: int) -> bool:
        return suit >= 0 and suit == answer

    def suits(self, answer: Hashable) -> Iterable[int]:
        return [] if answer == -1 else [answer]  # type: ignore[list-item]


class TheirLastSuit(TheSuitIs):
    """The suit they showed last."""

    __slots__ = ()
    kind = "their last suit"
    args = "letter"
    tells_suits = False

    def set_up(self) -> None:
        self.asks = THEIR_LAST_SUIT
        (self.ref,) = self.values  # type: ignore[assignment]


def _in_mask(answer: Hashable) -> list[int]:
    return [suit for suit in range(4) if answer >> suit & 1]  # type: ignore[operator]


class TheirSuits(Fact):
    """The two suits they have shown."""

    __slots__ = ("other",)
    kind = "their suits"
    args = "letter letter"
    other: SuitRef

    def set_up(self) -> None:
        self.ref, self.other = self.values  # type: ignore[assignment]
        self.asks = SUITS_OF["they"]

    @property
    def is_pure(self) -> bool:
        return isinstance(self.ref, int) and isinstance(self.other, int)

    def speaks_of(self, letter: str) -> bool:
        return letter in (self.ref, self.other)

    def says(self, answer: Hashable, suit: int) -> bool:
        suits = _in_mask(answer)
        return len(suits) == 2 and isinstance(self.other, int) and set(suits) == {suit, self.other}

    def holds(self, q: Place) -> bool:
        suits = _in_mask(q.ask(self.asks))
        return len(suits) == 2 and self.ref is not None and set(suits) == {q.suit(self.ref), q.suit(self.other)}

    def suits(self, answer: Hashable) -> Iterable[int]:
        suits = _in_mask(answer)
        return suits if len(suits) == 2 else []


class ASuitOf(Fact):
    """One of the suits shown."""

    __slots__ = ()
    kind = "a suit of"
    args = "letter who"

    def set_up(self) -> None:
        ref, who = self.values
        self.ref = ref  # type: ignore[assignment]
        self.asks = SUITS_OF[str(who)]

    def says(self, answer: Hashable, suit: int) -> bool:
        return suit >= 0 and bool(answer >> suit & 1)  # type: ignore[operator]

    def suits(self, answer: Hashable) -> Iterable[int]:
        return _in_mask(answer)


class FourthSuit(Fact):
    """The suit left when we have shown three."""

    __slots__ = ()
    kind = "fourth suit"
    args = "letter"
    tells_suits = False

    def set_up(self) -> None:
        (self.ref,) = self.values  # type: ignore[assignment]
        self.asks = OUR_SUITS

    def says(self, answer: Hashable, suit: int) -> bool:
        suits = _in_mask(answer)
        return len(suits) == 3 and suit >= 0 and suit not in suits


class Unbid(Fact):
    """A suit nobody has shown."""

    __slots__ = ()
    kind = "unbid"
    args = "suit"
    tells_suits = False

    def set_up(self) -> None:
        (self.ref,) = self.values  # type: ignore[assignment]
        self.asks = ALL_SUITS

    def says(self, answer: Hashable, suit: int) -> bool:
        return suit >= 0 and not answer >> suit & 1  # type: ignore[operator]


class Agreed(Fact):
    """The suit our side has agreed."""

    __slots__ = ()
    kind = "agreed"
    args = "suit?"

    def set_up(self) -> None:
        (self.ref,) = self.values  # type: ignore[assignment]
        self.asks = AGREED

    def says(self, answer: Hashable, suit: int) -> bool:
        return answer != -1 and (self.ref is None or answer == suit)

    def suits(self, answer: Hashable) -> Iterable[int]:
        return [] if answer == -1 else [answer]  # type: ignore[list-item]
