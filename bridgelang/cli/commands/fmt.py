"""``bridgelang fmt``: one layout for system files."""

from __future__ import annotations

import difflib
import os

import click

from bridgelang.cli.options import example
from bridgelang.cli.output import note, say

FINDINGS, ERRORS = 1, 2


@click.command(
    short_help="One layout for system files.",
    epilog=example("bridgelang fmt acol-first --check", "bridgelang fmt acol-first --diff"),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 when a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
def command(files: tuple[str, ...], only_check: bool, diff: bool) -> int:
    """Write each FILE in the usual layout: indentation, spaces, columns; words and comments are kept.

    A file with errors is left as it is and its errors are printed. A shipped system may be named for --check and
    --diff, but is never written.
    """
    from bridgelang.compile.files import find_system, read_bytes
    from bridgelang.lang.diagnostics import render_all
    from bridgelang.lang.formatter import format_file, format_text

    status = changed = 0
    writing = not (only_check or diff)
    for name in files:
        path = name if writing else find_system(name)
        data = read_bytes(path)
        shown = os.path.basename(path)
        made = format_file(path) if writing else format_text(data, shown)
        if made.text is None:
            lines = data.decode("utf-8", "replace").splitlines()
            note(render_all(made.diagnostics, {one.file: lines for one in made.diagnostics}))
            status = ERRORS
            continue
        if not made.changed:
            continue
        changed += 1
        if diff:
            before = data.decode("utf-8-sig").splitlines(keepends=True)
            after = made.text.splitlines(keepends=True)
            say("".join(difflib.unified_diff(before, after, shown, f"{shown} (formatted)")), end="")
        else:
            say(f"{name}: {'would change' if only_check else 'changed'}")
    left = len(files) - changed - (status == ERRORS)
    if not diff:
        say(f"{changed} of {len(files)} {'would change' if only_check else 'changed'}")
    elif not changed and left:
        say("nothing would change")
    if status:
        return status
    return FINDINGS if changed and not writing else 0
