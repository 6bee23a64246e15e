"""Where a condition is asked: the point of the auction, the letters, the rule, and the call considered.

A place is open while something is being found out: it answers every question. The places of a position, whose rules
other points share, are sealed: they have only the answers by which those points are alike, and asking anything else is
an error, so that nothing can be shared by mistake.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar, cast

from bridgelang.bidding.forms import NO_LETTERS, NOTRUMP, Env, SuitRef, Tag, is_letter
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import (
    AGREED,
    PARTNERS_LAST_SUIT,
    SUIT_OF_PHRASE,
    THEIR_SUITS,
    Question,
)
from bridgelang.features.quantities import Quantity

T = TypeVar("T", bound=Hashable)

Answers = Mapping[Question[Hashable], Hashable]


class Counts:
    """What a system counts: its ``points``, and the quantities it defines."""

    __slots__ = ("own", "points")

    def __init__(self, points: Quantity, own: Mapping[str, Quantity]) -> None:
        self.points = points
        self.own = own


class Asked:
    """A point that questions are asked of, for a system that counts so."""

    __slots__ = ("counts", "point", "vulnerability")

    def __init__(self, point: Point, vulnerability: int, counts: Counts) -> None:
        self.point = point
        self.vulnerability = vulnerability
        self.counts = counts

    def ask(self, question: Question[T]) -> T:
        """The answer to a question."""
        return question.of(self.point, self.vulnerability)

    def answers(self, questions: tuple[Question[Hashable], ...]) -> tuple[Hashable, ...]:
        """The answers to several."""
        point, vulnerability = self.point, self.vulnerability
        return tuple([question.of(point, vulnerability) for question in questions])


class Place:
    """Where a condition is asked; ``call`` is -1 in headers.

    ``fit`` is the suit of the rule's fit as written, ``tags`` are the rule's: they decide which suit support points
    count for when none is named.
    """

    __slots__ = (
        "answers", "call", "counts", "env", "fit", "law", "level", "point", "strain", "tags", "turn", "vulnerability",
    )  # fmt: skip

    point: Point
    """The point, in an open place only."""

    def __init__(
        self, point: Point, vulnerability: int, counts: Counts, env: Env = NO_LETTERS, answers: Answers | None = None
    ) -> None:
        self.vulnerability = vulnerability
        self.turn = point.turn
        self.law = point.law
        self.counts = counts
        self.env = env
        self.answers = answers
        self.fit: SuitRef | None = None
        self.tags: tuple[Tag, ...] = ()
        self.call = -1
        self.level = 0
        self.strain = -1
        if answers is None:
            self.point = point

    def at(self, call: int) -> None:
        """Consider a call."""
        self.call = call
        self.level = (call + 2) // 5 if call > 2 else 0
        self.strain = (call - 3) % 5 if call > 2 else -1

    def ask(self, question: Question[T]) -> T:
        """The answer to a question."""
        answers = self.answers
        if answers is None:
            return question.of(self.point, self.vulnerability)
        return cast(T, answers[question])

    def suit(self, ref: SuitRef) -> int:
        """The suit a name, letter or phrase means here; -1 when there is none."""
        if isinstance(ref, int):
            return ref
        value = self.env.get(ref)
        if value is not None:
            return value
        if is_letter(ref):
            base = self.env.get(ref[1:]) if ref[0] == "o" else None
            return -1 if base is None else base ^ 1
        phrase = SUIT_OF_PHRASE.get(ref)
        return -1 if phrase is None else self.ask(phrase)

    @property
    def last_bid(self) -> int:
        """The last bid, 0 before the first."""
        return self.law >> 3

    def lowest_bid(self, strain: int) -> int:
        """The cheapest sufficient bid in a strain (may be beyond 7NT)."""
        last = self.law >> 3
        floor = last + 1 if last else 3
        return floor + (strain - (floor - 3)) % 5

    def is_jump(self) -> bool:
        """Whether the bid considered is a level or more above the cheapest in its strain."""
        return self.call - self.lowest_bid(self.strain) >= 5

    def fit_suit(self) -> int:
        """The suit of the rule's fit, -1 when it speaks of none."""
        return -1 if self.fit is None else self.suit(self.fit)

    def support_suit(self) -> int:
        """The suit support points count for when none is named: the one that the line agrees, else the call's (not
        one that they have shown: a cue-bid), the fit's, the agreed, partner's last.
        """
        for tag in self.tags:
            if tag.name == "agrees" and tag.suit is not None:
                return self.suit(tag.suit)
        if 0 <= self.strain < NOTRUMP and not self.ask(THEIR_SUITS) >> self.strain & 1:
            return self.strain
        suit = self.fit_suit()
        if suit >= 0:
            return suit
        suit = self.ask(AGREED)
        return suit if suit >= 0 else self.ask(PARTNERS_LAST_SUIT)
