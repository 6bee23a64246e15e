"""``bridgelang compare``: a system beside recorded auctions."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, json_option, read_system, set_option
from bridgelang.cli.output import note, say, say_json
from bridgelang.errors import NotationError


@click.command(
    short_help="A system beside recorded auctions, call by call.",
    epilog=example(
        "bridgelang auction acol --seed 7 --boards 10 --no-par --out ten.pbn",
        "bridgelang compare sayc ten.pbn",
    ),
)
@click.argument("system")
@click.argument("file")
@click.option("--top", type=click.IntRange(min=0), default=10, metavar="N", help="Disagreements.  [default: 10]")
@click.option("--solve", is_flag=True, help="Solve boards that the file has no double-dummy results for.")
@set_option
@json_option
def command(system: str, file: str, top: int, solve: bool, settings: tuple[str, ...], as_json: bool) -> int:
    """At every call of the auctions in FILE (PBN, LIN or JSON lines): what would SYSTEM have called?

    Prints the agreement by phase, the commonest disagreements, and, for boards whose double-dummy results are known,
    how far from par the recorded contracts are and those that SYSTEM reaches.
    """
    from bridgelang.interop.convert import read_boards
    from bridgelang.interop.problems import ERROR, Problem
    from bridgelang.match.recorded import solved_boards
    from bridgelang.report.testing import comparison_json, comparison_text
    from bridgelang.testing.replay import add_costs, compare

    bidder = read_system(system, settings)
    problems: list[Problem] = []
    boards = list(read_boards(file, problems.append))
    for problem in problems:
        if problem.severity == ERROR:
            note(str(problem))
    if not any(board.auction for board in boards):
        raise NotationError(f"{file} has no board with an auction to compare")
    found = compare(bidder, boards)
    add_costs(found, bidder, solved_boards(boards, solve))
    if as_json:
        say_json(comparison_json(bidder.name, found, top))
    else:
        say(comparison_text(bidder.name, found, top))
    return 0
