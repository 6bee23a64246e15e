"""Deals built around rare conditions: counted right, distributed as random deals are, the same for the same words."""

from __future__ import annotations

import doctest
from collections import Counter
from importlib import import_module
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.batch.construct import Builder, Impossible, builder_for
from bridgelang.batch.outline import Outline, class_of_holding, outlines_of
from bridgelang.batch.where import BuiltDeals, DealStream, NotFound, deals_where, read_where
from bridgelang.constraints.cells import HANDS, weight
from bridgelang.constraints.columns import HandColumns, accepts_many
from bridgelang.constraints.nodes import Node, within
from bridgelang.constraints.project import project
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, Seat
from bridgelang.features.quantities import quantity
from tests.constraints.strategies import conditions, hands

DEALS_OF_TWO = comb(52, 13) * comb(39, 13)
TEN_SPADES_AND_TWENTY = ("north: 10+ spades", "south: 20+ hcp")


def builder(*texts: str) -> Builder:
    return builder_for(read_where(texts))


def built(count: int, *texts: str, seed: int = 1) -> np.ndarray:
    """The masks of the first deals among ``count`` candidates."""
    masks, good = builder(*texts).candidates(seed, 0, count)
    return masks[good]


@pytest.mark.parametrize("name", ["construct", "dealing", "outline", "where"])
def test_the_examples_in_the_modules(name: str) -> None:
    results = doctest.testmod(import_module(f"bridgelang.batch.{name}"))
    assert results.failed == 0
    assert results.attempted or name == "construct"


# Outlines


def lies_in(outlines: list[Outline], hand: Hand) -> bool:
    classes = np.array([[class_of_holding()[hand.mask >> 13 * suit & 0x1FFF] for suit in range(4)]])
    return any(outline.has(classes)[0] for outline in outlines)


@settings(max_examples=300, deadline=None)
@given(conditions, st.lists(hands(), min_size=1, max_size=8), st.sampled_from([1, 3, 12]))
def test_a_hand_that_is_accepted_lies_in_an_outline(node: Node, some: list[Hand], most: int) -> None:
    outlines = outlines_of(node, most)
    for hand in some:
        assert not node.accepts(hand) or lies_in(outlines, hand)


@pytest.mark.parametrize(
    ("condition", "inside", "outside"),
    [
        ("3 of top 3 in spades", "AKQ2.432.432.432", "AK32.432.432.432"),
        ("4 aces", "A2.A432.A432.A32", "A2.A432.A432.K32"),
        ("2 losers", "AKQJ432.AK.KQ2.2", "AKQJ432.AK.432.2"),
        ("stopper in clubs", "432.432.432.Q432", "432.432.5432.J32"),
        ("10+ spades or 10+ hearts", "32.AT98765432..2", "432.T98765432.2."),
    ],
)
def test_outlines_know_more_than_points_and_lengths(condition: str, inside: str, outside: str) -> None:
    node = read_where([f"north: {condition}"])[Seat.NORTH]
    outlines = outlines_of(node, 12)
    yes, no = Hand.parse(inside), Hand.parse(outside)
    assert node.accepts(yes) and lies_in(outlines, yes)
    assert not node.accepts(no) and not lies_in(outlines, no)


# Counting


@pytest.mark.parametrize(
    "condition", ["30+ hcp", "8+ hearts, 0 spades", "10+ spades or 10+ hearts", "37 hcp", "4-4-4-1, 25 hcp", "0-1 hcp"]
)
def test_one_hand_is_counted_as_by_its_cells(condition: str) -> None:
    made = builder(f"east: {condition}")
    cells = project(made.nodes[Seat.EAST]).may
    _, good = made.candidates(3, 0, 4000)
    share = weight(cells) / HANDS
    error = made.share * (good.mean() * (1 - good.mean()) / 4000) ** 0.5
    assert abs(made.share * good.mean() - share) <= 4 * error + 1e-9 * share


