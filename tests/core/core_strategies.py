"""Hypothesis strategies for the values of the core."""

from __future__ import annotations

from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, Call
from bridgelang.core.cards import CARDS, RANKS, STRAINS, SUITS
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, SIDES, Seat, Vulnerability

suits = st.sampled_from(SUITS)
strains = st.sampled_from(STRAINS)
ranks = st.sampled_from(RANKS)
cards = st.sampled_from(CARDS)
seats = st.sampled_from(SEATS)
sides = st.sampled_from(SIDES)
vulnerabilities = st.sampled_from(tuple(Vulnerability))
calls = st.sampled_from(CALLS)
packs = st.permutations(range(52))
hands = packs.map(lambda pack: Hand.of(pack[:13]))
partial_hands = st.integers(0, 2**52 - 1).map(Hand.partial)
deals = packs.map(lambda pack: Deal([Hand.of(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]))
contracts = st.builds(Contract, st.integers(1, 7), strains, st.integers(0, 2), seats)


@st.composite
def call_lists(draw: st.DrawFn) -> list[Call]:
    """Legal calls in order, mostly passes and low bids, so that many auctions come to their end."""
    auction = Auction()
    steps = draw(st.lists(st.tuples(st.booleans(), st.integers(0, 99)), max_size=60))
    for passing, choice in steps:
        if auction.is_over:
            break
        legal = auction.legal_calls()
        auction = auction.then(legal[0 if passing else choice * choice * len(legal) // 10_000])
    return list(auction.calls)


@st.composite
def auctions(draw: st.DrawFn, dealer: Seat | None = None) -> Auction:
    who = draw(seats) if dealer is None else dealer
    return Auction(who, draw(vulnerabilities), draw(call_lists()))
