"""Claims: what counts as one, and what a contested claim is worth on the worst normal line."""

from __future__ import annotations

import random

import pytest

from bridgelang.core.cards import Card
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal_masks
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, Side
from bridgelang.errors import IllegalAction
from bridgelang.play.claims import (
    Claim,
    _order,
    _Search,
    check_claim,
    concession,
    declarer_total,
    settle,
    withdrawable_concession,
    worst_normal_line,
)
from bridgelang.play.state import Masks, PlayState


def ending(hands: str, contract: str = "3NT by S", leader: Seat = Seat.SOUTH) -> PlayState:
    """An end position: north, east, south, west in dotted notation."""
    masks = [Hand.parse(hand, partial=True).mask for hand in hands.split()]
    return PlayState.position(masks, Contract.parse(contract), leader)


def worth(position: PlayState, draws_trumps: bool = False) -> int:
    return worst_normal_line(position, Side.NS, draws_trumps)


# Hands are north, east, south, west; south, the declarer, is on lead.


def test_top_tricks_are_worth_what_they_look() -> None:
    assert worth(ending("32.2.. 54..3. AK.A.. 76..4.", leader=Seat.SOUTH)) == 3


def test_an_unmentioned_trump_takes_its_trick() -> None:
    """East holds one small trump; a claimer who did not mention it may run the diamonds into it (Law 70C)."""
    position = ending("2.3.54. 3.4.6.2 AK..AK. .765..3", "4S by S")
    assert worth(position) == 3
    assert worth(position, draws_trumps=True) == 4


def test_an_outstanding_trump_is_harmless_when_nothing_but_trumps_is_left() -> None:
    assert worth(ending("2.32.. 3.54.. AKQ... .876..", "4S by S")) == 3


def test_no_unannounced_finesse() -> None:
    """With AQ opposite small cards claimer may play the ace over a king that was onside; and with the king
    offside he may finesse before he has cashed his other ace, and not come to it (Law 70E).
    """
    assert worth(ending("AQ.2.. 63..4. 54.A.. KJ..3.")) == 2
    assert worth(ending("AQ.2.. KJ..4. 54.A.. 63..3.")) == 1


def test_a_suit_without_an_entry_is_not_reached() -> None:
    """North's hearts are good, but south has no heart: he gets his own ace and nothing else."""
    assert worth(ending(".AK.2. 32..3. A...43 5...AK")) == 1


def test_a_winner_opposite_may_be_led_to() -> None:
    assert worth(ending("A2... KQ... 53... .76..")) == 1
    assert worth(ending("AK2... QJ3... 54..2. .76..4")) == 2


def test_a_trick_in_progress_counts() -> None:
    position = ending("32.2.. 54..3. AK.A.. 76..4.").play(Card.parse("SA"))
    assert worth(position) == 3
    position = ending("32.2.. 54..3. QK.A.. A6..4.").play(Card.parse("SQ")).play(Card.parse("SA"))
    assert worth(position) == 0  # to west's diamond he may throw the winner that he needs


def test_defenders_claim_by_the_same_rules() -> None:
    position = ending("32.2.. AK.A.. 54..3. 76..4.", leader=Seat.EAST)
    assert worst_normal_line(position, Side.EW) == 3
    assert worst_normal_line(position, Side.NS) == 0


def test_a_concession_of_a_sure_trick_is_taken_back() -> None:
    position = ending("32.2.. 54..3. AK.A.. 76..4.")
    conceded = concession(position, Seat.SOUTH, 2)
    assert conceded == Claim(Seat.SOUTH, 1)
    assert withdrawable_concession(position, conceded) == 2
    assert withdrawable_concession(position, Claim(Seat.SOUTH, 3)) == 0


def test_a_settled_claim_is_never_worth_more_than_was_claimed() -> None:
    position = ending("32.2.. 54..3. AK.A.. 76..4.")
    assert settle(position, Claim(Seat.SOUTH, 2)) == 2
    assert settle(position, Claim(Seat.SOUTH, 3)) == 3


def test_declarers_total_for_either_side() -> None:
    position = ending("32.2.. 54..3. AK.A.. 76..4.")
    assert declarer_total(position, Claim(Seat.SOUTH, 3), 2) == 2
    assert declarer_total(position, Claim(Seat.EAST, 3), 2) == 1


@pytest.mark.parametrize(
    ("claim", "law"),
    [
        (Claim(Seat.NORTH, 1), "Law 43A"),
        (Claim(Seat.SOUTH, 4), "Law 68A"),
        (Claim(Seat.SOUTH, -1), "Law 68A"),
    ],
)
def test_what_is_no_claim(claim: Claim, law: str) -> None:
    with pytest.raises(IllegalAction) as fault:
        check_claim(ending("32.2.. 54..3. AK.A.. 76..4."), claim)
    assert fault.value.law == law


def test_the_last_trick_in_progress_cannot_be_claimed() -> None:
    position = ending("2... 4... A... 7...")
    check_claim(position, Claim(Seat.SOUTH, 1))
    with pytest.raises(IllegalAction, match="nothing left to claim"):
        check_claim(position.play(Card.parse("SA")), Claim(Seat.SOUTH, 1))


