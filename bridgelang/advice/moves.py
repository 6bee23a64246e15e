"""One number of one line, moved a little: which call a hand would have then.

A line that decided may give a hand up ("narrow"): then the next line that takes it calls. A line above it may take the
hand ("widen"), when a single bound of its condition keeps it out. Whether that would be better is not said here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bridgelang.advice.features import Feature, bound_features
from bridgelang.bidding.program import Rule
from bridgelang.bidding.state import State
from bridgelang.constraints.nodes import And, Node, Or, Steer, Within
from bridgelang.core.hands import Hand

__all__ = ["FURTHEST", "NARROW", "WIDEN", "Move", "deciding_bounds", "moves"]

NARROW, WIDEN = "narrow", "widen"
"""The line gives a hand up that it took, or takes one that it did not."""

FURTHEST = 3
"""By how much a number is moved at most: points, cards, or what else the quantity counts."""


class Move(NamedTuple):
    """``rule`` with the bound called ``bound`` moved by ``by`` would leave the hand with ``call``."""

    kind: str
    rule: Rule
    bound: str
    by: float
    call: int


def moves(
    state: State, offered: Iterable[tuple[int, Node, Rule]], hand: Hand, call: int, own: Rule | None
) -> list[Move]:
    """All that would change the hand's ``call``, which the line ``own`` made; each line and bound once."""
    found: dict[tuple[str, Rule, str], Move] = {}
    deciding: Node | None = None
    for other, node, rule in offered:
        if rule is own and other == call and deciding is None:
            deciding = node
        elif deciding is None:
            if rule is not own and other != call:
                for bound in _bounds(state, hand, other, node):
                    key = WIDEN, rule, bound.name
                    move = Move(WIDEN, rule, bound.name, -bound.spare, other)
                    if key not in found or found[key].by > move.by:
                        found[key] = move
        elif rule is not own and node.accepts(hand):
            if other != call:
                assert own is not None
                for bound in _bounds(state, hand, call, deciding):
                    found[NARROW, own, bound.name] = Move(NARROW, own, bound.name, bound.spare + 1, other)
            break
    return list(found.values())


def _bounds(state: State, hand: Hand, call: int, node: Node) -> Iterator[Feature]:
    """The bounds of a line's condition that decide alone, when they need not be moved far."""
    parts = list(deciding_bounds(node, hand))
    takes = node.accepts(hand)
    for feature in bound_features(state, hand, call, parts):
        if (0 <= feature.spare < FURTHEST) if takes else (-FURTHEST <= feature.spare < 0):
            yield feature


def deciding_bounds(node: Node, hand: Hand) -> Iterator[Within]:
    """The parts of a condition with a bound that alone keeps the hand out, or could alone keep it out when it is in."""
    if isinstance(node, Within):
        yield node
    elif isinstance(node, Steer):
        yield from deciding_bounds(node.parts[0], hand)
    elif isinstance(node, And):
        failing = [part for part in node.parts if not part.accepts(hand)]
        if len(failing) <= 1:
            for part in failing or node.parts:
                yield from deciding_bounds(part, hand)
    elif isinstance(node, Or):
        taking = [part for part in node.parts if part.accepts(hand)]
        if len(taking) <= 1:
            for part in taking or node.parts:
                yield from deciding_bounds(part, hand)
