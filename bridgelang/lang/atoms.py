"""The atoms of conditions: from a grammar node to an :class:`~bridgelang.lang.ast.Atom` with checked arguments.

One function for each grammar alias, in three modules by what the atom speaks of: a hand, the partnership, the auction.
The kinds and their arguments are listed in ``vocabulary.py``.
"""

from __future__ import annotations

from bridgelang.lang import (  # noqa: F401 - three of them are there for the makers they register
    ast,
    atoms_of_auctions,
    atoms_of_hands,
    atoms_of_partnership,
)
from bridgelang.lang.atom_makers import MAKERS, as_atom, makes
from bridgelang.lang.pieces import Pieces
from bridgelang.lang.tree import Tree


def build_atom(pieces: Pieces, tree: Tree) -> ast.Condition:
    """The condition of one atom node."""
    return MAKERS[str(tree.data)](pieces, tree)


@makes("named")
def _named(b: Pieces, t: Tree) -> ast.Condition:
    suits = tuple(b.suit(c) for c in t.children[1:])
    return as_atom(b, t, "named", str(t.children[0]), suits)


@makes("setting_is")
def _setting_is(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "setting is", str(t.children[0]), str(t.children[1]))


@makes("otherwise")
def _otherwise(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "otherwise")
