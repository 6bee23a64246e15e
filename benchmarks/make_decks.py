"""Solve the decks that ship from their seed: the same bytes as in bridgelang/match/data.

    nice python benchmarks/make_decks.py FOLDER [--threads 1]

Forty thousand tables of twenty results take about three hours of one core; an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from bridgelang.match.deck import REFERENCE_SEED, Deck
from bridgelang.match.deckmaking import make_deck

BOARDS = 20_000
"""Of each of the two."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()

    def tell(done: int, boards: int) -> None:
        print(f"{done} of {boards} boards, {time.perf_counter() - began:.0f} s", file=sys.stderr)

    both = options.folder / "both.deck"
    make_deck(both, REFERENCE_SEED, 2 * BOARDS, threads=options.threads, progress=tell)
    whole = Deck.read(both)
    for name, start in (("reference", 0), ("confirming", BOARDS)):
        (options.folder / f"{name}.deck").write_bytes(whole.part(start, start + BOARDS).encode())
    both.unlink()


if __name__ == "__main__":
    main()
