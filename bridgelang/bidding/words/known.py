"""Words of what is known of the hands."""

from __future__ import annotations

from bridgelang.bidding.place import Counts, Place
from bridgelang.bidding.questions import (
    OFFSETS,
    Question,
)
from bridgelang.bidding.words.base import Questions, Word
from bridgelang.bidding.words.hand import AmountOf, measured
from bridgelang.bidding.words.matching import OwnQuestion


class OfAHand(OwnQuestion):
    """What is known of the hands of a player or a side; it needs a place, for what the system counts."""

    __slots__ = ("inside", "who")
    who: str
    inside: Word

    def set_up(self) -> None:
        self.who, self.inside = self.values  # type: ignore[assignment]
        self.ref = None

    def needs(self, q: Place) -> Questions:
        return frozenset([self.question(q.counts)])

    def question(self, counts: Counts) -> Question[bool]:
        """The fact as a question, for what a system counts."""
        key = (self, counts)
        found = _OF_HANDS.get(key)
        if found is None:
            found = _OF_HANDS[key] = Question(repr(self), lambda point, vul: self.known(Place(point, vul, counts)))
        return found

    def holds(self, q: Place) -> bool:
        return q.ask(self.bound(q.env).question(q.counts))

    def known(self, q: Place) -> bool:
        """Whether it holds at an open place."""
        raise NotImplementedError


_OF_HANDS: dict[tuple[OfAHand, Counts], Question[bool]] = {}


class Shows(OfAHand):
    """Known from the calls: of the player, or of the two together (sums of minima)."""

    __slots__ = ()
    kind = "shows"
    args = "who condition"

    def known(self, q: Place) -> bool:
        seats = [(q.turn + offset) & 3 for offset in OFFSETS[self.who]]
        inside = self.inside
        if len(seats) == 2 and isinstance(inside, AmountOf):
            quant = measured(inside.measure, q)
            if quant is None:
                return False
            low = sum(q.point.holding(seat).range(quant)[0] for seat in seats)
            return any(
                (bottom is None or low >= bottom * quant.scale) and (top is None or low <= top * quant.scale)
                for bottom, top in inside.amount
            )
        node = inside.node(q)
        return any(q.point.holding(seat).surely(node) for seat in seats)


class MayHave(OfAHand):
    """Not ruled out by the calls."""

    __slots__ = ()
    kind = "may have"
    args = "who condition"

    def known(self, q: Place) -> bool:
        node = self.inside.node(q)
        return any(q.point.holding((q.turn + offset) & 3).possibly(node) for offset in OFFSETS[self.who])
