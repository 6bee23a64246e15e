"""The cards that cost tricks, against the solver's value of the board and the tricks really taken."""

from __future__ import annotations

import random

from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.game.review import slips
from bridgelang.match.solver import solve_contracts, solve_play
from bridgelang.play.state import PlayState
from bridgelang.play.view import View, play_out
from bridgelang.players.double_dummy import DoubleDummyPlayer
from bridgelang.players.heuristic import HeuristicPlayer


def test_what_the_slips_cost_is_the_difference_from_perfect_play():
    """Declarer's tricks are those of perfect play, less what his slips cost, and what the defenders' gave him."""
    rng = random.Random(6)
    player = HeuristicPlayer()
    seen = 0
    for index, text in enumerate(["3NT by S", "4H by W", "2C by N", "6S by E", "1D by S"]):
        contract = Contract.parse(text)
        state = PlayState.start(deal(6, index), contract)
        while state.turn is not None:
            wild = rng.random() < 0.3
            state = state.play(rng.choice(state.legal_cards()) if wild else player.choose(View(state)))
        [perfect] = solve_contracts([(deal(6, index), contract.declarer, contract.strain)])
        found = slips(state, solve_play)
        costs = [0, 0]
        for slip in found:
            costs[slip.seat.side != contract.declarer.side] += slip.cost
            assert slip.cost > 0
            assert slip.card != slip.best
            assert slip.number == 13 or state.tricks[slip.number - 1].by_seat(slip.seat) == slip.card
        assert state.declarer_tricks == perfect - costs[0] + costs[1]
        seen += len(found)
    assert seen > 10


def test_perfect_play_has_no_slips():
    state = play_out(PlayState.start(deal(6, 9), Contract.parse("3NT by S")), [DoubleDummyPlayer(solve_play)] * 4)
    assert slips(state, solve_play) == []
