"""Card players over many deals: speed, legality, and double-dummy play against the solver.

``python benchmarks/card_play.py heuristic --deals 20000``      boards a second, no illegal card, no crash
``python benchmarks/card_play.py double-dummy --deals 200``     the tricks taken are exactly the solver's
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

from bridgelang.core.cards import STRAINS
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS
from bridgelang.match.solver import solve_contracts, solve_play
from bridgelang.play.state import PlayState
from bridgelang.play.view import play_out
from bridgelang.players.double_dummy import DoubleDummyPlayer
from bridgelang.players.heuristic import HeuristicPlayer


def boards(count: int, seed: int) -> Iterator[tuple[Deal, Contract]]:
    """Random deals with random contracts, so that all kinds of hopeless positions come up too."""
    rng = random.Random(seed)
    for index in range(count):
        contract = Contract(rng.randint(1, 7), rng.choice(STRAINS), rng.randint(0, 2), rng.choice(SEATS))
        yield deal(seed, index), contract


def revokes(state: PlayState) -> int:
    """The cards of a finished play that did not follow suit although they could, counted from the hands
    dealt.
    """
    hands, found = list(state.dealt), 0
    for trick in state.tricks:
        led = trick.cards[0].suit
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) & 3
            assert hands[seat] >> card & 1, f"{card} was not in the hand"
            found += card.suit != led and bool(hands[seat] >> 13 * led & 0x1FFF)
            hands[seat] ^= 1 << card
    return found


def play_heuristic(count: int, seed: int) -> float:
    """Play the boards by rules of thumb and return the seconds it took; AssertionError at a revoke."""
    player, took = HeuristicPlayer(), 0.0
    for board, contract in boards(count, seed):
        began = time.perf_counter()
        state = play_out(PlayState.start(board, contract), [player] * 4)
        took += time.perf_counter() - began
        assert len(state.tricks) == 13 and not revokes(state)
    return took


def play_double_dummy(count: int, seed: int) -> int:
    """Play the boards double-dummy and return on how many the tricks differ from the solver's."""
    player, wrong = DoubleDummyPlayer(solve_play), 0
    chosen = list(boards(count, seed))
    expected = solve_contracts([(board, contract.declarer, contract.strain) for board, contract in chosen])
    for (board, contract), tricks in zip(chosen, expected, strict=True):
        state = play_out(PlayState.start(board, contract), [player] * 4)
        assert not revokes(state)
        if state.declarer_tricks != tricks:
            print(f"{contract} on {board}: {state.declarer_tricks} tricks, the solver says {tricks}")
            wrong += 1
    return wrong


def main() -> None:
    """Run one of the two and print what came out."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("player", choices=["heuristic", "double-dummy"])
    options.add_argument("--deals", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    began = time.perf_counter()
    if chosen.player == "heuristic":
        took = play_heuristic(chosen.deals, chosen.seed)
        print(f"{chosen.deals} boards, no revoke, no crash: {chosen.deals / took:.0f} boards/s a core")
    else:
        wrong = play_double_dummy(chosen.deals, chosen.seed)
        took = time.perf_counter() - began
        print(f"{chosen.deals} boards, {wrong} with other tricks than the solver's ({took:.0f} s)")
        raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
