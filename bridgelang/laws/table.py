"""A whole board at a lenient table: the auction, the play, claims, the score, with everything that was ruled.

Events go in, a new table comes out: :meth:`LenientTable.then`. A table remembers the one before and the event that
led from it, so that taking back is free and :class:`bridgelang.play.record.History` works here as at the strict table,
:class:`bridgelang.play.board.Board`, where no irregularity can happen; :func:`open_table` gives the one or the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

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
from bridgelang.laws.claiming import OpenClaim
from bridgelang.laws.revokes import equity_note
from bridgelang.laws.rulings import DUPLICATE, Code, Ruling
from bridgelang.play.board import Accept, Board, Object, PlayOn, Settle
from bridgelang.play.claims import Claim, concession, settle
from bridgelang.play.state import PlayState

Resolver = Callable[[PlayState, Claim], int]
"""What a contested claim is worth: tricks for the claimer's side, of those left."""


class Called(NamedTuple):
    """A player calls, in turn or not."""

    seat: Seat
    call: Call


class Played(NamedTuple):
    """A card is played from a hand, in turn or not."""

    seat: Seat
    card: Card


class Chosen(NamedTuple):
    """An option of the pending ruling is chosen."""

    key: str


class Exposed(NamedTuple):
    """Cards of a hand are seen."""

    seat: Seat
    cards: tuple[Card, ...]
    deliberate: bool = False


class Attention(NamedTuple):
    """Somebody draws attention to a revoke."""


class GiveBack(NamedTuple):
    """A player's side asks back tricks that it conceded or to whose loss it agreed (Laws 69B, 71).

    ``tricks`` None: as many as the law gives without a judgement.
    """

    seat: Seat
    tricks: int | None = None


LenientEvent: TypeAlias = (
    "Called | Played | Chosen | Exposed | Attention | Claim | Accept | Object | Settle | PlayOn | GiveBack"
)


