"""The bars about bidding many boards: what a board costs as matches grow, and the memory of a million.

    python benchmarks/memory_and_scale.py [A B]
    python benchmarks/memory_and_scale.py sayc acol --sizes 100,1000 --million 0 --start-up 50
    python benchmarks/memory_and_scale.py --sizes "" --million 1000000

Random deals are bid at both tables as a match bids them, chunk by chunk, on one core, and nothing is kept: no solving,
no scoring, no file. Each size runs in a process of its own, which loads the systems and bids some other boards first;
that start-up is not counted. Costs are of the processor's time, memory is the most that the process has held.

Bars: 3,000 boards a second at one table; 100,000 boards cost no more a board than 10,000, and 1,000 at most 3 times as
much; under 1.5 GB at 1,000,000.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time

from match_speed import machine

from bridgelang import load_system
from bridgelang.core.lasting import lasting
from bridgelang.match.bidding import SystemBidder, bid_boards
from bridgelang.match.boards import RandomBoards
from bridgelang.match.run import chunk_size

MOST_MEMORY = 1500  # MB
LEAST = 3000  # boards a second at one table
BARS = {1000: 3.0, 100_000: 1.0}  # times the cost of BESIDE boards
BESIDE = 10_000


def memory() -> int:
    """The most memory this process has held, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1 << 20 if sys.platform == "darwin" else 1 << 10)


def bid(a: str, b: str, boards: int, start_up: int) -> None:
    """Bid so many boards and print microseconds a board and table, and the peak memory; called in a fresh process."""
    one, two = load_system(a), load_system(b)
    bidders = SystemBidder(one, two), SystemBidder(two, one)
    with lasting():
        if start_up:
            bid_boards(RandomBoards(1).take(0, start_up), *bidders)
        source, chunk = RandomBoards(2), chunk_size(boards, True)
        began = time.process_time()
        for start in range(0, boards, chunk):
            bid_boards(source.take(start, min(chunk, boards - start)), *bidders)
            done = start + chunk
            if done % 100_000 < chunk and done < boards:
                print(f"  {done:>9,} boards: {memory():,} MB", file=sys.stderr, flush=True)
        seconds = time.process_time() - began
    print(f"{1e6 * seconds / boards / 2:.2f} {memory()}")


def measured(options: argparse.Namespace, boards: int) -> tuple[float, int]:
    """The cost and the memory of so many boards, in a process of its own."""
    words = [sys.executable, __file__, options.a, options.b, "--one", str(boards), "--start-up", str(options.start_up)]
    cost, peak = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return float(cost), int(peak)


def _rate(cost: float) -> str:
    return f"{cost:7.1f} us a board and table, {1e6 / cost:,.0f} a second (bar: {LEAST:,})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("a", nargs="?", default="sayc")
    parser.add_argument("b", nargs="?", default="acol")
    parser.add_argument("--sizes", default="1000,10000,100000", help="numbers of boards, with commas between")
    parser.add_argument("--million", type=int, default=1_000_000, help="boards of the memory bar; 0 leaves it out")
    parser.add_argument("--start-up", type=int, default=200, help="boards bid before the clock starts")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        bid(options.a, options.b, options.one, options.start_up)
        return
    print(machine())
    print(f"{options.a} against {options.b}, both tables, one core, after {options.start_up} boards to start up")
    costs: dict[int, float] = {}
    for boards in [int(size) for size in options.sizes.split(",") if size.strip()]:
        costs[boards], peak = measured(options, boards)
        print(f"{boards:>9,} boards: {_rate(costs[boards])}, {peak:,} MB", flush=True)
    for boards, most in BARS.items():
        if boards in costs and BESIDE in costs:
            ratio = costs[boards] / costs[BESIDE]
            print(f"a board of {boards:,} costs {ratio:.2f} times one of {BESIDE:,} (bar: {most:g})")
    if options.million:
        cost, peak = measured(options, options.million)
        print(f"{options.million:>9,} boards: {_rate(cost)}, {peak:,} MB (bar: {MOST_MEMORY:,})")


if __name__ == "__main__":
    main()
