"""Each lint rule finds its example, and nothing in the same file put right."""

from __future__ import annotations

import re

import pytest

from bridgelang.lang.diagnostics import render
from bridgelang.system.compiler import compile_text
from bridgelang.system.lint import RULES, check, findings

REST = "use natural\n"

CASES = [
    # (code, what is wrong, its line, the same put right)
    ("B301", "opening:\n  1H: 12+ points, 5+ hearts\n  1H: 15+ points, 6+ hearts\n", 3,
     "opening:\n  1H: 15+ points, 6+ hearts\n  1H: 12+ points, 5+ hearts\n"),
    ("B301", "opening:\n  2H: 5+ hearts\n  1H: 6+ hearts\n", 3,
     "opening:\n  1H: 6+ hearts\n  2H: 5+ hearts\n"),
    ("B301", "opening:\n  1x: 4+ x\n  2x: 5+ x\n  2C: 5+ clubs\n", 4, "opening:\n  1x: 5+ x\n  2C: 4+ clubs\n"),
    ("B302", "after (1H):\n  X: 12+ points\n", 2, "after (1H):\n  X: 12+ points [takeout]\n"),
    ("B303", f"after 1NT (2H):\n  X: 8+ hcp [negative]\n  pass\n{REST}", 3,
     f"after 1NT (2H):\n  X: 8+ hcp [negative]\n{REST}"),
    ("B304", "opening:\n  1NT: 15-17 hcp, up to 12 hcp\n", 2, "opening:\n  1NT: 15-17 hcp\n"),
    ("B304", "after 1M 1NT:\n  2x: 4+ x, x is M\n", 2, "after 1M 1NT:\n  2x: 4+ x, x is not M\n"),
    ("B305", "opening:\n  1M: 5+ M\n", 2, "opening:\n  1M: 5+ M ; longest first, higher if equal\n"),
    ("B305", "opening:\n  1x: 6+ x\n", 2, "opening:\n  1x: 7+ x\n"),
    ("B307", "after 1NT:\n  2C: 8+ hcp [forcing]\n  2C: 6+ clubs [signoff]\n", 3,
     "after 1NT:\n  2C: 8+ hcp [forcing]\n  2D: 6+ diamonds [signoff]\n"),
    ("B308", "define good x: 2 of top 3 in x\nopening:\n  1C\n", 1,
     "define good x: 2 of top 3 in x\nopening:\n  1C: good clubs\n"),
    ("B309", "opening:\n  1NT: 15-17 hcp\nafter 1NT:\n  2C\nafter 1NT 3C:\n  3D\n", 6,
     "opening:\n  1NT: 15-17 hcp\nafter 1NT:\n  3C\nafter 1NT 3C:\n  3D\n"),
    ("B309", "opening:\n  1C\nafter 1H:\n  2H\n", 4, "opening in 4th seat:\n  1H\nopening:\n  1C\nafter 1H:\n  2H\n"),
    ("B310", "opening:\n  1H: 12+ points\nafter 1H:\n  2C [game forcing]\nafter 1H 2C:\n  2H: 6+ hearts\n", 4,
     "opening:\n  1H: 12+ points\nafter 1H:\n  2C [game forcing]\nafter 1H 2C:\n  2H: 6+ hearts\n  2D\n"),
    ("B311", "opening:\n  1C: 16+ hcp [forcing]\nafter 1C:\n  1D\n", 2,
     "opening:\n  1C: 16+ hcp [forcing]\nafter 1C:\n  1D\nafter 1C (any):\n  pass\n"),
]  # fmt: skip


def codes(text: str) -> list[tuple[str, int]]:
    compiled = compile_text(text, "my.bid")
    assert compiled.program is not None, [str(d) for d in compiled.diagnostics]
    return [(d.code, d.span.line) for d in findings(compiled)]


@pytest.mark.parametrize(("code", "wrong", "line", "right"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)])
def test_a_rule_finds_its_example_and_nothing_in_it_put_right(code: str, wrong: str, line: int, right: str) -> None:
    assert (code, line) in codes(wrong)
    assert code not in [found for found, _ in codes(right)]


def test_every_rule_has_an_example_and_says_what_it_is_for() -> None:
    docs = [__import__(rule.__module__, fromlist=["find"]).__doc__ or "" for rule in RULES]
    stated = {re.match(r"(B\d+): ", doc).group(1) for doc in docs}  # type: ignore[union-attr]
    assert len(stated) == len(RULES)
    assert stated | {"B302", "B303", "B308"} == {case[0] for case in CASES}


def test_the_message_of_a_shadowed_rule_names_the_line_that_takes_its_hands() -> None:
    compiled = compile_text("opening:\n  1H: 12+ points, 5+ hearts\n  1H: 15+ points, 6+ hearts\n", "my.bid")
    found = next(d for d in findings(compiled) if d.code == "B301")
    assert render(found, compiled.sources["my.bid"]).startswith(
        "warning[B301]: this rule can never be reached: every such hand is taken by line 2\n --> my.bid:3:3\n"
    )


def test_a_hand_that_must_pass_a_forcing_call_is_shown() -> None:
    text = "opening:\n  1H: 12+ points\nafter 1H:\n  2C [game forcing]\nafter 1H 2C:\n  2H: 6+ hearts\n"
    found = next(d for d in findings(compile_text(text, "my.bid")) if d.code == "B310")
    assert re.search(r"with \S+\.\S*\.\S*\.\S* no rule applies after 1H P 2C P", found.notes[0])


UNSURE = [
    "opening:\n  1H: 12+ points, 5+ hearts, not vulnerable\n  1H: 15+ points, 6+ hearts\n",  # only sometimes above
    "opening:\n  1H: 12+ points, stopper in hearts\n  1H: 15+ points, 6+ hearts\n",  # nobody can tell from lengths
    "opening:\n  never 1H: 5+ spades\n  1H: 5+ hearts\n  1H: 6+ hearts\n",  # a never line is in between
    "after (2S):\n  2NT: 5+ hearts\n  3H: 6+ hearts\n",  # a lower bid may not be legal where the higher one is
    "opening:\n  1H: 5+ hearts, provided balanced\n  1H: 6+ hearts, 4+ spades, unbalanced\n",
    "opening:\n  pass\n  1C: 12+ points\n",  # a pass is skipped while forced
]


@pytest.mark.parametrize("text", UNSURE)
def test_what_is_not_certain_is_not_said(text: str) -> None:
    assert "B301" not in [code for code, _ in codes(text)]


@pytest.mark.parametrize("name", ["goren-classic", "standard-simple", "natural", "acol-first"])
def test_shipped_files_have_no_warnings(name: str) -> None:
    assert [str(d) for d in check(name) if d.severity != "hint"] == []
