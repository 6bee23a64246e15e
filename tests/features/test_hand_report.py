"""Everything said about one hand."""

from __future__ import annotations

import json

from hypothesis import given, settings

from bridgelang.core.hands import Hand
from bridgelang.features.hand_report import evaluate, report_text
from tests.constraints.strategies import hands


def test_a_known_hand() -> None:
    report = evaluate(Hand.parse("AKQ32.J5.T98.642"))
    assert report["hand"] == "AKQ32.J5.T98.642"
    assert (report["hcp"], report["points"], report["length_points"], report["shortness_points"]) == (
        10,
        11,
        1,
        1,
    )
    assert (report["losers"], report["controls"], report["quick_tricks"], report["playing_tricks"]) == (
        8,
        3,
        2,
        5,
    )
    assert (report["shape"], report["pattern"], report["balance"]) == ("5=2=3=3", "5-3-3-2", "balanced")
    assert report["support_points"] == {"spades": 11, "hearts": 10, "diamonds": 11, "clubs": 11}
    assert report["suits"]["spades"] == {
        "cards": "AKQ32",
        "length": 5,
        "hcp": 9,
        "quality": "good",
        "stopper": "full",
        "losers": 0,
    }
    assert report["suits"]["hearts"]["stopper"] == "none"
    assert (report["rule_of_20"], report["rule_of_15"]) == (18, 15)


def test_halves_and_quality() -> None:
    report = evaluate(Hand.parse("-.KJ5.T98.AKQJ642"))
    assert (report["quick_tricks"], report["playing_tricks"]) == (2.5, 8)
    assert report["suits"]["clubs"]["quality"] == "solid" and report["suits"]["hearts"]["quality"] == ""
    assert report["balance"] == "unbalanced"
    assert evaluate(Hand.parse("AQ32.KJ.QJ32.AQ9"))["balance"] == "balanced"
    assert evaluate(Hand.parse("AQ932.KJ.QJ32.A9"))["balance"] == "semi-balanced"


def test_text() -> None:
    text = report_text(Hand.parse("-.KJ5.T98.AKQJ642"))
    assert text.splitlines()[0] == "S -  H KJ5  D T98  C AKQJ642"
    assert "shape 0=3=3=7 (7-3-3-0), unbalanced" in text
    assert "quick tricks              2.5" in text
    assert "rule of 15                 14  does not hold" in text
    assert text.isascii() and "♣ AKQJ642" in report_text(Hand.parse("-.KJ5.T98.AKQJ642"), symbols=True)


@settings(max_examples=100, deadline=None)
@given(hands())
def test_any_hand_has_a_report(hand: Hand) -> None:
    report = evaluate(hand)
    assert json.loads(json.dumps(report)) == report
    assert sum(suit["hcp"] for suit in report["suits"].values()) == report["hcp"]
    assert sum(suit["losers"] for suit in report["suits"].values()) == report["losers"]
    assert report_text(hand)
