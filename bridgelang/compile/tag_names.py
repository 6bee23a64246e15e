"""Tags that are no tags: a slip in `[forcing]`, a short form such as `[gf]`, a question for a tag that none has.

Any word may be a tag; but one that is a slip from a tag of the language, and that no line asks for, would be silently
without effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic, slipped
from bridgelang.lang.tags import NOT_FORCING, SHORT_FORMS, STANDARD
from bridgelang.lang.walk import nodes_of


def faults(trees: Mapping[str, ast.SystemFile]) -> list[Diagnostic]:
    """A message for each tag that is a slip from one that the language or another line has."""
    carried: dict[str, list[tuple[str, ast.Tag]]] = {}
    asked: dict[str, list[tuple[str, ast.Tag]]] = {}
    for file, tree in trees.items():
        for tag in carried_in(tree):
            carried.setdefault(tag.name, []).append((file, tag))
        for tag in asked_in(tree):
            asked.setdefault(tag.name, []).append((file, tag))
    out: list[Diagnostic] = []
    for names, others in ((carried, asked), (asked, carried)):
        for name, places in names.items():
            says = "" if name in STANDARD or name in others else _slip(name)
            if says:
                file, tag = places[0]
                out.append(Diagnostic("B129", f"`{name}` is no tag that means anything: {says}", file, tag.span))
    return out


def _slip(name: str) -> str:
    """What to write for a name that is a slip; empty when it is none."""
    if name.lower().replace("-", " ") in NOT_FORCING:
        return "a call forces only where a tag says so, leave it out"
    several = [meant(part) or part for part in name.split(" and ")]
    if len(several) > 1 and all(part in STANDARD for part in several):
        return f"tags are parted by commas, write [{', '.join(several)}]"
    slip = meant(name)
    return f"did you mean [{slip}]?" if slip else ""


def meant(name: str) -> str:
    """The tag that a name is a slip from; empty when it is like none."""
    short = SHORT_FORMS.get(name.lower()) or SHORT_FORMS.get(name.lower().replace("-", " "))
    return short or slipped(name, STANDARD) or ""


def carried_in(tree: ast.SystemFile) -> Iterator[ast.Tag]:
    """The tags that lines of a file carry."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Rule):
            yield from node.tags


def asked_in(tree: ast.SystemFile) -> Iterator[ast.Tag]:
    """The tags that conditions and paths of a file ask for."""
    for node in nodes_of(tree):
        if isinstance(node, ast.CallPattern) and node.tag is not None:
            yield node.tag
        elif isinstance(node, ast.Atom):
            yield from (argument for argument in node.args if isinstance(argument, ast.Tag))
        elif isinstance(node, ast.CallExpr):
            yield from node.tags
