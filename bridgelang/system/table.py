"""Two systems at a table: from auctions to public states, and deals bid to the end."""

from __future__ import annotations

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.system.interpreter import Decision, choose
from bridgelang.system.program import Program
from bridgelang.system.state import Sides, State

MAX_STATES = 40_000  # of all trees together: some 20 kB each with its rules
_WARM_EVERY = 8


class BiddingTable:
    """North-South playing one system, East-West another; keeps the tree of states they have been in."""

    __slots__ = ("_roots", "programs")

    def __init__(self, ns: Program, ew: Program) -> None:
        self.programs = (ns, ew)
        self._roots: dict[tuple[int, int], State] = {}

    def root(self, dealer: int, vulnerability: int) -> State:
        """The state before the first call."""
        side = dealer & 1
        key = (side, vulnerability)
        found = self._roots.get(key)
        if sum(root.sides.states for root in self._roots.values()) > MAX_STATES:
            self._roots.clear()
            found = None
        if found is None:
            vul = (bool(vulnerability >> side & 1), bool(vulnerability >> (1 - side) & 1))
            sides = Sides((self.programs[side], self.programs[1 - side]), vul)
            found = self._roots[key] = State(sides)
        return found

    def state(self, auction: Auction) -> State:
        """The public state of an auction."""
        state = self.root(auction.dealer, auction.vulnerability)
        for call in auction.calls:
            state = state.then(int(call))
            if state.depth % _WARM_EVERY == 0 and state.depth > 16:
                settle(state)
        return state

    def decide(self, auction: Auction, hand: Hand) -> Decision:
        """The call of the player whose turn it is.

        Raises:
            IllegalAction: when the auction is over.
        """
        if auction.is_over:
            raise IllegalAction("the auction is over: nobody is to call", "Law 22")
        return choose(self.state(auction), hand)

    def bid(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Auction:
        """All four hands to the end of the auction."""
        hands = [deal[Seat((dealer + i) & 3)] for i in range(4)]
        state = self.root(dealer, vulnerability)
        calls = []
        while not state.is_over:
            entry = state.position().choose(hands[state.turn])
            call = 0 if entry is None else entry.call
            calls.append(CALLS[call])
            state = state.then(call)
        auction = Auction(dealer, vulnerability)
        for made in calls:
            auction = auction.then(made)
        return auction


def settle(state: State) -> None:
    """Work out what a state's players have shown, so that long auctions are read forwards, not by deep recursion."""
    for seat in range(4):
        state.holding(seat)
        state.suits(seat)
        state.strength(seat)
    for side in (0, 1):
        state.agreed(side)
        state.force_level(side)