def test_two_hands_are_counted_as_by_formula() -> None:
    lengths = 0
    for spades in range(8, 14):
        for hearts in range(14 - spades):
            north = comb(13, spades) * comb(13, hearts) * comb(26, 13 - spades - hearts)
            south = sum(comb(13 - hearts, h) * comb(26 + hearts, 13 - h) for h in range(8, 14 - hearts))
            lengths += north * south
    assert builder("north: 8+ spades", "south: 8+ hearts").share == pytest.approx(lengths / DEALS_OF_TWO, rel=1e-12)
    honours = comb(44, 9) * comb(35, 9)
    assert builder("west: 4 aces", "south: 4 kings").share == pytest.approx(honours / DEALS_OF_TWO, rel=1e-12)


# Distribution


def chi_square_bound(freedom: int) -> float:
    """Five standard deviations above the mean: beyond chance."""
    return freedom + 5 * (2 * freedom) ** 0.5


def test_all_deals_of_a_small_set_come_equally_often() -> None:
    """37 points are four hands; thirteen spades leave 339 hands with twelve hearts or more."""
    four = Counter(masks[0] for masks in built(4000, "north: 37 hcp").tolist())
    assert len(four) == 4
    assert sum((count - 1000) ** 2 / 1000 for count in four.values()) < chi_square_bound(3)

    masks = built(20_000, "north: 13 spades", "east: 12+ hearts")
    assert len(masks) == 20_000
    hands = Counter(masks[:, 1].tolist())
    wanted = 20_000 / 339
    assert len(hands) == 339
    assert sum((count - wanted) ** 2 / wanted for count in hands.values()) < chi_square_bound(338)


def test_one_hands_cells_come_as_often_as_they_should() -> None:
    masks = built(20_000, "south: 8+ hearts, 0 spades")
    cells = Counter(HandColumns(masks[:, 2]).cells.tolist())
    all_of_them = project(read_where(["south: 8+ hearts, 0 spades"])[Seat.SOUTH]).may
    total, distance, freedom = weight(all_of_them), 0.0, -1
    for cell in range(all_of_them.bit_length()):
        expected = weight(all_of_them & 1 << cell) / total * len(masks)
        if expected >= 5:
            distance += (cells[cell] - expected) ** 2 / expected
            freedom += 1
    assert freedom > 100
    assert distance < chi_square_bound(freedom)


def test_a_hand_of_two_kinds_is_not_twice_as_likely() -> None:
    """`4+ spades or 2+ aces`: how often both, how often one, against counting."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for spades in range(14):
        for others in range(4):
            for top in (0, 1):  # the ace of spades
                if top <= spades and spades + others <= 13:
                    ways = comb(12, spades - top) * comb(3, others) * comb(36, 13 - spades - others)
                    counts[spades >= 4, others + top >= 2] += ways
    del counts[False, False]
    hands = HandColumns(built(20_000, "west: 4+ spades or 2+ aces")[:, 3])
    aces = hands.count(sum(1 << 13 * suit + 12 for suit in range(4)))
    seen = Counter(zip((hands.length(3) >= 4).tolist(), (aces >= 2).tolist(), strict=True))
    total = sum(counts.values())
    distance = 0.0
    for kind, count in counts.items():
        expected = count / total * len(hands)
        distance += (seen[kind] - expected) ** 2 / expected
    assert len(counts) == 3 and distance < chi_square_bound(2)


FEATURES = {
    "points": lambda masks, seat: HandColumns(masks[:, seat]).hcp,
    **{
        f"suit {suit}": lambda masks, seat, suit=suit: HandColumns(masks[:, seat]).length(suit) for suit in range(4)
    },
    "one card": lambda masks, seat: masks[:, seat] >> np.uint64(13 * 2 + 5) & np.uint64(1),
    "another": lambda masks, seat: masks[:, seat] >> np.uint64(12) & np.uint64(1),
    "a sum of cards": lambda masks, seat: np.bitwise_count(masks[:, seat] & np.uint64(0x5_5555_5555_5555)),
}  # fmt: skip


@pytest.mark.parametrize(
    "texts",
    [
        ("north: 18+ hcp, 5+ spades",),
        ("north: 16+ hcp, 5+ spades", "south: 5+ hearts or 2+ aces"),
        ("north: 6+ hearts or 6+ spades", "east: 6+ diamonds, 2+ of top 3 in diamonds", "west: 8+ hcp"),
    ],
)
def test_built_deals_are_like_those_waited_for(texts: tuple[str, ...]) -> None:
    """Two samples, many features of all four hands, each compared by chi-square; the second pair's terms overlap."""
    nodes = read_where(texts)
    waited = np.concatenate([masks for _, masks in DealStream(77, nodes).blocks(400_000)])
    made = built(12_000, *texts, seed=78)
    assert min(len(waited), len(made)) > 1000
    for name, feature in FEATURES.items():
        for seat in range(4):
            one, two = (np.bincount(feature(masks, seat).astype(int), minlength=40) for masks in (waited, made))
            both = one + two
            enough = both >= 20
            share = both[enough] / both.sum()
            distance = sum(
                ((seen[enough] - share * seen.sum()) ** 2 / (share * seen.sum())).sum() for seen in (one, two)
            )
            assert distance < chi_square_bound(int(enough.sum())), (name, seat)


