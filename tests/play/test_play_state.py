"""The play of the cards: legality, tricks, taking back."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml

from bridgelang.core.cards import CARDS, Card, Suit
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import Seat, Side, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.play.state import PlayState, Trick, cards_of, mask_of, suit_of

ROOT = Path(__file__).parents[2]
PLAYS: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests/data/plays.yaml").read_text(encoding="utf-8"))

DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")


def test_the_data_is_all_there() -> None:
    assert len(PLAYS) == 100
    assert all(len(play["tricks"]) == 13 and len(play["legal"]) == 52 for play in PLAYS)


@pytest.mark.parametrize("case", PLAYS, ids=lambda case: f"{case['id']} {case['contract']}{case['declarer']}")
def test_plays_of_other_programs(case: dict[str, Any]) -> None:
    """Leaders, winners, the number of legal cards before each of the 52, declarer's tricks and the score."""
    contract = Contract.parse(f"{case['contract']} by {case['declarer']}")
    state = PlayState.start(Deal.parse(case["deal"]), contract)
    counts = iter(case["legal"])
    for line in case["tricks"]:
        leader, _, rest = line.partition(": ")
        cards, _, winner = rest.partition(" -> ")
        assert state.leader == state.turn == Seat.parse(leader)
        for word in cards.split():
            assert len(state.legal_cards()) == next(counts)
            state = state.play(Card.parse(word))
        assert state.leader == Seat.parse(winner)
        assert str(state.tricks[-1]) == line
    assert state.is_over
    assert state.declarer_tricks == case["declarer_tricks"]
    vulnerability = Vulnerability.parse(case["vul"])
    assert contract_score(contract, state.declarer_tricks, vulnerability) == case["score_ns"]


CHECKER = runpy.run_path(str(ROOT / "benchmarks" / "random_plays.py"))


def test_random_plays_every_illegal_card_tried() -> None:
    for index in range(60):
        CHECKER["check_play"](index, seed=11, every_illegal=True)


def test_a_hundred_thousand_random_plays() -> None:
    """104,000 cards: tricks, leaders, refusals, undo and redo; the script does as many deals as one likes."""
    for index in range(2000):
        CHECKER["check_play"](index, seed=12, every_illegal=False)


def played(state: PlayState, text: str) -> PlayState:
    for word in text.split():
        state = state.play(Card.parse(word))
    return state


def test_the_opening_leader_is_declarers_left_hand_opponent() -> None:
    for declarer in Seat:
        state = PlayState.start(DEAL, Contract(3, 4, 0, declarer))
        assert state.turn == state.leader == state.player == declarer.lho
        assert state.dummy == declarer.partner


def test_declarer_chooses_dummys_cards() -> None:
    state = played(PlayState.start(DEAL, Contract.parse("3NT by N")), "ST")
    assert (state.turn, state.player) == (Seat.SOUTH, Seat.NORTH)
    state = played(state, "S3")
    assert (state.turn, state.player) == (Seat.WEST, Seat.WEST)


def test_messages_name_the_card_and_the_reason() -> None:
    state = PlayState.start(DEAL, Contract.parse("3NT by N"))
    with pytest.raises(IllegalAction, match="SA is not in East's hand") as fault:
        state.play(Card.parse("SA"))
    assert fault.value.law == "Law 44"
    state = played(state, "ST")
    with pytest.raises(IllegalAction) as fault:
        state.play(Card.parse("H8"))
    assert str(fault.value) == "H8 does not follow suit: spades were led and South still has 6543"
    assert fault.value.law == "Law 44C"
    with pytest.raises(IllegalAction, match="ST has already been played"):
        played(state, "S3 S2 SA CA ST")


def test_nothing_can_be_played_after_the_last_card() -> None:
    state = PlayState.start(DEAL, Contract.parse("3NT by N"))
    while not state.is_over:
        state = state.play(state.legal_cards()[0])
    assert (state.turn, state.player, state.legal_mask, state.tricks_left) == (None, None, 0, 0)
    with pytest.raises(IllegalAction, match="all the cards have been played"):
        state.play(CARDS[0])
    assert state.won_by(Side.NS) + state.won_by(Side.EW) == 13
    assert state.won_by(Side.NS) == state.declarer_tricks


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(IllegalAction, match="no card"):
        PlayState.start(DEAL, Contract.parse("3NT by N")).undo()


def test_history_runs_from_the_start() -> None:
    start = PlayState.start(DEAL, Contract.parse("3NT by N"))
    cards = ["ST", "S3", "S2", "SA"]
    states = list(played(start, " ".join(cards)).history())
    assert len(states) == 5
    assert states[0] == start
    assert [str(state.card) for state in states[1:]] == cards


def test_equal_positions_by_different_ways_differ() -> None:
    start = PlayState.start(DEAL, Contract.parse("3NT by N"))
    one, other = played(start, "ST S3 S2 SA"), played(start, "ST S3 S2 SK")
    assert one != other
    assert hash(one) == hash(played(start, "ST S3 S2 SA"))
    assert start != PlayState.start(DEAL, Contract.parse("4NT by N"))


def test_end_positions() -> None:
    hands = [mask_of([Card.parse(word)]) for word in ("SA", "SK", "S2", "H2")]
    state = PlayState.position(hands, Contract.parse("3NT by N"), Seat.WEST)
    assert state.tricks_left == 1
    state = played(state, "H2 SA SK S2")
    assert state.is_over and state.tricks[0] == Trick(Seat.WEST, state.played(), Seat.WEST)
    with pytest.raises(ValueError, match="equally many"):
        PlayState.position([*hands[:3], 0], Contract.parse("3NT by N"), Seat.WEST)
    with pytest.raises(ValueError, match="share a card"):
        PlayState.position([hands[0], *hands[:3]], Contract.parse("3NT by N"), Seat.WEST)


def test_the_turn_can_be_given_away_only_between_tricks() -> None:
    start = PlayState.start(DEAL, Contract.parse("3NT by N"))
    other = start.with_turn(Seat.WEST)
    assert (other.turn, other.leader) == (Seat.WEST, Seat.WEST)
    assert start.turn == Seat.EAST
    state = played(other, "S2 SA")
    assert state.leader == Seat.WEST
    with pytest.raises(IllegalAction, match="between two tricks"):
        state.with_turn(Seat.WEST)


def test_masks_and_cards() -> None:
    for index in range(20):
        for hand in deal(3, index):
            assert mask_of(cards_of(hand.mask)) == hand.mask
            assert cards_of(hand.mask) == hand.cards
            assert [suit_of(hand.mask, suit) for suit in Suit] == list(hand.holdings)
