"""The rules of one position, ready for choosing and for reading: calls with constraints, in order.

What the lines of a text offer is taken line by line as it is asked for, so that a hand that matches early pays for
little; what an offer asks beyond its steady part is worked out only for a hand, or a holding, that meets that part.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from bridgelang.bidding.offers import Offer, Row, lines_of
from bridgelang.bidding.program import Line
from bridgelang.bidding.specialise import NO_LETTERS, Place, holds
from bridgelang.bidding.state import Env, State
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, negation
from bridgelang.core.hands import Hand

Plain = Any


class Entry:
    """One call a rule offers here: ``node`` is what the hand must be.

    ``leaves`` (a line number) marks a hand that leaves its block because the call is not legal; ``reads`` an entry
    that only explains. A node may turn out to be ``FALSE``: the rule then offers nothing.
    """

    __slots__ = ("_node", "_position", "offer")

    def __init__(self, offer: Offer, position: Position | None, node: Node | None = None) -> None:
        self.offer = offer
        self._position = position  # None when the node is known: what a position keeps must not hold on to it
        self._node = node

    @property
    def line(self) -> Line:
        """The rule."""
        return self.offer.line

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
        return self.offer.line.reads

    @property
    def node(self) -> Node:
        """The whole condition."""
        if self._node is None:
            assert self._position is not None
            self._node = self._position.node_of(self.offer)
        return self._node

    def suit(self, ref: Plain) -> int | None:
        """The suit of a tag, by the entry's letters."""
        if isinstance(ref, int):
            return ref
        found = self.env.get(ref)
        if found is None and ref[0] == "o":
            base = self.env.get(ref[1:])
            return None if base is None else base ^ 1
        return found


class Position:
    """The ordered rules of a state for the player to call, and of other states that are alike.

    ``sifted`` says that the facts of the lines which are bits are known to hold.
    """

    __slots__ = (
        "_last", "_made", "_nevers", "_next", "_nodes", "_place", "_rows", "_sifted", "readings", "shared", "state",
    )  # fmt: skip

    def __init__(self, state: State, rows: list[Row], sifted: bool) -> None:
        self.state = state
        self.shared = 0  # how many other states came to have these rules
        self.readings: dict[Hashable, Any] = {}  # what calls showed here (reading.read)
        self._rows = rows
        self._sifted = sifted
        self._last: dict[int, int] = {}
        self._next = 0
        self._made: list[Offer] = []
        self._nodes: dict[Offer, Node] = {}
        self._nevers: list[tuple[int, int, int, Node]] = []  # from which line, for which call, up to which line
        self._place = Place(state, NO_LETTERS, state.program_of(state.turn))

    def all_entries(self) -> list[Entry]:
        """Every entry that some hand can meet, in order."""
        return [entry for entry in self.walk() if entry.node is not FALSE]

    def last_line_with(self, call: int) -> int:
        """The number of the last line that offers a call here; -1 when none does."""
        found = self._last.get(call)
        if found is None:
            found = -1
            for offer in self.made():
                if offer.call == call:
                    found = offer.index
            self._last[call] = found
        return found

    def made(self) -> list[Offer]:
        """All that the lines offer, in order."""
        while self._next < len(self._rows):
            self._advance()
        return self._made

    def line_numbers(self) -> set[int]:
        """The numbers of the lines whose contexts hold here."""
        return lines_of(self.state).numbers()

    def walk(self) -> Iterator[Entry]:
        """The entries in order, made as they are needed; the nodes of some may be ``FALSE``."""
        for offer in self.offers():
            yield Entry(offer, self)

    def offers(self) -> Iterator[Offer]:
        """What the lines offer, in order; :meth:`node_of` gives the whole condition of each."""
        index = 0
        made = self._made
        while True:
            while index < len(made):
                yield made[index]
                index += 1
            if self._next >= len(self._rows):
                return
            self._advance()

    def choose(self, hand: Hand) -> Entry | None:
        """The first entry whose condition holds for the hand; None for a pass by default."""
        offer = self.chosen(hand)
        return None if offer is None else Entry(offer, self)

    def chosen(self, hand: Hand) -> Offer | None:
        """The same, as the line offers it."""
        skip_to = 0
        nevers = self._nevers
        for offer in self.offers() if self._next < len(self._rows) else self._made:
            steady = offer.steady
            if not steady.accepts(hand) or offer.reads or offer.index < skip_to:
                continue
            node = offer.node
            if node is None or nevers:
                node = self.node_of(offer)
            if node is steady or node.accepts(hand):
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
                found = self._whole(offer)
                if self._nevers:
                    found = self._limited(offer, found)
            else:
                offers = offer.group.offers
                nodes = offer.group.nodes(tuple([self._whole(other) for other in offers]))
                for other, whole in zip(offers, nodes, strict=True):
                    self._nodes[other] = self._limited(other, whole)
                found = self._nodes[offer]
            self._nodes[offer] = found
        return found

    def _whole(self, offer: Offer) -> Node:
        """The steady part and what the auction makes of the rest."""
        steady = offer.steady
        moving = offer.line.movers
        if not moving:
            return steady
        place = self._place
        place.line = offer.line
        place.env = offer.env
        place.at(offer.asked)
        parts = [] if steady is TRUE else [steady]
        node: Node
        for piece in moving:
            node = piece(place)
            if node is FALSE:
                return FALSE
            if node is not TRUE:
                parts.append(node)
        if len(parts) == 1:
            return parts[0]
        return both(*parts) if parts else TRUE

    def _limited(self, offer: Offer, node: Node) -> Node:
        """Without the hands that ``never`` lines above take off the call."""
        nevers = [
            negation(never)
            for start, call, end, never in self._nevers
            if call == offer.call and start < offer.index < end
        ]
        return both(node, *nevers) if nevers else node

    def _advance(self) -> None:
        """Take the next line in."""
        row = self._rows[self._next]
        self._next += 1
        offers = row.offers
        if offers is not None and not offers:
            return
        state = self.state
        line = row.line
        for part in line.others if self._sifted else line.facts:
            if not holds(part, state):
                return
        if offers is None or row.passing:
            offers = row.offered(state)
        if line.never:
            for offer in offers:
                node = self._whole(offer)
                if node is not FALSE:
                    self._nevers.append((line.index, offer.call, line.scope_end, node))
        else:
            self._made += offers
