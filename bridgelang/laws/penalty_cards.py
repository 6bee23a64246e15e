"""Penalty cards of a defender: major and minor, what they oblige him and his partner to (Laws 49 to 51).

* minor: one card below the ten, exposed inadvertently. He may play no other card below the ten of that suit before it;
  his partner is free.
* major: an honour, any card exposed by a deliberate play (a lead out of turn, a corrected revoke), or one of
  two and more. It is played at the first legal opportunity, and when partner is to lead before that, declarer
  may require the suit, or forbid it for as long as partner keeps the lead; the card is then picked up.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bridgelang.core.cards import SUITS, Card, Rank, Suit
from bridgelang.core.seats import Seat
from bridgelang.laws.rulings import Option
from bridgelang.play.state import SUIT_MASKS

HONOUR_MASK = 0x1F00 * (1 | 1 << 13 | 1 << 26 | 1 << 39)
"""The tens, jacks, queens, kings and aces in a 52-bit mask."""


@attrs.frozen
class PenaltyCard:
    """A card that lies faced before a defender until it is played or picked up."""

    seat: Seat
    card: Card
    major: bool

    def __str__(self) -> str:
        return f"{self.card} ({'major' if self.major else 'minor'} penalty card of {self.seat.word})"


def with_penalty_card(
    cards: Sequence[PenaltyCard], seat: Seat, card: Card, deliberate: bool
) -> tuple[PenaltyCard, ...]:
    """The penalty cards after another one; with two, all of a player's are major (Law 50B).

    >>> one = with_penalty_card((), Seat.EAST, Card.parse("H5"), deliberate=False)
    >>> [str(card) for card in one]
    ['H5 (minor penalty card of East)']
    >>> [card.major for card in with_penalty_card(one, Seat.EAST, Card.parse("S2"), deliberate=False)]
    [True, True]
    """
    if any(known.card == card for known in cards):
        return tuple(cards)
    major = deliberate or card.rank >= Rank.TEN or any(known.seat == seat for known in cards)
    kept = [attrs.evolve(known, major=True) if known.seat == seat else known for known in cards]
    return (*kept, PenaltyCard(seat, card, major))


def required_mask(cards: Sequence[PenaltyCard], seat: Seat, legal: int) -> int:
    """Of the cards that may otherwise be played, those left to a defender by his penalty cards (Law 50C, D1).

    Following suit and an obligation to lead or not to lead a suit come first: pass the cards that satisfy
    them.
    """
    own = [known for known in cards if known.seat == seat]
    major = sum(known.card.bit for known in own if known.major) & legal
    if major:
        return major
    for known in own:
        if not known.major and known.card.bit & legal:
            small = SUIT_MASKS[known.card.suit] & ~HONOUR_MASK & ~known.card.bit
            legal &= ~small
    return legal


def suits_of(cards: Sequence[PenaltyCard], seat: Seat) -> tuple[Suit, ...]:
    """The suits in which a player has a major penalty card."""
    return tuple(suit for suit in SUITS if any(k.major and k.seat == seat and k.card.suit is suit for k in cards))


def lead_options(suits: Sequence[Suit]) -> tuple[Option, ...]:
    """What declarer may choose when the partner of a player with major penalty cards is to lead (Laws 50D2,
    51B).
    """
    options = [
        Option(f"require {suit.letter}", "Law 50D2(a)", f"lead a {suit.name_lower[:-1]}; the penalty card is picked up")
        for suit in suits
    ]
    for suit in suits:
        text = f"no {suit.name_lower} while he keeps the lead; the penalty card is picked up"
        options.append(Option(f"forbid {suit.letter}", "Law 50D2(a)", text))
    if len(suits) > 1:
        names = " or ".join(suit.name_lower for suit in suits)
        options.append(Option("forbid all", "Law 51B2(b)", f"no {names} while he keeps the lead; all are picked up"))
    options.append(Option("free", "Law 50D2(b)", "lead any card; the penalty card stays"))
    return tuple(options)


def picked_up(cards: Sequence[PenaltyCard], seat: Seat, suits: Sequence[Suit]) -> tuple[PenaltyCard, ...]:
    """The penalty cards left when those of a player in some suits have been picked up.

    A single card that is left stays major.
    """
    return tuple(known for known in cards if known.seat != seat or known.card.suit not in suits)