# Against an independent search


def exhaustive(state: PlayState, side: Side, minimise: bool) -> int:
    """The tricks of ``side`` when the others play to take them, and it plays to keep them (or to lose them)."""
    if state.is_over:
        return sum(trick.winner.side == side for trick in state.tricks)
    values = [exhaustive(state.play(card), side, minimise) for card in state.legal_cards()]
    assert state.turn is not None
    return min(values) if minimise or state.turn.side != side else max(values)


def random_ending(rng: random.Random, cards: int) -> PlayState:
    masks = [Hand.partial(mask).cards for mask in deal_masks(rng.randrange(10**6), 0)]
    hands = [sum(card.bit for card in rng.sample(hand, cards)) for hand in masks]
    contract = Contract(1, rng.randrange(5), 0, rng.randrange(4))
    return PlayState.position(hands, contract, Seat(rng.randrange(4)))


def test_between_the_worst_of_all_lines_and_double_dummy() -> None:
    """Normal play is some of all play, so it loses at most as much; and it cannot beat perfect play."""
    rng = random.Random(5)
    strict = 0
    for _ in range(150):
        position = random_ending(rng, 3)
        worst = worst_normal_line(position, Side.NS)
        low, best = exhaustive(position, Side.NS, True), exhaustive(position, Side.NS, False)
        assert low <= worst <= best
        strict += low < worst
    assert strict > 10


def test_the_double_dummy_function_bounds_the_answer_and_values_what_the_search_leaves() -> None:
    asked = []

    def solve(state: PlayState) -> dict[Card, int]:
        asked.append(state)
        assert state.turn is not None
        return {card: exhaustive(state.play(card), state.turn.side, False) for card in state.legal_cards()}

    rng = random.Random(6)
    better = 0
    for _ in range(60):
        position = random_ending(rng, 3)
        alone = worst_normal_line(position, Side.NS)
        full = worst_normal_line(position, Side.NS, solve=solve)
        assert len(asked) == 1
        short = worst_normal_line(position, Side.NS, solve=solve, budget=0)
        perfect = exhaustive(position, Side.NS, False)
        assert full == min(alone, perfect) and short == perfect
        better += short > full
        asked.clear()
    assert better > 5


class Plain(_Search):
    """The same lines one by one: nothing remembered, nothing given up."""

    def trick(self, hands: Masks, leader: int, cards: tuple[int, ...], place: int, limit: int) -> int:
        if len(cards) == 4:
            winner = (leader + self.winning(cards)) & 3
            return (winner & 1 == self.side) + (self.trick(hands, winner, (), 0, 13) if hands[winner] else 0)
        seat = (leader + len(cards)) & 3
        values = []
        for card in self.choices(hands, leader, seat, cards, self.winning(cards)):
            north, east, south, west = (hand & ~(1 << card) for hand in hands)
            values.append(self.trick((north, east, south, west), leader, (*cards, card), 0, 13))
        return min(values)


def test_giving_up_lines_early_changes_no_answer() -> None:
    """Positions of four cards, from every place within a trick, and any number that the answer need not exceed."""
    rng = random.Random(8)
    answers = set()
    for _ in range(120):
        position = random_ending(rng, 4)
        for _ in range(rng.randrange(4)):
            position = position.play(rng.choice(list(position.legal_cards())))
        for side in Side:
            draws_trumps = rng.random() < 0.5
            wanted = Plain(position, side, draws_trumps, None, 1).value()
            most = rng.randrange(5)
            assert worst_normal_line(position, side, draws_trumps) == wanted
            assert worst_normal_line(position, side, draws_trumps, most=most) == min(most, wanted)
            answers.add(wanted)
    assert answers == {0, 1, 2, 3, 4}


def test_positions_that_differ_in_cards_gone_are_one() -> None:
    """The nine is as good as the six when what was between has gone."""
    one, other = ending("A3.2.. K5.4.. 97.6.. QJ.3.."), ending("A3.5.. K5.7.. 76.8.. QJ.6..")
    assert _order(one.hands, 2) == _order(other.hands, 2) != _order(other.hands, 1)
    assert _order(one.hands, 2) != _order(ending("A3.2.. K5.4.. QJ.6.. 97.3..").hands, 2)


def test_a_claim_at_the_first_trick_is_searched_to_the_end() -> None:
    position = PlayState.position(deal_masks(4, 0), Contract.parse("3NT by N"), Seat.EAST)
    search = _Search(position, Side.NS, False, None, 30_000)
    assert search.value() == 3
    assert not search.exhausted
    assert settle(position, Claim(Seat.NORTH, 2)) == 2


def test_the_search_ends_soon_from_the_first_trick() -> None:
    """Thirteen tricks left, a small budget, no solver: one line is played through."""
    hands = deal_masks(4, 4)
    position = PlayState.position(hands, Contract.parse("4S by S"), Seat.WEST)
    assert 0 <= worst_normal_line(position, Side.NS, budget=200) <= 13
