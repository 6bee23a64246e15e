"""Two systems at a table: from auctions to public states, and deals bid to the end."""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.bidding.headers import get_ready
from bridgelang.bidding.interpreter import Decision, choose
from bridgelang.bidding.offers import Offer
from bridgelang.bidding.program import Program
from bridgelang.bidding.state import Sides, State
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.errors import IllegalAction

MAX_STATES = 120_000  # of the trees of two systems: some 4 kB each, and their rules
_WARM_EVERY = 8


class BiddingTable:
    """North-South playing one system, East-West another.

    The trees of states they have been in are kept with the systems, by which side deals and who is vulnerable: the
    other table of a match, where the systems have changed sides, grows the same trees.
    """

    __slots__ = ("programs",)

    def __init__(self, ns: Program, ew: Program) -> None:
        self.programs = (ns, ew)

    def root(self, dealer: int, vulnerability: int) -> State:
        """The state before the first call."""
        side = dealer & 1
        ours, theirs = self.programs[side], self.programs[1 - side]
        vul = (bool(vulnerability >> side & 1), bool(vulnerability >> (1 - side) & 1))
        key = (id(theirs), *vul)  # the root holds on to the other system, so its number stays its own
        found: State | None = ours.trees.get(key)
        if found is None:
            found = ours.trees[key] = State(Sides((ours, theirs), vul))
            if vul != (False, False):
                found.twin = self._nobody_vulnerable(ours, theirs)
        elif found.sides.states > MAX_STATES // 8:
            roots = [root for program in {ours, theirs} for root in program.trees.values()]
            if sum(root.sides.states for root in roots) > MAX_STATES:
                _thin(roots)
        return found

    def _nobody_vulnerable(self, ours: Program, theirs: Program) -> State:
        key = (id(theirs), False, False)
        found: State | None = ours.trees.get(key)
        if found is None:
            found = ours.trees[key] = State(Sides((ours, theirs), (False, False)))
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

    def get_ready(self) -> None:
        """Make at once what pays for itself over many deals; otherwise it is made along the way."""
        for program in self.programs:
            get_ready(program)

    def bid(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Auction:
        """All four hands to the end of the auction."""
        return self.bid_through(deal.hands, dealer, vulnerability)[0]

    def bid_through(
        self, hands: Sequence[Hand], dealer: Seat, vulnerability: Vulnerability
    ) -> tuple[Auction, list[Offer | None]]:
        """The finished auction, and for each call what its rule offered; None for a pass by default.

        As long as neither the rules nor what was shown turn on who is vulnerable, the auction is followed in the tree
        where nobody is; the real state is brought up where they do.
        """
        real = self.root(dealer, vulnerability)
        state = real if real.twin is None else real.twin
        behind: list[int] = []  # the calls that the real state has not seen yet
        offers = []
        while not (state.passes > 2 and state.is_over):
            position = state._position
            if position is None:
                position = state.position()
            shared = state.any_vulnerability
            if real.twin is not None and not shared:
                for call in behind:
                    real = real.after(call)
                behind.clear()
                if real.twin is None:
                    state = real
                    continue
                position = real.position()
            offer = position.chosen(hands[dealer + state.turn & 3])
            offers.append(offer)
            call = 0 if offer is None else offer.call
            state.visits += 1
            if real.twin is None:
                state = state.then(call)
            elif shared:
                behind.append(call)
                state = state.then(call)
            else:
                real.visits += 1
                real = real.after(call)
                state = real if real.twin is None else real.twin
        key = ("auction", dealer, vulnerability)
        auction: Auction | None = state.memo.get(key)
        if auction is None:
            auction = Auction(dealer, vulnerability)
            for call in state.calls():
                auction = auction.then(CALLS[call])
            state.memo[key] = auction
        return auction, offers


def _thin(roots: list[State]) -> None:
    """Let go of the states that were come to least often, until half are left, and of positions no longer shared."""
    from bridgelang.bidding.alike import forget

    for program in {program for root in roots for program in root.sides.programs}:
        forget(program)
    least = 1
    while sum(root.sides.states for root in roots) > MAX_STATES // 2:
        for root in roots:
            root.sides.states = root.thin(least)
        least *= 2


def settle(state: State) -> None:
    """Work out what a state's players have shown, so that long auctions are read forwards, not by deep recursion."""
    for seat in range(4):
        state.holding(seat)
        state.suits(seat)
        state.strength(seat)
    for side in (0, 1):
        state.agreed(side)
        state.force_level(side)
