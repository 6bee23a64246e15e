"""What a call shows: its maker's rules read back, each call against all the rules that stand above it.

In a position the player's holding is run through the rules in order: a rule's call gains the part of what is left
that the rule may take, and what the rule must take is subtracted. What is left at the end is what Pass shows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from bridgelang.bidding.forms import NOTRUMP, Env
from bridgelang.bidding.line import Line
from bridgelang.bidding.offers import Offer
from bridgelang.bidding.position import Position
from bridgelang.bidding.questions import Question
from bridgelang.bidding.recall import Recall, Trace
from bridgelang.bidding.shown import FORCES, FORCING, NO_TAGS, NamedTag, Shown, Source, Strength
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.nodes import And, Node, Or, Within
from bridgelang.constraints.project import project
from bridgelang.features.quantities import Quantity

ARTIFICIAL = frozenset(["artificial", "transfer", "relay", "puppet", "cue", "takeout", "negative", "responsive"])
NATURAL_LENGTH = 3


class Before(NamedTuple):
    """All that a reading hangs on beside the rules: who calls what, known as what."""

    call: int
    first: bool
    passed: bool
    holding: Holding
    low: int
    high: int
    counted: Quantity
    theirs: int
    """The suits the opponents have shown, four bits; 0 for a call that is no bid."""


def read(call: int, position: Position) -> Shown:
    """What ``call`` shows when the player to call, whose rules these are, makes it at the position's point."""
    point, readings = position.point, position.standing.readings
    seat = point.turn
    strength = point.strength(seat)
    before = Before(
        call,
        point.depth <= seat,
        point.is_passed_hand(seat),
        point.holding(seat),
        strength.low,
        strength.high,
        strength.quantity,
        point.side_mask(1 - (seat & 1)) if call > 2 else 0,
    )
    recall = readings.get(before)
    if recall is None:
        recall = readings[before] = Recall()
    points = point.maker_of(seat).points

    def compute(trace: Trace) -> Shown:
        return _Reader(WrittenDown(position, trace), before, strength, points).read()

    return recall.find(point, position.vulnerability, position.counts, compute)[0]


class WrittenDown(Position):
    """A position of which is written down what is asked."""

    __slots__ = ("_trace",)

    def __init__(self, position: Position, trace: Trace) -> None:
        super().__init__(position.standing, position.point, position.vulnerability, position.counts)
        self._trace = trace

    def answers(self, questions: tuple[Question[Hashable], ...]) -> tuple[Hashable, ...]:
        ask = self._trace.ask
        return tuple([ask(question) for question in questions])


