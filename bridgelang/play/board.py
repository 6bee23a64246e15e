"""One board from the deal to the score, as a state machine that knows nothing of input and output.

Events go in, a new state comes out: :meth:`Board.then`. What each phase accepts stands in one table,
:data:`ACCEPTS`; an event it does not accept raises :class:`IllegalAction` and changes nothing, since nothing
ever changes: states are immutable and remember the state and the event they came from.

The events are the values themselves, a :class:`Deal`, a :class:`Call`, a :class:`Card`, a :class:`Claim`, and
the small types :class:`Spread`, :class:`Accept`, :class:`Object`, :class:`Settle`, :class:`PlayOn` and
:class:`Score`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.cards import Card
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import SEATS, Seat, Vulnerability, dealer_of, vulnerability_of
from bridgelang.errors import IllegalAction
from bridgelang.play.claims import Claim, check_claim, declarer_total
from bridgelang.play.state import PlayState


class Phase(IntEnum):
    """The phases of a board, in order."""

    DEALING = 0
    AUCTION = 1
    OPENING_LEAD = 2
    DUMMY_DOWN = 3
    PLAY = 4
    CLAIM = 5
    SCORING = 6
    DONE = 7


class Spread(NamedTuple):
    """Dummy's hand is spread, after the opening lead (Law 41D)."""


class Accept(NamedTuple):
    """A player agrees to the claim; both must, where two defenders may (Law 69A)."""

    seat: Seat


class Object(NamedTuple):
    """A player objects to the claim (Law 70), or a defender at once to his partner's concession (Law 68B2)."""

    seat: Seat


class Settle(NamedTuple):
    """The contested claim is settled: ``tricks`` of those left go to the claimer's side (Law 70)."""

    tricks: int


class PlayOn(NamedTuple):
    """All four players agree that play continues; the claim is void (Law 68D2)."""


class Score(NamedTuple):
    """The result is entered."""


Event: TypeAlias = "Deal | Call | Card | Spread | Claim | Accept | Object | Settle | PlayOn | Score"

ACCEPTS: dict[Phase, tuple[type, ...]] = {
    Phase.DEALING: (Deal,),
    Phase.AUCTION: (Call,),
    Phase.OPENING_LEAD: (Card,),
    Phase.DUMMY_DOWN: (Spread,),
    Phase.PLAY: (Card, Claim),
    Phase.CLAIM: (Accept, Object, Settle, PlayOn),
    Phase.SCORING: (Score,),
    Phase.DONE: (),
}
"""The kinds of event each phase accepts."""

_NEEDED = {
    Phase.DEALING: "the cards have not been dealt",
    Phase.AUCTION: "the auction is not over",
    Phase.OPENING_LEAD: "the opening lead has not been made",
    Phase.DUMMY_DOWN: "dummy's hand has not been spread",
    Phase.PLAY: "the cards are being played",
    Phase.CLAIM: "play is suspended by a claim",
    Phase.SCORING: "the play is over and the result is to be entered",
    Phase.DONE: "the board is finished",
}
_LAWS = {Phase.DUMMY_DOWN: "Law 41D", Phase.CLAIM: "Law 68D"}


