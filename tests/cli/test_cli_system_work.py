"""`test`, `book`, `check`: working on a system."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bridgelang import Auction, load_system
from bridgelang.compile.files import convention_names
from bridgelang.compile.pipeline import compile_system
from bridgelang.compile.places import misplaced_in_file
from bridgelang.compile.shipped import header
from bridgelang.report.book import book

from .conftest import SMALL

CASES = """\
system: my
cases:
  - AQ32.K54.J987.32 | 1NT P | 2C | asks for a major
  - AQ32.K54.J987.32 | (W ns) P 1NT P 2C P 2D P | 3NT | ten points opposite fifteen
"""


@pytest.fixture
def own(folder):
    (folder / "my.bid").write_text(Path(SMALL).read_text(encoding="utf-8"))
    (folder / "my.tests.yaml").write_text(CASES.replace("3NT", "2NT"))


def test_tests_beside_a_system(run, own, folder):
    ran = run("test", "my.bid")
    assert ran.status == 1
    assert ran.out.startswith("FAIL my.tests.yaml:4")
    assert "expected 2NT, got 3NT" in ran.out
    assert "bridgelang bid my.bid AQ32.K54.J987.32" in ran.out
    assert ran.out.endswith("1 passed, 1 failed\n")
    assert run("test", "my.bid", "--quiet").out == "1 passed, 1 failed\n"
    answer = run("test", "my.tests.yaml", "--json").json
    assert (answer["passed"], answer["failed"]) == (1, 1)
    assert answer["cases"][1]["line"] == 4
    (folder / "my.tests.yaml").write_text("".join(CASES.splitlines(keepends=True)[:3]))
    assert run("test", "my.bid") == (0, "1 passed, 0 failed\n", "")


SECTIONS = """\
cases:
  - AQ3.K54.J987.Q32 | - | 1D | too weak for 1NT
---
settings: {strong: yes, notrump: 12-14}
cases:
  - AQ3.K54.J987.Q32 | - | 1NT | the weak one
---
history: any
cases:
  - AQ3.K54.J987.Q32 | - | 1D | the settings are those of the file again
  - AQ3.K54.J987.Q32 | 7C P | - | partner does not bid so, and there is an answer all the same
"""
SETTING = """\
language 1
system Setting "one notrump"
set notrump = 15-17
set strong = no
opening:
  1NT: notrump hcp, balanced
  2NT: strong is no, 20+ hcp
  1D
  pass
