"""Which card to throw away: the one that costs least."""

from __future__ import annotations

from bridgelang.core.cards import CARDS, Card
from bridgelang.play.view import View
from bridgelang.players.holdings import QUEEN, TEN, low, masters, top


def discard(view: View) -> Card:
    """The cheapest card to throw from the hand to play: a trump only when there is nothing else.

    Kept are winners, guards (a king with one card, a queen with two …) and length against a long suit in
    dummy, or in declarer's sight partner's length.
    """
    hand, unseen = view.hand, view.unseen
    trumps = view.contract.strain.suit
    across = view.known[view.turn.partner]
    dummy = view.known[view.dummy] or 0
    best, chosen = 999.0, low(hand)
    for suit in range(4):
        mine = hand >> 13 * suit & 0x1FFF
        if not mine:
            continue
        out = unseen >> 13 * suit & 0x1FFF
        length, rank = mine.bit_count(), low(mine)
        cost = 0.3 * rank - 0.4 * length
        if suit == trumps:
            cost += 40.0
        if view.is_declarer:
            cost += _declarers_cost(mine, (across or 0) >> 13 * suit & 0x1FFF, out)
        else:
            cost += _defenders_cost(mine, dummy >> 13 * suit & 0x1FFF, out)
        if cost < best:
            best, chosen = cost, 13 * suit + rank
    return CARDS[chosen]


def _declarers_cost(mine: int, other: int, out: int) -> float:
    if not out:
        return 12.0 if top(mine) > top(other) or mine.bit_count() > other.bit_count() else 0.0
    winners = masters(mine | other, out)
    if low(mine) > top(out):
        return 14.0
    if mine.bit_count() > max(out.bit_count(), other.bit_count()) // 2 and winners and mine.bit_count() >= 4:
        return 4.0  # a suit that may still come in
    if not winners and other.bit_count() + mine.bit_count() < 4:
        return -2.0
    return 0.0


def _defenders_cost(mine: int, table: int, out: int) -> float:
    others = table | out
    if not others:
        return 12.0
    if low(mine) > top(others):
        return 14.0
    cost = 0.0
    high, length = top(mine), mine.bit_count()
    if masters(mine, others) and length <= 2:
        cost += 3.0
    higher = (others >> high + 1).bit_count()
    if 0 < higher <= 3 and high >= TEN and length == higher + 1:
        cost += 6.0  # the guard of an honour
    if table.bit_count() >= length and table.bit_count() >= 3 and top(mine) >= QUEEN - 2:
        cost += 4.0 if table.bit_count() == length else 1.0  # as long as dummy
    return cost
