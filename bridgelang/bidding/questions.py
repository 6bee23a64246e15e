"""Everything that rules ask of an auction, each as a question: a name and a function of a point.

Whatever depends on the auction is found out by asking such questions, so that what was worked out at one point can be
used at another that gives the same answers. Players are named by how many seats they sit to the left of the player to
call: 0 me, 1 left-hand opponent, 2 partner, 3 right-hand opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Generic, TypeVar

from bridgelang.bidding.forms import SUIT_NAMES, SUITS
from bridgelang.bidding.point import GAME, Point
from bridgelang.bidding.shown import NO_TAGS, NamedTag
from bridgelang.constraints.holding import Holding
from bridgelang.features.quantities import Quantity

T = TypeVar("T", bound=Hashable, covariant=True)

ME, LHO, PARTNER, RHO = 0, 1, 2, 3
OFFSETS = {"me": (0,), "lho": (1,), "partner": (2,), "rho": (3,), "we": (0, 2), "they": (1, 3)}
"""The players that a subject names."""


class Question(Generic[T]):
    """One question: ``of(point, vulnerability)`` answers it.

    ``vulnerability`` says that it asks who is vulnerable; ``wide`` that it has many answers: what was worked out for
    one of them would serve few points, so a question about the answer is asked instead.
    """

    __slots__ = ("name", "of", "vulnerability", "wide")

    def __init__(
        self, name: str, of: Callable[[Point, int], T], vulnerability: bool = False, wide: bool = False
    ) -> None:
        self.name = name
        self.of = of
        self.vulnerability = vulnerability
        self.wide = wide

    def __repr__(self) -> str:
        return f"<question: {self.name}>"


def _asked(name: str, wide: bool = False) -> Callable[[Callable[[Point, int], T]], Question[T]]:
    return lambda function: Question(name, function, wide=wide)


def kept(name: str, of: Callable[[Point], T]) -> Question[T]:
    """A question that is dear to answer: a point keeps the answer."""
    key = object()

    def once(point: Point, _: int) -> T:
        answers = point.answers
        if answers is None:
            answers = point.answers = {}
        found = answers.get(key)
        if found is None:
            found = answers[key] = of(point)
        return found  # type: ignore[return-value]  # the key has answers to this question only

    return Question(name, once)


# ------------------------------------------------------------------ who is vulnerable


def _vulnerable(point: Point, vulnerability: int) -> int:
    return vulnerability if point.turn & 1 == 0 else vulnerability >> 1 | (vulnerability & 1) << 1


VULNERABILITY = Question("who is vulnerable", _vulnerable, vulnerability=True)
"""Bit 0 for our side, bit 1 for theirs."""

# ------------------------------------------------------------------ what the calls alone tell


@_asked("the last bid", wide=True)
def LAW(point: Point, _: int) -> int:
    """See :attr:`bridgelang.bidding.auction.AuctionNode.law`."""
    return point.law


@_asked("the opening", wide=True)
def OPENING(point: Point, _: int) -> tuple[int, int]:
    """Who made the first bid, and which; (-1, 0) before it."""
    first = point.first_bid
    return ((first - point.turn) & 3, point.opening) if first >= 0 else (-1, 0)


def _turned(bits: int, turn: int) -> int:
    return (bits | bits << 4) >> turn & 15


@_asked("who has done more than pass")
def ACTED(point: Point, _: int) -> int:
    """A bit for each player."""
    return _turned(point.acted, point.turn)


@_asked("who has bid")
def BIDDERS(point: Point, _: int) -> int:
    """A bit for each player."""
    return _turned(point.bidders, point.turn)


@_asked("who is a passed hand")
def PASSED_HANDS(point: Point, _: int) -> int:
    """A bit for each player."""
    passed = point.depth if point.first_bid < 0 else point.first_bid  # from the dealer on, see `is_passed_hand`
    return _turned((1 << passed) - 1 & 15, point.turn)


@_asked("the seat")
def SEAT(point: Point, _: int) -> int:
    """0 for the dealer, … 3."""
    return point.turn


@_asked("whether I have called")
def FIRST_TURN(point: Point, _: int) -> bool:
    """Whether this is the player's first turn."""
    return point.depth < 4


