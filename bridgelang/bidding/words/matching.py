"""What words of the auction have in common: bids and tags held against those asked about, own questions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import ClassVar

from bridgelang.bidding.forms import Pattern, SuitRef, Tag, is_game
from bridgelang.bidding.place import Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import (
    OFFSETS,
    SUIT_OF_PHRASE,
    Question,
)
from bridgelang.bidding.shown import WIDER, NamedTag
from bridgelang.bidding.words.base import Fact

STRAINS: tuple[tuple[int, ...], ...] = (*[()] * 3, *[((call - 3) % 5,) for call in range(3, 38)], ())
"""The strain of each bid; nothing for other calls, and for -1."""


def players(words: str) -> int:
    """The players that a subject names as a set of four bits."""
    return sum(1 << offset for offset in OFFSETS[words])


def names_of(tag: Tag) -> tuple[str, ...]:
    """The names of a tag and of those that are a kind of it."""
    return WIDER.get(tag.name, (tag.name,))


def bid_fits(pattern: Pattern | None, strain: int, call: int) -> bool:
    """Whether a call is the bid that a pattern (``bid``, ``strain`` or ``game``) names; its strain is known."""
    if call < 3:
        return False
    if pattern is not None and pattern.kind == "game":
        return is_game(call)
    if pattern is None or (pattern.kind == "bid" and not pattern.level):
        return True
    if pattern.kind == "bid" and (call + 2) // 5 != pattern.level:
        return False
    return (call - 3) % 5 == strain


def tags_fit(tag: Tag, suit: int, tags: Iterable[NamedTag]) -> bool:
    """Whether some tag is the one asked about, or a kind of it; its suit is known."""
    names = names_of(tag)
    return any(name in names and (tag.suit is None or value == suit) for name, value in tags)


class OwnQuestion(Fact):
    """A fact that looks further than the questions others ask: it is its own."""

    __slots__ = ()
    tells_suits = False
    cost: ClassVar[int] = 6

    def ask_all(self) -> None:
        """Make the fact its own question."""
        self.asks = Question(repr(self), lambda point, vulnerability: self.looks(point))

    @property
    def is_pure(self) -> bool:
        return False

    def looks(self, point: Point) -> bool:
        """Whether it holds; its letters are suits."""
        raise NotImplementedError

    def says(self, answer: Hashable, suit: int) -> bool:
        return bool(answer)

    def holds(self, q: Place) -> bool:
        return q.ask(self.bound(q.env).asks) is True


def suit_here(ref: SuitRef | None, point: Point) -> int:
    """What a suit or phrase means at a point; -1 for a letter that has no suit."""
    if ref is None or isinstance(ref, int):
        return -1 if ref is None else ref
    phrase = SUIT_OF_PHRASE.get(ref)
    return -1 if phrase is None else phrase.of(point, 0)
