"""Rewriting of conditions and calls: letters for suits, definitions and settings for what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, cast

import attrs

from bridgelang.lang import ast

Letters = Mapping[str, ast.SuitRef]
T = TypeVar("T")
_evolve: Callable[..., object] = attrs.evolve


_PARTS: dict[type, tuple[str, ...]] = {}
"""The fields of each node type that may hold other nodes; empty for what is no node."""


def parts_of(kind: type) -> tuple[str, ...]:
    """The names of a node type's fields but for where it stood and how it was written; empty for other types."""
    found = _PARTS.get(kind)
    if found is None:
        names = [f.name for f in attrs.fields(kind)] if attrs.has(kind) else []
        found = _PARTS[kind] = tuple(name for name in names if name not in ("span", "text"))
    return found


def map_node(node: T, change: Callable[[object], object]) -> T:
    """``node`` with ``change`` applied to every node below it and then to itself.

    What ``change`` gives for a node is another that may stand in its place.
    """
    return cast(T, _mapped(node, change))


def _mapped(node: object, change: Callable[[object], object]) -> object:
    if isinstance(node, tuple):
        return tuple([_mapped(item, change) for item in node])
    kind = node.__class__
    if kind in _PLAIN:
        return node
    changes = {}
    for name in parts_of(kind):
        old = getattr(node, name)
        if old.__class__ not in _PLAIN:
            new = _mapped(old, change)
            if new is not old and new != old:
                changes[name] = new
    return change(_evolve(node, **changes) if changes else node)


_PLAIN = frozenset({str, int, float, bool, type(None)})


def nodes(node: object) -> Iterator[object]:
    """Every node at and below ``node``."""
    stack: list[object] = [node]
    while stack:
        item = stack.pop()
        kind = item.__class__
        if kind in _PLAIN:
            continue
        if isinstance(item, tuple):
            stack.extend(reversed(item))
        else:
            yield item
            stack.extend([getattr(item, name) for name in reversed(parts_of(kind))])


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

    return map_node(node, change)


def letters_of(node: object) -> list[str]:
    """The letters at and below ``node``, in order of writing, each once; ``oM`` counts as ``M``."""
    out: dict[str, None] = {}
    for item in nodes(node):
        if isinstance(item, ast.SuitRef) and item.kind == "letter":
            name = str(item.value)
            out[name.removeprefix("o")] = None
    return list(out)


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
