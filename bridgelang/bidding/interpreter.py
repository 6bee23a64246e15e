"""First match, as one stream of events: the fast choice, the trace behind it, and the decision a caller gets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bridgelang.bidding.line import Line
from bridgelang.bidding.position import Entry
from bridgelang.bidding.state import State
from bridgelang.constraints.nodes import FALSE, And, Node, Not, Or, Within
from bridgelang.core.calls import CALLS, Call
from bridgelang.core.hands import Hand


class RuleRef:
    """A rule in a text: ``location`` is ``file:line``, ``text`` the rule as written."""

    __slots__ = ("file", "line", "note", "system", "text")

    def __init__(self, line: Line, system: str) -> None:
        self.file = line.file
        self.line = line.row
        self.text = line.text
        self.note = line.note
        self.system = system

    @property
    def location(self) -> str:
        """``sayc.bid:12``."""
        return f"{self.file}:{self.line}"

    def __repr__(self) -> str:
        return f"<rule {self.location}>"


class Event:
    """One step of the interpreter: ``kind`` is "chosen", "failed", "left" (the block, its call being illegal) or
    "default" (no rule applied); ``part`` is what failed, ``has`` what the hand has instead.
    """

    __slots__ = ("call", "entry", "has", "kind", "part")

    def __init__(self, kind: str, entry: Entry | None, call: int, part: Node | None = None, has: str = "") -> None:
        self.kind = kind
        self.entry = entry
        self.call = call
        self.part = part
        self.has = has

    def as_json(self) -> dict[str, Any]:
        """The event as plain values."""
        return {
            "kind": self.kind,
            "call": str(CALLS[self.call]) if self.call >= 0 else None,
            "rule": self.entry.line.location if self.entry else None,
            "text": self.entry.line.text if self.entry else None,
            "part": self.part.describe() if self.part is not None else None,
            "has": self.has or None,
        }


class Decision:
    """A call with its reason: ``rule`` is None when no rule applied and the call is a pass by default."""

    __slots__ = ("call", "entry", "rule", "state")

    def __init__(self, call: Call, rule: RuleRef | None, state: State, entry: Entry | None) -> None:
        self.call = call
        self.rule = rule
        self.state = state
        self.entry = entry

    @property
    def explanation(self) -> str:
        """What the call says, in a line: the author's note, then what it shows."""
        if self.rule is None:
            return "no rule applies: pass"
        note = self.rule.note
        shown = self.entry.node.describe() if self.entry is not None else ""
        return f"{note}: {shown}" if note and shown else note or shown or "any hand"

    def __repr__(self) -> str:
        return f"Decision({self.call}, {self.rule.location if self.rule else 'default'})"


def choose(state: State, hand: Hand) -> Decision:
    """The call of the player whose turn it is."""
    entry = state.position().choose(hand)
    if entry is None:
        return Decision(CALLS[0], None, state, None)
    return Decision(CALLS[entry.call], RuleRef(entry.line, state.program_of(state.turn).name), state, entry)


def events(state: State, hand: Hand) -> Iterator[Event]:
    """Every rule looked at, in order, up to the one that decides; the same choice as :func:`choose`."""
    skip_to = 0
    for entry in state.position().walk():
        if entry.reads or entry.line.index < skip_to or entry.node is FALSE:
            continue
        if not entry.node.accepts(hand):
            part = failing_part(entry.node, hand)
            yield Event("failed", entry, entry.call, part, what_it_has(part, hand))
        elif entry.leaves:
            skip_to = entry.leaves
            yield Event("left", entry, entry.call)
        else:
            yield Event("chosen", entry, entry.call)
            return
    yield Event("default", None, 0)


def failing_part(node: Node, hand: Hand) -> Node:
    """The first part of a condition that a hand fails."""
    while isinstance(node, And):
        node = next((part for part in node.parts if not part.accepts(hand)), node.parts[0])
    return node


def what_it_has(part: Node, hand: Hand) -> str:
    """``the hand has 9`` for a part that bounds a quantity; else an empty text."""
    if isinstance(part, Within):
        q = part.quantity
        value = q.of(hand)
        return f"the hand has {value // q.scale if value % q.scale == 0 else value / q.scale:g}"
    if isinstance(part, Not):
        return "it holds"
    if isinstance(part, Or):
        return "none of them holds"
    return ""