@attrs.frozen
class LenientTable:
    """One moment of a board; immutable. ``playing`` is None during the auction and after four passes.

    ``claim`` is the claim that suspends the play, or has ended it; ``code`` the code of laws that applies;
    ``resolver`` says what a contested claim is worth, unless a director does (:class:`Settle`).

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> table = open_table(deal, lenient=True)
    >>> for seat, call in zip("NESW", "7NT P P P".split()):
    ...     table = table.call(Seat.parse(seat), Call.parse(call))
    >>> table.play(Seat.WEST, Card.parse("S2")).pending.law
    'Law 54'
    >>> table = table.play(Seat.EAST, Card.parse("ST")).claim_tricks(Seat.NORTH, 13, "top cards")
    >>> table = table.then(Accept(Seat.EAST)).then(Accept(Seat.WEST))
    >>> table.result()[:2]
    (13, 1520)
    """

    deal: Deal
    bidding: Bidding
    playing: Playing | None = None
    claim: OpenClaim | None = None
    code: Code = DUPLICATE
    resolver: Resolver = settle
    previous: LenientTable | None = attrs.field(default=None, eq=False, repr=False)
    event: LenientEvent | None = attrs.field(default=None, eq=False, repr=False)

    # What stands

    @property
    def pending(self) -> Ruling | None:
        """The ruling that waits for a choice."""
        if self.claim is not None and self.claim.contested and not self.claim.is_settled:
            return self.claim.contest(self.code)
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

    @property
    def is_over(self) -> bool:
        """Has the board a result: four passes, thirteen tricks, or a claim that is settled?"""
        if self.playing is None:
            return self.bidding.is_over and self.contract is None
        return self.playing.is_over or (self.claim is not None and self.claim.is_settled)

    def history(self) -> Iterator[LenientTable]:
        """The tables from the first to this one."""
        tables = [self]
        while tables[-1].previous is not None:
            tables.append(tables[-1].previous)
        return reversed(tables)

    def events(self) -> tuple[LenientEvent, ...]:
        """What happened, in order; the same events at a new table give this one again."""
        return tuple(table.event for table in self.history() if table.event is not None)

    # What happens

    def then(self, event: LenientEvent) -> LenientTable:
        """The table after an event; raises :class:`IllegalAction` when it cannot happen now."""
        return attrs.evolve(_STEPS[type(event)](self, event), previous=self, event=event)

    def call(self, seat: Seat, call: Call) -> LenientTable:
        """A player calls, in turn or not; after the last pass the play begins."""
        return self.then(Called(seat, call))

    def play(self, seat: Seat, card: Card) -> LenientTable:
        """A card is played from a hand, in turn or not; raises :class:`IllegalAction` before the play."""
        return self.then(Played(seat, card))

    def choose(self, key: str) -> LenientTable:
        """An option of the pending ruling is chosen."""
        return self.then(Chosen(key))

    def expose(self, seat: Seat, *cards: Card, deliberate: bool = False) -> LenientTable:
        """Cards of a hand are seen during the play."""
        return self.then(Exposed(seat, cards, deliberate))

    def attention(self) -> LenientTable:
        """Somebody draws attention to a revoke."""
        return self.then(Attention())

    def claim_tricks(self, seat: Seat, tricks: int, statement: str = "", draws_trumps: bool = False) -> LenientTable:
        """A player claims so many of the tricks left, and concedes the others."""
        return self.then(Claim(seat, tricks, statement, draws_trumps))

    def concede(self, seat: Seat, tricks: int) -> LenientTable:
        """A player concedes so many of the tricks left, and claims the others (Law 68B1)."""
        return self.then(concession(self._play().state, seat, tricks))

    def result(self) -> tuple[int, int, tuple[Ruling, ...]]:
        """Declarer's tricks and North-South's points at duplicate after all adjustments, with the rulings of
        Law 64.

        Raises :class:`IllegalAction` before the end.
        """
        if self.bidding.is_over and self.contract is None:
            return 0, 0, ()
        playing = self._play()
        claimed = self.claim.winners() if self.claim is not None and self.claim.is_settled else ()
        tricks, rulings = playing.result(claimed)
        notes = [equity_note(revoke) for revoke in playing.revokes if revoke.established and self.code.equity]
        points = contract_score(self.contract, tricks, self.bidding.vulnerability)
        return tricks, points, (*rulings, *notes)

    # The steps

    def _called(self, event: Called) -> LenientTable:
        return self._bid(self.bidding.make(event.seat, event.call))

    def _bid(self, bidding: Bidding) -> LenientTable:
        contract = bidding.contract
        playing = self.playing
        if bidding.is_over and bidding.pending is None and contract is not None and playing is None:
            playing = Playing.start(self.deal, contract, bidding.lead_restrictions())
        return attrs.evolve(self, bidding=bidding, playing=playing)

    def _played(self, event: Played) -> LenientTable:
        playing = self._play()
        if self.claim is not None:
            how = "has ended with" if self.claim.is_settled else "is suspended by"
            raise IllegalAction(f"{event.card} is not played: play {how} a claim", "Law 68D")
        return attrs.evolve(self, playing=playing.play(event.seat, event.card))

    def _chosen(self, event: Chosen) -> LenientTable:
        if self.claim is not None and self.claim.contested:
            return self._chosen_for_claim(event.key)
        if self.playing is not None:
            return attrs.evolve(self, playing=self.playing.choose(event.key))
        return self._bid(self.bidding.choose(event.key))

    def _exposed(self, event: Exposed) -> LenientTable:
        playing = self._play()
        if self.claim is None:
            return attrs.evolve(self, playing=playing.expose(event.seat, *event.cards, deliberate=event.deliberate))
        for card in event.cards:
            if not playing.state.hands[event.seat] & card.bit:
                raise IllegalAction(f"{card} is not in {event.seat.word}'s hand")
        named = " ".join(map(str, event.cards))
        text = f"{named} of {event.seat.word} faced while a claim is open: no penalty card"
        return self._noted(Ruling("Law 68D", event.seat, text))

    def _attention(self, event: Attention) -> LenientTable:
        before = self._play()
        after = before.attention()
        table = attrs.evolve(self, playing=after)
        if self.claim is None or after.state == before.state:
            return table
        text = "the claim falls with the trick it followed; it may be made again"
        return attrs.evolve(table._noted(Ruling(after.rulings[-1].law, self.claim.claim.seat, text)), claim=None)

    # Claims

    def _claimed(self, claim: Claim) -> LenientTable:
        playing = self._play()
        if self.claim is not None:
            raise IllegalAction("there is a claim already", "Law 68D")
        if playing.pending is not None:
            raise IllegalAction(f"the ruling comes first: {playing.pending.text}", playing.pending.law)
        opened = OpenClaim.made(claim, playing.state, playing.revokes)
        return attrs.evolve(self, claim=opened, playing=playing.claimed(claim.seat).noted(opened.ruling()))

    def _agreed(self, event: Accept) -> LenientTable:
        opened = self._open_claim().agreed_by(event.seat)
        table = attrs.evolve(self, claim=opened, playing=self._play().claimed(event.seat))
        if opened.is_settled:
            return table._noted(Ruling("Law 69A", event.seat, f"the claim is agreed: {opened.given} tricks"))
        return table

    def _objected(self, event: Object) -> LenientTable:
        opened = self._open_claim()
        doubted = opened.doubted_by(event.seat)
        if opened.never_was(event.seat):
            playing = attrs.evolve(self._play(), revokes=opened.revokes)
            text = (
                f"{event.seat.word} objects to {opened.claim.seat.word}'s concession: there was neither claim nor "
                "concession, and no card exposed with it is a penalty card"
            )
            return attrs.evolve(self, playing=playing, claim=None)._noted(Ruling("Law 68B2", event.seat, text))
        return attrs.evolve(self, claim=doubted)

    def _settled(self, event: Settle) -> LenientTable:
        if not self.code.claims_adjudicated:
            raise IllegalAction(f"{self.code.name} has no director: a contested claim is played on", "Law 70")
        opened = self._open_claim().ruled(event.tricks)
        text = f"{event.tricks} tricks of {opened.state.tricks_left} to {opened.side}"
        return attrs.evolve(self, claim=opened)._noted(Ruling("Law 70A", opened.claim.seat, text))

    def _played_on(self, event: PlayOn) -> LenientTable:
        opened = self._open_claim()
        if opened.is_settled or not opened.contested:
            raise IllegalAction("play goes on only after a contested claim", "Law 68D2")
        table = attrs.evolve(self, claim=None, playing=self._play().played_on())
        return table._noted(Ruling("Law 68D2(b)", opened.claim.seat, "the claim is void; play goes on"))

    def _given_back(self, event: GiveBack) -> LenientTable:
        opened, ruling = self._open_claim().given_back(event.seat, event.tricks)
        return attrs.evolve(self, claim=opened)._noted(ruling)

    def _chosen_for_claim(self, key: str) -> LenientTable:
        opened = self._open_claim()
        ruling = opened.contest(self.code)
        if opened.is_settled or ruling.option(key) is None:
            offered = ", ".join(option.key for option in ruling.options if not opened.is_settled)
            raise IllegalAction(f"`{key}` is not offered; choose one of: {offered or 'nothing'}", ruling.law)
        if key == "play on":
            return self._played_on(PlayOn())
        return self._settled(Settle(self.resolver(opened.state, opened.claim)))

    def _open_claim(self) -> OpenClaim:
        if self.claim is None:
            raise IllegalAction("nobody has claimed", "Law 68A")
        return self.claim

    def _noted(self, ruling: Ruling) -> LenientTable:
        return attrs.evolve(self, playing=self._play().noted(ruling))

    def _play(self) -> Playing:
        if self.playing is None:
            raise IllegalAction("there is no card play yet: the auction is not over", "Law 41A")
        return self.playing


