"""The public state of an auction: who has called what, and what that has shown.

States form a tree: a state is its parent and one more call. Everything is worked out when first asked for and kept.
Seats here are counted from the dealer (0 dealer, 1 the player to his left, …); side 0 is the dealer's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridgelang.constraints.holding import ANY, Holding
from bridgelang.core.calls import CALLS, Call
from bridgelang.features.quantities import Quantity

if TYPE_CHECKING:
    from bridgelang.system.position import Position
    from bridgelang.system.program import Chain, Program
    from bridgelang.system.reading import Reading

Env = dict[str, int]
Active = tuple["Chain", Env]

GAME_LEVEL = (5, 5, 4, 4, 3)  # by strain: clubs, diamonds, hearts, spades, notrump


def is_game(call: int) -> bool:
    """Whether a bid is at game level or above.

    >>> is_game(Call.parse("3NT")), is_game(Call.parse("4C")), is_game(Call.parse("4H"))
    (True, False, True)
    """
    return call > 2 and (call + 2) // 5 >= GAME_LEVEL[(call - 3) % 5]


class Strength:
    """A player's shown strength: from ``low`` to ``high`` of ``quantity`` (stored units)."""

    __slots__ = ("high", "low", "quantity")

    def __init__(self, low: int, high: int, quantity: Quantity) -> None:
        self.low = low
        self.high = high
        self.quantity = quantity

    def __repr__(self) -> str:
        return f"Strength({self.low}, {self.high}, {self.quantity.kind})"


class Sides:
    """The two systems at a table and who is vulnerable: what a tree of states shares.

    ``programs[0]`` is the dealer's side's system; ``vulnerable`` likewise.
    """

    __slots__ = ("memo", "programs", "states", "vulnerable")

    def __init__(self, programs: tuple[Program, Program], vulnerable: tuple[bool, bool]) -> None:
        self.programs = programs
        self.vulnerable = vulnerable
        self.states = 0
        self.memo: dict[Any, Any] = {}