"""


def test_a_section_has_its_own_settings_and_says_whether_the_calls_before_are_checked(run, folder):
    (folder / "own.bid").write_text(SETTING)
    (folder / "own.tests.yaml").write_text(SECTIONS)
    assert run("test", "own.bid") == (0, "4 passed, 0 failed\n", "")
    (folder / "own.tests.yaml").write_text(SECTIONS.replace("history: any\n", "").replace("1NT | the", "2NT | the"))
    ran = run("test", "own.bid")
    assert ran.status == 1
    assert "--set strong=yes --set notrump=12-14" in ran.out
    assert "the system has no 7C there" in ran.out
    assert ran.out.endswith("2 passed, 2 failed\n")


def test_a_convention_is_tested_and_covered_in_the_system_that_its_tests_name(run, folder):
    (folder / "ask.bid").write_text(
        'language 1\nconvention Ask "2C asks"\nafter 1NT:\n  2C: 4 hearts or 4 spades\n  after 2C:\n    2D\n'
    )
    (folder / "hosts").mkdir()
    (folder / "hosts" / "host.bid").write_text(SETTING.replace("opening:", "use ask\nopening:"))
    (folder / "ask.tests.yaml").write_text("system: hosts/host.bid\ncases:\n  - AQ32.K54.J987.32 | 1NT P | 2C | asks\n")
    (folder / "hosts" / "ask.bid").write_text((folder / "ask.bid").read_text())
    assert run("test", "ask.bid") == (0, "1 passed, 0 failed\n", "")
    covered = run("coverage", "ask.bid", "--boards", "0")
    assert covered.status == 0
    assert covered.out.startswith("ask: 1 of 2 rules chose a call (50.0 %)")


def test_the_line_to_look_closer_runs(run, own):
    out = run("test", "my.bid").out
    (command,) = re.findall(r"look closer: bridgelang (.*)", out)
    assert run(*shlex.split(command)).status == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cases: 7\n", "a list of `cases:`"),
        ("cases: [\n", "not readable as YAML"),
        ("cases: []\nsetting: {twos: weak}\n", "`setting:` is not known here"),
        ("cases: []\nhistory: none\n", "`history:` is `any`"),
        ("cases: []\n", "has no case"),
    ],
)
def test_test_files_that_cannot_be_read(run, own, folder, text, words):
    (folder / "x.bid").write_text((folder / "my.bid").read_text())
    (folder / "x.tests.yaml").write_text(text)
    ran = run("test", "x.bid")
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("cases:\n  - nonsense\n", 2),
        ("cases:\n  - AQ32.K54.J987.32 | 1NT P | 9C | no such call\n", 2),
        ("cases: []\n---\ncases:\n  - nonsense\n", 4),
    ],
)
def test_a_line_that_is_no_case_fails_with_its_place(run, own, folder, text, row):
    (folder / "x.bid").write_text((folder / "my.bid").read_text())
    (folder / "x.tests.yaml").write_text(text)
    ran = run("test", "x.bid")
    assert ran.status == 1 and ran.out.startswith(f"FAIL x.tests.yaml:{row}  ")
    assert ran.out.endswith("0 passed, 1 failed\n")
    (failed,) = run("test", "x.bid", "--json").json["cases"]
    assert (failed["line"], failed["passed"]) == (row, False)
    covered = run("coverage", "x.bid", "--boards", "1")
    assert covered.status == 0


def test_a_system_without_tests(run):
    ran = run("test", SMALL)
    assert ran.status == 2
    assert "small.tests.yaml" in ran.err


def test_book_has_every_position_of_the_text(run):
    out = run("book", SMALL, "--boards", "100").out
    titles = re.findall(r"^(Opening bids|After .*)$", out, re.MULTILINE)
    assert titles[:2] == ["Opening bids", "After 1C"]
    assert {"After 1NT 2C", "After 1NT 2D", "After 1H", "After 1S", "After (1C)", "After (1S)"} <= set(titles)
    assert "2C   Stayman: 8+ hcp, 4 hearts or 4 spades, forcing" in out
    assert "1S   12-20 points, 5+ spades" in out
    assert all(len(line) < 80 for line in out.splitlines())
    assert "After 1NT 2C 2D" not in run("book", SMALL, "--depth", "1", "--boards", "0").out


def test_book_takes_its_form_from_the_name_of_the_file(run, folder):
    for name, start in (("small.md", "# small: "), ("small.bml", "#+TITLE: "), ("small.txt", "small: ")):
        assert run("book", SMALL, "--boards", "0", "--out", name).out == f"{name} written\n"
        assert (folder / name).read_text().startswith(start)
    assert run("book", SMALL, "--boards", "0", "--format", "bboalert").out.startswith("BBOalert\n")
    ran = run("book", SMALL, "--format", "bml", "--html", "small.html")
    assert ran.status == 2
    assert "--html FILE is --format html --out FILE" in ran.err
    assert not (folder / "small.html").exists()


def test_book_tells_what_the_bidder_does():
    """Every call that the system makes undisturbed is in the book, in the position where it is made."""
    from bridgelang.core.dealing import deal

    system = load_system(SMALL)
    made = book(system, 3, boards=0)
    table = system.table()
    seen = 0
    for index in range(300):
        auction = Auction()
        state = table.root(0, 0)
        while not state.is_over and all(call == 0 for call in state.calls()[1::2]):
            entry = state.position().choose(deal(5, index)[auction.turn])
            auction = auction.then(_call(entry))
            calls = tuple(int(call) for call in auction.calls)
            if entry is not None and calls[0] and state.turn % 2 == 0 and state.depth < 5:
                assert made.entry(calls), auction
                seen += 1
            state = state.then(calls[-1])
    assert seen > 100


def _call(entry):
    from bridgelang.core.calls import CALLS

    return CALLS[0 if entry is None else entry.call]


def test_book_as_a_page(run, folder):
    ran = run("book", SMALL, "--html", "small.html")
    assert ran.out == "small.html written\n"
    page = (folder / "small.html").read_text()
    for anchor in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{anchor}"' in page
    assert "small.bid:16" in page


UGLY = "opening:\n    1N:15 - 17 hcp ,bal  [ forcing ]   # strong\n    pass\n"


def test_fmt_writes_checks_and_shows(run, folder):
    path = folder / "ugly.bid"
    path.write_text(UGLY)
    assert run("fmt", "ugly.bid", "--check").status == 1
    ran = run("fmt", "ugly.bid", "--diff")
    assert ran.status == 1
    assert "+  1NT: 15-17 hcp, balanced  [forcing]" in ran.out
    assert path.read_text() == UGLY, "nothing is written unless asked"
    assert run("fmt", "ugly.bid") == (0, "ugly.bid: changed\n1 of 1 changed\n", "")
    assert path.read_text().splitlines()[1].startswith("  1NT: 15-17 hcp, balanced  [forcing]")
    assert "# strong" in path.read_text()
    assert run("fmt", "ugly.bid") == (0, "0 of 1 changed\n", "")
    assert run("fmt", "ugly.bid", "--check").status == 0
    assert run("fmt", "ugly.bid", "--diff").out == "nothing would change\n"


def test_fmt_leaves_a_file_with_errors_alone_and_does_the_others(run, folder):
    (folder / "bad.bid").write_text("opening:\n  1NT: 15-17 hcp ) balanced\n")
    (folder / "ugly.bid").write_text(UGLY)
    ran = run("fmt", "bad.bid", "ugly.bid")
    assert ran.status == 2
    assert "bad.bid:2:18" in ran.err
    assert (folder / "bad.bid").read_text() == "opening:\n  1NT: 15-17 hcp ) balanced\n"
    assert "ugly.bid: changed" in ran.out


def test_fmt_never_writes_what_ships(run):
    ran = run("fmt", "goren")
    assert (ran.status, ran.out) == (2, "")


def test_check_takes_several_systems(run):
    assert run("check", "goren", "acol-first") == (0, "goren, acol-first: nothing found\n", "")


DEAD = "opening:\n  1H: 5+ hearts\n  1H: 6+ hearts\n  1D: 12+ points\nafter (1D):\n  X: 12+ points\n"


def test_check_finds_dead_lines(run, folder):
    (folder / "dead.bid").write_text(DEAD)
    ran = run("check", "dead.bid")
    assert ran.status == 1
    assert ran.out.startswith("warning[B301]: this rule can never be reached: every such hand is taken by line 2\n")
    assert ran.out.endswith("1 warning, 1 hint\n")
    assert [found["code"] for found in run("check", "dead.bid", "--format", "json").json] == ["B301", "B302"]
    assert run("check", "dead.bid", "--format", "github").out.startswith("::warning file=dead.bid,line=3,")
    assert run("check", "dead.bid", "--no-lint") == (0, "dead.bid: nothing found\n", "")


def test_check_leaves_out_what_is_ignored(run, folder):
    (folder / "dead.bid").write_text(DEAD)
    ran = run("check", "dead.bid", "--ignore", "B301", "--format", "concise")
    assert (ran.status, ran.out.count("\n")) == (1, 1)
    assert "hint[B302]" in ran.out
    assert run("check", "dead.bid", "--ignore", "B301", "--ignore", "b302").status == 0
    ran = run("check", "dead.bid", "--ignore", "B999")
    assert ran.status == 2
    assert "`B999` is none of B301" in ran.err


def test_errors_come_alone(run, folder):
    (folder / "dead.bid").write_text(DEAD + "  1S: ballanced\n")
    assert [found["code"] for found in run("check", "dead.bid", "--format", "json").json] == ["B102"]
    assert run("check", "dead.bid").status == 2


def test_a_convention_out_of_its_place_is_named_wherever_one_looks(run, tmp_path: Path) -> None:
    path = tmp_path / "my.bid"
    path.write_text("opening:\n  1D: 12+ points\nafter (1x):\n  use michaels\n  pass\n")
    checked = run("check", str(path))
    assert checked.status == 1 and "warning[B312]: `michaels` belongs at the margin" in checked.out
    explained = run("bid", str(path), "AKQJ2.AKQ32.2.32", "--auction", "1D", "--explain")
    assert explained.status == 0 and "skipped for its place\n  my.bid:4  `michaels` belongs" in explained.out
    path.write_text("opening:\n  1D: 12+ points\nuse michaels\n")
    assert "skipped for its place" not in run("bid", str(path), "AKQJ2.AKQ32.2.32", "--explain").out


def test_what_to_paste_for_a_convention_is_read_and_in_place(run, tmp_path: Path) -> None:
    for name in convention_names():
        shown = run("systems", name)
        assert shown.status == 0
        paste = shown.out.split("to use it, write")[1].split("\n", 1)[1]
        lines = [line.removeprefix("  ") for line in paste.splitlines() if line.strip()]
        assert lines == header(name).to_paste() and header(name).belongs
        path = tmp_path / "my.bid"
        path.write_text("\n".join(lines) + "\n")
        assert misplaced_in_file(str(path)) == []
        assert not [d for d in compile_system(str(path)).diagnostics if d.is_error], name
