"""Words of the tricks that we have a chance of: how many to expect, whether a game, a slam or a save is worth bidding.

The chance of a number of tricks goes by the trumps and the points that both hands should have, and by the voids and
singletons of mine (:mod:`bridgelang.features.trick_chances`). It goes up with my points; so for each of my shapes there
is a number of points from which it is large enough, and a word is a set of cells.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache, lru_cache

from bridgelang.bidding.forms import NOTRUMP, SUIT_NAMES, Amount, SuitRef
from bridgelang.bidding.place import Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import SUIT_OF_PHRASE, VULNERABILITY, Question, kept
from bridgelang.bidding.words.base import Questions, Word, asked_by_suit
from bridgelang.bidding.words.expected import mean_of
from bridgelang.bidding.words.matching import suit_here
from bridgelang.constraints.cells import ALL_CELLS, HCP_VALUES, cells_of_hcp, first_column, hcp_between
from bridgelang.constraints.expected import HCP
from bridgelang.constraints.nodes import FALSE, Node, cells
from bridgelang.constraints.shapes import SHAPES, shapes_by_length
from bridgelang.core.contracts import GAME_LEVEL
from bridgelang.core.scoring import score
from bridgelang.features.trick_chances import EVEN, GAME_CHANCE, MOST, Odds, log_odds, odds

MOST_CARDS = 13
HCP_SCALE = range(HCP_VALUES)
MOST_HCP = HCP_SCALE[-1]
_NAMES = (*SUIT_NAMES, "notrump")


@lru_cache(maxsize=4)
def _columns_for(trumps: int) -> tuple[tuple[int, int, int, int], ...]:
    """My shapes by what counts when a suit is trumps: cards there, voids and singletons beside it, the cells."""
    found: dict[tuple[int, int, int], int] = {}
    for index, lengths in enumerate(SHAPES):
        side = [length for suit, length in enumerate(lengths) if suit != trumps]
        key = (lengths[trumps], side.count(0), side.count(1))
        found[key] = found.get(key, 0) | 1 << index
    return tuple([(*key, first_column(shapes)) for key, shapes in found.items()])


@lru_cache(maxsize=4)
def _columns_by_length(suit: int) -> tuple[int, ...]:
    """My cells for each number of cards in a suit."""
    return tuple(map(first_column, shapes_by_length(suit)))


def _weights(strain: int, tricks: int) -> Odds:
    return odds("notrump" if strain == NOTRUMP else "suit", tricks)


def _cells_we_have(point: Point, strain: int, tricks: int, chance: float) -> int:
    """My cells with which we have a chance of so many tricks: for each shape from a number of points on."""
    weights, wanted = _weights(strain, tricks), log_odds(chance)
    points = [weights.hcp * ours for ours in map(mean_of(point, "we", HCP), HCP_SCALE)]
    if strain == NOTRUMP:
        return cells_of_hcp(hcp_between(bisect_left(points, wanted - weights.constant), MOST_HCP))
    trumps = _by_cards(point, "we", strain)
    columns = [0] * (HCP_VALUES + 1)  # by the points from which they are in; the last: with none
    for cards, voids, singletons, column in _columns_for(strain):
        columns[bisect_left(points, wanted - weights.but_hcp(trumps[cards], voids, singletons))] |= column
    return _union([(column, hcp_between(enough, MOST_HCP)) for enough, column in enumerate(columns)])


def _cells_they_have(point: Point, strain: int, tricks: int, chance: float) -> int:
    """My cells with which the opponents have a chance of so many tricks: up to a number of points."""
    weights, wanted = _weights(strain, tricks), log_odds(chance)
    lost = [-weights.hcp * theirs for theirs in map(mean_of(point, "they", HCP), HCP_SCALE)]
    if strain == NOTRUMP:
        return cells_of_hcp(hcp_between(0, bisect_right(lost, weights.constant - wanted) - 1))
    trumps = _by_cards(point, "they", strain)
    too_many = [bisect_right(lost, weights.but_hcp(theirs, 0, 0) - wanted) for theirs in trumps]
    return _union([(column, hcp_between(0, too_many[n] - 1)) for n, column in enumerate(_columns_by_length(strain))])


def _by_cards(point: Point, who: str, suit: int) -> list[float]:
    """How many cards a side should have in a suit, by how many I have."""
    return list(map(mean_of(point, who, suit), range(MOST_CARDS + 1)))


def _union(parts: list[tuple[int, int]]) -> int:
    """All cells of some columns that hold hands, each with its set of points."""
    found = 0
    for column, points in parts:
        if column and points:
            found |= column * points
    return found & ALL_CELLS


@cache
def _with_a_chance(ref: SuitRef, tricks: int, chance: float) -> Question[int]:
    """The cells with which so many tricks in a strain have a chance."""

    def of(point: Point) -> int:
        strain = suit_here(ref, point)
        return 0 if strain < 0 else _cells_we_have(point, strain, tricks, chance)

    return kept(f"the hands with a chance of {chance:.1%} of {tricks} tricks in {ref}", of)


@cache
def _worth_game(ref: SuitRef) -> Question[int]:
    """The cells with which game in a strain is worth bidding."""

    def of(point: Point, vulnerability: int) -> int:
        strain = suit_here(ref, point)
        if strain < 0:
            return 0
        chance = GAME_CHANCE[VULNERABILITY.of(point, vulnerability) & 1]
        return _with_a_chance(ref, 6 + GAME_LEVEL[strain], chance).of(point, vulnerability)

    return Question(f"the hands worth game in {ref}", of, vulnerability=True)


@cache
def _worth_a_save(ref: SuitRef, level: int) -> Question[int]:
    """The cells worth a save in a suit at a level, over the contract that the opponents are in."""

    def of(point: Point, vulnerability: int) -> int:
        vulnerable = VULNERABILITY.of(point, vulnerability)
        return _save(ref, level, bool(vulnerable & 1), bool(vulnerable & 2)).of(point, vulnerability)

    return Question(f"the hands worth a save in {level} of {ref}", of, vulnerability=True)


@cache
def _save(ref: SuitRef, level: int, we_vulnerable: bool, they_vulnerable: bool) -> Question[int]:
    """The same for who is vulnerable: their contract has an even chance, and so has our going down for less."""

    def of(point: Point) -> int:
        ours, last = suit_here(ref, point), point.law >> 3
        theirs, their_tricks = (last - 3) % 5, 6 + (last + 2) // 5
        if ours < 0 or not last or not point.law & 1 or theirs == ours:
            return 0
        lost = score(their_tricks - 6, theirs, point.law >> 1 & 3, they_vulnerable, their_tricks)
        tricks = range(MOST + 1)
        enough = bisect_left(tricks, True, key=lambda taken: score(level, ours, 1, we_vulnerable, taken) > -lost)
        if enough > MOST:
            return 0
        return _with_a_chance(ref, enough, EVEN).of(point, 0) & _cells_they_have(point, theirs, their_tricks, EVEN)

    return kept(f"the hands worth a save in {level} of {ref}, vulnerable {we_vulnerable} {they_vulnerable}", of)


class OfTricks(Word):
    """A word of the tricks in a strain: a set of cells for each public state."""

    __slots__ = ("ref",)
    dear = True
    ref: SuitRef

    def key(self, q: Place) -> SuitRef:
        """The strain as a question takes it: a phrase stays what it is, since the point tells its suit."""
        return self.ref if self.ref in SUIT_OF_PHRASE else q.suit(self.ref)

    def hands(self, q: Place) -> Question[int]:
        """The question that it asks."""
        raise NotImplementedError

    def needs(self, q: Place) -> Questions:
        return asked_by_suit(self.ref) | {self.hands(q)}

    def said(self, q: Place, what: str) -> Node:
        """The hands that it is, and how it is said."""
        strain = q.suit(self.ref)
        return FALSE if strain < 0 else cells(q.ask(self.hands(q)), f"{what} in {_NAMES[strain]}")


class Worth(OfTricks):
    """Game or slam in a strain is worth bidding."""

    __slots__ = ("what",)
    kind = "worth"
    args = "word strain"
    of_vulnerability = True
    what: str

    def set_up(self) -> None:
        self.what, self.ref = self.values  # type: ignore[assignment]

    def hands(self, q: Place) -> Question[int]:
        return _worth_game(self.key(q)) if self.what == "game" else _with_a_chance(self.key(q), 12, EVEN)

    def node(self, q: Place) -> Node:
        return self.said(q, f"worth {self.what}")


class WorthASave(OfTricks):
    """They should make their contract, and we, doubled, should lose less than it is worth."""

    __slots__ = ()
    kind = "worth a save"
    args = "suit"
    of_vulnerability = True

    def set_up(self) -> None:
        (self.ref,) = self.values  # type: ignore[assignment]

    def hands(self, q: Place) -> Question[int]:
        return _worth_a_save(self.key(q), q.level)

    def node(self, q: Place) -> Node:
        return self.said(q, "worth a save") if q.level else FALSE


class ExpectTricks(OfTricks):
    """The tricks that we have an even chance of."""

    __slots__ = ("amount",)
    kind = "expected tricks"
    args = "amount strain"
    amount: Amount

    def set_up(self) -> None:
        self.amount, self.ref = self.values  # type: ignore[assignment]

    def at_least(self, q: Place, tricks: float) -> Question[int]:
        """The cells with which to expect so many tricks."""
        return _with_a_chance(self.key(q), int(tricks), EVEN)

    def needs(self, q: Place) -> Questions:
        lows = [low for low, _ in self.amount if low is not None]
        above = [high + 1 for _, high in self.amount if high is not None and high < MOST]
        return asked_by_suit(self.ref) | {self.at_least(q, tricks) for tricks in lows + above}

    def node(self, q: Place) -> Node:
        strain = q.suit(self.ref)
        if strain < 0:
            return FALSE
        found = 0
        for low, high in self.amount:
            enough = ALL_CELLS if low is None else q.ask(self.at_least(q, low))
            too_many = 0 if high is None or high >= MOST else q.ask(self.at_least(q, high + 1))
            found |= enough & ~too_many
        return cells(found, f"expecting {_text(self.amount)} tricks in {_NAMES[strain]}")


def _text(amount: Amount) -> str:
    """``10+``, ``8-9``, ``up to 7``."""
    parts = []
    for low, high in amount:
        parts.append(f"up to {high}" if low is None else f"{low}+" if high is None else f"{low}-{high}")
    return " or ".join(parts)
