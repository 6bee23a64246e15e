"""Questions about auctions, answered one after the other while the system is being written.

An auction is laid on the desk; who has shown what, what each call would mean now, what a hand calls and which deals
fit are read off it. When the system's file has been saved meanwhile, it is read again first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from bridgelang.bidding.explain import Explanation
from bridgelang.bidding.load import System, load_system
from bridgelang.bidding.meaning import Meaning, known_hands, meaning_of, meanings
from bridgelang.bidding.state import State
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat
from bridgelang.errors import NotationError, SystemTextError
from bridgelang.testing.watch import Stamps, stamps

MAX_DEALS = 50_000
"""How many deals are looked at for some that fit an auction."""


class Desk:
    """A system, the other side's, and the auction that is asked about.

    Raises what :func:`load_system` raises.
    """

    def __init__(self, name: str, opponents: str | None = None, settings: Mapping[str, str] | None = None) -> None:
        self._name, self._opponents, self._settings = name, opponents, dict(settings or {})
        self.system: System = load_system(name, self._settings)
        self.others: System | None = load_system(opponents) if opponents else None
        self.auction = Auction.parse("")
        self._folders = [os.path.dirname(os.path.abspath(self.system.path))]
        self._stamps: Stamps = stamps(self._folders)
        self._next_deal = 0

    def refresh(self) -> str:
        """Read the system again when a file beside it was saved; what to tell about it, empty when nothing was."""
        now = stamps(self._folders)
        changed = sorted({os.path.basename(path) for path, _ in now.items() ^ self._stamps.items()})
        if not changed:
            return ""
        self._stamps = now
        try:
            self.system = load_system(self._name, self._settings)
        except SystemTextError as error:
            return f"{', '.join(changed)} has changed and cannot be used; the text before it still answers\n\n{error}"
        return f"{', '.join(changed)} has changed: read again"

    def lay(self, calls: str, dealer: str = "N", vulnerability: str = "none") -> None:
        """Put an auction on the desk.

        Raises NotationError or IllegalAction, and leaves the desk as it was.
        """
        self.auction = Auction.parse(calls, dealer=dealer, vulnerability=vulnerability)

    @property
    def table(self) -> BiddingTable:
        """The side that opened, or else the dealer's, plays the system."""
        calls = enumerate(self.auction.calls)
        opener = next((self.auction.seat_of(i) for i, call in calls if call.is_bid), self.auction.dealer)
        other = self.others or self.system
        return self.system.table(other) if opener.side == 0 else other.table(self.system)

    def meanings(self) -> list[Meaning]:
        """What each call of the auction shows."""
        return meanings(self.table, self.auction)

    def known(self) -> dict[Seat, str]:
        """What each player has shown in all."""
        return known_hands(self.table.state(self.auction), self.auction.dealer)

    def possible(self) -> list[Meaning]:
        """What each call that some rule makes now would show, in order of the calls."""
        if self.auction.turn is None:
            return []
        state = self.table.state(self.auction)
        offered = sorted({e.call for e in state.position().all_entries() if not e.reads and state.is_legal(e.call)})
        found = (meaning_of(state, CALLS[call], self.auction.turn) for call in offered)
        return [one for one in found if not one.unread]

    def decide(self, hand: str) -> Explanation:
        """What a hand calls now, and why."""
        return Explanation(self.table, self.auction, Hand.parse(hand))

    def fitting(self, count: int = 1) -> list[Deal]:
        """Deals in which every player makes his calls of the auction by his system; others each time.

        Raises NotationError when there is none among the deals looked at.
        """
        state = self.table.state(self.auction)
        for before, call in _steps(state):
            if before.reading(call).unread:
                raise NotationError(
                    f"no deal is bid so: no rule makes the {CALLS[call]} that is call {before.depth + 1}"
                )
        found: list[Deal] = []
        for _ in range(MAX_DEALS):
            dealt = deal(1, self._next_deal)
            self._next_deal += 1
            if _fits(state, self.auction.dealer, dealt):
                found.append(dealt)
                if len(found) == count:
                    return found
        if not found:
            raise NotationError(f"none of {MAX_DEALS:,} deals is bid so: it is too rare; ask again for other deals")
        return found


def _fits(state: State, dealer: Seat, dealt: Deal) -> bool:
    """Whether the hands of a deal make the calls that led to a state."""
    hands = [dealt[(dealer + place) & 3] for place in range(4)]
    if not all(state.holding(place).contains(hands[place]) for place in range(4)):
        return False
    return all(_chosen(before, hands[before.turn]) == call for before, call in _steps(state))


def _steps(state: State) -> Iterator[tuple[State, int]]:
    while state.parent is not None:
        yield state.parent, state.call
        state = state.parent


def _chosen(state: State, hand: Hand) -> int:
    entry = state.position().choose(hand)
    return 0 if entry is None else entry.call
