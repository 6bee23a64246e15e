"""Playing to a trick that somebody else has led: second hand low, third hand high, ruffs, discards.

All holdings are of the suit led unless another is named. ``out`` are the cards of a suit in the hands the
player does not see; for declarer both are opponents, for a defender they are declarer and partner.
"""

from __future__ import annotations

from bridgelang.core.cards import CARDS, Card
from bridgelang.play.games import bridge_strengths
from bridgelang.play.view import View
from bridgelang.players.discards import discard
from bridgelang.players.holdings import (
    ACE,
    JACK,
    KING,
    QUEEN,
    TEN,
    above,
    low,
    lowest_equal,
    masters,
    top,
)


def follow(view: View) -> Card:
    """The card to play to the trick in progress."""
    trick = view.trick
    led = trick[0].suit
    mine = view.hand >> 13 * led & 0x1FFF
    place = winning_place(view)
    best = trick[place]
    with_us = not (len(trick) - place) & 1
    if not mine:
        return _void(view, best, with_us)
    if best.suit is not led:  # ruffed already: nothing to win
        return CARDS[13 * led + low(mine)]
    rank = _LATER[len(trick)](view, mine, int(best.rank), with_us)
    return CARDS[13 * led + rank]


def winning_place(view: View) -> int:
    """The place of the card that is winning the trick in progress."""
    trick = view.trick
    if len(trick) == 1:
        return 0
    table = bridge_strengths(view.contract.strain)[trick[0].suit]
    if len(trick) == 2:
        return int(table[trick[1]] > table[trick[0]])
    strengths = [table[card] for card in trick]
    return strengths.index(max(strengths))


def _fourth(view: View, mine: int, best: int, with_us: bool) -> int:
    """Last to play: win as cheaply as possible what partner does not win."""
    winning = above(mine, best)
    if with_us or not winning:
        return low(mine)
    return low(winning)


def _third(view: View, mine: int, best: int, with_us: bool) -> int:
    """Partner led. Third hand high, but no higher than needed, and not over a card that holds."""
    led = view.trick[0].suit
    winning = above(mine, best)
    if not winning:
        return low(mine)
    out = view.unseen >> 13 * led & 0x1FFF
    last = view.known[view.turn.lho]
    if last is not None:  # a defender, and dummy plays after him
        threat = last >> 13 * led & 0x1FFF
        if with_us and top(threat) < best:
            return low(mine)
        over = above(winning, top(threat))
        if over:
            return low(over)
        if with_us:
            return low(mine)
        return low(winning)
    shown = view.shown_out(view.turn.lho) >> led & 1
    if with_us and (shown or not above(out, best)):
        return low(mine)
    if shown:
        return low(winning)
    if view.is_declarer:
        return _finesse(mine, winning, best, with_us, out)
    # a defender after dummy: what dummy still holds cannot hurt any more
    if with_us and best >= TEN and top(mine) - best <= 2:
        return low(mine)
    high = top(mine)
    card = lowest_equal(mine, high, out)
    return card if card > best else low(winning)


def _finesse(mine: int, winning: int, best: int, with_us: bool, out: int) -> int:
    """Declarer's third hand: finesse against one missing honour, or play from the top when it is likely to
    drop.
    """
    higher = above(out, best)
    if not higher:
        return low(mine) if with_us else low(winning)
    high = top(mine)
    for rank in sorted(_ranks(winning)):
        missing = above(out, rank).bit_count()
        if missing == 0:
            return rank
        if missing == 1 and high > top(out):
            honour = top(above(out, rank))
            drop = out.bit_count() <= {KING: 2, QUEEN: 4, JACK: 6}.get(honour, 8)
            if drop:
                return lowest_equal(mine, high, out)
            return rank
    if with_us and best >= TEN:
        return low(mine)  # an honour led for a finesse, let it run
    return lowest_equal(mine, high, out)


def _ranks(holding: int) -> list[int]:
    return [rank for rank in range(13) if holding >> rank & 1]


def _second(view: View, mine: int, best: int, with_us: bool) -> int:
    """Second hand low, but cover an honour when that may gain, and take what sets or makes the contract."""
    led = view.trick[0].suit
    out = view.unseen >> 13 * led & 0x1FFF
    if view.is_declarer:
        return _second_declarer(view, mine, best, out)
    winning = above(mine, best)
    if not winning:
        return low(mine)
    dummy = view.known[view.dummy] or 0
    table = dummy >> 13 * led & 0x1FFF
    dummy_led = view.leader is view.dummy
    high = top(mine)
    master = high > top(out) and high > top(table)
    if master and view.tricks_needed == 1:
        return high  # this trick beats the contract
    trumps = view.contract.strain.suit
    if master and dummy_led and not table and trumps is not None and led is not trumps:
        return lowest_equal(mine, high, out)  # dummy's singleton: there will be no second chance
    if best >= TEN:
        return _cover(mine, winning, best, table, out, dummy_led)
    below = lowest_equal(mine, high, out | table)
    if JACK <= below < high and mine.bit_count() <= 3 and not (table >> high and not dummy_led):
        return below  # split touching honours
    return low(mine)


