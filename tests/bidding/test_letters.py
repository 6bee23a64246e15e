"""Letters that a path binds, and `for x in …` on headers and rules below it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.bidding.load import System, load_system
from bridgelang.compile.pipeline import compile_system
from bridgelang.core.auctions import Auction
from bridgelang.core.hands import Hand

TEXT = """\
language 1
system Letters "letters"
opening:
  2x: 6+ x
after 2x for x in hearts, spades:
  4x: 3+ x
after 2x:
  3x: 3+ x    for x in diamonds, hearts
  pass
"""


def saved(tmp_path: Path, name: str, text: str) -> System:
    """A system of this text, loaded from a file."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return load_system(file)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    file: Path = tmp_path_factory.mktemp("letters") / "letters.bid"
    file.write_text(TEXT, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("auction", "call"), [("2C P", "P"), ("2D P", "3D"), ("2H P", "4H"), ("2S P", "4S")])
def test_a_domain_restricts_a_letter_that_the_path_has_bound(path: str, auction: str, call: str) -> None:
    hand = Hand.parse("K543.Q32.Q32.Q32")
    assert str(load_system(path).choose_call(hand, Auction.parse(auction)).call) == call


STRENGTH = """\
language 1
system Strength "strength"
opening:
  1H: 4 hearts, 4 spades, hearts stronger than spades
  1S: 4 hearts, 4 spades
"""


@pytest.mark.parametrize(
    ("hand", "call"), [("Q432.A432.432.32", "1H"), ("A432.Q432.432.32", "1S"), ("A432.A432.432.32", "1S")]
)
def test_a_suit_is_stronger_by_its_high_cards(tmp_path: Path, hand: str, call: str) -> None:
    assert str(saved(tmp_path, "strength.bid", STRENGTH).choose_call(Hand.parse(hand), Auction()).call) == call


SAME = """\
language 1
system Same "same as"
opening:
  1x: 12+ hcp, 4+ x ; longest first
after 1M 1NT:
  2M: 5+ M
  pass
after 1x (1y) 1NT: same as after 1x 1NT
"""


def test_a_copy_keeps_to_majors_what_was_written_for_majors(tmp_path: Path) -> None:
    system = saved(tmp_path, "same.bid", SAME)
    major = system.choose_call(Hand.parse("A2.AKJ432.32.K32"), Auction.parse("1H 1S 1NT P"))
    minor = system.choose_call(Hand.parse("A2.K32.32.AKJ432"), Auction.parse("1C 1D 1NT P"))
    assert (str(major.call), major.rule is not None) == ("2H", True)
    assert (str(minor.call), minor.rule) == ("P", None)


RAISE = """\
language 1
system Raise "same as"
opening:
  1x: 12+ hcp, 4+ x ; longest first
after 1x 2x:
  3x: 5+ x
after 1x 2y:
  2NT
after 1x (1y) 2z: same as after 1x 2z
"""


def test_a_copy_of_a_new_suit_does_not_take_the_raise_along(tmp_path: Path) -> None:
    system = saved(tmp_path, "raise.bid", RAISE)
    decision = system.choose_call(Hand.parse("A2.AKJ43.2.K5432"), Auction.parse("1H 1S 2C P"))
    assert (str(decision.call), decision.rule and decision.rule.location) == ("2NT", "raise.bid:8")


@pytest.mark.parametrize("use", ["use both-majors", "use both-majors for M", "use both-majors for M = y"])
def test_the_other_major_of_a_convention_is_its_own_letter_s(tmp_path: Path, use: str) -> None:
    """Whatever suit M is here: the convention's own letter, the one of the context, or another one of it."""
    (tmp_path / "both-majors.bid").write_text("convention Both\n3M: 5+ M, 4+ oM\n")
    header = "after 1y:" if use.endswith("y") else "after 1M:"
    text = f"opening:\n  1x: 5+ x ; longest first\n{header}\n  {use}\n  pass\n"
    (tmp_path / "mine.bid").write_text(text)
    system = load_system(str(tmp_path / "mine.bid"))

    def call(hand: str, auction: str) -> str:
        return str(system.choose_call(Hand.parse(hand), Auction.parse(auction)).call)

    shared = use != "use both-majors"
    assert call("AKJ32.QJ43.32.43", "1S P") == ("3S" if shared else "P")
    assert call("AKJ32.QJ43.32.43", "1H P") == ("P" if shared else "3S")
    assert call("AKJ32.QJ4.J32.43", "1S P") == "P"


def test_a_letter_that_a_convention_says_nothing_of_is_told_at_the_line_that_asks(tmp_path: Path) -> None:
    """Where a convention says what it is to be given (`belongs after 1M for x = M`), only the `use` is at fault."""
    (tmp_path / "my.bid").write_text("opening:\n  1M: 5+ M ; longest first\nuse double\nafter 1M:\n  use splinters\n")
    (tmp_path / "double.bid").write_text("convention Double\nafter (1x):\n  1NT: 15-18 hcp\n  X: 15+ hcp, 7+ y\n")
    slip, omission = compile_system(str(tmp_path / "my.bid")).diagnostics
    assert (slip.code, slip.file, slip.span.line) == ("B224", "my.bid", 3)
    assert slip.notes[0].startswith("double.bid:4 asks about `y`") and "`unbid y`" in slip.notes[0]
    assert (omission.code, omission.span.line, omission.notes) == ("B224", 5, ())
