"""What a wrong file is told: one message for one cause, in a player's words, at the right place, and soon."""

from __future__ import annotations

import difflib
import os
import time
from itertools import islice, permutations
from pathlib import Path

import pytest

from bridgelang.compile.pipeline import compile_system, compile_text
from bridgelang.errors import NotationError
from bridgelang.lang import diagnostics, habits
from bridgelang.lang.diagnostics import Diagnostic, render, render_all
from bridgelang.lang.parser import parse_condition
from bridgelang.lang.words import known_words

SECONDS = 5.0
"""Of the processor, which is what no input may take; the slowest takes 0.8, and three times that on a busy machine."""


def diagnose(folder: Path, files: dict[str, str | bytes]) -> tuple[list[Diagnostic], dict[str, list[str]]]:
    """What compiling `my.bid` among these files complains of, within the time allowed."""
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    start = time.process_time()
    compiled = compile_system(str(folder / "my.bid"))
    assert time.process_time() - start < SECONDS
    errors = [d for d in compiled.diagnostics if d.is_error]
    assert (compiled.program is None) == bool(errors)
    return errors, compiled.sources


def only(folder: Path, text: str | bytes) -> tuple[Diagnostic, str]:
    """The one message a text gives, and how it is rendered."""
    found, sources = diagnose(folder, {"my.bid": text})
    assert len(found) == 1, [str(d) for d in found]
    return found[0], render(found[0], sources.get(found[0].file))


OPENING = "opening:\n  "

ONE_MESSAGE = [
    # (what, the line under `opening:`, code, column, what the message must say)
    ("unknown word", "1NT: 15-17 hcp, ballanced", "B102", 19, ["unknown word `ballanced`", "did you mean `balanced`?"]),
    ("exchanged letters", "1NT: 15-17 hpc, balanced", "B102", 14, ["did you mean `hcp`?"]),
    ("lower-case call", "1nt: 15-17 hcp", "B102", 3, ["a call is written `1NT`"]),
    ("comma missing", "1NT: 15-17 hcp balanced", "B101", 18, ["a comma is missing before this"]),
    ("colon missing", "1S 12+ points", "B101", 6, ["a colon is missing before this"]),
    ("two commas", "1S: 12+ points, , 5+ spades", "B103", 19, ["a condition is missing before this comma"]),
    ("nothing after the colon", "1S:", "B103", 5, ["a condition is missing after the colon"]),
    ("from to", "1NT: 15 to 17 hcp", "B103", 8, ["write 15-17"]),
    ("open parenthesis", "1S: 12+ points, (5+ spades", "B103", 19, ["`(` is not closed"]),
    ("lone parenthesis", "1S: 12+ points, 5+ spades)", "B103", 28, ["`)` has no `(` before it"]),
    ("open bracket", "1S: 12+ points [forcing", "B103", 18, ["`[` is not closed"]),
    ("open quote", '1S: 12+ points "forcing', "B103", 18, ["a quotation mark"]),
    ("and, or", "2C: 8+ hcp and 4 hearts or 4 spades", "B110", 7,
     ["8+ hcp and either 4 hearts or 4 spades      (write: 8+ hcp, 4 hearts or 4 spades)",
      "either both 8+ hcp and 4 hearts or 4 spades"]),
    ("either, or, and", "2C: either 4 hearts or 4 spades and 8+ hcp", "B110", 7,
     ["(write: 4 hearts or 4 spades, 8+ hcp)", "either 4 hearts or both 4 spades and 8+ hcp"]),
    ("not, or", "2C: not 4+ hearts or 4+ spades", "B110", 7,
     ["(not 4+ hearts) or 4+ spades", "not (4+ hearts or 4+ spades)"]),
    ("not so many", "2C: 12+ hcp, not 4 hearts", "B110", 20, ["fewer than 4 hearts", "not exactly 4 hearts"]),
    ("unless, comma", "2C: 8+ hcp, unless 4 hearts, 4 spades", "B110", 15,
     ["8+ hcp, 4 spades, unless 4 hearts", "8+ hcp, unless (4 hearts, 4 spades)"]),
    ("provided, comma", "2C: 8+ hcp, provided 4 hearts, 4 spades", "B110", 15,
     ["8+ hcp, 4 spades, provided 4 hearts", "8+ hcp, provided (4 hearts, 4 spades)"]),
    ("no A or B", "2C: no hearts or spades", "B110", 20, ["no hearts, no spades", "no hearts or no spades"]),
    ("whose cards", "2C: partner shows 5+ hearts or 4+ spades", "B110", 34,
     ["partner shows (5+ hearts or 4+ spades)", "(partner shows 5+ hearts) or 4+ spades"]),
    ("no stopper in several", "2C: no stopper in their suits", "B110", 7,
     ["not stopper in some suit they bid", "not stopper in every suit they bid"]),
    ("bare 4S", "2C: 4S", "B112", 7, ["4 spades  (exactly)", "4+ spades", "partner's last call is 4S"]),
    ("bare 10M", "2M: 10M", "B112", 7, ["10 M  (exactly)", "10+ M"]),
    ("bare 3NT", "4S: 3NT", "B112", 7, ["partner's last call is 3NT"]),
    ("bare number", "2C: 12", "B112", 7, ["12 hcp, 12 points"]),
    ("bare suit", "2C: hearts", "B119", 7, ["say how many: 5+ hearts"]),
    ("bare shape", "2C: 5431", "B121", 7, ["shape 5-4-3-1", "shape 5=4=3=1"]),
    ("no shape", "2C: shape 5-5-5-x", "B124", 7, ["four lengths that add up to 13"]),
    ("upside down", "1NT: 17-15 hcp", "B120", 8, ["write 15-17"]),
    ("too many points", "1NT: 40+ hcp", "B121", 8, ["at most 37"]),
    ("too many cards", "1S: 14+ spades", "B121", 7, ["at most 13"]),
    ("level eight", "8H: 4+ hearts", "B118", 3, ["bids go from 1C to 7NT"]),
    ("illegal double", "X: 12+ hcp", "B204", 3, ["nobody has bid"]),
    ("which suit", "1NT: 5+ x", "B216", 11, ["nothing says which suit `x` is"]),
    ("an empty tag", "1NT: 15-17 hcp []", "B122", 19, ["an empty tag"]),
    ("a setting as a condition", "1NT: weak", "B102", 8, ["unknown word `weak`"]),
    ("a path", "use ../x", "B104", 7, ["a convention is named, not given by a path", "use x"]),
    ("a file name", "use stayman.bid", "B104", 7, ["a convention is named, not given by a path", "use stayman"]),
    ("no such convention", "use staymann", "B218", 3, ["did you mean `stayman`?"]),
    ("a definition in a block", "define x: 5+ hearts", "B113", 3, ["at the margin"]),
    ("a setting in a block", "set notrump = 15-17", "B113", 3, ["at the margin"]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "line", "code", "column", "says"), ONE_MESSAGE, ids=[row[0] for row in ONE_MESSAGE])
