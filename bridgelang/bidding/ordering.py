"""A line's ordering (``longest first``) written into the conditions of its instances, so that first match decides."""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.bidding.forms import SUIT_NAMES
from bridgelang.constraints import shapes
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, shape, within
from bridgelang.features.quantities import quantity


def arranged(order: Sequence[tuple[str, int]], suits: Sequence[int], nodes: tuple[Node, ...]) -> list[Node]:
    """The conditions of a line's instances when each must go before the others that hold too.

    ``suits`` are what the instances are ordered by; those of one suit are left in the order of the text.
    """
    out = []
    for i, node in enumerate(nodes):
        parts = [node]
        for j, other in enumerate(nodes):
            if i != j and suits[i] != suits[j] and other is not FALSE and node is not FALSE:
                better = _better(order, suits[j], suits[i], j < i)
                if better is not FALSE:
                    parts.append(negation(both(other, better)))
        out.append(both(*parts))
    return out


def _better(order: Sequence[tuple[str, int]], a: int, b: int, first: bool) -> Node:
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
                f"{SUIT_NAMES[a]} {'longer' if op == '>' else 'shorter'} than {SUIT_NAMES[b]}",
            ),
            shape(shapes.length_compare(a, "=", b), f"{SUIT_NAMES[a]} as long as {SUIT_NAMES[b]}"),
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
        shape(shapes.length_compare(a, "=", b), f"{SUIT_NAMES[a]} as long as {SUIT_NAMES[b]}"),
        within(quantity("length", a), length, top),
    )
    return (pair_node if wins else FALSE), negation(pair_node)
