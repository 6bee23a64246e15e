"""``bridgelang book``: a system as notes."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, read_system, set_option
from bridgelang.cli.output import say


@click.command(
    short_help="A system as notes to read, text or HTML.",
    epilog=example("bridgelang book goren --depth 2", "bridgelang book goren --html goren.html"),
)
@click.argument("system")
@click.option(
    "--depth", type=click.IntRange(min=1), default=3, metavar="N", help="Calls of our side in a row.  [default: 3]"
)
@click.option("--html", metavar="FILE", help="Write a page to FILE instead.")
@set_option
def command(system: str, depth: int, html: str | None, settings: tuple[str, ...]) -> int:
    """Print SYSTEM as notes: the meaning of each call, position by position.

    The positions are those that the text names: the opening, after our calls, after theirs.
    """
    from bridgelang.report.book import book, book_page, book_text

    made = book(read_system(system, settings), depth)
    if html is None:
        say(book_text(made), end="")
        return 0
    from bridgelang.interop.files import replacing

    with replacing(html) as stream:
        stream.write(book_page(made).encode(errors="replace"))
    say(f"{html} written")
    return 0