def _cover(mine: int, winning: int, best: int, table: int, out: int, dummy_led: bool) -> int:
    """An honour has been led: cover it if that may promote something."""
    cover = low(winning)
    if dummy_led:
        if table >> best - 1 & 1:
            return low(mine)  # more of the sequence is in dummy: cover the last one
        if top(mine) == ACE and best <= JACK and not mine >> KING & 1:
            return low(mine)
        return cover
    if top(table) > top(mine):  # through dummy's tenace
        return cover if mine.bit_count() <= 3 or mine >> best - 1 & 1 else low(mine)
    if top(mine) == ACE:
        return ACE
    return low(mine)


def _second_declarer(view: View, mine: int, best: int, out: int) -> int:
    """Declarer's side in second seat, with fourth hand in sight."""
    led = view.trick[0].suit
    fourth = (view.known[view.turn.partner] or 0) >> 13 * led & 0x1FFF
    winning = above(mine, best)
    if not winning:
        return low(mine)
    high = top(mine)
    if high < top(out):
        # an honour that will be caught anyway is worth trying when its hand is short
        if mine.bit_count() == 2 and high >= QUEEN and best < high and top(fourth) < top(out):
            return high
        return low(mine)
    if top(fourth) > top(out) and fourth.bit_count() > 1:
        return low(mine)
    if _hold_up(view, mine, fourth, out):
        return low(mine)
    return low(masters(mine, out))


def _hold_up(view: View, mine: int, fourth: int, out: int) -> bool:
    """At notrump, keep the only stopper while the other side has a long suit to cut off."""
    if view.contract.strain.suit is not None or view.tricks_needed <= 1:
        return False
    stoppers = masters(mine | fourth, out)
    if stoppers.bit_count() != 1 or (mine | fourth).bit_count() < 2:
        return False
    lost = len(view.tricks) - view.declarer_tricks
    spare = 13 - view.contract.tricks_needed - lost
    return out.bit_count() >= 5 and spare >= 2 and lost < 2


def _void(view: View, best: Card, with_us: bool) -> Card:
    """No card of the suit led: ruff if that is useful, otherwise discard."""
    trumps = view.contract.strain.suit
    trick = view.trick
    if trumps is None or not view.hand >> 13 * trumps & 0x1FFF:
        return discard(view)
    mine = view.hand >> 13 * trumps & 0x1FFF
    led = trick[0].suit
    if with_us and (len(trick) == 3 or _holds(view, best)):
        return discard(view)
    winning = above(mine, best.rank) if best.suit is trumps else mine
    if not winning:
        return discard(view)
    if len(trick) < 3 and view.shown_out(view.turn.lho) >> led & 1 and not with_us:
        over = view.unseen >> 13 * trumps & 0x1FFF
        if view.known[view.turn.lho] is None and above(winning, top(over)):
            return CARDS[13 * trumps + low(above(winning, top(over)))]  # or it would be overruffed
    if len(trick) == 1 and not view.is_declarer and _losing(view, best):
        return discard(view)  # second hand need not ruff a loser
    return CARDS[13 * trumps + low(winning)]


def _holds(view: View, best: Card) -> bool:
    """Will partner's card win the trick, as far as one can see?"""
    lho = view.turn.lho
    last = view.known[lho]
    suit, trumps = best.suit, view.contract.strain.suit
    if last is not None:
        if above(last >> 13 * suit & 0x1FFF, best.rank):
            return False
        led = view.trick[0].suit
        no_ruff = trumps is None or suit is trumps or not last >> 13 * trumps & 0x1FFF
        return no_ruff or bool(last >> 13 * led & 0x1FFF)
    return not above(view.unseen >> 13 * suit & 0x1FFF, best.rank) and not view.shown_out(lho) >> suit & 1


def _losing(view: View, best: Card) -> bool:
    """A low card has been led through a void, and dummy cannot win it: partner may."""
    suit = best.suit
    dummy = (view.known[view.dummy] or 0) >> 13 * suit & 0x1FFF
    hidden = view.unseen >> 13 * suit & 0x1FFF
    return best.rank < TEN and view.leader is view.declarer and top(dummy) < top(hidden)


_LATER = {1: _second, 2: _third, 3: _fourth}
