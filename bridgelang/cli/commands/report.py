"""``bridgelang report``: where the difference of a match came from."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import say, say_json, symbols


@click.command(
    short_help="Where the difference of a match came from.",
    epilog=example(
        "bridgelang match sayc acol --boards 40 --out first.match",
        "bridgelang report first.match",
        "bridgelang report first.match --board 7",
    ),
)
@click.argument("match")
@click.option("--scoring", type=click.Choice(["imps", "matchpoints", "total"]), help="[default: as it was played]")
@click.option("--top", type=click.IntRange(min=1), default=8, metavar="N", help="Causes of each sort.  [default: 8]")
@click.option("--board", type=int, metavar="N", help="Show this board instead: both tables, what each call shows, par.")
@click.option("--html", metavar="FILE", help="Write a page to FILE instead.")
@click.option("--book", default="", metavar="ADDRESS", help="A page of `book --html` that the rules link to.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the figures to FILE as CSV instead; - prints them.")
@json_option
def command(
    match: str,
    scoring: str | None,
    top: int,
    board: int | None,
    html: str | None,
    book: str,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """Tell, for the match in the file MATCH (of `match --out`), which rules won and lost it.

    Each board is put down to the first call at which the two tables part.
    """
    if board is not None:
        return _one_board(match, board, as_json)
    from bridgelang.match.run import read_match

    result = read_match(match, scoring)
    if html is not None:
        from bridgelang.match.look_up import look_up
        from bridgelang.report.match_board import board_views
        from bridgelang.report.match_page import boards_to_show, match_page

        numbers = boards_to_show(result, top)
        views = board_views(look_up(match, numbers), numbers)
        _write(html, match_page(result, views, top, book))
    if csv_file is not None:
        from bridgelang.report.match_csv import match_csv

        if csv_file == "-":
            say(match_csv(result), end="")
        else:
            _write(csv_file, match_csv(result))
    if as_json:
        from bridgelang.report.attribution import attribution_json
        from bridgelang.report.match import match_json

        say_json({"match": match_json(result), "causes": attribution_json(result)})
    elif html is None and csv_file is None:
        from bridgelang.report.attribution import attribution_text
        from bridgelang.report.match import match_text

        say(match_text(result, 0))
        say(attribution_text(result, top), end="")
    return 0


def _one_board(match: str, number: int, as_json: bool) -> int:
    from bridgelang.match.look_up import look_up_one
    from bridgelang.report.match_board import board_view_json, board_view_text, board_views

    kept = look_up_one(match, number)
    (view,) = board_views(kept)
    if as_json:
        say_json(board_view_json(view))
    else:
        say(board_view_text(view, kept.names, symbols()))
    return 0


def _write(path: str, text: str) -> None:
    """Write a file whole or not at all, and say so."""
    from bridgelang.interop.files import replacing

    with replacing(path) as stream:
        stream.write(text.encode())
    say(f"{path} written")
