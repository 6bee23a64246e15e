"""What is known of each rule of a file: what its call shows, in which auction, and how often it is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import meaning_of
from bridgelang.bidding.state import State
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Seat

BOARDS = 300
SEED = 1


@frozen
class RuleFact:
    """One rule: how often it was ``chosen``, and an ``auction`` in which its ``call`` is made and ``shows`` this."""

    chosen: int
    auction: str
    call: str
    shows: str


def rule_facts(system: System, file: str, boards: int = BOARDS) -> dict[int, RuleFact]:
    """The rules of a file by row, as far as they were chosen on some dealt boards, with the shortest auction each."""
    counts: dict[int, int] = {}
    shortest: dict[int, tuple[State, int]] = {}
    for state, row, call in _choices(system, file, boards):
        counts[row] = counts.get(row, 0) + 1
        known = shortest.get(row)
        if known is None or state.depth < known[0].depth:
            shortest[row] = state, call
    out = {}
    for row, (state, call) in sorted(shortest.items()):
        auction = Auction(Seat.NORTH)
        for earlier in state.calls():
            auction = auction.then(CALLS[earlier])
        assert auction.turn is not None
        meaning = meaning_of(state, CALLS[call], auction.turn)
        bid = any(one.is_bid for one in auction.calls)
        out[row] = RuleFact(counts[row], str(auction) if bid else "", str(CALLS[call]), meaning.text)
    return out


def _choices(system: System, file: str, boards: int) -> Iterator[tuple[State, int, int]]:
    """Where a rule of the file chose a call: the state, the rule's row, the call."""
    table = system.table()
    for board in range(boards):
        hands = deal(SEED, board)
        state = table.root(0, 0)
        while not state.is_over:
            entry = state.position().choose(hands[state.turn & 3])
            call = 0 if entry is None else entry.call
            if entry is not None and entry.line.file == file:
                yield state, entry.line.row, call
            state = state.then(call)
