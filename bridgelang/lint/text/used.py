"""Which names the lines of a system use: of definitions, settings and quantities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from bridgelang.lang import ast


def used_names(trees: Iterable[ast.SystemFile]) -> frozenset[str]:
    """The names that some line of these files uses."""
    return frozenset(name for tree in trees for node in _nodes(tree.body) for name in _uses(node))


def _uses(node: Any) -> Iterator[str]:
    if isinstance(node, ast.Atom) and node.kind in ("named", "setting is"):
        yield str(node.args[0])
    elif isinstance(node, ast.Amount) and node.setting is not None:
        yield node.setting
    elif isinstance(node, ast.Measure) and node.kind == "named":
        yield node.name
    elif isinstance(node, ast.CountPoints):
        yield from node.parts
    elif isinstance(node, ast.Use):
        yield from (name for name, _, _ in node.when)
        yield from (value for _, value in node.settings if isinstance(value, str))


def _nodes(node: Any) -> Iterator[Any]:
    """Every node at and below a node."""
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(item)
        elif (fields := _FIELDS.get(type(item))) is not None:
            yield item
            stack.extend([getattr(item, name) for name in fields])


_FIELDS = {
    kind: tuple(f.name for f in attrs.fields(kind) if f.name not in ("span", "text"))
    for kind in vars(ast).values()
    if isinstance(kind, type) and attrs.has(kind)
}