# Deals


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(SEATS), conditions), min_size=1, max_size=4, unique_by=lambda pair: pair[0]))
def test_any_conditions_give_deals_or_are_impossible(pairs: list[tuple[Seat, Node]]) -> None:
    nodes = dict(pairs)
    try:
        masks, good = builder_for(nodes).candidates(5, 0, 200)
    except Impossible:
        assert not any(len(indices) for indices, _ in DealStream(5, nodes).blocks(2000))
        return
    assert (np.bitwise_count(masks) == 13).all()
    assert (np.bitwise_or.reduce(masks, axis=1) == (1 << 52) - 1).all()
    for seat, node in nodes.items():
        assert accepts_many(node, HandColumns(masks[good, seat])).all()


def test_candidates_depend_on_seed_and_index_alone() -> None:
    made = builder(*TEN_SPADES_AND_TWENTY)
    masks, good = made.candidates(4, 0, 1000)
    again, good_again = builder(*TEN_SPADES_AND_TWENTY).candidates(4, 300, 50)
    assert (masks[300:350] == again).all() and (good[300:350] == good_again).all()
    assert not (made.candidates(5, 0, 1000)[0] == masks).all(axis=1).any()


def test_rare_conditions_are_built_and_hardly_a_candidate_is_wasted() -> None:
    stream = deals_where(1, read_where(TEN_SPADES_AND_TWENTY))
    assert isinstance(stream, BuiltDeals)
    found = stream.take(50)
    assert all(deal[Seat.NORTH].length(3) >= 10 and deal[Seat.SOUTH].hcp >= 20 for _, deal in found)
    assert stream.examined == 50
    assert deals_where(1, read_where(TEN_SPADES_AND_TWENTY)).take(7) == found[:7]
    assert [index for index, _ in stream.take(3)] == [50, 51, 52]


def test_common_conditions_are_waited_for_in_the_stream_of_the_seed() -> None:
    nodes = read_where(["north: 15-17 hcp, balanced"])
    stream = deals_where(6, nodes)
    assert not stream.built
    assert stream.take(10) == DealStream(6, nodes).take(10)


def test_a_rare_condition_that_counting_cannot_help_is_waited_for() -> None:
    """Cards below the ten are not told apart; that leaves hands with some spades and some points."""
    nodes = {Seat.NORTH: within(quantity("honours", 3, 6), 6, 6)}
    assert not any(len(indices) for indices, _ in DealStream(3, nodes).blocks(2000))
    assert not deals_where(1, nodes).built


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("north: 20+ hcp", "south: 25+ hcp"), "at least 45 hcp, and there are 40"),
        (("north: 5+ spades", "east: 5+ spades", "west: 4+ spades"), "at least 14 spades, and there are 13"),
        (tuple(f"{seat.word}: up to 9 hcp" for seat in SEATS), "at most 36 hcp, and there are 40"),
        (tuple(f"{seat.word}: up to 3 clubs" for seat in SEATS), "at most 12 clubs, and there are 13"),
        (("north: 13+ hcp, no aces, no kings, 4 queens",), "no such hand for North"),
        (("north: 3+ aces", "south: 2+ aces"), "no deal has both hands, North's and South's"),
        (("north: 10+ clubs, 12+ hcp", "east: 29+ hcp"), "at least 41 hcp"),
    ],
)
def test_contradictions_are_found_by_counting(texts: tuple[str, ...], words: str) -> None:
    with pytest.raises(NotFound, match="no deal satisfies the conditions") as fault:
        deals_where(1, read_where(texts))
    assert words in str(fault.value)
