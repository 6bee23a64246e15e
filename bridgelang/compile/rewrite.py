"""Rewriting of conditions and calls: letters for suits, definitions and settings for what they stand for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TypeVar, cast

import attrs

from bridgelang.lang import ast
from bridgelang.lang.walk import PLAIN, letters_of, parts_of

Letters = Mapping[str, ast.SuitRef]
T = TypeVar("T")
_evolve: Callable[..., object] = attrs.evolve


def _nothing_is_kept(_: object) -> bool:
    return False


def map_node(node: T, change: Callable[[object], object], is_kept: Callable[[object], bool] = _nothing_is_kept) -> T:
    """``node`` with ``change`` applied to every node below it and then to itself, but for those that are kept whole.

    What ``change`` gives for a node is another that may stand in its place.
    """
    return cast(T, _mapped(node, change, is_kept))


def _mapped(node: object, change: Callable[[object], object], is_kept: Callable[[object], bool]) -> object:
    if isinstance(node, tuple):
        items = [_mapped(item, change, is_kept) for item in node]
        return node if all(map(operator.is_, items, node)) else tuple(items)
    kind = node.__class__
    if kind in PLAIN or is_kept(node):
        return node
    changes = {}
    for name in parts_of(kind):
        old = getattr(node, name)
        if old.__class__ not in PLAIN:
            new = _mapped(old, change, is_kept)
            if new is not old and new != old:
                changes[name] = new
    return change(_evolve(node, **changes) if changes else node)


def substitute(node: T, letters: Letters) -> T:
    """``node`` with letters replaced: ``M`` also decides ``oM``."""
    if not letters:
        return node

    def change(item: object) -> object:
        if isinstance(item, ast.SuitRef) and item.kind == "letter":
            name = str(item.value)
            if name in letters:
                return attrs.evolve(letters[name], span=item.span)
            if name[0] == "o" and name[1:] in letters:
                base = letters[name[1:]]
                if base.kind == "suit":
                    return ast.SuitRef("suit", int(base.value) ^ 1, span=item.span)
                return ast.SuitRef("letter", "o" + str(base.value), span=item.span)
        if isinstance(item, ast.Domain):
            return attrs.evolve(item, letters=tuple(str(letters[n].value) if n in letters else n for n in item.letters))
        return item

    names = {name.removeprefix("o") for name in letters}

    def is_kept(item: object) -> bool:
        return isinstance(item, _WITHOUT_DOMAINS) and names.isdisjoint(letters_of(item))

    return map_node(node, change, is_kept)


_WITHOUT_DOMAINS = (ast.All, ast.AnyOf, ast.Not, ast.Provided, ast.Atom, ast.CallExpr, ast.PathElement)
"""Nodes whose letters are all in suits of theirs: a domain has the names alone."""


def shift_points(node: T, by: int) -> T:
    """``node`` with its ranges of hcp, points and support points moved by ``by``."""

    def change(item: object) -> object:
        if isinstance(item, ast.Atom) and item.kind == "amount":
            amount, measure = item.args
            if measure.kind in ("hcp", "points", "support points"):
                ranges = tuple(
                    (None if low is None else max(0, low + by), None if high is None else max(0, high + by))
                    for low, high in amount.ranges
                )
                return attrs.evolve(item, args=(attrs.evolve(amount, ranges=ranges), measure))
        return item

    return map_node(node, change)


def unify(target: ast.CallExpr, found: ast.CallExpr) -> dict[str, ast.SuitRef] | None:
    """The letters of ``found`` that make it the call ``target``; None when none do.

    >>> one = ast.CallExpr("bid", 1, ast.SuitRef("suit", 2))
    >>> unify(one, ast.CallExpr("bid", 1, ast.SuitRef("letter", "M")))
    {'M': SuitRef(kind='suit', value=2)}
    """
    if target == found:
        return {}
    if target.kind != found.kind or target.level != found.level or target.tags != found.tags:
        return None
    wanted, having = target.strain, found.strain
    if not isinstance(wanted, ast.SuitRef) or not isinstance(having, ast.SuitRef) or having.kind != "letter":
        return None
    if wanted.kind == "suit" and not fits_letter(str(having.value), int(wanted.value)):
        return None
    return {str(having.value): wanted}


def fits_letter(letter: str, suit: int) -> bool:
    """Whether a letter can stand for a suit: M for majors, m for minors, others for any."""
    if letter[-1] == "M":
        return suit >= 2
    if letter[-1] == "m":
        return suit < 2
    return True
