"""The grammar file says the whole language: what it reads is what the program reads, from a file down to a tag.

The program reads a file line by line, groups a run by hand and cuts tags by hand, for the sake of its messages. Here
the same texts are read by the rules of the grammar alone: as one `file`, as one `grouping`, as one `tag_list`.
"""

from __future__ import annotations

import functools
import itertools
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from bridgelang.lang import ast, source
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.grammar import grammar_text, resource_folder
from bridgelang.lang.line_parser import line_parser
from bridgelang.lang.logic import Joint, Misread, Operand, resolve
from bridgelang.lang.printer import print_system
from bridgelang.lang.span import Span
from bridgelang.lang.tags import TagFault, parse_tags
from tests.lang import strategies
from tests.lang.test_mistakes import ROWS

SHIPPED = sorted(Path(resource_folder("systems")).rglob("*.bid"))
END, DEEPER, BACK = "\n", "\u21e5", "\u21e4"


@functools.cache
def whole() -> Lark:
    return Lark(grammar_text(), parser="lalr", start=["file", "grouping", "tag_list"], maybe_placeholders=True)


# ------------------------------------------------------------------ a file


def cut(nodes: list[source.Node]) -> str:
    """The lines of a file with their ends and the steps of the indentation, as the grammar has them."""
    return "".join(
        node.line.text + END + (DEEPER + cut(node.children) + BACK if node.children else "") for node in nodes
    )


def by_lines(nodes: list[source.Node]) -> list[Any]:
    """The trees of the single lines in blocks, as `file` has them."""
    out = []
    for node in nodes:
        (tree,) = line_parser().parse(node.line.text, start="line").children
        if tree.data == "header":
            context, for_part, inner = tree.children
            assert (inner is None) == bool(node.children)
            tree = Tree("block", [context, for_part, *([inner] if inner is not None else by_lines(node.children))])
        else:
            assert not node.children
        out.append(tree)
    return out


def read_whole(text: str) -> tuple[Tree[Token] | None, list[Any] | None]:
    """A file by the grammar at once, and line by line; None where it is refused."""
    found = source.read(text, "my.bid")
    if found.diagnostics:
        return None, None
    try:
        at_once: Tree[Token] | None = whole().parse(cut(found.body), start="file")
    except LarkError:
        at_once = None
    try:
        lines: list[Any] | None = by_lines(found.body)
    except (LarkError, AssertionError):
        lines = None
    return at_once, lines


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_ships_is_read_alike_at_once_and_line_by_line(path: Path) -> None:
    at_once, lines = read_whole(path.read_text(encoding="utf-8"))
    assert at_once is not None and at_once.children == lines


@settings(max_examples=40)
@given(strategies.systems)
def test_any_system_is_read_alike_at_once_and_line_by_line(system: ast.SystemFile) -> None:
    at_once, lines = read_whole(print_system(system))
    assert (at_once.children if at_once is not None else None) == lines


def _margin_line_in_a_block(nodes: list[source.Node], inside: bool = False) -> bool:
    margin = ("language ", "system ", "convention ", "count ", "set ", "quantity ", "define ", "belongs ")
    return any(
        (inside and node.line.text.startswith(margin)) or _margin_line_in_a_block(node.children, True) for node in nodes
    )


def test_mutated_files_are_refused_alike() -> None:
    """Lines with a piece taken out, doubled or moved: the grammar refuses what the program refuses, and no more."""
    chance = random.Random(7)
    refused = 0
    for path in chance.choices(SHIPPED, k=25):
        lines = path.read_text(encoding="utf-8").split("\n")[:60]
        for _ in range(chance.randint(1, 2)):
            number = chance.randrange(len(lines))
            words = lines[number].split(" ")
            at = chance.randrange(len(words))
            words[at : at + 1] = chance.choice(
                [[], [words[at]] * 2, [chance.choice(["and", "(", ":", "5+", "M", "use"])]]
            )
            lines[number] = " ".join(words)
        text = "\n".join(lines)
        body = source.read(text, "my.bid").body
        at_once, single = read_whole(text)
        refused += single is None
        if single is None or _margin_line_in_a_block(body):
            assert at_once is None
        else:
            assert at_once is not None and at_once.children == single
    assert refused > 3


