"""The shipped systems' and conventions' own tests, as `bridgelang test NAME` runs them."""

from __future__ import annotations

import pytest

from bridgelang.testing.cases import describe, run_cases
from bridgelang.testing.find import find_tests, shipped_with_tests
from tests.shipped import loaded

NAMES = shipped_with_tests()


def test_most_systems_have_tests() -> None:
    assert len(NAMES) >= 8


@pytest.mark.parametrize("name", NAMES)
def test_every_case_holds(name: str) -> None:
    file = find_tests(name)
    assert file.cases
    failed = [
        describe(outcome, file.path)
        for section in file.sections
        for outcome in run_cases(loaded(section.system, section.settings), section.cases, section.checked)
        if not outcome.passed
    ]
    assert not failed, "\n".join(failed)
