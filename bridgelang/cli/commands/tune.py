"""``bridgelang tune``: the same match over values of a setting."""

from __future__ import annotations

import click

from bridgelang.cli.commands.match import cores
from bridgelang.cli.interrupts import at_once
from bridgelang.cli.options import example, json_option, read_settings, set_option, tell_exact
from bridgelang.cli.output import note, say, say_json
from bridgelang.cli.progress import progress_bar


@click.command(
    short_help="The same match over values of a setting.",
    epilog=example("bridgelang tune sayc --param notrump=15-17,12-14 --boards 20"),
)
@click.argument("system")
@click.option("--param", "parameters", multiple=True, required=True, metavar="NAME=A,B...", help="What to try.")
@click.option("--opponent", metavar="SYSTEM", help="Whom to play.  [default: SYSTEM as it is]")
@click.option("--boards", type=click.IntRange(min=1), metavar="N", help="How many boards.  [default: 1000]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Play random deals of this seed.")
@click.option(
    "--deck", metavar="DECK", help="reference, confirming, random, or a PBN or deck file.  [default: reference]"
)
@click.option("--scoring", type=click.Choice(["imps", "matchpoints", "total"]), default="imps", help="[default: imps]")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one a core]")
@set_option
@json_option
def command(
    system: str,
    parameters: tuple[str, ...],
    opponent: str | None,
    boards: int | None,
    seed: int | None,
    deck: str | None,
    scoring: str,
    jobs: int | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play SYSTEM with each value of a setting against the same opponent on the same boards.

    The values are compared board by board, so small differences show early. With several --param every combination
    is tried; the first one is what the others are compared with.
    """
    from bridgelang.match.tuning import parse_parameter, tune
    from bridgelang.report.match import tune_json, tune_text

    choices = [parse_parameter(text) for text in parameters]
    tell_exact(system, read_settings(settings))
    for name, values in choices:
        for value in values:
            tell_exact(system, {name: value})
    planned = boards or 1000
    for _, values in choices:
        planned *= len(values)
    with at_once(), progress_bar(f"tune {system}", planned) as progress:
        result = tune(
            system,
            choices,
            opponent=opponent,
            settings=read_settings(settings),
            progress=progress,
            boards=boards,
            seed=seed,
            deck=deck,
            scoring=scoring,
            jobs=jobs or cores(),
            warn=note,
        )
    if as_json:
        say_json(tune_json(result))
    else:
        say(tune_text(result), end="")
    return 0
