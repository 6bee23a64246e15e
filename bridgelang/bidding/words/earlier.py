"""Words of an earlier call: what it was, and what kind of call it is by the lines it may come from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import ClassVar

from bridgelang.bidding.forms import Pattern, Tag
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import (
    OFFSETS,
    Question,
    last_bid,
    last_calls,
    last_tags,
)
from bridgelang.bidding.shown import NamedTag
from bridgelang.bidding.words.base import Fact, Word
from bridgelang.bidding.words.matching import STRAINS, OwnQuestion, bid_fits, names_of, suit_here, tags_fit


def _picked(whose: str, which: str, noun: str, point: Point) -> Point | None:
    """The point just after the call that ``my first bid``, ``partner's last call``, … names."""
    offsets = OFFSETS[whose]
    if which == "last" and noun == "call" and len(offsets) == 1:
        return point.last_call_of((point.turn + offsets[0]) & 3)
    made = [after for offset in offsets for after in point.made_by((point.turn + offset) & 3)]
    if noun == "bid":
        made = [after for after in made if after.call > 2]
    made.sort(key=lambda after: after.depth)
    at = {"first": 0, "second": 1, "last": -1, "previous": -2}[which]
    return made[at] if -len(made) <= at < len(made) else None


def _is_sort(sort: str, after: Point) -> bool:
    """Whether a call made is a jump, a raise, a reverse, a cue or any bid."""
    before, call = after.before, after.call
    if call < 3:
        return False
    if sort == "bid":
        return True
    suit = (call - 3) % 5
    if sort == "jump":
        return call - before.lowest_bid(suit) >= 5
    if sort == "raise":
        return suit < 4 and suit in before.suits(before.turn ^ 2)
    if sort == "cue":
        return suit < 4 and suit in before.shown_suits(1 - (before.turn & 1))
    return before.is_reverse(call)


_CALLS = ("pass", "double", "redouble")


class AboutACall(OwnQuestion):
    """Of what sort or kind an earlier call was: ``my first bid``, ``partner's last call``, ``our second bid``."""

    __slots__ = ("noun", "pattern", "which", "whose")
    cost = 2
    whose: str
    which: str
    noun: str
    pattern: Pattern

    def set_up(self) -> None:
        self.whose, self.which, self.noun, self.pattern = self.values  # type: ignore[assignment]
        self.ref = None if self.pattern.tag is None else self.pattern.tag.suit
        self.ask_all()

    def looks(self, point: Point) -> bool:
        after = _picked(self.whose, self.which, self.noun, point)
        if after is None:
            return False
        if self.pattern.kind == "sort":
            return _is_sort(self.pattern.word, after)
        return tags_fit(self.tag, suit_here(self.ref, point), self.tags(after))

    @property
    def tag(self) -> Tag:
        """The tag that is asked about."""
        assert self.pattern.tag is not None
        return self.pattern.tag

    def tags(self, after: Point) -> Iterable[NamedTag]:
        """The tags of a call that are to be looked at."""
        return after.made().all_tags if after.can_carry(frozenset(names_of(self.tag))) else ()

    @property
    def weight(self) -> int:
        return 2 if self.pattern.tag is None else 5

    def suits_here(self, point: Point) -> tuple[int, ...]:
        """The suits that ``ref`` can be."""
        after = _picked(self.whose, self.which, self.noun, point)
        if after is None:
            return ()
        names = names_of(self.tag)
        return tuple(sorted({v for n, v in self.tags(after) if n in names and v is not None}))


@cache
def the_call(whose: str, which: str, noun: str) -> Question[int]:
    """The call that ``my first bid``, ``partner's second call``, … names; -1 when there is none."""

    def of(point: Point, _: int) -> int:
        after = _picked(whose, which, noun, point)
        return -1 if after is None else after.call

    return Question(f"{whose}'s {which} {noun}", of, wide=True)