def test_one_message(tmp_path: Path, what: str, line: str, code: str, column: int, says: list[str]) -> None:
    found, text = only(tmp_path, f"{OPENING}{line}\n  1C: 12+ points\n")
    assert (found.code, found.span.line, found.span.column) == (code, 2, column), text
    for part in says:
        assert part in text
    assert text.startswith(f"error[{code}]: ")
    assert f" --> my.bid:2:{column}\n" in text


@pytest.mark.parametrize(
    "line", [row[1] for row in ONE_MESSAGE if row[2] == "B110"], ids=[row[0] for row in ONE_MESSAGE if row[2] == "B110"]
)
def test_each_reading_can_be_written_as_it_stands(line: str) -> None:
    """Both readings shown are conditions that are read, and they are different conditions."""
    condition = line.split(": ", 1)[1]
    tree, found = parse_condition(condition)
    assert tree is None
    readings = []
    for note in found[0].notes:
        text = note.split("  ", 1)[1].strip()
        if "(write: " in text:
            text = text.split("(write: ")[1].removesuffix(")")
        read, wrong = parse_condition(text)
        assert read is not None and not wrong, text
        readings.append(read)
    assert len(readings) == 2 and readings[0] != readings[1]


def test_an_insufficient_call_shows_the_bid_it_stands_over(tmp_path: Path) -> None:
    _, text = only(tmp_path, "opening:\n  1S: 12+ points\nafter 1S:\n  2S: 6+ points\n  1H: 6+ points, 4+ hearts\n")
    assert text == (
        "error[B204]: 1H is not sufficient over 1S\n"
        " --> my.bid:5:3\n"
        "  |\n"
        "3 | after 1S:\n"
        "  | -- the last bid is 1S here\n"
        "5 |   1H: 6+ points, 4+ hearts\n"
        "  |   ^^ the lowest heart bid is 2H"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("after 1NT:\n  X: 12+ hcp\n", "the last bid is our own"),
        ("after (1H) X:\n  X: 12+ hcp\n", "the bid is doubled already"),
        ("after (1H):\n  XX: 12+ hcp\n", "no bid of ours is doubled"),
        ("after (1S) 1H:\n  pass\n", "1H is not sufficient over 1S"),
        ("after 2x:\n  1y: 12+ hcp\n", "1y is not sufficient over 2x"),
        ("after (1H) pass (any):\n  1C: 1+ clubs\n", "the last bid is 1H or higher"),
        ("after 1x 2y 3z 4t 5w:\n  pass\n", "no suit is left for 5w"),
        ("when contested:\n  after 2C:\n    1D: 4+ diamonds\n", "1D is not sufficient over 2C"),
    ],
)
def test_calls_that_no_auction_makes_legal(tmp_path: Path, text: str, message: str) -> None:
    found, _ = only(tmp_path, text)
    assert found.code == "B204"
    assert message in found.message