_STEPS: dict[type, Callable[..., LenientTable]] = {
    Called: LenientTable._called,
    Played: LenientTable._played,
    Chosen: LenientTable._chosen,
    Exposed: LenientTable._exposed,
    Attention: LenientTable._attention,
    Claim: LenientTable._claimed,
    Accept: LenientTable._agreed,
    Object: LenientTable._objected,
    Settle: LenientTable._settled,
    PlayOn: LenientTable._played_on,
    GiveBack: LenientTable._given_back,
}


def open_table(
    deal: Deal,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
    *,
    lenient: bool = False,
    comparable: Comparable = never,
    code: Code = DUPLICATE,
    resolver: Resolver = settle,
) -> Board | LenientTable:
    """A table with the cards dealt: strict, unless ``lenient`` lets irregularities happen.

    >>> type(open_table(Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"))).__name__
    'Board'
    """
    if not lenient:
        return Board(dealer, vulnerability).then(deal)
    return LenientTable(deal, Bidding(dealer, vulnerability, comparable), code=code, resolver=resolver)


def contested(board: Board, resolver: Resolver, code: Code = DUPLICATE) -> Board:
    """A contested claim at the strict table: ruled on by ``resolver``, or at rubber bridge played on.

    Raises :class:`IllegalAction` when no contested claim is open.
    """
    return board.settle(resolver) if code.claims_adjudicated else board.then(PlayOn())
