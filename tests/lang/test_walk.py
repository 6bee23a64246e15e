"""Going through trees and rewriting them: what a node keeps of its letters and names is what stands in it."""

from __future__ import annotations

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.compile.rewrite import map_node, substitute
from bridgelang.lang import ast
from bridgelang.lang.walk import has_names, letters_of, nodes
from tests.lang.strategies import LETTERS, contexts, rules

SUITS = [ast.SuitRef("suit", value) for value in range(4)]
statements = rules() | contexts()
given_letters = st.dictionaries(
    st.sampled_from([name for name in LETTERS if not name.startswith("o")]),
    st.sampled_from([*SUITS, ast.SuitRef("letter", "q")]),
    max_size=3,
)


def written(node: object) -> list[str]:
    """The letters of a tree, by looking at every node; ``oM`` counts as ``M``."""
    found = [str(one.value) for one in nodes(node) if isinstance(one, ast.SuitRef) and one.kind == "letter"]
    return list(dict.fromkeys([name.removeprefix("o") for name in found]))


@given(statements)
@settings(max_examples=150)
def test_letters_are_those_of_every_node_in_order_of_writing(statement: ast.Rule | ast.Context) -> None:
    assert list(letters_of(statement)) == written(statement)
    assert list(letters_of((statement, statement))) == written(statement)


def named(node: object) -> bool:
    """Whether the text's own names stand in a tree, by looking at every node."""
    return any(
        (isinstance(one, ast.Atom) and one.kind in ("named", "setting is"))
        or (isinstance(one, ast.Measure) and one.kind == "named")
        or (isinstance(one, ast.Amount) and one.setting is not None)
        for one in nodes(node)
    )


@given(statements)
@settings(max_examples=150)
def test_names_are_known_wherever_they_stand(statement: ast.Rule | ast.Context) -> None:
    assert has_names(statement) == named(statement)
    assert has_names((statement, statement)) == named(statement)
    for node in nodes(statement):
        assert has_names(node) == named(node)


@given(statements, given_letters)
@settings(max_examples=150)
def test_letters_are_replaced_everywhere_whatever_was_asked_before(
    statement: ast.Rule | ast.Context, letters: dict[str, ast.SuitRef]
) -> None:
    fresh = substitute(statement, letters)
    letters_of(statement)
    again = substitute(statement, letters)
    assert fresh == again
    assert set(letters_of(again)) == set(written(again))
    assert not set(written(again)) & {*letters} - {"q"}
    assert set(written(statement)) - {*letters} <= set(written(again))


@given(statements)
@settings(max_examples=50)
def test_a_tree_in_which_nothing_changes_stays_the_same_object_in_every_part(statement: ast.Rule | ast.Context) -> None:
    kept = [one for one in nodes(map_node(statement, lambda one: one)) if isinstance(one, ast.Placed)]
    assert all(one is other for one, other in zip(kept, list(nodes(statement)), strict=True))


@given(rules())
@settings(max_examples=50)
def test_a_changed_node_knows_its_own_letters(rule: ast.Rule) -> None:
    letters_of(rule)
    bare = attrs.evolve(rule, calls=(ast.CallExpr("bid", 1, ast.SuitRef("letter", "k")),), condition=None, tags=())
    assert list(letters_of(bare)) == written(bare)