@pytest.mark.parametrize(
    "text",
    [
        "after 1m:\n  1D: 4+ diamonds\n",  # legal over 1C
        "after 1M:\n  2x: 4+ x, x is below M\n  1x: 4+ x\n",
        "after 1C (1H/X):\n  1D: 12+ hcp\n  XX: 12+ hcp\n",
        "after any:\n  1C: 1+ clubs\n  pass\n",
        "after (any):\n  X: 12+ hcp\n",
        "after [stayman]:\n  1C: 1+ clubs\n",
        "when contested:\n  1C: 1+ clubs\n  X\n  XX\n",
        "when contested:\n  after (X):\n    XX\n",
        "convention my\nafter (X):\n  1C: 1+ clubs\n  XX\n",
    ],
)
def test_calls_that_some_auction_makes_legal_are_left_alone(tmp_path: Path, text: str) -> None:
    assert diagnose(tmp_path, {"my.bid": text})[0] == []


def test_many_errors_in_one_run_in_order(tmp_path: Path) -> None:
    found, _ = diagnose(
        tmp_path, {"my.bid": "opening:\n  1NT: 15-17 hpc\n  1S: 5 + spades\n  9C: 12+ points\n  2C: 4S\n"}
    )
    assert [(d.span.line, d.code) for d in found] == [(3, "B105"), (4, "B118"), (5, "B112"), (2, "B102")]


def test_a_definition_that_cannot_be_read_is_one_fault(tmp_path: Path) -> None:
    text = "define good x: 2 of top 9 in x\nset notrump = 17-15\nquantity mine = Z 4\n"
    text += "opening:\n  1NT: notrump hcp, good hearts, 12+ mine\n"
    found, _ = diagnose(tmp_path, {"my.bid": text})
    assert [(d.span.line, d.code) for d in found] == [(1, "B118"), (2, "B120"), (3, "B115")]


@pytest.mark.parametrize("name", ["hcp", "balanced", "first", "spades", "x", "M", "points", "opening", "combined"])
def test_words_of_the_language_are_no_names(tmp_path: Path, name: str) -> None:
    found, _ = only(tmp_path, f"define {name}: 5+ hearts\nopening:\n  1H: 12+ hcp\n")
    assert found.code in ("B212", "B101") and found.span.line == 1


BOUND = "set weak = 5+\nset notrump = 12-14\nset few = 3\nopening:\n  1C: weak hcp\n"


@pytest.mark.parametrize(
    ("settings", "message", "note"),
    [
        ({"weak": "6"}, "`weak` was 5+, and 6 means exactly 6", "6+ keeps it a bound"),
        ({"weak": "6+"}, "", ""),
        ({"weak": "6-9"}, "", ""),
        ({"notrump": "13"}, "", ""),
        ({"few": "4"}, "", ""),
    ],
)
def test_a_plain_number_for_a_bound_is_hinted_at(settings: dict[str, str], message: str, note: str) -> None:
    compiled = compile_text(BOUND + "  1D: notrump hcp, few hearts\n", "my.bid", settings)
    assert compiled.program is not None
    hints = [(one.code, one.severity, one.message, one.notes) for one in compiled.diagnostics]
    assert hints == ([("B223", "hint", message, (note,))] if message else [])


