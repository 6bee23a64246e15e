"""How far self-play ends from par, beside the auctions that another program left on the same deals.

    python benchmarks/par_distance.py FILE.pbn sayc                the boards of a PBN file that has auctions
    python benchmarks/par_distance.py FILE.pbn sayc --cache F      solved deals are kept in F
    python benchmarks/par_distance.py FILE.pbn sayc --first 400    leave out the first 400 boards

Every result is double dummy, and its distance from par is in IMPs, whoever gains. The bars: a distance of at most 1.02
times that of the file's auctions; slams bid on 5.5 to 8 in a hundred boards, of which 65 in a hundred make.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import attrs
import numpy as np

from bridgelang import load_system
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.scoring import contract_score, imps
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.interop.pbn import read_pbn
from bridgelang.match.par import par
from bridgelang.match.solver import Table, solve_tables

BAR = 1.02


@attrs.frozen
class Solved:
    """A deal with its tricks, and the contract that the file's auction came to (None when passed out)."""

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    contract: Contract | None
    tricks: Table

    def distance(self, contract: Contract | None) -> int:
        """The IMPs between a contract's result and par, never below zero."""
        points = 0
        if contract is not None:
            points = contract_score(contract, self.tricks[contract.declarer][contract.strain], self.vulnerability)
        return abs(imps(par(self.tricks, self.dealer, self.vulnerability).score - points))

    def makes(self, contract: Contract) -> bool:
        return self.tricks[contract.declarer][contract.strain] >= contract.tricks_needed


def solved(path: str, first: int, count: int | None, cache: Path | None) -> list[Solved]:
    """The boards of a file whose auction is over, solved."""
    rows = []
    for board in read_pbn(path):
        auction = None if board.auction is None else board.auction.auction(board.vulnerability)
        if board.deal is not None and auction is not None and auction.is_over:
            rows.append((board.deal, auction))
    rows = rows[first:][:count]
    known: dict[str, Table] = {}
    if cache is not None and cache.exists():
        known = {deal: tuple(map(tuple, table)) for deal, table in map(json.loads, cache.read_text().splitlines())}
    unknown = [deal for deal, _ in rows if str(deal) not in known]
    for low in range(0, len(unknown), 40):
        some = unknown[low : low + 40]
        new = list(zip(map(str, some), solve_tables(some), strict=True))
        known.update(new)
        if cache is not None:
            with cache.open("a") as out:
                out.writelines(json.dumps(row) + "\n" for row in new)
    return [
        Solved(deal, auction.dealer, auction.vulnerability, auction.contract, known[str(deal)])
        for deal, auction in rows
    ]


def report(name: str, boards: Sequence[Solved], contract_of: Callable[[Solved], Contract | None]) -> np.ndarray:
    """Print a bidder's figures; the distances, one a board."""
    contracts = [contract_of(board) for board in boards]
    distances = np.array([board.distance(contract) for board, contract in zip(boards, contracts, strict=True)])
    slams = [
        board.makes(contract)
        for board, contract in zip(boards, contracts, strict=True)
        if contract is not None and contract.level > 5
    ]
    half = 1.96 * distances.std() / len(boards) ** 0.5
    print(f"{name:<24} {distances.mean():.3f} +-{half:.3f} IMPs from par; ", end="")
    print(
        f"slams on {100 * len(slams) / len(boards):.1f} %, {100 * sum(slams) / max(1, len(slams)):.0f} % of them make"
    )
    return distances


def bid_by(table: BiddingTable, board: Solved) -> Contract | None:
    """The contract that all four hands come to by a system."""
    return table.bid(board.deal, board.dealer, board.vulnerability).contract


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file")
    arguments.add_argument("systems", nargs="+")
    arguments.add_argument("--first", type=int, default=0, help="how many boards to leave out")
    arguments.add_argument("--count", type=int, help="how many boards to take")
    arguments.add_argument("--cache", type=Path)
    options = arguments.parse_args()
    boards = solved(options.file, options.first, options.count, options.cache)
    theirs = report(f"{len(boards):,} auctions on file", boards, lambda board: board.contract)
    for name in options.systems:
        ours = report(name, boards, partial(bid_by, load_system(name).table()))
        gap = 1.96 * (ours - theirs).std() / len(boards) ** 0.5 / theirs.mean()
        print(f"{'':<24} {ours.mean() / theirs.mean():.3f} +-{gap:.3f} times the file's; the bar is {BAR}")


if __name__ == "__main__":
    main()
