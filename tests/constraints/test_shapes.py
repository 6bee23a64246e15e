"""Shapes as sets, and the three ways to write a pattern."""

from __future__ import annotations

import pytest

from bridgelang.constraints import shapes
from bridgelang.constraints.shapes import ALL_SHAPES, SHAPE_INDEX, SHAPES, shapes_in
from bridgelang.errors import NotationError


def test_there_are_560_shapes_in_order() -> None:
    assert len(SHAPES) == 560 == len(set(SHAPES))
    assert list(SHAPES) == sorted(SHAPES) and all(sum(shape) == 13 for shape in SHAPES)
    assert [SHAPE_INDEX[shape] for shape in SHAPES] == list(range(560))


@pytest.mark.parametrize(
    ("text", "count"),
    [("4-3-3-3", 4), ("4-4-3-2", 12), ("5-3-3-2", 12), ("5-4-3-1", 24), ("13-0-0-0", 4), ("4-4-4-1", 4)],
)
def test_patterns_in_any_order(text: str, count: int) -> None:
    wanted = sorted(int(part) for part in text.split("-"))
    found = list(shapes_in(shapes.pattern_any(text)))
    assert len(found) == count and all(sorted(shape) == wanted for shape in found)


def test_patterns_with_any_number() -> None:
    for shape in SHAPES:
        bit = 1 << SHAPE_INDEX[shape]
        clubs, diamonds, hearts, spades = shape
        longest, second = sorted(shape)[3], sorted(shape)[2]
        majors, minors = {spades, hearts}, {diamonds, clubs}
        for text, expected in (
            ("5-4-x-x", 5 in shape and 4 in shape),
            ("6+-4+-x-x", longest >= 6 and second >= 4),
            ("5=4=x=x", spades == 5 and hearts == 4),
            ("(54)xx", majors == {5, 4}),
            ("(54)(31)", majors == {5, 4} and minors == {3, 1}),
            ("4=4=(41)", spades == hearts == 4 and minors == {4, 1}),
        ):
            assert bool(shapes.pattern(text) & bit) == expected, text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("5431", "5-4-3-1"),
        ("5431", "5=4=3=1"),
        ("5-4-3-2", "14 cards, not 13"),
        ("5-4-3", "3 suits"),
        ("5=4=y=x", "`y`"),
        ("(54xx", "parentheses in pairs"),
        ("((54)xx)", "inside parentheses"),
        ("14-x-x-x", "`14`"),
        ("6-6-6-x", "at least 18 cards"),
        ("flat", "5-4-3-1"),
        ("", "5-4-3-1"),
    ],
)
def test_patterns_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says.replace("(", r"\(")):
        shapes.pattern(text)


def test_predicates() -> None:
    for shape in SHAPES:
        bit = 1 << SHAPE_INDEX[shape]
        ordered = sorted(shape)
        balanced = ordered in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
        assert bool(shapes.balanced() & bit) == balanced
        assert bool(shapes.unbalanced() & bit) == (not balanced)
        assert bool(shapes.semi_balanced() & bit) == (balanced or ordered in ([2, 2, 4, 5], [2, 2, 3, 6]))
        assert bool(shapes.has_void() & bit) == (0 in shape)
        assert bool(shapes.has_singleton() & bit) == (1 in shape)
        assert bool(shapes.has_doubleton() & bit) == (2 in shape)
        assert bool(shapes.has_shortness() & bit) == (min(shape) <= 1)
        assert bool(shapes.no_five_card_major() & bit) == (max(shape[2:]) < 5)
        for suit in range(4):
            assert bool(shapes.void_in(suit) & bit) == (shape[suit] == 0)
            assert bool(shapes.singleton_in(suit) & bit) == (shape[suit] == 1)
            assert bool(shapes.doubleton_in(suit) & bit) == (shape[suit] == 2)
            assert bool(shapes.shortness_in(suit) & bit) == (shape[suit] <= 1)
            assert bool(shapes.longest(suit) & bit) == (shape[suit] == max(shape))
            strictly = shape[suit] == max(shape) and shape.count(max(shape)) == 1
            assert bool(shapes.longest(suit, strictly=True) & bit) == strictly
            assert bool(shapes.shortest(suit) & bit) == (shape[suit] == min(shape))
            assert bool(shapes.length_between(suit, 3, 5) & bit) == (3 <= shape[suit] <= 5)
            for other in range(4):
                assert bool(shapes.length_compare(suit, ">", other) & bit) == (shape[suit] > shape[other])
                assert bool(shapes.length_compare(suit, "=", other) & bit) == (shape[suit] == shape[other])
    assert shapes.length_compare(0, "!=", 1) == ALL_SHAPES ^ shapes.length_compare(0, "==", 1)
    assert shapes.length_between(2, -3, 20) == ALL_SHAPES