class State:
    """One point of an auction."""

    __slots__ = (
        "_active", "_holdings", "_position", "_readings", "_strengths", "_suits", "call", "children", "depth",
        "doubled", "first_bid", "last_bid", "last_bidder", "memo", "parent", "passes", "sides", "turn",
    )  # fmt: skip

    parent: State | None
    _position: Position | None

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.parent = None
        self.call = -1
        self.depth = 0
        self.turn = 0
        self.last_bid = 0
        self.last_bidder = -1
        self.first_bid = -1  # depth at which the first call that is no pass was made
        self.doubled = 0
        self.passes = 0
        self._fresh()

    def _fresh(self) -> None:
        self.children: dict[int, State] = {}
        self.memo: dict[Any, Any] = {}
        self._active: list[list[Active] | None] = [None, None]
        self._readings: dict[int, Reading] = {}
        self._holdings: list[Holding | None] = [None, None, None, None]
        self._strengths: list[Strength | None] = [None, None, None, None]
        self._suits: list[tuple[int, ...] | None] = [None, None, None, None]
        self._position = None

    def then(self, call: int) -> State:
        """The state after one more (legal) call."""
        child = self.children.get(call)
        if child is not None:
            return child
        child = State.__new__(State)
        child.sides = self.sides
        self.sides.states += 1
        child.parent = self
        child.call = call
        child.depth = self.depth + 1
        child.turn = (self.turn + 1) & 3
        child.last_bid, child.last_bidder, child.doubled = self.last_bid, self.last_bidder, self.doubled
        child.first_bid = self.first_bid
        child.passes = 0
        if call > 2:
            child.last_bid, child.last_bidder, child.doubled = call, self.turn, 0
            if self.first_bid < 0:
                child.first_bid = self.depth
        elif call:
            child.doubled = call
        else:
            child.passes = self.passes + 1
        child._fresh()
        self.children[call] = child
        return child

    # ------------------------------------------------------------------ laws

    @property
    def is_over(self) -> bool:
        """Three passes after a bid, or four without one."""
        return self.passes > 2 and (self.last_bidder >= 0 or self.passes > 3)

    def is_legal(self, call: int) -> bool:
        """Whether the player to call may make this call (Laws 18, 19)."""
        if call > 2:
            return call > self.last_bid
        if call == 0:
            return True
        if self.last_bidder < 0 or self.doubled != call - 1:
            return False
        return (self.turn ^ self.last_bidder) & 1 == call & 1

    # ------------------------------------------------------------------ history

    def calls(self) -> list[int]:
        """All calls so far, in order."""
        out = []
        state: State = self
        while state.parent is not None:
            out.append(state.call)
            state = state.parent
        out.reverse()
        return out

    def made_by(self, seat: int) -> list[State]:
        """The states after which ``seat`` had just called, in order: each one's ``call`` is that call."""
        key = ("made", seat)
        found = self.memo.get(key)
        if found is None:
            parent = self.parent
            if parent is None:
                found = []
            elif parent.turn == seat:
                found = [*parent.made_by(seat), self]
            else:
                found = parent.made_by(seat)
            self.memo[key] = found
        return found

    def last_call_of(self, seat: int) -> State | None:
        """The state right after the last call of ``seat``; None before his first."""
        state: State | None = self
        for _ in range((self.turn - seat - 1) & 3):
            if state is None:
                return None
            state = state.parent
        return state if state is not None and state.parent is not None else None

    def has_bid(self, seat: int) -> bool:
        """Whether a player has made any bid."""
        return any(s.call > 2 for s in self.made_by(seat))

    def has_acted(self, seat: int) -> bool:
        """Whether a player has made any call but pass."""
        return any(s.call for s in self.made_by(seat))

    def opener(self) -> int:
        """The seat that made the first bid, -1 when nobody has."""
        return self.first_bid & 3 if self.first_bid >= 0 else -1

    def opening_call(self) -> int:
        """The first bid, 0 when there is none."""
        state: State | None = self
        while state is not None and state.parent is not None:
            if state.parent.depth == self.first_bid:
                return state.call
            state = state.parent
        return 0

    def is_passed_hand(self, seat: int) -> bool:
        """Whether a player passed at his first turn, before anyone had bid."""
        return self.depth > seat and (self.first_bid < 0 or self.first_bid > seat)

    def program_of(self, seat: int) -> Program:
        """The system a player bids by."""
        return self.sides.programs[seat & 1]

    def position(self) -> Position:
        """The rules of the player to call, ready for choosing and reading."""
        found = self._position
        if found is None:
            from bridgelang.system.position import Position

            found = self._position = Position(self)
        return found

    # ------------------------------------------------------------------ what has been shown

    def reading(self, call: int) -> Reading:
        """What ``call`` would show, made here by the player to call."""
        found = self._readings.get(call)
        if found is None:
            from bridgelang.system.reading import read

            found = self._readings[call] = read(self, call)
        return found

    def made(self) -> Reading:
        """What the call that led here showed."""
        assert self.parent is not None
        return self.parent.reading(self.call)

    def holding(self, seat: int) -> Holding:
        """What a player's hand is known to be."""
        found = self._holdings[seat]
        if found is None:
            parent = self.parent
            if parent is None:
                found = ANY
            elif parent.turn == seat:
                found = parent.reading(self.call).holding
            else:
                found = parent.holding(seat)
            self._holdings[seat] = found
        return found

    def strength(self, seat: int) -> Strength:
        """A player's shown strength, as his last descriptive line said."""
        found = self._strengths[seat]
        if found is None:
            parent = self.parent
            if parent is None:
                points = self.program_of(seat).points
                found = Strength(points.low, points.high, points)
            elif parent.turn == seat:
                found = parent.reading(self.call).strength
            else:
                found = parent.strength(seat)
            self._strengths[seat] = found
        return found

    def suits(self, seat: int) -> tuple[int, ...]:
        """The suits a player has shown, in order of showing: natural bids, and four or more cards known."""
        found = self._suits[seat]
        if found is None:
            parent = self.parent
            if parent is None:
                found = ()
            elif parent.turn != seat or self.call == 0:
                found = parent.suits(seat)
            else:
                before = parent.suits(seat)
                found = before
                reading = parent.reading(self.call)
                if reading.natural >= 0 and reading.natural not in before:
                    found = (*found, reading.natural)
                for suit in (3, 2, 1, 0):
                    if suit not in found and reading.holding.length_range(suit)[0] >= 4:
                        found = (*found, suit)
            self._suits[seat] = found
        return found

    def shown_suits(self, side: int) -> tuple[int, ...]:
        """The suits a side has shown, the first player's before his partner's."""
        key = ("suits", side)
        found = self.memo.get(key)
        if found is None:
            first = self.suits(side)
            found = self.memo[key] = first + tuple(s for s in self.suits(side + 2) if s not in first)
        return found

    # ------------------------------------------------------------------ agreement and force

    def agreed(self, side: int) -> int:
        """The suit a side has agreed, -1 for none: the latest ``[agrees x]``, else its last eight-card fit bid."""
        key = ("agreed", side)
        found = self.memo.get(key)
        if found is None:
            found = self._find_agreed(side)
            self.memo[key] = found
        return found

    def _find_agreed(self, side: int) -> int:
        parent = self.parent
        if parent is None:
            return -1
        before = parent.agreed(side)
        if parent.turn & 1 != side or self.call == 0:
            return before
        reading = parent.reading(self.call)
        for name, suit in reading.all_tags:
            if name == "agrees" and suit is not None:
                self.memo["agreed by tag", side] = True
                return suit
        if self.call < 3 or parent.agreed_by_tag(side):
            return before
        suit = (self.call - 3) % 5
        fits = suit < 4 and self.fit_shown(side, suit) >= 8 and reading.natural == suit
        return suit if fits else before

    def agreed_by_tag(self, side: int) -> bool:
        """Whether some ``[agrees x]`` of a side's settled its suit."""
        found = self.memo.get(("agreed by tag", side))
        if found is None:
            self.agreed(side)
            found = self.memo.get(("agreed by tag", side), False)
            if not found and self.parent is not None:
                found = self.parent.agreed_by_tag(side)
            self.memo["agreed by tag", side] = found
        return bool(found)

    def fit_shown(self, side: int, suit: int) -> int:
        """How many cards of a suit a side has shown together."""
        return self.holding(side).length_range(suit)[0] + self.holding(side + 2).length_range(suit)[0]

    def force_level(self, side: int) -> int:
        """Up to which bid a side is forced: a call number, 99 for game, 0 when it is not."""
        key = ("force", side)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._find_force(side)
        return found

    def _find_force(self, side: int) -> int:
        parent = self.parent
        if parent is None:
            return 0
        before = parent.force_level(side)
        if parent.turn & 1 != side or self.call == 0:
            return before
        reading = parent.reading(self.call)
        level = before
        for name, value in reading.all_tags:
            if name == "game forcing":
                level = 99
            elif name == "forcing to" and value is not None and level != 99:
                level = max(level, value)
            elif name == "signoff" and before != 99:
                level = 0
        if self.call == 1 and reading.has("penalty"):
            level = 0
        return level

    def game_reached(self) -> bool:
        """Whether the last bid is at game level or above."""
        return is_game(self.last_bid)

    def forced(self) -> bool:
        """Whether the player to call may not pass (short of ``pass even if forced``)."""
        key = "forced"
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._find_forced()
        return found

    def _find_forced(self) -> bool:
        if self.call != 0 or self.depth < 2 or self.last_bidder < 0:
            return False  # right-hand opponent acted (or nobody has called yet)
        level = self.force_level(self.turn & 1)
        if level and (not self.game_reached() if level == 99 else self.last_bid < level):
            return True
        assert self.parent is not None
        partner = self.parent
        if partner.call in (0, -1):
            return False
        return partner.made().is_forcing


def call_of(number: int) -> Call:
    """The call with a number."""
    return CALLS[number]
