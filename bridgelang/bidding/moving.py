"""The parts of conditions that move with the auction, as functions of a place that remember what they gave.

Each gives the same constraint as :func:`bridgelang.bidding.specialise.specialise`; what it depends on (the suits shown,
the least that partner has) takes few values, and for each the constraint is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from bridgelang.bidding.program import Part, is_letter
from bridgelang.bidding.specialise import Place, measure, own_quantity, specialise, suits_of, test_of
from bridgelang.constraints.nodes import FALSE, TRUE, Node, negation
from bridgelang.features.quantities import Quantity

Plain = Any
Mover = Callable[[Place], Node]


def mover(piece: Plain) -> Mover:
    """A part of a condition as a function of a place."""
    if Part(piece).fact:
        test = test_of(piece)
        return lambda q: TRUE if test(q) else FALSE
    kind = piece[0]
    if kind == "not":
        inner = mover(piece[1])
        return lambda q: negation(inner(q))
    depends = _DEPENDS.get(kind)
    on = None if depends is None else depends(piece)
    if on is None:
        return lambda q: specialise(piece, q)
    return _remembering(piece, on)


def _remembering(piece: Plain, on: Callable[[Place], Hashable]) -> Mover:
    known: dict[Hashable, Node] = {}

    def move(q: Place) -> Node:
        key = on(q)
        node = known.get(key)
        if node is None:
            node = known[key] = specialise(piece, q)
        return node

    return move


# ------------------------------------------------------------------ what a part depends on


def _fit(c: Plain) -> Callable[[Place], Hashable]:
    ref = c[2]

    def on(q: Place) -> Hashable:
        suit = q.suit(ref)
        return -1 if suit < 0 else (suit, q.state.holding(q.partner).length_range(suit)[0])

    return on


def _within_law(c: Plain) -> Callable[[Place], Hashable]:
    ref = c[1]

    def on(q: Place) -> Hashable:
        suit = q.suit(ref)
        return -1 if suit < 0 else (suit, q.level, q.state.holding(q.partner).length_range(suit)[0])

    return on


def _combined(c: Plain) -> Callable[[Place], Hashable]:
    end = 1 if c[0] == "combined maximum" else 0
    said = c[2]
    if said is None:

        def on(q: Place) -> Hashable:
            strength = q.state.strength(q.partner)
            return own_quantity(q), strength.high if end else strength.low, strength.quantity.scale

        return on

    def on_measure(q: Place) -> Hashable:
        mine: Quantity | None = measure(said, q)
        return None if mine is None else (mine, q.state.holding(q.partner).range(mine)[end])

    return on_measure


def _where(c: Plain) -> Callable[[Place], Hashable] | None:
    """What ``in every unbid suit`` depends on: the suits; None for a condition on one suit with a letter in it."""
    where = c[-1]
    if where[0] == "one":
        ref = where[1]
        return lambda q: q.suit(ref)
    if where[2] == "side" or _has_letters(c[1:-1]):
        return None
    return lambda q: tuple(suits_of(where, q))


def _has_letters(node: Plain) -> bool:
    if isinstance(node, tuple):
        return any(_has_letters(part) for part in node)
    return isinstance(node, str) and is_letter(node)


def _amount(c: Plain) -> Callable[[Place], Hashable] | None:
    said = c[2]
    return lambda q: measure(said, q)


_DEPENDS: dict[str, Callable[[Plain], Callable[[Place], Hashable] | None]] = {
    "fit": _fit,
    "within the law": _within_law,
    "combined": _combined,
    "combined maximum": _combined,
    "stopper": _where,
    "half stopper": _where,
    "length in": _where,
    "tops": _where,
    "amount": _amount,
}
