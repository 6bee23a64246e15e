"""Solve the reference deck from its seed: the same bytes as bridgelang/match/data/reference.deck.

    nice python benchmarks/make_reference_deck.py OUT.deck [--boards 10000] [--threads 1]

Ten thousand tables of twenty results take about 45 minutes of one core. Solved records are appended to
OUT.deck.part forty boards at a time, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import numpy as np

from bridgelang.batch.dealing import deal_masks
from bridgelang.core.seats import dealer_of, vulnerability_of
from bridgelang.match.deck import RECORD, REFERENCE_SEED, encode, encode_records
from bridgelang.match.par import par
from bridgelang.match.solver import solve_tables

CHUNK = 40


def solve_records(start: int, count: int, threads: int) -> bytes:
    """The records of deals ``start`` to ``start + count - 1`` of the reference stream."""
    masks = deal_masks(REFERENCE_SEED, start, count)
    tables = solve_tables([[int(mask) for mask in row] for row in masks], threads)
    scores = [
        par(table, dealer_of(number), vulnerability_of(number)).score
        for number, table in enumerate(tables, start + 1)
    ]
    return encode_records(masks, np.array(tables, dtype=np.uint8), scores)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    part = options.out.with_name(options.out.name + ".part")
    with open(part, "ab") as stream:
        done = stream.tell() // RECORD
        stream.truncate(done * RECORD)
        began, before = time.perf_counter(), done
        while done < options.boards:
            count = min(CHUNK, options.boards - done)
            stream.write(solve_records(done, count, options.threads))
            stream.flush()
            done += count
            rate = (done - before) / (time.perf_counter() - began)
            print(f"{done} boards, {rate:.2f} a second", file=sys.stderr)
    options.out.write_bytes(encode(REFERENCE_SEED, 1, part.read_bytes()[: options.boards * RECORD]))
    os.remove(part)


if __name__ == "__main__":
    main()
