"""Two systems at a table: from auctions to public states, and deals bid to the end."""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.bidding.engine import Engine, Rulebook, rules_at, settled
from bridgelang.bidding.interpreter import Decision, choose
from bridgelang.bidding.offers import Offer
from bridgelang.bidding.program import Program
from bridgelang.bidding.state import State
from bridgelang.constraints.cells import cell_of
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.errors import IllegalAction


class BiddingTable:
    """North-South playing one system, East-West another.

    ``engine`` keeps what was worked out; the other table of a match, where the systems have changed sides, shares it.
    """

    __slots__ = ("books", "engine")

    def __init__(self, engine: Engine, ns: Rulebook, ew: Rulebook) -> None:
        self.engine = engine
        self.books = (ns, ew)

    @classmethod
    def alone(cls, program: Program) -> BiddingTable:
        """A table at which everybody plays one program, with nothing worked out yet."""
        book = Rulebook(program)
        return cls(Engine(book, book), book, book)

    def root(self, dealer: int, vulnerability: int) -> State:
        """The state before the first call."""
        return State(self.engine, self.engine.root(self.books[dealer & 1]), _for_the_dealer(dealer, vulnerability))

    def state(self, auction: Auction) -> State:
        """The public state of an auction."""
        state = self.root(auction.dealer, auction.vulnerability)
        for call in auction.calls:
            state = state.then(int(call))
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
        return self.bid_through(deal.hands, dealer, vulnerability)[0]

    def bid_through(
        self, hands: Sequence[Hand], dealer: Seat, vulnerability: Vulnerability
    ) -> tuple[Auction, list[Offer | None]]:
        """The finished auction, and for each call what its rule offered; None for a pass by default."""
        point = self.engine.root(self.books[dealer & 1])
        who = _for_the_dealer(dealer, vulnerability)
        settle = settled(point).settle
        seats = []
        for turn in range(4):
            hand = hands[(dealer + turn) & 3]
            cell = cell_of(hand)
            seats.append((hand, cell >> 3, 1 << (cell & 7)))
        auction = Auction(dealer, vulnerability)
        offers: list[Offer | None] = []
        calls = []
        while point.passes < 3 or not point.is_over:
            position = rules_at(point, who) or settle(point, who)
            offer = position.chosen_for(*seats[point.turn])
            offers.append(offer)
            call = 0 if offer is None else offer.call
            calls.append(CALLS[call])
            point.visits += 1
            point = point.child(call, who)
        return auction.through(calls), offers


def _for_the_dealer(dealer: int, vulnerability: int) -> int:
    """Who is vulnerable, the dealer's side first."""
    return vulnerability if dealer & 1 == 0 else vulnerability >> 1 | (vulnerability & 1) << 1
