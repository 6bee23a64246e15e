"""What `check --fix` mends: faults with one cure, each alone and all together; and what it leaves to the author."""

from __future__ import annotations

import pytest

from bridgelang.compile.pipeline import compile_text
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint import findings
from bridgelang.lint.fixes import fix


def errors(text: str) -> list[Diagnostic]:
    return [one for one in compile_text(text, "my.bid").diagnostics if one.is_error]


def unused(text: str) -> list[Diagnostic]:
    return [one for one in findings(compile_text(text, "my.bid")) if one.code == "B308"]


MENDED = [
    # (the line under `opening:`, the same mended)
    ("1NT: 15-17 hcp balanced", "1NT: 15-17 hcp, balanced"),
    ("1S 12+ points", "1S: 12+ points"),
    ("1nt: 15-17 hcp", "1NT: 15-17 hcp"),
    ("1NT: 15 to 17 hcp", "1NT: 15-17 hcp"),
    ("1NT: 17-15 hcp", "1NT: 15-17 hcp"),
    ("1NT: 15-17 hcp “strong”", '1NT: 15-17 hcp "strong"'),
    ("1NT:\t15-17 hcp", "1NT: 15-17 hcp"),
    ("1NT: 15-17\u200b hcp", "1NT: 15-17 hcp"),
    ("use ../weak-twos", "use weak-twos"),
    ("use weak-twos.bid", "use weak-twos"),
]

LEFT = [
    "1NT: 15-17 hcp, ballanced",  # the nearest word may not be the one meant
    "2C: 8+ hcp and 4 hearts or 4 spades",
    "1S: 12+ points, (5+ spades",
    "2C: 4S",
    "8H: 8+ hearts",
]


@pytest.mark.parametrize(("line", "wanted"), MENDED)
def test_a_fault_with_one_cure_is_mended(line, wanted):
    assert errors(f"opening:\n  {line}\n")
    made = fix(f"opening:\n  {line}\n", errors, unused)
    assert made.text == f"opening:\n  {wanted}\n"
    assert made.mended


@pytest.mark.parametrize("line", LEFT)
def test_what_needs_a_decision_is_left_alone(line):
    text = f"opening:\n  {line}\n"
    assert errors(text)
    assert fix(text, errors, unused).text == text


def test_all_of_them_in_one_file_beside_a_fault_that_stays():
    bad, good = ("".join(f"  {row[n]}\n" for row in MENDED if "use" not in row[0]) for n in (0, 1))
    made = fix(f"opening:\n{bad}  1S: ballanced\n", errors, unused)
    assert made.text == f"opening:\n{good}  1S: ballanced\n"


def test_a_name_that_nothing_uses_is_taken_out_with_the_lines_that_continue_it():
    used = "define fair x: 1 of top 3 in x\nopening:\n  1H: fair hearts\n"
    text = "define good x: 2 of top 3 in x\n   or 3 of top 5 in x\n" + used
    assert fix(text, errors, unused).text == used


def test_what_is_well_stays_as_it_is():
    text = "opening:\n  1NT: 15-17 hcp, balanced\n"
    made = fix(text, errors, unused)
    assert made.text == text and made.mended == ()
