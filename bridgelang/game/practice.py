"""Bidding practice: a hand and an auction are shown, the person calls, and the system says what it would have called.

The auction goes on with the system's call, so that it stays one that both partners understand. Which deals are worth
practising is told by the systems' own auction (:meth:`Drill.full_auction`): those in which one has something to say
(:func:`asks_something`), or in which a sequence comes up (:func:`comes_up`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from bridgelang.bidding.explain import Explanation, reason_text
from bridgelang.bidding.interpreter import Decision, events
from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import Meaning, meaning_of, meanings
from bridgelang.bidding.state import State
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.core.cards import quoted
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of
from bridgelang.errors import BridgelangError, IllegalAction, NotationError
from bridgelang.game.review import double_dummy
from bridgelang.match.par import Par, par

MOST_DEALS = 20_000
"""So many deals are looked at for each one that is wanted."""


class TooRare(BridgelangError):
    """What is to be practised did not come up in the deals allowed."""


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


@attrs.frozen
class Outcome:
    """What came of a deal: the contract (None when passed out), its tricks double-dummy, North-South's points, par."""

    contract: Contract | None
    tricks: int
    points: int
    par: Par


class Drill:
    """One deal for practice: the person sits in ``seat``; ``opponents`` None means that they always pass.

    ``answers`` are the auctions in which the person has called, each with what the system said to it.
    """

    def __init__(self, number: int, deal: Deal, seat: Seat, system: System, opponents: System | None = None) -> None:
        self.number = number
        self.deal = deal
        self.seat = seat
        ours_first = seat.side == 0
        other = opponents or system
        self.table: BiddingTable = system.table(other) if ours_first else other.table(system)
        self._silent = opponents is None
        self.auction = Auction(dealer_of(number), vulnerability_of(number))
        self.answers: list[tuple[Auction, Verdict]] = []
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
        self.answers.append((self.auction, verdict))
        self.auction = self.auction.then(found.decision.call)
        self._to_my_turn()
        return verdict

    def undo(self) -> Verdict:
        """Go back to the person's last call, and give what was said to it; raises IllegalAction when there is none."""
        if not self.answers:
            raise IllegalAction("there is no call of yours to take back on this deal")
        self.auction, verdict = self.answers.pop()
        return verdict

    def outcome(self) -> Outcome | None:
        """The result of the auction so far with perfect play, and par; None when the solver is missing."""
        results = double_dummy(self.deal)
        if results is None:
            return None
        contract = self.auction.contract
        tricks = results[contract.declarer][contract.strain] if contract is not None else 0
        points = contract_score(contract, tricks, self.auction.vulnerability)
        return Outcome(contract, tricks, points, par(results, self.auction.dealer, self.auction.vulnerability))

    def decision(self) -> Decision:
        """What the system calls now."""
        return self.table.decide(self.auction, self.deal[self.seat])

    def meanings(self) -> list[Meaning]:
        """What the calls so far have shown."""
        return meanings(self.table, self.auction)

    def full_auction(self) -> Auction:
        """The auction to its end when everybody calls as the systems do."""
        auction = self.auction
        while auction.turn is not None:
            auction = self._others_call(auction, auction.turn)
        return auction

    def _to_my_turn(self) -> None:
        while self.auction.turn is not None and self.auction.turn != self.seat:
            self.auction = self._others_call(self.auction, self.auction.turn)

    def _others_call(self, auction: Auction, turn: Seat) -> Auction:
        if self._silent and turn.side != self.seat.side:
            return auction.then(PASS)
        return auction.then(self.table.decide(auction, self.deal[turn]).call)


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


Wanted = Callable[[Auction, Seat], bool]
"""Is a deal with this whole auction worth practising from this seat?"""


def anything(auction: Auction, seat: Seat) -> bool:
    """Every deal on which the person calls at all."""
    return True


def asks_something(auction: Auction, seat: Seat) -> bool:
    """The person calls more than once, and not only passes.

    >>> asks_something(Auction.parse("1NT P 2C P 2H P 4H P P P", "N"), Seat.SOUTH)
    True
    >>> asks_something(Auction.parse("1NT P 2C P 2H P 4H P P P", "N"), Seat.EAST)
    False
    """
    own = auction.calls[(seat - auction.dealer) & 3 :: 4]
    return len(own) > 1 and any(call != PASS for call in own)


def comes_up(sequence: Sequence[Call], theirs: bool = False) -> Wanted:
    """The auction begins with this sequence, passes before the first bid left out, and the first bid is by the person's
    side, or with ``theirs`` by the other.

    >>> stayman = comes_up([Call.parse(call) for call in "1NT P 2C".split()])
    >>> auction = Auction.parse("P P 1NT P 2C P 2D P 3NT P P P", "N")
    >>> stayman(auction, Seat.NORTH), stayman(auction, Seat.SOUTH), stayman(auction, Seat.EAST)
    (True, True, False)
    """
    wanted = _from_the_first_bid(sequence)

    def found(auction: Auction, seat: Seat) -> bool:
        calls = _from_the_first_bid(auction.calls)
        first = auction.dealer + len(auction.calls) - len(calls)
        return calls[: len(wanted)] == wanted and bool((first ^ seat) & 1) == theirs

    return found


def read_sequence(text: str) -> tuple[tuple[Call, ...], bool]:
    """The calls of a sequence to practise, and whether its first bid is the opponents', who stand in parentheses.

    All calls with blanks between, or those of one side with hyphens: then the other side passes.

    >>> for text in ("1NT P 2C", "1NT-2C", "(1NT) X"):
    ...     calls, theirs = read_sequence(text)
    ...     print(*calls, theirs)
    1NT P 2C False
    1NT P 2C False
    1NT X True

    Raises:
        NotationError: as :meth:`Auction.parse` does, or when there is no bid.
        IllegalAction: when the calls are no legal auction.
    """
    written = text.replace("-", " P ")
    calls = Auction.parse(written).calls
    sequence = _from_the_first_bid(calls)
    if not sequence:
        raise NotationError(f"{quoted(text)} has no bid: write a sequence such as 1NT-2C, or 1S X XX", text)
    return sequence, written.replace(",", " ").split()[len(calls) - len(sequence)].startswith("(")


def _from_the_first_bid(calls: Sequence[Call]) -> tuple[Call, ...]:
    start = next((place for place, call in enumerate(calls) if call != PASS), len(calls))
    return tuple(calls[start:])


def drills(
    deals: Iterable[tuple[int, Deal]],
    seat: Seat,
    system: System,
    opponents: System | None = None,
    wanted: Wanted = anything,
) -> Iterator[Drill]:
    """Drills from numbered deals; those in which the person never calls, or that are not wanted, are left out.

    Raises:
        TooRare: when :data:`MOST_DEALS` deals in a row are not wanted.
    """
    passed_over = 0
    for number, deal in deals:
        drill = Drill(number, deal, seat, system, opponents)
        if not drill.is_over and wanted(drill.full_auction(), seat):
            passed_over = 0
            yield drill
            continue
        passed_over += 1
        if passed_over >= MOST_DEALS:
            raise TooRare(f"in {passed_over:,} deals nothing of the kind came up: ask for a shorter sequence")
