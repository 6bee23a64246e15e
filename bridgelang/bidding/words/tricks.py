"""Words of the tricks that we have a chance of: how many to expect, whether a game, a slam or a save is worth bidding.

The chance of a number of tricks goes by the trumps and the points that both hands should have, and by the voids and
singletons of mine (:mod:`bridgelang.features.trick_chances`). It goes up with my points; so for each of my shapes there
is a number of points from which it is large enough, and a word is a set of hands.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache

from bridgelang.bidding.forms import NOTRUMP, Amount, SuitRef
from bridgelang.bidding.place import Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import SUIT_OF_PHRASE, VULNERABILITY, Question, kept
from bridgelang.bidding.words.base import Questions, Word, asked_by_suit
from bridgelang.bidding.words.expected import mean_of
from bridgelang.bidding.words.matching import suit_here
from bridgelang.constraints.expected import HCP
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, shape, within
from bridgelang.constraints.shapes import ALL_SHAPES, SHAPES, length_between
from bridgelang.core.contracts import GAME_LEVEL
from bridgelang.core.scoring import score
from bridgelang.features.quantities import quantity
from bridgelang.features.trick_chances import EVEN, GAME_CHANCE, MOST, log_odds, odds

MOST_HCP = 37

Hands = tuple[tuple[int, int, int], ...]
"""A set of hands: the fewest and the most points that go with a set of shapes."""


@lru_cache(maxsize=4)
def _shapes_for(trumps: int) -> tuple[tuple[int, int, int, int], ...]:
    """The shapes by what counts when a suit is trumps: cards there, voids and singletons beside it, the shapes."""
    found: dict[tuple[int, int, int], int] = {}
    for index, lengths in enumerate(SHAPES):
        side = [length for suit, length in enumerate(lengths) if suit != trumps]
        key = (lengths[trumps], side.count(0), side.count(1))
        found[key] = found.get(key, 0) | 1 << index
    return tuple([(*key, shapes) for key, shapes in found.items()])


def _kind(strain: int) -> str:
    return "notrump" if strain == NOTRUMP else "suit"


def _points_from(point: Point, strain: int, tricks: int, chance: float) -> dict[int, int]:
    """From how many points on so many tricks have a chance, by shape: the shapes for each number of points."""
    weights = odds(_kind(strain), tricks)
    wanted, ours = log_odds(chance), mean_of(point, "we", HCP)

    def fewest(rest: float) -> int:
        return bisect_left(range(MOST_HCP + 1), True, key=lambda mine: rest + weights.hcp * ours(mine) >= wanted)

    if strain == NOTRUMP:
        return {fewest(weights.constant): ALL_SHAPES}
    found: dict[int, int] = {}
    trumps = mean_of(point, "we", strain)
    for cards, voids, singletons, shapes in _shapes_for(strain):
        points = fewest(weights.but_hcp(trumps(cards), voids, singletons))
        found[points] = found.get(points, 0) | shapes
    return found


def _points_up_to(point: Point, strain: int, tricks: int, chance: float) -> dict[int, int]:
    """Up to how many points of mine the opponents have a chance of so many tricks: the shapes for each number."""
    weights = odds(_kind(strain), tricks)
    wanted, theirs = log_odds(chance), mean_of(point, "they", HCP)

    def most(rest: float) -> int:
        return bisect_left(range(MOST_HCP + 1), True, key=lambda mine: rest + weights.hcp * theirs(mine) < wanted) - 1

    if strain == NOTRUMP:
        return {most(weights.constant): ALL_SHAPES}
    found: dict[int, int] = {}
    trumps = mean_of(point, "they", strain)
    for cards in range(14):
        points = most(weights.but_hcp(trumps(cards), 0, 0))
        found[points] = found.get(points, 0) | length_between(strain, cards, cards)
    return found


def _as_node(hands: Hands) -> Node:
    """A set of hands as a constraint on mine."""
    hcp = quantity("hcp")
    return either(
        *[both(within(hcp, low, high), shape(shapes, "the tricks it takes")) for low, high, shapes in hands if shapes]
    )


@cache
def _with_a_chance(ref: SuitRef, tricks: int, chance: float) -> Question[Hands]:
    """The hands with which so many tricks in a strain have a chance."""

    def of(point: Point) -> Hands:
        strain = suit_here(ref, point)
        if strain < 0:
            return ()
        fewest = sorted(_points_from(point, strain, tricks, chance).items())
        return tuple([(points, MOST_HCP, shapes) for points, shapes in fewest if points <= MOST_HCP])

    return kept(f"the hands with a chance of {chance:.1%} of {tricks} tricks in {ref}", of)


@cache
def _worth_game(ref: SuitRef) -> Question[Hands]:
    """The hands with which game in a strain is worth bidding."""

    def of(point: Point, vulnerability: int) -> Hands:
        strain = suit_here(ref, point)
        if strain < 0:
            return ()
        chance = GAME_CHANCE[VULNERABILITY.of(point, vulnerability) & 1]
        return _with_a_chance(ref, 6 + GAME_LEVEL[strain], chance).of(point, vulnerability)

    return Question(f"the hands worth game in {ref}", of, vulnerability=True)


@cache
def _worth_a_save(ref: SuitRef, level: int) -> Question[Hands]:
    """The hands worth a save in a suit at a level, over the contract that the opponents are in."""

    def of(point: Point, vulnerability: int) -> Hands:
        vulnerable = VULNERABILITY.of(point, vulnerability)
        return _save(ref, level, bool(vulnerable & 1), bool(vulnerable & 2)).of(point, vulnerability)

    return Question(f"the hands worth a save in {level} of {ref}", of, vulnerability=True)


@cache
def _save(ref: SuitRef, level: int, we_vulnerable: bool, they_vulnerable: bool) -> Question[Hands]:
    """The same for who is vulnerable: their contract has an even chance, and so has our going down for less."""

    def of(point: Point) -> Hands:
        ours, last = suit_here(ref, point), point.law >> 3
        theirs, their_tricks = (last - 3) % 5, 6 + (last + 2) // 5
        if ours < 0 or not last or not point.law & 1 or theirs == ours:
            return ()
        lost = score(their_tricks - 6, theirs, point.law >> 1 & 3, they_vulnerable, their_tricks)
        tricks = range(MOST + 1)
        enough = bisect_left(tricks, True, key=lambda taken: score(level, ours, 1, we_vulnerable, taken) > -lost)
        if enough > MOST:
            return ()
        they_make = _points_up_to(point, theirs, their_tricks, EVEN)
        return tuple(
            [
                (fewest, most, both_ways)
                for fewest, _, shapes in _with_a_chance(ref, enough, EVEN).of(point, 0)
                for most, others in they_make.items()
                if fewest <= most and (both_ways := shapes & others)
            ]
        )

    return kept(f"the hands worth a save in {level} of {ref}, vulnerable {we_vulnerable} {they_vulnerable}", of)


class OfTricks(Word):
    """A word of the tricks in a strain: a set of hands for each public state."""

    __slots__ = ("ref",)
    dear = True
    ref: SuitRef

    def key(self, q: Place) -> SuitRef:
        """The strain as a question takes it: a phrase stays what it is, since the point tells its suit."""
        return self.ref if self.ref in SUIT_OF_PHRASE else q.suit(self.ref)

    def hands(self, q: Place) -> Question[Hands]:
        """The question that it asks."""
        raise NotImplementedError

    def needs(self, q: Place) -> Questions:
        return asked_by_suit(self.ref) | {self.hands(q)}

    def node(self, q: Place) -> Node:
        return FALSE if q.suit(self.ref) < 0 else _as_node(q.ask(self.hands(q)))


class Worth(OfTricks):
    """Game or slam in a strain is worth bidding."""

    __slots__ = ("what",)
    kind = "worth"
    args = "word strain"
    of_vulnerability = True
    what: str

    def set_up(self) -> None:
        self.what, self.ref = self.values  # type: ignore[assignment]

    def hands(self, q: Place) -> Question[Hands]:
        return _worth_game(self.key(q)) if self.what == "game" else _with_a_chance(self.key(q), 12, EVEN)


class WorthASave(OfTricks):
    """They should make their contract, and we, doubled, should lose less than it is worth."""

    __slots__ = ()
    kind = "worth a save"
    args = "suit"
    of_vulnerability = True

    def set_up(self) -> None:
        (self.ref,) = self.values  # type: ignore[assignment]

    def hands(self, q: Place) -> Question[Hands]:
        return _worth_a_save(self.key(q), q.level)

    def node(self, q: Place) -> Node:
        return super().node(q) if q.level else FALSE


class ExpectTricks(OfTricks):
    """The tricks that we have an even chance of."""

    __slots__ = ("amount",)
    kind = "expected tricks"
    args = "amount strain"
    amount: Amount

    def set_up(self) -> None:
        self.amount, self.ref = self.values  # type: ignore[assignment]

    def at_least(self, q: Place, tricks: float) -> Question[Hands]:
        """The hands with which to expect so many tricks."""
        return _with_a_chance(self.key(q), int(tricks), EVEN)

    def needs(self, q: Place) -> Questions:
        lows = [low for low, _ in self.amount if low is not None]
        above = [high + 1 for _, high in self.amount if high is not None and high < MOST]
        return asked_by_suit(self.ref) | {self.at_least(q, tricks) for tricks in lows + above}

    def node(self, q: Place) -> Node:
        if q.suit(self.ref) < 0:
            return FALSE
        parts = []
        for low, high in self.amount:
            enough = TRUE if low is None else _as_node(q.ask(self.at_least(q, low)))
            too_many = FALSE if high is None or high >= MOST else _as_node(q.ask(self.at_least(q, high + 1)))
            parts.append(both(enough, negation(too_many)))
        return either(*parts)
