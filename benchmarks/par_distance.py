"""How far self-play ends from par, beside the auctions that another program left on the same deals.

    python benchmarks/par_distance.py FILE.pbn sayc                the boards of a PBN file that has auctions
    python benchmarks/par_distance.py FILE.pbn sayc --first 400    leave out the first 400 boards

`bridgelang compare sayc FILE.pbn --solve` tells the two distances; this adds their ratio with its interval, and the
slams. Every result is double dummy, and its distance from par is in IMPs, whoever gains. Boards whose results the file
does not state are solved, about four a second. The bars: a distance of at most 1.02 times that of the file's auctions;
slams bid on 5.5 to 8 in a hundred boards, of which 65 in a hundred make.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bridgelang import load_system
from bridgelang.core.auctions import Auction
from bridgelang.core.scoring import imps
from bridgelang.interop.convert import read_boards
from bridgelang.match.recorded import Tricks, solved_boards
from bridgelang.testing.replay import ns_score

BAR = 1.02

Ended = tuple[Auction, Tricks, int]
"""A finished auction, the deal's tricks and its par for North-South."""


def report(name: str, ended: Sequence[Ended]) -> NDArray[np.int64]:
    """Print a bidder's figures; the distances from par in IMPs, one a board."""
    distances = np.array([abs(imps(ns_score(auction, tricks) - par)) for auction, tricks, par in ended])
    reached = [(auction.contract, tricks) for auction, tricks, _ in ended]
    slams = [
        tricks[contract.declarer][contract.strain] >= contract.tricks_needed
        for contract, tricks in reached
        if contract is not None and contract.level > 5
    ]
    half = 1.96 * distances.std() / len(ended) ** 0.5
    print(
        f"{name:<24} {distances.mean():.3f} +-{half:.3f} IMPs from par; "
        f"slams on {100 * len(slams) / len(ended):.1f} %, {100 * sum(slams) / max(1, len(slams)):.0f} % of them make"
    )
    return distances


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file")
    arguments.add_argument("systems", nargs="+")
    arguments.add_argument("--first", type=int, default=0, help="how many boards to leave out")
    arguments.add_argument("--count", type=int, help="how many boards to take")
    options = arguments.parse_args()
    boards = list(read_boards(options.file, lambda _: None))[options.first :][: options.count]
    recorded = []
    for board, tricks, par in solved_boards(boards, solve=True):
        auction = None if board.auction is None else board.auction.auction(board.vulnerability)
        if board.deal is not None and auction is not None and auction.is_over:
            recorded.append((board.deal, (auction, tricks, par)))
    theirs = report(f"{len(recorded):,} auctions on file", [ended for _, ended in recorded])
    for name in options.systems:
        table = load_system(name).table()
        ours = report(
            name,
            [
                (table.bid(deal, auction.dealer, auction.vulnerability), tricks, par)
                for deal, (auction, tricks, par) in recorded
            ],
        )
        gap = 1.96 * (ours - theirs).std() / len(recorded) ** 0.5 / theirs.mean()
        print(f"{'':<24} {ours.mean() / theirs.mean():.3f} +-{gap:.3f} times the file's; the bar is {BAR}")


if __name__ == "__main__":
    main()
