"""A defender's lead after the opening lead: every suit is given a worth, the best one is led.

What counts: winners that beat the contract now, partner's suit, leading through strength and up to weakness,
sequences, a ruff for partner; against it: suits dummy or declarer would ruff, leading away from honours.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.core.cards import CARDS, SUITS, Card, Suit
from bridgelang.play.view import View
from bridgelang.players.holdings import (
    ACE,
    HONOURS,
    JACK,
    NINE,
    QUEEN,
    TEN,
    low,
    masters,
    nth,
    sequence,
    top,
)
from bridgelang.players.opening import suits_bid


class _Situation:
    """What the leader knows that does not depend on the suit; sets of suits are bit masks, clubs first."""

    def __init__(self, view: View) -> None:
        self.hand = view.hand
        self.dummy = view.known[view.dummy] or 0
        self.unseen = view.unseen
        self.trumps = view.contract.strain.suit
        led_by_partner, self.own_suit = _first_leads(view)
        self.partner_suits = led_by_partner | suits_bid(view.auction, view.seat.partner)
        self.through = view.seat.lho == view.dummy
        self.declarer_out = view.shown_out(view.declarer)
        self.partner_out = view.shown_out(view.seat.partner)
        self.needed = view.tricks_needed
        trumps = self.trumps
        self.dummy_ruffs = trumps is not None and bool(self.dummy >> 13 * trumps & 0x1FFF)
        trumps_out = trumps is not None and bool(self.unseen >> 13 * trumps & 0x1FFF)
        self.declarer_ruffs = trumps is not None and trumps_out and not self.declarer_out >> trumps & 1
        self.partner_ruffs = trumps is not None and trumps_out and not self.partner_out >> trumps & 1


class _Suit:
    """A suit that might be led: holdings of 13 bits, the leader's own, dummy's and all that he does not hold."""

    def __init__(self, at: _Situation, suit: Suit, mine: int) -> None:
        self.suit = suit
        self.mine = mine
        self.dummys = at.dummy >> 13 * suit & 0x1FFF
        self.others = self.dummys | at.unseen >> 13 * suit & 0x1FFF
        self.winners = masters(mine, self.others)
        self.length = mine.bit_count()
        self.high = top(mine)
        self.run = sequence(mine, self.high)
        self.is_trumps = suit is at.trumps
        self.is_partners = bool(at.partner_suits >> suit & 1)
        self.dummy_ruffs = at.dummy_ruffs and not self.is_trumps and not self.dummys
        self.declarer_ruffs = at.declarer_ruffs and not self.is_trumps and bool(at.declarer_out >> suit & 1)

    @property
    def is_ruffed(self) -> bool:
        """Will dummy or declarer ruff it?"""
        return self.dummy_ruffs or self.declarer_ruffs


def defenders_lead(view: View) -> Card:
    """The card to lead with dummy in sight."""
    at = _Situation(view)
    best, chosen = -99.0, 0
    for suit in SUITS:
        mine = at.hand >> 13 * suit & 0x1FFF
        if not mine:
            continue
        lead = _Suit(at, suit, mine)
        worth = _worth(at, lead)
        if worth > best:
            best = worth
            chosen = 13 * suit + _card(mine, lead.others, lead.winners, lead.is_partners, lead.is_trumps)
    return CARDS[chosen]


def _worth(at: _Situation, lead: _Suit) -> float:
    """How good it is to lead the suit."""
    worth = 0.15 * lead.length
    for part in (*_ruffs(at, lead), *_honours(at, lead), *_known_suits(at, lead), *_dummys_strength(at, lead)):
        worth += part
    if lead.is_trumps:
        worth += -1.6 if lead.high >= QUEEN and not lead.winners else -0.4
    return worth


def _ruffs(at: _Situation, lead: _Suit) -> Iterator[float]:
    """Who ruffs: dummy or declarer is bad, partner good."""
    if lead.dummy_ruffs:
        yield -2.5
    if lead.declarer_ruffs:
        yield -2.0
    if at.partner_ruffs and not lead.is_trumps and at.partner_out >> lead.suit & 1:
        yield 0.5 if lead.is_ruffed else 3.5


def _honours(at: _Situation, lead: _Suit) -> Iterator[float]:
    """Winners, sequences, and honours that one would lead away from."""
    if lead.winners and not lead.is_ruffed:
        yield _winners_worth(at, lead)
    elif lead.high >= JACK and lead.run >= 2:
        yield 1.0 + 0.3 * (lead.run >= 3)
    elif lead.high >= QUEEN:
        yield -((0.8 if at.trumps is None else 1.4) if lead.high == ACE else 0.7)
        if at.trumps is None and lead.length >= 4:
            yield 0.9


def _winners_worth(at: _Situation, lead: _Suit) -> float:
    """Winners to cash: everything when they beat the contract."""
    count = lead.winners.bit_count()
    all_good = lead.winners == lead.mine
    run = count if lead.length > lead.others.bit_count() // 2 else min(count, 2)
    if at.trumps is None and lead.others and all_good:
        run = count
    if run >= at.needed > 0:
        return 50.0
    if at.trumps is None:
        return 0.8 * run if all_good or lead.length >= 4 else -0.3
    return 1.2 if count >= 2 else 0.2


def _known_suits(at: _Situation, lead: _Suit) -> Iterator[float]:
    """Partner's suit, and at notrump the one led oneself before."""
    if lead.is_partners:
        yield 1.6
    if at.own_suit == lead.suit and at.trumps is None:
        yield 1.2


def _dummys_strength(at: _Situation, lead: _Suit) -> Iterator[float]:
    """Through dummy's strength, up to its weakness."""
    if not lead.dummys:
        return
    strength = (lead.dummys & HONOURS).bit_count()
    if at.through:
        good = 0.7 if 0 < strength < 3 and top(lead.dummys) != ACE else 0.3 * (strength == 1)
        yield good - 1.2 * (strength >= 3)
    else:
        yield 1.0 if top(lead.dummys) < JACK else -0.5 * strength


def _card(mine: int, others: int, winners: int, partners: bool, trumps: bool) -> int:
    """The card of the suit that was chosen."""
    high = top(mine)
    if winners or not others:
        return high
    if high >= NINE and sequence(mine, high) >= 2 and not trumps:
        return high
    length = mine.bit_count()
    if partners and length == 2:
        return high
    if high >= TEN:
        return nth(mine, 4) if length >= 4 else low(mine)
    return low(mine) if trumps or length > 3 else high


def _first_leads(view: View) -> tuple[int, int]:
    """The suits partner has led, as a bit mask, and the suit one led oneself first (-1 for none)."""
    partner_suits, own = 0, -1
    trumps = view.contract.strain.suit
    for leader, cards, _ in view.tricks:
        suit = cards[0].suit
        if suit is trumps:
            continue
        if leader is view.seat.partner:
            partner_suits |= 1 << suit
        elif leader is view.seat and own < 0:
            own = int(suit)
    return partner_suits, own
