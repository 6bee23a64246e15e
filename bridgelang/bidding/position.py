"""The rules of one position, ready for choosing and for reading: calls with constraints, in order.

Positions with the same rules are one *standing*; of these, the positions in which all that the rules go on to ask of
the auction has the same answers are one. What an offer asks beyond its steady part is worked out only for a hand, or a
holding, that meets that part.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from bridgelang.bidding.forms import Env
from bridgelang.bidding.offers import Offer
from bridgelang.bidding.place import Answers, Counts, Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.program import Rule
from bridgelang.bidding.shown import Shown
from bridgelang.constraints.cells import cell_of
from bridgelang.constraints.nodes import FALSE, Node, both, negation
from bridgelang.constraints.project import project
from bridgelang.core.hands import Hand


class Run:
    """Offers in a row that are plain sets of cells: what is left after all of them is found out at once."""

    __slots__ = ("calls", "end", "offers", "spare")

    def __init__(self, offers: list[Offer]) -> None:
        self.offers = offers
        self.calls = frozenset([offer.call for offer in offers])
        self.end = offers[-1].index
        self.spare = -1
        """The cells that none of them must take; -1 until it is asked."""

    def left(self) -> int:
        """The same, worked out."""
        if self.spare < 0:
            spare = project(self.offers[0].steady).spare
            for offer in self.offers[1:]:
                spare &= project(offer.steady).spare
            self.spare = spare
        return self.spare


class Standing:
    """The offers of some positions, in order, and these positions by what else their conditions ask."""

    __slots__ = ("_nevers", "_positions", "_questions", "_runs", "counts", "last", "offers", "tests", "vulnerability")

    def __init__(self, offers: Sequence[Offer], nevers: Sequence[Offer], point: Point, counts: Counts) -> None:
        self.offers = offers
        self.counts = counts
        self._nevers = nevers
        self.tests = [offer for offer in offers if not offer.reads]
        self.last = {offer.call: offer.index for offer in offers}
        """The number of the last rule that offers each call."""
        self._runs: list[Run] | None = None
        place = Place(point, 0, counts, answers={})
        needs = {question for offer in (*offers, *nevers) if offer.moving for question in offer.needs(place)}
        self._questions = tuple(needs)
        self.vulnerability = any(question.vulnerability for question in needs)
        self._positions: dict[tuple[Hashable, ...], Position] = {}

    def position(self, point: Point, vulnerability: int) -> Position:
        """The rules at a point."""
        key = tuple([question.of(point, vulnerability) for question in self._questions])
        found = self._positions.get(key)
        if found is None:
            answers = dict(zip(self._questions, key, strict=True))
            found = self._positions[key] = Position(self, self._nevers, answers, point, vulnerability)
        else:
            found.shared += 1
        return found

    def runs(self) -> list[Run]:
        """The offers cut into runs of plain ones, and others by themselves."""
        if self._runs is None:
            self._runs = _runs(self.offers)
        return self._runs

    def forget(self) -> int:
        """Let go of the positions that nothing has shared since this was last done; gives how many are left."""
        positions = self._positions
        for key in [key for key, position in positions.items() if not position.shared]:
            del positions[key]
        for position in positions.values():
            position.shared = 0
        return len(positions)


def is_static(offer: Offer) -> bool:
    """Whether an offer is a plain set of cells wherever it stands."""
    node = offer.node
    return node is not None and node.is_exact and not offer.leaves and not offer.reads


def _runs(offers: Sequence[Offer]) -> list[Run]:
    out: list[list[Offer]] = []
    before = False
    for offer in offers:
        static = is_static(offer)
        if static and before:
            out[-1].append(offer)
        else:
            out.append([offer])
        before = static
    return [Run(run) for run in out]


class Entry:
    """One call a rule offers here: ``node`` is what the hand must be (``FALSE``: the rule then offers nothing).

    ``leaves`` (a rule's number) marks a hand that leaves its block because the call is not legal; ``reads`` an entry
    that only explains.
    """

    __slots__ = ("_position", "offer")

    def __init__(self, offer: Offer, position: Position) -> None:
        self.offer = offer
        self._position = position

    @property
    def line(self) -> Rule:
        """The rule."""
        return self.offer.rule

    @property
    def env(self) -> Env:
        """The suits of its letters."""
        return self.offer.env

    @property
    def call(self) -> int:
        """The call made; -1 for a hand that leaves the block."""
        return self.offer.call

    @property
    def leaves(self) -> int:
        """Where a hand that leaves its block goes on."""
        return self.offer.leaves

    @property
    def reads(self) -> bool:
        """Whether the rule only explains the call."""
        return self.offer.reads

    @property
    def node(self) -> Node:
        """The whole condition."""
        return self._position.node_of(self.offer)


class Position:
    """The ordered rules of a point for the player to call, and of all others that are like it."""

    __slots__ = ("_nevers", "_nodes", "_place", "readings", "shared", "standing")

    def __init__(
        self, standing: Standing, nevers: Sequence[Offer], answers: Answers, point: Point, vulnerability: int
    ) -> None:
        self.standing = standing
        self.shared = 0  # how many other points came to have these rules
        self.readings: dict[Hashable, Shown] = {}  # what calls showed here, by all that it hangs on
        self._nodes: dict[Offer, Node] = {}
        self._place = Place(point, vulnerability, standing.counts, answers=answers)
        self._nevers: list[tuple[int, int, int, Node]] = []  # from which rule, for which call, up to which rule
        for offer in nevers:
            node = offer.whole(self._place)
            if node is not FALSE:
                self._nevers.append((offer.index, offer.call, offer.rule.scope_end, node))

    def chosen(self, hand: Hand) -> Offer | None:
        """What the first rule that holds for a hand offers; None for a pass by default."""
        cell = cell_of(hand)
        return self.chosen_for(hand, cell >> 3, 1 << (cell & 7))

    def chosen_for(self, hand: Hand, at: int, bit: int) -> Offer | None:
        """The same for a hand whose cell is known: bit ``bit`` of byte ``at``."""
        skip_to = 0
        nevers = self._nevers
        for offer in self.standing.tests:
            if (offer.may or offer.cells())[at] & bit and offer.index >= skip_to:
                node = offer.node
                if node is None or nevers:
                    node = self.node_of(offer)
                elif node.is_exact:
                    if not offer.leaves:
                        return offer
                    skip_to = offer.leaves
                    continue
                if node.accepts(hand):
                    if not offer.leaves:
                        return offer
                    skip_to = offer.leaves
        return None

    def node_of(self, offer: Offer) -> Node:
        """The whole condition of an offer here."""
        node = offer.node
        if node is not None and not self._nevers:
            return node
        found = self._nodes.get(offer)
        if found is None:
            if offer.group is None:
                found = self._limited(offer, offer.whole(self._place))
            else:
                offers = offer.group.offers
                nodes = offer.group.nodes(tuple([other.whole(self._place) for other in offers]))
                for other, whole in zip(offers, nodes, strict=True):
                    self._nodes[other] = self._limited(other, whole)
                found = self._nodes[offer]
            self._nodes[offer] = found
        return found

    def _limited(self, offer: Offer, node: Node) -> Node:
        """Without the hands that ``never`` rules above take off the call."""
        nevers = [
            negation(never)
            for start, call, end, never in self._nevers
            if call == offer.call and start < offer.index < end
        ]
        return both(node, *nevers) if nevers else node

    @property
    def is_limited(self) -> bool:
        """Whether some rule takes hands off calls."""
        return bool(self._nevers)

    # ------------------------------------------------------------------ for those who look from outside

    def choose(self, hand: Hand) -> Entry | None:
        """The first entry whose condition holds for the hand; None for a pass by default."""
        offer = self.chosen(hand)
        return None if offer is None else Entry(offer, self)

    def walk(self) -> Iterator[Entry]:
        """Every entry in order; the nodes of some may be ``FALSE``."""
        return (Entry(offer, self) for offer in self.standing.offers)

    def all_entries(self) -> list[Entry]:
        """Every entry that some hand can meet, in order."""
        return [entry for entry in self.walk() if entry.node is not FALSE]
