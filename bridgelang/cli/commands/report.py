"""``bridgelang report``: where the difference of a match came from."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import say, say_json


@click.command(
    short_help="Where the difference of a match came from.",
    epilog=example(
        "bridgelang match sayc acol --boards 40 --seed 2 --out first.match",
        "bridgelang report first.match",
    ),
)
@click.argument("match")
@click.option("--scoring", type=click.Choice(["imps", "matchpoints", "total"]), help="[default: as it was played]")
@click.option("--top", type=click.IntRange(min=1), default=8, metavar="N", help="Causes of each sort.  [default: 8]")
@click.option("--html", metavar="FILE", help="Write a page to FILE instead.")
@json_option
def command(match: str, scoring: str | None, top: int, html: str | None, as_json: bool) -> int:
    """Tell, for the match in the file MATCH (of `match --out`), which rules won and lost it.

    Each board is put down to the first call at which the two tables part.
    """
    from bridgelang.match.run import read_match
    from bridgelang.report.attribution import attribution_json, attribution_text
    from bridgelang.report.match import match_json, match_text

    result = read_match(match, scoring)
    if html is not None:
        from bridgelang.interop.files import replacing
        from bridgelang.report.html import match_page

        with replacing(html) as stream:
            stream.write(match_page(result, top).encode(errors="replace"))
        say(f"{html} written")
    if as_json:
        say_json({"match": match_json(result), "causes": attribution_json(result)})
    elif html is None:
        say(match_text(result, 0))
        say(attribution_text(result, top), end="")
    return 0