class Board:
    """One moment of a board; immutable.

    ``phase`` says which of the others are known: ``deal`` after the dealing, ``auction`` from then on,
    ``play`` once there is an opening lead to make, ``claim`` while one is open. ``tricks`` is declarer's
    total and ``score`` the points of North-South at duplicate, when the board has come so far; both are None
    for ``tricks`` and 0 for ``score`` after four passes.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> board = Board.number(1).then(deal)
    >>> for call in "7NT P P P".split():
    ...     board = board.then(Call.parse(call))
    >>> board.phase.name, board.actor
    ('OPENING_LEAD', <Seat.EAST: 1>)
    >>> board = board.then(Card.parse("ST")).then(Spread()).then(Claim(Seat.NORTH, 13, "top cards"))
    >>> board = board.then(Accept(Seat.EAST)).then(Accept(Seat.WEST)).then(Score())
    >>> board.tricks, board.score
    (13, 1520)
    """

    __slots__ = (
        "_accepted",
        "auction",
        "claim",
        "contested",
        "deal",
        "dealer",
        "event",
        "phase",
        "play",
        "previous",
        "score",
        "tricks",
        "vulnerability",
    )

    dealer: Seat
    vulnerability: Vulnerability
    phase: Phase
    deal: Deal | None
    auction: Auction
    play: PlayState | None
    claim: Claim | None
    contested: bool
    tricks: int | None
    score: int | None
    previous: Board | None
    event: Event | None
    _accepted: frozenset[Seat]

    def __init__(self, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE) -> None:
        self.dealer = SEATS[dealer]
        self.vulnerability = Vulnerability(vulnerability)
        self.phase = Phase.DEALING
        self.auction = Auction(self.dealer, self.vulnerability)
        self.deal = self.play = self.claim = self.tricks = self.score = self.previous = self.event = None
        self.contested = False
        self._accepted = frozenset()

    @classmethod
    def number(cls, board: int) -> Board:
        """An empty board with the dealer and vulnerability of its number (Law 2)."""
        return cls(dealer_of(board), vulnerability_of(board))

    def then(self, event: Event) -> Board:
        """The board after an event.

        Raises :class:`IllegalAction` when the phase does not accept it, or it is not legal in itself.
        """
        for kind in ACCEPTS[self.phase]:
            if isinstance(event, kind):
                return _STEPS[kind](self, event)
        raise IllegalAction(f"{_says(event)} not now: {_NEEDED[self.phase]}", _LAWS.get(self.phase, ""))

    def _copy(self, event: Event) -> Board:
        after = object.__new__(Board)
        for name in Board.__slots__:
            setattr(after, name, getattr(self, name))
        after.previous, after.event = self, event
        return after

    def _dealt(self, deal: Deal) -> Board:
        after = self._copy(deal)
        after.deal, after.phase = deal, Phase.AUCTION
        return after

    def _called(self, call: Call) -> Board:
        auction = self.auction.then(call)
        after = self._copy(call)
        after.auction = auction
        contract = auction.contract
        if auction.is_over:
            if contract is None:
                after.phase = Phase.SCORING
            else:
                assert self.deal is not None
                after.play = PlayState.start(self.deal, contract, auction)
                after.phase = Phase.OPENING_LEAD
        return after

    def _played(self, card: Card) -> Board:
        assert self.play is not None
        play = self.play.play(card)
        after = self._copy(card)
        after.play = play
        if self.phase is Phase.OPENING_LEAD:
            after.phase = Phase.DUMMY_DOWN
        elif play.is_over:
            after.phase, after.tricks = Phase.SCORING, play.declarer_tricks
        return after

    def _spread(self, event: Spread) -> Board:
        after = self._copy(event)
        after.phase = Phase.PLAY
        return after

    def _claimed(self, claim: Claim) -> Board:
        assert self.play is not None
        check_claim(self.play, claim)
        after = self._copy(claim)
        after.phase, after.claim = Phase.CLAIM, claim
        return after

    def _agreed(self, event: Accept) -> Board:
        assert self.play is not None and self.claim is not None
        if self.contested:
            raise IllegalAction("the claim is contested and must be settled", "Law 70")
        if event.seat.side == self.claim.seat.side or event.seat == self.play.dummy:
            raise IllegalAction(f"{event.seat.word} has no say in whether the claim is agreed", "Law 69A")
        after = self._copy(event)
        after._accepted = self._accepted | {event.seat}
        others = {self.claim.seat.lho, self.claim.seat.rho} - {self.play.dummy}
        return after._end_claim(self.claim.tricks) if others <= after._accepted else after

    def _objected(self, event: Object) -> Board:
        assert self.play is not None and self.claim is not None
        after = self._copy(event)
        if event.seat == self.claim.seat:
            raise IllegalAction(f"{event.seat.word} made the claim himself", "Law 70")
        concedes = self.claim.tricks < self.play.tricks_left
        if concedes and event.seat == self.claim.seat.partner and event.seat != self.play.dummy:
            after.phase, after.claim, after._accepted = Phase.PLAY, None, frozenset()
            return after
        after.contested = True
        return after

    def _settled(self, event: Settle) -> Board:
        assert self.play is not None
        if not self.contested:
            raise IllegalAction("nobody has objected to the claim", "Law 69A")
        if not 0 <= event.tricks <= self.play.tricks_left:
            left = self.play.tricks_left
            raise IllegalAction(f"{event.tricks} tricks cannot be given: {left} are left", "Law 70")
        return self._copy(event)._end_claim(event.tricks)

    def _end_claim(self, tricks: int) -> Board:
        """Finish a copy of ours (not yet seen by anybody) with these tricks for the claimer."""
        assert self.play is not None and self.claim is not None
        self.tricks = declarer_total(self.play, self.claim, tricks)
        self.phase = Phase.SCORING
        return self

    def _play_on(self, event: PlayOn) -> Board:
        if not self.contested:
            raise IllegalAction("nobody has objected to the claim", "Law 68D")
        after = self._copy(event)
        after.phase, after.claim, after.contested, after._accepted = Phase.PLAY, None, False, frozenset()
        return after

    def _scored(self, event: Score) -> Board:
        after = self._copy(event)
        after.score = contract_score(self.contract, self.tricks or 0, self.vulnerability)
        after.phase = Phase.DONE
        return after

    def settle(self, resolver: Callable[[PlayState, Claim], int]) -> Board:
        """Settle the contested claim by a function: the tricks the claimer's side gets of those left.

        :func:`bridgelang.play.claims.settle` is one, by the worst normal line.
        """
        if self.play is None or self.claim is None:
            raise IllegalAction(f"there is no claim to settle: {_NEEDED[self.phase]}", "Law 70")
        return self.then(Settle(resolver(self.play, self.claim)))

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; None before, and after four passes."""
        return self.auction.contract if self.auction.is_over else None

    @property
    def actor(self) -> Seat | None:
        """Who is to act: to call, or to choose a card (declarer for dummy); None in the other phases."""
        if self.phase is Phase.AUCTION:
            return self.auction.turn
        if self.phase in (Phase.OPENING_LEAD, Phase.PLAY):
            assert self.play is not None
            return self.play.player
        return None

    def legal(self) -> tuple[Call, ...] | tuple[Card, ...]:
        """The calls, or the cards, that may be chosen now; empty in phases without a choice."""
        if self.phase is Phase.AUCTION:
            return self.auction.legal_calls()
        if self.phase in (Phase.OPENING_LEAD, Phase.PLAY):
            assert self.play is not None
            return self.play.legal_cards()
        return ()

    def history(self) -> Iterator[Board]:
        """The states from the empty board to this one."""
        boards = [self]
        while boards[-1].previous is not None:
            boards.append(boards[-1].previous)
        return reversed(boards)

    def events(self) -> tuple[Event, ...]:
        """What happened, in order; playing these events to an empty board gives this state again."""
        return tuple(board.event for board in self.history() if board.event is not None)

    def _key(self) -> tuple[object, ...]:
        claim = (self.claim, self.contested, self._accepted)
        start = (self.dealer, self.vulnerability, self.phase, self.deal)
        return (*start, self.auction, self.play, *claim, self.tricks, self.score)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.phase, self.deal, self.auction, self.play, self.claim))

    def __repr__(self) -> str:
        contract = f", {self.contract}" if self.contract is not None else ""
        return f"<Board {self.phase.name}, dealer {self.dealer}, {self.vulnerability}{contract}>"


def _says(event: object) -> str:
    """An event in words, for a refusal."""
    if isinstance(event, Deal):
        return "dealing the cards is"
    if isinstance(event, Call):
        return f"calling {event} is"
    if isinstance(event, Card):
        return f"playing {event} is"
    return f"`{type(event).__name__}` is"


_STEPS: dict[type, Callable[..., Board]] = {
    Deal: Board._dealt,
    Call: Board._called,
    Card: Board._played,
    Spread: Board._spread,
    Claim: Board._claimed,
    Accept: Board._agreed,
    Object: Board._objected,
    Settle: Board._settled,
    PlayOn: Board._play_on,
    Score: Board._scored,
}
