"""Grammar, registry, printer, compiled form and strategies agree: no word is missing anywhere."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
from lark import Lark, Tree, logger

from bridgelang.bidding.words.base import WORDS
from bridgelang.bidding.words.decode import RECORDS
from bridgelang.lang import ast
from bridgelang.lang.atom_makers import MAKERS
from bridgelang.lang.grammar import grammar_text
from bridgelang.lang.line_parser import line_parser
from bridgelang.lang.parser import parse_condition
from bridgelang.lang.pieces import RULES_OF
from bridgelang.lang.printer import PRINTED
from bridgelang.lang.vocabulary import BINDERS, CALLS, KINDS, MEASURES, OF_HAND, ORDERS, PATH_CALLS, Kind
from bridgelang.lang.words import known_words

JOINED = {"all", "any", "not", "provided"}
"""Words that join others."""

FAULTS = {"bare_number", "bare_call", "bare_suit", "shape_number"}
"""Grammar aliases that only exist to say what is wrong."""


def rule_aliases(*rules: str) -> set[str]:
    """The names that alternatives of these grammar rules have."""
    text = re.sub(r"//.*", "", grammar_text())
    out: set[str] = set()
    for rule in rules:
        body = re.search(rf"^[?!]?{rule}:(.*?)(?=^[?!]?[a-z_]+:|^[A-Z_]+[.0-9]*:|^%)", text, re.MULTILINE | re.DOTALL)
        assert body is not None, rule
        out |= set(re.findall(r"->\s*(\w+)", body.group(1)))
    return out


def trees(text: str) -> Iterator[str]:
    yield from (
        str(node.data) for node in line_parser().parse(text, start="cond").iter_subtrees() if isinstance(node, Tree)
    )


def test_every_alias_of_the_grammar_has_a_maker_and_no_maker_is_idle() -> None:
    assert rule_aliases("hand_atom", "suit_atom", "public_atom", "call_atom") == set(MAKERS)
    assert len(MAKERS) > 80


def test_every_alias_is_reached_by_an_example() -> None:
    reached = {name for kind in KINDS.values() for example in kind.examples for name in trees(example)}
    reached |= {name for text in ("no void in x", "I have bid hearts", "no hcp", "a void in x") for name in trees(text)}
    assert set(MAKERS) - FAULTS <= reached


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_each_kind_is_what_its_examples_make(kind: Kind) -> None:
    assert kind.examples and kind.says and kind.about in ("hand", "fit", "call", "letters", "auction", "names")
    for example in kind.examples:
        found, wrong = parse_condition(example)
        assert not wrong
        atom = found.part if isinstance(found, ast.Not) else found
        assert isinstance(atom, ast.Atom) and atom.kind == kind.name
        least = sum(not arg.endswith("?") for arg in kind.args)
        assert kind.name == "contract" or least <= len(atom.args) <= len(kind.args)


def test_every_kind_is_printed_and_run() -> None:
    assert set(KINDS) == PRINTED
    compiled_away = {"named", "setting is"}
    assert RECORDS
    assert set(WORDS) - JOINED == set(KINDS) - compiled_away
    for kind in set(KINDS) - compiled_away:
        assert tuple(WORDS[kind].args.split()) == KINDS[kind].args, kind
    assert {name for name, kind in KINDS.items() if kind.about == "names"} == compiled_away | {"otherwise"}


def test_what_asks_nothing_of_the_auction_is_the_same_everywhere() -> None:
    hand = {name for name, kind in KINDS.items() if kind.about in ("hand", "letters")}
    assert hand | {"level"} == {kind for kind, record in WORDS.items() if record.of_hand}
    assert {name for name, kind in KINDS.items() if kind.about == "hand"} | {"named"} == OF_HAND
    assert all(KINDS[name].about == "auction" for name in BINDERS)


@pytest.mark.parametrize("kind", sorted(MEASURES))
def test_each_quantity_is_what_its_example_makes(kind: str) -> None:
    found, wrong = parse_condition(f"1+ {MEASURES[kind][0]}")
    assert isinstance(found, ast.Atom) and not wrong
    assert found.args[1].kind == kind


def test_every_quantity_of_the_grammar_is_registered() -> None:
    named = {a.removeprefix("q_").removesuffix("_in").replace("_", " ") for a in rule_aliases("quantity")}
    named = {"support points" if name == "support" else name for name in named} | {"hcp in"}
    assert named == {"rule of" if name.startswith("rule of") else name for name in MEASURES}
    assert {f"rule of {n}" for n in (15, 20)} <= set(MEASURES) and {15, 20} <= set(RULES_OF)


@pytest.mark.parametrize("kind", sorted({**CALLS, **PATH_CALLS}))
def test_each_call_is_what_its_example_makes(kind: str) -> None:
    from bridgelang.lang.parser import parse_system

    example = {**CALLS, **PATH_CALLS}[kind][0]
    tree, wrong, _ = parse_system(f"after {example}:\n  pass\n", "my.bid")
    assert not wrong
    block = tree.body[0]
    assert isinstance(block, ast.Block) and block.context.path[0].alternatives[0].kind == kind
    if kind in CALLS:
        rule = parse_system(f"{example}\n", "my.bid")[0].body[0]
        assert isinstance(rule, ast.Rule) and rule.calls[0].kind == kind


@pytest.mark.parametrize("kind", sorted(ORDERS))
def test_each_order_is_what_its_example_makes(kind: str) -> None:
    from bridgelang.lang.parser import parse_system

    tree, wrong, _ = parse_system(f"1x ; {ORDERS[kind][0]}\n", "my.bid")
    assert not wrong
    rule = tree.body[0]
    assert isinstance(rule, ast.Rule) and [o.kind for o in rule.order] == [kind]


def test_every_order_of_the_grammar_is_registered() -> None:
    named = {alias.replace("_", " ") for alias in rule_aliases("order")}
    assert named == set(ORDERS) | {"pair higher", "pair lower"}


def test_suggestions_know_every_keyword() -> None:
    assert {"balanced", "stopper", "opening", "hearts", "forced", "singleton", "combined"} <= known_words()
    assert len(known_words()) > 200


KNOWN_CONFLICTS = {
    ("LETTER", "<count : NAME>"),  # `good x` is a condition with its suit, not so many cards in x
    ("SUITWORD", "<count : NAME>"),
    ("ACE", "<count : NO>"),  # `no ace of x`; for a count write `no aces`
    ("KING", "<count : NO>"),
    ("QUEEN", "<count : NO>"),
    ("JUMP", "<callalt : DOUBLE>"),  # `double jump x`
    ("FOR", "<tag_words : __tag_words_plus>"),  # `keycard ask for x`
}
"""Where LALR(1) would have a choice: each is settled the way a player reads it, by going on."""


def test_the_grammar_has_no_choice_but_the_known_ones(caplog: pytest.LogCaptureFixture) -> None:
    level = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(caplog.handler)
    try:
        Lark(grammar_text(), parser="lalr", start=["line", "cond"], debug=True, maybe_placeholders=True)
    finally:
        logger.removeHandler(caplog.handler)
        logger.setLevel(level)
    found = set()
    terminal = ""
    for record in caplog.records:
        message = record.getMessage()
        if "conflict for terminal" in message:
            assert message.startswith("Shift/Reduce"), message
            terminal = message.split("terminal ")[1].split(":")[0]
        elif terminal and "<" in message:
            found.add((terminal, re.sub(r"_\d+>", ">", message.strip(" *"))))
            terminal = ""
    assert found == KNOWN_CONFLICTS
