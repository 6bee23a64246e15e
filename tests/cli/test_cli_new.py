"""`new`: the system it writes is free of findings, laid out, and passes the tests written with it."""

from __future__ import annotations

from itertools import product

import pytest

from bridgelang.editor.new_system import MAJORS, TWOS, Choices, new_system, read_range
from bridgelang.errors import NotationError

RANGES = ("15-17", "12-14", "14-16", "10-12", "16-18", "13-15")
ALL = list(product(MAJORS, RANGES, TWOS))
SOME = [("five", "15-17", "weak"), ("four", "12-14", "strong")]


def holds(run, majors, between, twos):
    """Write a system by these options, and see that it is as it should be."""
    written = run("new", "mine", "--majors", {"five": "5", "four": "4"}[majors], "--notrump", between, "--twos", twos)
    assert written.status == 0 and written.out.startswith("mine.bid written\nmine.tests.yaml written\n")
    tested = run("test", "mine.bid")
    assert tested.status == 0 and int(tested.out.split()[0]) >= 12, tested.out
    assert run("fmt", "mine.bid", "--check").status == 0
    assert run("bid", "mine.bid", "AQ3.KJ5.AK7.KJ32").out == "2NT\n"
    return run("check", "mine.bid")


@pytest.mark.parametrize(("majors", "between", "twos"), SOME)
def test_a_new_system_is_well_and_passes_its_tests(run, majors, between, twos):
    assert holds(run, majors, between, twos) == (0, "mine.bid: nothing found\n", "")


@pytest.mark.slow
@pytest.mark.parametrize(("majors", "between", "twos"), [one for one in ALL if one not in SOME])
def test_every_choice_is_well(run, majors, between, twos):
    assert holds(run, majors, between, twos).status == 0


def test_nothing_is_written_over_and_nothing_by_halves(run, folder):
    (folder / "mine.tests.yaml").write_text("mine\n")
    ran = run("new", "mine")
    assert ran.status == 2 and "mine.tests.yaml is there already" in ran.err
    assert not (folder / "mine.bid").exists() and (folder / "mine.tests.yaml").read_text() == "mine\n"
    assert run("new", "mine", "--force").status == 0
    assert "cases:" in (folder / "mine.tests.yaml").read_text()
    assert "is no range for 1NT" in run("new", "other", "--notrump", "12-20").err
    assert "cannot be the name" in run("new", "1st").err
    assert sorted(path.name for path in folder.glob("*.bid")) == ["mine.bid"]


@pytest.mark.parametrize("text", ["15", "17-15", "15-15", "9-12", "16-19", "12-16", "weak", ""])
def test_what_is_no_range_for_one_notrump(text):
    with pytest.raises(NotationError, match="such as 15-17"):
        read_range(text)


def test_the_rebids_fit_round_the_range():
    weak = new_system("mine.bid", Choices(notrump=(12, 14)))["mine.bid"]
    assert "1NT: 15-17 hcp, balanced" in weak and "2NT: 18-19 hcp, balanced" in weak
    strong = new_system("mine.bid", Choices(notrump=(15, 17)))["mine.bid"]
    assert "1NT: 12-14 hcp, balanced" in strong and "2NT: 18-19 hcp, balanced" in strong
