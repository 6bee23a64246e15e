"""Small changes of a text: what is proposed, and that only what holds on boards kept aside is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.advice.improve import improve
from bridgelang.advice.opposition import AdviceError
from bridgelang.advice.proposals import Proposal, applied, proposals, read_rows
from bridgelang.report.improve import improvement_text
from tests.advice.conftest import OLD

TEXT = """opening:
  1NT: 15-17 hcp, balanced         # not 12-14
  1M: 12+ points, 5 M ; longest first
  pass "7-9"
after 1NT:
  2C: 0-1 hcp
"""


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        (1, []),
        (2, ["1NT: 14-17 hcp", "1NT: 16-17 hcp", "1NT: 15-16 hcp", "1NT: 15-18 hcp", "below"]),
        (3, ["1M: 11+ points", "1M: 13+ points"]),  # below it stands no rule with a condition
        (4, []),
        (6, ["2C: 1-1 hcp", "2C: 0-0 hcp", "2C: 0-2 hcp"]),
        (99, []),
    ],
)
def test_what_is_proposed_for_a_line(row: int, lines: list[str]) -> None:
    found = list(proposals(TEXT, {row}))
    told = ["below" if len(one.before) > 1 else one.after[0].strip().split(",")[0] for one in found]
    assert told == lines
    for one in found:
        assert applied(TEXT, one) not in (None, TEXT)


def test_a_change_is_made_only_where_its_rows_stand_as_they_did() -> None:
    swap = Proposal(2, tuple(TEXT.splitlines()[1:3]), tuple(TEXT.splitlines()[2:0:-1]))
    swapped = applied(TEXT, swap)
    assert swapped is not None and swapped.splitlines()[1].startswith("  1M")
    assert applied(swapped, swap) is None


@pytest.mark.parametrize("text", ["", "a", "3-1", "0", "4-"])
def test_what_is_no_list_of_lines(text: str) -> None:
    with pytest.raises(ValueError):
        read_rows(text)


def test_an_order_that_is_wrong_is_put_right_and_confirmed(tmp_path: Path) -> None:
    faulty = OLD.replace("after 1NT:\n", "after 1NT:\n  pass: up to 15 hcp\n")
    path = tmp_path / "mine.bid"
    path.write_text(faulty)
    row = 1 + faulty.splitlines().index("  pass: up to 15 hcp")
    result = improve(str(path), {row}, boards=1400)
    (one,) = result.accepted
    assert one.is_kept and one.confirmed.mean > 0 and one.confirmed.boards == 700
    assert result.whole is not None and result.whole.mean == one.confirmed.mean
    assert path.read_text() == faulty  # it is the author who changes it
    assert "+  3NT: combined 25+ hcp\n   pass: up to 15 hcp\n-  3NT: combined 25+ hcp\n" in result.patch
    assert "kept" in improvement_text(result)


def test_time_is_kept_and_nothing_to_try_is_said(texts: Path) -> None:
    path = str(texts / "old.bid")
    clock = iter([0.0, 100.0])
    result = improve(path, seconds=60, boards=20, clock=lambda: next(clock))
    assert (result.tried, result.accepted, result.patch, result.whole) == (0, (), "", None)
    with pytest.raises(AdviceError, match="nothing to try"):
        improve(path, {1})
    with pytest.raises(AdviceError, match="a copy of your own"):
        improve("sayc", {90})
