"""What makes the atoms of conditions: one function for each grammar alias, registered where it is defined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bridgelang.lang import ast
from bridgelang.lang.pieces import Pieces, word_of
from bridgelang.lang.tree import Tree

Maker = Callable[[Pieces, Tree], ast.Condition]
MAKERS: dict[str, Maker] = {}
"""By grammar alias."""

SUBJECTS = {"I": "me", "theirs": "they", "partner's": "partner", "mine": "me", "ours": "we"}
SUBJECTS |= {"my": "me", "lho's": "lho", "rho's": "rho", "their": "they", "our": "we"}


def makes(*aliases: str) -> Callable[[Maker], Maker]:
    """Register a function as the maker of what these aliases stand for."""

    def add(function: Maker) -> Maker:
        for alias in aliases:
            MAKERS[alias] = function
        return function

    return add


def as_atom(b: Pieces, tree: Tree, kind: str, *args: Any) -> ast.Atom:
    """An atom of this kind that spans what was written."""
    return ast.Atom(kind, args, span=b.span(tree))


def who_of(node: Any) -> str:
    """The player or side that a word names: ``me``, ``partner``, ``lho``, ``rho``, ``they``, ``we``."""
    word = word_of(node)
    return SUBJECTS.get(word, word)
