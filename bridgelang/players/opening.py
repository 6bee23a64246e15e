"""The opening lead, by the rules of the text books.

Against notrump: partner's suit, a sequence, fourth best from the longest suit. Against a suit: ace from
ace-king, the top of touching honours, a singleton, partner's suit, fourth best, top of a doubleton; not away
from an ace, and no suit of the other side without need.
"""

from __future__ import annotations

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.cards import CARDS, SUITS, Card, Strain
from bridgelang.core.seats import Seat
from bridgelang.play.view import View
from bridgelang.players.holdings import ACE, HONOURS, JACK, KING, QUEEN, TEN, low, nth, sequence, top

TWO_CLUBS = Call.parse("2C")


def suits_bid(auction: Auction | None, seat: Seat) -> int:
    """The suits a seat seems to have bid naturally, as a bit mask of suits.

    Without a system to ask, a suit bid counts, except an opening of two clubs and answers to partner's
    notrump, which are mostly artificial.

    >>> bin(suits_bid(Auction.parse("1H P 1NT P 2C P 2D P"), Seat.SOUTH))
    '0b10'
    """
    if auction is None:
        return 0
    suits, opened, partner_last = 0, False, None
    for index, call in enumerate(auction.calls):
        who = auction.seat_of(index)
        if who == seat.partner and call.is_bid:
            partner_last = call
        if who == seat and call.strain is not None and call.strain.suit is not None:
            answer = partner_last is not None and partner_last.strain is Strain.NOTRUMP
            if not answer and (opened or call != TWO_CLUBS):
                suits |= 1 << call.strain
        opened = opened or call.is_bid
    return suits


def opening_lead(view: View) -> Card:
    """The first lead, from the hand and the auction alone."""
    hand, trumps = view.hand, view.contract.strain.suit
    partner = suits_bid(view.auction, view.seat.partner)
    theirs = suits_bid(view.auction, view.declarer) | suits_bid(view.auction, view.dummy)
    own_trumps = hand >> 13 * trumps & 0x1FFF if trumps is not None else 0
    best, chosen = -99.0, 0
    for suit in SUITS:
        holding = hand >> 13 * suit & 0x1FFF
        if not holding:
            continue
        if trumps is None:
            worth = _notrump_worth(holding)
            rank = _notrump_card(holding, bool(partner >> suit & 1))
        elif suit is trumps:
            worth = _trump_worth(holding)
            rank = low(holding)
        else:
            worth = _side_worth(holding, own_trumps)
            rank = _side_card(holding)
        if suit is not trumps:
            worth += 3.0 * (partner >> suit & 1) - 3.0 * (theirs >> suit & 1)
        if worth > best:
            best, chosen = worth, 13 * suit + rank
    return CARDS[chosen]


def _notrump_worth(holding: int) -> float:
    length = holding.bit_count()
    high = top(holding)
    run = sequence(holding, high)
    honours = (holding & HONOURS).bit_count()
    worth = length + 0.3 * honours
    if high >= TEN and run >= 3:
        worth += 1.5
    elif high >= JACK and run == 2 and length >= 3:
        worth += 0.5
    if length < 4:
        worth -= 0.5 + 0.4 * (high >= JACK and run < 2)
    return worth


def _notrump_card(holding: int, partners: bool) -> int:
    length = holding.bit_count()
    high = top(holding)
    run = sequence(holding, high)
    if high >= TEN and (run >= 3 or (run == 2 and holding >> high - 3 & 1 and high - 3 >= 0)):
        return high  # K Q J, and K Q T
    if length >= 3 and run == 1:  # A J T, K J T, K T 9: the top of the inner sequence
        inner = nth(holding, 2)
        if inner in (TEN, JACK) and sequence(holding, inner) >= 2 and high >= KING - (inner == TEN):
            return inner
    if length >= 4 and not (partners and run >= 2):
        return nth(holding, 4)
    if length == 2 or high < TEN or run >= 2:
        return high
    return low(holding)


def _side_worth(holding: int, trumps: int) -> float:
    """A side suit against a suit contract; ``trumps`` are one's own."""
    length = holding.bit_count()
    high = top(holding)
    run = sequence(holding, high)
    if high == ACE:
        if run >= 2:
            return 4.5
        return {1: 2.5, 2: 0.6}.get(length, -1.5)
    if high >= TEN and run >= 3:
        return 4.0 if high >= QUEEN else 3.0
    if high >= JACK and run == 2 and length >= 3:
        return 3.3 if high == KING else 2.3
    if length == 1:
        short = trumps.bit_count() in (1, 2, 3) and trumps >> QUEEN == 0
        return (3.4 if short else 1.5) - 0.8 * (high >= QUEEN)
    if length == 2:
        return 1.9 if high < JACK else 0.2
    return 1.7 + 0.1 * length - {KING: 0.7, QUEEN: 0.3}.get(high, 0.0)


def _side_card(holding: int) -> int:
    length = holding.bit_count()
    high = top(holding)
    run = sequence(holding, high)
    if high == ACE or length <= 2:
        return high
    if high >= TEN and run >= 2:
        return high
    if length >= 4:
        return nth(holding, 4)
    return low(holding) if high >= TEN else high


def _trump_worth(holding: int) -> float:
    length = holding.bit_count()
    if top(holding) >= QUEEN or length == 1:
        return -1.0
    return 1.6 if length <= 3 and top(holding) < TEN else 0.5
