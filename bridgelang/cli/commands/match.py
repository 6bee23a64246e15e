"""``bridgelang match``: two systems on the same boards."""

from __future__ import annotations

import os

import click

from bridgelang.cli.interrupts import at_once
from bridgelang.cli.options import example, json_option, read_settings, tell_exact
from bridgelang.cli.output import note, say, say_json
from bridgelang.cli.progress import progress_bar
from bridgelang.core.lasting import to_the_end

PLAYS = ["dd", "double-dummy", "heuristic", "single-dummy"]
PROCESSES = ["seat", "shared"]
ENDS = ["pass", "stop"]
_SAME = {"double-dummy": "dd"}


@click.command(
    short_help="Two systems play the same boards; the difference in IMPs.",
    epilog=example(
        "bridgelang match sayc acol --boards 40",
        "bridgelang match sayc sayc --set notrump=12-14 --boards 8 --seed 3",
    ),
)
@click.argument("a")
@click.argument("b")
@click.option("--boards", type=click.IntRange(min=1), metavar="N", help="How many boards.  [default: 1000]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Play random deals of this seed.")
@click.option(
    "--deck", metavar="DECK", help="reference, confirming, random, or a PBN or deck file.  [default: reference]"
)
@click.option("--scoring", type=click.Choice(["imps", "matchpoints", "total"]), default="imps", help="[default: imps]")
@click.option("--play", type=click.Choice(PLAYS), default="dd", help="How cards are played: dd is double-dummy.")
@click.option("--until", type=float, metavar="X", help="Go on until the interval is as narrow as +-X.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one a core]")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster (or local:N).")
@click.option("--out", metavar="FILE", help="Keep every board in FILE, for `bridgelang report`.")
@click.option("--resume", is_flag=True, help="Go on with the match in --out FILE.")
@click.option(
    "--processes", type=click.Choice(PROCESSES), default="seat", help="Of an outside program.  [default: seat]"
)
@click.option("--plays", metavar="SYSTEM", help="What an outside program plays.  [default: what the other does]")
@click.option("--time-limit", type=float, default=10.0, metavar="S", help="For its answers.  [default: 10 seconds]")
@click.option("--failures", type=int, default=5, metavar="N", help="Give it up after so many.  [default: 5]")
@click.option("--given-up", type=click.Choice(ENDS), default="pass", help="What becomes of it.  [default: pass]")
@click.option("--swings", type=click.IntRange(min=0), default=5, metavar="N", help="Boards to show.  [default: 5]")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Override a setting of A; repeatable.")
@click.option("--set-b", "b_settings", multiple=True, metavar="NAME=VALUE", help="The same for B.")
@json_option
def command(
    a: str,
    b: str,
    boards: int | None,
    seed: int | None,
    deck: str | None,
    scoring: str,
    play: str,
    until: float | None,
    jobs: int | None,
    cluster: str | None,
    out: str | None,
    resume: bool,
    processes: str,
    plays: str | None,
    time_limit: float,
    failures: int,
    given_up: str,
    swings: int,
    settings: tuple[str, ...],
    b_settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play the same boards twice, A sitting North-South at one table and East-West at the other.

    A and B are shipped systems, files, or `external:COMMAND ...`, an outside program. Gains are A's. Boards on
    which both tables reach the same contract count as ties; the others are scored by their double-dummy tricks, or by
    those that players take by rules of thumb (--play heuristic) or by sampling (single-dummy: seconds a board).

    An outside program has a process of its own for each seat of each table, unless --processes shared saves that time.
    When it has failed to answer in time --failures times (once more for every hundred answers), it passes from there
    on, or the match stops (--given-up stop). The other side reads its calls by the system named by --plays.
    """
    from bridgelang.match.outside import Outside
    from bridgelang.match.run import play_match
    from bridgelang.report.match import match_json, match_text

    to_the_end()
    if resume and out is None:
        raise click.UsageError("--resume goes with --out FILE")
    tell_exact(a, read_settings(settings))
    tell_exact(b, read_settings(b_settings))
    with at_once(), progress_bar(f"{a} - {b}", boards or 1000) as progress:
        result = play_match(
            a,
            b,
            boards=boards,
            seed=seed,
            deck=deck,
            scoring=scoring,
            play=_SAME.get(play, play),
            until=until,
            jobs=jobs or cores(),
            cluster=cluster,
            a_settings=read_settings(settings),
            b_settings=read_settings(b_settings),
            out=out,
            resume=resume,
            outside=Outside(processes, time_limit, failures, given_up, plays),
            swings=swings,
            progress=progress,
            warn=note,
        )
    if as_json:
        say_json(match_json(result))
    else:
        say(match_text(result), end="")
    return 0


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
