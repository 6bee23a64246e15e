"""Does a call, or the rule behind it, ever depend on what was bid before? Every pair of systems, bid in two ways.

    python benchmarks/same_calls.py                           20,000 boards a pair of all shipped systems
    python benchmarks/same_calls.py sayc acol --boards 2000   only these systems
    python benchmarks/same_calls.py sayc acol --record calls.txt
    python benchmarks/same_calls.py sayc acol --against calls.txt

What was found out at one position answers later ones. So the boards of a pair are bid at one table from first to last,
and once more at tables that know nothing, a new one for every few boards (``--fresh``), last board first: each call
and each rule must be the same. ``--record`` keeps for each pair a digest of its calls and
rules and ``--against`` compares with a file so kept, by another version of the program with the same systems.
Exit status 1 when anything differs.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import sys
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path

from bridgelang import load_system
from bridgelang.bidding.table import BiddingTable
from bridgelang.compile.files import system_names
from bridgelang.core.lasting import lasting
from bridgelang.match.boards import Board, RandomBoards

AT_ONCE = 1000


def fresh_table(one: str, two: str) -> BiddingTable:
    """A table where nothing is remembered of any board, neither of auctions nor of the systems' rules."""
    first = load_system(one)
    return first.table(first if one == two else load_system(two))


def told(table: BiddingTable, board: Board) -> str:
    """The calls of a board, each with the place of its rule."""
    auction, offers = table.bid_through(board.deal.hands, board.dealer, board.vulnerability)
    places = ["" if offer is None else offer.line.location for offer in offers]
    return " ".join(f"{call}@{place}" for call, place in zip(auction.calls, places, strict=True))


def stretches(seed: int, boards: int) -> Iterator[tuple[int, list[Board]]]:
    """The boards, some at a time."""
    source = RandomBoards(seed)
    for start in range(0, boards, AT_ONCE):
        yield start, source.take(start, min(AT_ONCE, boards - start))


def compare(one: str, two: str, seed: int, boards: int, fresh: int) -> tuple[int, str]:
    """How many boards are bid otherwise at tables that know less, and the digest of all calls and rules."""
    lasting, digest, different = fresh_table(one, two), hashlib.sha256(), 0
    for _, some in stretches(seed, boards):
        expected = [told(lasting, board) for board in some]
        digest.update("\n".join(expected).encode())
        places = list(enumerate(some))[::-1] if fresh else []
        for first in range(0, len(places), fresh or 1):
            gc.collect()  # the table before this one: its parts hold each other
            table = fresh_table(one, two)
            for place, board in places[first : first + fresh]:
                found = told(table, board)
                if found != expected[place]:
                    different += 1
                    print(f"{one} and {two}, board {board.number}:\n  {expected[place]}\n  {found}")
    return different, digest.hexdigest()[:24]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*")
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=88)
    parser.add_argument("--fresh", type=int, default=100, help="boards of a table that is new; 0 bids in one way only")
    parser.add_argument("--record", type=Path, help="keep the digests here")
    parser.add_argument("--against", type=Path, help="digests of another version, to compare with")
    options = parser.parse_args()
    before = dict(line.split() for line in options.against.read_text().splitlines()) if options.against else {}
    faults, digests, began = 0, {}, time.process_time()
    with lasting():
        for one, two in combinations_with_replacement(options.systems or system_names(), 2):
            different, digest = compare(one, two, options.seed, options.boards, options.fresh)
            pair = f"{one}/{two}"
            digests[pair] = digest
            other = before.get(pair, digest) != digest
            faults += different + other
            note = ", NOT as recorded" if other else ", as recorded" if pair in before else ""
            print(f"{pair}: {options.boards:,} boards, {different} bid otherwise{note}", flush=True)
    if options.record:
        options.record.write_text("".join(f"{pair} {digest}\n" for pair, digest in digests.items()))
    print(f"{len(digests)} pairs, {faults} differences, {time.process_time() - began:.0f} s")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
