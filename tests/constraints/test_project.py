"""The law that ties a condition to its cells, over random conditions and hands."""

from __future__ import annotations

from hypothesis import given, settings

from bridgelang.constraints.cells import ALL_CELLS, cell_of
from bridgelang.constraints.nodes import Node
from bridgelang.constraints.project import box_of, project
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import Quantity
from tests.constraints.strategies import conditions, hands, ranges


def allowed(sides: dict[Quantity, int], hand: Hand) -> bool:
    return all(values >> q.of(hand) - q.low & 1 for q, values in sides.items())


@settings(max_examples=300, deadline=None)
@given(conditions, hands())
def test_accepted_hands_lie_inside_may_and_cells_of_must_are_accepted(node: Node, hand: Hand) -> None:
    shown, cell = project(node), cell_of(hand)
    if node.accepts(hand):
        assert shown.may >> cell & 1
        assert allowed(dict(shown.sides), hand)
    if shown.must >> cell & 1:
        assert node.accepts(hand)
    assert shown.must & ~shown.may == 0
    assert (shown.may | shown.must | shown.spare) & ~ALL_CELLS == 0
    assert shown.spare == ALL_CELLS ^ shown.must


@settings(max_examples=300, deadline=None)
@given(ranges(), hands())
def test_a_single_range_obeys_the_law(node: Node, hand: Hand) -> None:
    shown, cell = project(node), cell_of(hand)
    if node.accepts(hand):
        assert shown.may >> cell & 1 and allowed(dict(shown.sides), hand)
    if shown.must >> cell & 1:
        assert node.accepts(hand)


@settings(max_examples=300, deadline=None)
@given(conditions, hands())
def test_exact_conditions_are_their_cells(node: Node, hand: Hand) -> None:
    shown = project(node)
    if node.is_exact:
        assert shown.may == shown.must and not shown.sides
        assert node.accepts(hand) == bool(shown.may >> cell_of(hand) & 1)
    if node.by_cells:
        box = box_of(node)
        assert box is not None and not box[1]
        assert node.accepts(hand) == bool(box[0] >> cell_of(hand) & 1)


@settings(max_examples=300, deadline=None)
@given(conditions, hands())
def test_a_box_is_exactly_the_accepted_hands(node: Node, hand: Hand) -> None:
    box = box_of(node)
    if box is not None:
        assert node.accepts(hand) == (bool(box[0] >> cell_of(hand) & 1) and allowed(dict(box[1]), hand))
