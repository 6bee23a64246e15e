"""Which number of a line, moved a little, would change the call of a hand; and what a panel says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.advice.alternatives import Sensible
from bridgelang.advice.findings import Moved
from bridgelang.advice.moves import deciding_bounds, moves
from bridgelang.bidding.load import load_system
from bridgelang.constraints.cells import cell_of
from bridgelang.constraints.nodes import Within, both, either, within
from bridgelang.core.calls import CALLS
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Vulnerability
from bridgelang.features.quantities import quantity
from bridgelang.report.advice import moved_text

SYSTEM = """language 1
system Moved "lines whose numbers can be moved"

opening:
  1NT: 15-17 hcp, balanced
  1M: 13+ hcp, 5+ M
  1D: (12+ hcp, 4+ diamonds) or (10+ hcp, 6+ diamonds)
  1C: 12+ hcp
  pass
"""


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # a balanced thirteen opens 1C; 1NT misses two points, 1S and 1D a card
        ("AQ32.KJ4.Q92.J82", {"widen least hcp by 2 of 1NT: 1NT", "widen least cards in the suit bid by 1 of 1M: 1S",
                              "widen least cards in the suit bid by 1 of 1D: 1D", "narrow least hcp by 2 of 1C: P"}),
        # twelve points and five hearts: 1M asks for one more
        ("32.AQ432.K92.QJ2", {"widen least hcp by 1 of 1M: 1H", "widen least cards in the suit bid by 1 of 1D: 1D",
                              "widen least hcp by 3 of 1NT: 1NT", "narrow least hcp by 1 of 1C: P"}),
        # eleven and six diamonds: the second way into 1D, and no other
        ("32.K4.AQ9872.Q82", {"narrow least hcp by 2 of 1D: P", "narrow least cards in the suit bid by 1 of 1D: P"}),
        # ten and five diamonds: one card short, or two points
        ("32.K42.AQ987.J82", {"widen least cards in the suit bid by 1 of 1D: 1D", "widen least hcp by 2 of 1D: 1D",
                              "widen least hcp by 2 of 1C: 1C"}),
        # three points are too far from everything
        ("5432.K432.432.32", set()),
    ],
)  # fmt: skip
def test_the_numbers_that_decide(tmp_path: Path, hand: str, expected: set[str]) -> None:
    path = tmp_path / "moved.bid"
    path.write_text(SYSTEM)
    state = load_system(str(path)).table().root(0, Vulnerability.NONE)
    position, held = state.position(), Hand.parse(hand)
    cell = cell_of(held)
    offer = position.chosen_for(held, cell >> 3, 1 << (cell & 7))
    assert offer is not None
    found = moves(state, Sensible().offered(position), held, offer.call, offer.line)
    told = {
        f"{one.kind} {one.bound} by {one.by:g} of {one.rule.text.partition(':')[0]}: {CALLS[one.call]}" for one in found
    }
    assert told == expected


def test_a_bound_decides_alone_or_not_at_all() -> None:
    hcp, hearts, spades = quantity("hcp"), quantity("length", 2), quantity("length", 3)
    strong, long, other = within(hcp, 12, 37), within(hearts, 5, 13), within(spades, 4, 13)
    hand = Hand.parse("K432.AQ2.K92.Q82")  # fourteen points, four spades, three hearts

    def said(node: object) -> list[Within]:
        return list(deciding_bounds(node, hand))  # type: ignore[arg-type]

    assert said(both(strong, other)) == [strong, other]  # either could keep it out
    assert said(both(strong, long)) == [long]  # this one does
    assert said(both(within(hcp, 20, 37), long)) == []  # two do
    assert said(either(strong, other)) == []  # either takes it without the other
    assert said(either(both(strong, other), long)) == [strong, other]
    assert said(both(strong, either(long, within(hearts, 4, 4)))) == said(either(long, within(hearts, 4, 4)))


@pytest.mark.parametrize(
    ("moved", "text"),
    [
        (Moved("least cards in the suit bid", 1, True, 0), "ask 1 fewer cards in the suit bid"),
        (Moved("least hcp", 2, False, 3), "ask 2 more hcp"),
        (Moved("most points", 2, True, 3), "allow 2 more points"),
        (Moved("most points", 0.5, False, 3), "allow 0.5 fewer points"),
    ],
)
def test_a_moved_number_is_told_as_a_player_would(moved: Moved, text: str) -> None:
    assert moved_text(moved) == text
