"""The shipped systems' own tests, as `bridgelang test NAME` runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.system.files import shipped_folder
from bridgelang.system.load import load_system
from bridgelang.testing.cases import describe, read_cases, run_cases

FILES = sorted(Path(shipped_folder()).glob("*.tests.yaml"))


def test_most_systems_have_tests() -> None:
    assert len(FILES) >= 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".tests.yaml"))
def test_every_case_holds(path: Path) -> None:
    file = read_cases(str(path))
    assert file.cases
    system = load_system(file.system, file.settings)
    failed = [describe(outcome, str(path)) for outcome in run_cases(system, file.cases) if not outcome.passed]
    assert not failed, "\n".join(failed)
