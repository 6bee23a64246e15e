"""What a call shows: its maker's rules read back, each call against all the rules that stand above it.

In a position the player's holding is run through the rules in order: a rule's call gains the part of what is left
that the rule may take, and what the rule must take is subtracted. What is left at the end is what Pass shows.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from bridgelang.bidding.facts import WIDER
from bridgelang.bidding.position import Entry, Position
from bridgelang.bidding.state import State, Strength
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.nodes import And, Node, Or, Within
from bridgelang.constraints.project import project
from bridgelang.features.quantities import Quantity

Tag = tuple[str, int | None]

ARTIFICIAL = frozenset(["artificial", "transfer", "relay", "puppet", "cue", "takeout", "negative", "responsive"])
NATURAL_LENGTH = 3


_FORCING = frozenset(WIDER["forcing"])
_NO_NAMES: frozenset[str] = frozenset()


class Reading:
    """What one call shows.

    ``holding`` what the maker's hand is then known to be; ``strength`` the author's range; ``all_tags`` the tags
    carried by every line the call may come from, ``any_tags`` by some; ``natural`` the suit bid naturally, else -1;
    ``unread`` when no rule can have made the call; ``entries`` the rules it may come from.
    """

    __slots__ = ("all_tags", "any_tags", "call", "entries", "holding", "names", "natural", "strength", "unread")

    def __init__(
        self,
        call: int,
        holding: Holding,
        strength: Strength,
        entries: tuple[Entry, ...],
        all_tags: frozenset[Tag],
        any_tags: frozenset[Tag],
        natural: int,
        unread: bool,
    ) -> None:
        self.call = call
        self.holding = holding
        self.strength = strength
        self.entries = entries
        self.all_tags = all_tags
        self.any_tags = any_tags
        self.natural = natural
        self.unread = unread

        self.names: frozenset[str] = frozenset([name for name, _ in all_tags]) if all_tags else _NO_NAMES
        """The names of those tags."""

    def has(self, name: str) -> bool:
        """Whether every line the call may come from carries a tag of this name."""
        return name in self.names

    def tells_the_same(self, other: Reading) -> bool:
        """Whether two calls tell the same, whatever rules they come from."""
        one, two = self.strength, other.strength
        return (
            self.holding is other.holding
            and (one.low, one.high, one.quantity) == (two.low, two.high, two.quantity)
            and self.all_tags == other.all_tags
            and self.any_tags == other.any_tags
            and self.natural == other.natural
            and self.unread == other.unread
        )

    @property
    def is_forcing(self) -> bool:
        """Whether the call is forcing for one round at least."""
        return not self.names.isdisjoint(_FORCING)


def read(state: State, call: int) -> Reading:
    """What ``call`` shows when the player to call makes it in ``state``.

    It follows from his rules here, what was known of his hand, the strength he had shown and the suits that the
    opponents have; so positions that share their rules share this as well.
    """
    seat = state.turn
    before = state.holding(seat)
    strength = state.strength(seat)
    theirs = state.shown_suits(1 - (seat & 1)) if call > 2 else ()
    position = state.position()
    new, passed = state.depth <= seat, state.is_passed_hand(seat)
    key = (call, new, passed, before, strength.low, strength.high, strength.quantity, theirs)
    found: Reading | None = position.readings.get(key)
    if found is None:
        found = position.readings[key] = _read(state, call, before, position)
    return found


def _read(state: State, call: int, before: Holding, position: Position) -> Reading:
    seat = state.turn
    left = before  # what is left of it, its cells apart: most rules take away cells only
    cells = left.cells
    shown: Holding | None = None
    entries: list[Entry] = []
    aside: list[tuple[int, Holding]] = []  # hands that left a block, and where the block ends
    last = position.last_line_with(call) if call else sys.maxsize
    for offer in position.made() if call else position.offers():
        if offer.index > last:
            break
        while aside and aside[0][0] <= offer.index:
            left = left.with_cells(cells).join(aside.pop(0)[1])
            cells = left.cells
        if not cells and not aside:
            break
        steady = offer.steady
        if offer.reads or not cells & (steady.projection or project(steady)).may:
            continue
        node = position.node_of(offer)
        projection = node.projection or project(node)
        if offer.leaves:
            part = left.with_cells(cells).meet(projection)
            if part.is_empty:
                continue
            aside.append((offer.leaves, part))
            aside.sort(key=lambda pair: pair[0])
        elif offer.call == call and cells & projection.may:
            part = left.with_cells(cells).meet(projection)
            if not part.is_empty:
                shown = part if shown is None else shown.join(part)
                entries.append(Entry(offer, None, node))
        if node.is_exact:
            cells &= projection.spare
        else:
            left = left.with_cells(cells).without(node)
            cells = left.cells
    left = left.with_cells(cells)
    for _, part in aside:
        left = left.join(part)
    if call == 0 and not left.is_empty:
        shown = left if shown is None else shown.join(left)
    unread = False
    if shown is None:
        for entry in position.all_entries():
            if entry.reads and entry.call == call:
                part = before.meet(project(entry.node))
                if not part.is_empty:
                    shown = part if shown is None else shown.join(part)
                    entries.append(Entry(entry.offer, None, entry.node))
        if shown is None:
            shown, unread = before, True
    all_tags, any_tags = _tags(state, entries, passing=call == 0 and not left.is_empty)
    strength = _strength(state, seat, shown, entries, unread)
    natural = -1 if call < 3 else _natural(state, call, shown, all_tags, unread)
    return Reading(call, shown, strength, tuple(entries), all_tags, any_tags, natural, unread)


def _tags(state: State, entries: list[Entry], passing: bool) -> tuple[frozenset[Tag], frozenset[Tag]]:
    """The tags of every line, and of some line; a pass by default carries none."""
    if not entries:
        return _NO_TAGS, _NO_TAGS
    if len(entries) == 1:
        tags = resolved_tags(state, entries[0])
        return (_NO_TAGS if passing else tags), tags
    sets = [resolved_tags(state, entry) for entry in entries]
    some = frozenset().union(*sets)
    every = sets[0].intersection(*sets[1:])
    if passing:
        every = _NO_TAGS
    return every, some


_NO_TAGS: frozenset[Tag] = frozenset()


def resolved_tags(state: State, entry: Entry) -> frozenset[Tag]:
    """An entry's tags with their suits; ``unless passed hand`` decided."""
    known = entry.offer.tags
    passed = state.is_passed_hand(state.turn)
    found: frozenset[Tag] | None = known.get(passed)
    if found is None:
        found = known[passed] = _resolve(entry, passed)
    return found


