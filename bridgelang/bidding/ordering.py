"""A line's ordering (``longest first``) written into the conditions of its instances, so that first match decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bridgelang.bidding.forms import SUIT_NAMES
from bridgelang.constraints import shapes
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, shape, within
from bridgelang.features.quantities import quantity

Before = tuple[tuple[tuple[int, Node], ...], ...]
"""For each instance of a line the others, by number, that may go before it, and when they do."""


@lru_cache(maxsize=10_000)
def order_of(order: tuple[tuple[str, int], ...], suits: tuple[int, ...]) -> Before:
    """When the instances of a line go before each other; ``suits`` are what they are ordered by.

    Those of one suit are left in the order of the text.
    """
    return tuple([_before(order, suits, number) for number in range(len(suits))])


def _before(order: Sequence[tuple[str, int]], suits: tuple[int, ...], number: int) -> tuple[tuple[int, Node], ...]:
    suit = suits[number]
    found = [(i, _better(order, other, suit, i < number)) for i, other in enumerate(suits) if other != suit]
    return tuple([(i, better) for i, better in found if better is not FALSE])


def arranged(before: Before, nodes: tuple[Node, ...]) -> list[Node]:
    """The conditions of a line's instances when each must go before the others that hold too."""
    out: list[Node] = []
    for node, others in zip(nodes, before, strict=True):
        if node is FALSE:
            out.append(node)
        else:
            taken = [negation(both(nodes[j], better)) for j, better in others if nodes[j] is not FALSE]
            out.append(both(node, *taken))
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
