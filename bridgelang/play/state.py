"""The play of the cards: whose turn, what may be played, who wins each trick (Laws 41, 44, 45).

A state never changes: :meth:`PlayState.play` gives a new one and keeps the old as ``previous``, so taking
back is free. Encodings: hands are 52-bit masks (bit = card number) indexed by seat; ``trick`` holds the cards
of the trick in progress in the order played, which is empty between tricks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bridgelang.core.auctions import Auction
from bridgelang.core.cards import CARDS, Card, Suit, holding_text
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, Seat, Side
from bridgelang.errors import IllegalAction
from bridgelang.play.games import bridge_strengths

SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in range(4))
"""The cards of each suit in a 52-bit mask, clubs first."""

Masks = tuple[int, int, int, int]


class Trick(NamedTuple):
    """A finished trick: who led, the four cards in the order played, who won."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    def by_seat(self, seat: Seat) -> Card:
        """The card this seat played.

        >>> trick = Trick(Seat.WEST, tuple(Card.parse(c) for c in "H2 H3 H4 H5".split()), Seat.SOUTH)
        >>> str(trick.by_seat(Seat.NORTH))
        'H3'
        """
        return self.cards[(seat - self.leader) & 3]

    def __str__(self) -> str:
        return f"{self.leader}: {' '.join(map(str, self.cards))} -> {self.winner}"