def test_mistakes_of_the_table_are_refused_alike() -> None:
    for row in ROWS:
        at_once, lines = read_whole(row.text)
        assert (at_once is None) == (lines is None), row.text


# ------------------------------------------------------------------ grouping

WORDS = ("and", "or", "not", "both", "either")


def by_grammar(run: tuple[str, ...]) -> Any:
    try:
        return _shape(whole().parse(" ".join(run), start="grouping"))
    except LarkError:
        return None


def _shape(tree: Any) -> Any:
    """A tree as (word, parts), flat where one word stands in itself."""
    if isinstance(tree, Token):
        return str(tree)
    parts = [_shape(child) for child in tree.children if child is not None]
    if tree.data == "negated":
        return ("not", parts[0])
    word = "all" if tree.data in ("all_of", "both_of") else "any"
    flat = list(itertools.chain(*[part[1:] if part[0] == word else (part,) for part in parts]))
    return flat[0] if len(flat) == 1 else (word, *flat)


def by_program(run: tuple[str, ...]) -> Any:
    nowhere = Span(1, 1, 1, 2)
    parts = [
        Joint(word, nowhere) if word in WORDS else Operand(ast.Atom("named", (word, ())), word, nowhere) for word in run
    ]
    try:
        return _of_condition(resolve(parts, nowhere))
    except Misread:
        return None


def _of_condition(condition: ast.Condition) -> Any:
    if isinstance(condition, ast.Atom):
        return condition.args[0]
    if isinstance(condition, ast.Not):
        return ("not", _of_condition(condition.part))
    assert isinstance(condition, ast.All | ast.AnyOf)
    return ("all" if isinstance(condition, ast.All) else "any", *map(_of_condition, condition.parts))


def runs() -> list[tuple[str, ...]]:
    """Every run of up to five words, and some longer ones, most of them near to what is read."""
    out = [run for length in range(1, 6) for run in itertools.product((*WORDS, "#"), repeat=length)]
    chance = random.Random(3)
    for _ in range(2_500):
        run: list[str] = []
        while len(run) < 13:
            run += chance.choice([["#"], ["#"], ["not", "#"], ["both"], ["either"], ["both", "#"], ["either", "#"]])
            if chance.random() < 0.75:
                run.append(chance.choice(["and", "or"]))
            if chance.random() < 0.15:
                break
        out.append(tuple(run[:-1] if run[-1] in WORDS else run))
    return [tuple(f"#{n}" if word == "#" else word for n, word in enumerate(run)) for run in out]


def test_the_grammar_groups_as_the_program_does() -> None:
    read = 0
    for run in runs():
        wanted = by_program(run)
        assert by_grammar(run) == wanted, " ".join(run)
        read += wanted is not None
    assert read > 300


# ------------------------------------------------------------------ tags


@pytest.mark.parametrize(
    "text",
    ["forcing", "forcing, artificial", "transfer to hearts", "agrees M", "forcing to 2NT", "keycard ask for x", "",
     "forcing,", "a+b", "0-3", "new minor asked for M", "4♥", "support for ♥", "s/o", "x!", "forcing artificial"],
)  # fmt: skip
def test_the_grammar_reads_the_tags_the_program_reads(text: str) -> None:
    found: list[Diagnostic] = []
    try:
        tags = parse_tags(text, source.LogicalLine(text, 0, [(0, 1, 1)]), 0)
    except TagFault as fault:
        found.append(fault.diagnostic)
    try:
        tree = whole().parse(text, start="tag_list")
    except LarkError:
        assert found
    else:
        assert not found and len(tree.children) == len(tags)
