"""Any text whatever: it is read, or refused with messages; nothing else ever comes out.

A few hundred examples here; the full 10,000 with ``BRIDGELANG_FUZZ=10000 pytest tests/lang/test_fuzz.py``.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import attrs
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from bridgelang.bidding.program import Program
from bridgelang.bidding.table import BiddingTable
from bridgelang.compile.pipeline import Compilation, compile_text
from bridgelang.compile.rewrite import map_node
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic, render_all
from bridgelang.lang.grammar import grammar_text, resource_folder
from bridgelang.lang.parser import parse_condition
from bridgelang.lang.printer import print_system
from bridgelang.lang.vocabulary import CALLS, KINDS, MEASURES, ORDERS, PATH_CALLS
from tests.lang import strategies

EXAMPLES = int(os.environ.get("BRIDGELANG_FUZZ", "600"))
SHARE = max(EXAMPLES // 5, 1)

KEYWORDS = sorted(set(re.findall(r'"([^"\n]+)"', grammar_text())))
SAMPLES = [
    "1NT", "2M", "3oM", "7NT", "8C", "4S", "10M", "5+S", "4-6H", "x", "y", "M", "om", "hearts", "♠", "15-17", "5+",
    "12", "4½", "0 or 3", "3-card", "1st", "5-4-x-x", "(54)xx", "5431", "5=4=2=2", "AKQ", "A", "void", "never", ">=",
    "[forcing]", "[transfer to hearts, forcing to 2NT]", '"a note"', "good-suit", "# remark", "(", ")", ",", ":", ";",
    "/", "\n", "\n  ", "\n    ", "opening:\n  ", "after 1NT:\n  ", "when contested:\n  ", "language 1\n", "\t",
    "define good x: ", "use stayman\n", "same as after 1NT", "for x in hearts, spades", "pass even if forced", '"',
    "é", "9" * 30,
]  # fmt: skip
SAMPLES += [example for kind in KINDS.values() for example in kind.examples]
SAMPLES += [example for table in (CALLS, PATH_CALLS, MEASURES, ORDERS) for example, _ in table.values()]
FILES = sorted(Path(resource_folder("systems")).rglob("*.bid"))


def swallow(text: str | bytes) -> Compilation:
    """Compile a text; whatever is wrong with it must come back as messages that can be shown."""
    compiled = compile_text(text, "my.bid")
    for diagnostic in compiled.diagnostics:
        assert isinstance(diagnostic, Diagnostic)
        assert re.fullmatch(r"B\d{3}", diagnostic.code) and diagnostic.message and diagnostic.file
        assert "Token(" not in diagnostic.message and "bridgelang." not in diagnostic.message
        span = diagnostic.span
        assert (span.line, span.column) <= (span.end_line, span.end_column)
    for style in ("text", "concise", "json", "github"):
        render_all(compiled.diagnostics, dict(compiled.sources), style)
    assert (compiled.program is None) == any(d.is_error for d in compiled.diagnostics)
    if compiled.program is not None:
        bid_a_board(Program(compiled.program))
    return compiled


def bid_a_board(program: Program) -> None:
    """What compiles also bids: a few calls of a board, each of them read."""
    state = BiddingTable.alone(program).root(0, 0)
    hands = deal(1, 1)
    for _ in range(6):
        if state.is_over:
            return
        entry = state.position().choose(hands[Seat(state.turn)])
        call = 0 if entry is None else entry.call
        assert state.is_legal(call)
        assert not state.reading(call).holding.is_empty
        state = state.then(call)


FUZZ = settings(max_examples=SHARE, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@FUZZ
@given(st.lists(st.sampled_from(KEYWORDS + SAMPLES), max_size=30).map(" ".join))
def test_words_of_the_language_in_any_order(text: str) -> None:
    swallow(text)
    condition, wrong = parse_condition(text)
    assert condition is None or not wrong


@FUZZ
@given(st.integers(0, 2**32))
def test_real_files_with_accidents(seed: int) -> None:
    swallow(accident(random.Random(seed)))


@FUZZ
@given(
    st.one_of(
        st.text(max_size=80), st.binary(max_size=80), st.text(alphabet="1N25x+-=()[],:;# \n\t\"'½♠aeonrs", max_size=120)
    )
)
def test_any_characters(text: str | bytes) -> None:
    swallow(text)


@FUZZ
@given(strategies.systems)
def test_whole_files_of_the_grammar(tree: object) -> None:
    swallow(print_system(tree))  # type: ignore[arg-type]


@FUZZ
@given(strategies.systems)
def test_whole_systems_bid(tree: ast.SystemFile) -> None:
    compiled = swallow(print_system(closed(tree)))
    event("compiled" if compiled.program is not None else compiled.diagnostics[0].code)


def closed(tree: ast.SystemFile) -> ast.SystemFile:
    """A tree with its names and letters settled, so that most of it compiles: every suit letter is x."""

    def settle(node: object) -> object:
        if isinstance(node, ast.Amount) and node.setting is not None:
            return ast.Amount(((1, None),))
        if isinstance(node, ast.Measure) and node.kind == "named":
            return ast.Measure("hcp")
        if isinstance(node, ast.Atom) and node.kind in ("named", "setting is"):
            return ast.Atom("balanced")
        if isinstance(node, ast.SuitRef) and node.kind == "letter":
            return ast.SuitRef("letter", "x")
        if isinstance(node, ast.Domain):
            return ast.Domain(("x",), node.suits)
        if isinstance(node, ast.Rule):
            return attrs.evolve(node, calls=(*node.calls, ast.CallExpr("cheapest", strain=ast.SuitRef("letter", "x"))))
        if isinstance(node, ast.Block) and node.context.kind == "opening":
            return attrs.evolve(node, context=attrs.evolve(node.context, kind="reads", seats=(), condition=None))
        return node

    kept = tuple(s for s in tree.body if isinstance(s, ast.Rule | ast.Block))
    made: ast.SystemFile = map_node(ast.SystemFile("my.bid", kept or (ast.Rule((ast.CallExpr("pass"),)),)), settle)
    return made


def accident(chance: random.Random) -> str:
    """Some lines of a shipped file after a few slips of the hand."""
    lines = chance.choice(FILES).read_text(encoding="utf-8").split("\n")
    start = chance.randrange(len(lines))
    text = "\n".join(lines[start : start + chance.randint(1, 12)])
    if chance.random() < 0.5:
        text = re.sub(r"^(?=\S)", "opening:\n  ", text)
    for _ in range(chance.randint(1, 4)):
        place = chance.randint(0, len(text))
        slip = chance.randrange(6)
        if slip == 0:
            text = text[:place] + text[place + chance.randint(1, 5) :]
        elif slip == 1:
            text = text[:place] + chance.choice(KEYWORDS + SAMPLES) + text[place:]
        elif slip == 2:
            text = text[:place] + chance.choice('()[],:;"#\n \t+-=/') + text[place:]
        else:
            words = re.split(r"(\s+)", text)
            a, b = chance.randrange(len(words)), chance.randrange(len(words))
            if slip == 3:
                words[a], words[b] = words[b], words[a]
            elif slip == 4:
                words[a] = chance.choice(KEYWORDS + SAMPLES)
            else:
                words.insert(a, words[b] + " ")
            text = "".join(words)
    return text


def test_there_are_files_to_have_accidents_with() -> None:
    assert len(FILES) > 3 and len(KEYWORDS) > 150
    assert Vulnerability.NONE == 0  # the board of `bid_a_board` is dealt by the first seat, nobody vulnerable