class EarlierCallIs(Fact):
    """An earlier call was this one: a pass, a double, a redouble, or a bid."""

    __slots__ = ("pattern",)
    cost = 2
    pattern: Pattern

    def set_up(self) -> None:
        whose, which, noun, self.pattern = self.values  # type: ignore[assignment]
        self.asks = the_call(str(whose), str(which), str(noun))
        self.ref = self.pattern.strain

    def says(self, answer: Hashable, suit: int) -> bool:
        call = self.call(answer)
        if self.pattern.kind in _CALLS:
            return call == _CALLS.index(self.pattern.kind)
        return bid_fits(self.pattern, suit, call)

    def suits(self, answer: Hashable) -> Iterable[int]:
        return STRAINS[self.call(answer)]

    def call(self, answer: Hashable) -> int:
        """The call, by the answer to the question."""
        return answer  # type: ignore[return-value]


class LastCallIs(EarlierCallIs):
    """A player's last call, or last bid, was this one."""

    __slots__ = ()

    def set_up(self) -> None:
        whose, _, noun, self.pattern = self.values  # type: ignore[assignment]
        self.asks = last_bid(str(whose)) if noun == "bid" else last_calls(str(whose))
        self.ref = self.pattern.strain

    def call(self, answer: Hashable) -> int:
        return answer if self.values[2] == "bid" else answer[0]  # type: ignore[return-value, index]


class LastCallTagged(Fact):
    """Every line (or some line) that a player's last call may come from carries a tag."""

    __slots__ = ("tag",)
    sure: ClassVar[bool] = True
    tag: Tag

    def set_up(self) -> None:
        pattern = self.values[3]
        tag = pattern.tag if isinstance(pattern, Pattern) else pattern
        assert isinstance(tag, Tag)
        self.tag = tag
        self.asks = last_tags(str(self.values[0]), frozenset(names_of(tag)), self.sure)
        self.ref = tag.suit

    @property
    def names(self) -> tuple[str, ...]:
        """The names of tags that it looks for."""
        return names_of(self.tag)

    def says(self, answer: Hashable, suit: int) -> bool:
        return tags_fit(self.tag, suit, answer)  # type: ignore[arg-type]

    def suits(self, answer: Hashable) -> Iterable[int]:
        names = names_of(self.tag)
        return [value for name, value in answer if name in names and value is not None]  # type: ignore[attr-defined]


class LastCallIsTagged(LastCallTagged):
    """Every line that a player's last call may come from is of this kind."""

    __slots__ = ()
    cost = 5


class LastCallMayBe(LastCallTagged):
    """Some line that a player's last call may come from is of this kind."""

    __slots__ = ()
    cost = 6
    sure = False


def _last_of_one(values: Sequence[object]) -> bool:
    """Whether the last call or bid of one player is asked about."""
    return values[1] == "last" and len(OFFSETS[str(values[0])]) == 1


class CallIs(AboutACall):
    """An earlier call was this one, or every line it may come from is of this kind."""

    __slots__ = ()
    kind = "call is"
    args = "who which noun pattern"

    @classmethod
    def form(cls, values: Sequence[object]) -> type[Word]:
        kind, last = values[3].kind, _last_of_one(values)  # type: ignore[attr-defined]
        if kind in ("bid", "strain") or kind in _CALLS:
            return LastCallIs if last else EarlierCallIs
        return LastCallIsTagged if kind == "tag" and last and values[2] == "call" else cls


class CallMayBe(AboutACall):
    """Some line the call may come from is of this kind."""

    __slots__ = ()
    kind = "call may be"
    args = "who which noun tag"

    @classmethod
    def form(cls, values: Sequence[object]) -> type[Word]:
        return LastCallMayBe if _last_of_one(values) and values[2] == "call" else cls

    def set_up(self) -> None:
        self.whose, self.which, self.noun, tag = self.values  # type: ignore[assignment]
        assert isinstance(tag, Tag)
        self.pattern = Pattern("tag", tag=tag)
        self.ref = tag.suit
        self.ask_all()

    @property
    def weight(self) -> int:
        return 6

    def tags(self, after: Point) -> Iterable[NamedTag]:
        return after.made().any_tags if after.can_carry(frozenset(names_of(self.tag))) else ()
