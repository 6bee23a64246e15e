"""A point of an auction with what everybody at the table knows there: hands shown, suits, agreement, force.

Points form a tree. Who is vulnerable is no part of a point: it is a question that rules may ask, and only where calls
come to show different things by it do auctions part (:meth:`Point.child`). Everything is worked out when first asked
for and kept.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import permutations

from bridgelang.bidding.auction import AuctionNode
from bridgelang.bidding.forms import is_game
from bridgelang.bidding.shown import FORCING, Shown, Strength
from bridgelang.constraints.expected import Share, share
from bridgelang.constraints.holding import ANY, Holding
from bridgelang.features.quantities import Quantity

GAME = 99
"""The level of a force to game."""

MASKS = {suits: sum(1 << suit for suit in suits) for count in range(5) for suits in permutations(range(4), count)}
"""Suits in order of showing as a set of four bits."""

_OTHERS = ((1, 2), (2, 3), (1, 3), (1, 2))
"""By the place of one of the three others, the places of the rest."""

_NOTHING_AGREED = (-1, False)
_AGREES = frozenset(["agrees"])
_OF_FORCE = frozenset(["game forcing", "forcing to", "signoff", "penalty"])


def is_reverse(mine: tuple[int, ...], partners: int, last_bid: int, call: int) -> bool:
    """Whether a bid is a rebid at the two level above my first suit, partner not having raised it or shown the new one.

    ``mine`` are my suits in order of showing, ``partners`` is a set of four bits.
    """
    suit = (call - 3) % 5
    if not mine or suit == 4 or (call + 2) // 5 != 2 or suit <= mine[0] or suit in mine:
        return False
    return not (partners >> suit & 1 or partners >> mine[0] & 1) and last_bid < 5 * 2 - 2 + mine[0]


class Maker:
    """What the public needs of a system to understand its calls: its points."""

    __slots__ = ("points", "unsaid")

    def __init__(self, points: Quantity) -> None:
        self.points = points
        self.unsaid = Strength(points.low, points.high, points)


class Tree:
    """What the points of a tree share: who made the calls, the dealer's side first; ``count`` points have been grown.

    An engine fills in how the rules at a point are found and how a call is read.
    """

    __slots__ = ("count", "makers")

    def __init__(self, makers: tuple[Maker, Maker]) -> None:
        self.makers = makers
        self.count = 0

    def settle(self, point: Point, vulnerability: int) -> object:
        """Find the rules of the player to call, and put them in the point."""
        raise NotImplementedError

    def read(self, point: Point, call: int, vulnerability: int) -> Shown:
        """What a call shows at a point."""
        raise NotImplementedError

    def tags_at(self, point: Point, call: int, vulnerability: int) -> frozenset[str]:
        """The names of the tags that some rule which stands at a point could give to a call."""
        raise NotImplementedError

    def reads_alike(self, point: Point, one: int, other: int) -> bool:
        """Whether every call at a point shows the same under two vulnerabilities, the rules being the same."""
        raise NotImplementedError

    def fork(self, grown: Point, vulnerability: int) -> tuple[object, ...]:
        """What else must be the same if a point is to serve several vulnerabilities: the paths of both sides."""
        raise NotImplementedError


class Point(AuctionNode):
    """One point of an auction.

    ``slots`` are the engine's: the position of the player to call (``rules``) where it is the same whoever is
    vulnerable, else one for each vulnerability (``rules_by``), the facts that hold as bits and the paths of both sides.
    """

    __slots__ = (
        "_agreed", "_force", "_forced", "_grown_for", "_mask", "_shares", "_shown", "_suits", "_tags", "answers",
        "children", "facts", "paths", "rules", "rules_by", "tree", "visits", "where",
    )  # fmt: skip

    def __init__(self, tree: Tree, parent: Point | None = None, call: int = -1, vulnerability: int = 0) -> None:
        if parent is None:
            super().__init__()
        else:
            self.follow(parent, call)
        self.tree = tree
        self.visits = 0  # how often an auction went on from here; see thin
        self.children: dict[int, Point] = {}
        self.rules: object = None
        self.rules_by: list[object] | None = None
        self.where: object = None
        self.paths: list[object] = [None, None]
        self.facts = (0, -1)  # the bits of those that hold, and how many were known
        self.answers: dict[object, object] | None = None  # to questions that are dear to answer
        self._shown: Shown | None = None
        self._grown_for = vulnerability  # with which it was first come to
        self._suits: tuple[int, ...] | None = None  # of the player who has just called
        self._mask = -1  # the same as four bits; -1 until it is asked
        self._agreed: tuple[int, bool] | None = None  # of the side that has just called
        self._shares: dict[tuple[int, int], Share] | None = None
        self._tags: frozenset[str] | None = None  # that the call that led here could carry
        self._force = -1  # likewise; -1 until it is asked
        self._forced = -1

    # ------------------------------------------------------------------ the tree

    def child(self, call: int, vulnerability: int) -> Point:
        """The point after one more (legal) call; the same for all vulnerabilities under which it shows the same."""
        if self.rules is None:
            self.tree.settle(self, vulnerability)
        key = call if self.rules_by is None else 64 + 4 * call + vulnerability
        found = self.children.get(key)
        if found is None:
            grown = Point(self.tree, self, call, vulnerability)
            found = grown if self.rules_by is None else self._one_that_tells_the_same(grown, vulnerability)
            self.tree.count += found is grown
            self.children[key] = found
        return found

    def _one_that_tells_the_same(self, grown: Point, vulnerability: int) -> Point:
        """A point after the same call, where it shows the same with others vulnerable; else the one just grown.

        Nothing is read before there is one to compare with, nor where the rules are the same for both.
        """
        tree = self.tree
        for other in range(4):
            found = self.children.get(64 + 4 * grown.call + other)
            if found is None or tree.fork(found, other) != tree.fork(grown, vulnerability):
                continue
            if tree.reads_alike(self, other, vulnerability) or found.made().tells_the_same(grown.made()):
                return found
        return grown

    def thin(self) -> int:
        """Drop the points below that were not come to of late; gives how many are left.

        What counts is halved each time: a point stays for one time more than it takes to come to nothing.
        """
        left = 0
        going = [self]
        while going:
            point = going.pop()
            left += 1
            children = {id(child): child for child in point.children.values()}.values()
            point.children = {key: child for key, child in point.children.items() if child.visits}
            for child in children:
                if child.visits:
                    child.visits //= 2
                    going.append(child)
                else:
                    child.release()
        return left

    def release(self) -> None:
        """Take the tree from here on apart: points and what they keep refer to each other."""
        going = [self]
        while going:
            point = going.pop()
            going.extend(point.children.values())
            point.children = {}
            point.rules = None
            point.rules_by = None
            point.where = None
            point.paths = [None, None]

    # ------------------------------------------------------------------ what has been shown

    def made(self) -> Shown:
        """What the call that led here showed."""
        found = self._shown
        if found is None:
            found = self._shown = self.tree.read(self.before, self.call, self._grown_for)
        return found

    def can_carry(self, names: Set[str]) -> bool:
        """Whether the call that led here could carry a tag of one of these names; it need not be read to tell."""
        tags = self._tags
        if tags is None:
            tags = self._tags = self.tree.tags_at(self.before, self.call, self._grown_for)
        return not tags.isdisjoint(names)

    def maker_of(self, seat: int) -> Maker:
        """Whose system a player's calls are made by."""
        return self.tree.makers[seat & 1]

    def holding(self, seat: int) -> Holding:
        """What a player's hand is known to be."""
        after = self.last_call_of(seat)
        return ANY if after is None else after.made().holding

    def strength(self, seat: int) -> Strength:
        """A player's shown strength, as his last descriptive line said."""
        after = self.last_call_of(seat)
        return self.maker_of(seat).unsaid if after is None else after.made().strength

    def suits(self, seat: int) -> tuple[int, ...]:
        """The suits a player has shown, in order of showing: natural bids, and four or more cards known."""
        after = self.last_call_of(seat)
        if after is None:
            return ()
        found = after._suits
        if found is None:
            found = after._suits = after._find_suits(seat)
        return found

    def _find_suits(self, seat: int) -> tuple[int, ...]:
        found = self.before.suits(seat)
        if self.call == 0:
            return found
        shown = self.made()
        if shown.natural >= 0 and shown.natural not in found:
            found = (*found, shown.natural)
        for suit in (3, 2, 1, 0):
            if suit not in found and shown.holding.has_length(suit, 4):
                found = (*found, suit)
        return found

    def shown_suits(self, side: int) -> tuple[int, ...]:
        """The suits a side has shown, the first player's before his partner's."""
        first = self.suits(side)
        return first + tuple(s for s in self.suits(side + 2) if s not in first)

    def suit_mask(self, seat: int) -> int:
        """The suits a player has shown as a set of four bits."""
        after = self.last_call_of(seat)
        if after is None:
            return 0
        found = after._mask
        if found < 0:
            found = after._mask = MASKS[after.suits(seat)]
        return found

    def side_mask(self, side: int) -> int:
        """The suits a side has shown as a set of four bits."""
        return self.suit_mask(side) | self.suit_mask(side + 2)

    def bid_by(self, side: int) -> int:
        """Likewise the suits that a side has shown or bid."""
        return self.side_mask(side) | self.strains >> 4 * side & 15

    def is_reverse(self, call: int) -> bool:
        """Whether a bid by the player to call is a reverse."""
        return is_reverse(self.suits(self.turn), self.suit_mask(self.turn ^ 2), self.last_bid, call)

    def share(self, offset: int, number: int) -> Share:
        """What a player (1 left-hand opponent, 2 partner, 3 right-hand) has on average of a suit, or of hcp (4)."""
        known = self._shares
        if known is None:
            known = self._shares = {}
        found = known.get((offset, number))
        if found is None:
            his, *others = [self.holding((self.turn + other) & 3) for other in (offset, *_OTHERS[offset])]
            found = known[offset, number] = share(number, his, (others[0], others[1]))
        return found

    # ------------------------------------------------------------------ agreement and force

    def agreed(self, side: int) -> int:
        """The suit a side has agreed, -1 for none: the latest ``[agrees x]``, else its last eight-card fit bid."""
        return self._agreement(side)[0]

    def _agreement(self, side: int) -> tuple[int, bool]:
        """The suit agreed, and whether some ``[agrees x]`` settled it."""
        after = self.last_action_of(side)
        if after is None:
            return _NOTHING_AGREED
        found = after._agreed
        if found is None:
            found = after._agreed = after._find_agreement(side)
        return found

    def _find_agreement(self, side: int) -> tuple[int, bool]:
        before = self.before._agreement(side)
        if (self.call < 3 or before[1] or (self.call - 3) % 5 == 4) and not self.can_carry(_AGREES):
            return before
        shown = self.made()
        for name, suit in shown.all_tags:
            if name == "agrees" and suit is not None:
                return suit, True
        suit = (self.call - 3) % 5
        if self.call < 3 or before[1]:
            return before
        fits = suit < 4 and self.fit_shown(side, suit) >= 8 and shown.natural == suit
        return (suit, False) if fits else before

    def fit_shown(self, side: int, suit: int) -> int:
        """How many cards of a suit a side has shown together."""
        return self.holding(side).length_range(suit)[0] + self.holding(side + 2).length_range(suit)[0]

    def force_level(self, side: int) -> int:
        """Up to which bid a side is forced: a call number, ``GAME`` for game, 0 when it is not."""
        after = self.last_action_of(side)
        if after is None:
            return 0
        found = after._force
        if found < 0:
            found = after._force = after._find_force(side)
        return found

    def _find_force(self, side: int) -> int:
        level = before = self.before.force_level(side)
        if not self.can_carry(_OF_FORCE):
            return before
        shown = self.made()
        for name, value in shown.all_tags:
            if name == "game forcing":
                level = GAME
            elif name == "forcing to" and value is not None and level != GAME:
                level = max(level, value)
            elif name == "signoff" and before != GAME:
                level = 0
        if self.call == 1 and shown.has("penalty"):
            level = 0
        return level

    def game_reached(self) -> bool:
        """Whether the last bid is at game level or above."""
        return is_game(self.last_bid)

    def forced(self) -> bool:
        """Whether the player to call may not pass (short of ``pass even if forced``)."""
        if self._forced < 0:
            self._forced = self._find_forced()
        return bool(self._forced)

    def _find_forced(self) -> bool:
        if self.call != 0 or self.depth < 2 or self.last_bidder < 0:
            return False  # right-hand opponent acted (or nobody has called yet)
        level = self.force_level(self.turn & 1)
        if level and (not self.game_reached() if level == GAME else self.last_bid < level):
            return True
        partner = self.before
        return partner.can_carry(FORCING) and partner.made().is_forcing