def test_a_plain_number_for_a_conventions_bound_is_hinted_at_where_it_is_used() -> None:
    text = "opening:\n  1NT: 15-17 hcp\nafter 1NT:\n  use stayman with minimum = 9\n"
    (found,) = compile_text(text, "my.bid").diagnostics
    assert (found.code, found.location()) == ("B223", "my.bid:4:3")
    assert not compile_text(text.replace("= 9", "= 9+"), "my.bid").diagnostics


def test_passes_before_the_opening_bid_are_ignored_with_a_warning() -> None:
    text = "opening:\n  1S: 12+ points, 5+ spades\nafter P P 1S:\n  2C: 10+ points\n"
    (found,) = compile_text(text, "my.bid").diagnostics
    assert (found.code, found.severity, found.location()) == ("B215", "warning", "my.bid:3:1")
    assert found.notes == ("write  after 1S:", "or     after 1S, passed hand:  when you have passed")
    assert not compile_text(text.replace("P P 1S", "1S, passed hand"), "my.bid").diagnostics


@pytest.mark.parametrize("name", ["notrump", "slam", "minimum", "opening-bid"])
def test_a_setting_may_be_a_word_that_stands_elsewhere(tmp_path: Path, name: str) -> None:
    assert diagnose(tmp_path, {"my.bid": f"set {name} = 15-17\nopening:\n  1NT: combined {name}\n"})[0] == []


@pytest.mark.parametrize("name", ["hcp", "no", "balanced", "hearts"])
def test_a_setting_may_not_be_a_word_that_would_be_misread(tmp_path: Path, name: str) -> None:
    assert only(tmp_path, f"set {name} = 15-17\nopening:\n  1NT\n")[0].code == "B212"


# ------------------------------------------------------------------ lines and blocks


def test_tabs_are_one_message(tmp_path: Path) -> None:
    found, text = only(tmp_path, "opening:\n\t1NT: 15-17 hcp\n\t1S: 5+ spades\nafter 1NT:\n\t\tpass\n")
    assert (found.code, found.location()) == ("B005", "my.bid:2:1")
    assert "a tab: indent with spaces" in text and "2 more lines" in text


@pytest.mark.parametrize(
    ("text", "line", "wanted"),
    [
        ("opening:\n    1NT: 15-17 hcp\n  1S: 5+ spades\n  1H: 5+ hearts\n", 3, "expected 0 or 4"),
        ("after 1C:\n    after 1D:\n        1H\n      1S\n    1NT\n", 4, "expected 0 or 4 or 8"),
        ("  opening:\n", 1, "expected 0"),
    ],
)
def test_a_bad_indent_is_one_message(tmp_path: Path, text: str, line: int, wanted: str) -> None:
    found, _ = diagnose(tmp_path, {"my.bid": text})
    assert [(d.code, d.span.line) for d in found if d.code != "B008"] == [("B006", line)]
    assert wanted in found[0].notes[0]


def test_a_header_without_its_colon(tmp_path: Path) -> None:
    _, text = only(tmp_path, "opening\n  1NT: 15-17 hcp\n")
    assert "a colon is missing at the end of this header" in text and "my.bid:1:8" in text


def test_a_header_over_nothing(tmp_path: Path) -> None:
    assert only(tmp_path, "opening:\n")[0].code == "B008"


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", b"\xef\xbb\xbf"])
def test_an_empty_file(tmp_path: Path, text: str | bytes) -> None:
    found, _ = only(tmp_path, text)
    assert (found.code, found.location()) == ("B003", "my.bid:1:1")


def test_not_utf8(tmp_path: Path) -> None:
    found, _ = only(tmp_path, "opening:\n  1C: caf\xe9\n".encode("latin-1"))
    assert (found.code, found.location()) == ("B002", "my.bid:2:10")


def test_an_invisible_character(tmp_path: Path) -> None:
    found, text = only(tmp_path, "opening:\n  1C: 12+ hcp \x1b\n  1D: 12+ hcp\x00\n")
    assert (found.code, found.location()) == ("B010", "my.bid:2:15")
    assert "\x1b" not in text


def test_spaces_of_other_kinds_are_spaces(tmp_path: Path) -> None:
    text = "opening:\n  1NT:\u00a015\u201317\u2009hcp,\u00a0balanced\n"
    assert diagnose(tmp_path, {"my.bid": text})[0] == []


# ------------------------------------------------------------------ files


def test_a_missing_file_names_it(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="there is no file"):
        compile_system(str(tmp_path / "none.bid"))
    with pytest.raises(NotationError, match="is a folder"):
        compile_system(str(tmp_path) + "/")
    with pytest.raises(NotationError, match="did you mean goren"):
        compile_system("gorren")


