"""An auction in which irregular calls happen and are ruled on (Laws 23, 26 to 39).

Every call is made with :meth:`Bidding.make`. A regular one stands. An irregular one leaves a :class:`Ruling`
in
``pending`` that says who chooses what; the choice is made with :meth:`Bidding.choose`, and where the law
gives it to the left-hand opponent he may also simply call, which accepts. Whether a replacement is
*comparable* (Law 23A) depends on the meaning of the calls, which a table cannot know: pass a function.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import attrs

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, DOUBLE, PASS, Call
from bridgelang.core.cards import SUITS, Suit
from bridgelang.core.contracts import Contract
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.laws.rulings import Option, Ruling

Comparable = Callable[[Call, Call], bool]
"""Is the second call, as a replacement, comparable to the first, withdrawn one (Law 23A)?"""


def never(withdrawn: Call, replacement: Call) -> bool:
    """No call is comparable with another: what to assume without knowing what they mean."""
    return False


class Duty(IntEnum):
    """What a player is obliged to do at his turn to call."""

    NONE = 0
    PASS_NEXT = 1
    PASS_ALWAYS = 2


@attrs.frozen
class Made:
    """A call that stands: who made it, and the law under which, when it was irregular."""

    seat: Seat
    call: Call
    law: str = ""

    def __str__(self) -> str:
        return f"{self.seat}:{self.call}" + (f" ({self.law})" if self.law else "")


@attrs.frozen
class Withdrawn:
    """A call that was cancelled.

    ``comparable`` says whether it was replaced by a comparable call (Law 26A), None while it has not been
    replaced.
    """

    seat: Seat
    call: Call
    law: str
    comparable: bool | None = False


@attrs.frozen
class Bidding:
    """One moment of an auction at a lenient table; immutable.

    ``turn`` is the seat to call, None when over; ``made`` the calls that stand in order; ``withdrawn`` those
    that were cancelled; ``duties`` what each seat is obliged to (north first); ``repeat`` the call a player
    must repeat when his turn comes (Laws 31A1, 32A1); ``pending`` the ruling that waits for a choice.

    >>> bidding = Bidding(Seat.NORTH).make(Seat.NORTH, Call.parse("1S")).make(Seat.EAST, Call.parse("1H"))
    >>> print(bidding.pending)
    Law 27: East's 1H is not sufficient over 1S. South chooses:
      accept: treat 1H as legal (Law 27A1)
      refuse: it must be replaced (Law 27B)
    >>> bidding = bidding.choose("refuse").make(Seat.EAST, Call.parse("2H"))
    >>> [str(call) for call in bidding.made], bidding.turn, bidding.duty(Seat.WEST).name
    (['N:1S', 'E:2H (Law 27B1(a))'], <Seat.SOUTH: 2>, 'NONE')
    """

    dealer: Seat = Seat.NORTH
    vulnerability: Vulnerability = Vulnerability.NONE
    comparable: Comparable = never
    made: tuple[Made, ...] = ()
    turn: Seat | None = attrs.field(default=attrs.Factory(lambda self: self.dealer, takes_self=True))
    withdrawn: tuple[Withdrawn, ...] = ()
    duties: tuple[Duty, ...] = (Duty.NONE,) * 4
    repeat: tuple[tuple[Seat, Call], ...] = ()
    pending: Ruling | None = None
    offence: Made | None = None
    rulings: tuple[Ruling, ...] = ()

    # What stands

    @property
    def last_bid(self) -> Made | None:
        """The last bid that stands."""
        return next((made for made in reversed(self.made) if made.call.is_bid), None)

    @property
    def doubled(self) -> int:
        """0, or 1 or 2 when the last bid is doubled or redoubled."""
        level = 0
        for made in reversed(self.made):
            if made.call.is_bid:
                return level
            level = max(level, int(made.call))
        return 0

    @property
    def is_over(self) -> bool:
        """Has the auction ended (Laws 17D, 22)?"""
        return self.turn is None

    @property
    def contract(self) -> Contract | None:
        """The contract, as if all passed now; None without a bid."""
        last = self.last_bid
        if last is None:
            return None
        strain = last.call.strain
        assert strain is not None
        side = last.seat.side
        declarer = next(made.seat for made in self.made if made.call.strain is strain and made.seat.side == side)
        return Contract(last.call.level, strain, self.doubled, declarer)

    def duty(self, seat: Seat) -> Duty:
        """What the player is obliged to at his turn."""
        return self.duties[seat]

    def auction(self) -> Auction | None:
        """The calls that stand as a regular auction; None when an irregular call was accepted among them."""
        if any(made.law in ("Law 27A1", "Law 29A") for made in self.made):
            return None
        return Auction(self.dealer, self.vulnerability, [made.call for made in self.made])

    def is_legal(self, seat: Seat, call: Call) -> bool:
        """Would the call be regular by the laws of sufficiency and doubling, at any player's turn (Laws 18,
        19)?
        """
        last = self.last_bid
        if call.is_bid:
            return last is None or call > last.call
        if call == PASS:
            return True
        return last is not None and self.doubled == call - 1 and (last.seat.side != seat.side) == (call == DOUBLE)

    def lead_restrictions(self) -> tuple[tuple[Seat, tuple[Suit, ...]], ...]:
        """The defenders whose first lead declarer may restrict, with the suits of which he may forbid one
        (Law 26B).

        It is the partner of the player who withdrew a call without a comparable replacement; the suits are
        those the offender has not bid in the auction that stands.
        """
        contract = self.contract
        if contract is None:
            return ()
        result: dict[Seat, tuple[Suit, ...]] = {}
        for call in self.withdrawn:
            if call.comparable or call.seat.side == contract.declarer.side:
                continue
            strains = (made.call.strain for made in self.made if made.seat == call.seat)
            shown = {strain.suit for strain in strains if strain is not None}
            result[call.seat.partner] = tuple(suit for suit in SUITS if suit not in shown)
        return tuple(result.items())

    # Making a call

    def make(self, seat: Seat, call: Call) -> Bidding:
        """The auction after a player calls, in turn or not.

        Raises :class:`IllegalAction` when a ruling is pending and the call is not one the ruling leaves to
        this player.
        """
        seat, call = SEATS[seat], CALLS[call]
        if self.pending is not None and self.offence is not None:
            return self._while_pending(seat, call)
        if self.turn is None:
            return self._after_the_end(seat, call)
        if seat is not self.turn:
            if self._passing_in_between(seat):  # Law 28A: the players in between must pass
                return self._stand(self.turn, PASS, "").make(seat, call)
            return self._out_of_rotation(seat, call)
        return self._in_turn(seat, call)

    def _in_turn(self, seat: Seat, call: Call) -> Bidding:
        if not self.is_legal(seat, call):
            if call.is_bid:
                return self._insufficient(seat, call)
            return self._inadmissible_double(seat, call)
        duty = self.duties[seat]
        forced = dict(self.repeat).get(seat)
        if forced is not None and call != forced and self.is_legal(seat, forced):
            raise IllegalAction(f"{seat.word} must repeat {forced}: right-hand opponent has passed", "Law 31A1")
        if duty and call != PASS:
            return self._violating_a_pass(seat, call)
        return self._replaced(seat, call)._stand(seat, call, "")

    def _stand(self, seat: Seat, call: Call, law: str) -> Bidding:
        """The call stands, and the turn passes to the left."""
        duties = list(self.duties)
        if duties[seat] == Duty.PASS_NEXT:
            duties[seat] = Duty.NONE
        made = (*self.made, Made(seat, call, law))
        repeat = tuple(item for item in self.repeat if item[0] != seat)
        if call != PASS:  # a player whose right-hand opponent acts is free (Law 31A2)
            repeat = tuple(item for item in repeat if item[0] != seat.lho)
        made, turn = _close(made, self.dealer)
        return attrs.evolve(self, made=made, turn=turn, duties=tuple(duties), repeat=repeat, pending=None, offence=None)

    def _rule(self, ruling: Ruling, offence: Made | None) -> Bidding:
        """A ruling is on record; it waits when it has options."""
        waits = bool(ruling.options)
        return attrs.evolve(
            self,
            pending=ruling if waits else None,
            offence=offence if waits else None,
            rulings=(*self.rulings, ruling),
        )

    def _oblige(self, seat: Seat, duty: Duty) -> Bidding:
        duties = list(self.duties)
        duties[seat] = max(duties[seat], duty)
        return attrs.evolve(self, duties=tuple(duties))

    def _cancel(self, seat: Seat, call: Call, law: str, comparable: bool | None = False) -> Bidding:
        return attrs.evolve(self, withdrawn=(*self.withdrawn, Withdrawn(seat, call, law, comparable)))

    # Choosing

    def choose(self, key: str) -> Bidding:
        """The auction after the choice of an option of the pending ruling.

        Raises :class:`IllegalAction` when nothing is pending or the option is not offered.
        """
        ruling, offence = self.pending, self.offence
        if ruling is None or offence is None:
            raise IllegalAction("there is no ruling to choose under")
        option = ruling.option(key)
        if option is None:
            offered = ", ".join(option.key for option in ruling.options)
            raise IllegalAction(f"`{key}` is not offered; choose one of: {offered}", ruling.law)
        if key == "replace":
            raise IllegalAction(f"{offence.seat.word} must say which call replaces {offence.call}", ruling.law)
        if key == "accept":
            return self._stand(offence.seat, offence.call, option.law)
        cleared = attrs.evolve(self, pending=None, offence=None)
        if ruling.law == "Law 27":
            return cleared._cancel(offence.seat, offence.call, "Law 27B")._ask_for_replacement(offence)
        if ruling.law == "Law 37":
            barred = cleared._cancel(offence.seat, offence.call, option.law)._stand(offence.seat, PASS, option.law)
            return barred._oblige(offence.seat, Duty.PASS_ALWAYS)._oblige(offence.seat.partner, Duty.PASS_ALWAYS)
        return cleared._rotation_refused(offence)

    def _while_pending(self, seat: Seat, call: Call) -> Bidding:
        ruling, offence = self.pending, self.offence
        assert ruling is not None and offence is not None
        if ruling.option("replace") is not None and seat is offence.seat:
            return self._replace(seat, call, offence)
        if ruling.option("accept") is not None and seat is offence.seat.lho:
            if self.turn is seat:  # Law 28B: his own turn; the call out of rotation never happened
                cleared = attrs.evolve(self, pending=None, offence=None)
                return cleared._cancel_quietly(offence).make(seat, call)
            return self.choose("accept").make(seat, call)
        if self.turn is seat and seat.side != offence.seat.side:  # Law 28B
            return attrs.evolve(self, pending=None, offence=None)._cancel_quietly(offence).make(seat, call)
        if ruling.law == "Law 36" and seat is offence.seat.lho:  # Law 36A: both are cancelled
            note = Ruling("Law 36A", offence.seat, f"{offence.call} and the calls after it are cancelled")
            return attrs.evolve(self, pending=None, offence=None)._rule(note, None)
        if ruling.law == "Law 37" and seat is offence.seat.lho:  # Law 37A: it stands
            return self._stand(offence.seat, offence.call, "Law 37A").make(seat, call)
        raise IllegalAction(f"the ruling on {offence.seat.word}'s {offence.call} comes first", ruling.law)

    def _cancel_quietly(self, offence: Made) -> Bidding:
        """The auction proceeds as though the offender had not called (Law 28B)."""
        note = Ruling("Law 28B", offence.seat, f"{offence.seat.word}'s {offence.call} is ignored")
        return self._rule(note, None)

    # Law 27: an insufficient bid in rotation

    def _insufficient(self, seat: Seat, call: Call) -> Bidding:
        last = self.last_bid
        assert last is not None
        options = (
            Option("accept", "Law 27A1", f"treat {call} as legal"),
            Option("refuse", "Law 27B", "it must be replaced"),
        )
        text = f"{seat.word}'s {call} is not sufficient over {last.call}"
        return self._rule(Ruling("Law 27", seat, text, (seat.lho,), options), Made(seat, call))

    def lowest_sufficient(self, call: Call) -> Call | None:
        """The lowest sufficient bid in the strain of a bid; None above seven."""
        last = self.last_bid
        start = last.call + 1 if last is not None else 3
        return next((bid for bid in CALLS[start:] if bid.strain is call.strain), None)

    def _ask_for_replacement(self, offence: Made) -> Bidding:
        lowest = self.lowest_sufficient(offence.call)
        same = f"{lowest}, the lowest in the strain, or a comparable call" if lowest else "a comparable call"
        text = f"{offence.seat.word} replaces {offence.call}; without further rectification by {same}"
        option = Option("replace", "Law 27B", "any legal call, no double or redouble unless comparable")
        return self._rule(Ruling("Law 27B", offence.seat, text, (offence.seat,), (option,)), offence)

    def _replace(self, seat: Seat, call: Call, offence: Made) -> Bidding:
        """The offender substitutes a call for an insufficient bid, or for an inadmissible double."""
        assert self.pending is not None
        law = self.pending.law
        if law == "Law 36":
            if not self.is_legal(seat, call):
                raise IllegalAction(f"{call} is not a legal substitute", "Law 36B2")
            cleared = attrs.evolve(self, pending=None, offence=None)
            barred = cleared._cancel(seat, offence.call, "Law 36B")._oblige(seat.partner, Duty.PASS_ALWAYS)
            return barred._stand(seat, call, "Law 36B2")
        comparable = self.comparable(offence.call, call)
        if call.is_bid and not self.is_legal(seat, call):
            raise IllegalAction(f"{call} is not sufficient either; choose again", "Law 27B4")
        if call in CALLS[1:3] and not (comparable and self.is_legal(seat, call)):
            raise IllegalAction(f"{call} may replace the bid only if it is comparable; choose again", "Law 27B3")
        cleared = attrs.evolve(self, pending=None, offence=None)
        if call == self.lowest_sufficient(offence.call):
            return cleared._settle(seat, True)._stand(seat, call, "Law 27B1(a)")
        if comparable:
            return cleared._settle(seat, True)._stand(seat, call, "Law 27B1(b)")
        note = Ruling("Law 27B2", seat, f"{seat.partner.word} must pass whenever it is his turn to call")
        barred = cleared._oblige(seat.partner, Duty.PASS_ALWAYS)._rule(note, None)
        return barred._stand(seat, call, "Law 27B2")

    def _settle(self, seat: Seat, comparable: bool) -> Bidding:
        """The last call this player withdrew was replaced; a comparable call leads to no restriction."""
        calls = list(self.withdrawn)
        place = max(index for index, withdrawn in enumerate(calls) if withdrawn.seat is seat)
        calls[place] = attrs.evolve(calls[place], comparable=comparable)
        return attrs.evolve(self, withdrawn=tuple(calls))

    # Laws 28 to 32: a call out of rotation

    def _passing_in_between(self, seat: Seat) -> bool:
        """Is it the turn of the right-hand opponent, who is required to pass anyway (Law 28A)?"""
        return self.turn is seat.rho and self.duties[self.turn] != Duty.NONE

    def _out_of_rotation(self, seat: Seat, call: Call) -> Bidding:
        assert self.turn is not None
        text = f"{seat.word} has called {call} when it was {self.turn.word}'s turn"
        if self.turn is seat.lho and any(made.seat is seat for made in self.made):
            raise IllegalAction(f"{text}: a second call at the left-hand opponent's turn is a change of call", "Law 25")
        if not self.is_legal(seat, call) and not call.is_bid:
            note = Ruling("Law 32", seat, f"{text}, and it is inadmissible: it is cancelled")
            barred = self._cancel(seat, call, "Law 36B4")._oblige(seat.partner, Duty.PASS_ALWAYS)
            return barred._rule(note, None)
        law = "Law 30" if call == PASS else "Law 31" if call.is_bid else "Law 32"
        options = (
            Option("accept", "Law 29A", "the call stands and the auction goes on from it"),
            Option("refuse", "Law 29B", f"it is cancelled and {self.turn.word} calls"),
        )
        return self._rule(Ruling(law, seat, text, (seat.lho,), options), Made(seat, call))

    def _rotation_refused(self, offence: Made) -> Bidding:
        """The call is cancelled; what the offender and his partner are obliged to (Laws 30 to 32)."""
        seat, call = offence.seat, offence.call
        assert self.turn is not None
        after = self
        if self.turn is seat.rho:
            if call == PASS:  # he will have to pass, which is no different call
                note = Ruling("Law 30A", seat, f"{seat.word} must pass at his next turn")
                return after._oblige(seat, Duty.PASS_NEXT)._rule(note, None)
            law = "Law 31A" if call.is_bid else "Law 32A"
            text = f"if {self.turn.word} passes, {seat.word} must repeat {call}; otherwise he may call anything"
            after = after._cancel(seat, call, law, None)._rule(Ruling(law, seat, text), None)
            return attrs.evolve(after, repeat=(*after.repeat, (seat, call)))
        law = "Law 30B" if call == PASS else "Law 31B" if call.is_bid else "Law 32B"
        text = f"{seat.word} may call anything at his turn; unless comparable, {seat.partner.word} must then pass once"
        return after._cancel(seat, call, law, None)._rule(Ruling(law, seat, text), None)

    def _replaced(self, seat: Seat, call: Call) -> Bidding:
        """In turn at last: is the call comparable to the one this player made out of rotation?"""
        waiting = next((w for w in self.withdrawn if w.seat is seat and w.comparable is None), None)
        if waiting is None:
            return self
        if call == waiting.call or self.comparable(waiting.call, call):
            return self._settle(seat, True)
        text = f"{call} is not comparable: {seat.partner.word} must pass at his next turn"
        after = self._settle(seat, False)._oblige(seat.partner, Duty.PASS_NEXT)
        return after._rule(Ruling(waiting.law, seat, text), None)

    # Laws 36, 37, 39: inadmissible calls

    def _inadmissible_double(self, seat: Seat, call: Call) -> Bidding:
        option = Option("replace", "Law 36B2", f"any legal call; {seat.partner.word} must pass from then on")
        text = f"{seat.word}'s {call} is not permitted by Law 19 and is cancelled"
        return self._rule(Ruling("Law 36", seat, text, (seat,), (option,)), Made(seat, call))

    def _violating_a_pass(self, seat: Seat, call: Call) -> Bidding:
        option = Option("refuse", "Law 37B", "a pass is substituted, and both partners must pass from then on")
        text = f"{seat.word} has called {call} although required to pass"
        return self._rule(Ruling("Law 37", seat, text, (seat.lho,), (option,)), Made(seat, call))

    def _after_the_end(self, seat: Seat, call: Call) -> Bidding:
        text = f"{seat.word}'s {call} after the end of the auction is cancelled"
        contract = self.contract
        after = self._rule(Ruling("Law 39A", seat, text), None)
        if call != PASS and contract is not None and seat.side != contract.declarer.side:
            return after._cancel(seat, call, "Law 39B")
        return after


def _close(made: tuple[Made, ...], dealer: Seat) -> tuple[tuple[Made, ...], Seat | None]:
    """Whose turn it is after these calls, None when the auction has ended.

    It does not end on passes one of which, out of rotation and accepted, took a player's turn away: those
    passes are cancelled and he calls (Laws 17D3, 34).
    """
    passes = 0
    while passes < len(made) and made[-1 - passes].call == PASS:
        passes += 1
    if passes < 3 or passes == len(made) == 3:
        return made, made[-1].seat.lho
    for place in range(len(made) - passes, len(made)):
        if made[place].law == "Law 29A":
            missed = made[place - 1].seat.lho if place else dealer
            return made[:place], missed
    return made, None