@_asked("whether a pass would end the auction")
def BALANCING(point: Point, _: int) -> bool:
    """Whether two passes follow a bid, double or redouble."""
    return point.last_bidder >= 0 and point.passes == 2


@cache
def last_calls(who: str) -> Question[tuple[int, ...]]:
    """The last call of each player that a subject names, -1 before the first."""

    offsets = OFFSETS[who]
    (first, *others) = offsets

    def of_one(point: Point, _: int) -> tuple[int, ...]:
        after = point.last_call_of((point.turn + first) & 3)
        return (-1,) if after is None else (after.call,)

    def of(point: Point, _: int) -> tuple[int, ...]:
        turn, last = point.turn, point.last_call_of
        return tuple([-1 if (after := last((turn + offset) & 3)) is None else after.call for offset in offsets])

    return Question(f"the last call of {who}", of if others else of_one, wide=True)


@cache
def last_bid(who: str) -> Question[int]:
    """The last bid of the one player that a subject names, 0 before the first."""
    offset = OFFSETS[who][0]
    return Question(f"the last bid of {who}", lambda point, _: point.last_bids[(point.turn + offset) & 3], wide=True)


# ------------------------------------------------------------------ what calls have shown


@cache
def last_tags(who: str, names: frozenset[str], sure: bool) -> Question[frozenset[NamedTag]]:
    """The tags of a player's last call, carried by every line it may come from (``sure``) or by some.

    Only tags of these names are of interest: a call that can carry none of them need not be read.
    """
    offset = OFFSETS[who][0]

    def of(point: Point, _: int) -> frozenset[NamedTag]:
        after = point.last_call_of((point.turn + offset) & 3)
        if after is None or not after.can_carry(names):
            return NO_TAGS
        shown = after.made()
        return shown.all_tags if sure else shown.any_tags

    return Question(f"the tags of {who}'s last call", of, wide=True)


@_asked("the suits I have shown")
def MY_SUITS(point: Point, _: int) -> int:
    """Four bits."""
    return point.suit_mask(point.turn)


@_asked("the suits partner has shown")
def PARTNERS_SUITS(point: Point, _: int) -> int:
    """Four bits."""
    return point.suit_mask(point.turn ^ 2)


@_asked("the suits we have shown")
def OUR_SUITS(point: Point, _: int) -> int:
    """Four bits."""
    return point.side_mask(point.turn & 1)


@_asked("the suits they have shown")
def THEIR_SUITS(point: Point, _: int) -> int:
    """Four bits."""
    return point.side_mask(point.turn & 1 ^ 1)


@_asked("the suits anyone has shown")
def ALL_SUITS(point: Point, _: int) -> int:
    """Four bits."""
    return point.side_mask(0) | point.side_mask(1)


SUITS_OF: dict[str, Question[int]] = {
    "me": MY_SUITS,
    "partner": PARTNERS_SUITS,
    "we": OUR_SUITS,
    "they": THEIR_SUITS,
    "lho": _asked("the suits lho has shown")(lambda point, _: point.suit_mask((point.turn + 1) & 3)),
    "rho": _asked("the suits rho has shown")(lambda point, _: point.suit_mask((point.turn + 3) & 3)),
}


@_asked("the suits they have shown or bid")
def SUITS_BID_BY_THEM(point: Point, _: int) -> int:
    """Four bits."""
    return point.bid_by(point.turn & 1 ^ 1)


@_asked("the suit partner showed last")
def PARTNERS_LAST_SUIT(point: Point, _: int) -> int:
    """-1 when there is none."""
    suits = point.suits(point.turn ^ 2)
    return suits[-1] if suits else -1


@_asked("the suit they showed last")
def THEIR_LAST_SUIT(point: Point, _: int) -> int:
    """-1 when there is none."""
    side = point.turn & 1 ^ 1
    node: Point | None = point
    while node is not None and node.parent is not None:
        if node.parent.turn & 1 == side and node.call:
            natural = node.made().natural
            if natural >= 0:
                return natural
        node = node.parent
    return -1


@_asked("what makes a bid a reverse")
def FOR_REVERSE(point: Point, _: int) -> tuple[tuple[int, ...], int]:
    """My suits in order of showing, and partner's."""
    return point.suits(point.turn), point.suit_mask(point.turn ^ 2)


