"""The public state of an auction: who has called what, and what that has shown, for those who look from outside.

A state is a :class:`~bridgelang.bidding.point.Point` seen with a vulnerability. Seats are counted from the dealer (0
dealer, 1 the player to his left, …); side 0 is the dealer's.
"""

from __future__ import annotations

from bridgelang.bidding.engine import Active, Engine, Rulebook, active_paths, lines_of, read_at, settled
from bridgelang.bidding.forms import Env
from bridgelang.bidding.place import Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.position import Position
from bridgelang.bidding.program import Program
from bridgelang.bidding.shown import Shown, Strength
from bridgelang.constraints.holding import Holding


class State:
    """One point of an auction."""

    __slots__ = ("engine", "point", "vulnerability")

    def __init__(self, engine: Engine, point: Point, vulnerability: int) -> None:
        self.engine = engine
        self.point = point
        self.vulnerability = vulnerability
        """Bit 0 for the dealer's side, bit 1 for the other."""

    def _at(self, point: Point) -> State:
        return State(self.engine, point, self.vulnerability)

    # ------------------------------------------------------------------ the auction

    @property
    def parent(self) -> State | None:
        """The state one call ago; None at the beginning."""
        before = self.point.parent
        return None if before is None else self._at(before)

    @property
    def call(self) -> int:
        """The call that led here, -1 at the beginning."""
        return self.point.call

    @property
    def depth(self) -> int:
        """How many calls have been made."""
        return self.point.depth

    @property
    def turn(self) -> int:
        """The player to call."""
        return self.point.turn

    @property
    def passes(self) -> int:
        """How many passes stand at the end."""
        return self.point.passes

    @property
    def last_bid(self) -> int:
        """The last bid, 0 before the first."""
        return self.point.last_bid

    @property
    def last_bidder(self) -> int:
        """Who made it, -1 before the first."""
        return self.point.last_bidder

    @property
    def first_bid(self) -> int:
        """After how many calls the first bid was made, -1 before it."""
        return self.point.first_bid

    @property
    def doubled(self) -> int:
        """0, 1 for doubled, 2 for redoubled."""
        return self.point.doubled

    @property
    def is_over(self) -> bool:
        """Three passes after a bid, or four without one."""
        return self.point.is_over

    def is_legal(self, call: int) -> bool:
        """Whether the player to call may make this call (Laws 18, 19)."""
        return self.point.is_legal(call)

    def calls(self) -> list[int]:
        """All calls so far, in order."""
        return self.point.calls()

    def then(self, call: int) -> State:
        """The state after one more (legal) call."""
        return self._at(self.point.child(call, self.vulnerability))

    def made_by(self, seat: int) -> list[State]:
        """The states after which ``seat`` had just called, in order: each one's ``call`` is that call."""
        return [self._at(point) for point in self.point.made_by(seat)]

    def last_call_of(self, seat: int) -> State | None:
        """The state right after the last call of ``seat``; None before his first."""
        after = self.point.last_call_of(seat)
        return None if after is None else self._at(after)

    def has_bid(self, seat: int) -> bool:
        """Whether a player has made any bid."""
        return bool(self.point.bidders >> seat & 1)

    def has_acted(self, seat: int) -> bool:
        """Whether a player has made any call but pass."""
        return self.point.has_acted(seat)

    def is_passed_hand(self, seat: int) -> bool:
        """Whether a player passed at his first turn, before anyone had bid."""
        return self.point.is_passed_hand(seat)

    def opener(self) -> int:
        """The seat that made the first bid, -1 when nobody has."""
        return self.point.opener()

    # ------------------------------------------------------------------ the rules

    def book_of(self, seat: int) -> Rulebook:
        """The rules a player bids by."""
        return settled(self.point).books[seat & 1]

    def program_of(self, seat: int) -> Program:
        """The system a player bids by."""
        return self.book_of(seat).program

    def position(self) -> Position:
        """The rules of the player to call, ready for choosing and reading."""
        return settled(self.point).settle(self.point, self.vulnerability)

    def active(self, side: int) -> tuple[Active, ...]:
        """The path contexts of a side's system that the auction is in, with their letters."""
        return active_paths(self.point, side, self.vulnerability)

    def place(self, env: Env) -> Place:
        """Here, with suits for letters, for what is not asked of a rule."""
        return Place(self.point, self.vulnerability, self.program_of(self.turn).counts, env)

    def line_numbers(self) -> set[int]:
        """The numbers of the rules of the player to call whose contexts hold here."""
        return lines_of(self.point, self.vulnerability).numbers()

    # ------------------------------------------------------------------ what has been shown

    def reading(self, call: int) -> Shown:
        """What ``call`` would show, made here by the player to call."""
        return read_at(self.point, call, self.vulnerability)

    def made(self) -> Shown:
        """What the call that led here showed."""
        return self.point.made()

    def holding(self, seat: int) -> Holding:
        """What a player's hand is known to be."""
        return self.point.holding(seat)

    def strength(self, seat: int) -> Strength:
        """A player's shown strength, as his last descriptive line said."""
        return self.point.strength(seat)

    def suits(self, seat: int) -> tuple[int, ...]:
        """The suits a player has shown, in order of showing."""
        return self.point.suits(seat)

    def shown_suits(self, side: int) -> tuple[int, ...]:
        """The suits a side has shown, the first player's before his partner's."""
        return self.point.shown_suits(side)

    def agreed(self, side: int) -> int:
        """The suit a side has agreed, -1 for none."""
        return self.point.agreed(side)

    def force_level(self, side: int) -> int:
        """Up to which bid a side is forced: a call number, ``point.GAME`` for game, 0 when it is not."""
        return self.point.force_level(side)

    def forced(self) -> bool:
        """Whether the player to call may not pass."""
        return self.point.forced()

    def game_reached(self) -> bool:
        """Whether the last bid is at game level or above."""
        return self.point.game_reached()