def _resolve(entry: Entry, passed: bool) -> frozenset[Tag]:
    out: set[Tag] = set()
    for name, suit, until in entry.line.tags:
        if name.endswith(" unless passed hand"):
            if passed:
                continue
            name = name[: -len(" unless passed hand")]
        if until is not None:
            strain = 4 if until[2] == "NT" else until[2]
            out.add(("forcing to" if name == "forcing" else name, 5 * until[1] - 2 + strain))
            continue
        value: int | None = None
        if suit is not None:
            value = entry.suit(suit)
        out.add((name, value))
    return frozenset(out)


def _natural(state: State, call: int, shown: Holding, tags: frozenset[Tag], unread: bool) -> int:
    suit = (call - 3) % 5
    if suit == 4:
        return -1
    for name, _ in tags:
        if name == "natural":
            return suit
    for name, _ in tags:
        if name in ARTIFICIAL:
            return -1
    if unread or shown.has_length(suit, NATURAL_LENGTH):
        if suit in state.shown_suits(1 - (state.turn & 1)) and not shown.has_length(suit, 4):
            return -1  # a bid of their suit
        return suit
    return -1


_SCALES = ("hcp", "points", "support points")


def _strength(state: State, seat: int, shown: Holding, entries: list[Entry], unread: bool) -> Strength:
    points = state.program_of(seat).points
    if unread:
        return state.strength(seat)
    if shown.is_empty:
        return Strength(points.low, points.high, points)
    least, most = shown.range(points)
    whole_least, whole_most = least // points.scale, -(-most // points.scale)  # beside a range of another unit
    low = high = -1
    scale: Quantity | None = None
    for entry in entries:
        said = said_range(entry.node)
        if said is None:
            low = whole_least if low < 0 else min(low, whole_least)
            high = max(high, whole_most)
            scale = scale or points
            continue
        q, bottom, top = said
        if bottom is None:
            bottom = min(whole_least, top if top is not None else whole_least)
        if top is None:
            top = max(whole_most, bottom)
        sure = shown.range(q)[0]
        if bottom < sure <= top:  # an earlier call promised more, and that stands
            bottom = sure
        low = bottom if low < 0 else min(low, bottom)
        high = max(high, top)
        scale = q
    if scale is None or all(said_range(entry.node) is None for entry in entries):
        known = state.strength(seat)
        if state.depth > seat and state.holding(seat).range(known.quantity) == shown.range(known.quantity):
            return known  # the call says nothing of strength: what was said before stands
        return Strength(least, most, points)
    return Strength(low, high, scale)


@lru_cache(maxsize=20_000)
def said_range(node: Node) -> tuple[Quantity, int | None, int | None] | None:
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
        parts = [said_range(part) for part in node.parts]
        if any(p is None for p in parts):
            return None
        sure = [p for p in parts if p is not None]
        low = None if any(p[1] is None for p in sure) else min(p[1] for p in sure if p[1] is not None)
        high = None if any(p[2] is None for p in sure) else max(p[2] for p in sure if p[2] is not None)
        return sure[0][0], low, high
    return None
