"""What bidding costs, in double-dummy solves: the unit is one contract in a batched solve, same run, one core.

    python benchmarks/bidding_cost.py                    sayc against acol, 2,000 boards at one table
    python benchmarks/bidding_cost.py goren sayc --boards 500

Bars: with knowledge and fallback in use at most a fifth of a solve for each board and table (a tenth without them).
Bidding is measured from an empty tree of positions, so the boards pay for every position met for the first time.
"""

from __future__ import annotations

import argparse
import gc
import time

from bridgelang import load_system
from bridgelang.core.dealing import deal
from bridgelang.core.lasting import lasting
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of
from bridgelang.match.solver import solve_contracts


def main() -> None:
    """Print both costs and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("systems", nargs="*", default=["sayc", "acol"])
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--solves", type=int, default=100)
    options = parser.parse_args()
    first, second = (load_system(name) for name in (*options.systems, *options.systems)[:2])
    deals = [deal(2026, index) for index in range(options.boards)]
    table = first.table(second)
    table.bid(deals[0], Seat.NORTH, vulnerability_of(1))  # what is loaded once is not counted
    contracts = []
    gc.collect()
    start = time.process_time()
    with lasting():  # as matches do
        for index, one in enumerate(deals, 1):
            auction = table.bid(one, dealer_of(index), vulnerability_of(index))
            if auction.contract is not None:
                contracts.append((one, auction.contract.declarer, auction.contract.strain))
    bidding = (time.process_time() - start) / options.boards
    start = time.process_time()
    solve_contracts(contracts[: options.solves], threads=1)
    solving = (time.process_time() - start) / min(options.solves, len(contracts))
    print(f"{first.name} against {second.name}, {options.boards} boards at one table, one core")
    print(f"  bidding {bidding * 1000:.2f} ms a board and table ({1 / bidding:.0f} boards a second)")
    print(f"  one double-dummy solve {solving * 1000:.2f} ms (mean of {min(options.solves, len(contracts))})")
    print(f"  ratio {bidding / solving:.3f} (bars: 0.2 with knowledge and fallback, 0.1 without)")


if __name__ == "__main__":
    main()
