"""The syntax tree as plain lists, numbers and words: the form that is cached as JSON and run.

Suits are 0 clubs … 3 spades, or the letter or phrase as written; strains also "NT"; everything else is a list whose
first item names it. ``docs/internals.md`` lists the forms.
"""

from __future__ import annotations

from typing import Any

from bridgelang.lang import ast
from bridgelang.lang.walk import PLAIN

Plain = Any


def plain(node: Any) -> Plain:
    """The plain form of any condition, value or call of the syntax tree."""
    form = _FORMS.get(node.__class__)
    if form is not None:
        return form(node)
    if isinstance(node, tuple):
        return [plain(item) for item in node]
    assert node.__class__ in PLAIN, node
    return node


def _suit(node: ast.SuitRef) -> Plain:
    return node.value


def _atom(node: ast.Atom) -> Plain:
    return [node.kind, *(plain(arg) for arg in node.args)]


def _call(node: ast.CallExpr) -> Plain:
    if node.kind == "bid":
        return ["bid", node.level, plain(node.strain)]
    if node.kind == "step":
        return ["step", node.level]
    if node.kind == "tagged":
        return ["tagged", [plain(tag) for tag in node.tags]]
    return [node.kind] if node.strain is None else [node.kind, plain(node.strain)]


def _pattern(node: ast.CallPattern) -> Plain:
    if node.kind == "bid":
        return ["bid", *_call(node.call)[1:]] if node.call is not None else ["bid"]
    value = {"strain": node.strain, "sort": node.word, "tag": node.tag}.get(node.kind)
    return [node.kind] if value is None else [node.kind, plain(value)]


_FORMS: dict[type, Any] = {
    ast.SuitRef: _suit,
    ast.Notrump: lambda n: "NT",
    ast.Amount: lambda n: [list(pair) for pair in n.ranges],
    ast.Measure: lambda n: ["custom", n.name] if n.kind == "named" else [n.kind, plain(n.suit)],
    ast.Where: lambda n: [n.quantifier, plain(n.suit), n.which, n.kind, n.whose],
    ast.Tag: lambda n: [n.name, plain(n.suit), plain(n.until)],
    ast.CallExpr: _call,
    ast.CallPattern: _pattern,
    ast.Atom: _atom,
    ast.All: lambda n: ["all", *(plain(p) for p in n.parts)],
    ast.AnyOf: lambda n: ["any", *(plain(p) for p in n.parts)],
    ast.Not: lambda n: ["not", plain(n.part)],
    ast.Provided: lambda n: ["provided", plain(n.part)],
    ast.Order: lambda n: [n.kind, n.length],
}