def test_an_unreadable_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "my.bid"
    path.write_text("pass\n")
    path.chmod(0)
    if os.access(path, os.R_OK):  # for the superuser every file is readable: take one that nobody can read
        path.unlink()
        path.symlink_to("/proc/self/mem" if os.path.exists("/proc/self/mem") else path)
    with pytest.raises(NotationError, match=r"cannot read|there is no file"):
        compile_system(str(path))


def test_cyclic_uses(tmp_path: Path) -> None:
    found, _ = diagnose(tmp_path, {"my.bid": "use a\n", "a.bid": "use b\n", "b.bid": "1C\nuse a\n"})
    assert [(d.code, d.location()) for d in found] == [("B217", "b.bid:2:1")]
    assert "a -> b -> a" in found[0].message
    assert only(tmp_path, "use my\n")[0].code == "B217"


def test_cyclic_copies_and_definitions(tmp_path: Path) -> None:
    found, _ = diagnose(tmp_path, {"my.bid": "after 1C: same as after 1D\nafter 1D: same as after 1C\n"})
    assert {d.code for d in found} == {"B217"}
    found, _ = diagnose(tmp_path, {"my.bid": "define one: two\ndefine two: one\nopening:\n  1C: one\n"})
    assert {d.code for d in found} == {"B221"}


# ------------------------------------------------------------------ hostile files: bounded time, the cap is named


def doubling(count: int, last: str) -> dict[str, str | bytes]:
    """Files that each use the next one twice."""
    files: dict[str, str | bytes] = {f"b{i}.bid": f"use b{i + 1}\nuse b{i + 1}\n" for i in range(count)}
    return {"my.bid": "use b0\n", **files, f"b{count}.bid": last}


BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]

HOSTILE: list[tuple[str, dict[str, str | bytes], str, str]] = [
    ("10 MB line", {"my.bid": "opening:\n  1C: " + "x" * 10_000_000}, "B001", "1,000,000 bytes"),
    ("100 kB line", {"my.bid": "opening:\n  1C: " + "x" * 100_000}, "B004", "at most 4,000"),
    ("10,000 parentheses", {"my.bid": "opening:\n  1C: " + "(" * 10_000 + "balanced" + ")" * 10_000}, "B004", "4,000"),
    ("41 parentheses", {"my.bid": "opening:\n  1C: " + "(" * 41 + "balanced" + ")" * 41}, "B007", "at most 40"),
    ("many continuations", {"my.bid": "opening:\n  1C:" + "\n     12+ hcp, balanced," * 2_000}, "B004", "4,000"),
    ("not not not", {"my.bid": "opening:\n  1C: " + "not " * 900 + "balanced"}, "B007", "40"),
    ("either either", {"my.bid": "opening:\n  1C: " + "either " * 500 + "balanced"}, "B007", "40"),
    ("shows shows", {"my.bid": "opening:\n  1C: " + "partner shows " * 280 + "balanced"}, "B128", "not about"),
    ("deep blocks", {"my.bid": "\n".join(" " * i + "when contested:" for i in range(300))}, "B007", "40"),
    ("long numbers", {"my.bid": "opening:\n  1C: " + "9" * 3_900 + " hcp"}, "B127", "too long"),
    ("digits without end", {"my.bid": "opening:\n" + ("  " + "2" * 3_900 + "\n") * 150}, "B011", "100 faults"),
    ("numbers without end", {"my.bid": ("when " + "1," * 1_950 + "\n") * 12}, "B103", "missing after this comma"),
    ("rubbish lines", {"my.bid": "x\n" * 100_000}, "B011", "100 faults"),
    ("many lines", {"my.bid": "opening:\n" + "  ?\n" * 11_000}, "B012", "at most 10,000"),
    ("definitions that double",
     {"my.bid": "define a0: balanced, vulnerable\n"
      + "".join(f"define a{i}: a{i - 1}, a{i - 1}\n" for i in range(1, 30)) + "opening:\n  1C: a29\n"},
     "B221", "40,000"),
    ("uses that double", doubling(30, "language 1\n"), "B213", "20,000 lines"),
    ("a chain of uses",
     {"my.bid": "use b0\n", **{f"b{i}.bid": f"use b{i + 1}\n" for i in range(60)}, "b60.bid": "1C\n"},
     "B217", "40 deep"),
    ("copies that double",
     {"my.bid": "after 1C:\n  7NT\n" + "".join(
         f"after {BIDS[i]}:\n  same as after {BIDS[i - 1]}\n  same as after {BIDS[i - 1]}\n" for i in range(1, 30))},
     "B213", "20,000 lines"),
    ("copies of a long path",
     {"my.bid": "".join(f"after 1M (1x) 2y (P) {bid} (P) P (X):\n  same as after 1M (1x) 2y (P) 3C (P) P (X)\n"
                        for bid in BIDS * 12)},
     "B213", "1,000,000 steps"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "files", "code", "cap"), HOSTILE, ids=[row[0] for row in HOSTILE])