@_asked("the suit we have agreed")
def AGREED(point: Point, _: int) -> int:
    """-1 when there is none."""
    return point.agreed(point.turn & 1)


@_asked("whether I am forced")
def FORCED(point: Point, _: int) -> bool:
    """Whether the player to call may not pass."""
    return point.forced()


@_asked("whether we are forced to game")
def GAME_FORCED(point: Point, _: int) -> bool:
    """Whether some call of ours was game forcing."""
    return point.force_level(point.turn & 1) == GAME


@_asked("partner's hand")
def PARTNERS_HAND(point: Point, _: int) -> Holding:
    """What it is known to be."""
    return point.holding(point.turn ^ 2)


@_asked("the suits partner is short in")
def PARTNERS_SHORT_SUITS(point: Point, _: int) -> int:
    """Four bits: he has at most one card there."""
    known = point.holding(point.turn ^ 2)
    return sum(1 << suit for suit in SUITS if known.length_range(suit)[1] <= 1)


def _partners_length(suit: int) -> Question[int]:
    return Question(f"partner's {SUIT_NAMES[suit]}", lambda point, _: point.holding(point.turn ^ 2).least_lengths[suit])


PARTNERS_LENGTH = tuple(map(_partners_length, SUITS))
"""The fewest cards that partner has in each suit."""


@_asked("the least that partner has")
def PARTNERS_LEAST(point: Point, _: int) -> tuple[int, int]:
    """The lower end of his shown strength, and the scale of its quantity."""
    strength = point.strength(point.turn ^ 2)
    return strength.low, strength.quantity.scale


@_asked("the most that partner has")
def PARTNERS_MOST(point: Point, _: int) -> tuple[int, int]:
    """The upper end of his shown strength, and the scale of its quantity."""
    strength = point.strength(point.turn ^ 2)
    return strength.high, strength.quantity.scale


@_asked("my shown strength")
def MY_STRENGTH(point: Point, _: int) -> tuple[int, int, Quantity]:
    """From, to, of what."""
    strength = point.strength(point.turn)
    return strength.low, strength.high, strength.quantity


@cache
def partners_bound(mine: Quantity, upper: bool) -> Question[int]:
    """The least (or the most) that partner can have of a quantity."""
    end = 1 if upper else 0
    return Question(f"partner's {mine.name}", lambda point, _: point.holding(point.turn ^ 2).range(mine)[end])


def _only(mask: int) -> int:
    """The suit of a set of one, else -1."""
    return mask.bit_length() - 1 if mask.bit_count() == 1 else -1


def _trumps(point: Point, _: int) -> int:
    agreed = point.agreed(point.turn & 1)
    return agreed if agreed >= 0 else PARTNERS_LAST_SUIT.of(point, 0)


def _their_trumps(point: Point, _: int) -> int:
    """The suit of their contract or of their last bid, where it is natural; else what they agreed or showed last."""
    side = point.turn & 1 ^ 1
    agreed = point.agreed(side)
    strain = (point.last_bid - 3) % 5
    if point.last_bidder >= 0 and point.last_bidder & 1 == side and strain < 4 and point.side_mask(side) >> strain & 1:
        return strain
    return agreed if agreed >= 0 else THEIR_LAST_SUIT.of(point, 0)


def _doubled(point: Point, _: int) -> int:
    strain = (point.last_bid - 3) % 5
    return strain if point.last_bid and point.doubled and strain < 4 else -1


SUIT_OF_PHRASE: dict[str, Question[int]] = {
    "their suit": _asked("their one suit")(lambda point, _: _only(point.side_mask(point.turn & 1 ^ 1))),
    "partner's suit": _asked("partner's one suit")(lambda point, _: _only(point.suit_mask(point.turn ^ 2))),
    "my suit": _asked("my one suit")(lambda point, _: _only(point.suit_mask(point.turn))),
    "the agreed suit": AGREED,
    "trumps": _asked("our trumps")(_trumps),
    "their trumps": _asked("their trumps")(_their_trumps),
    "the doubled suit": _asked("the doubled suit")(_doubled),
}
"""The suit that a phrase speaks of: exactly one, or -1."""
