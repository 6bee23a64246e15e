"""``bridgelang check``: what is wrong with a system file, and what looks wrong."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, read_settings, set_option
from bridgelang.cli.output import say

ERRORS, FINDINGS = 2, 1


@click.command(
    short_help="Look through a system file for errors and dead lines.",
    epilog=example("bridgelang check sayc", "bridgelang check goren --format json", "bridgelang check acol --no-lint"),
)
@click.argument("systems", nargs=-1, required=True, metavar="SYSTEM...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "concise", "json", "github"]),
    default="text",
    help="How to write the messages.  [default: text]",
)
@click.option("--no-lint", is_flag=True, help="Errors only: do not look for lines that say nothing or too much.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave out the findings with this code; repeatable.")
@set_option
def command(
    systems: tuple[str, ...], style: str, no_lint: bool, ignore: tuple[str, ...], settings: tuple[str, ...]
) -> int:
    """Compile each SYSTEM and print everything that is wrong or looks wrong, with file, line and column.

    docs/lint.md tells what is looked for beyond errors, code by code. The exit status is 0 when nothing is found, 1 for
    findings, and 2 when a file has errors and cannot be used.
    """
    from bridgelang.compile.pipeline import compile_system
    from bridgelang.lang.diagnostics import render_all
    from bridgelang.lint import CODES, findings_of

    left_out = {code.upper() for code in ignore}
    for code in sorted(left_out - set(CODES)):
        raise click.BadParameter(f"`{code}` is none of {', '.join(CODES)}", param_hint="--ignore")
    wanted = read_settings(settings)
    found, sources = [], {}
    for name in systems:
        compiled = compile_system(name, wanted)
        found += compiled.diagnostics
        if not no_lint:
            found += [one for one in findings_of(compiled, name, wanted) if one.code not in left_out]
        sources.update(compiled.sources)
    if found or style == "json":
        say(render_all(found, dict(sources), style))
    if not found:
        if style == "text":
            say(f"{', '.join(systems)}: nothing found")
        return 0
    return ERRORS if any(one.is_error for one in found) else FINDINGS
