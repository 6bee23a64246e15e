"""What stands above the lines of a system: how its own tests fare, and which rule a failing one came to."""

from __future__ import annotations

import os

from attrs import frozen

from bridgelang.bidding.load import System, load_system
from bridgelang.compile.files import find_system
from bridgelang.errors import BridgelangError
from bridgelang.testing.cases import Outcome, run_cases
from bridgelang.testing.find import find_tests, tests_beside


@frozen
class Lens:
    """A remark above a row."""

    row: int
    text: str


def test_lenses(path: str, system: System) -> list[Lens]:
    """How the tests beside a file fare with the ``system`` it is now; none where there are no tests."""
    tests = tests_beside(path)
    if not os.path.isfile(tests):
        return []
    try:
        outcomes = _outcomes(path, system)
    except BridgelangError as error:
        return [Lens(1, str(error).split("\n", 1)[0])]
    name = os.path.basename(tests)
    failed = [one for one in outcomes if not one.passed]
    count = f"{len(outcomes) - len(failed):,} of {len(outcomes):,} tests pass"
    return [Lens(1, f"{count} ({name})"), *_failures(failed, name, os.path.basename(path))]


test_lenses.__test__ = False  # type: ignore[attr-defined]  # for pytest: no test, whatever it is called


def _outcomes(path: str, system: System) -> list[Outcome]:
    """Each case of the tests, bid with the system as it is edited wherever they mean it without settings."""
    out: list[Outcome] = []
    for section in find_tests(path).sections:
        same = os.path.abspath(find_system(section.system)) == os.path.abspath(path) and not section.settings
        bidder = system if same else load_system(section.system, settings=section.settings)
        out += run_cases(bidder, section.cases, section.checked)
    return out


def _failures(failed: list[Outcome], tests: str, file: str) -> list[Lens]:
    """A remark above each rule of the file that a failing test came to."""
    out = []
    for one in failed:
        place, _, row = one.rule.rpartition(":")
        if place == file and row.isdigit():
            out.append(Lens(int(row), f"{tests}:{one.case.row} fails: {one.problem}"))
    return out
