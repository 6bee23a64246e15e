"""Words of the state of the auction: the seat, the contract, what is forced."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import ClassVar

from bridgelang.bidding.forms import CallExpr, is_game
from bridgelang.bidding.questions import (
    ACTED,
    BALANCING,
    FIRST_TURN,
    FORCED,
    GAME_FORCED,
    LAW,
    SEAT,
    Question,
)
from bridgelang.bidding.words.base import Fact
from bridgelang.bidding.words.matching import STRAINS, players


class Simple(Fact):
    """A fact without arguments: ``question`` and the answers for which it holds."""

    __slots__ = ()
    question: ClassVar[Question[Hashable]]

    def set_up(self) -> None:
        self.asks, self.ref = type(self).question, None

    def says(self, answer: Hashable, suit: int) -> bool:
        return bool(answer)


class Seat(Simple):
    """The place at the table, the dealer being first."""

    __slots__ = ()
    kind = "seat"
    args = "seats"
    cost = 1
    question = SEAT

    def says(self, answer: Hashable, suit: int) -> bool:
        return answer + 1 in self.values[0]  # type: ignore[operator]


class FirstTurn(Simple):
    """I have not called yet."""

    __slots__ = ()
    kind = "first turn"
    cost = 1
    question = FIRST_TURN


class Contested(Simple):
    """The opponents have done more than pass."""

    __slots__ = ()
    kind = "contested"
    cost = 2
    question = ACTED

    def says(self, answer: Hashable, suit: int) -> bool:
        return bool(answer & players("they"))  # type: ignore[operator]


class Uncontested(Contested):
    """The opponents have only passed."""

    __slots__ = ()
    kind = "uncontested"

    def says(self, answer: Hashable, suit: int) -> bool:
        return not answer & players("they")  # type: ignore[operator]


class Balancing(Simple):
    """A pass here would end the auction."""

    __slots__ = ()
    kind = "balancing"
    cost = 1
    question = BALANCING


class Forced(Simple):
    """I may not pass."""

    __slots__ = ()
    kind = "forced"
    question = FORCED


class GameForced(Simple):
    """We are forced to game."""

    __slots__ = ()
    kind = "game forced"
    question = GAME_FORCED


class OfTheLaw(Fact):
    """A fact about the last bid: three numbers, the bid (0 for none), its doubling, and whether it is theirs."""

    __slots__ = ()

    def set_up(self) -> None:
        self.asks, self.ref = LAW, None

    def says(self, answer: Hashable, suit: int) -> bool:
        law: int = answer  # type: ignore[assignment]
        return self.fits(law >> 3, law >> 1 & 3, bool(law & 1), suit)

    def fits(self, last: int, doubled: int, theirs: bool, suit: int) -> bool:
        """Whether it holds; ``suit`` is what ``ref`` means here."""
        raise NotImplementedError


class GameReached(OfTheLaw):
    """The last bid is game or higher."""

    __slots__ = ()
    kind = "game reached"
    cost = 1

    def fits(self, last: int, doubled: int, theirs: bool, suit: int) -> bool:
        return is_game(last)


class SlamReached(OfTheLaw):
    """The last bid is a slam."""

    __slots__ = ()
    kind = "slam reached"

    def fits(self, last: int, doubled: int, theirs: bool, suit: int) -> bool:
        return (last + 2) // 5 >= 6


_DOUBLED = ("undoubled", "doubled", "redoubled")


class Contract(OfTheLaw):
    """What the contract is if everybody passes now."""

    __slots__ = ("fact",)
    kind = "contract"
    args = "fact"
    cost = 1
    fact: str

    def set_up(self) -> None:
        self.asks = LAW
        self.fact = str(self.values[0])
        self.ref = None
        if self.fact in ("in", "game in"):
            self.ref = self.values[1]  # type: ignore[assignment]
        elif self.fact == "bid":
            self.ref = self.values[1].strain  # type: ignore[attr-defined]

    def fits(self, last: int, doubled: int, theirs: bool, suit: int) -> bool:
        fact = self.fact
        if not last:
            return False
        if fact in ("ours", "theirs"):
            return theirs == (fact == "theirs")
        if fact in _DOUBLED:
            return doubled == _DOUBLED.index(fact)
        level, strain = (last + 2) // 5, (last - 3) % 5
        game = is_game(last) and level < 6
        tests: dict[str, Callable[[], bool]] = {
            "game": lambda: game,
            "partscore": lambda: not is_game(last),
            "slam": lambda: level >= 6,
            "bid": lambda: level == self._level and strain == suit,
            "in": lambda: strain == suit,
            "game in": lambda: game and strain == suit,
            "level": lambda: self.values[1] <= level <= self.values[2],  # type: ignore[operator]
        }
        return tests[fact]()

    @property
    def _level(self) -> int:
        bid = self.values[1]
        assert isinstance(bid, CallExpr)
        return bid.level

    def suits(self, answer: Hashable) -> Iterable[int]:
        return STRAINS[answer >> 3]  # type: ignore[operator]


class BidLimit(OfTheLaw):
    """The last bid against another."""

    __slots__ = ("bid", "limit")
    kind = "bid limit"
    args = "limit call"
    tells_suits = False
    cost = 1
    limit: str
    bid: CallExpr

    def set_up(self) -> None:
        self.asks = LAW
        self.limit, self.bid = self.values  # type: ignore[assignment]
        self.ref = self.bid.strain

    def fits(self, last: int, doubled: int, theirs: bool, suit: int) -> bool:
        if suit < 0 or not last:
            return False
        other = 5 * self.bid.level - 2 + suit
        return {"at most": last <= other, "at least": last >= other, "below": last < other, "above": last > other}[
            self.limit
        ]
