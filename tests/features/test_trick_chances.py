"""The chance of so many tricks: it grows as it should, and on solved deals it comes true."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.hands import Hand
from bridgelang.features.trick_chances import FEWEST, MOST, log_odds, odds
from bridgelang.match.deck import reference_deck

numbers = st.integers(FEWEST, MOST)
points = st.integers(12, 34)
cards = st.floats(7, 11)

NONE = 0.01
"""Below it the weights of two numbers of tricks, fitted where the matter is open, need not agree."""


@given(numbers, points, cards, st.integers(0, 1), st.integers(0, 2))
def test_points_trumps_and_shortness_help(tricks: int, hcp: int, trumps: float, voids: int, singletons: int) -> None:
    chance = odds("suit", tricks).chance(hcp, trumps, voids, singletons)
    assert 0 < chance < 1
    for more in ((hcp + 1, trumps, voids, singletons), (hcp, trumps + 1, voids, singletons)):
        assert odds("suit", tricks).chance(*more) > chance
    assert odds("suit", tricks).chance(hcp, trumps, voids, singletons + 1) > chance
    assert odds("suit", tricks).chance(hcp, trumps, voids + 1, singletons) > chance
    assert odds("notrump", tricks).chance(hcp + 1) > odds("notrump", tricks).chance(hcp)


@given(st.integers(FEWEST, MOST - 1), points, cards, st.integers(0, 1), st.integers(0, 1))
def test_a_trick_more_is_never_likelier(tricks: int, hcp: int, trumps: float, voids: int, singletons: int) -> None:
    given = (hcp, trumps, voids, singletons)
    suit, notrump = odds("suit", tricks + 1).chance(*given), odds("notrump", tricks + 1).chance(hcp)
    assert suit < odds("suit", tricks).chance(*given) or suit < NONE
    assert notrump < odds("notrump", tricks).chance(hcp) or notrump < NONE


@given(st.floats(0.01, 0.99))
def test_the_odds_of_a_chance_lead_back_to_it(chance: float) -> None:
    weights = odds("notrump", 9)
    assert weights.chance((log_odds(chance) - weights.constant) / weights.hcp) == pytest.approx(chance)


@pytest.mark.parametrize("tricks", [8, 9, 10, 11])
def test_it_comes_true_on_solved_deals(tricks: int) -> None:
    """Two hands whose points and trumps are known to both: of those told 35 to 65 % about half come true."""
    deck, told, true = reference_deck(), [], []
    for index in range(3000):
        mine, his = Hand(int(deck.masks[index][0])), Hand(int(deck.masks[index][2]))
        for suit in range(4):
            trumps = mine.lengths[suit] + his.lengths[suit]
            side = [length for other, length in enumerate(mine.lengths) if other != suit]
            chance = odds("suit", tricks).chance(mine.hcp + his.hcp, trumps, side.count(0), side.count(1))
            if trumps >= 8 and 0.35 <= chance <= 0.65:
                told.append(chance)
                true.append(deck.tables[index][0][suit] >= tricks)
    assert len(told) > 200
    assert sum(true) / len(true) == pytest.approx(sum(told) / len(told), abs=0.08)
