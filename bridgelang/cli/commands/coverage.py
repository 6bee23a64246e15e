"""``bridgelang coverage``: which rules of a system decide."""

from __future__ import annotations

import os

import click

from bridgelang.cli.options import example, json_option, read_settings, read_system, set_option
from bridgelang.cli.output import note, say, say_json


@click.command(
    short_help="Which rules of a system decide.",
    epilog=example("bridgelang coverage goren --boards 100"),
)
@click.argument("system")
@click.option("--boards", type=click.IntRange(min=0), default=1000, metavar="N", help="Deal so many.  [default: 1000]")
@click.option("--seed", type=click.IntRange(min=0), default=1, metavar="N", help="Their stream.  [default: 1]")
@click.option("--opponents", metavar="SYSTEM", help="Who sits East-West.  [default: SYSTEM too]")
@click.option("--no-tests", is_flag=True, help="Leave out the tests beside the system.")
@click.option("--all", "everything", is_flag=True, help="List every rule with how often it chose.")
@set_option
@json_option
def command(
    system: str,
    boards: int,
    seed: int,
    opponents: str | None,
    no_tests: bool,
    everything: bool,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Count which rules of SYSTEM chose a call, which only explained one, and which did neither.

    Counted over the tests beside the system and over dealt boards. SYSTEM may be a convention: then its own rules are
    counted, in the systems that its tests name. The rules of your own files come before those of what ships.
    """
    from bridgelang.bidding.load import load_system
    from bridgelang.compile.files import is_own
    from bridgelang.report.testing import coverage_json, coverage_text
    from bridgelang.testing.coverage import Coverage, cover_boards, cover_tests
    from bridgelang.testing.find import find_tests, tests_beside

    bidder = read_system(system, settings)
    found = Coverage.of(bidder)
    name, tests = bidder.name, tests_beside(system)
    if os.path.isfile(tests):
        file = find_tests(system)
        if bidder.program.kind == "convention":
            bidder = load_system(file.sections[0].system, file.sections[0].settings | read_settings(settings))
        if not no_tests:
            note(f"{len(file.cases):,} cases of {os.path.basename(tests)}")
            cover_tests(file, read_settings(settings), found)
    if boards:
        note(f"{boards:,} boards of seed {seed}")
        cover_boards(bidder, boards, seed, read_system(opponents) if opponents else None, found)
    if bidder.name != name:
        found = found.only([f"{name}.bid"])
    if as_json:
        say_json(coverage_json(name, found))
    else:
        own = {file for file, _ in found.rules if is_own(file, bidder.path)} if bidder.name == name else {f"{name}.bid"}
        say(coverage_text(name, found, everything, own))
    return 0
