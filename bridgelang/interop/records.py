"""What a file says about one auction or one play, call by call and card by card, irregularities included.

:class:`~bridgelang.core.auctions.Auction` and the play state know legal actions only. Real records hold more:
notes, comments, bids that were insufficient and accepted, players skipped, revokes, words nobody can read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from attrs import field, frozen

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.core.cards import Card, Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.play.games import bridge_strengths


@frozen
class Comment:
    """A comment as it stood in the file: ``kind`` is ``{``, ``;`` or ``%`` (an escape line)."""

    kind: str
    text: str


@frozen
class Tag:
    """A tag pair, with the text lines that follow it when it opens a section of its own.

    Values are unescaped and inheritance is resolved; ``body`` lines carry no blanks at their ends.
    """

    name: str
    value: str
    body: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()


@frozen
class Marks:
    """What was written beside a call or a card.

    ``note`` is the explanation and ``index`` the number the file gave it, which is not compared (None: not
    numbered yet); an index without a note refers to a note that the file does not have. ``nags`` are PBN's
    numeric annotation glyphs, ascending: 1 to 6 good, poor, very good, very poor, speculative, questionable
    call; 7 to 12 the same for cards.
    """

    note: str | None = None
    index: int | None = field(default=None, eq=False)
    alert: bool = False
    nags: tuple[int, ...] = ()
    comments: tuple[Comment, ...] = ()


UNMARKED = Marks()


@frozen
class RecordedCall:
    """One place in an auction: a call, a player skipped, or a word that is no call.

    ``call`` is None when the player was skipped (``skipped``) or the word in ``text`` was not understood;
    ``insufficient`` marks a bid that was too low and accepted (Law 27A).
    """

    seat: Seat
    call: Call | None = None
    skipped: bool = False
    insufficient: bool = False
    text: str = ""
    marks: Marks = UNMARKED

    @property
    def is_plain(self) -> bool:
        """Whether this is a call, in turn and sufficient."""
        return self.call is not None and not self.insufficient


@lru_cache(maxsize=256)
def plain_call(seat: Seat, call: Call) -> RecordedCall:
    """A call with nothing beside it; the same object each time."""
    return RecordedCall(seat, call)


class Outcome:
    """Where an auction stands, counted over recorded calls, which need not all be legal."""

    __slots__ = ("calls", "doubled", "last_bid", "last_bidder", "named", "passes")

    def __init__(self, calls: Iterable[RecordedCall] = ()) -> None:
        self.calls = self.doubled = self.passes = 0
        self.last_bid: Call | None = None
        self.last_bidder: Seat | None = None
        self.named: dict[int, Seat] = {}  # who first named each strain, at 5 * side + strain
        for entry in calls:
            self.add(entry)

    def add(self, entry: RecordedCall) -> None:
        """Count one more call."""
        call = entry.call
        if call is None:
            return
        self.calls += 1
        if call == PASS:
            self.passes += 1
            return
        self.passes = 0
        if call.strain is None:
            self.doubled = int(call)
        else:
            self.last_bid, self.last_bidder, self.doubled = call, entry.seat, 0
            self.named.setdefault(5 * entry.seat.side + call.strain, entry.seat)

    @property
    def is_over(self) -> bool:
        """Three passes after a bid, or four with no bid (Laws 17E, 22)."""
        return self.passes >= (3 if self.last_bid is not None else 4)

    @property
    def contract(self) -> Contract | None:
        """The contract if all pass from here; None without a bid."""
        bid, bidder = self.last_bid, self.last_bidder
        if bid is None or bidder is None or bid.strain is None:
            return None
        declarer = self.named[5 * bidder.side + bid.strain]
        return Contract(bid.level, bid.strain, self.doubled, declarer)


@frozen
class RecordedAuction:
    """An auction as a file gives it, from the dealer on.

    ``start`` is the seat of the first entry and ``column`` the seat whose calls stand in the first column;
    ``ending`` is ``*`` (no more calls will be given), ``+`` (to be continued) or nothing; ``spare_notes`` are
    explanations that no call refers to.

    >>> record = RecordedAuction.of(Auction.parse("1NT P 2D P 2H", "S"), {2: "transfer"})
    >>> record.entries[2].marks.note, record.is_over
    ('transfer', False)
    >>> print(record.contract)
    2H by S
    """

    entries: tuple[RecordedCall, ...] = ()
    start: Seat = Seat.NORTH
    column: Seat = Seat.NORTH
    ending: str = ""
    spare_notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, auction: Auction, notes: Mapping[int, str] | None = None, alerts: Iterable[int] = ()
    ) -> RecordedAuction:
        """The record of an auction, with explanations by the index of the call, and the calls alerted."""
        notes, alerted = notes or {}, set(alerts)
        entries = []
        for index, call in enumerate(auction.calls):
            seat, note = auction.seat_of(index), notes.get(index)
            if note is None and index not in alerted:
                entries.append(plain_call(seat, call))
            else:
                entries.append(RecordedCall(seat, call, marks=Marks(note=note, alert=index in alerted)))
        return cls(tuple(entries), auction.dealer, auction.dealer)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls alone, in order; skipped players and unread words left out."""
        return tuple([entry.call for entry in self.entries if entry.call is not None])

    @property
    def is_regular(self) -> bool:
        """Whether every entry is a call in turn and sufficient; it may still be an illegal double."""
        return all(entry.is_plain for entry in self.entries)

    @property
    def is_over(self) -> bool:
        """Whether the calls end the auction."""
        return Outcome(self.entries).is_over

    @property
    def is_passed_out(self) -> bool:
        """Whether all passed and nobody bid."""
        outcome = Outcome(self.entries)
        return outcome.is_over and outcome.last_bid is None

    @property
    def contract(self) -> Contract | None:
        """The contract, or in an unfinished auction the one that would stand; None without a bid."""
        return Outcome(self.entries).contract

    def auction(self, vulnerability: Vulnerability | None = None) -> Auction | None:
        """The auction as a legal one, or None when the record is irregular.

        An unknown vulnerability counts as none.
        """
        if not self.is_regular:
            return None
        auction = Auction(self.start, Vulnerability.NONE if vulnerability is None else vulnerability)
        try:
            for call in self.calls:
                auction = auction.then(call)
        except IllegalAction:
            return None
        return auction


@frozen
class RecordedCard:
    """One place in a play table: a card, or none (``-``: unknown or not played).

    ``revoke`` marks a revoke that stood, ``out_of_turn`` an accepted lead out of turn, ``to_play`` the place
    where a position is to be continued (``+``); ``text`` is a word that was not understood.
    """

    seat: Seat
    card: Card | None = None
    revoke: bool = False
    out_of_turn: bool = False
    to_play: bool = False
    text: str = ""
    marks: Marks = UNMARKED


@lru_cache(maxsize=256)
def plain_card(seat: Seat, card: Card | None) -> RecordedCard:
    """A card with nothing beside it; the same object each time."""
    return RecordedCard(seat, card)


Row = tuple[RecordedCard, RecordedCard, RecordedCard, RecordedCard]


@frozen
class RecordedPlay:
    """A play as a file gives it: a row a trick, in each row the seats' cards clockwise from ``first``.

    ``first`` is the opening leader; the columns stay with the seats, whoever leads the trick. ``ending`` is
    ``*`` when no more cards will be given (a claim) or nothing.
    """

    first: Seat = Seat.NORTH
    rows: tuple[Row, ...] = ()
    ending: str = ""
    spare_notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, first: Seat, cards: Sequence[Card], strain: Strain, ending: str = "") -> RecordedPlay:
        """The record of cards given in the order played, the leader's first."""
        rows, leader = [], first
        for start in range(0, len(cards), 4):
            trick = cards[start : start + 4]
            row = [plain_card(SEATS[(first + column) & 3], None) for column in range(4)]
            for index, card in enumerate(trick):
                seat = SEATS[(leader + index) & 3]
                row[(seat - first) & 3] = plain_card(seat, card)
            rows.append((row[0], row[1], row[2], row[3]))
            if len(trick) == 4:
                leader = SEATS[(leader + _winner(trick, strain)) & 3]
        return cls(first, tuple(rows), ending)

    def tricks(self, strain: Strain | None) -> list[tuple[Seat, tuple[RecordedCard, ...]]]:
        """Each trick's leader and its cards in the order played, up to the first card not known.

        The second trick's leader is known only with the strain, so without one there is at most one trick.
        """
        found: list[tuple[Seat, tuple[RecordedCard, ...]]] = []
        leader: Seat | None = self.first
        for row in self.rows:
            for entry in row:
                if entry.out_of_turn:
                    leader = entry.seat
            if leader is None:
                break
            column = leader - self.first
            turn = [row[(column + index) & 3] for index in range(4)]
            cards = [entry.card for entry in turn]
            known = cards.index(None) if None in cards else 4
            if known:
                found.append((leader, tuple(turn[:known])))
            if known < 4:
                break
            played = [card for card in cards if card is not None]
            leader = None if strain is None else SEATS[(leader + _winner(played, strain)) & 3]
        return found

    def in_order(self, strain: Strain | None) -> tuple[Card, ...]:
        """The cards in the order played, up to the first one not known."""
        return tuple(entry.card for _, trick in self.tricks(strain) for entry in trick if entry.card is not None)

    def tricks_won(self, strain: Strain) -> tuple[int, int]:
        """The finished tricks won by North-South and by East-West."""
        won = [0, 0]
        for leader, trick in self.tricks(strain):
            if len(trick) == 4:
                cards = [entry.card for entry in trick if entry.card is not None]
                won[(leader + _winner(cards, strain)) & 1] += 1
        return (won[0], won[1])

    @property
    def is_empty(self) -> bool:
        """Whether no card is given."""
        return not any(entry.card is not None for row in self.rows for entry in row)


def _winner(trick: Sequence[Card], strain: Strain) -> int:
    """The index of the winning card of a trick given from its leader on."""
    table = bridge_strengths(strain)[trick[0].suit]
    return max(range(len(trick)), key=lambda index: table[trick[index]])