class _Reader:
    """One reading under way: what no rule so far must take are ``cells``, and beside them the values of ``left``."""

    def __init__(self, position: Position, before: Before, strength: Strength, points: Quantity) -> None:
        self.position = position
        self.before = before
        self.strength = strength
        self.points = points
        self.call = before.call
        self.left = before.holding
        self.cells = before.holding.cells
        self.shown: Holding | None = None
        self.sources: list[Source] = []
        self.aside: list[tuple[int, Holding]] = []  # hands that left a block, and where the block ends

    def read(self) -> Shown:
        """What the call shows."""
        self._run_through()
        call = self.call
        shown = self.shown
        passing = False
        if call == 0:
            left = self.left.with_cells(self.cells)
            for _, part in self.aside:
                left = left.join(part)
            passing = not left.is_empty
            if passing:
                shown = left if shown is None else shown.join(left)
        unread = False
        if shown is None:
            shown = self._explained()
            if shown is None:
                shown, unread = self.before.holding, True
        tags = self._tags(passing)
        strength = self._strength(shown, unread)
        natural = -1 if call < 3 else self._natural(shown, tags[0], unread)
        return Shown(call, shown, strength, tuple(self.sources), tags, natural, unread)

    # ------------------------------------------------------------------ through the rules

    def _run_through(self) -> None:
        """Hold what is left against every rule down to the last that makes the call; for a pass against all."""
        call, standing = self.call, self.position.standing
        last = standing.last(call) if call else standing.offers[-1].index if standing.offers else -1
        for step in standing.runs():
            if not self.cells and not self.aside:
                return
            if isinstance(step, Offer):
                if step.index > last:
                    return
                self._meet(step)
            elif step.end <= last and not (step.calls >> call & 1 or self.aside):
                self.cells &= step.left()
            else:
                for offer in step.offers:
                    if offer.index > last:
                        return
                    self._meet(offer)

    def _meet(self, offer: Offer) -> None:
        """Hold what is left against one rule."""
        while self.aside and self.aside[0][0] <= offer.index:
            self.left = self.left.with_cells(self.cells).join(self.aside.pop(0)[1])
            self.cells = self.left.cells
        if offer.reads or not self.cells & project(offer.steady).may:
            return
        early = offer.early
        if early is not None and not self.cells & project(early.node or self.position.by_answers(early)).may:
            return
        node = self.position.node_of(offer)
        projection = project(node)
        met = self.cells & projection.may
        if offer.leaves:
            part = self.left.meet_at(met, projection)
            if part.is_empty:
                return
            self.aside.append((offer.leaves, part))
            self.aside.sort(key=lambda pair: pair[0])
        elif offer.call == self.call and met:
            self._gain(self.left.meet_at(met, projection), offer, node)
        if node.is_exact:
            self.cells ^= met
        else:
            self.left, self.cells = self.left.less_at(self.cells, node)

    def _gain(self, part: Holding, offer: Offer, node: Node) -> None:
        if not part.is_empty:
            self.shown = part if self.shown is None else self.shown.join(part)
            self.sources.append(Source(offer.rule, offer.env, offer.call, node, offer.leaves))

    def _explained(self) -> Holding | None:
        """What rules say that only explain the call."""
        for offer in self.position.standing.offers:
            if offer.reads and offer.call == self.call:
                node = self.position.node_of(offer)
                self._gain(self.before.holding.meet(project(node)), offer, node)
        return self.shown

    # ------------------------------------------------------------------ tags

    def _tags(self, passing: bool) -> tuple[frozenset[NamedTag], frozenset[NamedTag]]:
        """The tags of every line, and of some line; a pass by default carries none."""
        if not self.sources:
            return NO_TAGS, NO_TAGS
        sets = [resolved_tags(source.line, source.env, self.before.passed) for source in self.sources]
        if len(sets) == 1:
            return (NO_TAGS if passing else sets[0]), sets[0]
        return (NO_TAGS if passing else in_common(sets)), NO_TAGS.union(*sets)

    def _natural(self, shown: Holding, tags: frozenset[NamedTag], unread: bool) -> int:
        """The suit that the call names naturally, else -1."""
        suit = (self.call - 3) % 5
        if suit == NOTRUMP:
            return -1
        names = {name for name, _ in tags}
        if "natural" in names:
            return suit
        if names & ARTIFICIAL:
            return -1
        if unread or shown.has_length(suit, NATURAL_LENGTH):
            of_theirs = self.before.theirs >> suit & 1
            return -1 if of_theirs and not shown.has_length(suit, 4) else suit
        return -1

    # ------------------------------------------------------------------ strength

    def _strength(self, shown: Holding, unread: bool) -> Strength:
        points = self.points
        if unread:
            return self.strength
        if shown.is_empty:
            return Strength(points.low, points.high, points)
        least, most = shown.range(points)
        said = [said_range(source.node) for source in self.sources]
        if all(one is None for one in said):
            known, before = self.strength, self.before
            if not before.first and before.holding.range(known.quantity) == shown.range(known.quantity):
                return known  # the call says nothing of strength: what was said before stands
            return Strength(least, most, points)
        low = high = -1
        least, most = least // points.scale, -(-most // points.scale)  # beside a range of another unit
        scale: Quantity | None = None
        for one in said:
            if one is None:
                low = least if low < 0 else min(low, least)
                high = max(high, most)
                scale = scale or points
            else:
                bottom, top = _ends(one, shown, least, most)
                low = bottom if low < 0 else min(low, bottom)
                high = max(high, top)
                scale = one[0]
        assert scale is not None
        return Strength(low, high, scale)


