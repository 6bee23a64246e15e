"""The rules of one position, ready for choosing and for reading: calls with constraints, in order.

Positions with the same rules are one *standing*. What an offer asks beyond its steady part is worked out only for a
hand, or a holding, that meets that part.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from bridgelang.bidding.forms import Env
from bridgelang.bidding.offers import Answered, Needs, Offer
from bridgelang.bidding.place import Asked, Counts
from bridgelang.bidding.point import Point
from bridgelang.bidding.program import Rule
from bridgelang.bidding.recall import Recall
from bridgelang.bidding.shown import Shown
from bridgelang.constraints.cells import ALL_CELLS, cell_of
from bridgelang.constraints.nodes import FALSE, Node, both, negation
from bridgelang.constraints.project import project
from bridgelang.core.hands import Hand

_NO_TAGS: frozenset[str] = frozenset()


@lru_cache(maxsize=10_000)
def _joined(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """The names of both; the same object for many standings."""
    return one | other


class Run:
    """Offers in a row that are plain sets of cells: what is left after all of them is found out at once."""

    __slots__ = ("calls", "end", "offers", "spare")

    def __init__(self, offers: tuple[Offer, ...]) -> None:
        self.offers = offers
        self.end = offers[-1].index
        self.calls = 0
        """A bit for each call that they make."""
        for offer in offers:
            self.calls |= 1 << offer.call
        self.spare = -1
        """The cells that none of them must take; -1 until it is asked."""

    def left(self) -> int:
        """The same, worked out."""
        if self.spare < 0:
            spare = ALL_CELLS
            for offer in self.offers:
                spare &= project(offer.steady).spare
            self.spare = spare
        return self.spare


class Standing:
    """The offers of some positions, in order, and what ``nevers`` take off them.

    ``readings`` is the engine's: what calls showed here, by all that it hangs on.
    """

    __slots__ = (
        "_last", "_runs", "_tags", "limited", "nevers", "offers", "readings", "tests", "vulnerability",
    )  # fmt: skip

    def __init__(self, offers: Sequence[Offer], nevers: Sequence[Offer]) -> None:
        self.offers = offers
        self.nevers = nevers
        self.limited = frozenset([never.call for never in nevers])
        """The calls that ``nevers`` take hands off."""
        self.tests = [offer for offer in offers if not offer.reads] if any(o.reads for o in offers) else offers
        self.vulnerability = any(offer.rule.asks_vulnerability for offer in (*offers, *nevers))
        """Whether some condition goes on to ask who is vulnerable."""
        self.readings: dict[Hashable, Recall[Shown]] = {}
        self._last: dict[int, int] | None = None
        self._runs: list[Run | Offer] | None = None
        self._tags: dict[int, frozenset[str]] | None = None

    def last(self, call: int) -> int:
        """The number of the last rule that offers a call, -1 when none does."""
        if self._last is None:
            self._last = {offer.call: offer.index for offer in self.offers}
        return self._last.get(call, -1)

    def tags_of(self, call: int) -> frozenset[str]:
        """The names of the tags that some offer could give to a call."""
        tags = self._tags
        if tags is None:
            tags = self._tags = {}
            for offer in self.offers:
                names = offer.rule.tag_names
                if names:
                    before = tags.get(offer.call)
                    tags[offer.call] = names if before is None else _joined(before, names)
        return tags.get(call, _NO_TAGS)

    def runs(self) -> list[Run | Offer]:
        """The offers in order, those that are plain and stand in a row as one run."""
        if self._runs is None:
            runs: list[Run | Offer] = []
            self._runs = runs
            for static, group in groupby(self.offers, self._is_static):
                if static:
                    runs.append(Run(tuple(group)))
                else:
                    runs.extend(group)
        return self._runs

    def _is_static(self, offer: Offer) -> bool:
        """Whether an offer is a plain set of cells wherever it stands."""
        node = offer.node
        plain = node is not None and node.is_exact and not offer.leaves and not offer.reads
        return plain and offer.call not in self.limited


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


class Position(Asked):
    """The ordered rules of a point for the player to call.

    What a condition asks of the auction is asked only when a hand, or a holding, meets its steady part.
    """

    __slots__ = ("_answered", "_limited", "standing")

    def __init__(self, standing: Standing, point: Point, vulnerability: int, counts: Counts) -> None:
        super().__init__(point, vulnerability, counts)
        self.standing = standing
        self._answered: dict[Needs, Answered] = {}
        self._limited: dict[Offer, Node] | None = None  # where `never` rules take calls off

    def chosen(self, hand: Hand) -> Offer | None:
        """What the first rule that holds for a hand offers; None for a pass by default."""
        cell = cell_of(hand)
        return self.chosen_for(hand, cell >> 3, 1 << (cell & 7))

    def chosen_for(self, hand: Hand, at: int, bit: int) -> Offer | None:
        """The same for a hand whose cell is known: bit ``bit`` of byte ``at``."""
        skip_to = 0
        limited = self.standing.limited
        for offer in self.standing.tests:
            may = offer.may
            if (may[at] & bit if may else offer.admits(hand, at, bit)) and offer.index >= skip_to:
                node = offer.node
                if node is None or offer.call in limited:
                    early = offer.early
                    if early is not None and not (early.node or self.by_answers(early)).accepts(hand):
                        continue
                    node = self.node_of(offer)
                elif node.is_exact:
                    if not offer.leaves:
                        return offer
                    skip_to = offer.leaves
                    continue
                test = node.test
                if test(hand):
                    if not offer.leaves:
                        return offer
                    skip_to = offer.leaves
        return None

    def node_of(self, offer: Offer) -> Node:
        """The whole condition of an offer here."""
        if offer.call not in self.standing.limited:
            return offer.node or self.by_answers(offer)
        limited = self._limited
        if limited is None:
            limited = self._limited = {}
        found = limited.get(offer)
        if found is None:
            found = limited[offer] = self._without_nevers(offer, offer.node or self.by_answers(offer))
        return found

    def by_answers(self, offer: Offer) -> Node:
        """The condition of an offer by what the auction answers, before ``never`` rules take hands off."""
        needs = offer.needs or offer.ask(self)
        answered = self._answered.get(needs)
        if answered is None:
            answered = self._answered[needs] = needs.answered(self)
        return answered.nodes.get(offer) or offer.work_out(answered, self)

    def _without_nevers(self, offer: Offer, node: Node) -> Node:
        taken = [
            negation(never.node or self.by_answers(never))
            for never in self.standing.nevers
            if never.call == offer.call and never.index < offer.index < never.rule.scope_end
        ]
        return both(node, *taken) if taken else node

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
