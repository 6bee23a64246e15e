"""The tree of public states against the auction of the laws, and the choice against its own trace."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.bidding.interpreter import choose, events
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.seats import SEATS, Vulnerability
from tests.shipped import loaded


@st.composite
def walks(draw: st.DrawFn) -> Auction:
    """A random legal auction, mostly of passes, doubles and low bids so that it grows long."""
    auction = Auction(draw(st.sampled_from(SEATS)), draw(st.sampled_from(list(Vulnerability))))
    for _ in range(draw(st.integers(0, 30))):
        if auction.is_over:
            break
        legal = auction.legal_calls()
        auction = auction.then(legal[min(draw(st.integers(0, 9)), len(legal) - 1)])
    return auction


@settings(deadline=None)
@given(walks())
def test_a_state_knows_what_the_auction_knows(auction: Auction) -> None:
    table = loaded("goren").table()
    state = table.state(auction)
    assert [CALLS[c] for c in state.calls()] == list(auction.calls)
    assert state.is_over == auction.is_over
    if auction.is_over:
        return
    assert (auction.dealer + state.turn) % 4 == auction.turn
    assert [c for c in CALLS if state.is_legal(c)] == list(auction.legal_calls())
    assert (state.last_bid or None) == auction.last_bid
    for seat in range(4):
        made = [c for i, c in enumerate(auction.calls) if i % 4 == seat]
        assert [CALLS[s.call] for s in state.made_by(seat)] == made
        last = state.last_call_of(seat)
        assert (CALLS[last.call] if last else None) == (made[-1] if made else None)


@settings(deadline=None)
@given(st.integers(0, 10_000))
def test_the_trace_ends_where_the_choice_falls(number: int) -> None:
    system = loaded("goren")
    hands = deal(5, number)
    state = system.table().root(0, 0)
    for seat in SEATS:
        trace = list(events(state, hands[seat]))
        decision = choose(state, hands[seat])
        assert CALLS[trace[-1].call] == decision.call
        assert [e.kind for e in trace[:-1]] == ["failed"] * (len(trace) - 1)
        for event in trace[:-1]:
            assert event.part is not None and not event.part.accepts(hands[seat])


def test_the_longest_auction_is_read_forwards() -> None:
    """317 calls, every bid doubled and redoubled as late as may be: no recursion as deep as the auction."""
    auction = Auction()
    calls = [0, 0, 0]
    for bid in range(3, 38):
        calls += [bid, 0, 0, 1, 0, 0, 2, 0, 0]
    for call in calls[:-1]:
        auction = auction.then(CALLS[call])
    system = loaded("goren")
    hand = deal(1, 1)[SEATS[0]]
    assert system.choose_call(hand, auction).call == CALLS[0]
    state = system.table().state(auction)
    assert all(not state.holding(seat).is_empty for seat in range(4))
