"""An auction as a tree of calls: what the laws need to know of it and who has called what. Nothing is inferred here.

Seats are counted from the dealer (0 dealer, 1 the player to his left, …); side 0 is the dealer's.
"""

from __future__ import annotations

from typing import Self


class AuctionNode:
    """One point of an auction: its parent and one more call.

    A node refers to those before it and never to itself, so that it is let go of with the last that refers to it.
    """

    __slots__ = (
        "acted", "acted_before", "bidders", "call", "called_before", "caller", "depth", "doubled", "first_bid",
        "last_bid", "last_bidder", "last_bids", "law", "opening", "parent", "passes", "strains", "turn",
    )  # fmt: skip

    parent: Self | None
    called_before: tuple[Self | None, ...]
    """For each seat the point right after its last call before the one that led here."""
    acted_before: tuple[Self | None, Self | None]
    """For each side the point right after its last call but pass, before the call that led here."""

    def __init__(self) -> None:
        self.parent = None
        self.called_before = (None, None, None, None)
        self.acted_before = (None, None)
        self.law = 0
        """What the laws allow: 8 times the last bid, twice its doubling, 1 if it is theirs; 0 without."""
        self.call = -1
        self.caller = -1  # the seat that made it
        self.depth = 0
        self.turn = 0
        self.last_bid = 0
        self.last_bidder = -1
        self.first_bid = -1  # depth at which the first bid was made
        self.doubled = 0
        self.passes = 0
        self.opening = 0  # the first bid, 0 before it
        self.acted = 0  # a bit for each seat that has made a call other than pass
        self.bidders = 0  # likewise for bids
        self.last_bids: tuple[int, ...] = (0, 0, 0, 0)  # each seat's last bid, 0 before its first
        self.strains = 0  # a bit for each suit that a side has bid, four for the dealer's side and four for the others

    def follow(self, parent: Self, call: int) -> None:
        """Become the point after one more (legal) call."""
        turn, caller = parent.turn, parent.caller
        self.parent = parent
        before, sides = parent.called_before, parent.acted_before
        self.called_before = before if caller < 0 else (*before[:caller], parent, *before[caller + 1 :])
        if parent.call > 0:
            sides = (sides[0], parent) if caller & 1 else (parent, sides[1])
        self.acted_before = sides
        self.call = call
        self.caller = turn
        self.depth = parent.depth + 1
        self.turn = (turn + 1) & 3
        self.first_bid = parent.first_bid
        self.opening = parent.opening
        self.acted = parent.acted
        self.bidders = parent.bidders
        self.last_bids = parent.last_bids
        self.strains = parent.strains
        self.passes = 0
        if call > 2:
            self.law = call * 8 + 1
            self.last_bid, self.last_bidder, self.doubled = call, turn, 0
            self.acted |= 1 << turn
            self.bidders |= 1 << turn
            self.last_bids = (*self.last_bids[:turn], call, *self.last_bids[turn + 1 :])
            strain = (call - 3) % 5
            if strain < 4:
                self.strains |= 1 << 4 * (turn & 1) + strain
            if self.first_bid < 0:
                self.first_bid = parent.depth
                self.opening = call
            return
        self.last_bid, self.last_bidder, self.doubled = parent.last_bid, parent.last_bidder, parent.doubled
        self.law = parent.law and parent.law ^ 1
        if call:
            self.law = self.last_bid * 8 + call * 2 + (self.law & 1)
            self.doubled = call
            self.acted |= 1 << turn
        else:
            self.passes = parent.passes + 1

    # ------------------------------------------------------------------ laws

    @property
    def is_over(self) -> bool:
        """Three passes after a bid, or four without one."""
        return self.passes > 2 and (self.last_bidder >= 0 or self.passes > 3)

    def is_legal(self, call: int) -> bool:
        """Whether the player to call may make this call (Laws 18, 19)."""
        if call > 2:
            return call > self.last_bid
        if call == 0:
            return True
        if self.last_bidder < 0 or self.doubled != call - 1:
            return False
        return (self.turn ^ self.last_bidder) & 1 == call & 1

    # ------------------------------------------------------------------ history

    def calls(self) -> list[int]:
        """All calls so far, in order."""
        out = []
        node = self
        while node.parent is not None:
            out.append(node.call)
            node = node.parent
        out.reverse()
        return out

    def made_by(self, seat: int) -> list[Self]:
        """The points after which ``seat`` had just called, in order: each one's ``call`` is that call."""
        out = []
        after = self.last_call_of(seat)
        while after is not None:
            out.append(after)
            after = after.called_before[seat]
        out.reverse()
        return out

    def last_call_of(self, seat: int) -> Self | None:
        """The point right after the last call of a seat; None before the first."""
        return self if seat == self.caller else self.called_before[seat]

    def last_action_of(self, side: int) -> Self | None:
        """The point right after the last call but pass of a side; None before the first."""
        return self if self.call > 0 and side == self.caller & 1 else self.acted_before[side]

    @property
    def before(self) -> Self:
        """The point one call ago; there must have been one."""
        parent = self.parent
        assert parent is not None
        return parent

    def has_acted(self, seat: int) -> bool:
        """Whether a player has made any call but pass."""
        return bool(self.acted >> seat & 1)

    def opener(self) -> int:
        """The seat that made the first bid, -1 when nobody has."""
        return self.first_bid & 3 if self.first_bid >= 0 else -1

    def is_passed_hand(self, seat: int) -> bool:
        """Whether a player passed at his first turn, before anyone had bid."""
        return self.depth > seat and (self.first_bid < 0 or self.first_bid > seat)

    def lowest_bid(self, strain: int) -> int:
        """The cheapest sufficient bid in a strain (may be beyond 7NT)."""
        floor = self.last_bid + 1 if self.last_bid else 3
        return floor + (strain - (floor - 3)) % 5
