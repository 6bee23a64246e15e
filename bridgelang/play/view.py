"""What one player may see of the play, the protocol of players, and the loop that lets four of them play.

A player gets a :class:`View`, not the state: his own hand, dummy's once it is down, the auction and every
card played. Only a player that declares ``sees_all`` is also handed the whole state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bridgelang.core.auctions import Auction
from bridgelang.core.cards import Card
from bridgelang.core.contracts import Contract
from bridgelang.core.seats import Seat
from bridgelang.errors import IllegalAction
from bridgelang.play.state import SUIT_MASKS, PlayState, Trick, cards_of


class View:
    """The play as the player who is to choose a card sees it.

    ``seat`` is the player, ``turn`` the seat whose card he chooses (dummy's too, for declarer). ``hand`` is
    the mask of what ``turn`` still holds; ``known`` the four seats' hands where he sees them, None where not.
    ``unseen`` are the cards in the hands he does not see, ``legal_mask`` the cards he may choose. The rest is
    public: ``contract``,
    ``auction``, ``trick`` in progress with its ``leader``, finished ``tricks``, ``declarer_tricks``.

    >>> from bridgelang.core.deals import Deal
    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> state = PlayState.start(deal, Contract.parse("7NT by N"))
    >>> [mask is not None for mask in View(state).known]              # the opening leader sees his own hand
    [False, True, False, False]
    >>> view = View(state.play(Card.parse("ST")))
    >>> view.seat, view.turn, [mask is not None for mask in view.known]
    (<Seat.NORTH: 0>, <Seat.SOUTH: 2>, [True, False, True, False])
    """

    __slots__ = (
        "auction",
        "contract",
        "declarer",
        "declarer_tricks",
        "dummy",
        "everything",
        "hand",
        "known",
        "leader",
        "legal_mask",
        "seat",
        "trick",
        "tricks",
        "turn",
        "unseen",
    )

    seat: Seat
    turn: Seat
    hand: int
    known: tuple[int | None, ...]
    unseen: int
    legal_mask: int
    contract: Contract
    auction: Auction | None
    declarer: Seat
    dummy: Seat
    leader: Seat
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    declarer_tricks: int
    everything: PlayState | None

    def __init__(self, state: PlayState, sees_all: bool = False) -> None:
        turn = state.turn
        if turn is None:
            raise IllegalAction("the play is over: nobody is to choose a card", "Law 44")
        self.turn = turn
        contract = self.contract = state.contract
        declarer = self.declarer = contract.declarer
        dummy = self.dummy = declarer.partner
        seat = self.seat = declarer if turn is dummy else turn
        hands = state.hands
        self.hand = hand = hands[turn]
        trick = self.trick = state.trick
        self.auction = state.auction
        self.leader = state.leader
        self.tricks = state.tricks
        self.declarer_tricks = state.declarer_tricks
        self.everything = state if sees_all else None
        self.legal_mask = (hand & SUIT_MASKS[trick[0].suit] or hand) if trick else hand
        dummy_down = bool(trick or state.tricks)
        unseen = 0
        known: list[int | None] = [None, None, None, None]
        for place in (0, 1, 2, 3):
            mask = hands[place]
            if place == seat or (dummy_down and place == dummy):
                known[place] = mask
            else:
                unseen |= mask
        self.known = tuple(known)
        self.unseen = unseen

    @property
    def is_declarer(self) -> bool:
        """Is the player the declarer (and so plays both hands)?"""
        return self.seat == self.declarer

    @property
    def tricks_needed(self) -> int:
        """How many more tricks the player's side needs to make, or to defeat, the contract; 0 or less when
        done.
        """
        needed = self.contract.tricks_needed
        if self.seat == self.declarer:
            return needed - self.declarer_tricks
        return 14 - needed - (len(self.tricks) - self.declarer_tricks)

    def legal_cards(self) -> tuple[Card, ...]:
        """The cards he may choose, spades first, each suit from high to low."""
        return cards_of(self.legal_mask)

    def shown_out(self, seat: int) -> int:
        """The suits a seat has failed to follow to, as a bit mask of suits (1 << suit); its hand is void in
        them.
        """
        mask = 0
        for leader, cards, _ in self.tricks:
            card, led = cards[(seat - leader) & 3], cards[0]
            if card.suit is not led.suit:
                mask |= 1 << led.suit
        place = (seat - self.leader) & 3
        if self.trick and place < len(self.trick) and self.trick[place].suit is not self.trick[0].suit:
            mask |= 1 << self.trick[0].suit
        return mask


class Player(Protocol):
    """Somebody who plays cards. ``sees_all`` players find the whole state in :attr:`View.everything`."""

    @property
    def name(self) -> str:
        """What reports call the player."""
        ...

    @property
    def sees_all(self) -> bool:
        """Is this a player that is shown all four hands?"""
        ...

    def choose(self, view: View) -> Card:
        """The card to play, one of ``view.legal_mask``."""
        ...


def play_out(state: PlayState, players: Sequence[Player]) -> PlayState:
    """The state after four players (north first) have played the rest of the cards.

    Declarer's player chooses dummy's cards. Raises :class:`IllegalAction` when a player chooses a card that
    may not be played.
    """
    declarer = state.contract.declarer
    choosers = [players[declarer] if seat == declarer.partner else players[seat] for seat in range(4)]
    while state.turn is not None:
        player = choosers[state.turn]
        state = state.play(player.choose(View(state, player.sees_all)))
    return state
