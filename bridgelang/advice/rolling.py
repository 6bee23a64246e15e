"""Auctions gone on with: from any point, all four hands call by their systems until it is over.

A side is one of our systems, or a bidder of another kind. Two systems share the positions of their engine; a bidder of
another kind is asked about many auctions at once, which advance together.
"""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.advice.opposition import Opponent
from bridgelang.bidding.load import System
from bridgelang.bidding.state import State
from bridgelang.bidding.table import BiddingTable
from bridgelang.constraints.cells import cell_of
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.contracts import Contract
from bridgelang.core.hands import Hand
from bridgelang.match.boards import Board

__all__ = ["Rolled", "Seats", "Setting"]

Held = tuple[Hand, int, int]
"""A hand, and its cell: the byte and the bit."""


class Seats:
    """A board as its players sit, the dealer first."""

    __slots__ = ("board", "held")

    def __init__(self, board: Board) -> None:
        self.board = board
        self.held: list[Held] = []
        for turn in range(4):
            hand = board.deal.hands[(board.dealer + turn) & 3]
            cell = cell_of(hand)
            self.held.append((hand, cell >> 3, 1 << (cell & 7)))

    def auction(self, state: State) -> Auction:
        """The auction that has come to a state."""
        begun = Auction(self.board.dealer, self.board.vulnerability)
        calls = state.calls()
        return begun.through([CALLS[call] for call in calls]) if calls else begun


class Rolled:
    """An auction that is to be gone on with: where it stands, and for whom."""

    __slots__ = ("seats", "state")

    def __init__(self, seats: Seats, state: State) -> None:
        self.seats = seats
        self.state = state

    def contract(self) -> Contract | None:
        """The contract, when the auction is over."""
        return self.seats.auction(self.state).contract


class Setting:
    """A table: the system looked at sits on one side (0 North-South, 1 East-West) or on both, an opponent elsewhere.

    ``sides`` are those whose decisions are looked at.
    """

    def __init__(self, system: System, opponent: Opponent, side: int) -> None:
        other = opponent.system
        self.opponent = opponent
        self.sides: tuple[int, ...] = (side,)
        if other is system:
            self.sides = (0, 1)
        seen = system if other is None else other
        self.table: BiddingTable = system.table(seen) if side == 0 else seen.table(system)
        self._theirs = None if other is not None else 1 - side

    def root(self, seats: Seats) -> State:
        """The state before the first call."""
        return self.table.root(seats.board.dealer, seats.board.vulnerability)

    def is_looked_at(self, seats: Seats, state: State) -> bool:
        """Whether the player to call plays the system that is looked at."""
        return (seats.board.dealer + state.turn) & 1 in self.sides

    def finish(self, rolled: Sequence[Rolled]) -> None:
        """Go on with these auctions until they are over."""
        if self._theirs is None:
            for one in rolled:
                one.state = _finished(one.state, one.seats.held)
            return
        going = [one for one in rolled if not one.state.is_over]
        while going:
            asked = []
            for one in going:
                one.state = self._up_to_them(one.seats, one.state)
                if not one.state.is_over:
                    asked.append(one)
            self.ask(asked)
            going = [one for one in asked if not one.state.is_over]

    def ask(self, asked: Sequence[Rolled]) -> None:
        """One call each of a bidder of another kind, whose turn it is."""
        if not asked:
            return
        bidder = self.opponent.bidder
        assert bidder is not None
        questions = [(one.seats.held[one.state.turn][0], one.seats.auction(one.state)) for one in asked]
        for one, answer in zip(asked, bidder.answer(questions), strict=True):
            one.state = one.state.then(int(answer.call))

    def is_theirs(self, seats: Seats, state: State) -> bool:
        """Whether a bidder of another kind is to call."""
        return (seats.board.dealer + state.turn) & 1 == self._theirs

    def _up_to_them(self, seats: Seats, state: State) -> State:
        """Our own calls, up to the next one that is not ours."""
        while not state.is_over and not self.is_theirs(seats, state):
            state = next_state(state, seats.held)
        return state


def next_state(state: State, held: Sequence[Held]) -> State:
    """One more call, by the rules of the player to call."""
    offer = state.position().chosen_for(*held[state.turn])
    state.point.visits += 1
    return state.then(0 if offer is None else offer.call)


def _finished(state: State, held: Sequence[Held]) -> State:
    """The same to the end, without a state for every step."""
    point, who = state.point, state.vulnerability
    while point.passes < 3 or not point.is_over:
        state = State(state.engine, point, who)
        offer = state.position().chosen_for(*held[point.turn])
        point.visits += 1
        point = point.child(0 if offer is None else offer.call, who)
    return State(state.engine, point, who)
