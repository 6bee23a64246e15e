"""The table of doubles in the docs: each is of the kind that the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bridgelang import Auction
from bridgelang.bidding.meaning import meanings
from tests.shipped import loaded

PAGE = Path(__file__).parents[2] / "docs" / "doubles.md"
ROW = re.compile(r"^\| ([^|]*\bXX?) \| (\w+) \| [^|]+ \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_the_table_has_both_sides_and_every_kind():
    assert {kind for _, kind in ROWS} == {"takeout", "negative", "responsive", "penalty"}
    assert len(ROWS) >= 34
    assert len({auction for auction, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("auction", "kind"), ROWS, ids=[auction for auction, _ in ROWS])
def test_a_double_is_what_the_table_says(auction, kind):
    meaning = meanings(loaded("sayc").table(), Auction.parse(re.sub("[()]", "", auction)))[-1]
    assert kind in meaning.tags, meaning.full
    if kind != "penalty":
        assert "penalty" not in meaning.tags
