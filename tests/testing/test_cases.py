"""A test file is run line by line: what is wrong with one line fails that line alone, and nothing passes unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.bidding.load import load_system
from bridgelang.errors import NotationError
from bridgelang.testing.cases import read_head, run_cases
from bridgelang.testing.find import find_tests

SYSTEM = """\
opening:
  1NT: 15-17 hcp, balanced
  1S: 12+ points, 5+ spades
  pass: up to 5 hcp
after 1NT:
  2C: 8+ hcp                              [forcing, artificial]
  2H: 5+ spades                           [forcing, transfer to spades]
  2NT: 6 hcp, 4+ clubs                    [invitational]
  2NT: 7 hcp, 5+ diamonds                 [invitational, artificial]
"""
GOOD = "- AKQ2.KQ2.432.432 | - | - | fourteen points and no rule for them"


def problems(folder: Path, *cases: str) -> list[str]:
    (folder / "my.bid").write_text(SYSTEM)
    (folder / "my.tests.yaml").write_text("cases:\n" + "".join(f"  {case}\n" for case in cases))
    (section,) = find_tests(str(folder / "my.bid")).sections
    made = run_cases(load_system(section.system), section.cases, section.checked)
    return [outcome.problem for outcome in made] + [line.problem for line in section.unreadable]


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("- AKQ2.KQ2.432.43 | - | P | twelve cards", "13"),
        ("- AKQ2.KQ2.432.4322 | - | P | fourteen cards", ""),
        ("- AAQ2.KQ2.432.432 | - | P | an ace twice", ""),
        ("- AKQ2.KQ2.432.432 | 1NT P P P | P | the end", "over"),
        ("- AKQ2.KQ2.432.432 | 1Z | P | no such bid", "1Z"),
        ("- AKQ2.KQ2.432.432 | (1NT) P P | P | their pass left bare", "write every call"),
        ("- AKQ2.KQ2.432.432 | P", "2 fields"),
        ("- [1, 2]", "one line of text"),
        ("- AKQ2.K32.A32.432 | - | 1NT | sixteen: a notrump", "in quotation marks"),
        ("- AKQ2.K32.A32.432 | - | 1NT [forcing | no end", "in one pair of brackets"),
        ("- AKQ2.K32.A32.432 | - | 1NT [forcing] now | more behind them", "in one pair of brackets"),
        ("- AKQ2.KQ2.A32.432 | - | [forcing] | no call", "call"),
    ],
)
def test_a_line_that_is_no_case_fails_alone(tmp_path: Path, case: str, said: str) -> None:
    good, bad = problems(tmp_path, case, GOOD)
    assert good == "" and bad and said in bad


def test_a_head_in_parentheses_is_told_from_a_call_in_them() -> None:
    assert read_head("(S both) P 1NT") == ("S", "both", "P 1NT")
    assert read_head("(E)") == ("E", "none", "")
    assert read_head("(1NT) P (P)") == ("N", "none", "(1NT) P (P)")
    assert read_head("(P) 1S") == ("N", "none", "(P) 1S")


def test_a_pass_that_no_rule_makes_is_written_so(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD, "- 5432.432.432.432 | - | P | a rule passes") == ["", ""]
    by_rule, by_default = problems(
        tmp_path, "- 5432.432.432.432 | - | - | a rule passes", "- AKQ2.KQ2.432.432 | - | P | none does"
    )
    assert "one passes" in by_rule and "no rule makes this pass" in by_default


def test_the_hand_must_have_made_its_own_earlier_calls(tmp_path: Path) -> None:
    (said,) = problems(tmp_path, "- AKQ2.KQ2.432.432 | 1NT P 2C P | - | opened 1NT with fourteen")
    assert "this hand would have called P, not 1NT" in said


ASKS = "AKQ2.432.432.432 | 1NT P | 2C"
MOVES = "KQ872.432.432.32 | 1NT P | 2H"


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (f"{ASKS} [forcing, artificial]", ""),
        (f"{ASKS} [ Artificial,forcing ] | in any order", ""),
        (f"{ASKS} [forcing]", "expected 2C [forcing], partner reads 2C [artificial, forcing]"),
        (f"{ASKS} [forcing, artificial, gerber]", "partner reads 2C [artificial, forcing]"),
        (f"{ASKS} []", "partner reads 2C [artificial, forcing]"),
        (f"{MOVES} [forcing, transfer to spades]", ""),
        (f"{MOVES} [forcing, transfer to hearts]", "partner reads 2H [forcing, transfer to spades]"),
        ("Q82.432.432.KJ32 | 1NT P | 2NT [invitational] | the other 2NT is artificial", ""),
        ("AKQ2.K32.A32.432 | - | 1NT []", ""),
        ("AKQ2.K32.A32.432 | - | 1NT [forcing]", "partner reads 1NT []"),
    ],
)
def test_tags_in_brackets_are_all_that_partner_reads(tmp_path: Path, case: str, said: str) -> None:
    (found,) = problems(tmp_path, f'- "{case}"')
    assert found == said if not said else said in found


@pytest.mark.parametrize("text", ["", "cases: []\n", "system: my\ncases:\n---\ncases: []\n"])
def test_a_file_without_a_case_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "my.bid").write_text(SYSTEM)
    (tmp_path / "my.tests.yaml").write_text(text)
    with pytest.raises(NotationError):
        find_tests(str(tmp_path / "my.bid"))
