"""Going through a syntax tree: every node of it, the letters that it speaks of, whether it has names to be resolved."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from bridgelang.lang import ast

PLAIN = frozenset({str, int, float, bool, type(None)})
"""The types of what is no node."""

_PARTS: dict[type, tuple[str, ...]] = {}
_ABOUT_ITSELF = ("span", "text", "spoken", "naming", "listed")


def parts_of(kind: type) -> tuple[str, ...]:
    """The names of a node type's fields but for where it stood and how it was written; empty for other types."""
    found = _PARTS.get(kind)
    if found is None:
        names = [f.name for f in attrs.fields(kind)] if attrs.has(kind) else []
        found = _PARTS[kind] = tuple(name for name in names if name not in _ABOUT_ITSELF)
    return found


def nodes(node: object) -> Iterator[object]:
    """Every node at and below ``node``, in order of writing."""
    stack: list[object] = [node]
    while stack:
        item = stack.pop()
        kind = item.__class__
        if kind in PLAIN:
            continue
        if isinstance(item, tuple):
            stack.extend(reversed(item))
        else:
            yield item
            stack.extend([getattr(item, name) for name in reversed(parts_of(kind))])


def nodes_of(tree: ast.SystemFile) -> tuple[object, ...]:
    """Every node of a file, in order of writing: the file keeps them, and is asked again and again."""
    if tree.listed is None:
        object.__setattr__(tree, "listed", tuple(nodes(tree.body)))
    assert tree.listed is not None
    return tree.listed


def letters_of(node: object) -> tuple[str, ...]:
    """The letters at and below ``node``, in order of writing, each once; ``oM`` counts as ``M``.

    A node keeps them: rewriting leaves what it does not change as it is, and asks again and again.
    """
    kind = node.__class__
    if kind in PLAIN:
        return ()
    if isinstance(node, tuple):
        return _together([letters_of(item) for item in node])
    if not isinstance(node, ast.Placed):
        return _together([letters_of(getattr(node, name)) for name in parts_of(kind)])
    found = node.spoken
    if found is None:
        found = _together([letters_of(getattr(node, name)) for name in parts_of(kind)])
        if isinstance(node, ast.SuitRef) and node.kind == "letter":
            found = (str(node.value).removeprefix("o"),)
        object.__setattr__(node, "spoken", found)
    return found


def has_names(node: object) -> bool:
    """Whether a name that the text gives a meaning (a definition, a setting, a quantity) stands at or below ``node``.

    A node keeps it, as it does its letters.
    """
    kind = node.__class__
    if kind in PLAIN:
        return False
    if isinstance(node, tuple):
        return any(map(has_names, node))
    if not isinstance(node, ast.Placed):
        return any(has_names(getattr(node, name)) for name in parts_of(kind))
    found = node.naming
    if found is None:
        found = _is_name(node) or any(has_names(getattr(node, name)) for name in parts_of(kind))
        object.__setattr__(node, "naming", found)
    return found


def _is_name(node: object) -> bool:
    """Whether :class:`bridgelang.compile.names.Resolver` has something to look up for the node itself."""
    if isinstance(node, ast.Atom):
        return node.kind in ("named", "setting is")
    if isinstance(node, ast.Measure):
        return node.kind == "named"
    return isinstance(node, ast.Amount) and node.setting is not None


def _together(letters: list[tuple[str, ...]]) -> tuple[str, ...]:
    some = [one for one in letters if one]
    if len(some) < 2:
        return some[0] if some else ()
    return tuple(dict.fromkeys([letter for one in some for letter in one]))
