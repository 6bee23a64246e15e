"""Positions that share their rules would each have come to the same ones."""

from __future__ import annotations

from random import Random

import pytest

from bridgelang import load_system
from bridgelang.bidding import headers
from bridgelang.bidding.offers import lines_of
from bridgelang.bidding.position import Position
from bridgelang.bidding.state import State
from bridgelang.constraints.nodes import FALSE
from bridgelang.core.dealing import deal

BOARDS = 150
PAIRS = [
    ("sayc", "acol"),
    ("two-over-one", "precision"),
    ("goren", "standard-simple"),
    ("natural", "sayc"),
    ("acol-first", "goren-classic"),
]


def rules(position: Position) -> list[tuple[object, ...]]:
    """What a hand is held against: every offer in order, with what it asks."""
    found = []
    for offer in position.offers():
        node = position.node_of(offer)
        if node is not FALSE:
            found.append((offer.line.index, tuple(offer.env.items()), offer.call, offer.leaves, node))
    return found


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_shared_rules_are_those_of_each_position(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after calls that no system would make, every tenth one here."""
    monkeypatch.setattr(headers, "WALKS_BEFORE", 40)
    ns, ew = (load_system(name) for name in pair)
    table = ns.table(ew)
    chance = Random(f"alike {pair}")
    shared = borrowed = 0
    for number in range(BOARDS):
        hands = deal(31, number).hands
        state: State = table.root(number & 3, number >> 2 & 3)
        dealer = number & 3
        while not (state.passes > 2 and state.is_over) and state.depth < 24:
            offer = state.position().chosen(hands[dealer + state.turn & 3])
            call = 0 if offer is None else offer.call
            if chance.random() < 0.1:
                call = chance.choice([c for c in range(min(state.last_bid + 8, 38)) if state.is_legal(c)])
            position = state.position()
            if position.state is not state:  # the position of another auction, or of this one with others vulnerable
                own = Position(state, lines_of(state).under(state).rows, sifted=False)
                assert rules(position) == rules(own), (pair, number, state.calls())
                shared += 1
                borrowed += state.twin is not None
            state = state.after(call)
    assert shared > 100
    assert borrowed > 50
