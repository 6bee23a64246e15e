"""``bridgelang improve``: small changes tried, and confirmed on boards kept aside."""

from __future__ import annotations

import click

from bridgelang.cli.commands.match import cores
from bridgelang.cli.options import example
from bridgelang.cli.output import note, say
from bridgelang.core.lasting import to_the_end


@click.command(
    short_help="Tries small changes of lines, and writes a patch.",
    epilog=example(
        "bridgelang new mine",
        "bridgelang improve mine.bid --boards 40 --minutes 0.05",
    ),
)
@click.argument("file")
@click.option("--lines", metavar="A,B-C", help="The lines to change.  [default: all, in order]")
@click.option("--minutes", type=float, default=30.0, metavar="N", help="Stop trying after so long.  [default: 30]")
@click.option("--against", multiple=True, metavar="SYSTEM", help="The opponents; repeatable.  [default: FILE as it is]")
@click.option(
    "--boards", type=click.IntRange(min=2), metavar="N", help="Half of them are kept aside.  [default: 10000]"
)
@click.option("--deck", metavar="FILE", help="A deck file.  [default: the decks that ship]")
@click.option("--out", metavar="PATCH", help="Where the patch goes.  [default: FILE.patch]")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one a core]")
def command(
    file: str,
    lines: str | None,
    minutes: float,
    against: tuple[str, ...],
    boards: int | None,
    deck: str | None,
    out: str | None,
    jobs: int | None,
) -> int:
    """Try small changes of the lines in FILE: an end of a range moved by one, a line moved below the next.

    Each is tried on one half of the boards, of the reference deck. What gains there is confirmed on the other half, of
    the confirming deck, and taken back when it does not gain there too. With --deck both halves are of that file.

    FILE is not touched: what is left is written as a patch, for you to read, and to take (`patch -p1 < FILE.patch`) or
    leave.

    Give a pool with --against: what gains in self-play alone is seldom a gain. Scored double dummy: nobody misguesses,
    so slams look better, and preempts worse, than at the table.
    """
    from bridgelang.advice.improve import improve
    from bridgelang.advice.proposals import read_rows
    from bridgelang.interop.files import replacing
    from bridgelang.report.improve import improvement_text

    to_the_end()
    try:
        rows = None if lines is None else read_rows(lines)
    except ValueError:
        raise click.UsageError(f"`{lines}` is no list of lines: write it as 90,94-96") from None
    result = improve(
        file,
        rows,
        seconds=60 * minutes,
        against=against,
        boards=boards,
        deck=deck,
        jobs=jobs or cores(),
        tell=note,
    )
    say(improvement_text(result), end="")
    if result.patch:
        target = out or f"{file}.patch"
        with replacing(target) as stream:
            stream.write(result.patch.encode())
        say(f"{target} written")
    return 0
