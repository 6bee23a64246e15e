"""Words of who has called: facts that the calls alone decide, and who is vulnerable.

Each says which question it asks and is a pure function of the answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import cast

from bridgelang.bidding.forms import Pattern, Tag
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import (
    ACTED,
    BIDDERS,
    OFFSETS,
    OPENING,
    PASSED_HANDS,
    VULNERABILITY,
    last_calls,
)
from bridgelang.bidding.words.base import Fact, Word
from bridgelang.bidding.words.matching import STRAINS, OwnQuestion, bid_fits, names_of, players, suit_here, tags_fit


class Opened(Fact):
    """Made the first bid."""

    __slots__ = ("pattern", "who")
    kind = "opened"
    args = "who pattern?"
    cost = 2
    who: str
    pattern: Pattern | None

    def set_up(self) -> None:
        self.who, self.pattern = self.values  # type: ignore[assignment]
        self.asks = OPENING
        self.ref = None if self.pattern is None else self.pattern.strain

    def says(self, answer: Hashable, suit: int) -> bool:
        offset, opening = cast(tuple[int, int], answer)
        return offset in OFFSETS[self.who] and (self.pattern is None or bid_fits(self.pattern, suit, opening))

    def suits(self, answer: Hashable) -> Iterable[int]:
        return STRAINS[answer[1]]  # type: ignore[index]


class HasBidAtAll(Fact):
    """Has bid at some time."""

    __slots__ = ("who",)
    cost = 2

    def set_up(self) -> None:
        self.who = players(str(self.values[0]))
        self.asks, self.ref = BIDDERS, None

    def says(self, answer: Hashable, suit: int) -> bool:
        return bool(answer & self.who)  # type: ignore[operator]


class HasBid(OwnQuestion):
    """Has bid at some time, or has bid this."""

    __slots__ = ("pattern", "who")
    kind = "has bid"
    args = "who pattern?"
    cost = 2
    who: str
    pattern: Pattern

    @classmethod
    def form(cls, values: Sequence[object]) -> type[Word]:
        return HasBidAtAll if values[1] is None else cls

    def set_up(self) -> None:
        self.who, self.pattern = self.values  # type: ignore[assignment]
        self.ref = self.pattern.strain
        self.ask_all()

    def looks(self, point: Point) -> bool:
        suit = suit_here(self.ref, point)
        seats = [(point.turn + offset) & 3 for offset in OFFSETS[self.who]]
        return any(bid_fits(self.pattern, suit, after.call) for seat in seats for after in point.made_by(seat))


class OnlyPassed(Fact):
    """Has made no call but pass."""

    __slots__ = ("who",)
    kind = "only passed"
    args = "who"
    cost = 2

    def set_up(self) -> None:
        self.who = players(str(self.values[0]))
        self.asks, self.ref = ACTED, None

    def says(self, answer: Hashable, suit: int) -> bool:
        return not answer & self.who  # type: ignore[operator]


class HasCalled(OwnQuestion):
    """Has made a call of this kind."""

    __slots__ = ("tag", "wanted", "who")
    kind = "has called"
    args = "who tag"
    who: str
    tag: Tag
    wanted: frozenset[str]

    def set_up(self) -> None:
        self.who, self.tag = self.values  # type: ignore[assignment]
        self.wanted = frozenset(names_of(self.tag))
        self.ref = self.tag.suit
        self.ask_all()

    def looks(self, point: Point) -> bool:
        suit = suit_here(self.ref, point)
        for offset in OFFSETS[self.who]:
            seat = (point.turn + offset) & 3
            after = point.last_call_of(seat)
            while after is not None:
                if after.can_carry(self.wanted) and tags_fit(self.tag, suit, after.made().all_tags):
                    return True
                after = after.called_before[seat]
        return False


class LastCall(Fact):
    """What the last call was."""

    __slots__ = ("pattern", "was", "who")
    kind = "last call"
    args = "who word pattern?"
    cost = 1
    who: str
    was: str
    pattern: Pattern | None

    def set_up(self) -> None:
        self.who, self.was, self.pattern = self.values  # type: ignore[assignment]
        self.asks = last_calls(self.who)
        self.ref = None if self.pattern is None else self.pattern.strain

    def says(self, answer: Hashable, suit: int) -> bool:
        calls: tuple[int, ...] = answer  # type: ignore[assignment]
        if self.was == "passed":
            return all(call == 0 for call in calls)
        if self.was == "doubled":
            return 1 in calls
        if self.was == "redoubled":
            return 2 in calls
        return any(bid_fits(self.pattern, suit, call) for call in calls)

    def suits(self, answer: Hashable) -> Iterable[int]:
        calls: tuple[int, ...] = answer  # type: ignore[assignment]
        return [strain for call in calls for strain in STRAINS[call]]


class PassedHand(Fact):
    """Passed at the first turn, before anyone had bid."""

    __slots__ = ("who",)
    kind = "passed hand"
    args = "who"
    cost = 2

    def set_up(self) -> None:
        self.who = players(str(self.values[0]))
        self.asks, self.ref = PASSED_HANDS, None

    def says(self, answer: Hashable, suit: int) -> bool:
        return answer & self.who == self.who  # type: ignore[operator]


class AboutVulnerability(Fact):
    """Who is vulnerable: bit 0 of the answer for us, bit 1 for them."""

    __slots__ = ()
    cost = 1
    of_vulnerability = True

    def set_up(self) -> None:
        self.asks, self.ref = VULNERABILITY, None


class Vulnerable(AboutVulnerability):
    """The side is vulnerable."""

    __slots__ = ()
    kind = "vulnerable"
    args = "who"

    def says(self, answer: Hashable, suit: int) -> bool:
        return bool(answer & (1 if self.values[0] == "we" else 2))  # type: ignore[operator]


class Favourable(AboutVulnerability):
    """They are vulnerable and we are not."""

    __slots__ = ()
    kind = "favourable"

    def says(self, answer: Hashable, suit: int) -> bool:
        return answer == 2


class Unfavourable(AboutVulnerability):
    """We are vulnerable and they are not."""

    __slots__ = ()
    kind = "unfavourable"

    def says(self, answer: Hashable, suit: int) -> bool:
        return answer == 1
