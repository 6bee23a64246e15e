"""Trick-taking games as one-line compositions: bridge, Hearts, Skat, Doppelkopf.

A :class:`TrickGame` is two functions: the *effective suit* of a card (the suit it belongs to when suit must
be followed; a Skat jack is a trump whatever is printed on it) and, given the effective suit that was led, the
comparison of the cards of a trick. Cards that neither follow nor trump stand in no order: comparing two of them gives
:data:`bridgelang.play.ordering.INCOMPARABLE`, and the winner is found all the same, since the card led can be compared
with every other. The bridge engine uses the same composition in its fast form,
:func:`bridge_strengths`.

Effective suits are the printed suits 0..3 (clubs, diamonds, hearts, spades) and :data:`TRUMP` = 4 in games
whose trumps are not one whole suit.

Sources: Skat, international rules; Doppelkopf, tournament rules of the German federation, with the second
heart ten and the piglets as the usual house rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from bridgelang.core.cards import CARDS, SUITS, Card, Rank, Strain, Suit
from bridgelang.play.ordering import (
    EARLIER,
    EQUAL,
    LATER,
    UNRELATED,
    Comparison,
    Played,
    by,
    card_of,
    ranked,
    strengths,
)

TRUMP = 4
"""The effective suit of a trump that does not follow its printed suit."""

RANK: Comparison[Card] = by(lambda card: card.rank)
"""Ace high, in the order printed on the cards: bridge, Hearts, Skat null."""
TEN_HIGH: Comparison[Card] = ranked([Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE]).on(
    lambda card: card.rank
)
"""Ace, ten, king, queen, nine, eight, seven: Skat and Doppelkopf."""
SUIT: Comparison[Card] = ranked([Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS]).on(lambda card: card.suit)
"""Clubs, spades, hearts, diamonds: the order of jacks and queens in Skat and Doppelkopf."""

HEART_TEN = Card.parse("HT")
DIAMOND_ACE = Card.parse("DA")

SKAT_DECK = tuple(card for card in CARDS if card.rank >= Rank.SEVEN)
DOPPELKOPF_DECK = tuple(card for card in CARDS if card.rank >= Rank.NINE) * 2
DOPPELKOPF_DECK_WITHOUT_NINES = tuple(card for card in CARDS if card.rank >= Rank.TEN) * 2


def of_rank(rank: Rank) -> Callable[[Card], bool]:
    """Is the card of this rank?"""
    return lambda card: card.rank == rank


def of_suit(suit: int) -> Callable[[Card], bool]:
    """Is the card printed with this suit?"""
    return lambda card: card.suit == suit


class TrickGame:
    """A trick-taking game: who wins a trick, and which cards may be played to it.

    ``effective`` gives the suit a card belongs to; ``order`` the comparison of plays when that suit was led.
    ``players`` is the number of cards in a trick, ``deck`` the cards (a double pack lists each card twice).

    >>> heart_game = skat(Suit.HEARTS)
    >>> heart_game.winner([Card.parse(c) for c in "SA SJ S7".split()])
    1
    >>> hand = [Card.parse(c) for c in "SJ SK CK".split()]
    >>> heart_game.legal(hand, led=Card.parse("S7"))
    (Card.parse('SK'),)
    """

    __slots__ = ("deck", "effective", "name", "order", "players")

    def __init__(
        self,
        name: str,
        players: int,
        deck: Sequence[Card],
        effective: Callable[[Card], int],
        order: Callable[[int], Comparison[Played]],
    ) -> None:
        self.name = name
        self.players = players
        self.deck = tuple(deck)
        self.effective = effective
        self.order = order

    def __repr__(self) -> str:
        return f"<TrickGame {self.name}>"

    def winner(self, cards: Sequence[Card]) -> int:
        """The place of the winning card in a trick, 0 for the lead.

        ``cards`` are in the order played, the lead first; an unfinished trick has a card winning so far.

        Raises ``ValueError`` for an empty trick.
        """
        if not cards:
            raise ValueError("an empty trick has no winner")
        comparison = self.order(self.effective(cards[0]))
        return comparison.best(Played(card, place) for place, card in enumerate(cards)).place

    def legal(self, hand: Iterable[Card], led: Card | None) -> tuple[Card, ...]:
        """The cards of ``hand`` that may be played, in its order: any when leading or void in the effective
        suit led.
        """
        cards = tuple(hand)
        if led is None:
            return cards
        suit = self.effective(led)
        return tuple(card for card in cards if self.effective(card) == suit) or cards


def bridge(trumps: Strain) -> TrickGame:
    """Bridge: the trump suit, then the suit led.

    >>> bridge(Strain.HEARTS).winner([Card.parse(c) for c in "SA SK H2 DA".split()])
    2
    """
    return TrickGame(
        f"bridge, {trumps.letter}",
        4,
        CARDS,
        lambda card: card.suit,
        lambda lead: bridge_order(trumps, lead).on(card_of),
    )


def bridge_order(trumps: Strain, lead: int) -> Comparison[Card]:
    """The comparison of the cards of a bridge trick; no card belongs to notrump, so that question then never decides.

    >>> order = bridge_order(Strain.HEARTS, Suit.SPADES)
    >>> spade, heart, club, diamond = (Card.parse(text) for text in ("SA", "H2", "CA", "DA"))
    >>> order(heart, spade), order(club, spade), order(club, diamond).value
    (1, -1, 'incomparable')
    """
    return RANK.where(of_suit(trumps)) + RANK.where(of_suit(lead)) + UNRELATED


@cache
def bridge_strengths(trumps: Strain) -> tuple[tuple[int, ...], ...]:
    """The fast form of :func:`bridge_order`: for each suit led (clubs first) a table of the 52 cards'
    strengths.

    >>> tables = bridge_strengths(Strain.SPADES)
    >>> spade, heart, club = Card.parse("S2"), Card.parse("HA"), Card.parse("CA")
    >>> tables[Suit.HEARTS][spade] > tables[Suit.HEARTS][heart] > tables[Suit.HEARTS][club]
    True
    """
    return tuple(strengths(bridge_order(trumps, suit)) for suit in SUITS)


def hearts() -> TrickGame:
    """Hearts: the highest card of the suit led; the queen of spades and the hearts only cost points."""
    return TrickGame(
        "hearts",
        4,
        CARDS,
        lambda card: card.suit,
        lambda lead: (RANK.where(of_suit(lead)) + UNRELATED).on(card_of),
    )


def skat(trumps: Suit | None) -> TrickGame:
    """Skat with a suit as trumps under the four jacks, or grand (``None``): the jacks alone."""
    jack = of_rank(Rank.JACK)

    def effective(card: Card) -> int:
        return TRUMP if jack(card) or card.suit == trumps else card.suit

    def order(lead: int) -> Comparison[Played]:
        suit_trumps = EQUAL if trumps is None else TEN_HIGH.where(of_suit(trumps))
        return (SUIT.where(jack) + suit_trumps + TEN_HIGH.where(of_suit(lead)) + UNRELATED).on(card_of)

    name = "skat, grand" if trumps is None else f"skat, {trumps.name_lower}"
    return TrickGame(name, 3, SKAT_DECK, effective, order)


def skat_null() -> TrickGame:
    """Skat null: no trumps, jacks and tens in their printed places; Hearts with three players and 32 cards."""
    plain = hearts()
    return TrickGame("skat, null", 3, SKAT_DECK, plain.effective, plain.order)


def doppelkopf(
    second_heart_ten_wins: bool = False, piglets: bool = False, last_trick: bool = False, nines: bool = True
) -> TrickGame:
    """Doppelkopf by the tournament rules, and three house rules.

    ``second_heart_ten_wins``: the second heart ten of a trick beats the first. Usually not in the last trick
    of a deal: play that one with ``last_trick=True``.
    ``piglets``: the diamond aces rank above the heart tens. Whether they do is settled outside the
    comparison: one hand must have been dealt both and have announced them (:func:`has_piglets`).
    ``nines=False``: the pack has no nines, 40 cards instead of 48, ten for each player.

    >>> game = doppelkopf(nines=False)
    >>> len(game.deck), game.winner([Card.parse(card) for card in "SA DT DK ST".split()])
    (40, 1)
    """

    def effective(card: Card) -> int:
        if card.suit == Suit.DIAMONDS or card.rank in (Rank.QUEEN, Rank.JACK) or card == HEART_TEN:
            return TRUMP
        return card.suit

    later: Comparison[Played] = LATER if second_heart_ten_wins and not last_trick else EQUAL

    def order(lead: int) -> Comparison[Played]:
        piglet: Comparison[Card] = EQUAL.where(lambda card: card == DIAMOND_ACE) if piglets else EQUAL
        queens, jacks = SUIT.where(of_rank(Rank.QUEEN)), SUIT.where(of_rank(Rank.JACK))
        diamonds, suit_led = TEN_HIGH.where(of_suit(Suit.DIAMONDS)), TEN_HIGH.where(of_suit(lead))
        heart_tens = later.where(lambda played: played.card == HEART_TEN)
        trumps, plain = (queens + jacks + diamonds).on(card_of), suit_led.on(card_of)
        same = EARLIER.where(lambda played: effective(played.card) in (TRUMP, lead))
        return piglet.on(card_of) + heart_tens + trumps + plain + same + UNRELATED

    name = "doppelkopf" + ", second heart ten" * second_heart_ten_wins + ", piglets" * piglets
    name += ", without nines" * (not nines)
    return TrickGame(name, 4, DOPPELKOPF_DECK if nines else DOPPELKOPF_DECK_WITHOUT_NINES, effective, order)


def has_piglets(hand: Iterable[Card]) -> bool:
    """Does one hand hold both diamond aces, so that it may announce the piglets?

    >>> has_piglets([DIAMOND_ACE, HEART_TEN, DIAMOND_ACE])
    True
    """
    return sum(card == DIAMOND_ACE for card in hand) == 2
