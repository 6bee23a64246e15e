"""Each lint rule finds its example, and nothing in the same file put right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bridgelang.compile.files import convention_names, shipped_folder, system_names
from bridgelang.compile.pipeline import compile_system, compile_text
from bridgelang.lang.diagnostics import render
from bridgelang.lint import CODES, NEVER, RULES, check, findings, findings_by_file
from bridgelang.lint.settings import variants
from bridgelang.lint.text import RULES as TEXT_RULES

PAGE = (Path(__file__).parents[2] / "docs" / "lint.md").read_text(encoding="utf-8")
REST = "use natural\n"
SPADES = "opening:\n  1S: 12+ points, 5+ spades\n"
ANSWER = "when partner opened x:\n  2y: 6+ points, 4+ y ; longest first\n  2NT: 10-12 hcp\n"
OVERCALL = "opening:\n  1x\nafter (1x):\n  1NT: 15-18 hcp\nafter (1x) 1NT:\n"
STRONG = "opening:\n  2C: 22+ hcp [forcing]\n  1H: 12+ points, 5+ hearts\n"

CASES = [
    # (code, what is wrong, its line, the same put right)
    ("B301", "opening:\n  1H: 12+ points, 5+ hearts\n  1H: 15+ points, 6+ hearts\n", 3,
     "opening:\n  1H: 15+ points, 6+ hearts\n  1H: 12+ points, 5+ hearts\n"),
    ("B301", "opening:\n  2H: 5+ hearts\n  1H: 6+ hearts\n", 3,
     "opening:\n  1H: 6+ hearts\n  2H: 5+ hearts\n"),
    ("B301", "opening:\n  1x: 4+ x\n  2x: 5+ x\n  2C: 5+ clubs\n", 4, "opening:\n  1x: 5+ x\n  2C: 4+ clubs\n"),
    ("B301", "opening:\n  1C: 12+ hcp\n  1D: 12+ hcp, 4+ diamonds\n", 3,  # a lower bid is legal where nobody has bid
     "opening:\n  1D: 12+ hcp, 4+ diamonds\n  1C: 12+ hcp\n"),
    ("B301", "opening:\n  1S: 5+ spades\nafter 1S:\n  2C: 8+ hcp\n  3C: 12+ hcp, 5+ clubs\n", 5,
     "opening:\n  1S: 5+ spades\nafter 1S:\n  3C: 12+ hcp, 5+ clubs\n  2C: 8+ hcp\n"),
    ("B301", "after (2S):\n  2NT: 5+ hearts\n  3H: 6+ hearts\n", 3, "after (2S):\n  3H: 6+ hearts\n  2NT: 5+ hearts\n"),
    ("B301", "opening:\n  pass\n  1C: 12+ points\n", 3, "opening:\n  1C: 12+ points\n  pass\n"),
    ("B302", "after (1H):\n  X: 12+ points\n", 2, "after (1H):\n  X: 12+ points [takeout]\n"),
    ("B303", f"{STRONG}after 1H (1S):\n  2H: 6-9 points\n  pass\n{REST}", 6,
     f"{STRONG}after 1H (1S):\n  2H: 6-9 points\n{REST}"),
    ("B303", f"{STRONG}after 1H (1S):\n  2H: 6-9 points\n  pass\n{REST}", 6,
     f"{STRONG}after 1H (1S):\n  2H: 6-9 points\n  pass \"we defend\"\n{REST}"),
    ("B304", "opening:\n  1NT: 15-17 hcp, up to 12 hcp\n", 2, "opening:\n  1NT: 15-17 hcp\n"),
    ("B304", "after 1M 1NT:\n  2x: 4+ x, x is M\n", 2, "after 1M 1NT:\n  2x: 4+ x, x is not M\n"),
    ("B304", "opening:\n  1NT: 20+ hcp, up to 19 hcp\n", 2, "after 1x (1y) 2z (pass) 3x/3w (pass):\n  3v: 4+ v\n"),
    ("B305", "opening:\n  1M: 5+ M\n", 2, "opening:\n  1M: 5+ M ; longest first, higher if equal\n"),
    ("B305", "opening:\n  1x: 6+ x\n", 2, "opening:\n  1x: 7+ x\n"),
    ("B305", "opening:\n  2x: 6+ x\nafter 2x:\n  3H\n", 2, "opening:\n  2x: 6+ x for x in spades, hearts\n"),
    ("B306", "opening:\n  1D\nafter (1D):\n  2y: 5+ y\n", 4, "opening:\n  1D\nafter (1D):\n  2y: 5+ y, nonjump\n"),
    ("B306", "opening:\n  1D\nafter (1D):\n  2y: 5+ y\n", 4, "opening:\n  1D\nafter (1D):\n  1M\n  2y: 5+ y\n"),
    ("B307", "after 1NT:\n  2C: 8+ hcp [forcing]\n  2C: 6+ clubs [signoff]\n", 3,
     "after 1NT:\n  2C: 8+ hcp [forcing]\n  2D: 6+ diamonds [signoff]\n"),
    ("B308", "define good x: 2 of top 3 in x\nopening:\n  1C\n", 1,
     "define good x: 2 of top 3 in x\nopening:\n  1C: good clubs\n"),
    ("B309", "opening:\n  1NT: 15-17 hcp\nafter 1NT:\n  2C\nafter 1NT 3C:\n  3D\n", 6,
     "opening:\n  1NT: 15-17 hcp\nafter 1NT:\n  3C\nafter 1NT 3C:\n  3D\n"),
    ("B312", "after (1x):\n  use michaels\n", 2, "use michaels\n"),
    ("B312", "after (1NT): use landy\n", 1, "use landy\n"),
    ("B312", "opening:\n  1NT: 15-17 hcp\nuse stayman\n", 3, "opening:\n  1NT: 15-17 hcp\nafter 1NT:\n  use stayman\n"),
    ("B313", "opening:\n  1NT: 12-14 hcp, balanced or 18+ hcp\n", 2,
     "opening:\n  1NT: (12-14 hcp, balanced) or 18+ hcp\n"),
    ("B313", "opening:\n  2C: 5+ clubs, 9+ diamonds or 4+ hearts\n", 2,
     "opening:\n  2C: 5+ clubs, 8+ diamonds or 4+ hearts\n"),
    ("B314", "opening:\n  1C [my club]\n", 2,
     "opening:\n  1C [my club]\nwhen partner's last call is my club:\n  pass\n"),
    ("B314", "opening:\n  1C\nwhen partner's last call is my club:\n  pass\n", 3,
     "opening:\n  1C [my club]\nwhen partner's last call is my club:\n  pass\n"),
    ("B315", "1NT: 15-17 hcp, balanced\npass\n", 1, "opening:\n  1NT: 15-17 hcp, balanced\npass\n"),
    ("B315", "opening:\n  1C\nwhen vulnerable:\n  1NT: 15-17 hcp\n", 4,
     "convention\nopening:\n  1C\nwhen vulnerable:\n  1NT: 15-17 hcp\n"),
    ("B315", "when 3rd seat:\n  1S: 4+ spades\n", 2, "never 4NT\nwhen 3rd seat, first turn:\n  1S: 4+ spades\n"),
    ("B309", "opening:\n  1C\nafter 1H:\n  2H\n", 4, "opening in 4th seat:\n  1H\nopening:\n  1C\nafter 1H:\n  2H\n"),
    ("B310", "opening:\n  1H: 12+ points\nafter 1H:\n  2C [game forcing]\nafter 1H 2C:\n  2H: 6+ hearts\n", 4,
     "opening:\n  1H: 12+ points\nafter 1H:\n  2C [game forcing]\nafter 1H 2C:\n  2H: 6+ hearts\n  2D\n"),
    ("B311", "opening:\n  1C: 16+ hcp [forcing]\nafter 1C:\n  1D\n", 2,
     "opening:\n  1C: 16+ hcp [forcing]\nafter 1C:\n  1D\nafter 1C (any):\n  pass\n"),
    ("B316", f"{SPADES}after 1S:\n  2NT: 13+ hcp [artificial]\n{ANSWER}", 4,
     f"{SPADES}after 1S:\n  2NT: 13+ hcp [artificial]\nnever 2NT\n{ANSWER}"),
    ("B316", f"{SPADES}after 1S:\n  2C: 9+ hcp [artificial]\n{ANSWER}", 4,  # it shows the suit it bids
     f"{SPADES}after 1S:\n  2C: 9+ hcp, 3+ clubs [artificial]\n{ANSWER}"),
    ("B317", "opening:\n  1C\nafter 1C:\n  2C\n  never 2NT\n", 5, "opening:\n  1C\nafter 1C:\n  never 2NT\n  2C\n"),
    ("B317", "opening:\n  1C\n  never 1D\n  never 1H\n", 3, "opening:\n  1C\n  never 1D\n  never 1H\n  1x\n"),
    ("B318", "after 1M:\n  3C: 7-10 support points, 4+ M [artificial]\n", 2,
     "after 1M:\n  3C: 7-10 support points in M, 4+ M [artificial]\n"),
    ("B318", "after 1M:\n  3C: 7-10 support points [artificial]\n", 2,
     "after 1M:\n  3C: 7-10 support points, 4+ M\n  2C: 7-10 support points, 4+ clubs [artificial]\n"),
    ("B319", "opening:\n  1NT: 15-17\n  1S: 5+ spades\n", 2, "opening:\n  1NT: 15-17, balanced\n  1S: 5+ spades\n"),
    ("B319", "opening:\n  2NT: 20-21 points\n  1S: 5+ spades\n", 2,
     "opening:\n  2NT: 20-21 points [artificial]\n  1S: 11+ hcp\n  1NT: 9+ hcp\n"),
    ("B320", f"{OVERCALL}  use lebensohl\n", 6, f"{OVERCALL}  use lebensohl\n  use lebensohl for y = x\n"),
    ("B320", f"{OVERCALL.replace('x', 'y')}  use lebensohl\n", 6, f"{OVERCALL}  use stayman\n"),
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
    rules = [*RULES, *TEXT_RULES]
    docs = [__import__(rule.__module__, fromlist=["find"]).__doc__ or "" for rule in rules]
    stated = sorted(re.match(r"(B\d+): ", doc).group(1) for doc in docs)  # type: ignore[union-attr]
    assert tuple(stated) == CODES
    assert set(stated) == {case[0] for case in CASES}


@pytest.mark.parametrize("code", CODES)
def test_the_page_has_every_code_with_an_example_and_the_same_put_right(code: str) -> None:
    section = next(part for part in re.split(r"^## ", PAGE, flags=re.MULTILINE) if part.startswith(code))
    wrong, right = re.findall(r"^```bid\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    assert code in [found for found, _ in codes(wrong)]
    assert codes(right) == []


def test_the_page_has_no_code_that_is_not_looked_for() -> None:
    assert re.findall(r"^## (B\d+)", PAGE, re.MULTILINE) == list(CODES)


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
    "when they opened x:\n  2NT: 5+ hearts\n  3H: 6+ hearts\n",  # a lower bid may not be legal where the higher is
    "opening:\n  1H: 5+ hearts, provided balanced\n  1H: 6+ hearts, 4+ spades, unbalanced\n",
    "after (1S):\n  2C: 5+ clubs\n  2D: 5+ diamonds, 4+ spades\nafter any (bid):\n  2C: 12+ hcp\n  2D: 13+ hcp\n",
    "opening:\n  1NT: 12-14 hcp, 5+ hearts or 5+ spades\n",
    "when rho passed:\n  pass\n  1C: 12+ points\n",  # a pass is skipped while forced
    "opening:\n  2x: 4+ x for x in hearts, spades\n  2x: 5+ x\n",  # clubs and diamonds are left
    "after 1M:\n  4M: 0-3 in every side suit, 5+ M\n",  # the suit of the call is no side suit
    "set twos = weak\nopening:\n  2H: twos is strong, 20+ hcp\n  2H: twos is weak\n  2H: 6+ hearts\n",
    "set notrump = 15-17\nopening:\n  1NT: notrump hcp\n  1NT: 16-17 hcp\n",  # another range leaves them
    "opening:\n  1H\nafter 1H (any):\n  2C: 8+ hcp\nafter 1H (any):\n  unavailable: leave\n  2C: 9+ hcp\n",  # leaves
    "convention C\n4x: 4+ x\n3NT: 4+ hearts\n",  # x may be given: spades
    "convention C\n3NT: 15+ hcp, M is a minor\n",  # M may be given: a minor
    "after (1H):\n  2C else 2D: 4 hearts\n  2C: 4 hearts\n",  # either call
    "reads:\n  opening:\n    1NT: 5+ hearts\nopening:\n  1NT: 6+ hearts\n",  # explains, and takes nothing
]


@pytest.mark.parametrize("text", UNSURE)
def test_what_is_not_certain_is_not_said(text: str) -> None:
    assert [code for code, _ in codes(text) if code in NEVER] in ([], ["B309"])


def test_a_pass_takes_what_is_left_where_nobody_can_be_forced() -> None:
    assert ("B301", 5) in codes("opening:\n  1H\nafter 1H (1S):\n  pass\n  2C: 5+ clubs\n")
    assert ("B301", 5) not in codes("opening:\n  1H\nafter 1H (any):\n  pass\n  2C: 5+ clubs\n")


def test_a_strong_hand_may_pass_where_we_are_doubled() -> None:
    text = f"{STRONG}after 1H (X):\n  2H: 6-9 points\n  pass\n{REST}"
    assert "B303" not in [code for code, _ in codes(text)]


SETTINGS = """\
set answer = yes
opening:
  1NT: 15-17 hcp, balanced
