"""Solve the reference deck from its seed: the same bytes as bridgelang/match/data/reference.deck.

    nice python benchmarks/make_reference_deck.py OUT.deck [--boards 10000] [--threads 1]

Ten thousand tables of twenty results take about 45 minutes of one core; an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import sys
import time

from bridgelang.match.deck import REFERENCE_SEED
from bridgelang.match.deckmaking import make_deck


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()

    def tell(done: int, boards: int) -> None:
        print(f"{done} of {boards} boards, {time.perf_counter() - began:.0f} s", file=sys.stderr)

    make_deck(options.out, REFERENCE_SEED, options.boards, threads=options.threads, progress=tell)


if __name__ == "__main__":
    main()
