"""Bidding practice: a hand and an auction are shown, the person calls, and the system says what it would have called.

The auction goes on with the system's call, so that it stays one that both partners understand.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from bridgelang.bidding.explain import Explanation, reason_text
from bridgelang.bidding.interpreter import Decision, events
from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import Meaning, meaning_of, meanings
from bridgelang.bidding.state import State
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of
from bridgelang.errors import IllegalAction


@attrs.frozen
class Verdict:
    """What the system says to a call: its own ``decision``, and ``why`` the person's call was not it.

    ``shows`` is what the person's call would have shown partner; ``why`` is empty when the calls agree.
    """

    given: Call
    decision: Decision
    shows: Meaning
    why: str

    @property
    def agrees(self) -> bool:
        """Whether the person called as the system does."""
        return self.given == self.decision.call


class Drill:
    """One deal for practice: the person sits in ``seat``; ``opponents`` None means that they always pass."""

    def __init__(self, number: int, deal: Deal, seat: Seat, system: System, opponents: System | None = None) -> None:
        self.number = number
        self.deal = deal
        self.seat = seat
        ours_first = seat.side == 0
        other = opponents or system
        self.table: BiddingTable = system.table(other) if ours_first else other.table(system)
        self._silent = opponents is None
        self.auction = Auction(dealer_of(number), vulnerability_of(number))
        self._to_my_turn()

    @property
    def is_over(self) -> bool:
        """Whether the auction has ended."""
        return self.auction.is_over

    def answer(self, call: Call) -> Verdict:
        """Judge a call, and go on with the system's own to the person's next turn.

        Raises IllegalAction when the call is not legal.
        """
        if self.auction.turn is None:
            raise IllegalAction("the auction is over: nobody is to call", "Law 22")
        self.auction.then(call)
        state = self.table.state(self.auction)
        hand = self.deal[self.seat]
        found = Explanation(self.table, self.auction, hand)
        why = "" if call == found.decision.call else why_not(state, hand, call)
        verdict = Verdict(call, found.decision, meaning_of(state, call, self.seat), why)
        self.auction = self.auction.then(found.decision.call)
        self._to_my_turn()
        return verdict

    def decision(self) -> Decision:
        """What the system calls now."""
        return self.table.decide(self.auction, self.deal[self.seat])

    def meanings(self) -> list[Meaning]:
        """What the calls so far have shown."""
        return meanings(self.table, self.auction)

    def _to_my_turn(self) -> None:
        while self.auction.turn is not None and self.auction.turn != self.seat:
            turn = self.auction.turn
            if self._silent and turn.side != self.seat.side:
                self.auction = self.auction.then(PASS)
            else:
                self.auction = self.auction.then(self.table.decide(self.auction, self.deal[turn]).call)


def why_not(state: State, hand: Hand, call: Call) -> str:
    """Why a hand does not make a call: what each rule for it lacks, or that it stands too low; a line each."""
    reasons = [
        f"{event.entry.line.location}  {reason_text(event, hand)}"
        for event in events(state, hand)
        if event.kind == "failed" and event.call == call and event.entry is not None
    ]
    if not reasons:
        reasons = [
            f"{entry.line.location}  fits too, but stands lower"
            for entry in state.position().all_entries()
            if entry.call == call and not entry.reads and entry.node.accepts(hand)
        ][:1]
    return "\n".join(dict.fromkeys(reasons)) or "no rule makes that call here with such a hand"


def drills(
    deals: Iterator[tuple[int, Deal]], seat: Seat, system: System, opponents: System | None = None
) -> Iterator[Drill]:
    """Drills from numbered deals; those in which the person never calls are left out."""
    for number, deal in deals:
        drill = Drill(number, deal, seat, system, opponents)
        if not drill.is_over:
            yield drill
