"""``bridgelang test``: a system's own tests."""

from __future__ import annotations

import os
from typing import Any

import click

from bridgelang.cli.options import example, json_option, read_settings, set_option
from bridgelang.cli.output import note, say, say_json


@click.command(
    short_help="Run a system's own tests.",
    epilog=example("bridgelang test goren"),
)
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...")
@click.option("--quiet", is_flag=True, help="Print the count alone.")
@click.option("--watch", is_flag=True, help="Run them again whenever a file is saved; Ctrl-C ends it.")
@set_option
@json_option
def command(systems: tuple[str, ...], quiet: bool, watch: bool, settings: tuple[str, ...], as_json: bool) -> int:
    """Run the tests beside each SYSTEM, in NAME.tests.yaml; without SYSTEM, those of all that ship.

    SYSTEM may also be a convention, whose tests name a system that uses it, or a test file. A case is a line
    `hand | auction | call | why`. The calls before it must be ones the system could have made; a pass that no rule
    makes is written `-`. Tags behind a call, as in `2C [forcing]`, are all those that partner reads in it. A line that
    is no case fails alone. The exit status is 1 when a test fails.
    """
    from bridgelang.testing.find import shipped_with_tests

    names = systems or tuple(shipped_with_tests())
    if watch:
        return _watch(names, quiet, read_settings(settings))
    return _run(names, quiet, read_settings(settings), as_json)


def _watch(names: tuple[str, ...], quiet: bool, settings: dict[str, str]) -> int:
    """Run the tests, and again after each change, until interrupted; what the last run gave."""
    from bridgelang.compile.files import find_system
    from bridgelang.errors import BridgelangError
    from bridgelang.testing.watch import stamps, until_saved

    folders = {os.path.dirname(os.path.abspath(find_system(name))) for name in names}
    status = 0
    try:
        while True:
            before = stamps(folders)
            try:
                status = _run(names, quiet, settings, False)
            except BridgelangError as error:
                note(str(error))
                status = 2
            note("waiting for a change; Ctrl-C ends it")
            note(f"changed: {', '.join(until_saved(folders, before))}\n")
    except KeyboardInterrupt:
        note("")
        return status


def _run(names: tuple[str, ...], quiet: bool, settings: dict[str, str], as_json: bool) -> int:
    """Run the tests of some systems and print what they gave; 1 when one fails."""
    from bridgelang.bidding.load import load_system
    from bridgelang.testing.cases import describe, run_cases
    from bridgelang.testing.find import find_tests

    rows: list[dict[str, Any]] = []
    passed = failed = 0
    for name in names:
        file = find_tests(name)
        for section in file.sections:
            chosen = section.settings | settings
            bidder = load_system(section.system, settings=chosen)
            failed += len(section.unreadable)
            for line in section.unreadable:
                if as_json:
                    rows.append({"file": os.path.basename(file.path), "line": line.row, "text": line.text,
                                 "passed": False, "problem": line.problem})  # fmt: skip
                elif not quiet:
                    say(line.describe(file.path) + "\n")
            for outcome in run_cases(bidder, section.cases, section.checked):
                passed += outcome.passed
                failed += not outcome.passed
                if as_json:
                    rows.append({"file": os.path.basename(file.path), **outcome.as_json()})
                elif not outcome.passed and not quiet:
                    asked = " ".join([section.system, *(f"--set {k}={v}" for k, v in chosen.items())])
                    say(describe(outcome, file.path).replace("{system}", asked) + "\n")
    if as_json:
        say_json({"passed": passed, "failed": failed, "cases": rows})
    else:
        say(f"{passed:,} passed, {failed:,} failed")
    if not passed + failed:
        note("there was nothing to test")
    return int(bool(failed))
