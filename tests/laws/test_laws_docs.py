"""docs/laws.md: every finding has its row, every test it names exists, its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bridgelang.core.seats import Seat, Vulnerability, dealer_of, vulnerability_of

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "laws.md").read_text(encoding="utf-8")
FINDINGS = [
    *(f"1.{n}" for n in range(1, 8)),
    *(f"2.{n}" for n in range(1, 8)),
    "3.1", "3.2", "3.3", "4.1", "4.2", "5.1", "5.2", "5.3", "5.4",
    "6.1", "6.2", "6.3", "7.1", "8.1", "8.2", "8.3", "8.4",
]  # fmt: skip
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)))


@pytest.mark.parametrize("finding", FINDINGS)
def test_every_finding_has_a_row(finding: str) -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith(f"| {finding} ")]
    assert len(rows) == 1 and rows[0].count("|") == 6


def test_every_test_that_is_named_exists() -> None:
    assert len(NAMED) > 40
    for file, name in NAMED:
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{name}"


def test_every_path_that_is_named_exists() -> None:
    for path in re.findall(r"`(bridgelang/[\w/]+\.py)`", TEXT):
        assert (ROOT / path).exists(), path


def test_the_examples_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(code, "docs/laws.md", "exec"), names)
        shown = [f"# {line}" for line in capsys.readouterr().out.splitlines()]
        assert shown and shown == [line for line in code.splitlines() if line.startswith("#")]


def test_the_cycle_of_boards() -> None:
    """Law 2, written out; the audit's table has the labels rotated."""
    cycle = {
        Vulnerability.NONE: (1, 8, 11, 14),
        Vulnerability.NS: (2, 5, 12, 15),
        Vulnerability.EW: (3, 6, 9, 16),
        Vulnerability.ALL: (4, 7, 10, 13),
    }
    for vulnerability, boards in cycle.items():
        for board in boards:
            assert vulnerability_of(board) == vulnerability_of(board + 16) == vulnerability
    assert [dealer_of(board) for board in range(1, 6)] == [*Seat, Seat.NORTH]