after 1NT:
  2C: 8+ hcp, answer is no
  2D: 8+ hcp
after 1NT 2C:
  2H: 4+ hearts
"""


def test_what_another_setting_brings_to_life_is_not_dead(tmp_path: Path) -> None:
    path = tmp_path / "my.bid"
    path.write_text(SETTINGS)
    assert codes(SETTINGS) == [("B309", 8)]  # with the settings as they stand
    assert check(str(path)) == []
    assert check(str(path), {"answer": "no"}) == []
    path.write_text(SETTINGS.replace("answer is no", "answer is no, 6+ clubs, up to 4 clubs"))
    assert [d.code for d in check(str(path))] == ["B309"]  # a line that a setting turns off is not judged


def test_what_a_convention_uses_under_another_setting_is_used(tmp_path: Path) -> None:
    (tmp_path / "aces.bid").write_text("convention Aces\nopening:\n  4C: many-aces\n")
    path = tmp_path / "my.bid"
    text = "set ask = no\ndefine many-aces: 3+ aces\nuse aces when ask is yes\n"
    path.write_text(text)
    assert check(str(path)) == []
    path.write_text(text + "define few-aces: up to 1 aces\n")
    assert [(d.code, d.span.line) for d in check(str(path))] == [("B308", 4)]


def test_copies_are_judged_together() -> None:
    copied = "opening:\n  1H: 12+ points\nafter 1H (X):\n  2H: 3+ hearts\n  same as after 1H\n"
    assert ("B301", 7) not in codes(copied + "after 1H:\n  2H: 4+ hearts\n")  # dead in the copy, alive where it stands


HOSTS = [str(path) for path in sorted(Path(shipped_folder()).glob("conventions/hosts/*.bid"))]
SYSTEMS = [*system_names(), *HOSTS]


@pytest.mark.parametrize("name", SYSTEMS, ids=lambda name: Path(name).stem)
def test_a_shipped_system_has_no_errors_and_is_silent(name: str) -> None:
    assert [str(d) for d in check(name)] == []


def test_a_shipped_convention_is_silent_by_itself() -> None:
    assert [str(d) for name in convention_names() for d in check(name)] == []


@pytest.mark.slow
def test_shipped_conventions_are_silent_as_the_systems_use_them() -> None:
    """What is said never to happen is said when it is so in every system."""
    never: dict[str, list[set[tuple[str, int]]]] = {}
    wrong: list[str] = []
    for name in SYSTEMS:
        compiled = compile_system(name)
        own = next(iter(compiled.trees))
        for file, found in findings_by_file(compiled).items():
            never.setdefault(file, []).append({(d.code, d.span.line) for d in found if d.code in NEVER})
            if file != own:
                wrong.extend(str(d) for d in found if d.code not in NEVER)
    for file, sets in never.items():
        wrong.extend(f"{file}:{row}: {code} in every system" for code, row in sorted(set.intersection(*sets)))
    assert sorted(set(wrong)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", system_names())
def test_shipped_systems_are_silent_whatever_words_their_settings_are(name: str) -> None:
    compiled = compile_system(name)
    for settings in variants(compiled.trees, next(iter(compiled.trees)), {}):
        assert [(str(d), settings) for d in check(name, settings)] == []
