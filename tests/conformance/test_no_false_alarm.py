"""The linter beside the examples of the language: a line that makes a call in one of them is never called dead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bridgelang.core.hands import Hand
from bridgelang.lint import findings
from tests.conformance.test_conformance import ALL_SPADES, OTHERS, auction_of, cases, compiled, made, systems

DEAD = ("B301", "B304")


def examples(kind: str, case: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The hands and auctions of a case."""
    if kind == "hand":
        yield from ((hand, "") for hand in case["holds"])
    elif kind == "auction":
        yield from ((ALL_SPADES, line.partition("|")[0]) for line in case["holds"])
    else:
        for line in case.get("checks", ()):
            hand, auction, _ = line.split("|")
            yield hand.strip(), auction.strip()


@pytest.mark.parametrize("kind", ["hand", "auction", *OTHERS])
def test_a_line_that_makes_a_call_is_not_dead(kind: str, tmp_path: Path) -> None:
    seen = 0
    for number, case in enumerate(cases(kind)):
        if "error" in case:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        compilation = compiled(folder, systems(case, kind), case)
        dead = {d.span.line: str(d) for d in findings(compilation) if d.code in DEAD}
        system = made(compilation)
        theirs = None
        if "opponents" in case:
            (folder / "theirs").mkdir()
            theirs = made(compiled(folder / "theirs", case["opponents"], {}))
        for hand, auction in examples(kind, case):
            rule = system.choose_call(Hand.parse(hand), auction_of(auction), theirs).rule
            if rule is not None and rule.file == "case.bid":
                seen += 1
                assert rule.line not in dead, (auction, hand, dead[rule.line])
    assert seen or kind == "shown"
