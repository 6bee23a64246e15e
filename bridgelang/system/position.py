"""The rules of one position, ready for choosing and for reading: calls with constraints, in order.

Entries are made line by line as they are asked for, and kept: a hand that matches early pays for little. What an
entry asks beyond its steady part is worked out only for a hand, or a holding, that meets the steady part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bridgelang.constraints import shapes
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, shape, within
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import quantity
from bridgelang.system.contexts import active, described, resolve_call, ways_to_bind, within_domains
from bridgelang.system.program import Line, Program
from bridgelang.system.specialise import NO_LETTERS, Place, holds, specialise
from bridgelang.system.state import Env, State

Plain = Any


class Entry:
    """One call a rule offers here: ``node`` is what the hand must be.

    ``steady`` is the part of it that does not change with the auction: a hand that fails it is passed over before
    the rest is worked out. ``leaves`` (a line number) marks a hand that leaves its block because the call is not
    legal; ``reads`` an entry that only explains. A node may turn out to be ``FALSE``: the rule then offers nothing.
    """

    __slots__ = ("_asked", "_group", "_nevers", "_node", "_state", "call", "env", "leaves", "line", "reads", "steady")

    def __init__(
        self, line: Line, state: State, env: Env, asked: int, steady: Node, makes: int | None = None, leaves: int = 0
    ) -> None:
        self.line = line
        self.env = env
        self.call = asked if makes is None else makes
        self.steady = steady
        self.leaves = leaves
        self.reads = line.reads
        self._state = state
        self._asked = asked  # the call its condition speaks of, legal or not
        self._node: Node | None = None if line.moving else steady
        self._nevers: tuple[Node, ...] = ()
        self._group: list[Entry] | None = None

    @property
    def node(self) -> Node:
        """The whole condition, worked out when first asked for."""
        node = self._node
        if node is None:
            if self._group is None:
                node = self._node = self._limited(self._moved())
            else:
                _arrange(self.line, self._group)
                node = self._node
                assert node is not None
        return node

    def among(self, entries: list[Entry]) -> None:
        """The entry is one of its line's instances, between which the line's ordering decides."""
        self._group = entries
        self._node = None

    def never(self, nodes: tuple[Node, ...]) -> None:
        """Hands that ``never`` lines above have taken off this call."""
        self._nevers = nodes
        self._node = None

    def _moved(self) -> Node:
        """The steady part and what the auction makes of the rest."""
        parts = [] if self.steady is TRUE else [self.steady]
        state = self._state
        place = Place(state, self.env, state.program_of(state.turn), self.line, self._asked)
        for piece in self.line.moving:
            node = specialise(piece, place)
            if node is FALSE:
                return FALSE
            if node is not TRUE:
                parts.append(node)
        if len(parts) == 1:
            return parts[0]
        return both(*parts) if parts else TRUE

    def _limited(self, node: Node) -> Node:
        return both(node, *[negation(never) for never in self._nevers]) if self._nevers else node

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
    """The ordered entries of a state for the player to call."""

    __slots__ = ("_lines", "_made", "_nevers", "_next", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        program = state.program_of(state.turn)
        groups: dict[int, list[tuple[Env, Node]]] = {}
        for chain, env in active(state, state.turn & 1):
            for number in chain.lines:
                groups.setdefault(number, []).append((env, TRUE))
        for number in program.chains[0].lines:
            groups.setdefault(number, []).append((NO_LETTERS, TRUE))
        for chain, env, node in described(state):
            for number in chain.lines:
                groups.setdefault(number, []).append((env, node))
        self._lines = sorted(groups.items())
        self._next = 0
        self._nevers: list[tuple[int, int, Node]] = []
        self._made: list[Entry] = []

    def all_entries(self) -> list[Entry]:
        """Every entry that some hand can meet, in order."""
        return [entry for entry in self.walk() if entry.node is not FALSE]

    def last_line_with(self, call: int) -> int:
        """The number of the last line that offers a call here; -1 when none does."""
        while self._next < len(self._lines):
            self._advance()
        return max((entry.line.index for entry in self._made if entry.call == call), default=-1)

    def line_numbers(self) -> set[int]:
        """The numbers of the lines whose contexts hold here."""
        return {number for number, _ in self._lines}

    def walk(self) -> Iterator[Entry]:
        """The entries in order, made as they are needed; the nodes of some may be ``FALSE``."""
        index = 0
        while True:
            while index < len(self._made):
                yield self._made[index]
                index += 1
            if self._next >= len(self._lines):
                return
            self._advance()

    def choose(self, hand: Hand) -> Entry | None:
        """The first entry whose condition holds for the hand; None for a pass by default."""
        skip_to = 0
        for entry in self.walk():
            if entry.line.index < skip_to or entry.reads or not entry.steady.accepts(hand):
                continue
            if entry.node.accepts(hand):
                if entry.leaves:
                    skip_to = entry.leaves
                    continue
                return entry
        return None

    # ------------------------------------------------------------------ making entries

    def _advance(self) -> None:
        number, contexts = self._lines[self._next]
        self._next += 1
        state = self.state
        program = state.program_of(state.turn)
        line = program.line(number)
        if 0 < line.literal <= state.last_bid:
            return
        for part in line.facts:
            if not holds(part, state):
                return
        found: list[Entry] = []
        for env, extra in contexts:
            if line.domains and not within_domains(env, line.domains):
                continue
            missing = [x for x in line.letters if x not in env] if line.letters else ()
            for bound in ways_to_bind(env, missing, line.domains) if missing else (env,):
                entry = self._entry(line, bound, extra, program)
                if entry is not None:
                    found.append(entry)
        if line.never:
            self._nevers.extend((entry.call, line.scope_end, entry.node) for entry in found if entry.node is not FALSE)
            return
        if line.order and len(found) > 1:
            for entry in found:
                entry.among(found)
        if self._nevers:
            for entry in found:
                nevers = [node for call, end, node in self._nevers if call == entry.call and line.index < end]
                if nevers:
                    entry.never(tuple(nevers))
        self._made.extend(found)

    def _entry(self, line: Line, env: Env, extra: Node, program: Program) -> Entry | None:
        state = self.state
        call, legal = line.plain, True
        place: Place | None = None
        if call < 0:
            place = Place(state, env, program, line)
            for pattern in line.calls:
                call = resolve_call(pattern, place)
                legal = call >= 0 and state.is_legal(call)
                if legal:
                    break
            if call < 0:
                return None
        elif call < 3:
            legal = state.is_legal(call)
        if not legal and (line.never or not line.policy):
            return None
        if call == 0 and not line.may_pass and not line.never and state.forced():
            return None
        steady = extra
        if line.steady is not None:
            key = (call, *env.items()) if env else call
            node: Node | None = line.fixed.get(key)
            if node is None:
                place = place or Place(state, env, program, line)
                place.at(call)
                node = line.fixed[key] = specialise(line.steady, place)
            steady = node if extra is TRUE else both(extra, node)
            if steady is FALSE:
                return None
        if legal:
            return Entry(line, state, env, call, steady)
        if line.policy == "pass":
            return None if state.forced() else Entry(line, state, env, call, steady, makes=0)
        return Entry(line, state, env, call, steady, makes=-1, leaves=line.policy_end)


# ------------------------------------------------------------------ ordering of a line's instances


def _arrange(line: Line, entries: list[Entry]) -> None:
    """Write a line's ordering into its instances' conditions, so that first match keeps deciding."""
    suits = [_ordered_suit(line, entry) for entry in entries]
    nodes = [entry._moved() for entry in entries]
    for i, entry in enumerate(entries):
        parts = [nodes[i]]
        for j, other in enumerate(nodes):
            if i != j and suits[i] != suits[j] and other is not FALSE and nodes[i] is not FALSE:
                better = _better(line.order, suits[j], suits[i], j < i)
                if better is not FALSE:
                    parts.append(negation(both(other, better)))
        entry._node = entry._limited(both(*parts))


def _ordered_suit(line: Line, entry: Entry) -> int:
    """The suit an instance is ordered by: its call's, else its first letter's."""
    if entry.call > 2 and (entry.call - 3) % 5 < 4:
        strain = (entry.call - 3) % 5
        if strain in entry.env.values():
            return strain
    for letter in line.letters:
        if letter in entry.env:
            return entry.env[letter]
    return -1


def _better(order: list[Plain], a: int, b: int, first: bool) -> Node:
    """When an instance for suit ``a`` goes before one for suit ``b``; ``first`` settles what is equal."""
    node: Node = TRUE if first else FALSE
    for kind, length in reversed(order):
        before, equal = _key(kind, length, a, b)
        node = either(before, both(equal, node))
    return node


def _key(kind: str, length: int, a: int, b: int) -> tuple[Node, Node]:
    """(a goes before b, neither goes before the other) by one ordering word."""
    if kind in ("longest first", "shortest first"):
        op = ">" if kind == "longest first" else "<"
        return (
            shape(
                shapes.length_compare(a, op, b),
                f"{_NAMES[a]} {'longer' if op == '>' else 'shorter'} than {_NAMES[b]}",
            ),
            shape(shapes.length_compare(a, "=", b), f"{_NAMES[a]} as long as {_NAMES[b]}"),
        )
    if kind in ("strongest first", "weakest first"):
        pair = (a, b) if kind == "strongest first" else (b, a)
        difference = quantity("hcp difference", *pair)
        return within(difference, 1, difference.high), within(difference, 0, 0)
    if kind in ("majors first", "minors first"):
        mine, other = (a >= 2, b >= 2) if kind == "majors first" else (a < 2, b < 2)
        return (TRUE if mine and not other else FALSE), (TRUE if mine == other else FALSE)
    wins = a > b if kind == "higher" else a < b
    if not length:
        return (TRUE if wins else FALSE), FALSE
    top = 13 if length >= 5 else length
    pair_node = both(
        shape(shapes.length_compare(a, "=", b), f"{_NAMES[a]} as long as {_NAMES[b]}"),
        within(quantity("length", a), length, top),
    )
    return (pair_node if wins else FALSE), negation(pair_node)


_NAMES = ("clubs", "diamonds", "hearts", "spades")
