"""Declarer's leads, from his own hand and from dummy: draw trumps, ruff losers short, cash or establish,
finesse.

``mine`` is a suit in the hand on lead, ``opposite`` in partner's, ``out`` what the other side holds; declarer
sees both hands, so ``out`` is certain.
"""

from __future__ import annotations

from bridgelang.core.cards import CARDS, Card
from bridgelang.play.view import View
from bridgelang.players.holdings import NINE, TEN, above, from_top, low, lowest_equal, masters, top


def declarers_lead(view: View) -> Card:
    """The card to lead from the hand whose turn it is."""
    partner = view.known[view.turn.partner]
    opposite = partner or 0
    hand, unseen = view.hand, view.unseen
    trumps = view.contract.strain.suit
    suits = [(hand >> s & 0x1FFF, opposite >> s & 0x1FFF, unseen >> s & 0x1FFF) for s in (0, 13, 26, 39)]
    needed = view.tricks_needed
    sure = sum(quick_tricks(*holdings) for holdings in suits)
    if trumps is not None:
        card = _trump_plan(suits, int(trumps), needed, sure)
        if card is not None:
            return card
    if sure >= needed or not any(out for _, _, out in suits):
        card = _cash(suits, trumps)
        if card is not None:
            return card
    card = _develop(suits, trumps)
    if card is not None:
        return card
    card = _cash(suits, trumps)
    if card is not None:
        return card
    return _any_low(suits, trumps)


def quick_tricks(mine: int, opposite: int, out: int) -> int:
    """The tricks a suit yields from the top, if both hands can be reached.

    >>> quick_tricks(0b1_1000_0000_0000, 0b0_0100_0000_0001, 0b0_0010_0000_0010)      # A K opposite Q 2
    2
    """
    longest = max(mine.bit_count(), opposite.bit_count())
    both = mine | opposite
    count = masters(both, out).bit_count()
    if out.bit_count() < longest and count:  # the long cards come in when the suit is exhausted
        return longest if count >= min(out.bit_count(), longest) else min(count, longest)
    return min(count, longest)


Holdings = list[tuple[int, int, int]]


def _trump_plan(suits: Holdings, trumps: int, needed: int, sure: int) -> Card | None:
    """Ruff a loser in the short hand, or draw trumps; None when there is nothing to do about trumps."""
    mine, opposite, out = suits[trumps]
    if not mine and not opposite:
        return None
    if opposite and (opposite.bit_count() <= mine.bit_count()) and sure < needed:
        for suit in range(4):
            own, other, against = suits[suit]
            if suit != trumps and own and not other and against and masters(own, against) != own:
                return CARDS[13 * suit + low(own)]  # partner's hand ruffs
    if not out or not mine:
        return None
    best_out = top(out)
    if best_out > top(mine | opposite) and out.bit_count() <= 1:
        return None  # only their master trump is left
    return CARDS[13 * trumps + suit_card(mine, opposite, out)]


def _cash(suits: Holdings, trumps: int | None) -> Card | None:
    """A winner: from the short side first, or a low card to partner's winner; trumps last."""
    best, chosen = -99.0, None
    for suit in range(4):
        mine, opposite, out = suits[suit]
        if not mine:
            continue
        own = masters(mine, out | opposite) or masters(mine, out)
        theirs = masters(opposite, out)
        if not own and not theirs:
            continue
        worth = 0.0
        if own:
            # unblock: lead the honours of the shorter holding first
            worth = 2.0 + (mine.bit_count() < opposite.bit_count()) - 0.1 * out.bit_count()
            rank = top(mine)
            if theirs and not opposite & ~theirs and opposite.bit_count() < mine.bit_count():
                rank, worth = low(mine), worth + 0.5  # partner's bare winners are in the way
        else:
            worth = 1.0 + 0.1 * theirs.bit_count()
            rank = low(mine)
        if suit == trumps:
            worth -= 3.0
        if worth > best:
            best, chosen = worth, CARDS[13 * suit + rank]
    return chosen


def _develop(suits: Holdings, trumps: int | None) -> Card | None:
    """The suit with most tricks still to be made in it, and how to attack it."""
    best, chosen = 0.0, None
    for suit in range(4):
        mine, opposite, out = suits[suit]
        if not mine or not out or suit == trumps:
            continue
        won, lost = campaign(mine, opposite, out)
        gain = won - quick_tricks(mine, opposite, out)
        if gain <= 0:
            continue
        worth = gain - 0.6 * lost + 0.1 * won
        if worth > best:
            best, chosen = worth, CARDS[13 * suit + suit_card(mine, opposite, out)]
    return chosen


def campaign(mine: int, opposite: int, out: int) -> tuple[int, int]:
    """The tricks won and lost when a suit is played out, their cards falling two a round, the low ones first.

    >>> from bridgelang.core.cards import parse_holding
    >>> campaign(parse_holding("QJT9"), parse_holding("432"), parse_holding("AK8765"))
    (2, 2)
    """
    ours, theirs = list(from_top(mine | opposite)), list(from_top(out))
    won = lost = 0
    shorter = min(mine.bit_count(), opposite.bit_count())
    for turn in range(max(mine.bit_count(), opposite.bit_count())):
        if theirs and theirs[0] > ours[0]:
            lost += 1
            del theirs[0], theirs[-1:]
            ours.pop()
        else:
            won += 1
            del ours[0]
            del theirs[-2:]
        if turn < shorter:
            ours.pop()
    return won, lost


def _any_low(suits: Holdings, trumps: int | None) -> Card:
    """Something harmless: low from the longest plain suit, a trump when there is nothing else."""
    best, chosen = -1, 0
    for suit in range(4):
        mine, _, _ = suits[suit]
        if mine and (suit != trumps) * 20 + mine.bit_count() > best:
            best, chosen = (suit != trumps) * 20 + mine.bit_count(), 13 * suit + low(mine)
    return CARDS[chosen]


def suit_card(mine: int, opposite: int, out: int) -> int:
    """How to attack a suit from this hand: the rank to lead.

    Cash a winner, lead towards an honour or a tenace opposite, lead an honour for a finesse when it can
    afford to be covered, drive out their winner with the top of a sequence.

    >>> from bridgelang.core.cards import parse_holding
    >>> suit_card(parse_holding("JT2"), parse_holding("AQ5"), parse_holding("K9876")) == 9
    True
    >>> suit_card(parse_holding("J32"), parse_holding("AQ5"), parse_holding("KT987")) == 0
    True
    """
    if not opposite and not out:
        return top(mine)
    if not out:
        return top(mine) if mine.bit_count() <= opposite.bit_count() else low(mine)
    high, best_out = top(mine), top(out)
    if high > best_out:
        bare = opposite and opposite.bit_count() < mine.bit_count() and masters(opposite, out) == opposite
        return low(mine) if bare else high  # partner's bare winner would be crashed
    if top(opposite) > best_out:
        if high >= NINE and above(out, high).bit_count() == 1:
            support = lowest_equal(mine, high, out)
            if support != high or opposite >> high - 1 & 1:  # covered, the next card is as good
                return high
        return low(mine)
    if high >= TEN and lowest_equal(mine, high, out) != high and top(opposite) < high:
        return high
    return low(mine)
