"""``bridgelang explain-code``: what the code of a message means."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import say, say_json


@click.command(
    short_help="What the code of a message means.",
    epilog=example("bridgelang explain-code B301", "bridgelang explain-code"),
)
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@json_option
def command(codes: tuple[str, ...], as_json: bool) -> int:
    """Explain each CODE, such as B301, with an example and the same put right; without CODE, list them all.

    The codes stand in the messages of `check` and of every command that reads a system.
    """
    from bridgelang.lang.codes import explain, explanations

    if codes:
        found = [explain(code) for code in codes]
        if as_json:
            say_json([one.as_json() for one in found])
        else:
            say("\n\n".join(one.as_text() for one in found))
        return 0
    everything = explanations().values()
    if as_json:
        say_json([{"code": one.code, "title": one.title} for one in everything])
        return 0
    for one in everything:
        say(f"{one.code}  {one.title}")
    return 0
