"""``bridgelang check``: what is wrong with a system file."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, read_settings, set_option
from bridgelang.cli.output import say

ERRORS, FINDINGS = 2, 1


@click.command(
    short_help="Look through a system file for errors.",
    epilog=example("bridgelang check sayc", "bridgelang check goren --format json"),
)
@click.argument("systems", nargs=-1, required=True, metavar="SYSTEM...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "concise", "json", "github"]),
    default="text",
    help="How to write the messages.  [default: text]",
)
@set_option
def command(systems: tuple[str, ...], style: str, settings: tuple[str, ...]) -> int:
    """Compile each SYSTEM and print everything that is wrong with it, with file, line and column.

    The exit status is 0 when nothing is found, 1 for warnings, and 2 when a file has errors and cannot be used.
    """
    from bridgelang.lang.diagnostics import render_all
    from bridgelang.system.compiler import compile_system

    wanted = read_settings(settings)
    found, sources = [], {}
    for name in systems:
        compiled = compile_system(name, wanted)
        found += compiled.diagnostics
        sources.update(compiled.sources)
    if found or style == "json":
        say(render_all(found, dict(sources), style))
    if not found:
        if style == "text":
            say(f"{', '.join(systems)}: nothing found")
        return 0
    if any(one.is_error for one in found):
        return ERRORS
    return FINDINGS if any(one.severity == "warning" for one in found) else 0
