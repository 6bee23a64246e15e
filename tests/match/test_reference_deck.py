"""The reference deck that ships: what it says of itself, and a sample of it solved again."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

import bridgelang.match.deck
from bridgelang.batch.dealing import deal_masks
from bridgelang.core.cards import Strain
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of
from bridgelang.match.boards import SolvedBoards, open_boards
from bridgelang.match.deck import REFERENCE_SEED, reference_deck
from bridgelang.match.par import par
from bridgelang.match.solver import solve_contracts

FILE = Path(bridgelang.match.deck.__file__).parent / "data" / "reference.deck"
SHA256 = "df1d353b2dfac07a88b96c858693f5159a08015b02336e93e355ac67851d18af"
SAMPLE = range(1, 10_001, 801)


def test_the_file_is_the_one_that_was_made() -> None:
    data = FILE.read_bytes()
    assert hashlib.sha256(data).hexdigest() == SHA256
    assert len(data) == 10_000 * 25 + 64


def test_it_is_the_documented_stream() -> None:
    deck = reference_deck()
    assert (deck.seed, deck.first, len(deck)) == (REFERENCE_SEED, 1, 10_000)
    assert (deck.masks == deal_masks(REFERENCE_SEED, 0, 10_000)).all()


def test_a_sample_solves_to_the_same_tricks() -> None:
    deck = reference_deck()
    questions, stored = [], []
    for number in SAMPLE:
        deal = Deal([Hand(mask) for mask in deck.masks[number - 1].tolist()])
        for seat in Seat:
            strain = Strain((number + seat) % 5)
            questions.append((deal, seat, strain))
            stored.append(int(deck.tables[number - 1][seat][strain]))
    assert solve_contracts(questions, threads=2) == stored


def test_the_pars_follow_from_the_tables() -> None:
    deck = reference_deck()
    for number in range(1, 10_001, 37):
        table = deck.tables[number - 1].tolist()
        assert par(table, dealer_of(number), vulnerability_of(number)).score == deck.par[number - 1]


def test_the_results_are_such_as_results_are() -> None:
    deck = reference_deck()
    assert deck.tables.max() <= 13
    # partners take the same number of tricks but for the lead: seldom more than one trick apart
    apart = np.abs(deck.tables[:, :2].astype(int) - deck.tables[:, 2:].astype(int))
    assert (apart > 1).mean() < 0.02
    # what one side makes the other cannot: both sides together rarely hold more than 14 tricks in a strain
    assert (deck.tables[:, 0] + deck.tables[:, 1] > 14).mean() < 0.001


def test_it_is_the_default_up_to_its_size() -> None:
    assert isinstance(open_boards(None, 10_000), SolvedBoards)
    assert str(open_boards(None, 10_001)) == "random deals, seed 1"
    assert str(open_boards(None, 10, seed=4)) == "random deals, seed 4"
    board = open_boards("reference", 500).take(41, 1)[0]
    assert (board.number, board.dealer, board.vulnerability) == (42, dealer_of(42), vulnerability_of(42))
    assert board.table is not None and len(board.table) == 4
