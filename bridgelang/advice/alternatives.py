"""The calls that a sensible player might make in place of his own.

Nothing here judges bidding. A call is tried when another line of the position offers it to a hand that misses the
line's conditions by little, or when it is one that every player thinks of, whatever his system: a pass, a double, the
next raise, the next bid of a long suit, the cheapest notrump with a flat hand. What is best is left to the results.
"""

from __future__ import annotations

from typing import NamedTuple

from bridgelang.advice.expected import together
from bridgelang.advice.moves import NARROW, WIDEN, Move
from bridgelang.bidding.position import Position
from bridgelang.bidding.program import Rule
from bridgelang.bidding.state import State
from bridgelang.constraints.nodes import FALSE, TRUE, And, Node, Or, Steer, Within
from bridgelang.core.hands import Hand

__all__ = ["LINE", "PANEL", "Alternative", "Edit", "Sensible", "miss"]

LINE = "line"
"""The sort of a call that some line offers."""
PANEL = "panel"
"""The sort of a call that most of a panel make (see :mod:`bridgelang.advice.panel`)."""

MOST_LINES = 4
"""How many calls of other lines are tried at a decision."""
FAR = 3.0
"""A hand that misses a line by more than this is not thought of (see :func:`miss`)."""
_BEYOND = 99.0
_POSITIONS = 20_000

Offered = tuple[int, Node, Rule]


class Edit(NamedTuple):
    """What an author would change for a hand to be called otherwise: one number, and no new line.

    ``kind`` is "narrow" (the line that decided would not take the hand: the call is the next line's) or "widen"
    (``rule`` stands above that line, and one bound of its condition keeps the hand out).
    """

    kind: str
    rule: Rule | None
    node: Node


class Alternative(NamedTuple):
    """A call to try: ``sort`` says why ("line" or a word for a person), ``rule`` is the line that offers it, if any.

    ``far`` is by how much the hand misses that line (see :func:`miss`), 0 when it meets it. ``votes`` says how many of
    a panel make the call, and how many call as was called (see :mod:`bridgelang.advice.panel`); ``moves`` are the
    moved numbers that would make a panel's call.
    """

    call: int
    sort: str
    rule: Rule | None = None
    node: Node = TRUE
    far: float = 0.0
    edits: tuple[Edit, ...] = ()
    votes: tuple[int, int] = (0, 0)
    moves: tuple[Move, ...] = ()


class Sensible:
    """Finds alternatives, and keeps what the positions offer."""

    def __init__(self) -> None:
        self._offers: dict[int, tuple[Position, list[Offered]]] = {}

    def alternatives(
        self, state: State, position: Position, hand: Hand, call: int, rule: Rule | None
    ) -> list[Alternative]:
        """What else the player to call might do with this hand, each call once; ``call`` is his own, by ``rule``."""
        found = {one.call: one for one in self._of_lines(position, hand, call, rule)}
        for other, sort in _of_everybody(state, hand):
            if other != call and other not in found and state.is_legal(other):
                found[other] = Alternative(other, sort)
        return list(found.values())

    def _of_lines(self, position: Position, hand: Hand, call: int, own: Rule | None) -> list[Alternative]:
        """The calls of other lines that the hand misses by least, and those that one changed number would make."""
        nearest: dict[int, tuple[float, int, Node, Rule]] = {}
        edits: dict[int, list[Edit]] = {}
        above, next_line = True, True
        for place, (other, node, rule) in enumerate(self.offered(position)):
            if rule is own and other == call:
                above = False
            if rule is own or (other == call and (above or not next_line)):
                continue
            known = nearest.get(other)
            far = miss(node, hand, FAR)
            if not above and not far and next_line:
                next_line = False
                if other != call:
                    edits.setdefault(other, []).append(Edit(NARROW, own, node))
            if other == call:
                continue
            if above and 0 < far <= FAR and _is_one_bound(node, hand):
                edits.setdefault(other, []).append(Edit(WIDEN, rule, node))
            if far <= FAR and (known is None or far < known[0]):
                nearest[other] = (far, place, node, rule)
        chosen = sorted(nearest.items(), key=lambda item: (item[0] not in edits, *item[1][:2]))[:MOST_LINES]
        return [
            Alternative(other, LINE, rule, node, far, tuple(edits.get(other, ())))
            for other, (far, _, node, rule) in chosen
        ]

    def nearest(self, position: Position, hand: Hand, call: int) -> tuple[Rule | None, Node, float]:
        """The line that offers a call and that the hand misses by least, with its condition and by how much."""
        found: tuple[Rule | None, Node, float] = None, TRUE, _BEYOND
        for other, node, rule in self.offered(position):
            if other == call:
                far = miss(node, hand)
                if far < found[2]:
                    found = rule, node, far
        return found

    def offered(self, position: Position) -> list[Offered]:
        """The calls that the lines of a position offer, in their order, each with what its line asks of a hand."""
        kept = self._offers.get(id(position))
        if kept is None or kept[0] is not position:
            if len(self._offers) >= _POSITIONS:
                self._offers.clear()
            entries = position.walk()
            offers = [(entry.call, entry.node, entry.line) for entry in entries if not entry.reads and entry.call >= 0]
            kept = self._offers[id(position)] = position, [offer for offer in offers if offer[1] is not FALSE]
        return kept[1]


def miss(node: Node, hand: Hand, most: float = _BEYOND) -> float:
    """How far a hand is from a condition: 0 when it meets it, a point or a card each count one, anything else two.

    What is more than ``most`` is not worked out further.
    """
    if node.accepts(hand):
        return 0.0
    if isinstance(node, Within):
        value = node.quantity.of(hand)
        far = (node.lo - value if value < node.lo else value - node.hi) / node.quantity.scale
        return max(far, 0.5)
    if isinstance(node, And):
        total = 0.0
        for part in node.parts:
            total += miss(part, hand, most)
            if total > most:
                break
        return total
    if isinstance(node, Or):
        return min(miss(part, hand, most) for part in node.parts)
    if isinstance(node, Steer):
        return miss(node.parts[0], hand, most)
    return 2.0


def _is_one_bound(node: Node, hand: Hand) -> bool:
    """Whether it is one bound on a quantity alone that keeps a hand from a condition."""
    failing = [part for part in (node.parts if isinstance(node, And) else (node,)) if not part.accepts(hand)]
    return len(failing) == 1 and isinstance(failing[0], Within)


def _of_everybody(state: State, hand: Hand) -> list[tuple[int, str]]:
    """The calls that every player thinks of, with a word for each; some may not be legal."""
    found = [(0, "pass"), (1, "double")]
    shown = state.suits(state.turn ^ 2)
    theirs = state.shown_suits(1 - (state.turn & 1))
    for suit in (3, 2, 1, 0):
        call = state.point.lowest_bid(suit)
        level = (call + 2) // 5
        if level > 5:
            continue
        if suit in shown and together(state, hand, suit) >= 7.5:
            found.append((call, "a raise"))
        elif suit not in theirs and hand.lengths[suit] >= (5 if level < 3 else 6):
            found.append((call, "my long suit"))
    notrump = state.point.lowest_bid(4)
    if notrump < 18 and min(hand.lengths) > 1 and max(hand.lengths) < 6:
        found.append((notrump, "notrump"))
    return found