def _ends(said: Said, shown: Holding, least: int, most: int) -> tuple[int, int]:
    """The range a rule states, its open ends closed by what is known."""
    counted, bottom, top = said
    if bottom is None:
        bottom = min(least, top if top is not None else least)
    if top is None:
        top = max(most, bottom)
    sure = shown.range(counted)[0]
    return (sure if bottom < sure <= top else bottom), top  # an earlier call promised more, and that stands


def in_common(sets: Sequence[frozenset[NamedTag]]) -> frozenset[NamedTag]:
    """The tags that a call has by whichever line it is made; it forces as far as the least of them.

    >>> in_common([frozenset([("game forcing", None)]), frozenset([("forcing", None), ("artificial", None)])])
    frozenset({('forcing', None)})
    """
    common = sets[0].intersection(*sets[1:])
    if any(name in FORCING for name, _ in common):
        return common
    forces = [max(force) for tags in sets if (force := [_reach(tag) for tag in tags if tag[0] in FORCING])]
    return common | {min(forces)[1]} if len(forces) == len(sets) else common


def _reach(tag: NamedTag) -> tuple[tuple[int, int], NamedTag]:
    """How far a tag forces, to compare, and the tag: one round, to a bid, to game."""
    name, level = tag
    return (FORCES.index(name), level or 0), tag


def resolved_tags(line: Line, env: Env, passed: bool) -> frozenset[NamedTag]:
    """The tags of a rule with their suits; ``unless passed hand`` decided."""
    out: set[NamedTag] = set()
    for name, suit, until in line.tags:
        if name.endswith(" unless passed hand"):
            if passed:
                continue
            name = name.removesuffix(" unless passed hand")
        if until is not None:
            strain = until.strain
            assert isinstance(strain, int)
            out.add(("forcing to" if name == "forcing" else name, 5 * until.level - 2 + strain))
        else:
            out.add((name, None if suit is None else _suit_in(env, suit)))
    return frozenset(out)


def _suit_in(env: Env, ref: int | str) -> int | None:
    """The suit of a tag, by the letters of the rule."""
    if isinstance(ref, int):
        return ref
    found = env.get(ref)
    if found is None and ref[0] == "o":
        base = env.get(ref[1:])
        return None if base is None else base ^ 1
    return found


_SCALES = ("hcp", "points", "support points")

Said = tuple[Quantity, int | None, int | None]


@lru_cache(maxsize=20_000)
def said_range(node: Node) -> Said | None:
    """The range of hcp, points or support points a condition states, an open end None; None when it states none."""
    if isinstance(node, Within):
        q = node.quantity
        if q.kind not in _SCALES:
            return None
        return q, (None if node.lo <= q.low else node.lo), (None if node.hi >= q.high else node.hi)
    if isinstance(node, And):
        found = [said for part in node.parts if (said := said_range(part)) is not None]
        if not found:
            return None
        best = next((s for s in found if s[0].kind != "hcp"), found[0])
        lows = [s[1] for s in found if s[1] is not None]
        highs = [s[2] for s in found if s[2] is not None]
        return best[0], max(lows, default=None), min(highs, default=None)
    if isinstance(node, Or):
        return _said_by_either([said_range(part) for part in node.parts])
    return None


def _said_by_either(parts: list[Said | None]) -> Said | None:
    sure = [part for part in parts if part is not None]
    if len(sure) < len(parts):
        return None
    lows = [part[1] for part in sure]
    highs = [part[2] for part in sure]
    low = None if None in lows else min(low for low in lows if low is not None)
    high = None if None in highs else max(high for high in highs if high is not None)
    return sure[0][0], low, high
