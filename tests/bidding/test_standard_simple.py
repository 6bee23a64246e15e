"""``standard-simple`` makes the call of the engine it re-expresses, in 10,000 random positions."""

from __future__ import annotations

import random

from bridgelang.bidding.load import load_system
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, PASS, Call
from bridgelang.core.dealing import deal
from bridgelang.core.seats import SEATS, Seat
from bridgelang.testing.find import find_tests
from tests.bidding.seed_engine import Bid, select

POSITIONS = 10_000


def random_auction(rng: random.Random, to_call: Seat) -> Auction:
    """A legal auction that has come to ``to_call``; bids are mostly low, so that every round is reached."""
    while True:
        auction = Auction(SEATS[rng.randrange(4)])
        for _ in range(rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 9, 12))):
            legal = auction.legal_calls()
            if not legal:
                break
            bids = [c for c in legal if c.is_bid]
            kind = rng.random()
            if kind < 0.5 or not bids:
                call = PASS
            elif kind < 0.56:
                call = rng.choice(legal[: len(legal) - len(bids)])
            else:
                call = bids[min(int(rng.expovariate(0.25)), len(bids) - 1)]
            auction = auction.then(call)
        if auction.turn == to_call:
            return auction


def as_bid(call: Call) -> Bid | None:
    return None if call.strain is None else (call.level, int(call.strain))


def test_the_same_call_in_every_position() -> None:
    system = load_system("standard-simple")
    rng = random.Random(7)
    bids = 0
    for number in range(POSITIONS):
        auction = random_auction(rng, SEATS[number % 4])
        hand = deal(11, number // 4)[SEATS[number % 4]]
        cards = [(card // 13, card % 13) for card in range(52) if hand.mask >> card & 1]
        history = [(int(auction.seat_of(i)), as_bid(call)) for i, call in enumerate(auction.calls)]
        wanted = select(cards, history, number % 4)
        got = system.choose_call(hand, auction)
        expected = PASS if wanted is None else CALLS[5 * wanted[0] - 2 + wanted[1]]
        assert got.call == expected, (number, str(hand), repr(auction), got.rule)
        bids += expected != PASS
    assert bids > POSITIONS // 10


def test_its_own_cases_are_the_calls_of_the_engine() -> None:
    """The test file beside the system, judged by the transcription and not by the system."""
    cases = find_tests("standard-simple").cases
    for case in cases:
        cards = [(card // 13, card % 13) for card in range(52) if case.hand.mask >> card & 1]
        history = [(int(case.auction.seat_of(i)), as_bid(call)) for i, call in enumerate(case.auction.calls)]
        assert case.auction.turn is not None
        wanted = select(cards, history, int(case.auction.turn))
        expected = PASS if wanted is None else CALLS[5 * wanted[0] - 2 + wanted[1]]
        assert case.call == expected, case.text
    assert len(cases) > 150
