"""Which card is meant: complete and incomplete designations of a card (Law 46)."""

from __future__ import annotations

from bridgelang.core.cards import CARDS, Card, Rank, Suit
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.play.games import bridge_strengths
from bridgelang.play.state import SUIT_MASKS, PlayState, cards_of

HIGH = {"high", "highest", "top"}
LOW = {"low", "lowest", "small", "duck"}
WIN = {"win", "take", "cover"}
ANY = {"any", "anything", "whatever"}


def designate(text: str, state: PlayState) -> Card:
    """The card a player means, of the hand that is to play.

    A suit and a rank name it; ``high`` and ``low`` are of the suit led (Law 46B1), ``win`` is the lowest card
    known to win (46B1(b)), a suit alone is its lowest card (46B2), a rank alone when leading goes on with the
    suit that has just won, otherwise it is the one legal card of that rank (46B3).

    >>> from bridgelang.core.contracts import Contract
    >>> from bridgelang.core.deals import Deal
    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> state = PlayState.start(deal, Contract.parse("7NT by S")).play(Card.parse("S2"))
    >>> [str(designate(word, state)) for word in ("SQ", "high", "win", "spade", "king")]
    ['SQ', 'SA', 'SJ', 'SJ', 'SK']

    Raises :class:`NotationError` for words that name no card of the hand, or more than one, and
    :class:`IllegalAction` when the choice passes to the other side (46B5) or there is no such legal card.
    """
    word = text.strip().lower()
    legal = state.legal_mask
    if not legal:
        raise IllegalAction("all the cards have been played", "Law 44")
    if word in ANY:
        raise IllegalAction(f"`{text}` names no card: either opponent may choose it", "Law 46B5")
    if word in HIGH | LOW | WIN:
        return _of_the_suit_led(word, state, text)
    try:
        return Card.parse(word)
    except NotationError:
        pass
    try:
        return _lowest(legal & SUIT_MASKS[Suit.parse(word)], text)
    except NotationError:
        pass
    try:
        rank = Rank.parse(word)
    except NotationError:
        raise NotationError(f"`{text}` names no card: write a suit and a rank, such as SA or H10", text) from None
    return _of_rank(rank, state, text)


def _of_the_suit_led(word: str, state: PlayState, text: str) -> Card:
    if not state.trick:
        raise NotationError(f"`{text}` needs a suit when leading", text)
    led = state.trick[0].suit
    follow = state.legal_mask & SUIT_MASKS[led]
    if word in WIN:
        table = bridge_strengths(state.contract.strain)[led]
        best = max(table[card] for card in state.trick)
        winning = [card for card in cards_of(state.legal_mask) if table[card] > best]
        if not winning:
            raise IllegalAction("no card of the hand wins this trick", "Law 46B1(b)")
        return min(winning, key=lambda card: (card.suit is not led, card.rank))
    if not follow:
        raise NotationError(f"`{text}` is not clear: the hand has no {led.name_lower}", text)
    return cards_of(follow)[0 if word in HIGH else -1]


def _lowest(mask: int, text: str) -> Card:
    if not mask:
        raise IllegalAction(f"the hand has no legal card that `{text}` could mean", "Law 46B4")
    return CARDS[(mask & -mask).bit_length() - 1]


def _of_rank(rank: Rank, state: PlayState, text: str) -> Card:
    cards = [card for card in cards_of(state.legal_mask) if card.rank is rank]
    if not state.trick and state.tricks:
        last = state.tricks[-1]
        suit = last.by_seat(last.winner).suit
        same = [card for card in cards if card.suit is suit]
        cards = same or cards
    if not cards:
        raise IllegalAction(f"the hand has no legal {rank.name_lower}", "Law 46B4")
    if len(cards) > 1:
        named = " or ".join(map(str, cards))
        raise NotationError(f"`{text}` could be {named}: say which", text)
    return cards[0]
