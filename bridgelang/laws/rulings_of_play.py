"""The rulings of the play that leave somebody a choice: one function each, from what happened to the ruling."""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.core.cards import SUITS, Card, Suit
from bridgelang.core.seats import Seat
from bridgelang.laws.penalty_cards import lead_options
from bridgelang.laws.rulings import Option, Ruling


def opening_lead(seat: Seat, declarer: Seat) -> Ruling:
    """A defender has faced the opening lead at his partner's turn (Law 54)."""
    options = (
        Option("accept", "Law 54B", "dummy is spread and declarer plays second"),
        Option("become dummy", "Law 54A", "declarer spreads his hand, dummy becomes declarer"),
        Option("refuse", "Law 54D", "the lead is retracted and becomes a major penalty card"),
    )
    return Ruling("Law 54", seat, f"{seat.word} has made the opening lead out of turn", (declarer,), options)


def defenders_lead(seat: Seat, declarer: Seat, card: Card, turn: Seat) -> Ruling:
    """A defender has led out of turn later in the play (Laws 53, 56)."""
    options = (
        Option("accept", "Law 53A", "the lead stands"),
        Option("refuse", "Law 56", "the lead is retracted and becomes a major penalty card"),
    )
    text = f"{seat.word} has led {card} when it was {turn.word}'s turn"
    return Ruling("Law 56", seat, text, (declarer,), options)


def declarers_lead(seat: Seat, card: Card, turn: Seat) -> Ruling:
    """Declarer has led from the wrong hand, or at a defender's turn (Law 55).

    Either defender may choose; when they choose differently, the one next in turn to the irregular lead
    prevails.
    """
    law = "Law 55B1" if turn.side != seat.side else "Law 55B2"
    options = (
        Option("accept", "Law 55A", "the lead stands"),
        Option("refuse", law, "the lead is retracted; no further rectification"),
    )
    text = f"{card} has been led from {seat.word}'s hand when it was {turn.word}'s turn"
    return Ruling("Law 55", seat, text, (seat.lho, seat.rho), options)


def premature(seat: Seat, declarer: Seat, card: Card, led: Suit) -> Ruling:
    """A defender has played, or led to the next trick, before his partner has played (Law 57A)."""
    others = [suit for suit in SUITS if suit is not led]
    options = (
        Option("highest", "Law 57A1", f"play the highest {_one(led)}"),
        Option("lowest", "Law 57A2", f"play the lowest {_one(led)}"),
        *(Option(f"play {suit}", "Law 57A3", f"play a {_one(suit)}") for suit in others),
        *(Option(f"forbid {suit}", "Law 57A4", f"play no {_one(suit)}") for suit in others),
    )
    text = f"{seat.word} has played {card} before {seat.partner.word}; it becomes a major penalty card"
    return Ruling("Law 57A", seat, text, (declarer,), options)


def penalty_lead(seat: Seat, declarer: Seat, suits: Sequence[Suit]) -> Ruling:
    """A defender is to lead while his partner has major penalty cards in these suits (Law 50D2)."""
    text = f"{seat.word} is to lead, {seat.partner.word} has a major penalty card"
    return Ruling("Law 50D2", seat.partner, text, (declarer,), lead_options(suits))


def first_lead(seat: Seat, declarer: Seat, suits: Sequence[Suit]) -> Ruling:
    """A defender has the lead for the first time, and his partner withdrew a call in the auction (Law 26B)."""
    options = [Option(f"forbid {suit}", "Law 26B", f"no {suit.name_lower} while he keeps the lead") for suit in suits]
    options.append(Option("free", "Law 26B", "any lead"))
    text = f"{seat.partner.word} withdrew a call that was not replaced by a comparable one"
    return Ruling("Law 26B", seat.partner, text, (declarer,), tuple(options))


def several_cards(seat: Seat, declarer: Seat, cards: Sequence[Card]) -> Ruling:
    """A defender can play more than one of his penalty cards (Law 51A)."""
    options = tuple(Option(f"play {card}", "Law 51A", f"{card} is played") for card in cards)
    return Ruling("Law 51A", seat, f"{seat.word} can play more than one penalty card", (declarer,), options)


def not_played(seat: Seat, declarer: Seat, card: Card, required: Sequence[Card]) -> Ruling:
    """A defender has played another card than a penalty card (Law 52); ``required`` are those he may be held
    to.
    """
    options = [Option("accept", "Law 52B1(a)", f"{card} stands, the penalty card remains")]
    for wanted in required:
        text = f"{wanted} is played, {card} becomes a penalty card"
        options.append(Option(f"require {wanted}", "Law 52B2", text))
    text = f"{seat.word} has played {card} instead of a penalty card"
    return Ruling("Law 52", seat, text, (declarer,), tuple(options))


def _one(suit: Suit) -> str:
    return suit.name_lower[:-1]
