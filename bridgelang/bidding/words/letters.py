"""Words of letters: which suits they are."""

from __future__ import annotations

from typing import ClassVar

from bridgelang.bidding.forms import SuitRef
from bridgelang.bidding.place import Place
from bridgelang.bidding.words.hand import HandWord, suits_of_kind
from bridgelang.constraints.nodes import FALSE, TRUE, Node


class TwoSuits(HandWord):
    """Something about two suits: which differences of their ranks it allows (the first less the second)."""

    __slots__ = ("one", "other")
    differences: ClassVar[tuple[int, ...]] = ()
    one: SuitRef
    other: SuitRef

    def set_up(self) -> None:
        self.one, self.other = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        a, b = q.suit(self.one), q.suit(self.other)
        return TRUE if a >= 0 and b >= 0 and a - b in self.differences else FALSE


class IsSuit(TwoSuits):
    """The suits are the same."""

    __slots__ = ()
    kind = "is suit"
    args = "suit suit"
    differences = (0,)


class IsNotSuit(TwoSuits):
    """The suits are different."""

    __slots__ = ()
    kind = "is not suit"
    args = "suit suit"
    differences = (-3, -2, -1, 1, 2, 3)


class IsAbove(TwoSuits):
    """The suit ranks above the other."""

    __slots__ = ()
    kind = "is above"
    args = "suit suit"
    differences = (1, 2, 3)


class IsBelow(TwoSuits):
    """The suit ranks below the other."""

    __slots__ = ()
    kind = "is below"
    args = "suit suit"
    differences = (-3, -2, -1)


class IsNextAbove(TwoSuits):
    """The next suit up, clubs after spades."""

    __slots__ = ()
    kind = "is next above"
    args = "suit suit"
    differences = (1, -3)


class IsKind(HandWord):
    """The suit is a major or a minor."""

    __slots__ = ("of_kind", "ref")
    kind = "is kind"
    args = "suit kind"
    ref: SuitRef
    of_kind: str

    def set_up(self) -> None:
        self.ref, self.of_kind = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return TRUE if q.suit(self.ref) in suits_of_kind(self.of_kind) else FALSE
