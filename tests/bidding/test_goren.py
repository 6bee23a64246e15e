"""Goren's openings against the 137 vectors of two independent implementations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.hands import Hand
from tests.shipped import loaded

VECTORS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent.parent / "data" / "goren_vectors.yaml").read_text(encoding="utf-8")
)


def test_there_are_137_vectors() -> None:
    assert len(VECTORS) == 137


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: str(v["id"]))
def test_goren_opens_as_the_assignment_says(vector: dict[str, Any]) -> None:
    decision = loaded("goren").choose_call(Hand.parse(vector["hand"]), Auction.parse(""))
    assert decision.call == Call.parse(vector["bid"]), vector.get("why", "")
