"""The formatter: the same meaning, the same comments, one layout, and nothing left to do the second time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.lang import ast, formatter, source
from bridgelang.lang.formatter import format_file, format_text
from bridgelang.lang.grammar import resource_folder
from bridgelang.lang.parser import parse_system
from bridgelang.lang.printer import print_system
from bridgelang.lang.source import split_comment
from tests.lang import strategies

SHIPPED = sorted(Path(resource_folder("systems")).rglob("*.bid"))

UNTIDY = """\
language   1


# A remark of its own
system Mine   "Mine"
define good-suit x : 2 of top 3 in x   or 3 of top 5 in x



opening :
    # the strong ones
    2N: 20 – 21 hcp ,bal      [ forcing ,  artificial ] "strong"
    1N:15-17 hcp, balanced                # a remark behind
    1♠: 12+ points,5+♠ ;longest first            [natural]
        # about the next two
    2H: 5+ ♥,( 4+ clubs or 3-D )   [x]
    P
after 1NT (X / 2x)  pass:
    3H: 12+ points,   4+ hearts,
           unless balanced     [a] "b"
    after 2C: 2D
# the end
"""

TIDY = """\
language 1


# A remark of its own
system Mine "Mine"
define good-suit x: 2 of top 3 in x or 3 of top 5 in x


opening:
  # the strong ones
  2NT: 20-21 hcp, balanced             [forcing, artificial] "strong"
  1NT: 15-17 hcp, balanced                # a remark behind
  1S: 12+ points, 5+S ; longest first  [natural]
  # about the next two
  2H: 5+ hearts, (4+ clubs or 3-D)     [x]
  pass
after 1NT (X/2x) pass:
  3H: 12+ points, 4+ hearts,
         unless balanced       [a] "b"
  after 2C: 2D
# the end
"""


def comments(text: str) -> list[str]:
    return [c for line in text.splitlines() if (c := split_comment(line)[1])]


def check(text: str) -> str:
    """Format, and see that everything promised is kept."""
    result = format_text(text, "my.bid")
    assert result.text is not None, result.diagnostics
    assert parse_system(result.text, "my.bid")[0].body == parse_system(text, "my.bid")[0].body
    assert comments(result.text) == comments(text)
    again = format_text(result.text, "my.bid")
    assert again.text == result.text and not again.changed
    assert not any(line != line.rstrip() for line in result.text.split("\n"))
    assert result.changed == (result.text != text)
    return result.text


def test_an_untidy_file() -> None:
    assert check(UNTIDY) == TIDY


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_keep_their_meaning_and_their_columns(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    made = check(text)
    kept = set(text.splitlines()) & set(made.splitlines())
    assert len(kept) >= 0.8 * len(set(text.splitlines()))


def disturb(text: str, chance: random.Random) -> str:
    """The same file in another hand: other indents, more spaces, remarks and blank lines put in."""
    width = chance.randint(1, 5)
    out: list[str] = []
    for line in text.split("\n"):
        if not line:
            continue
        depth = (len(line) - len(line.lstrip())) // 2
        if chance.random() < 0.2:
            out.extend([""] * chance.randint(1, 4))
        if chance.random() < 0.15:
            out.append(" " * chance.randint(0, 9) + "# remark " + str(chance.random()))
        body = line.lstrip()
        parts = body.split('"')
        for i in range(0, len(parts), 2):  # not inside quotes
            parts[i] = "".join(
                c + " " * chance.randint(0, 3) if c == " " and chance.random() < 0.3 else c for c in parts[i]
            )
        body = '"'.join(parts)
        if chance.random() < 0.15:
            body += " " * chance.randint(1, 20) + "# behind"
        out.append(" " * (width * depth) + body)
    return "\n".join(out) + "\n" * chance.randint(0, 3)


@settings(max_examples=150, deadline=None)
@given(strategies.systems, st.integers(0, 2**32))
def test_any_file_in_any_hand(tree: ast.SystemFile, seed: int) -> None:
    check(disturb(print_system(tree), random.Random(seed)))


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(SHIPPED), st.integers(0, 2**32))
def test_shipped_files_in_another_hand(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    tree, _, _ = parse_system(path.read_bytes(), "my.bid")
    start = chance.randrange(len(tree.body))
    some = ast.SystemFile("my.bid", tree.body[start : start + 4])
    check(disturb(print_system(some), chance))


def test_a_file_with_errors_is_left_alone() -> None:
    result = format_text("opening:\n  1NT: 15-17 hpc and 4 hearts or 4 spades\n", "my.bid")
    assert result.text is None and [d.code for d in result.diagnostics] == ["B110"]


def bals(count: int) -> str:
    """Conditions that take more than twice the room when they are written out."""
    return ",".join(["bal"] * count)


@pytest.mark.parametrize(
    ("text", "code", "row", "said"),
    [
        (f"opening:\n\n\n\n  1NT:{bals(900)}\n", "B004", 5, "in the usual layout the line has 9,"),
        (f"opening:\n  1NT:{bals(300)},\n    {bals(301)}\n", "B004", 3, "in the usual layout with its continuation"),
        (f"opening:\n  1NT:{bals(30)}\n", "B001", 1, "in the usual layout the file is too long"),
    ],
    ids=["line", "continued", "file"],
)
def test_what_the_layout_would_make_too_long_is_left_alone(
    text: str, code: str, row: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if code == "B001":
        monkeypatch.setattr(source, "MAX_FILE_BYTES", 200)
    result = format_text(text, "my.bid")
    (fault,) = result.diagnostics
    assert (result.text, fault.code, fault.span.line) == (None, code, row)
    assert fault.message.startswith(said)


def test_a_formatted_text_that_says_something_else_is_not_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatter, "_once", lambda text, name: "opening:\n  1NT: 12-14 hcp\n")
    result = format_text("opening:\n  1NT: 15-17 hcp\n", "my.bid")
    assert result.text is None and result.diagnostics[0].code == "B900"


def test_writing_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "my.bid"
    path.write_bytes(b"opening:\r\n    1N: 15-17 hcp\r\n")
    assert format_file(str(path), write=False).changed
    assert path.read_bytes().startswith(b"opening:\r\n    1N")
    assert format_file(str(path)).changed
    assert path.read_bytes() == b"opening:\r\n  1NT: 15-17 hcp\r\n"
    assert not format_file(str(path)).changed
    path.write_text("opening:\n  1N: 15-17 hpc hcp\n")
    assert format_file(str(path)).text is None
    assert path.read_text() == "opening:\n  1N: 15-17 hpc hcp\n"
    assert [p.name for p in tmp_path.iterdir()] == ["my.bid"]
