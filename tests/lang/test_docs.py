"""The page for players: every example on it is read, and no word of the language is missing from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bridgelang.compile.assemble import FIELDS, assemble
from bridgelang.compile.pipeline import compile_text
from bridgelang.compile.plain_form import _FORMS
from bridgelang.lang import ast
from bridgelang.lang.parser import parse_condition, parse_system
from bridgelang.lang.vocabulary import CALLS, KINDS, MEASURES, ORDERS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "language.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```bid\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def column(heading: str) -> list[str]:
    """The code in the first column of the table under a heading."""
    section = re.split(r"^#+ ", PAGE, flags=re.MULTILINE)
    body = next(part for part in section if part.startswith(heading + "\n"))
    return re.findall(r"^\| `([^`]+)` \|", body, re.MULTILINE)


CONDITIONS = [
    word
    for heading in ("My hand", "My hand and partner's", "The call", "Suits", "The auction", "Names")
    for word in column(heading)
]


@pytest.mark.parametrize("text", FENCES, ids=range(len(FENCES)))
def test_every_example_compiles(text: str) -> None:
    compiled = compile_text(text, "example.bid")
    assert compiled.program is not None, [str(d) for d in compiled.diagnostics]


def test_the_page_has_its_examples() -> None:
    assert len(FENCES) >= 5 and len(CONDITIONS) >= 60


def test_every_kind_of_condition_is_on_the_page() -> None:
    found = set()
    for text in CONDITIONS:
        tree, wrong = parse_condition(text)
        assert not wrong, text
        atom = tree.part if isinstance(tree, ast.Not) else tree
        assert isinstance(atom, ast.Atom), text
        found.add(atom.kind)
    assert found == set(KINDS)


def test_every_quantity_call_and_order_is_on_the_page() -> None:
    def measure(word: str) -> str:
        atom = parse_condition(f"1+ {word}")[0]
        assert isinstance(atom, ast.Atom), word
        return str(atom.args[1].kind)

    def rule(text: str) -> ast.Rule:
        made = parse_system(text + "\n", "my.bid")[0].body[0]
        assert isinstance(made, ast.Rule), text
        return made

    assert {measure(word) for word in column("How much")} == set(MEASURES)
    assert {rule(word).calls[0].kind for word in column("Calls")} == set(CALLS)
    assert {rule(f"1x ; {word}").order[0].kind for word in column("Which suit first")} == set(ORDERS)


def test_words_in_the_running_text_are_read() -> None:
    section = PAGE.split("### How much\n")[1].split("|", 1)[0]
    words = [re.sub(r"\s+", " ", word) for word in re.findall(r"`([^`]+)`", section)]
    assert len(words) > 12
    for word in words:
        assert not parse_condition(word)[1], word


def test_every_refusal_on_the_page_is_one() -> None:
    for text in ("4S", "5431", "not balanced or vulnerable", "unless balanced, vulnerable",
                 "no stopper in every suit they bid", "8+ hcp and 4 hearts or 4 spades"):  # fmt: skip
        assert parse_condition(text)[0] is None


def test_the_internals_page_knows_the_compiled_form() -> None:
    page = (DOCS / "internals.md").read_text(encoding="utf-8")
    program = compile_text("opening:\n  1NT: 15-17 hcp\n").program
    assert program is not None and assemble.__module__.replace(".", "/") in page
    for field in program:
        assert f"`{field}`" in page
    assert len(program["lines"][0]) == len(FIELDS)
    assert len(_FORMS) == 14  # the nodes listed on the page, notrump and each kind of joined condition with them
