"""The shipped systems' and conventions' own tests, as `bridgelang test NAME` runs them."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from bridgelang.testing import find
from bridgelang.testing.cases import Case, describe, run_cases
from tests.shipped import loaded

NAMES = find.shipped_with_tests()


def test_most_systems_have_tests() -> None:
    assert len(NAMES) >= 8


def parts(name: str) -> list[tuple[str, int, int]]:
    """A name, and which part of its cases of how many: a long file is several tests, so that two processes share it."""
    count = 1 + os.path.getsize(find.tests_beside(name)) // 50_000
    return [(name, part, count) for part in range(count)]


def share(cases: Sequence[Case], part: int, count: int) -> Sequence[Case]:
    """A part of some cases: those that stand together, since they often begin with the same calls."""
    return cases[len(cases) * part // count : len(cases) * (part + 1) // count]


@pytest.mark.parametrize(("name", "part", "count"), [part for name in NAMES for part in parts(name)])
def test_every_case_holds(name: str, part: int, count: int) -> None:
    file = find.find_tests(name)
    assert file.cases
    assert not [line for section in file.sections for line in section.unreadable]
    failed = [
        describe(outcome, file.path)
        for section in file.sections
        for outcome in run_cases(
            loaded(section.system, section.settings), share(section.cases, part, count), section.checked
        )
        if not outcome.passed
    ]
    assert not failed, "\n".join(failed)
