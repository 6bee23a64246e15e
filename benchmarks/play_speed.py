"""Whole boards by rules of thumb, bidding included: boards a second on one core.

``python benchmarks/play_speed.py``                          2000 boards, bid by sayc against itself and played out

Every board is dealt, bid by all four hands, played card by card under the laws and scored. The exit status is 1 below
200 boards a second. Times are the process's own, so that other work on the machine counts less.
"""

from __future__ import annotations

import argparse
import gc
import time

from bridgelang.bidding.load import load_system
from bridgelang.core.dealing import deal
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import dealer_of, vulnerability_of
from bridgelang.play.state import PlayState
from bridgelang.play.view import play_out
from bridgelang.players.heuristic import HeuristicPlayer

BAR = 200


def main() -> None:
    """Play the boards and print the speeds."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--boards", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--system", default="sayc")
    chosen = options.parse_args()
    gc.set_threshold(200_000, 50)  # as in matches: what bidding makes it keeps
    table = load_system(chosen.system).table()
    player = HeuristicPlayer()
    bidding = playing = 0.0
    played = total = 0
    for index in range(chosen.boards):
        vulnerability = vulnerability_of(index + 1)
        began = time.process_time()
        hands = deal(chosen.seed, index)
        auction = table.bid(hands, dealer_of(index + 1), vulnerability)
        bid = time.process_time()
        contract, tricks = auction.contract, 0
        if contract is not None:
            state = play_out(PlayState.start(hands, contract, auction), [player] * 4)
            assert len(state.tricks) == 13
            tricks = state.declarer_tricks
            played += 1
        total += contract_score(contract, tricks, vulnerability)
        bidding += bid - began
        playing += time.process_time() - bid
    speed = chosen.boards / (bidding + playing)
    print(f"{chosen.boards} boards of seed {chosen.seed}, {played} played, NS {total:+d} points in all")
    print(f"dealing and bidding  {chosen.boards / bidding:7.0f} boards/s")
    print(f"playing and scoring  {chosen.boards / playing:7.0f} boards/s")
    print(f"whole boards         {speed:7.0f} boards/s a core (bar {BAR})")
    raise SystemExit(speed < BAR)


if __name__ == "__main__":
    main()
