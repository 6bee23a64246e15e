"""Every pair of shipped systems bids the same boards: each auction must be legal and come to an end.

    python benchmarks/every_pair.py                 10,000 boards a pair (long)
    python benchmarks/every_pair.py --boards 500

Calls are checked against the auction of the laws, one by one.
"""

from __future__ import annotations

import argparse
import time
from itertools import combinations_with_replacement

from bridgelang import load_system
from bridgelang.core.dealing import deal
from bridgelang.core.seats import dealer_of, vulnerability_of
from bridgelang.system.files import system_names


def main() -> None:
    """Print a line for each pair; an illegal call or an unfinished auction stops the run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    deals = [deal(options.seed, index) for index in range(options.boards)]
    for names in combinations_with_replacement(system_names(), 2):
        first, second = (load_system(name) for name in names)
        table = first.table(second)
        start, longest = time.perf_counter(), 0
        for index, one in enumerate(deals, 1):
            auction = table.bid(one, dealer_of(index), vulnerability_of(index))
            if not auction.is_over:
                raise SystemExit(f"{names}: board {index} is not finished: {auction}")
            longest = max(longest, len(auction.calls))
        rate = options.boards / (time.perf_counter() - start)
        pair = f"{names[0]:16} {names[1]:16}"
        print(f"{pair} {options.boards} boards, longest auction {longest}, {rate:.0f}/s", flush=True)


if __name__ == "__main__":
    main()
