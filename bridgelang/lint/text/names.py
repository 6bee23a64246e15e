"""B308: a definition, setting or quantity that nothing uses.

    define good-suit x: 2 of top 3 in x      # and no line says good-suit

Usually a line was renamed or taken out. Names used by a convention that this file uses count as used, because a
convention sees the names of the file round it. (A name defined twice is an error, B211.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import attrs

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic

if TYPE_CHECKING:
    from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Names of the file that are used nowhere."""
    for statement in reading.tree.body:
        kind = {ast.Definition: "definition", ast.Setting: "setting", ast.QuantityDefinition: "quantity"}.get(
            type(statement)
        )
        if kind is not None and statement.name not in reading.names:  # type: ignore[union-attr]
            name = statement.name  # type: ignore[union-attr]
            yield Diagnostic("B308", f"nothing uses the {kind} `{name}`", reading.file, statement.span, "warning")


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
