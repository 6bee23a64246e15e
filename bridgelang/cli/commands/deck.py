"""``bridgelang deck``: boards solved beforehand."""

from __future__ import annotations

import os
import subprocess
import sys

import click

from bridgelang.cli.commands.match import cores
from bridgelang.cli.interrupts import at_once
from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import note, say, say_json, symbols
from bridgelang.cli.progress import progress_bar
from bridgelang.errors import NotationError


@click.group(
    short_help="Boards solved beforehand, for fast matches.",
    epilog=example(
        "bridgelang deck solve --seed 5 --boards 4 --out mine.deck",
        "bridgelang deck show mine.deck --board 3",
        "bridgelang match sayc acol --deck mine.deck --boards 4",
    ),
)
def command() -> None:
    """Make and look at deck files: boards whose double-dummy tricks and par are known, so matches need no solving."""


@command.command(short_help="Solve the deals of a seed and keep them in a file.")
@click.option("--seed", type=click.IntRange(min=0), required=True, metavar="N", help="The stream of deals.")
@click.option("--boards", type=click.IntRange(min=1), required=True, metavar="N", help="How many boards.")
@click.option("--out", required=True, metavar="FILE.deck", help="The file to write.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Threads of the solver.  [default: one a core]")
@click.option("--background", is_flag=True, help="Go on after this command has returned; messages go to FILE.log.")
def solve(seed: int, boards: int, out: str, jobs: int | None, background: bool) -> int:
    """Solve boards completely: about three a second and core.

    When interrupted, the same command goes on where it stopped.
    """
    if not out.endswith(".deck"):
        raise NotationError(f"the name of a deck file ends in .deck, and {out} does not", out)
    threads = jobs or cores()
    words = ["deck", "solve", "--seed", str(seed), "--boards", str(boards), "--out", out, "--jobs", str(threads)]
    if background:
        with open(out + ".log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "bridgelang", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        say(f"solving in the background, process {process.pid}; messages go to {out}.log")
        return 0
    from bridgelang.match.deckmaking import make_deck

    with at_once(), progress_bar(f"solve {os.path.basename(out)}", boards) as progress:
        make_deck(out, seed, boards, threads=threads, progress=progress)
    say(f"{boards:,} boards of seed {seed} written to {out}")
    return 0


@command.command(short_help="What a deck file holds, or one of its boards.")
@click.argument("file", required=False)
@click.option("--board", type=click.IntRange(min=1), metavar="N", help="Show this board with its tricks and par.")
@json_option
def show(file: str | None, board: int | None, as_json: bool) -> int:
    """Tell what FILE holds: a deck file, reference (when none is given), or confirming, whose boards are not shown."""
    from bridgelang.match.boards import SolvedBoards, board_to_show
    from bridgelang.report.deck import board_json, board_text

    source = SolvedBoards.named(file or "reference")
    first, size = source.deck.first, source.size
    if board is None:
        if as_json:
            say_json({"boards": size, "first": first, "seed": source.deck.seed})
        else:
            say(f"{source}: {size:,} boards, numbers {first} to {first + size - 1}, seed {source.deck.seed}")
        return 0
    found = board_to_show(source, board)
    if as_json:
        say_json(board_json(found))
    else:
        say(board_text(found, symbols()))
    if file is None:
        note("(the deck that ships with bridgelang)")
    return 0