def test_a_hostile_file_is_refused_in_time(
    tmp_path: Path, what: str, files: dict[str, str | bytes], code: str, cap: str
) -> None:
    parse_condition("balanced")  # the grammar is made ready once a process
    found, sources = diagnose(tmp_path, files)
    named = [d for d in found if d.code == code]
    assert named and cap in named[0].message, [str(d) for d in found[:5]]
    for diagnostic in found:
        assert max(map(len, render(diagnostic, sources.get(diagnostic.file)).split("\n"))) < 400


RUNS = ["X", "XX", "P", "1C", "1NT", " ", ", ", "1", "1,", "1-", "a", "a-", "or ", "4+ ", "(", "-", "--", "12-14 ", "!"]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("around", [("", "~"), ("2D", "[signoff]"), ("3D: 5+ diamonds, 6+ po", "(1NT) 2DD (pass):")])
def test_no_habit_is_looked_for_longer_than_a_line_is_worth(run: str, around: tuple[str, str]) -> None:
    """Patterns that try every way to part a run of calls or spaces would take years for this one."""
    before, after = around
    text = before + run * ((habits.LONGEST - len(before + after)) // len(run)) + after
    start = time.process_time()
    list(islice(habits.found_in(text), 200))
    assert time.process_time() - start < 0.5


def test_a_file_of_slips_takes_little_more_than_one_of_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most words of the language are too far from a slip to be compared with it letter by letter."""
    looks: list[str] = []
    slips = diagnostics._slips
    monkeypatch.setattr(diagnostics, "_slips", lambda word, other: looks.append(word) or slips(word, other))
    words = ["".join(letters) for letters in permutations("balnced", 5)][:1000]
    lines = "".join(f"  1NT: {word}\n" for word in words)
    found, _ = diagnose(tmp_path, {"my.bid": f"opening:\n{lines}"})
    assert len({d.message for d in found if d.code == "B102"}) == 1000
    assert 0 < len(looks) < 10_000


@pytest.mark.parametrize("slip", ["ballanced", "hpc", "spads", "notrmp", "stopers", "Balaced", "xyzzy", "vulnreable"])
def test_words_left_aside_would_not_have_been_proposed(slip: str) -> None:
    words = sorted(known_words())
    allowed = 1 if len(slip) < 5 else 2
    slips = {word: diagnostics._slips(slip.lower(), word.lower()) for word in words if len(word) > 1}
    near = min(slips, key=lambda word: (slips[word], word))
    like = difflib.get_close_matches(slip.lower(), words, n=1, cutoff=diagnostics.ALIKE)
    assert diagnostics.nearest(slip, words) == (near if slips[near] <= allowed else like[0] if like else None)


def test_messages_of_one_kind_are_counted_after_the_twentieth(tmp_path: Path) -> None:
    lines = ["  1NT: 15-17 hcp, ballanced" for _ in range(30)] + ["  1S: 5+ spads"]
    (tmp_path / "my.bid").write_text("opening:\n" + "\n".join(lines) + "\n")
    (tmp_path / "one.bid").write_text("opening:\n" + "\n".join(["  1S: 5+ spads"] * 21) + "\n")
    found = [
        *compile_system(str(tmp_path / "my.bid")).diagnostics,
        *compile_system(str(tmp_path / "one.bid")).diagnostics,
    ]
    text = render_all(found)
    assert text.count("unknown word `ballanced`") + text.count("unknown word `spads`") == 40
    assert "error[B102]: 11 more of this kind are not written out\n --> my.bid\n" in text
    assert "error[B102]: 1 more of this kind is not written out\n --> one.bid\n" in text
    assert text.endswith("\n\n52 errors")
    assert render_all(found, style="concise").count("\n") == 41
    assert render_all(found, style="github").count("\n") == 41
    assert render_all(found, style="json").count('"code"') == 52  # a program gets them all
