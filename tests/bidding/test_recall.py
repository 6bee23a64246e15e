"""The one memory: what is remembered is what would be worked out afresh, at every point that shares it."""

from __future__ import annotations

from random import Random

import pytest

from bridgelang import load_system
from bridgelang.bidding.engine import lines_of, settled
from bridgelang.bidding.forms import NO_LETTERS
from bridgelang.bidding.offers import Offer
from bridgelang.bidding.place import Counts, Place
from bridgelang.bidding.point import Maker, Point, Tree
from bridgelang.bidding.position import Position, Standing
from bridgelang.bidding.questions import PARTNERS_LENGTH, VULNERABILITY, Question
from bridgelang.bidding.recall import Recall, Trace
from bridgelang.bidding.state import State
from bridgelang.bidding.words.questions import whether
from bridgelang.constraints.interning import Interned
from bridgelang.constraints.nodes import FALSE, Node
from bridgelang.core.dealing import deal
from bridgelang.features.quantities import quantity

BOARDS = 60
PAIRS = [
    ("sayc", "acol"),
    ("two-over-one", "precision"),
    ("goren", "standard-simple"),
    ("natural", "sayc"),
    ("acol-first", "goren-classic"),
]


def walks(pair: tuple[str, str], boards: int, stray: float = 0.1) -> list[State]:
    """Points of dealt auctions, each with some calls that no system would make."""
    ns, ew = (load_system(name) for name in pair)
    table, chance, out = ns.table(ew), Random(f"recall {pair}"), []
    for number in range(boards):
        hands = deal(31, number).hands
        state = table.root(number & 3, number >> 2 & 3)
        while not state.is_over and state.depth < 24:
            out.append(state)
            offer = state.position().chosen(hands[(number & 3) + state.turn & 3])
            call = 0 if offer is None else offer.call
            if chance.random() < stray:
                call = chance.choice([c for c in range(min(state.last_bid + 8, 38)) if state.is_legal(c)])
            state = state.then(call)
    return out


def rules(position: Position) -> list[tuple[Offer, Node]]:
    """What a hand is held against: every offer in order, with what it asks."""
    found = [(offer, position.node_of(offer)) for offer in position.standing.offers]
    return [(offer, node) for offer, node in found if node is not FALSE]


def stands(offer: Offer, state: State) -> bool:
    """Whether the facts that an offer is held back by hold, each asked by itself."""
    facts, counts = state.book_of(state.turn).facts, state.program_of(state.turn).counts
    needed = [fact for fact, bit in facts.bits().items() if bit & offer.need]
    return all(whether(fact, counts).of(state.point, state.vulnerability) for fact in needed)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_remembered_rules_are_those_worked_out_afresh(pair: tuple[str, str]) -> None:
    shared, seen = 0, set[Standing]()
    for state in walks(pair, BOARDS):
        point, vulnerability = state.point, state.vulnerability
        book = state.book_of(state.turn)
        under = lines_of(point, vulnerability).under[point.law]
        offered = under.offered(Trace(point, vulnerability, book.program.counts))
        standing = offered.standing(book.facts.of(point) & offered.mask, Interned())
        assert [offer for offer in offered.offers if stands(offer, state)] == list(standing.offers)
        own = Position(standing, point, vulnerability, book.program.counts)
        position = state.position()
        assert rules(position) == rules(own), (pair, state.calls())
        shared += position.standing in seen
        seen.add(position.standing)
        outermost = book.program.contexts[0]
        for context, env in ((outermost, NO_LETTERS), *settled(point).paths(point, point.turn & 1, 0).headed):
            found, _ = book.headers_below(context, env, point, vulnerability)
            fresh = book.headers.below(context, env, Trace(point, vulnerability, book.program.counts))
            assert [(c.index, e, n) for c, e, n in found] == [(c.index, e, n) for c, e, n in fresh]
    assert shared > 50


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_bit_is_the_fact_it_stands_for(pair: tuple[str, str]) -> None:
    """The bits of a point, looked up by answers, against each fact asked by itself."""
    compared = held = 0
    for state in walks(pair, 25, stray=0.2):
        book = state.book_of(state.turn)
        known = {fact: bit for fact, bit in book.facts.bits().items() if bit}
        mask = sum(known.values())
        bits = book.facts.held(mask).of(state.point, state.vulnerability)
        for fact, bit in known.items():
            answer = whether(fact, book.program.counts).of(state.point, state.vulnerability)
            assert answer is bool(bits & bit), (fact, state.calls())
            compared += 1
            held += answer
    assert compared > 2_000 and 0 < held < compared


# ------------------------------------------------------------------ the memory by itself

POINTS = quantity("points", "hcp", "length")
COUNTS = Counts(POINTS, {})


class Bare(Tree):
    """A tree in which no call has rules."""

    def settle(self, point: Point, vulnerability: int) -> object:
        point.rules = self
        return self


def root() -> Point:
    maker = Maker(POINTS)
    return Point(Bare((maker, maker)))


def test_only_what_was_asked_parts_points() -> None:
    depth = Question("how many calls, by fours", lambda point, _: point.depth // 4)
    bid = Question("the last bid", lambda point, _: point.last_bid)
    recall: Recall[str] = Recall()
    worked_out: list[list[int]] = []

    def compute(trace: Trace) -> str:
        worked_out.append(trace.point.calls())
        if trace.ask(depth) == 0:
            return "early"
        return f"late over {trace.ask(bid)}"

    point = root()
    for call in (0, 0, 3, 4, 0, 0):
        recall.find(point, 0, COUNTS, compute)
        point = point.child(call, 0)
    assert recall.find(point, 0, COUNTS, compute) == ("late over 4", False)
    assert worked_out == [[], [0, 0, 3, 4]]


def test_what_asks_who_is_vulnerable_says_so() -> None:
    recall: Recall[str] = Recall()
    point = root()

    def compute(trace: Trace) -> str:
        return "bold" if trace.ask(VULNERABILITY) == 2 else "careful"

    assert [recall.find(point, v, COUNTS, compute) for v in (0, 2)] == [("careful", True), ("bold", True)]


def test_a_sealed_place_answers_only_what_it_was_made_for() -> None:
    sealed = Place(root(), 0, COUNTS, answers={PARTNERS_LENGTH[0]: 3})
    assert sealed.ask(PARTNERS_LENGTH[0]) == 3
    with pytest.raises(KeyError):
        sealed.ask(VULNERABILITY)
    with pytest.raises(AttributeError):
        _ = sealed.point
