"""Quantities against a second opinion that reads the cards as text."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.core.hands import Hand
from bridgelang.features import suit_values
from bridgelang.features.quantities import KINDS, Quantity, partitions, quantity
from tests.constraints.strategies import BUMRAP, example_arguments, hands, quantities

ORDER = "AKQJT98765432"


def suits_of(hand: Hand) -> list[str]:
    """Clubs, diamonds, hearts, spades as text, high cards first."""
    return list(reversed(str(hand).split(".")))


def suit_losers(cards: str) -> int:
    counted = {0: "", 1: "A", 2: "AK"}.get(len(cards), "AKQ")
    return min(3, len(cards)) - sum(1 for card in cards if card in counted)


def suit_quick_tricks(cards: str) -> float:
    for top, worth in (("AK", 2), ("AQ", 1.5), ("A", 1), ("KQ", 1)):
        if all(card in cards for card in top):
            return worth
    return 0.5 if "K" in cards and len(cards) > 1 else 0


def suit_stopper(cards: str) -> int:
    guards = {"A": 0, "K": 1, "Q": 2, "J": 3}
    held = [len(cards) - 1 - guards[card] for card in cards if card in guards]
    if any(extra >= 0 for extra in held):
        return 2
    return 1 if any(extra == -1 for extra in held) else 0


def short_points(cards: str, worth: tuple[int, int, int] = (3, 2, 1)) -> int:
    return worth[len(cards)] if len(cards) < 3 else 0


def support(hand: Hand, trumps: int) -> int:
    suits = suits_of(hand)
    length = len(suits[trumps])
    worth = (0, 0, 0) if length < 3 else (3, 2, 1) if length == 3 else (5, 3, 1)
    return milton(hand) + sum(short_points(cards, worth) for side, cards in enumerate(suits) if side != trumps)


def milton(hand: Hand) -> int:
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card, 0) for card in str(hand))


def upgraded(hand: Hand) -> int:
    lengths = sorted(len(cards) for cards in suits_of(hand))
    extra = int(lengths not in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])) + int(lengths[2] + lengths[3] >= 10)
    for cards in suits_of(hand):
        if len(cards) == 1 and cards in "KQJ":
            extra -= 1
        elif len(cards) == 2 and "A" not in cards and "K" not in cards:
            extra -= sum(card in "QJ" for card in cards)
    return milton(hand) + max(0, extra)


def suit_hcp(hand: Hand, suit: int) -> int:
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card, 0) for card in suits_of(hand)[suit])


ORACLES: dict[str, Callable[..., float]] = {
    "hcp": milton,
    "length": lambda hand, suit: len(suits_of(hand)[suit]),
    "length points": lambda hand: sum(max(0, len(cards) - 4) for cards in suits_of(hand)),
    "shortness points": lambda hand: sum(short_points(cards) for cards in suits_of(hand)),
    "support points": support,
    "aces": lambda hand: str(hand).count("A"),
    "kings": lambda hand: str(hand).count("K"),
    "queens": lambda hand: str(hand).count("Q"),
    "controls": lambda hand: 2 * str(hand).count("A") + str(hand).count("K"),
    "keycards": lambda hand, suit: str(hand).count("A") + suits_of(hand)[suit].count("K"),
    "losers": lambda hand: sum(map(suit_losers, suits_of(hand))),
    "quick tricks": lambda hand: sum(map(suit_quick_tricks, suits_of(hand))),
    "rule of 20": lambda hand: milton(hand) + sum(sorted(map(len, suits_of(hand)))[2:]),
    "rule of 15": lambda hand: milton(hand) + len(suits_of(hand)[3]),
    "honours": lambda hand, suit, top: sum(card in ORDER[:top] for card in suits_of(hand)[suit]),
    "stopper": lambda hand, suit: suit_stopper(suits_of(hand)[suit]),
    "card": lambda hand, suit, rank: int(ORDER[12 - rank] in suits_of(hand)[suit]),
    "hcp in": suit_hcp,
    "wasted hcp": lambda hand, suit: suit_hcp(hand, suit) - 4 * suits_of(hand)[suit].count("A"),
    "hcp difference": lambda hand, suit, other: suit_hcp(hand, suit) - suit_hcp(hand, other),
    "longest": lambda hand: max(map(len, suits_of(hand))),
    "shortest": lambda hand: min(map(len, suits_of(hand))),
}


@settings(max_examples=400, deadline=None)
@given(hands())
def test_second_opinion(hand: Hand) -> None:
    for kind, oracle in ORACLES.items():
        for args in example_arguments(kind):
            q = quantity(kind, *args)
            assert q.of(hand) == oracle(hand, *args) * q.scale, (kind, args)


def test_every_kind_has_a_second_opinion() -> None:
    assert set(KINDS) - set(ORACLES) == {
        "points",
        "playing tricks",
        "custom",
    }  # these have tests of their own


@settings(max_examples=300, deadline=None)
@given(hands())
def test_points_add_their_components(hand: Hand) -> None:
    length, short = ORACLES["length points"](hand), ORACLES["shortness points"](hand)
    assert quantity("points").of(hand) == milton(hand) + length
    assert quantity("points", "shortness", "hcp").of(hand) == milton(hand) + short
    assert quantity("points", "hcp", "length", "shortness").of(hand) == milton(hand) + length + short
    assert quantity("points", "upgraded").of(hand) == upgraded(hand)
    assert quantity("points", "hcp", "upgraded", "length").of(hand) == upgraded(hand) + length


@settings(max_examples=200, deadline=None)
@given(hands())
def test_counts_of_ones_own(hand: Hand) -> None:
    bumrap = {"A": 4.5, "K": 3, "Q": 1.5, "J": 0.75, "T": 0.25}
    assert quantity(*BUMRAP).of(hand) / 4 == sum(bumrap.get(card, 0) for card in str(hand))
    long_suits = quantity("custom", "long", 1, (0,) * 13, (0, 0, 0, 0, 0, 1, 2, 3))
    assert long_suits.of(hand) == sum({5: 1, 6: 2, 7: 3}.get(len(cards), 0) for cards in suits_of(hand))
    assert long_suits.exact
    milton_again = quantity("custom", "milton", 1, (0,) * 9 + (1, 2, 3, 4))
    assert milton_again.exact and milton_again.of(hand) == milton(hand)


@settings(max_examples=500, deadline=None)
@given(quantities(), hands())
def test_bounds_hold(q: Quantity, hand: Hand) -> None:
    assert q.low <= q.of(hand) <= q.high


@settings(max_examples=300, deadline=None)
@given(quantities(), hands())
def test_exact_quantities_are_hcp_and_shape(q: Quantity, hand: Hand) -> None:
    if q.exact:
        assert q.of(hand) == q.hcp_coefficient * hand.hcp + q.shape_offset(hand.lengths)


ALL_HONOURS = "AKQJ.AKQ.AKQ.AKQ"
NOTHING = "5432.432.432.432"


@pytest.mark.parametrize(
    ("kind", "args", "low_hand", "high_hand"),
    [
        ("hcp", (), NOTHING, ALL_HONOURS),
        ("points", (), NOTHING, ALL_HONOURS),
        ("points", ("hcp", "length", "shortness"), NOTHING, ALL_HONOURS),
        ("length points", (), NOTHING, "AKQJT98765432..."),
        ("shortness points", (), NOTHING, "AKQJT98765432..."),
        ("losers", (), ALL_HONOURS, NOTHING),
        ("controls", (), NOTHING, "AK32.AK3.AK3.AK3"),
        ("quick tricks", (), NOTHING, "AK32.AK3.AK3.AK3"),
        ("playing tricks", (), NOTHING, ALL_HONOURS),
        ("rule of 20", (), NOTHING, ALL_HONOURS),
        ("rule of 15", (), ".98765.5432.5432", ALL_HONOURS),
        ("keycards", (3,), NOTHING, "AK32.AK3.AK3.AK3"),
        ("stopper", (3,), NOTHING, ALL_HONOURS),
        ("longest", (), NOTHING, "AKQJT98765432..."),
        ("shortest", (), "AKQJT98765432...", NOTHING),
        ("support points", (3,), NOTHING, ALL_HONOURS),
        ("hcp in", (3,), NOTHING, ALL_HONOURS),
        ("hcp difference", (3, 0), "32.432.432.AKQJ2", "AKQJ2.432.432.32"),
    ],
)
def test_bounds_are_reached(kind: str, args: tuple[object, ...], low_hand: str, high_hand: str) -> None:
    q = quantity(kind, *args)
    assert (q.of(Hand.parse(low_hand)), q.of(Hand.parse(high_hand))) == (q.low, q.high)


@pytest.mark.parametrize(
    ("cards", "losers", "playing", "quick", "stopper"),
    [
        ("AKQ2", 0, 0, 4, 2),
        ("AQJ2", 1, 1, 3, 2),
        ("A", 0, 0, 2, 2),
        ("K", 1, 2, 0, 1),
        ("Q2", 2, 4, 0, 1),
        ("KQ", 1, 2, 2, 2),
        ("K2", 1, 3, 1, 2),
        ("QJ2", 2, 5, 0, 2),
        ("J32", 3, 6, 0, 1),
        ("J432", 3, 6, 0, 2),
        ("AK65432", 1, 1, 4, 2),
        ("AK765432", 1, 0, 4, 2),
        ("AJT2", 2, 3, 2, 2),
        ("", 0, 0, 0, 0),
    ],
)
def test_single_suits(cards: str, losers: int, playing: int, quick: int, stopper: int) -> None:
    """Losers, and doubled: playing losers, quick tricks; stopper 0-2."""
    holding = sum(1 << 12 - ORDER.index(card) for card in cards)
    assert suit_values.losers(holding) == losers
    assert suit_values.playing_losers(holding) == playing
    assert suit_values.quick_tricks(holding) == quick
    assert suit_values.stopper(holding) == stopper


def test_playing_tricks() -> None:
    """13 less playing losers: eight in AKQJ642 and a guarded king, nine and a half in a strong two."""
    assert quantity("playing tricks").of(Hand.parse(".KJ5.T98.AKQJ642")) == 16
    assert quantity("playing tricks").of(Hand.parse("AKQJ9876.A2.32.2")) == 2 * 9
    assert quantity("playing tricks").of(Hand.parse(NOTHING)) == 2


def test_a_better_card_never_costs_playing_tricks() -> None:
    worth = suit_values.playing_losers
    for length in range(1, 14):
        for ranks in combinations(range(8, 13), min(length, 2)):
            top = sum(1 << rank for rank in ranks)
            low = (1 << length - len(ranks)) - 1
            if (top | low).bit_count() == length and length - len(ranks) <= 8:
                for rank in ranks:
                    better = top ^ 1 << rank | 1 << rank + 1
                    if rank < 12 and better.bit_count() == len(ranks):
                        assert worth(better | low) <= worth(top | low)


def test_made_only_once() -> None:
    assert quantity("points") is quantity("points", "length", "hcp") is quantity("points", "hcp", "length")
    assert quantity("length", 2) is quantity("length", 2) is not quantity("length", 3)
    for kind in KINDS:
        for args in example_arguments(kind):
            q = quantity(kind, *args)
            assert pickle.loads(pickle.dumps(q)) is q
            assert eval(repr(q)) is q


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("luck", ()),
        ("hcp", (1,)),
        ("length", ()),
        ("length", (4,)),
        ("points", ("luck",)),
        ("honours", (0, 14)),
        ("honours", (0,)),
        ("card", (1, 13)),
        ("custom", ("x", 3, (0,) * 13)),
        ("custom", ("x", 1, (0,) * 12)),
        ("custom", ("x",)),
        ("custom", ("x", 1, (0,) * 13, (0.5,))),
    ],
)
def test_what_does_not_exist(kind: str, args: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"quantity|points|count|top|rank|`x`"):
        quantity(kind, *args)


def test_there_are_39_patterns() -> None:
    found = partitions()
    assert len(found) == len(set(found)) == 39
    assert all(sum(lengths) == 13 and list(lengths) == sorted(lengths, reverse=True) for lengths in found)


@pytest.mark.parametrize(
    ("kind", "args", "low", "high", "text"),
    [
        ("hcp", (), 15, 17, "15-17 hcp"),
        ("hcp", (), 12, 37, "12+ hcp"),
        ("hcp", (), 0, 11, "up to 11 hcp"),
        ("hcp", (), 16, 16, "16 hcp"),
        ("points", (), 0, 9, "up to 9 points"),
        ("points", (), 1, 1, "1 point"),
        ("length", (3,), 5, 13, "5+ spades"),
        ("length", (2,), 4, 4, "4 hearts"),
        ("length", (2,), 1, 1, "1 heart"),
        ("length", (2,), 0, 3, "0-3 hearts"),
        ("length", (0,), 0, 0, "void in clubs"),
        ("aces", (), 0, 0, "no aces"),
        ("aces", (), 1, 1, "1 ace"),
        ("keycards", (3,), 1, 1, "1 keycard in spades"),
        ("keycards", (3,), 2, 5, "2+ keycards in spades"),
        ("support points", (2,), 10, 12, "10-12 support points in hearts"),
        ("hcp in", (1,), 3, 10, "3+ hcp in diamonds"),
        ("quick tricks", (), 5, 16, "2.5+ quick tricks"),
        ("playing tricks", (), 16, 17, "8-8.5 playing tricks"),
        ("losers", (), 0, 7, "up to 7 losers"),
        ("stopper", (2,), 2, 2, "stopper in hearts"),
        ("stopper", (2,), 0, 1, "no stopper in hearts"),
        ("stopper", (2,), 1, 2, "half stopper in hearts"),
        ("card", (3, 12), 1, 1, "ace of spades"),
        ("card", (3, 10), 0, 0, "no queen of spades"),
        ("honours", (2, 3), 2, 3, "2 of top 3 in hearts"),
        ("honours", (2, 3), 2, 2, "exactly 2 of top 3 in hearts"),
        ("honours", (2, 3), 3, 3, "AKQ in hearts"),
        ("honours", (2, 5), 0, 1, "up to 1 of top 5 in hearts"),
        ("rule of 20", (), 20, 44, "rule of 20"),
        ("rule of 20", (), 19, 44, "rule of 19"),
        ("rule of 15", (), 15, 41, "rule of 15"),
        ("longest", (), 6, 13, "6+ cards in the longest suit"),
        ("custom", BUMRAP[1:], 48, 57, "12-14.25 bumrap"),
    ],
)
def test_english(kind: str, args: tuple[object, ...], low: int, high: int, text: str) -> None:
    assert quantity(kind, *args).unit_text(low, high) == text


@settings(max_examples=100, deadline=None)
@given(quantities(), st.integers(-5, 40), st.integers(-5, 40))
def test_any_range_has_words(q: Quantity, low: int, high: int) -> None:
    assert q.unit_text(low, high).strip() and q.name
