"""The tools an author works with: `check --fix`, `explain-code`, `completion`, and his own files first."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import SMALL

BAD = "opening:\n\t1nt: 15 to 17 hcp balanced\n\tpass\n"
GOOD = "opening:\n        1NT: 15-17 hcp, balanced\n        pass\n"


def test_a_file_is_mended_and_what_was_mended_is_said(run, folder):
    path = folder / "my.bid"
    path.write_bytes(BAD.replace("\n", "\r\n").encode())
    shown = run("check", "my.bid", "--diff")
    assert shown.status == 1 and "+        1NT: 15-17 hcp, balanced" in shown.out
    assert path.read_bytes() == BAD.replace("\n", "\r\n").encode()
    ran = run("check", "my.bid", "--fix")
    assert ran.status == 0 and ran.out == "my.bid: nothing found\n"
    assert [line.split(" error")[0] for line in ran.err.splitlines()] == [
        "mended my.bid:2:1:", "mended my.bid:2:9:", "mended my.bid:2:14:", "mended my.bid:2:24:",
    ]  # fmt: skip
    assert path.read_bytes() == GOOD.replace("\n", "\r\n").encode()
    assert run("check", "my.bid", "--fix", "--diff") == (0, "nothing would change\n", "")


def test_what_cannot_be_mended_is_told_as_ever(run, folder):
    (folder / "my.bid").write_text("opening:\n  1NT: 15-17 hcp, ballanced\n")
    ran = run("check", "my.bid", "--fix")
    assert ran.status == 2 and "did you mean `balanced`?" in ran.out
    (folder / "my.bid").write_bytes(b"\xff\xfe\x00")
    assert run("check", "my.bid", "--fix").status == 2
    assert (folder / "my.bid").read_bytes() == b"\xff\xfe\x00"


def test_codes_are_explained_together_and_a_wrong_one_is_named(run):
    ran = run("explain-code", "b120", "[B301]")
    assert ran.status == 0
    assert ran.out.startswith("B120: ") and "\nB301: " in ran.out
    assert [one["code"] for one in run("explain-code", "B301", "--json").json] == ["B301"]
    assert len(run("explain-code").out.splitlines()) == len(run("explain-code", "--json").json) > 60
    wrong = run("explain-code", "B999")
    assert wrong.status == 2 and "no message has the code `B999`" in wrong.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_lines_for_a_shell(run, shell):
    ran = run("completion", shell)
    assert ran.status == 0 and f"_BRIDGELANG_COMPLETE={shell}_complete" in ran.out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [("bridgelang che", "check"), ("bridgelang bid say", "sayc"), ("bridgelang match sayc ac", "acol"),
     ("bridgelang explain-code b30", "B301"), ("bridgelang check --no", "--no-lint")],
)  # fmt: skip
def test_what_a_shell_is_offered(words, wanted, folder):
    ran = subprocess.run(
        [sys.executable, "-m", "bridgelang"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
            "_BRIDGELANG_COMPLETE": "bash_complete",
        },
    )
    assert f"plain,{wanted}" in ran.stdout.splitlines(), ran.stdout + ran.stderr


def test_ones_own_rules_come_first_in_coverage(run, folder):
    (folder / "my.bid").write_text("use mine\nuse stayman\nopening:\n  7NT: 37 hcp\n")
    (folder / "mine.bid").write_text("convention Mine\nopening:\n  6NT: 36 hcp\n")
    lines = run("coverage", "my.bid", "--boards", "2").out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["mine.bid", "my.bid", "what"]
    listed = [re.match(r"  ([\w-]+\.bid):\d", line) for line in lines]
    files = [found.group(1) for found in listed if found]
    own = [name for name in files if name != "stayman.bid"]
    assert own == ["mine.bid", "my.bid"] and files[:2] == own and len(files) > 5


def test_ones_own_rules_come_first_in_a_report(run, folder):
    (folder / "my.bid").write_text(Path(SMALL).read_text(encoding="utf-8") + "\nuse natural\n")
    assert run("match", "my.bid", "goren", "--boards", "30", "--out", "m.match").status == 0
    text = run("report", "m.match", "--top", "100").out
    mine = text.split("my's calls where the auctions part")[1].split("goren's calls")[0]
    files = re.findall(r"my \S+ at ([\w-]+\.bid):", mine)
    assert "my.bid" in files and set(files) - {"my.bid"}
    assert files == sorted(files, key=lambda name: name != "my.bid")
