"""Printing and reading again: every tree comes back as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import render_all
from bridgelang.lang.parser import parse_condition, parse_system
from bridgelang.lang.printer import PRINTED, condition, print_system
from bridgelang.lang.vocabulary import KINDS
from tests.lang import strategies


@settings(max_examples=300, deadline=None)
@given(strategies.conditions())
def test_conditions_come_back(tree: ast.Condition) -> None:
    text = condition(tree)
    again, wrong = parse_condition(text)
    assert not wrong, text + "\n" + render_all(wrong, {"condition": [text]})
    assert again == tree, text


@settings(max_examples=200, deadline=None)
@given(strategies.systems)
def test_systems_come_back(tree: ast.SystemFile) -> None:
    text = print_system(tree)
    again, wrong, lines = parse_system(text, "my.bid")
    assert not wrong, render_all(wrong, {"my.bid": lines})
    assert again == tree, text


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_kind_is_printed_and_its_examples_come_back(kind: object) -> None:
    assert set(KINDS) == PRINTED
    for example in kind.examples:  # type: ignore[attr-defined]
        tree, wrong = parse_condition(example)
        assert tree is not None and not wrong, example
        assert parse_condition(condition(tree)) == (tree, [])


IDENTITIES = [
    line for line in (Path(__file__).parent / "identities.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]  # fmt: skip


@pytest.mark.parametrize("line", IDENTITIES)
def test_identities(line: str) -> None:
    written, _, printed = line.partition(" -> ")
    tree, wrong = parse_condition(written)
    assert tree is not None and not wrong
    assert condition(tree) == (printed or written)
    assert parse_condition(condition(tree)) == (tree, [])


def test_identities_cover_every_kind() -> None:
    found = {node.kind for line in IDENTITIES for node in atoms_in(parse_condition(line.partition(" -> ")[0])[0])}
    assert found == set(KINDS)
    assert len(IDENTITIES) > 150


def atoms_in(node: ast.Condition | None) -> list[ast.Atom]:
    """Every atom of a condition."""
    if isinstance(node, ast.Atom):
        return [node]
    parts = getattr(node, "parts", None) or (node.part,)  # type: ignore[union-attr]
    return [atom for part in parts for atom in atoms_in(part)]


def test_a_tag_before_for_keeps_it_apart() -> None:
    for header in (
        "when balanced, (I have called forcing) for M in clubs:",
        "when (not partner's last call is transfer) for x in hearts, spades:",
    ):
        tree, wrong, _ = parse_system(f"{header}\n  pass\n", "my.bid")
        assert tree is not None and not wrong
        assert parse_system(print_system(tree), "my.bid")[0] == tree


def test_a_number_behind_a_number_is_set_apart() -> None:
    amounts = ast.Amount(((0, 0),)), ast.Amount(((0, 0), (1, 1)))
    both = ast.All((ast.Atom("combined", (amounts[0], None)), ast.Atom("amount", (amounts[1], ast.Measure("aces")))))
    assert condition(both) == "combined 0, (0 or 1 aces)"
    found, wrong = parse_condition(condition(both))
    assert not wrong and condition(found) == condition(both)
