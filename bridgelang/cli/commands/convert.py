"""``bridgelang convert``: boards from one format to another."""

from __future__ import annotations

import click

from bridgelang.cli.options import example
from bridgelang.cli.output import note, say

FORMATS = click.Choice(["pbn", "lin", "jsonl"])


@click.command(
    short_help="Boards between PBN, LIN and JSON lines.",
    epilog=example(
        "bridgelang deal --boards 2 --seed 1 --out two.pbn",
        "bridgelang convert two.pbn two.lin",
        "bridgelang convert two.lin - --to jsonl",
    ),
)
@click.argument("source")
@click.argument("target")
@click.option("--from", "format_in", type=FORMATS, help="What SOURCE is.  [default: by its name or content]")
@click.option("--to", "format_out", type=FORMATS, help="What to write.  [default: by TARGET's name]")
@click.option("--keep", is_flag=True, help="Write PBN as it was read, not in export format.")
@click.option("--quiet", is_flag=True, help="Tell only of what could not be read, not of oddities.")
def command(
    source: str, target: str, format_in: str | None, format_out: str | None, keep: bool, quiet: bool
) -> int:
    """Read the boards of SOURCE and write them to TARGET, or to standard output when that is `-`.

    Whatever departs from a format's standard is reported with its line; the exit status is 1 when something could
    not be read.
    """
    from bridgelang.interop.convert import convert, format_boards, read_boards
    from bridgelang.interop.problems import ERROR, Problem

    problems: list[Problem] = []
    style = "keep" if keep else "export"
    if target == "-":
        boards = list(read_boards(source, problems.append, format_in))
        say(format_boards(boards, format_out or "pbn", style, problems.append), end="")
        count = len(boards)
    else:
        done = convert(source, target, format_in=format_in, format_out=format_out, style=style)
        problems += done.problems
        count = done.boards
    for problem in problems:
        if problem.severity == ERROR or not quiet:
            note(str(problem))
    if target != "-":
        say(f"{count:,} board{'s' * (count != 1)} written to {target}")
    return int(any(problem.severity == ERROR for problem in problems))
