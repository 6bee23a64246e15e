"""The public state of an auction: who has called what, and what that has shown.

States form a tree: a state is its parent and one more call. Everything is worked out when first asked for and kept.
Seats here are counted from the dealer (0 dealer, 1 the player to his left, …); side 0 is the dealer's.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from bridgelang.constraints.holding import ANY, Holding
from bridgelang.core.calls import CALLS, Call
from bridgelang.features.quantities import Quantity

if TYPE_CHECKING:
    from bridgelang.bidding.position import Position
    from bridgelang.bidding.program import Chain, Program
    from bridgelang.bidding.reading import Reading

Env = dict[str, int]
Active = tuple["Chain", Env]

GAME_LEVEL = (5, 5, 4, 4, 3)  # by strain: clubs, diamonds, hearts, spades, notrump


def is_game(call: int) -> bool:
    """Whether a bid is at game level or above.

    >>> is_game(Call.parse("3NT")), is_game(Call.parse("4C")), is_game(Call.parse("4H"))
    (True, False, True)
    """
    return call > 2 and (call + 2) // 5 >= GAME_LEVEL[(call - 3) % 5]


_MASKS = {
    suits: sum(1 << suit for suit in suits) for count in range(5) for suits in permutations(range(4), count)
}

_NOTHING_AGREED = (-1, False)


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
        "_active", "_agreed", "_force", "_made", "_position", "_readings", "_suits", "acted", "any_vulnerability",
        "bidders", "call", "children", "depth", "doubled", "first_bid", "last_bid", "last_bidder", "last_bids", "memo",
        "opening", "parent", "passes", "sides", "strains", "turn", "twin", "visits",
    )  # fmt: skip

    parent: State | None
    twin: State | None
    """The same auction with nobody vulnerable, when all that was shown is the same."""
    any_vulnerability: bool
    """Whether the rules for the player to call are the same whoever is vulnerable; known once they are."""
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
        self.opening = 0  # the first bid, 0 before it
        self.acted = 0  # a bit for each seat that has made a call other than pass
        self.bidders = 0  # likewise for bids
        self.last_bids: tuple[int, ...] = (0, 0, 0, 0)  # each seat's last bid, 0 before its first
        self.strains = 0  # a bit for each suit that a side has bid, four for the dealer's side and four for the others
        self._fresh()

    def _fresh(self) -> None:
        self.twin = None
        self.any_vulnerability = False
        self.visits = 0  # how often an auction went on from here
        self.children: dict[int, State] = {}
        self.memo: dict[Any, Any] = {}
        self._active: list[list[Active] | None] = [None, None]
        self._readings: dict[int, Reading] = {}
        self._agreed: tuple[int, bool] | None = None  # of the side that has just called
        self._force = -1  # likewise; -1 until it is asked
        self._made: Reading | None = None
        self._suits: tuple[int, ...] | None = None  # of the player who has just called
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
        child.opening, child.acted, child.bidders = self.opening, self.acted, self.bidders
        child.last_bids, child.strains = self.last_bids, self.strains
        if call > 2:
            turn = self.turn
            child.last_bid, child.last_bidder, child.doubled = call, turn, 0
            child.acted |= 1 << turn
            child.bidders |= 1 << turn
            child.last_bids = (*self.last_bids[:turn], call, *self.last_bids[turn + 1 :])
            strain = (call - 3) % 5
            if strain < 4:
                child.strains |= 1 << 4 * (turn & 1) + strain
            if self.first_bid < 0:
                child.first_bid = self.depth
                child.opening = call
        elif call:
            child.doubled = call
            child.acted |= 1 << self.turn
        else:
            child.passes = self.passes + 1
        child._fresh()
        self.children[call] = child
        return child

    def after(self, call: int) -> State:
        """The same as :meth:`then`, with the child's twin, as long as the call tells the same."""
        child = self.children.get(call)
        if child is not None:
            return child
        child = self.then(call)
        twin = self.twin
        if twin is not None and (
            twin.any_vulnerability or self.reading(call).tells_the_same(twin.reading(call))
        ):
            child.twin = twin.then(call)
        return child

    def thin(self, least: int) -> int:
        """Drop the states below that were come to no more often than ``least``; gives how many are left."""
        left = 0
        going = [self]
        while going:
            state = going.pop()
            left += 1
            for call, child in list(state.children.items()):
                if child.visits > least:
                    going.append(child)
                else:
                    del state.children[call]
                    child._release()
        return left

    def _release(self) -> None:
        """Take the tree from here on apart: states and what they keep refer to each other."""
        going = [self]
        while going:
            state = going.pop()
            going.extend(state.children.values())
            state._fresh()

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
        back = (self.turn - seat) & 3
        if self.depth < (back or 4):
            return None
        if back == 1:
            return self
        parent: State = self.parent  # type: ignore[assignment]  # there are as many states as calls
        if back == 2:
            return parent
        before: State = parent.parent  # type: ignore[assignment]
        return before if back == 3 else before.parent

    def has_bid(self, seat: int) -> bool:
        """Whether a player has made any bid."""
        return bool(self.bidders >> seat & 1)

    def has_acted(self, seat: int) -> bool:
        """Whether a player has made any call but pass."""
        return bool(self.acted >> seat & 1)

    def opener(self) -> int:
        """The seat that made the first bid, -1 when nobody has."""
        return self.first_bid & 3 if self.first_bid >= 0 else -1

    def is_passed_hand(self, seat: int) -> bool:
        """Whether a player passed at his first turn, before anyone had bid."""
        return self.depth > seat and (self.first_bid < 0 or self.first_bid > seat)

    def could_have_called(self, seat: int) -> frozenset[str]:
        """The names of the tags that some rule could give to some call that a player has made."""
        after = self.last_call_of(seat)
        if after is None:
            return frozenset()
        found: frozenset[str] | None = after.memo.get("could have called")
        if found is None:
            assert after.parent is not None
            found = after.parent.could_have_called(seat) | after.program_of(seat).tags_of_call(after.call)
            after.memo["could have called"] = found
        return found

    def program_of(self, seat: int) -> Program:
        """The system a player bids by."""
        return self.sides.programs[seat & 1]

    def position(self) -> Position:
        """The rules of the player to call, ready for choosing and reading."""
        found = self._position
        if found is None:
            from bridgelang.bidding.alike import position_of

            twin = self.twin
            if twin is not None:
                found = twin.position()
                if twin.any_vulnerability:
                    self._position = found
                    return found
            found = self._position = position_of(self)
        return found

    # ------------------------------------------------------------------ what has been shown

    def reading(self, call: int) -> Reading:
        """What ``call`` would show, made here by the player to call."""
        found = self._readings.get(call)
        if found is None:
            from bridgelang.bidding.reading import read

            found = self._readings[call] = read(self, call)
        return found

    def made(self) -> Reading:
        """What the call that led here showed."""
        found = self._made
        if found is None:
            assert self.parent is not None
            found = self._made = self.parent.reading(self.call)
        return found

    def holding(self, seat: int) -> Holding:
        """What a player's hand is known to be."""
        after = self.last_call_of(seat)
        return ANY if after is None else after.made().holding

    def strength(self, seat: int) -> Strength:
        """A player's shown strength, as his last descriptive line said."""
        after = self.last_call_of(seat)
        if after is None:
            points = self.program_of(seat).points
            return Strength(points.low, points.high, points)
        return after.made().strength

    def suits(self, seat: int) -> tuple[int, ...]:
        """The suits a player has shown, in order of showing: natural bids, and four or more cards known."""
        after = self.last_call_of(seat)
        while after is not None and after.call == 0:
            assert after.parent is not None
            after = after.parent.last_call_of(seat)
        if after is None:
            return ()
        found = after._suits
        if found is None:
            assert after.parent is not None
            found = after.parent.suits(seat)
            reading = after.made()
            if reading.natural >= 0 and reading.natural not in found:
                found = (*found, reading.natural)
            for suit in (3, 2, 1, 0):
                if suit not in found and reading.holding.has_length(suit, 4):
                    found = (*found, suit)
            after._suits = found
        return found

    def shown_suits(self, side: int) -> tuple[int, ...]:
        """The suits a side has shown, the first player's before his partner's."""
        key = ("suits", side)
        found = self.memo.get(key)
        if found is None:
            first = self.suits(side)
            found = self.memo[key] = first + tuple(s for s in self.suits(side + 2) if s not in first)
        return found

    def suit_mask(self, seat: int) -> int:
        """The suits a player has shown as a set of four bits."""
        return _MASKS[self.suits(seat)]

    def bid_by(self, side: int) -> int:
        """Likewise the suits that a side has shown or bid."""
        return _MASKS[self.suits(side)] | _MASKS[self.suits(side + 2)] | self.strains >> 4 * side & 15

    # ------------------------------------------------------------------ agreement and force

    def agreed(self, side: int) -> int:
        """The suit a side has agreed, -1 for none: the latest ``[agrees x]``, else its last eight-card fit bid."""
        return self._agreement(side)[0]

    def _agreement(self, side: int) -> tuple[int, bool]:
        """The suit agreed, and whether some ``[agrees x]`` settled it."""
        after = self._last_of_side(side)
        if after is None:
            return _NOTHING_AGREED
        found = after._agreed
        if found is None:
            found = after._agreed = after._find_agreement(side)
        return found

    def _last_of_side(self, side: int) -> State | None:
        """The state after a side's last call but pass; None when it has made none."""
        state: State | None = self
        while state is not None and state.parent is not None:
            if state.call and state.parent.turn & 1 == side:
                return state
            state = state.parent
        return None

    def _find_agreement(self, side: int) -> tuple[int, bool]:
        parent = self.parent
        assert parent is not None
        before = parent._agreement(side)
        reading = self.made()
        for name, suit in reading.all_tags:
            if name == "agrees" and suit is not None:
                return suit, True
        if self.call < 3 or before[1]:
            return before
        suit = (self.call - 3) % 5
        fits = suit < 4 and self.fit_shown(side, suit) >= 8 and reading.natural == suit
        return (suit, False) if fits else before

    def fit_shown(self, side: int, suit: int) -> int:
        """How many cards of a suit a side has shown together."""
        return self.holding(side).length_range(suit)[0] + self.holding(side + 2).length_range(suit)[0]

    def force_level(self, side: int) -> int:
        """Up to which bid a side is forced: a call number, 99 for game, 0 when it is not."""
        after = self._last_of_side(side)
        if after is None:
            return 0
        found = after._force
        if found < 0:
            found = after._force = after._find_force(side)
        return found

    def _find_force(self, side: int) -> int:
        parent = self.parent
        assert parent is not None
        before = parent.force_level(side)
        reading = self.made()
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
