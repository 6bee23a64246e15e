"""``bridgelang new``: a system to begin from."""

from __future__ import annotations

import os
import sys

import click

from bridgelang.cli.options import example
from bridgelang.cli.output import say

_MAJORS = {"5": "five", "4": "four"}


@click.command(
    short_help="A system of your own to begin from, with its tests.",
    epilog=example(
        "bridgelang new mine --majors 5 --notrump 15-17 --twos weak",
        "bridgelang new acol-of-ours --notrump 12-14 --majors 4 --twos strong",
    ),
)
@click.argument("name")
@click.option("--majors", type=click.Choice(["5", "4"]), help="Cards that a 1H or 1S opening shows.  [default: 5]")
@click.option("--notrump", metavar="LOW-HIGH", help="High-card points of a 1NT opening.  [default: 15-17]")
@click.option("--twos", type=click.Choice(["weak", "strong"]), help="What 2D, 2H and 2S are.  [default: weak]")
@click.option("--force", is_flag=True, help="Write over files that are there.")
def command(name: str, majors: str | None, notrump: str | None, twos: str | None, force: bool) -> int:
    """Write NAME.bid, a small system with remarks to change as you like, and NAME.tests.yaml, its tests.

    On a terminal you are asked for what no option says. The system passes `check` and its own tests, and bids every
    hand: what it does not say itself, the conventions it uses and `natural` say.
    """
    from bridgelang.editor.new_system import Choices, new_system, read_range
    from bridgelang.interop.files import replacing

    path = name if name.endswith(".bid") else f"{name}.bid"
    majors = majors or _ask("How many cards does a 1H or 1S opening show?", ["5", "4"])
    while True:
        try:
            between = read_range(notrump or _ask("Which high-card points does 1NT show?", None, "15-17"))
            break
        except ValueError as error:
            if notrump or not _person():
                raise
            say(str(error))
    twos = twos or _ask("What are 2D, 2H and 2S?", ["weak", "strong"])
    files = new_system(path, Choices(_MAJORS[majors], between, twos))
    there = [file for file in files if os.path.exists(file)]
    if there and not force:
        raise click.UsageError(
            f"{' and '.join(there)} {'is' if len(there) == 1 else 'are'} there already; --force writes over"
        )
    for file, text in files.items():
        with replacing(file) as out:
            out.write(text.encode())
        say(f"{file} written")
    stem = os.path.basename(path)
    say(f"Next: bridgelang test {path}, bridgelang repl {path}, and change {stem} as you like.")
    return 0


def _person() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(question: str, answers: list[str] | None, default: str = "") -> str:
    """Ask the person at the terminal; where there is none, the first answer."""
    chosen = default or (answers or [""])[0]
    if not _person():
        return chosen
    kind = click.Choice(answers) if answers else None
    said: str = click.prompt(question, default=chosen, type=kind)
    return said
