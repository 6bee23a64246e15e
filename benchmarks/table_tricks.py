"""Declarer's tricks at the table beside double dummy: all four seats see what players see.

    python benchmarks/table_tricks.py --boards 250 --seed 1             250 contracts of each kind, bid by sayc
    python benchmarks/table_tricks.py --boards 250 --write FILE         and write the table, added up with --add FILE …

Every player samples ten layouts that fit the auction, solves them, and plays the card that is best on average. The
difference to double dummy is counted by kind of contract: that table is bridgelang/match/data/table_tricks.csv. Players
of this sort guess better than people (they have the auction and the arithmetic), and lead worse than the best.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from bridgelang.bidding.load import load_system
from bridgelang.core.dealing import deal
from bridgelang.core.seats import dealer_of, vulnerability_of
from bridgelang.match.solver import solve_contracts, solve_play
from bridgelang.match.table_tricks import KINDS, SHIFTS, TableTricks, kind_of
from bridgelang.play.state import PlayState
from bridgelang.play.view import play_out
from bridgelang.players.shown import ShownSampler
from bridgelang.players.single_dummy import SingleDummyPlayer


def measure(boards: int, seed: int, samples: int) -> TableTricks:
    """So many contracts of each kind, played out."""
    table = load_system("sayc").table()
    player = SingleDummyPlayer(solve_play, ShownSampler(table), samples, seed, time_limit=None)
    counts = {kind: Counter[int]() for kind in KINDS}
    index = 0
    while any(found.total() < boards for found in counts.values()):
        hands = deal(seed, index)
        auction = table.bid(hands, dealer_of(index + 1), vulnerability_of(index + 1))
        index += 1
        contract = auction.contract
        if contract is None:
            continue
        found = counts[kind_of(contract.level, contract.strain)]
        if found.total() < boards:
            taken = play_out(PlayState.start(hands, contract, auction), [player] * 4).declarer_tricks
            shift = taken - solve_contracts([(hands, contract.declarer, contract.strain)])[0]
            found[min(SHIFTS[-1], max(SHIFTS[0], shift))] += 1
    return TableTricks({kind: [found[shift] for shift in SHIFTS] for kind, found in counts.items()})


def added(tables: list[TableTricks]) -> TableTricks:
    """Several measurements as one."""
    return TableTricks(
        {kind: [sum(one.counts[kind][at] for one in tables) for at in range(len(SHIFTS))] for kind in KINDS}
    )


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--boards", type=int, default=250)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--samples", type=int, default=10)
    options.add_argument("--add", type=Path, nargs="*", default=[], help="tables of other seeds")
    options.add_argument("--write", type=Path)
    chosen = options.parse_args()
    measured = [] if not chosen.boards else [measure(chosen.boards, chosen.seed, chosen.samples)]
    table = added([*measured, *[TableTricks.parse(path.read_text()) for path in chosen.add]])
    if chosen.write:
        chosen.write.write_text(table.write())
    for kind, counts in table.counts.items():
        shifts = np.repeat(list(SHIFTS), counts)
        half = 1.96 * shifts.std() / len(shifts) ** 0.5
        print(f"{kind:20} {shifts.mean():+.2f} +- {half:.2f} tricks  {'  '.join(map(str, counts))}")


if __name__ == "__main__":
    main()
