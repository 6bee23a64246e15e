"""Many hands at once give what one hand at a time gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.constraints.cells import CELLS, cell_of
from bridgelang.constraints.columns import HandColumns, accepts_many, cell_table
from bridgelang.constraints.nodes import Node
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS
from bridgelang.features.quantities import KINDS, quantity
from tests.constraints.strategies import conditions, example_arguments, hands

MANY = [deal(20, index)[seat] for index in range(250) for seat in SEATS]
WILD = [Hand(0x1FFF << 13 * suit) for suit in range(4)] + [
    Hand.parse("AKQJ.AKQ.AKQ.AKQ"),
    Hand.parse("5432.432.432.432"),
    Hand.parse("K.Q.J.AKQJT98765"),
    Hand.parse("QJ.QJ.KQJT.KQJ98"),
    Hand.parse("AKQJT98.-.KJ5432.-"),
]
HANDS = MANY + WILD
COLUMNS = HandColumns.of(HANDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_quantity_has_a_column_form(kind: str) -> None:
    for args in example_arguments(kind):
        q = quantity(kind, *args)
        values = [q.of(hand) for hand in HANDS]
        assert COLUMNS.quantity(q).tolist() == values, q
        assert len(set(values)) > 1


def test_cells() -> None:
    assert COLUMNS.cells.tolist() == [cell_of(hand) for hand in HANDS]
    assert len(COLUMNS) == len(HANDS) == 1009


@settings(max_examples=150, deadline=None)
@given(conditions)
def test_conditions_hand_by_hand(node: Node) -> None:
    assert accepts_many(node, COLUMNS).tolist() == [node.accepts(hand) for hand in HANDS]


@settings(max_examples=100, deadline=None)
@given(conditions, st.lists(hands(), min_size=1, max_size=10))
def test_conditions_on_odd_hands(node: Node, some: list[Hand]) -> None:
    assert accepts_many(node, HandColumns.of(some)).tolist() == [node.accepts(hand) for hand in some]


def test_rows_can_be_taken() -> None:
    chosen = COLUMNS.hcp >= 12
    part = COLUMNS.take(chosen)
    assert len(part) == int(chosen.sum()) > 100
    assert (part.cells == COLUMNS.cells[chosen]).all()
    assert COLUMNS.take(np.array([3, 1])).masks.tolist() == [HANDS[3].mask, HANDS[1].mask]


def test_a_table_of_cells() -> None:
    table = cell_table(1 << 21_279 | 1 << 5)
    assert table.shape == (CELLS,) and np.flatnonzero(table).tolist() == [5, 21_279]
