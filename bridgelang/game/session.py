"""A game in progress, as seen from one chair.

:meth:`Session.step` lets the others act, one event at a time, until the person is needed; :attr:`Session.need` says
for what. When the person's partner declares, the two change chairs: the person plays the hand. States are the
immutable ones of :mod:`bridgelang.play.board`, so taking back is going back.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from bridgelang.core.calls import Call
from bridgelang.core.cards import Card
from bridgelang.core.dealing import deal
from bridgelang.core.seats import SEATS, Seat, Vulnerability, dealer_of, vulnerability_of
from bridgelang.errors import IllegalAction
from bridgelang.game.others import Others
from bridgelang.game.setup import Setup
from bridgelang.play.board import Accept, Board, Event, Object, Phase, PlayOn, Score, Settle, Spread
from bridgelang.play.chicago import Chicago
from bridgelang.play.claims import Claim
from bridgelang.play.ledger import honours_in
from bridgelang.play.rubber import Rubber


class Need(Enum):
    """What the person is to do."""

    CALL = "call"
    CARD = "card"
    SETTLE = "settle"
    NEXT = "next"
    NOTHING = "nothing"


class Session:
    """The boards finished so far and the one in progress.

    ``finished`` are boards in the phase DONE, in order; ``board`` the one being played, which stays here when it is
    done until :meth:`next_board`. ``sheet`` is the score sheet of a rubber or a Chicago, None when boards are
    scored one by one.
    """

    def __init__(
        self, setup: Setup, others: Others, finished: Iterable[Board] = (), board: Board | None = None
    ) -> None:
        self.setup = setup
        self.others = others
        self.finished = list(finished)
        self.board = board if board is not None else self._fresh()
        self._taken_back: list[Board] = []

    # ------------------------------------------------------------------ where we are

    @property
    def number(self) -> int:
        """The number of the board in progress, from 1."""
        return len(self.finished) + 1

    @property
    def seat(self) -> Seat:
        """The person's chair in the auction."""
        return self.setup.seat

    @property
    def chair(self) -> Seat:
        """The chair the person plays from: partner's, when partner is declarer."""
        contract = self.board.contract
        return self.seat.partner if contract is not None and contract.declarer == self.seat.partner else self.seat

    @property
    def sheet(self) -> Rubber | Chicago | None:
        """The score sheet, the board in progress included once it is done."""
        return self._sheet([*self.finished, self.board] if self.board.phase is Phase.DONE else self.finished)

    def _sheet(self, boards: Iterable[Board]) -> Rubber | Chicago | None:
        if self.setup.mode == "boards":
            return None
        sheet: Rubber | Chicago = Rubber() if self.setup.mode == "rubber" else Chicago()
        for board in boards:
            assert board.deal is not None
            contract = board.contract
            honours = honours_in(board.deal, contract.strain) if contract is not None else ()
            sheet = sheet.then(contract, board.tricks or 0, honours)
        return sheet

    @property
    def is_over(self) -> bool:
        """Whether the game is over: the last board is done, and nothing follows it."""
        if self.board.phase is not Phase.DONE:
            return False
        sheet = self.sheet
        return sheet.is_over if sheet is not None else self.number >= self.setup.boards

    @property
    def need(self) -> Need:
        """What the person is to do now; NOTHING when the others are to act."""
        return self._need(self.board)

    def _need(self, board: Board) -> Need:
        phase = board.phase
        if phase is Phase.DONE:
            return Need.NEXT
        if phase is Phase.AUCTION and board.actor == self.seat:
            return Need.CALL
        if phase in (Phase.OPENING_LEAD, Phase.PLAY) and self._plays(board):
            return Need.CARD
        if phase is Phase.CLAIM and board.contested:
            return Need.SETTLE
        return Need.NOTHING

    def _plays(self, board: Board) -> bool:
        """Whether the person chooses the next card."""
        contract = board.contract
        assert contract is not None
        return board.actor == self.seat or board.actor == contract.declarer == self.seat.partner

    def visible(self) -> frozenset[Seat]:
        """The hands the person sees now."""
        board = self.board
        if board.phase in (Phase.SCORING, Phase.DONE):
            return frozenset(SEATS)
        seen = {self.seat, self.chair}
        if board.contract is not None and board.phase >= Phase.PLAY:
            seen.add(board.contract.declarer.partner)
        return frozenset(seen)

    # ------------------------------------------------------------------ the others

    def step(self) -> Event | None:
        """Let the others do the next thing, and give it; None when the person is needed."""
        event = self._next_event()
        if event is not None:
            self.board = self.board.then(event)
        return event

    def _next_event(self) -> Event | None:
        board = self.board
        if self.need is not Need.NOTHING:
            return None
        if board.phase is Phase.DUMMY_DOWN:
            return Spread()
        if board.phase is Phase.SCORING:
            return Score()
        assert board.deal is not None
        if board.phase is Phase.AUCTION:
            return self.others.call(board.auction, board.deal)
        assert board.play is not None
        if board.phase is Phase.CLAIM:
            assert board.claim is not None
            first = next(seat for seat in self._opponents(board) if seat not in _agreed(board))
            return Accept(first) if self.others.agrees(board.play, board.claim) else Object(first)
        return self.others.card(board.play)

    def _opponents(self, board: Board) -> list[Seat]:
        """Those who must agree to the claim."""
        assert board.claim is not None and board.play is not None
        return [seat for seat in (board.claim.seat.lho, board.claim.seat.rho) if seat != board.play.dummy]

    # ------------------------------------------------------------------ the person

    def call(self, call: Call) -> None:
        """Make a call; raises IllegalAction when it is not legal or not the person's turn."""
        self._expect(Need.CALL)
        self._do(call)

    def play(self, card: Card) -> None:
        """Play a card; raises IllegalAction when it may not be played, or not now."""
        self._expect(Need.CARD)
        self._do(card)

    def claim(self, tricks: int | None = None, statement: str = "") -> None:
        """Claim so many of the tricks left, or all of them; the statement says the line of play.

        Raises IllegalAction when there is nothing to claim now.
        """
        self._expect(Need.CARD)
        if self.board.phase is Phase.OPENING_LEAD:
            raise IllegalAction("nothing can be claimed before the opening lead")
        assert self.board.play is not None
        left = self.board.play.tricks_left
        draws = "trump" in statement.lower()
        self._do(Claim(self.chair, left if tricks is None else tricks, statement, draws))

    def settle(self) -> None:
        """Take what the law gives for the contested claim: its worst normal line."""
        self._expect(Need.SETTLE)
        self._do(Settle(self.contested_worth()))

    def contested_worth(self) -> int:
        """The tricks of those left that a contested claim is worth to the claimer's side."""
        assert self.board.play is not None and self.board.claim is not None
        return self.others.worth(self.board.play, self.board.claim)

    def play_on(self) -> None:
        """Drop the contested claim and play on, as all four may agree (Law 68D2)."""
        self._expect(Need.SETTLE)
        self._do(PlayOn())

    def next_board(self) -> None:
        """Deal the next board; raises IllegalAction when this one is not done, or the game is over."""
        self._expect(Need.NEXT)
        if self.is_over:
            raise IllegalAction("the game is over")
        self.finished.append(self.board)
        self.board = self._fresh()
        self._taken_back = []

    def _expect(self, need: Need) -> None:
        if self.need is not need:
            raise IllegalAction(_NOT_NOW[need] + _NOW[self.need])

    def _do(self, event: Event) -> None:
        self.board = self.board.then(event)
        self._taken_back = []

    def undo(self) -> None:
        """Go back to the person's last decision on this board; raises IllegalAction when there is none."""
        board = self.board.previous
        while board is not None and self._need(board) in (Need.NOTHING, Need.NEXT):
            board = board.previous
        if board is None:
            raise IllegalAction("there is nothing of yours to take back on this board")
        self._taken_back.append(self.board)
        self.board = board

    def redo(self) -> None:
        """Do again what was taken back last; raises IllegalAction when nothing was."""
        if not self._taken_back:
            raise IllegalAction("there is nothing to do again")
        self.board = self._taken_back.pop()

    # ------------------------------------------------------------------ boards

    def _fresh(self) -> Board:
        """The next board, dealt."""
        number = self.number
        dealer, vulnerability = self._conditions(number)
        return Board(dealer, vulnerability).then(deal(self.setup.seed, number - 1))

    def _conditions(self, number: int) -> tuple[Seat, Vulnerability]:
        sheet = self._sheet(self.finished)
        if sheet is None:
            return dealer_of(number), vulnerability_of(number)
        return sheet.dealer, sheet.vulnerability


def _agreed(board: Board) -> set[Seat]:
    """Who has agreed to the claim in progress."""
    seats: set[Seat] = set()
    while isinstance(board.event, Accept) and board.previous is not None:
        seats.add(board.event.seat)
        board = board.previous
    return seats


_NOT_NOW = {
    Need.CALL: "no call is wanted now: ",
    Need.CARD: "no card is wanted now: ",
    Need.SETTLE: "no claim is contested: ",
    Need.NEXT: "this board is not done: ",
}
_NOW = {
    Need.CALL: "it is your turn to call",
    Need.CARD: "it is your turn to play a card",
    Need.SETTLE: "your claim is contested; settle it, or play on",
    Need.NEXT: "the board is done",
    Need.NOTHING: "the others are to act",
}
