"""Words of my hand together with what partner has shown."""

from __future__ import annotations

from typing import ClassVar

from bridgelang.bidding.forms import SUITS, Amount, Measure, SuitRef
from bridgelang.bidding.place import Place
from bridgelang.bidding.questions import (
    MY_STRENGTH,
    PARTNERS_HAND,
    PARTNERS_LEAST,
    PARTNERS_LENGTH,
    PARTNERS_MOST,
    PARTNERS_SHORT_SUITS,
    partners_bound,
)
from bridgelang.bidding.words.base import Questions, Word, asked_by_measure, asked_by_suit
from bridgelang.bidding.words.hand import measured, ranged
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, within
from bridgelang.features.quantities import Quantity, quantity


class Fit(Word):
    """My cards and those partner has shown are so many."""

    __slots__ = ("number", "ref")
    kind = "fit"
    args = "number suit"
    number: int
    ref: SuitRef

    def set_up(self) -> None:
        self.number, self.ref = self.values  # type: ignore[assignment]

    def needs(self, q: Place) -> Questions:
        if isinstance(self.ref, int):
            return frozenset([PARTNERS_LENGTH[self.ref]])
        return asked_by_suit(self.ref) | {*PARTNERS_LENGTH}

    def node(self, q: Place) -> Node:
        suit = q.suit(self.ref)
        if suit < 0:
            return FALSE
        return within(quantity("length", suit), self.number - q.ask(PARTNERS_LENGTH[suit]), 13)


class WastedHcp(Word):
    """My kings, queens and jacks in the suits where partner has shown at most one card."""

    __slots__ = ("amount",)
    kind = "wasted hcp"
    args = "amount"
    amount: Amount

    def set_up(self) -> None:
        (self.amount,) = self.values  # type: ignore[assignment]

    def needs(self, q: Place) -> Questions:
        return frozenset([PARTNERS_SHORT_SUITS])

    def node(self, q: Place) -> Node:
        suits = q.ask(PARTNERS_SHORT_SUITS)
        wasted = [quantity("wasted hcp", suit) for suit in SUITS if suits >> suit & 1]
        return self._with(wasted, 0)

    def _with(self, wasted: list[Quantity], elsewhere: int) -> Node:
        """The hands whose sum, with so much found elsewhere, is in the amount."""
        if not wasted:
            found = any((low or 0) <= elsewhere and (high is None or elsewhere <= high) for low, high in self.amount)
            return TRUE if found else FALSE
        first, *others = wasted
        if not others:
            return ranged(self.amount, first, less=elsewhere)
        parts = range(first.high + 1)
        return either(*[both(within(first, part, part), self._with(others, elsewhere + part)) for part in parts])


class Combined(Word):
    """Mine and the least partner has shown: by strength, or ``combined 25+ hcp`` by what is provable."""

    __slots__ = ("amount", "measure")
    kind = "combined"
    args = "amount measure?"
    upper: ClassVar[bool] = False
    amount: Amount
    measure: Measure | None

    def set_up(self) -> None:
        self.amount, self.measure = self.values  # type: ignore[assignment]

    def needs(self, q: Place) -> Questions:
        if self.measure is None:
            return asked_by_suit(q.fit) | {PARTNERS_MOST if self.upper else PARTNERS_LEAST}
        needs = asked_by_measure(self.measure, q)
        if needs:
            return needs | {PARTNERS_HAND}
        found = measured(self.measure, q)
        return needs if found is None else needs | {partners_bound(found, self.upper)}

    def node(self, q: Place) -> Node:
        measure = self.measure
        if measure is None:
            fit = q.fit_suit()
            mine = quantity("support points", fit) if fit >= 0 else q.counts.points
            partners, scale = q.ask(PARTNERS_MOST if self.upper else PARTNERS_LEAST)
            return ranged(self.amount, mine, less=partners * mine.scale // scale)
        found = measured(measure, q)
        if found is None:
            return FALSE
        if asked_by_measure(measure, q):
            partners = q.ask(PARTNERS_HAND).range(found)[1 if self.upper else 0]
        else:
            partners = q.ask(partners_bound(found, self.upper))
        return ranged(self.amount, found, less=partners)


class CombinedMaximum(Combined):
    """Mine and the most partner has shown."""

    __slots__ = ()
    kind = "combined maximum"
    args = "amount measure?"
    upper = True


class TopOfMyRange(Word):
    """The upper half of the strength I have shown: twice the value is above its ends together."""

    __slots__ = ()
    kind = "top of my range"

    def needs(self, q: Place) -> Questions:
        return frozenset([MY_STRENGTH])

    def node(self, q: Place) -> Node:
        low, high, counted = q.ask(MY_STRENGTH)
        return within(counted, (low + high) // 2 + 1, counted.high)


class BottomOfMyRange(TopOfMyRange):
    """The lower half of the strength I have shown."""

    __slots__ = ()
    kind = "bottom of my range"

    def node(self, q: Place) -> Node:
        low, high, counted = q.ask(MY_STRENGTH)
        return within(counted, counted.low, (low + high - 1) // 2)


class Otherwise(Word):
    """None of the rules above."""

    __slots__ = ()
    kind = "otherwise"

    def node(self, q: Place) -> Node:
        return TRUE
