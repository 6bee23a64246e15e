"""A defender's lead after the opening lead: every suit is given a worth, the best one is led.

What counts: winners that beat the contract now, partner's suit, leading through strength and up to weakness,
sequences, a ruff for partner; against it: suits dummy or declarer would ruff, leading away from honours.
"""

from __future__ import annotations

from bridgelang.core.cards import CARDS, SUITS, Card
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


def defenders_lead(view: View) -> Card:
    """The card to lead with dummy in sight."""
    hand = view.hand
    dummy = view.known[view.dummy] or 0
    unseen = view.unseen
    trumps = view.contract.strain.suit
    seat = view.seat
    partner_suits, own_suit = _first_leads(view)
    partner_suits |= suits_bid(view.auction, seat.partner)
    through = seat.lho == view.dummy
    declarer_out = view.shown_out(view.declarer)
    partner_out = view.shown_out(seat.partner)
    dummy_trumps = trumps is not None and dummy >> 13 * trumps & 0x1FFF
    hidden_trumps = unseen >> 13 * trumps & 0x1FFF if trumps is not None else 0
    needed = view.tricks_needed
    best, chosen = -99.0, 0
    for suit in SUITS:
        mine = hand >> 13 * suit & 0x1FFF
        if not mine:
            continue
        table = dummy >> 13 * suit & 0x1FFF
        hidden = unseen >> 13 * suit & 0x1FFF
        others = table | hidden
        winners = masters(mine, others)
        length = mine.bit_count()
        high = top(mine)
        run = sequence(mine, high)
        ruffed = False
        worth = 0.15 * length
        if trumps is not None and suit is not trumps:
            if not table and dummy_trumps:
                worth -= 2.5
                ruffed = True
            if declarer_out >> suit & 1 and hidden_trumps and not view.shown_out(view.declarer) >> trumps & 1:
                worth -= 2.0
                ruffed = True
            if partner_out >> suit & 1 and hidden_trumps and not partner_out >> trumps & 1:
                worth += 3.5 if not ruffed else 0.5
        if winners and not ruffed:
            count = winners.bit_count() if length > others.bit_count() // 2 else min(winners.bit_count(), 2)
            if trumps is None and others and winners == mine:
                count = winners.bit_count()
            if count >= needed > 0:
                worth += 50.0
            elif trumps is None:
                worth += 0.8 * count if winners == mine or length >= 4 else -0.3
            else:
                worth += 1.2 if winners.bit_count() >= 2 else 0.2
        elif high >= JACK and run >= 2:
            worth += 1.0 + 0.3 * (run >= 3)
        elif high >= QUEEN:
            worth -= (0.8 if trumps is None else 1.4) if high == ACE else 0.7
            if trumps is None and length >= 4:
                worth += 0.9
        if partner_suits >> suit & 1:
            worth += 1.6
        if own_suit == suit and trumps is None:
            worth += 1.2
        strength = (table & HONOURS).bit_count()
        if table and through:
            worth += (0.7 if 0 < strength < 3 and top(table) != ACE else 0.3 * (strength == 1)) - 1.2 * (strength >= 3)
        elif table:
            worth += 1.0 if top(table) < JACK else -0.5 * strength
        if suit is trumps:
            worth += -1.6 if high >= QUEEN and not winners else -0.4
        if worth > best:
            best = worth
            rank = _card(mine, others, winners, bool(partner_suits >> suit & 1), suit is trumps)
            chosen = 13 * suit + rank
    return CARDS[chosen]


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
