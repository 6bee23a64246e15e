"""Words of the call considered."""

from __future__ import annotations

from bridgelang.bidding.forms import is_game
from bridgelang.bidding.place import Place
from bridgelang.bidding.point import is_reverse
from bridgelang.bidding.questions import FOR_REVERSE
from bridgelang.bidding.words.base import Questions, Word
from bridgelang.bidding.words.hand import HandWord
from bridgelang.constraints.nodes import FALSE, TRUE, Node


class Level(HandWord):
    """The level of the call."""

    __slots__ = ("high", "low")
    kind = "level"
    args = "level level"
    low: int
    high: int

    def set_up(self) -> None:
        self.low, self.high = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return TRUE if self.low <= q.level <= self.high else FALSE


class CallWord(Word):
    """Something that the call and the last bid decide."""

    __slots__ = ()
    of_call = True

    def fits(self, q: Place) -> bool:
        """Whether the bid considered is of this kind."""
        raise NotImplementedError

    def node(self, q: Place) -> Node:
        return TRUE if q.call > 2 and self.fits(q) else FALSE


class Jump(CallWord):
    """The bid is at least a level above the cheapest."""

    __slots__ = ()
    kind = "jump"

    def fits(self, q: Place) -> bool:
        return q.is_jump()


class Nonjump(CallWord):
    """The bid is the cheapest in its strain."""

    __slots__ = ()
    kind = "nonjump"

    def fits(self, q: Place) -> bool:
        return not q.is_jump()


class BelowGame(CallWord):
    """The bid is below game."""

    __slots__ = ()
    kind = "below game"

    def fits(self, q: Place) -> bool:
        return not is_game(q.call)


class Reverse(CallWord):
    """A rebid at the two level above my first suit, partner not having raised it or shown the new one."""

    __slots__ = ()
    kind = "reverse"
    of_call = False

    def needs(self, q: Place) -> Questions:
        return frozenset([FOR_REVERSE])

    def fits(self, q: Place) -> bool:
        mine, partners = q.ask(FOR_REVERSE)
        return is_reverse(mine, partners, q.last_bid, q.call)
