"""Who wins the trick? Bridge, Hearts, Skat and Doppelkopf from the same handful of comparisons.

Run it: ``python examples/trick_games.py``. The last part writes a game this package does not know.
"""

from __future__ import annotations

from bridgelang.core.cards import CARDS, Card, Rank, Strain, Suit
from bridgelang.play.games import (
    RANK,
    TrickGame,
    bridge,
    doppelkopf,
    hearts,
    of_rank,
    of_suit,
    skat,
    skat_null,
)
from bridgelang.play.ordering import INCOMPARABLE, UNRELATED, Played, by, card_of

TRICKS: list[tuple[TrickGame, str]] = [
    (bridge(Strain.HEARTS), "SA SK H2 DA"),
    (bridge(Strain.NOTRUMP), "SA SK H2 DA"),
    (hearts(), "D3 SQ HA D4"),
    (skat(Suit.HEARTS), "SA SJ S7"),
    (skat(None), "HT HK C7"),
    (skat_null(), "ST SJ S9"),
    (doppelkopf(), "CQ HT HT SQ"),
    (doppelkopf(second_heart_ten_wins=True), "CQ HT HT SQ"),
    (doppelkopf(second_heart_ten_wins=True, last_trick=True), "CQ HT HT SQ"),
    (doppelkopf(piglets=True), "HT DA CQ HT"),
]

# Spades with the deuces wild: every two is a trump above the spades, in the order of the suits.
TWOS = of_rank(Rank.TWO)
BY_SUIT = by(lambda card: card.suit)
DEUCES_HIGH = TrickGame(
    "spades, deuces high",
    4,
    CARDS,
    lambda card: Suit.SPADES if TWOS(card) else card.suit,
    lambda lead: (BY_SUIT.where(TWOS) + RANK.where(of_suit(Suit.SPADES)) + RANK.where(of_suit(lead)) + UNRELATED).on(
        card_of
    ),
)


def show(game: TrickGame, text: str) -> str:
    """One line: the game, the cards in the order played, the winning one."""
    cards = [Card.parse(word) for word in text.split()]
    winner = game.winner(cards)
    return f"{game.name:32} {text:14} {cards[winner]} wins (card {winner + 1})"


def main() -> None:
    """Print every trick with its winner, then what may be played to a jack in Skat, and two cards in no order."""
    for game, text in [*TRICKS, (DEUCES_HIGH, "SA SK D2 DA")]:
        print(show(game, text))
    hand = [Card.parse(word) for word in ["H7", "SA", "DJ", "C9"]]
    follow = skat(Suit.HEARTS).legal(hand, led=Card.parse("SJ"))
    print(f"skat, hearts: to the spade jack, from H7 SA DJ C9: {' or '.join(map(str, follow))}")
    discards = [Played(Card.parse(word), place) for place, word in enumerate(["HA", "CA"], 1)]
    if hearts().order(Suit.SPADES)(*discards) is INCOMPARABLE:
        print("hearts: to a spade, the ace of hearts and the ace of clubs stand in no order")


if __name__ == "__main__":
    main()
