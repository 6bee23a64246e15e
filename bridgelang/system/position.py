"""The rules of one position, ready for choosing and for reading: calls with constraints, in order.

Entries are made line by line as they are asked for, and kept: a hand that matches early pays for little.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bridgelang.constraints import shapes
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, shape, within
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import quantity
from bridgelang.system.contexts import NO_LETTERS, active, described, resolve_call, ways_to_bind, within_domains
from bridgelang.system.program import Line
from bridgelang.system.specialise import Place, specialise
from bridgelang.system.state import Env, State

Plain = Any


class Entry:
    """One call a rule offers here: ``node`` is what the hand must be.

    ``leaves`` (a line number) marks a hand that leaves its block because the call is not legal; ``reads`` an
    entry that only explains.
    """

    __slots__ = ("call", "env", "leaves", "line", "node", "reads")

    def __init__(self, line: Line, env: Env, call: int, node: Node, leaves: int = 0) -> None:
        self.line = line
        self.env = env
        self.call = call
        self.node = node
        self.leaves = leaves
        self.reads = line.reads

    def suit(self, ref: Plain) -> int | None:
        """The suit of a tag, by the entry's letters."""
        if isinstance(ref, int):
            return ref
        found = self.env.get(ref)
        if found is None and ref in ("oM", "om"):
            base = self.env.get(ref[1])
            return None if base is None else base ^ 1
        return found


class Position:
    """The ordered entries of a state for the player to call."""

    __slots__ = ("_lines", "_nevers", "_next", "entries", "place", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        program = state.program_of(state.turn)
        groups: dict[int, list[tuple[Env, Node]]] = {}
        for chain, env in active(state, state.turn & 1):
            for number in chain.lines:
                groups.setdefault(number, []).append((env, TRUE))
        for number in program.chains[0].lines:
            groups.setdefault(number, []).append(({}, TRUE))
        for chain, env, node in described(state):
            for number in chain.lines:
                groups.setdefault(number, []).append((env, node))
        self._lines = sorted(groups.items())
        self._next = 0
        self._nevers: list[tuple[int, int, Node]] = []
        self.entries: list[Entry] = []

    def all_entries(self) -> list[Entry]:
        """Every entry, in order."""
        while self._next < len(self._lines):
            self._advance()
        return self.entries

    def walk(self) -> Iterator[Entry]:
        """The entries in order, made as they are needed."""
        index = 0
        while True:
            while index < len(self.entries):
                yield self.entries[index]
                index += 1
            if self._next >= len(self._lines):
                return
            self._advance()

    def choose(self, hand: Hand) -> Entry | None:
        """The first entry whose condition holds for the hand; None for a pass by default."""
        skip_to = 0
        for entry in self.walk():
            if entry.line.index < skip_to or entry.reads:
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
        memo = state.memo
        for part in line.facts:
            fact = memo.get(part.key)
            if fact is None:
                fact = memo[part.key] = specialise(part.condition, Place(state, NO_LETTERS, program))
            if fact is FALSE:
                return
        found: list[Entry] = []
        for env, extra in contexts:
            if line.domains and not within_domains(env, line.domains):
                continue
            missing = [x for x in line.letters if x not in env]
            for bound in ways_to_bind(env, missing, line.domains) if missing else (env,):
                entry = self._entry(line, bound, extra)
                if entry is not None:
                    found.append(entry)
        if line.never:
            self._nevers.extend((entry.call, line.scope_end, entry.node) for entry in found)
            return
        if line.order and len(found) > 1:
            _arrange(line, found)
        for entry in found:
            for call, end, node in self._nevers:
                if call == entry.call and line.index < end:
                    entry.node = both(entry.node, negation(node))
            if entry.node is not FALSE:
                self.entries.append(entry)

    def _entry(self, line: Line, env: Env, extra: Node) -> Entry | None:
        state = self.state
        place = Place(state, env, state.program_of(state.turn), line)
        call = -1
        legal = False
        for pattern in line.calls:
            call = resolve_call(pattern, place)
            legal = call >= 0 and state.is_legal(call)
            if legal:
                break
        if call < 0:
            return None
        if not legal and (line.never or not line.policy):
            return None
        if call == 0 and not line.may_pass and not line.never and state.forced():
            return None
        place.at(call)
        node = self._node(line, env, place, extra)
        if node is FALSE:
            return None
        if legal:
            return Entry(line, env, call, node)
        if line.policy == "pass":
            return None if state.forced() else Entry(line, env, 0, node)
        return Entry(line, env, -1, node, leaves=line.policy_end)

    def _node(self, line: Line, env: Env, place: Place, extra: Node) -> Node:
        """The whole condition: the header's part, what never changes (kept in the line), and the rest."""
        parts: list[Node] = [] if extra is TRUE else [extra]
        if line.steady is not None:
            key = (place.call, *env.items()) if env else place.call
            node: Node | None = line.fixed.get(key)
            if node is None:
                node = line.fixed[key] = specialise(line.steady, place)
            if node is FALSE:
                return FALSE
            parts.append(node)
        for piece in line.moving:
            node = specialise(piece, place)
            if node is FALSE:
                return FALSE
            if node is not TRUE:
                parts.append(node)
        if len(parts) == 1:
            return parts[0]
        return both(*parts) if parts else TRUE


# ------------------------------------------------------------------ ordering of a line's instances


def _arrange(line: Line, entries: list[Entry]) -> None:
    """Write a line's ordering into its instances' conditions, so that first match keeps deciding."""
    suits = [_ordered_suit(line, entry) for entry in entries]
    nodes = [entry.node for entry in entries]
    for i, entry in enumerate(entries):
        parts = [nodes[i]]
        for j, other in enumerate(nodes):
            if i != j and suits[i] != suits[j]:
                better = _better(line.order, suits[j], suits[i], j < i)
                if better is not FALSE:
                    parts.append(negation(both(other, better)))
        entry.node = both(*parts)


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
