"""Conditions: building, simplifying, sameness, English, JSON."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.constraints import nodes as nodes_module
from bridgelang.constraints import shapes
from bridgelang.constraints.cells import ALL_CELLS, cells_of_hcp, cells_of_shapes, hcp_between
from bridgelang.constraints.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    cells,
    either,
    from_json,
    negation,
    shape,
    steer,
    within,
)
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import quantity
from tests.constraints.strategies import conditions, hands, ranges

HCP = quantity("hcp")
SPADES, HEARTS = quantity("length", 3), quantity("length", 2)
ACES = quantity("aces")


@settings(max_examples=300, deadline=None)
@given(st.lists(conditions, max_size=4), hands())
def test_words_mean_what_they_say(parts: list[Node], hand: Hand) -> None:
    answers = [part.accepts(hand) for part in parts]
    assert both(*parts).accepts(hand) is all(answers)
    assert either(*parts).accepts(hand) is any(answers)
    for part, answer in zip(parts, answers, strict=True):
        assert negation(part).accepts(hand) is not answer
        assert steer(part).accepts(hand) is answer


@settings(max_examples=300, deadline=None)
@given(ranges(), hands())
def test_ranges_are_ranges(node: Node, hand: Hand) -> None:
    if isinstance(node, nodes_module.Within):
        assert node.accepts(hand) is (node.lo <= node.quantity.of(hand) <= node.hi)


@settings(max_examples=200, deadline=None)
@given(conditions)
def test_json_and_pickle_give_the_same_object(node: Node) -> None:
    assert from_json(json.loads(json.dumps(node.to_json()))) is node
    assert pickle.loads(pickle.dumps(node)) is node


@settings(max_examples=200, deadline=None)
@given(st.lists(conditions, min_size=1, max_size=4))
def test_equal_conditions_are_one_object(parts: list[Node]) -> None:
    assert both(*parts) is both(*parts)
    assert either(*parts) is either(*parts)
    assert both(*parts, TRUE, both(*parts)) is both(*parts)
    assert either(*parts, FALSE, either(*parts)) is either(*parts)


def test_simplifying() -> None:
    assert both() is TRUE and either() is FALSE
    assert within(HEARTS, 0, 13) is TRUE and within(HEARTS, 14, 20) is FALSE
    assert both(within(HEARTS, 4, 13), within(HCP, 8, 9), within(HEARTS, 0, 5)) is both(
        within(HEARTS, 4, 5), within(HCP, 8, 9)
    )
    assert both(within(HEARTS, 5, 13), within(HEARTS, 0, 4)) is FALSE
    assert either(within(HEARTS, 2, 2), within(HEARTS, 4, 4), within(HEARTS, 3, 3)) is within(HEARTS, 2, 4)
    assert either(within(HEARTS, 0, 6), within(HEARTS, 5, 13)) is TRUE
    assert either(within(ACES, 0, 0), within(ACES, 3, 3)) is not within(ACES, 0, 3)
    notrump = shape(shapes.balanced(), "balanced")
    assert both(notrump, negation(notrump)) is FALSE
    assert shape(shapes.balanced(), "flat") is notrump and notrump.describe() == "balanced"
    strong = cells(cells_of_shapes(shapes.balanced()) & cells_of_hcp(hcp_between(15, 17)), "a strong notrump")
    assert negation(negation(strong)) is strong and both(strong, negation(strong)) is FALSE
    assert cells(ALL_CELLS, "any") is TRUE and cells(0, "none") is FALSE
    assert steer(steer(notrump)) is steer(notrump) and steer(TRUE) is TRUE
    odd = both(within(ACES, 1, 1), within(SPADES, 4, 13))
    assert negation(odd).parts == (odd,) and negation(negation(odd)) is odd
    assert either(within(HCP, 1, 1), odd, negation(odd)) is TRUE
    assert both(within(HCP, 1, 1), odd, negation(within(ACES, 1, 1))) is FALSE


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (both(within(HCP, 15, 17), shape(shapes.balanced(), "balanced")), "15-17 hcp, balanced"),
        (
            both(
                within(HCP, 15, 17),
                shape(shapes.balanced(), "balanced"),
                either(within(HEARTS, 4, 13), within(SPADES, 4, 13)),
            ),
            "15-17 hcp, balanced, 4+ hearts or 4+ spades",
        ),
        (
            either(both(within(HCP, 8, 9), within(ACES, 1, 4)), within(HCP, 10, 37)),
            "(8-9 hcp and 1+ aces) or 10+ hcp",
        ),
        (negation(both(within(HCP, 8, 9), within(HEARTS, 4, 4))), "not (8-9 hcp and 4 hearts)"),
        (negation(either(within(HEARTS, 4, 13), within(SPADES, 4, 13))), "0-3 hearts, 0-3 spades"),
        (negation(shape(shapes.balanced(), "balanced")), "unbalanced"),
        (both(steer(within(ACES, 1, 4)), within(HCP, 8, 37)), "8+ hcp, provided 1+ aces"),
        (within(quantity("keycards", 3), 0, 0), "no keycards in spades"),
        (negation(cells(cells_of_hcp(1 << 12), "twelve")), "not twelve"),
        (TRUE, "any hand"),
        (FALSE, "no hand"),
    ],
)
def test_english(node: Node, text: str) -> None:
    assert node.describe() == text
    assert text in repr(node)


@pytest.mark.parametrize("data", [None, [], ["within", ["hcp"], 1], ["xor", True], ["not", True, True], ["and"], 3])
def test_other_json_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="not a stored condition"):
        from_json(data)


def test_masks_beyond_the_shapes_or_the_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="560"):
        shape(1 << 560, "odd")
    with pytest.raises(ValueError, match="21,280"):
        cells(1 << 21_280, "odd")


def test_conditions_nobody_uses_are_forgotten() -> None:
    nodes_module._NODES.sweep()
    before = len(nodes_module._NODES)
    kept = [within(quantity("hcp in", 1), 3, high) for high in range(3, 9)]
    assert len(nodes_module._NODES) >= before + 5
    del kept
    nodes_module._NODES.sweep()
    assert len(nodes_module._NODES) <= before + 1
