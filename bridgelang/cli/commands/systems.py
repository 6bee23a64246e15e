"""``bridgelang systems``: what ships."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import say, say_json


@click.command(
    short_help="The systems and conventions that ship.",
    epilog=example("bridgelang systems", "bridgelang systems sayc", "bridgelang systems drury"),
)
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> int:
    """List the systems and conventions that ship, a line each; with NAME, what that file says of itself.

    The settings shown with NAME are those that `--set` overrides. For a convention the lines to paste into a system are
    shown too, with the header they must stand under.
    """
    from bridgelang.compile.shipped import header, shipped
    from bridgelang.report.columns import columns

    if name is not None:
        found = header(name)
        if as_json:
            say_json(found.as_json())
            return 0
        say(f"{found.kind} {found.name}: {found.title}")
        if found.about:
            say("\n" + "\n".join(f"  {line}".rstrip() for line in found.about))
        if found.settings:
            say("\nsettings")
            say(columns(((n, v, about) for n, v, about in found.settings), "  "))
        if found.kind == "convention":
            where = "" if len(found.to_paste()) > 1 else ", at the margin (not indented)"
            say(f"\nto use it, write{where}\n" + "\n".join(f"  {line}" for line in found.to_paste()))
        return 0
    systems, conventions = shipped()
    if as_json:
        say_json({"systems": [one.as_json() for one in systems], "conventions": [one.as_json() for one in conventions]})
        return 0
    rows = [(one.name, one.title) for one in systems]
    say("systems\n" + columns(rows, "  "))
    if conventions:
        say("\nconventions, for `use NAME` in a file of your own")
        say(columns([(one.name, one.title) for one in conventions], "  "))
    return 0
