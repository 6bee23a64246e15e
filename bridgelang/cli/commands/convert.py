"""``bridgelang convert``: boards from one format to another."""

from __future__ import annotations

import click

from bridgelang.cli.options import example
from bridgelang.cli.output import note, say, say_data, symbols
from bridgelang.errors import NotationError

FORMATS = click.Choice(["pbn", "lin", "jsonl"])


@click.command(
    short_help="Boards between PBN, LIN and JSON lines.",
    epilog=example(
        "bridgelang deal --boards 2 --seed 1 --out two.pbn",
        "bridgelang convert two.pbn two.lin",
        "bridgelang convert two.lin --to text",
    ),
)
@click.argument("source")
@click.argument("target", default="-")
@click.option("--from", "format_in", type=FORMATS, help="What SOURCE is.  [default: by its name or content]")
@click.option(
    "--to",
    "format_out",
    type=click.Choice([*FORMATS.choices, "text"]),
    help="What to write; text is for people.  [default: by TARGET's name]",
)
@click.option("--keep", is_flag=True, help="Write PBN as it was read, not in export format.")
@click.option("--quiet", is_flag=True, help="Tell only of what could not be read, not of oddities.")
def command(source: str, target: str, format_in: str | None, format_out: str | None, keep: bool, quiet: bool) -> int:
    """Read the boards of SOURCE and write them to TARGET, or to standard output without one.

    Whatever departs from a format's standard is reported with its line; the exit status is 1 when something could
    not be read.
    """
    from bridgelang.interop.convert import convert, format_boards, read_boards
    from bridgelang.interop.problems import ERROR, Problem, counted
    from bridgelang.report.diagram import board_text

    problems: list[Problem] = []
    style = "keep" if keep else "export"
    if target == "-":
        boards = list(read_boards(source, problems.append, format_in))
        if format_out == "text":
            say("\n\n\n".join(board_text(board, symbols=symbols(), play=True) for board in boards))
        else:
            say_data(format_boards(boards, format_out or "pbn", style, problems.append))
        count = len(boards)
    elif format_out == "text":
        raise NotationError("text goes to standard output: write - for TARGET")
    else:
        done = convert(source, target, format_in=format_in, format_out=format_out, style=style)
        problems += done.problems
        count = done.boards
    for problem in counted(problems):
        if problem.severity == ERROR or not quiet:
            note(str(problem))
    if not count:
        raise NotationError(f"{source} has no board: nothing was written")
    if target != "-":
        say(f"{count:,} board{'s' * (count != 1)} written to {target}")
    return int(any(problem.severity == ERROR for problem in problems))
