"""Everything there is to say about one hand, as plain values and as text."""

from __future__ import annotations

from typing import Any

from bridgelang.core.cards import SUITS, Suit, holding_text
from bridgelang.core.hands import Hand
from bridgelang.features import suit_values
from bridgelang.features.english import number_text
from bridgelang.features.quantities import Quantity, quantity

_DOWN = tuple(reversed(SUITS))


def evaluate(hand: Hand) -> dict[str, Any]:
    """The hand's counts, shape and suits; numbers as they are said (halves as ``4.5``), suits by their names.

    >>> report = evaluate(Hand.parse("AKQ2.J53.T98.642"))
    >>> report["hcp"], report["shape"], report["balance"], report["losers"], report["quick_tricks"]
    (10, '4=3=3=3', 'balanced', 9, 2)
    """

    def value(kind: str, *args: object) -> int | float:
        q = quantity(kind, *args)
        return _spoken(q, q.of(hand))

    return {
        "hand": str(hand),
        "hcp": hand.hcp,
        "length_points": value("length points"),
        "shortness_points": value("shortness points"),
        "points": value("points"),
        "controls": value("controls"),
        "losers": value("losers"),
        "quick_tricks": value("quick tricks"),
        "playing_tricks": value("playing tricks"),
        "aces": value("aces"),
        "kings": value("kings"),
        "queens": value("queens"),
        "rule_of_20": value("rule of 20"),
        "rule_of_15": value("rule of 15"),
        "shape": "=".join(str(hand.lengths[suit]) for suit in _DOWN),
        "pattern": "-".join(str(length) for length in sorted(hand.lengths, reverse=True)),
        "balance": balance(hand),
        "support_points": {suit.name_lower: value("support points", suit) for suit in _DOWN},
        "keycards": {suit.name_lower: value("keycards", suit) for suit in _DOWN},
        "suits": {suit.name_lower: _suit_report(hand, suit) for suit in _DOWN},
    }


def _spoken(q: Quantity, stored: int) -> int | float:
    return stored // q.scale if stored % q.scale == 0 else stored / q.scale


def balance(hand: Hand) -> str:
    """``balanced`` (4333, 4432, 5332), ``semi-balanced`` (5422, 6322) or ``unbalanced``."""
    pattern = sorted(hand.lengths, reverse=True)
    if pattern in ([4, 3, 3, 3], [4, 4, 3, 2], [5, 3, 3, 2]):
        return "balanced"
    return "semi-balanced" if pattern in ([5, 4, 2, 2], [6, 3, 2, 2]) else "unbalanced"


def _suit_report(hand: Hand, suit: Suit) -> dict[str, Any]:
    holding = hand.holding(suit)
    return {
        "cards": holding_text(holding),
        "length": holding.bit_count(),
        "hcp": suit_values.hcp(holding),
        "quality": quality(holding),
        "stopper": ("none", "half", "full")[suit_values.stopper(holding)],
        "losers": suit_values.losers(holding),
    }


def quality(holding: int) -> str:
    """``solid`` (AKQ with six cards, AKQJ with five), ``good`` (2 of the top 3 or 3 of the top 5) or ``""``.

    Suits of fewer than four cards have no quality.
    """
    if holding.bit_count() < 4:
        return ""
    return "solid" if suit_values.is_solid(holding) else "good" if suit_values.is_good(holding) else ""


_COUNTS = (
    ("hcp", "hcp"),
    ("points", "points (hcp + length)"),
    ("length_points", "length points"),
    ("shortness_points", "shortness points"),
    ("losers", "losers"),
    ("controls", "controls (A 2, K 1)"),
    ("quick_tricks", "quick tricks"),
    ("playing_tricks", "playing tricks"),
)


def report_text(hand: Hand, symbols: bool = False) -> str:
    """The report for a person to read, one line for each thing; suits as symbols or letters."""
    report = evaluate(hand)
    lines = [hand.pretty(symbols), f"shape {report['shape']} ({report['pattern']}), {report['balance']}", ""]
    lines += [f"{title:<24}{_number(report[key]):>5}" for key, title in _COUNTS]
    for number, key in ((20, "rule_of_20"), (15, "rule_of_15")):
        verdict = "holds" if report[key] >= number else "does not hold"
        lines.append(f"{f'rule of {number}':<24}{_number(report[key]):>5}  {verdict}")
    lines += ["", _row("suit", "hcp", "losers", "stopper", "support points", "quality")]
    for suit in _DOWN:
        part = report["suits"][suit.name_lower]
        name = f"{suit.symbol if symbols else suit.letter} {part['cards'] or '-'}"
        support = report["support_points"][suit.name_lower] if part["length"] >= 3 else "-"
        lines.append(_row(name, part["hcp"], part["losers"], part["stopper"], support, part["quality"]))
    return "\n".join(lines)


def _row(name: str, hcp: object, losers: object, stopper: str, support: object, quality: str) -> str:
    return f"{name:<18}{hcp!s:>4}{losers!s:>8}  {stopper:<9}{support!s:<16}{quality}".rstrip()


def _number(value: int | float) -> str:
    return number_text(int(value * 4), 4)
