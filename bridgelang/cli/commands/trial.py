"""``bridgelang trial``: two versions of a system on the same boards."""

from __future__ import annotations

import click

from bridgelang.cli.commands.match import ENDS, PROCESSES, cores
from bridgelang.cli.interrupts import at_once
from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import note, say, say_json
from bridgelang.cli.progress import progress_bar
from bridgelang.core.lasting import to_the_end


@click.command(
    short_help="Two versions of a system: what the change is worth.",
    epilog=example(
        "bridgelang trial acol acol-first --boards 40",
        "bridgelang trial acol acol-first --against sayc --against acol --boards 40",
    ),
)
@click.argument("old")
@click.argument("new")
@click.option("--against", multiple=True, metavar="SYSTEM", help="The opponents; repeatable.  [default: OLD]")
@click.option("--boards", type=click.IntRange(min=1), metavar="N", help="How many boards.  [default: 4000]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Play random deals of this seed.")
@click.option(
    "--deck", metavar="DECK", help="reference, confirming, random, or a PBN or deck file.  [default: reference]"
)
@click.option("--until", type=float, metavar="X", help="Stop when the interval is as narrow as +-X.")
@click.option("--decide", is_flag=True, help="Stop when the interval leaves zero out.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one a core]")
@click.option(
    "--processes", type=click.Choice(PROCESSES), default="shared", help="Of an outside program.  [default: shared]"
)
@click.option("--time-limit", type=float, default=10.0, metavar="S", help="For its answers.  [default: 10 seconds]")
@click.option("--failures", type=int, default=5, metavar="N", help="Give it up after so many.  [default: 5]")
@click.option("--given-up", type=click.Choice(ENDS), default="pass", help="What becomes of it.  [default: pass]")
@click.option("--top", type=click.IntRange(min=0), default=8, metavar="N", help="Pairs of lines to show.  [default: 8]")
@json_option
def command(
    old: str,
    new: str,
    against: tuple[str, ...],
    boards: int | None,
    seed: int | None,
    deck: str | None,
    until: float | None,
    decide: bool,
    jobs: int | None,
    processes: str,
    time_limit: float,
    failures: int,
    given_up: str,
    top: int,
    as_json: bool,
) -> int:
    """Play OLD and NEW, two versions of a system, on the same boards against the same opponents.

    Prints what the change is worth a board, with its interval, and the lines behind it: where an auction changed, the
    line that decided before and the one that decides now. Only boards on which something changed count.

    The opponents are OLD, or those of --against: systems, files, or `external:COMMAND ...`. What gains against one of
    them only is no gain: give several.

    Contracts are scored double dummy: nobody misguesses, so slams look better, and preempts worse, than at the table.
    """
    from bridgelang.advice.trial import BOARDS, try_change
    from bridgelang.match.outside import Outside
    from bridgelang.report.trial import trial_json, trial_text

    to_the_end()
    with at_once(), progress_bar(f"{old} - {new}", boards or BOARDS) as progress:
        result = try_change(
            old,
            new,
            against=against,
            boards=boards,
            seed=seed,
            deck=deck,
            until=until,
            decide=decide,
            jobs=jobs or cores(),
            outside=Outside(processes, time_limit, failures, given_up),
            progress=progress,
            warn=note,
        )
    if as_json:
        say_json(trial_json(result))
    else:
        say(trial_text(result, top), end="")
    return 0
