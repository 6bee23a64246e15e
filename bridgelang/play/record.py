"""The record of a board: taking back and doing again, replay to any card, and a form that can be stored.

A stored record is plain JSON: who dealt, the vulnerability, and the events in order. Reading it plays the
events to an empty board, so a record that was tampered with is refused by the same rules as a player would
be.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, Self, TypeVar

from bridgelang.core.calls import Call
from bridgelang.core.cards import Card
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.play.board import Accept, Board, Event, Object, Phase, PlayOn, Score, Settle, Spread
from bridgelang.play.claims import Claim


class Moment(Protocol):
    """A moment of a board that remembers the one before: the strict table's, or a lenient one's."""

    @property
    def previous(self) -> Self | None:
        """The moment before; None at the start."""

    def then(self, event: Any, /) -> Self:
        """The moment after an event; raises :class:`IllegalAction` when it cannot happen."""


M = TypeVar("M", bound=Moment)


class History(Generic[M]):
    """A board with the way back and the way forward again; immutable.

    >>> history = History(Board()).do(Deal.parse(
    ...     "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")).do(Call.parse("7NT"))
    >>> back = history.undo()
    >>> str(back.board.auction), str(back.redo().board.auction)
    ('', '7NT')
    >>> back.do(Call.parse("1C")).can_redo       # another way forward forgets the old one
    False
    """

    __slots__ = ("_future", "board")

    def __init__(self, board: M, _future: tuple[Any, ...] = ()) -> None:
        self.board = board
        self._future = _future  # nested pairs (next board, further future)

    def do(self, event: Any) -> History[M]:
        """The history with one more event; raises :class:`IllegalAction` when it is not legal."""
        return History(self.board.then(event))

    @property
    def can_undo(self) -> bool:
        """Is there anything to take back?"""
        return self.board.previous is not None

    @property
    def can_redo(self) -> bool:
        """Is there anything taken back that could be done again?"""
        return bool(self._future)

    def undo(self) -> History[M]:
        """The history one event back; raises :class:`IllegalAction` at the start."""
        if self.board.previous is None:
            raise IllegalAction("there is nothing to take back")
        return History(self.board.previous, (self.board, self._future))

    def redo(self) -> History[M]:
        """The history one event forward again; raises :class:`IllegalAction` when nothing was taken back."""
        if not self._future:
            raise IllegalAction("there is nothing to do again")
        board, future = self._future
        return History(board, future)

    def to_start(self) -> History[M]:
        """Everything taken back."""
        history = self
        while history.can_undo:
            history = history.undo()
        return history

    def to_end(self) -> History[M]:
        """Everything that was taken back done again."""
        history = self
        while history.can_redo:
            history = history.redo()
        return history


def after_calls(board: Board, calls: int) -> Board:
    """The state of this board when ``calls`` calls had been made; raises ``ValueError`` beyond its auction."""
    for state in board.history():
        if state.phase >= Phase.AUCTION and len(state.auction.calls) == calls:
            return state
    raise ValueError(f"the auction has {len(board.auction.calls)} calls, not {calls}")


def after_cards(board: Board, cards: int) -> Board:
    """The state of this board directly after card number ``cards`` (0: before the opening lead).

    Raises ``ValueError`` when so many have not been played.
    """
    for state in board.history():
        if state.play is not None and 4 * len(state.play.tricks) + len(state.play.trick) == cards:
            return state
    raise ValueError(f"{len(board.play.played()) if board.play else 0} cards were played, not {cards}")


def to_record(board: Board) -> dict[str, Any]:
    """The board as plain values that JSON can hold; :func:`from_record` is the inverse.

    >>> to_record(Board.number(2))
    {'dealer': 'E', 'vulnerability': 'ns', 'events': []}
    """
    return {
        "dealer": str(board.dealer),
        "vulnerability": str(board.vulnerability),
        "events": [_event_out(event) for event in board.events()],
    }


def from_record(record: dict[str, Any]) -> Board:
    """The board a record describes, with its whole history.

    Raises :class:`NotationError` for a record that cannot be read, :class:`IllegalAction` for one that breaks
    a law.
    """
    try:
        board = Board(Seat.parse(record["dealer"]), Vulnerability.parse(record["vulnerability"]))
        events = list(record["events"])
    except (KeyError, TypeError, AttributeError) as fault:
        raise NotationError(f"this is not the record of a board: {fault!r}", str(record)[:80]) from fault
    for entry in events:
        board = board.then(_event_in(entry))
    return board


def _event_out(event: Event) -> list[Any]:
    if isinstance(event, Deal):
        return ["deal", event.to_pbn()]
    if isinstance(event, Call):
        return ["call", str(event)]
    if isinstance(event, Card):
        return ["card", str(event)]
    if isinstance(event, Claim):
        return ["claim", str(event.seat), event.tricks, event.statement, event.draws_trumps]
    if isinstance(event, Accept):
        return ["accept", str(event.seat)]
    if isinstance(event, Object):
        return ["object", str(event.seat)]
    if isinstance(event, Settle):
        return ["settle", event.tricks]
    return [{Spread: "spread", PlayOn: "play on", Score: "score"}[type(event)]]


def _event_in(entry: Any) -> Event:
    match entry:
        case ["deal", str(text)]:
            return Deal.parse(text)
        case ["call", str(text)]:
            return Call.parse(text)
        case ["card", str(text)]:
            return Card.parse(text)
        case ["claim", str(seat), int(tricks), str(statement), bool(draws_trumps)]:
            return Claim(Seat.parse(seat), tricks, statement, draws_trumps)
        case ["accept", str(seat)]:
            return Accept(Seat.parse(seat))
        case ["object", str(seat)]:
            return Object(Seat.parse(seat))
        case ["settle", int(tricks)]:
            return Settle(tricks)
        case ["spread"]:
            return Spread()
        case ["play on"]:
            return PlayOn()
        case ["score"]:
            return Score()
    raise NotationError(f"`{str(entry)[:60]}` is not an event of a board", str(entry))