class PlayState:
    """One moment of the play; immutable.

    ``turn`` is the seat whose card is next (dummy's too), None when no cards are left; ``leader`` the seat
    that led the trick in progress, recorded with its first card, or between tricks the seat that is to lead;
    ``tricks`` the finished tricks; ``declarer_tricks`` how many of them declarer's side won; ``dealt`` the
    hands before the first card.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> state = PlayState.start(deal, Contract.parse("7NT by N"))
    >>> state.turn, state.player, len(state.legal_cards())
    (<Seat.EAST: 1>, <Seat.EAST: 1>, 13)
    >>> state = state.play(Card.parse("ST"))
    >>> state.turn, state.player                            # south is dummy, so north chooses
    (<Seat.SOUTH: 2>, <Seat.NORTH: 0>)
    >>> [str(card) for card in state.legal_cards()]
    ['S6', 'S5', 'S4', 'S3']
    >>> state.undo().play(Card.parse("ST")) == state
    True
    """

    __slots__ = (
        "_strengths",
        "auction",
        "card",
        "contract",
        "dealt",
        "declarer_tricks",
        "hands",
        "leader",
        "previous",
        "trick",
        "tricks",
        "turn",
    )

    contract: Contract
    auction: Auction | None
    dealt: Masks
    hands: Masks
    leader: Seat
    turn: Seat | None
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    declarer_tricks: int
    previous: PlayState | None
    card: Card | None  # the card that led from `previous` to here
    _strengths: tuple[tuple[int, ...], ...]

    @classmethod
    def start(cls, deal: Deal, contract: Contract, auction: Auction | None = None) -> PlayState:
        """The state before the opening lead, which declarer's left-hand opponent makes (Law 41A)."""
        north, east, south, west = deal.hands
        masks = (north.mask, east.mask, south.mask, west.mask)
        return cls.position(masks, contract, contract.declarer.lho, auction)

    @classmethod
    def position(
        cls, hands: Sequence[int], contract: Contract, leader: Seat, auction: Auction | None = None
    ) -> PlayState:
        """A state between two tricks, or an end position: four masks of equal size, and who is to lead.

        Raises ``ValueError`` when the hands differ in size or share a card.
        """
        north, east, south, west = hands
        if len({mask.bit_count() for mask in hands}) != 1:
            raise ValueError("the four hands of a position have equally many cards")
        if (north | east | south | west).bit_count() != 4 * north.bit_count():
            raise ValueError("two hands of the position share a card")
        state = cls.__new__(cls)
        state.contract = contract
        state.auction = auction
        state.dealt = state.hands = (north, east, south, west)
        state.leader = SEATS[leader]
        state.turn = SEATS[leader] if north else None
        state.trick = state.tricks = ()
        state.declarer_tricks = 0
        state.previous = state.card = None
        state._strengths = bridge_strengths(contract.strain)
        return state

    def play(self, card: Card) -> PlayState:
        """The state after the player to play plays this card.

        Raises :class:`IllegalAction` when the play is over, the card is not in the hand, or it does not
        follow suit.
        """
        turn = self.turn
        if turn is None:
            raise IllegalAction(f"{card} cannot be played: all the cards have been played", "Law 44")
        hand = self.hands[turn]
        trick = self.trick
        if not hand >> card & 1 or (trick and card.suit is not trick[0].suit and hand & SUIT_MASKS[trick[0].suit]):
            raise self._refusal(card)
        return self.play_unchecked(card)

    def play_unchecked(self, card: Card) -> PlayState:
        """As :meth:`play` for a card known to be in the hand to play; following suit is not checked.

        For players whose choices are legal by construction, and for tables where irregularities happen.
        """
        turn = self.turn
        hands = self.hands
        trick = self.trick
        after = _new(PlayState)
        after.contract = contract = self.contract
        after.auction = self.auction
        after.dealt = self.dealt
        after._strengths = self._strengths
        after.previous = self
        after.card = card
        north, east, south, west = hands
        if turn == 0:
            after.hands = (north ^ 1 << card, east, south, west)
        elif turn == 1:
            after.hands = (north, east ^ 1 << card, south, west)
        elif turn == 2:
            after.hands = (north, east, south ^ 1 << card, west)
        else:
            after.hands = (north, east, south, west ^ 1 << card)
        if not trick:
            after.leader = turn  # type: ignore[assignment]  # the first card of a trick says who led it
        else:
            after.leader = self.leader
        cards = (*trick, card)
        if len(cards) < 4:
            after.trick = cards
            after.tricks = self.tricks
            after.declarer_tricks = self.declarer_tricks
            after.turn = turn.lho  # type: ignore[union-attr]
            return after
        table = self._strengths[cards[0].suit]
        best, place = table[cards[0]], 0
        for index in (1, 2, 3):
            strength = table[cards[index]]
            if strength > best:
                best, place = strength, index
        leader = after.leader
        winner = SEATS[(leader + place) & 3]
        after.trick = ()
        after.tricks = (*self.tricks, Trick(leader, cards, winner))
        after.declarer_tricks = self.declarer_tricks + (not (winner ^ contract.declarer) & 1)
        after.leader = winner
        after.turn = winner if after.hands[winner] else None
        return after

    def with_turn(self, seat: Seat) -> PlayState:
        """The same state with another seat to lead: after a lead out of turn is accepted (Law 53).

        Raises :class:`IllegalAction` in the middle of a trick or when the play is over.
        """
        if self.trick or self.turn is None:
            raise IllegalAction("who plays next can only change between two tricks", "Law 53")
        after = _new(PlayState)
        for name in PlayState.__slots__:
            setattr(after, name, getattr(self, name))
        after.turn = after.leader = SEATS[seat]
        return after

    def undo(self) -> PlayState:
        """The state before the last card; raises :class:`IllegalAction` when none has been played."""
        if self.previous is None:
            raise IllegalAction("no card has been played that could be taken back")
        return self.previous

    @property
    def is_over(self) -> bool:
        """Have all the cards been played?"""
        return self.turn is None

    @property
    def declarer(self) -> Seat:
        """The declarer."""
        return self.contract.declarer

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self.contract.declarer.partner

    @property
    def player(self) -> Seat | None:
        """Who chooses the next card: declarer for dummy's (Law 45B), otherwise the seat whose turn it is."""
        turn = self.turn
        return self.contract.declarer if turn == self.contract.declarer.partner else turn

    @property
    def legal_mask(self) -> int:
        """The cards that may be played now as a 52-bit mask; 0 when the play is over."""
        turn = self.turn
        if turn is None:
            return 0
        hand = self.hands[turn]
        if self.trick:
            return hand & SUIT_MASKS[self.trick[0].suit] or hand
        return hand

    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that may be played now, spades first, each suit from high to low."""
        return cards_of(self.legal_mask)

    def is_legal(self, card: Card) -> bool:
        """May this card be played now?"""
        return bool(self.legal_mask >> card & 1)

    @property
    def tricks_left(self) -> int:
        """How many tricks are not finished, the one in progress included."""
        return self.hands[self.leader].bit_count() + bool(self.trick)

    @property
    def winning(self) -> Seat | None:
        """The hand whose card is winning the trick in progress; None between tricks."""
        if not self.trick:
            return None
        table = self._strengths[self.trick[0].suit]
        place = max(range(len(self.trick)), key=lambda place: table[self.trick[place]])
        return SEATS[(self.leader + place) & 3]

    def won_by(self, side: Side) -> int:
        """How many of the finished tricks this side has won."""
        if self.contract.declarer.side == side:
            return self.declarer_tricks
        return len(self.tricks) - self.declarer_tricks

    def played(self) -> tuple[Card, ...]:
        """Every card played so far, in order."""
        return tuple(card for trick in self.tricks for card in trick.cards) + self.trick

    def history(self) -> Iterator[PlayState]:
        """The states from the first to this one."""
        states = [self]
        while states[-1].previous is not None:
            states.append(states[-1].previous)
        return reversed(states)

    def holding(self, seat: Seat) -> Hand:
        """What a seat still holds."""
        return Hand.partial(self.hands[seat])

    def _key(self) -> tuple[object, ...]:
        return (self.contract, self.auction, self.dealt, self.tricks, self.trick, self.leader, self.turn)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayState):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.contract, self.hands, self.tricks, self.trick, self.turn))

    def __repr__(self) -> str:
        whose = f"{self.turn} to play" if self.turn is not None else "over"
        cards = " ".join(map(str, self.trick)) or "between tricks"
        return f"<PlayState {self.contract}: {len(self.tricks)} tricks, {cards}, {whose}>"

    def _refusal(self, card: Card) -> IllegalAction:
        """Why the card may not be played, in words; the cards a player still holds are named, they are his
        own.
        """
        turn = self.turn
        assert turn is not None
        hand = self.hands[turn]
        if not hand >> card & 1:
            if card in self.played():
                return IllegalAction(f"{card} has already been played", "Law 44")
            return IllegalAction(f"{card} is not in {turn.word}'s hand", "Law 44")
        led = self.trick[0].suit
        held = holding_text(hand >> 13 * led & 0x1FFF)
        return IllegalAction(
            f"{card} does not follow suit: {led.name_lower} were led and {turn.word} still has {held}",
            "Law 44C",
        )


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a 52-bit mask, spades first, each suit from high to low.

    >>> cards_of(0b101 | 1 << 51)
    (Card.parse('SA'), Card.parse('C4'), Card.parse('C2'))
    """
    cards = []
    while mask:
        high = mask.bit_length() - 1
        cards.append(CARDS[high])
        mask ^= 1 << high
    return tuple(cards)


def mask_of(cards: Sequence[Card]) -> int:
    """The 52-bit mask of some cards, the inverse of :func:`cards_of`."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def suit_of(mask: int, suit: Suit) -> int:
    """The cards of one suit in a 52-bit mask, as a 13-bit holding."""
    return mask >> 13 * suit & 0x1FFF


_new = object.__new__
