"""``bridgelang check``: what is wrong with a system file, and what looks wrong."""

from __future__ import annotations

import gc
import os
import time
from typing import TYPE_CHECKING

import click

from bridgelang.cli import interrupts
from bridgelang.cli.options import example, read_settings, set_option
from bridgelang.cli.output import note, say

if TYPE_CHECKING:
    from bridgelang.lang.diagnostics import Diagnostic
    from bridgelang.lint.fixes import Fixed

ERRORS, FINDINGS = 2, 1


@click.command(
    short_help="Look through a system file for errors and dead lines.",
    epilog=example(
        "bridgelang check acol-first",
        "bridgelang check goren --format json",
        "bridgelang check acol-first --fix --diff",
        "bridgelang check standard-simple --times",
    ),
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
@click.option("--fix", is_flag=True, help="Mend what has one cure, such as tabs or a missing comma, in the file.")
@click.option("--diff", is_flag=True, help="Write nothing; show what --fix would change.")
@click.option("--times", is_flag=True, help="Also say what each step of reading and looking through took.")
@set_option
def command(
    systems: tuple[str, ...],
    style: str,
    no_lint: bool,
    ignore: tuple[str, ...],
    fix: bool,
    diff: bool,
    times: bool,
    settings: tuple[str, ...],
) -> int:
    """Compile each SYSTEM and print everything that is wrong or looks wrong, with file, line and column.

    `bridgelang explain-code CODE` tells what a code means. The exit status is 0 when nothing is found, 1 for findings,
    and 2 when a file has errors and cannot be used. --fix mends what leaves no choice and then says what is left; a
    decision about bidding is never taken for you. With --diff nothing is written, and the status is 1 when something
    would change.
    """
    if diff:
        return _show_fixes(systems, read_settings(settings))
    if fix:
        for name in systems:
            _write_fixes(name, read_settings(settings))
    from bridgelang.compile.pipeline import compile_system
    from bridgelang.lang.diagnostics import render_all
    from bridgelang.lint import CODES, findings_of

    left_out = {code.upper() for code in ignore}
    for code in sorted(left_out - set(CODES)):
        raise click.BadParameter(f"`{code}` is none of {', '.join(CODES)}", param_hint="--ignore")
    wanted = read_settings(settings)
    found: list[Diagnostic] = []
    sources: dict[str, list[str]] = {}
    gc.disable()  # what compiling and lint make is kept until the system is done with
    for name in systems:
        if sources:
            gc.collect()
        compiled = compile_system(name, wanted)
        found += compiled.diagnostics
        if not no_lint:
            began = time.perf_counter()
            found += [one for one in findings_of(compiled, name, wanted) if one.code not in left_out]
            compiled.seconds["look through"] = time.perf_counter() - began
        if times:
            for step, seconds in compiled.seconds.items():
                note(f"{name}: {seconds:7.3f} s  {step}")
        sources.update(compiled.sources)
    if not interrupts.is_own_process():
        gc.enable()
    if found or style == "json":
        say(render_all(found, {**sources}, style))
    if not found:
        if style == "text":
            say(f"{', '.join(systems)}: nothing found")
        return 0
    return ERRORS if any(one.is_error for one in found) else FINDINGS


def _show_fixes(systems: tuple[str, ...], settings: dict[str, str]) -> int:
    """Print what --fix would change, as a diff; 1 when something would."""
    import difflib

    changed = 0
    for name in systems:
        path, before, fixed = _fixed(name, settings)
        if fixed.text == before:
            continue
        changed += 1
        shown = os.path.basename(path)
        old, new = (text.splitlines(keepends=True) for text in (before, fixed.text))
        say("".join(difflib.unified_diff(old, new, shown, f"{shown} (fixed)")), end="")
    if not changed:
        say("nothing would change")
    return FINDINGS if changed else 0


def _write_fixes(name: str, settings: dict[str, str]) -> None:
    """Mend a file in place, and say what was mended; what ships is never written."""
    from bridgelang.compile.files import read_bytes, shipped_folder
    from bridgelang.interop.files import replacing

    path, before, fixed = _fixed(name, settings)
    if fixed.text == before:
        return
    if os.path.abspath(path).startswith(os.path.abspath(shipped_folder()) + os.sep):
        raise click.UsageError(f"`{name}` ships with bridgelang and is not written to: copy it, and fix the copy")
    ending = "\r\n" if b"\r\n" in read_bytes(path) else "\n"
    with replacing(path) as out:
        out.write(fixed.text.replace("\n", ending).encode())
    for one in fixed.mended:
        note(f"mended {one}")


def _fixed(name: str, settings: dict[str, str]) -> tuple[str, str, Fixed]:
    """The path of a system, its text, and the text mended; one that is no text stays as it is."""
    from bridgelang.compile.files import find_system, read_bytes
    from bridgelang.compile.pipeline import compile_at
    from bridgelang.lang.source import decode
    from bridgelang.lint import findings_of
    from bridgelang.lint.fixes import Fixed, fix

    path = find_system(name)
    shown = os.path.basename(path)
    text, unreadable = decode(read_bytes(path), shown)
    text = text.replace("\r\n", "\n")
    if unreadable:
        return path, text, Fixed(text, ())

    def errors(tried: str) -> list[Diagnostic]:
        found = compile_at(path, tried.encode(), settings).diagnostics
        return [one for one in found if one.is_error and one.file == shown]

    def unused(tried: str) -> list[Diagnostic]:
        compiled = compile_at(path, tried.encode(), settings)
        return [one for one in findings_of(compiled, name, settings) if one.code == "B308"]

    return path, text, fix(text, errors, unused)
