"""``bridgelang book``: a system as notes."""

from __future__ import annotations

from pathlib import PurePath

import click

from bridgelang.cli.options import example, read_system, set_option
from bridgelang.cli.output import say
from bridgelang.cli.progress import progress_bar
from bridgelang.core.lasting import lasting

FORMATS = ("text", "html", "markdown", "bml", "bboalert", "card")
_ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".bml": "bml", ".txt": "text", "": "text"}


@click.command(
    short_help="A system as notes to read: page, text, card.",
    epilog=example(
        "bridgelang book natural --boards 20 --out natural.html",
        "bridgelang book acol-first --format card --out card.html",
    ),
)
@click.argument("system")
@click.option(
    "--depth", type=click.IntRange(min=1), default=3, metavar="N", help="Calls of our side in a row.  [default: 3]"
)
@click.option(
    "--boards",
    type=click.IntRange(min=0),
    default=1000,
    metavar="N",
    help="Boards dealt to find the auctions that come up.  [default: 1000]",
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="[default: by the name of --out, else text]")
@click.option("--out", metavar="FILE", help="Write to FILE.")
@click.option("--html", metavar="FILE", help="The same as --format html --out FILE.")
@set_option
def command(
    system: str, depth: int, boards: int, form: str | None, out: str | None, html: str | None, settings: tuple[str, ...]
) -> int:
    """Print SYSTEM as notes: the meaning of each call, auction by auction.

    The auctions are those that come up on dealt boards, both sides playing SYSTEM, and those that its rules lead to:
    our openings and answers, after their calls, our defence. `html` is one page with a search box, `card` a
    convention card to print, `bboalert` the records of the browser extension of that name.
    """
    if html is not None:
        if out is not None or form not in (None, "html"):
            raise click.UsageError("--html FILE is --format html --out FILE: give one of them")
        form, out = "html", html
    if form is None:
        form = _ENDINGS.get(PurePath(out or "").suffix.lower())
    if form is None:
        raise click.UsageError(f"the name {out} says no format: end it in .html, .md, .bml or .txt, or give --format")
    with lasting():  # what bidding makes is kept to the end of the book
        text = _made(system, settings, form, depth, boards)
    if out is None:
        say(text, end="")
        return 0
    from bridgelang.interop.files import replacing

    with replacing(out) as stream:
        stream.write(text.encode(errors="replace"))
    say(f"{out} written")
    return 0


def _made(name: str, settings: tuple[str, ...], form: str, depth: int, boards: int) -> str:
    """The book in a format."""
    system = read_system(name, settings)
    if form == "card":
        from bridgelang.report.card import card_page

        return card_page(system)
    from bridgelang.report.book import book

    with progress_bar(f"{system.name}", boards) as progress:
        made = book(system, depth, boards, progress)
    if form == "html":
        from bridgelang.report.book_page import book_page

        return book_page(made)
    if form == "bboalert":
        from bridgelang.report.bboalert import bboalert

        return bboalert(made)
    from bridgelang.report import book_text

    return {"text": book_text.book_text, "markdown": book_text.book_markdown, "bml": book_text.book_bml}[form](made)
