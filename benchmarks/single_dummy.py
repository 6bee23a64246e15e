"""Single-dummy play against rules of thumb: tricks a board, as declarer and in defence, with the standard error.

``python benchmarks/single_dummy.py``                        60 boards bid by sayc against itself, 10 samples a card

Each board is played three times in the same contract: by rules of thumb on both sides, then with a single-dummy
declarer against the same defenders, then with two single-dummy defenders against the same declarer. The exit
status is 1 when either side gains less than 0.3 tricks a board.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence

from bridgelang.bidding.load import load_system
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.auctions import Auction
from bridgelang.core.cards import Card
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS, dealer_of, vulnerability_of
from bridgelang.match.solver import solve_play
from bridgelang.play.state import PlayState
from bridgelang.play.view import Player, View, play_out
from bridgelang.players.heuristic import HeuristicPlayer
from bridgelang.players.sampling import Sampler, UniformSampler
from bridgelang.players.shown import ShownSampler
from bridgelang.players.single_dummy import SingleDummyPlayer

BAR = 0.3


class Timed:
    """A player that remembers how long its slowest card took."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name
        self.sees_all = player.sees_all
        self.slowest = 0.0

    def choose(self, view: View) -> Card:
        """The player's card."""
        began = time.perf_counter()
        card = self.player.choose(view)
        self.slowest = max(self.slowest, time.perf_counter() - began)
        return card


def boards(table: BiddingTable, seed: int) -> Iterator[tuple[Deal, Auction]]:
    """Deals of a stream with their auctions, those passed out left out."""
    index = 0
    while True:
        hands = deal(seed, index)
        auction = table.bid(hands, dealer_of(index + 1), vulnerability_of(index + 1))
        if auction.contract is not None:
            yield hands, auction
        index += 1


def played(hands: Deal, auction: Auction, declarer: Player, defence: Player) -> int:
    """Declarer's tricks."""
    contract = auction.contract
    assert contract is not None
    seats = [declarer if seat.side == contract.declarer.side else defence for seat in SEATS]
    return play_out(PlayState.start(hands, contract, auction), seats).declarer_tricks


def summary(gains: Sequence[int]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(gains)
    mean = sum(gains) / count
    variance = sum((gain - mean) ** 2 for gain in gains) / max(1, count - 1)
    return mean, math.sqrt(variance / count)


def main() -> None:
    """Play the boards and print what came out."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--boards", type=int, default=60)
    options.add_argument("--samples", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--deaf", action="store_true", help="do not listen to the auction")
    chosen = options.parse_args()
    table = load_system("sayc").table()
    sampler: Sampler = UniformSampler() if chosen.deaf else ShownSampler(table)
    rules = HeuristicPlayer()
    single = Timed(SingleDummyPlayer(solve_play, sampler, chosen.samples, chosen.seed, time_limit=None))
    source = boards(table, chosen.seed)
    declaring, defending = [], []
    began = time.perf_counter()
    for _ in range(chosen.boards):
        hands, auction = next(source)
        usual = played(hands, auction, rules, rules)
        declaring.append(played(hands, auction, single, rules) - usual)
        defending.append(usual - played(hands, auction, rules, single))
    took = time.perf_counter() - began
    print(f"{chosen.boards} boards of seed {chosen.seed}, {chosen.samples} samples, {took:.0f} s")
    passed = True
    for role, gains in (("declarer", declaring), ("defence", defending)):
        mean, error = summary(gains)
        passed = passed and mean >= BAR
        print(f"single-dummy {role:<9} {mean:+.2f} tricks a board, standard error {error:.2f} (bar {BAR:+.2f})")
    print(f"slowest card {single.slowest:.2f} s")
    raise SystemExit(not passed)


if __name__ == "__main__":
    main()
