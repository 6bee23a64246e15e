"""Which names the lines of a system use: of definitions, settings and quantities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bridgelang.lang import ast
from bridgelang.lang.walk import nodes_of


def used_names(trees: Iterable[ast.SystemFile]) -> frozenset[str]:
    """The names that some line of these files uses."""
    return frozenset(name for tree in trees for node in nodes_of(tree) for name in _uses(node))


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
