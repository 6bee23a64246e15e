"""A whole board at a lenient table: the auction, then the play, with everything that was ruled.

The strict table, where none of this can happen, is :class:`bridgelang.play.board.Board`; :func:`open_table`
gives the one or the other.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from bridgelang.core.calls import Call
from bridgelang.core.cards import Card
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.laws.bidding import Bidding, Comparable, never
from bridgelang.laws.cardplay import Playing
from bridgelang.laws.revokes import equity_note
from bridgelang.laws.rulings import DUPLICATE, Code, Ruling
from bridgelang.play.board import Board, PlayOn
from bridgelang.play.claims import Claim
from bridgelang.play.state import PlayState


@attrs.frozen
class LenientTable:
    """One moment of a board; immutable. ``playing`` is None during the auction and after four passes.

    ``code`` is the code of laws that applies.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> table = open_table(deal, lenient=True)
    >>> for seat, call in zip("NESW", "7NT P P P".split()):
    ...     table = table.call(Seat.parse(seat), Call.parse(call))
    >>> table.play(Seat.WEST, Card.parse("S2")).pending.law
    'Law 54'
    """

    deal: Deal
    bidding: Bidding
    playing: Playing | None = None
    code: Code = DUPLICATE

    @property
    def pending(self) -> Ruling | None:
        """The ruling that waits for a choice."""
        return self.playing.pending if self.playing is not None else self.bidding.pending

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Everything ruled so far, in order."""
        return self.bidding.rulings + (self.playing.rulings if self.playing is not None else ())

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over (declarer and dummy may have changed places, Law 54A)."""
        if self.playing is not None:
            return self.playing.state.contract
        return self.bidding.contract if self.bidding.is_over else None

    def call(self, seat: Seat, call: Call) -> LenientTable:
        """A player calls, in turn or not; after the last pass the play begins."""
        return self._bid(self.bidding.make(seat, call))

    def play(self, seat: Seat, card: Card) -> LenientTable:
        """A card is played from a hand, in turn or not; raises :class:`IllegalAction` before the play."""
        return attrs.evolve(self, playing=self._play().play(seat, card))

    def choose(self, key: str) -> LenientTable:
        """An option of the pending ruling is chosen."""
        if self.playing is not None:
            return attrs.evolve(self, playing=self.playing.choose(key))
        return self._bid(self.bidding.choose(key))

    def expose(self, seat: Seat, *cards: Card, deliberate: bool = False) -> LenientTable:
        """Cards of a hand are seen during the play."""
        return attrs.evolve(self, playing=self._play().expose(seat, *cards, deliberate=deliberate))

    def attention(self) -> LenientTable:
        """Somebody draws attention to a revoke."""
        return attrs.evolve(self, playing=self._play().attention())

    def result(self) -> tuple[int, int, tuple[Ruling, ...]]:
        """Declarer's tricks and North-South's points at duplicate after all adjustments, with the rulings of
        Law 64.

        Raises :class:`IllegalAction` before the end.
        """
        if self.bidding.is_over and self.contract is None:
            return 0, 0, ()
        playing = self._play()
        tricks, rulings = playing.result()
        notes = [equity_note(revoke) for revoke in playing.revokes if revoke.established and self.code.equity]
        points = contract_score(self.contract, tricks, self.bidding.vulnerability)
        return tricks, points, (*rulings, *notes)

    def _bid(self, bidding: Bidding) -> LenientTable:
        contract = bidding.contract
        playing = self.playing
        if bidding.is_over and bidding.pending is None and contract is not None and playing is None:
            playing = Playing.start(self.deal, contract, bidding.lead_restrictions())
        return attrs.evolve(self, bidding=bidding, playing=playing)

    def _play(self) -> Playing:
        if self.playing is None:
            raise IllegalAction("there is no card play yet: the auction is not over", "Law 41A")
        return self.playing


def open_table(
    deal: Deal,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
    *,
    lenient: bool = False,
    comparable: Comparable = never,
    code: Code = DUPLICATE,
) -> Board | LenientTable:
    """A table with the cards dealt: strict, unless ``lenient`` lets irregularities happen.

    >>> type(open_table(Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"))).__name__
    'Board'
    """
    if not lenient:
        return Board(dealer, vulnerability).then(deal)
    return LenientTable(deal, Bidding(dealer, vulnerability, comparable), code=code)


def contested(board: Board, resolver: Callable[[PlayState, Claim], int], code: Code = DUPLICATE) -> Board:
    """A contested claim at the strict table: ruled on by ``resolver``, or at rubber bridge played on.

    Raises :class:`IllegalAction` when no contested claim is open.
    """
    return board.settle(resolver) if code.claims_adjudicated else board.then(PlayOn())
