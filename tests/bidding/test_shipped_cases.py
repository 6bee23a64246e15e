"""The shipped systems' and conventions' own tests, as `bridgelang test NAME` runs them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import pytest

from bridgelang.testing import find
from bridgelang.testing.cases import Case, CaseFile, Section, describe, run_cases
from tests.shipped import loaded

NAMES = find.shipped_with_tests()


def test_most_systems_have_tests() -> None:
    assert len(NAMES) >= 8


def parts(name: str) -> list[tuple[str, int, int]]:
    """A name, and which part of its cases of how many: a long file is several tests, so that two processes share it."""
    count = 1 + os.path.getsize(find.tests_beside(name)) // 50_000
    return [(name, part, count) for part in range(count)]


def share(file: CaseFile, part: int, count: int) -> Iterator[tuple[Section, Sequence[Case]]]:
    """A part of a file: of a long section cases that stand together, since they often begin with the same calls; of
    the short ones, which mostly have settings of their own to be loaded with, each as a whole."""
    for number, section in enumerate(file.sections):
        cases = section.cases
        if len(cases) >= 10 * count:
            yield section, cases[len(cases) * part // count : len(cases) * (part + 1) // count]
        elif number % count == part:
            yield section, cases


def test_every_case_is_in_one_part() -> None:
    file = find.find_tests("acol")
    shared = [case for part in range(3) for _, cases in share(file, part, 3) for case in cases]
    assert sorted(map(id, shared)) == sorted(id(case) for section in file.sections for case in section.cases)


@pytest.mark.parametrize(("name", "part", "count"), [part for name in NAMES for part in parts(name)])
def test_every_case_holds(name: str, part: int, count: int) -> None:
    file = find.find_tests(name)
    assert file.cases
    assert not [line for section in file.sections for line in section.unreadable]
    failed = [
        describe(outcome, file.path)
        for section, cases in share(file, part, count)
        for outcome in run_cases(loaded(section.system, section.settings), cases, section.checked)
        if not outcome.passed
    ]
    assert not failed, "\n".join(failed)
