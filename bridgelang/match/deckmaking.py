"""Making deck files: deals of a seed, solved completely; an interrupted run is gone on with."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bridgelang.batch.dealing import deal_masks
from bridgelang.core.seats import dealer_of, vulnerability_of
from bridgelang.interop.files import replacing
from bridgelang.match.deck import RECORD, encode, encode_records
from bridgelang.match.par import par
from bridgelang.match.solver import solve_tables

__all__ = ["make_deck", "solve_records"]

_CHUNK = 40
"""Boards solved by one call of the solver, and what an interruption costs at most."""


def make_deck(
    out: str | os.PathLike[str],
    seed: int,
    boards: int,
    *,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write the deck of the first ``boards`` deals of a seed to a file.

    Solved boards are kept in ``OUT.SEED.part`` until the deck is complete; when that file is there
    already, the run goes on after its last board. ``threads`` are the solver's; ``progress`` is called
    with the boards solved and all. Two hundred boards take about a minute of one core.
    """
    target = Path(out)
    part = target.with_name(f"{target.name}.{seed}.part")
    with open(part, "ab") as stream:
        done = min(boards, stream.tell() // RECORD)
        stream.truncate(done * RECORD)
        while done < boards:
            count = min(_CHUNK, boards - done)
            stream.write(solve_records(seed, done, count, threads))
            stream.flush()
            done += count
            if progress is not None:
                progress(done, boards)
    records = part.read_bytes()
    with replacing(target) as whole:
        whole.write(encode(seed, 1, records[: boards * RECORD]))
    part.unlink()


def solve_records(seed: int, start: int, count: int, threads: int = 1) -> bytes:
    """The deck's records of the deals ``start`` to ``start + count - 1`` of a seed; board 1 is deal 0."""
    masks = deal_masks(seed, start, count)
    tables = solve_tables(masks.tolist(), threads)
    scores = [
        par(table, dealer_of(number), vulnerability_of(number)).score for number, table in enumerate(tables, start + 1)
    ]
    return encode_records(masks, np.array(tables, dtype=np.uint8), scores)
