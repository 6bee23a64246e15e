"""``bridgelang test``: a system's own tests."""

from __future__ import annotations

import os

import click

from bridgelang.cli.options import example, json_option, read_settings, set_option
from bridgelang.cli.output import note, say, say_json


@click.command(
    short_help="Run a system's own tests.",
    epilog=example("bridgelang test goren"),
)
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...")
@click.option("--quiet", is_flag=True, help="Print the count alone.")
@set_option
@json_option
def command(systems: tuple[str, ...], quiet: bool, settings: tuple[str, ...], as_json: bool) -> int:
    """Run the tests beside each SYSTEM, in NAME.tests.yaml; without SYSTEM, those of all that ship.

    SYSTEM may also be a convention, whose tests name a system that uses it, or a test file. A case is a line
    `hand | auction | call | why`. The calls before it must be ones the system could have made; a pass that no rule
    makes is written `-`. A line that is no case fails alone. The exit status is 1 when a test fails.
    """
    from bridgelang.bidding.load import load_system
    from bridgelang.testing.cases import describe, run_cases
    from bridgelang.testing.find import find_tests, shipped_with_tests

    rows = []
    passed = failed = 0
    for name in systems or shipped_with_tests():
        file = find_tests(name)
        for section in file.sections:
            chosen = section.settings | read_settings(settings)
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
                    rows.append(
                        {
                            "file": os.path.basename(file.path),
                            "line": outcome.case.row,
                            "hand": str(outcome.case.hand),
                            "auction": [str(call) for call in outcome.case.auction.calls],
                            "expected": str(outcome.case.call),
                            "got": str(outcome.got),
                            "rule": outcome.rule,
                            "why": outcome.case.why,
                            "passed": outcome.passed,
                            "problem": outcome.problem or None,
                        }
                    )
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
