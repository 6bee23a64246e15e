"""The player that sees all hands, and sampling of hands that fit."""

from __future__ import annotations

import random
import runpy
from itertools import islice
from pathlib import Path

import pytest

from bridgelang.core.cards import CARDS, STRAINS
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.seats import SEATS
from bridgelang.errors import BridgelangError
from bridgelang.match.solver import solve_play
from bridgelang.play.claims import worst_normal_line
from bridgelang.play.state import PlayState
from bridgelang.play.view import View, play_out
from bridgelang.players.double_dummy import DoubleDummyPlayer
from bridgelang.players.heuristic import HeuristicPlayer
from bridgelang.players.sampling import UniformSampler, cards_left

BENCH = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "card_play.py"))


def test_double_dummy_against_itself_takes_the_solvers_tricks() -> None:
    assert BENCH["play_double_dummy"](5, seed=77) == 0


def test_the_solver_is_asked_with_the_trick_in_progress() -> None:
    """Values along one play: they fall only by tricks lost, and the best card keeps the value."""
    rng = random.Random(3)
    state = PlayState.start(deal(5, 5), Contract.parse("3NT by S"))
    for _ in range(30):
        state = state.play(rng.choice(state.legal_cards()))
    while not state.is_over:
        values = solve_play(state)
        assert set(values) == set(state.legal_cards())
        best = max(values, key=lambda card: values[card])
        assert state.turn is not None
        side, before = state.turn.side, state.won_by(state.turn.side)
        after = state.play(best)
        if not after.is_over:
            assert after.turn is not None
            rest = max(solve_play(after).values())
            theirs = rest if after.turn.side == side else after.tricks_left - rest
            assert after.won_by(side) - before + theirs == values[best]
        state = after


def test_it_must_be_shown_the_hands() -> None:
    view = View(PlayState.start(deal(1, 0), Contract.parse("3NT by S")))
    with pytest.raises(BridgelangError, match="all four hands"):
        DoubleDummyPlayer(solve_play).choose(view)


def test_of_equal_cards_the_lowest() -> None:
    state = PlayState.start(deal(1, 0), Contract.parse("3NT by S"))
    player = DoubleDummyPlayer(lambda state: dict.fromkeys(state.legal_cards(), 3))
    card = player.choose(View(state, sees_all=True))
    assert card.rank == min(card.rank for card in state.legal_cards())


def test_seeing_all_cards_beats_rules_of_thumb_in_the_endgame() -> None:
    """From the eighth trick on, the double-dummy declarer takes at least as much as the other, on every
    board.
    """
    heuristic, perfect = HeuristicPlayer(), DoubleDummyPlayer(solve_play)
    gained = 0
    for index in range(12):
        state = PlayState.start(deal(8, index), Contract(2, index % 5, 0, SEATS[index % 4]))
        while len(state.tricks) < 7:
            assert state.turn is not None
            state = state.play(heuristic.choose(View(state)))
        mixed = [perfect if seat.side == state.declarer.side else heuristic for seat in SEATS]
        plain = play_out(state, [heuristic] * 4).declarer_tricks
        best = play_out(state, mixed).declarer_tricks
        against = play_out(state, [perfect] * 4).declarer_tricks
        assert best >= against
        gained += best - plain
    assert gained > 0


def test_the_worst_normal_line_is_never_better_than_double_dummy() -> None:
    rng = random.Random(12)
    for index in range(25):
        state = PlayState.start(deal(6, index), Contract(2, index % 5, 0, SEATS[index % 4]))
        for _ in range(32 + rng.randrange(8)):
            state = state.play(rng.choice(state.legal_cards()))
        best = max(solve_play(state).values())
        assert state.turn is not None
        assert worst_normal_line(state, state.turn.side, solve=solve_play) <= best


# Sampling


def random_view(rng: random.Random, cards: int) -> tuple[PlayState, View]:
    contract = Contract(rng.randint(1, 7), rng.choice(STRAINS), 0, rng.choice(SEATS))
    state = PlayState.start(deal(rng.randrange(10**6), 0), contract)
    for _ in range(cards):
        state = state.play(rng.choice(state.legal_cards()))
    return state, View(state)


def test_samples_fit_everything_that_was_seen() -> None:
    rng = random.Random(14)
    forced = 0
    for _ in range(150):
        state, view = random_view(rng, rng.randrange(50))
        for seat in SEATS:
            assert cards_left(view, seat) == state.hands[seat].bit_count()
        for hands in islice(UniformSampler().sample(view, rng), 5):
            assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in state.hands]
            assert hands[0] | hands[1] | hands[2] | hands[3] == sum(state.hands)
            for seat in SEATS:
                if view.known[seat] is not None:
                    assert hands[seat] == state.hands[seat]
                for suit in range(4):
                    if view.shown_out(seat) >> suit & 1:
                        forced += 1
                        assert not hands[seat] >> 13 * suit & 0x1FFF
    assert forced > 100


def test_every_layout_is_equally_likely() -> None:
    """An unseen card is as often in each of the three hidden hands."""
    view = View(PlayState.start(deal(4, 4), Contract.parse("3NT by S")))
    card = next(card for card in CARDS if view.unseen >> card & 1)
    counts = [0, 0, 0, 0]
    for hands in islice(UniformSampler().sample(view, random.Random(1)), 3000):
        counts[next(seat for seat in SEATS if hands[seat] >> card & 1)] += 1
    assert counts[view.seat] == 0
    assert all(900 < count < 1100 for seat, count in enumerate(counts) if seat != view.seat)
