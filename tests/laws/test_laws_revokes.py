"""Revokes: Law 64 against the worked cases, finding them in records, establishment and correction."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from bridgelang.core.cards import CARDS, Card, Suit
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.seats import SEATS, Seat
from bridgelang.laws.revokes import Revoke, adjusted_tricks, equity_note, find_revokes, transfer, transfers
from bridgelang.play.state import PlayState

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[1] / "data" / "revokes.yaml").read_text(encoding="utf-8")
)


def test_the_data_is_all_there() -> None:
    assert [case["id"] for case in CASES] == list(range(1, 19))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}: {case['why'][:50]}")
def test_law_64(case: dict[str, Any]) -> None:
    winners = [Seat.parse(seat) for seat in case["winners"].split()]
    flags = dict.fromkeys(case["flags"], True)
    ruled = transfer(winners, case["trick"], Seat.parse(case["offender"]), **flags)
    assert ruled.tricks == case["transferred"]
    assert ruled.law.startswith("Law 64A" if ruled.tricks else "Law 64B")


def test_the_law_cited_is_the_one_that_applies() -> None:
    east, south = Seat.EAST, Seat.SOUTH
    winners = [south] * 4 + [east] + [south] * 7 + [east]
    for flag, law in [
        ("second_same_suit", "Law 64B2"),
        ("faced_card", "Law 64B3"),
        ("by_dummy", "Law 64B3"),
        ("after_next_deal_call", "Law 64B4"),
        ("after_round", "Law 64B5"),
        ("both_sides", "Law 64B7"),
        ("corrected_both", "Law 64B8"),
    ]:
        assert transfer(winners, 5, east, **{flag: True}).law == law
    assert transfer(winners, 12, east).law == "Law 64B6"
    assert transfer([south] * 13, 5, east).law == "Law 64B1"
    assert transfer(winners, 5, east).law == "Law 64A1"
    assert transfer(winners, 6, east).law == "Law 64A2"
    with pytest.raises(ValueError, match="no trick 14"):
        transfer(winners, 14, east)


def revoking_play(seed: int, chance: float) -> tuple[PlayState, list[tuple[Seat, int, Card]]]:
    """A whole play in which players sometimes do not follow suit, and a list of those cards kept on the side."""
    rng = random.Random(seed)
    state = PlayState.start(deal(seed, 0), Contract.parse("4S by S"))
    made: list[tuple[Seat, int, Card]] = []
    while state.turn is not None:
        legal = set(state.legal_cards())
        hand = [card for card in CARDS if state.hands[state.turn] & card.bit]
        card = rng.choice(hand) if rng.random() < chance else rng.choice(sorted(legal))
        if card not in legal:
            made.append((state.turn, len(state.tricks) + 1, card))
        state = state.play_unchecked(card)
    return state, made


def test_every_revoke_is_found_in_a_record_and_nothing_else() -> None:
    total = 0
    for seed in range(60):
        state, made = revoking_play(seed, 0.15)
        found = find_revokes(state.dealt, state.tricks, dummy=Seat.NORTH)
        assert [(r.seat, r.trick, r.card) for r in found] == made
        assert all(r.faced == (r.seat == Seat.NORTH) for r in found)
        assert all(r.established == (r.trick < 13) for r in found)
        total += len(made)
    assert total > 100
    assert find_revokes(*_clean(3)) == ()


def _clean(seed: int) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    state, made = revoking_play(seed, 0.0)
    assert not made
    return state.dealt, state.tricks


def test_adjusted_tricks_stay_within_what_the_offenders_won() -> None:
    changed = 0
    for seed in range(120):
        state, _ = revoking_play(seed, 0.04)
        revokes = find_revokes(state.dealt, state.tricks, dummy=Seat.NORTH)
        winners = [trick.winner for trick in state.tricks]
        tricks, rulings = adjusted_tricks(revokes, winners, Seat.SOUTH)
        plain = state.declarer_tricks
        moved = sum(ruled.tricks for _, ruled in transfers(revokes, winners, Seat.NORTH))
        assert 0 <= tricks <= 13 and abs(tricks - plain) <= moved
        assert len(rulings) == sum(r.established for r in revokes)
        changed += tricks != plain
        if {r.seat.side for r in revokes if r.established} == {SEATS[0].side, SEATS[1].side}:
            assert tricks == plain
    assert changed > 10


def test_two_revokes_of_one_side_do_not_cost_more_than_it_won() -> None:
    """Two suits revoked in, one trick won since: one trick goes over, not two."""
    south, east = Seat.SOUTH, Seat.EAST
    winners = [south] * 12 + [east]
    revokes = [
        Revoke(east, 4, Card.parse("H2"), Suit.SPADES, established=True),
        Revoke(east, 6, Card.parse("D2"), Suit.CLUBS, established=True),
    ]
    assert adjusted_tricks(revokes, winners, south)[0] == 13
    assert adjusted_tricks(revokes, [south] * 11 + [east] * 2, south)[0] == 13


def test_a_second_revoke_in_the_suit_costs_nothing_more() -> None:
    winners = [Seat.EAST] * 3 + [Seat.SOUTH] * 7 + [Seat.EAST] * 3
    revokes = [
        Revoke(Seat.EAST, 4, Card.parse("H2"), Suit.SPADES, established=True),
        Revoke(Seat.EAST, 6, Card.parse("D2"), Suit.SPADES, established=True),
    ]
    tricks, rulings = adjusted_tricks(revokes, winners, Seat.SOUTH)
    assert tricks == 8 and [ruling.law for ruling in rulings] == ["Law 64A2", "Law 64B2"]


def test_a_revoke_that_is_not_established_costs_nothing() -> None:
    revoke = Revoke(Seat.EAST, 13, Card.parse("H2"), Suit.SPADES)
    assert adjusted_tricks([revoke], [Seat.EAST] * 13, Seat.SOUTH) == (0, ())


def test_the_note_on_equity_names_the_other_side() -> None:
    note = equity_note(Revoke(Seat.EAST, 4, Card.parse("H2"), Suit.SPADES))
    assert note.law == "Law 64C" and "NS lost more" in note.text
