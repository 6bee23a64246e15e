"""What is known of a hand: never wrong, and as narrow as it claims."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.constraints import holding as holding_module
from bridgelang.constraints import shapes
from bridgelang.constraints.cells import ALL_CELLS, HANDS, rows
from bridgelang.constraints.holding import ANY, NONE, Holding, holding
from bridgelang.constraints.nodes import FALSE, Node, both, either, negation, shape, steer, within
from bridgelang.constraints.project import project
from bridgelang.constraints.shapes import SHAPES
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import KINDS, Quantity, quantity
from tests.constraints.strategies import conditions, example_arguments, hands, quantities

HCP, POINTS, ACES = quantity("hcp"), quantity("points"), quantity("aces")
CLUBS, DIAMONDS, HEARTS, SPADES = (quantity("length", suit) for suit in range(4))
BALANCED = shape(shapes.balanced(), "balanced")


def read(hand: Hand, nodes: list[Node]) -> Holding:
    """What becomes known of the hand when it answers each condition truly."""
    known = ANY
    for node in nodes:
        known = known.meet(project(node)) if node.accepts(hand) else known.without(node)
    return known


some_conditions = st.lists(conditions, max_size=5)


@settings(max_examples=300, deadline=None)
@given(hands(), some_conditions)
def test_the_true_hand_is_never_outside(hand: Hand, nodes: list[Node]) -> None:
    known = read(hand, nodes)
    assert known.contains(hand) and not known.is_empty
    assert known.hcp_range[0] <= hand.hcp <= known.hcp_range[1]


@settings(max_examples=300, deadline=None)
@given(hands(), some_conditions, conditions)
def test_surely_and_possibly(hand: Hand, nodes: list[Node], asked: Node) -> None:
    known = read(hand, nodes)
    if known.surely(asked):
        assert asked.accepts(hand) and known.possibly(asked)
    if not known.possibly(asked):
        assert not asked.accepts(hand)


@settings(max_examples=300, deadline=None)
@given(hands(), some_conditions, quantities())
def test_ranges_hold(hand: Hand, nodes: list[Node], q: Quantity) -> None:
    low, high = read(hand, nodes).range(q)
    assert q.low <= low <= q.of(hand) <= high <= q.high


@settings(max_examples=150, deadline=None)
@given(hands(), some_conditions, quantities())
def test_ranges_of_exact_quantities_are_tight(hand: Hand, nodes: list[Node], q: Quantity) -> None:
    if q.exact:
        known = read(hand, nodes)
        values = [
            q.hcp_coefficient * points + q.shape_offset(SHAPES[index])
            for index, row in rows(known.cells)
            for points in range(38)
            if row >> points & 1
        ]
        assert known.range(q) == (min(values), max(values))


@settings(max_examples=200, deadline=None)
@given(hands(), hands(), some_conditions)
def test_join_has_the_hands_of_both(one: Hand, other: Hand, nodes: list[Node]) -> None:
    a, b = read(one, nodes), read(other, nodes)
    joined = a.join(b)
    assert joined.contains(one) and joined.contains(other)
    assert joined is b.join(a) and a.join(a) is a and a.join(NONE) is a and NONE.join(a) is a


@settings(max_examples=200, deadline=None)
@given(hands(), some_conditions)
def test_equal_holdings_are_one_object(hand: Hand, nodes: list[Node]) -> None:
    known = read(hand, nodes)
    assert read(hand, nodes) is known
    assert pickle.loads(pickle.dumps(known)) is known
    assert known.describe()


@settings(max_examples=200, deadline=None)
@given(conditions)
def test_what_a_condition_shows_it_may_have_shown(node: Node) -> None:
    shown = ANY.meet(project(node))
    if shown.is_empty:
        assert not shown.possibly(node)
    if node.is_exact and node is not FALSE and not shown.is_empty:
        assert shown.surely(node)
        assert ANY.without(node).meet(project(node)).is_empty


def test_ignorance() -> None:
    assert ANY.weight() == HANDS and ANY.hcp_range == (0, 37) and ANY.describe() == "any hand"
    for kind in KINDS:
        for args in example_arguments(kind):
            q = quantity(kind, *args)
            assert ANY.range(q) == (q.low, q.high), q
    assert NONE.is_empty and NONE.describe() == "no hand" and NONE.weight() == 0
    assert NONE.hcp_range == (0, 37) and NONE.length_range(2) == (0, 13) and NONE.hcp_quantiles() == (0, 0, 0)


def opening(*nodes: Node) -> Holding:
    return ANY.meet(project(both(*nodes)))


ONE_NOTRUMP = opening(within(HCP, 15, 17), BALANCED)
KEYCARDS = quantity("keycards", 3)


def test_denials_come_from_subtraction() -> None:
    """1D after 1S and 1H were passed over: no five-card major."""
    opener = ANY.meet(project(within(POINTS, 12, 21)))
    for suit in (SPADES, HEARTS):
        opener = opener.without(both(within(POINTS, 12, 37), within(suit, 5, 13)))
    assert opener.length_range(3) == (0, 4) and opener.length_range(2) == (0, 4)
    assert opener.describe() == "12-21 points, 0-4 spades, 0-4 hearts"


def test_only_what_must_is_subtracted() -> None:
    """Good hearts were opened 2H: without the suit quality six hearts are still possible."""
    weak = both(within(HCP, 5, 11), within(HEARTS, 6, 6), within(quantity("honours", 2, 3), 2, 3))
    rest = ANY.meet(project(within(HCP, 5, 11))).without(weak)
    assert rest.length_range(2) == (0, 13)
    steered = both(within(HCP, 8, 37), steer(BALANCED))
    assert ANY.meet(project(steered)).describe() == "8+ hcp"
    assert ANY.without(steered).describe() != ANY.without(within(HCP, 8, 37)).describe()
    assert ANY.without(steered).meet(project(both(within(HCP, 8, 37), BALANCED))).is_empty


def test_keycard_answers_deny_each_other() -> None:
    answers = [
        either(within(KEYCARDS, 0, 0), within(KEYCARDS, 3, 3)),
        either(within(KEYCARDS, 1, 1), within(KEYCARDS, 4, 4)),
    ]
    known = ONE_NOTRUMP
    assert known.meet(project(answers[0])).describe() == "15-17 hcp, balanced, 0 or 3 keycards in spades"
    for answer in answers:
        known = known.without(answer)
    assert known.describe() == "15-17 hcp, balanced, 2 keycards in spades"
    assert known.range(KEYCARDS) == (2, 2) and known.surely(within(KEYCARDS, 2, 5))
    assert known.possibly(within(ACES, 1, 1)) and not known.possibly(answers[0])


def test_cells_bound_what_they_do_not_decide() -> None:
    assert opening(within(HCP, 0, 7)).range(ACES) == (0, 1)
    assert opening(within(ACES, 3, 4)).hcp_range == (12, 37)
    assert opening(within(ACES, 0, 0)).hcp_range == (0, 24)
    assert opening(within(quantity("stopper", 2), 2, 2)).length_range(2) == (1, 13)
    assert opening(within(quantity("honours", 2, 3), 2, 3)).hcp_range == (5, 37)
    assert opening(within(quantity("honours", 2, 3), 2, 3)).length_range(2) == (2, 13)
    assert opening(within(quantity("losers"), 0, 3)).hcp_range[0] == 5  # KQT98765432.32.-.-
    assert opening(within(quantity("losers"), 0, 3), BALANCED).hcp_range == (22, 37)
    assert opening(within(KEYCARDS, 5, 5)).hcp_range == (19, 37)
    assert opening(within(HCP, 0, 5), within(quantity("points", "upgraded"), 7, 37)).hcp_range == (5, 5)
    assert opening(within(quantity("hcp in", 1), 8, 10)).length_range(1) == (3, 13)


MORE_SPADES = shape(shapes.length_compare(3, ">", 2), "spades > hearts")
NO_MAJOR = shape(shapes.no_five_card_major(), "no 5-card major")


@pytest.mark.parametrize(
    ("nodes", "text"),
    [
        ([within(HCP, 15, 17), BALANCED], "15-17 hcp, balanced"),
        (
            [within(HCP, 15, 17), BALANCED, within(HEARTS, 0, 3), within(SPADES, 0, 3)],
            "15-17 hcp, balanced, 2-3 spades, 2-3 hearts",
        ),
        (
            [within(HCP, 15, 17), BALANCED, either(within(HEARTS, 4, 13), within(SPADES, 4, 13))],
            "15-17 hcp, balanced, 4+ spades or 4+ hearts",
        ),
        ([within(HCP, 12, 14), BALANCED, NO_MAJOR], "12-14 hcp, balanced, no 5-card major"),
        ([within(HCP, 5, 11), within(HEARTS, 6, 6)], "5-11 hcp, 6 hearts"),
        ([within(HCP, 12, 37), negation(BALANCED)], "12+ hcp, unbalanced"),
        ([within(POINTS, 13, 15), within(SPADES, 5, 13)], "13-15 points, 5+ spades"),
        ([within(HCP, 0, 11), within(ACES, 2, 4)], "8-11 hcp, 2+ aces"),
        ([within(HEARTS, 4, 13), MORE_SPADES], "5+ spades, 4+ hearts, spades longer than hearts"),
        ([within(quantity("stopper", 1), 2, 2)], "stopper in diamonds"),
    ],
)
def test_english(nodes: list[Node], text: str) -> None:
    assert opening(*nodes).describe() == text


def test_quantiles_and_weight() -> None:
    low, middle, high = ONE_NOTRUMP.hcp_quantiles((0.0, 0.5, 1.0))
    assert (low, middle, high) == (15, 16, 17)
    assert ONE_NOTRUMP.weight() / HANDS == pytest.approx(0.048656, abs=1e-6)
    assert holding().weight() == HANDS
    assert ANY.hcp_quantiles((0.1, 0.5, 0.9)) == (5, 10, 15)


def test_made_by_hand() -> None:
    assert holding() is ANY and holding(0) is NONE
    assert holding(ALL_CELLS, [(ACES, 0b11111)]) is ANY
    assert holding(ALL_CELLS, [(ACES, 0b11000)]) is opening(within(ACES, 3, 4))
    assert ANY.with_cells(ANY.cells) is ANY and ANY.with_cells(0) is NONE
    assert ONE_NOTRUMP.with_cells(ONE_NOTRUMP.cells & ~project(BALANCED).must) is NONE


def test_holdings_nobody_uses_are_forgotten() -> None:
    holding_module._HOLDINGS.sweep()
    before = len(holding_module._HOLDINGS)
    kept = [opening(within(HCP, low, 30), within(CLUBS, 3, 6)) for low in range(5, 15)]
    assert len(holding_module._HOLDINGS) == before + 10
    del kept
    holding_module._HOLDINGS.sweep()
    assert len(holding_module._HOLDINGS) == before


def test_steering_is_subtracted_when_cells_decide_it() -> None:
    tricky = negation(both(within(HCP, 8, 37), steer(BALANCED)))  # up to 7 hcp, or not balanced
    assert ANY.without(tricky).describe() == "8+ hcp, balanced"
