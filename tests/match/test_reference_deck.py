"""The decks that ship: what they say of themselves, and a sample of them solved again."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

import bridgelang.match.deck
from bridgelang.batch.dealing import deal_masks
from bridgelang.core.cards import Strain
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of
from bridgelang.match.boards import SolvedBoards, open_boards
from bridgelang.match.deck import REFERENCE_SEED, confirming_deck, reference_deck
from bridgelang.match.par import par
from bridgelang.match.solver import solve_contracts

DECKS = {
    "reference": (reference_deck, 1, "bdfab07616f621eec73d5e9489d5d4decc07c47e90269d2a7632f03d6deda0ec"),
    "confirming": (confirming_deck, 20_001, "c4dce37446d8f0c53067c9d56f866c29cab4e384ac6cedf38f9066ae21b8deb4"),
}
BOARDS = 20_000

each = pytest.mark.parametrize("name", DECKS)


@each
def test_the_file_is_the_one_that_was_made(name: str) -> None:
    data = (Path(bridgelang.match.deck.__file__).parent / "data" / f"{name}.deck").read_bytes()
    assert hashlib.sha256(data).hexdigest() == DECKS[name][2]
    assert len(data) == BOARDS * 25 + 64


@each
def test_it_is_the_documented_stream(name: str) -> None:
    open_deck, first, _ = DECKS[name]
    deck = open_deck()
    assert (deck.seed, deck.first, len(deck)) == (REFERENCE_SEED, first, BOARDS)
    assert (deck.masks == deal_masks(REFERENCE_SEED, first - 1, BOARDS)).all()


@each
def test_a_sample_solves_to_the_same_tricks(name: str) -> None:
    deck = DECKS[name][0]()
    questions, stored = [], []
    for place in range(0, BOARDS, 3203):
        deal = Deal([Hand(mask) for mask in deck.masks[place].tolist()])
        for seat in Seat:
            strain = Strain((place + seat) % 5)
            questions.append((deal, seat, strain))
            stored.append(int(deck.tables[place][seat][strain]))
    assert solve_contracts(questions, threads=2) == stored


@each
def test_the_pars_follow_from_the_tables(name: str) -> None:
    deck = DECKS[name][0]()
    for place in range(0, BOARDS, 77):
        number = deck.first + place
        assert par(deck.tables[place].tolist(), dealer_of(number), vulnerability_of(number)).score == deck.par[place]


@each
def test_the_results_are_such_as_results_are(name: str) -> None:
    deck = DECKS[name][0]()
    assert deck.tables.max() <= 13
    # partners take the same number of tricks but for the lead: seldom more than one trick apart
    apart = np.abs(deck.tables[:, :2].astype(int) - deck.tables[:, 2:].astype(int))
    assert (apart > 1).mean() < 0.02
    # what one side makes the other cannot: both sides together rarely hold more than 14 tricks in a strain
    assert (deck.tables[:, 0] + deck.tables[:, 1] > 14).mean() < 0.001


def test_it_is_the_default_up_to_its_size() -> None:
    assert isinstance(open_boards(None, BOARDS), SolvedBoards)
    assert str(open_boards(None, BOARDS + 1)) == "random deals, seed 1"
    assert str(open_boards(None, 10, seed=4)) == "random deals, seed 4"
    board = open_boards("reference", 500).take(41, 1)[0]
    assert (board.number, board.dealer, board.vulnerability) == (42, dealer_of(42), vulnerability_of(42))
    assert board.table is not None and len(board.table) == 4
