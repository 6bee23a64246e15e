"""What a file holds never commands a terminal, and streams that are closed or full end in a message and a status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bridgelang.core.printable import blanked, escaped_json, printable

SMALL = str(Path(__file__).parents[1] / "data" / "cli" / "small.bid")
HAND = "AKQ2.J53.T98.642"


def run(command: str, folder: Path, redirected: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m bridgelang {command} {redirected}'],
        cwd=folder,
        env={**os.environ, "BRIDGELANG_CACHE": str(folder / "cache"), **environment},
        capture_output=True,
        timeout=120,
        check=False,
    )


needs_shell = pytest.mark.skipif(os.name != "posix", reason="redirections as a POSIX shell has them")


@needs_shell
@pytest.mark.parametrize(
    ("command", "redirected", "status", "said"),
    [
        ("score 3NT", ">&-", 2, b"error: standard output: it is closed\n"),
        ("--help", ">&-", 2, b"error: standard output: it is closed\n"),
        (f"bid {SMALL} -", "<&-", 2, b"error: standard input: it is closed\n"),
        (f"bot {SMALL}", "<&-", 2, b"error: standard input: it is closed\n"),
        ("score nonsense", "2>&-", 2, b""),
        ("score 3NT", ">&- <&- 2>&-", 2, b""),
        ("score 3NT", "<&-", 0, b""),
        ("score 3NT", ">/dev/full", 2, b"error: the output cannot be written: No space left on device\n"),
        ("deal --boards 1 --seed 1 --out x.pbn", ">&-", 2, b"error: standard output: it is closed\n"),
    ],
)  # fmt: skip
def test_a_closed_or_full_stream_is_a_message_and_a_status(
    tmp_path: Path, command: str, redirected: str, status: int, said: bytes
) -> None:
    ran = run(command, tmp_path, redirected)
    assert (ran.returncode, ran.stderr) == (status, said)
    if "--out" in command:
        assert (tmp_path / "x.pbn").read_bytes().startswith(b"% PBN")  # no line of the output went into the file


@needs_shell
@pytest.mark.parametrize(
    "locale", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}], ids=["own", "C"]
)
def test_names_that_are_no_text(tmp_path: Path, locale: dict[str, str]) -> None:
    folder = os.fsencode(tmp_path)
    with open(os.path.join(folder, b"w\xff\x1b[2J.bid"), "wb") as file:
        file.write(b"opening:\n  1NT: 15-17 hcp, ballanced\n")
    ran = subprocess.run(
        [sys.executable, "-m", "bridgelang", "check", b"w\xff\x1b[2J.bid"],
        cwd=tmp_path, env={**os.environ, **locale}, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert b" --> w\\xff\\x1b[2J.bid:2:" in ran.stdout


EVIL = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202etxet\r\x08\x7f\ud800"


def test_signs_that_command_a_terminal_are_written_out() -> None:
    shown = printable(EVIL)
    assert shown == "\\x1b]0;owned\\x07\\x1b[31m\\x9b2J\\u202etxet\\x0d\\x08\\x7f\\ud800"
    assert printable(shown) == shown
    assert printable("a\tb\n♠ é") == "a\tb\n♠ é"
    assert len(blanked(EVIL)) == len(EVIL) and blanked(EVIL).isprintable()
    assert escaped_json('"\x9b"') == '"\\u009b"'


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """Files of every kind with signs that command a terminal wherever text may stand."""
    text = EVIL.replace("\r", "").replace("\ud800", "")
    (tmp_path / "e.bid").write_text(f'system E "{text}"\nopening:\n  1NT: 15-17 hcp "{text}"\n  1S: 4S {text}\n')
    (tmp_path / "good.bid").write_text("opening:\n  1NT: 15-17 hcp\n  pass\n")
    (tmp_path / "good.tests.yaml").write_bytes(f"cases:\n  - {text} | - | P | x\n".encode())
    (tmp_path / "e.pbn").write_text(
        f'[Event "{text}"]\n[Board "{text}"]\n[North "{text}"]\n[Dealer "{text}"]\n[{text} "x"]\n'
        f'[Auction "N"]\n{text}\n'
        f'=1=\n[Note "1:{text}"]\n{{{text}}}\n'
    )
    (tmp_path / "e.lin").write_text(f"pn|{text},a,b,c|md|3SA|{text}|x|mb|{text}|an|{text}|ah|{text}|nt|{text}|")
    (tmp_path / "e.jsonl").write_text(
        '{"tags": [["Event", "\\u001b[2J"]], "comments": [["{", "\\u009b2J"]]}\n[1\x9b]\n'
    )
    (tmp_path / "e.json").write_text(f'{{"format": "{text}"}}')
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    ["check e.bid", "check e.bid --format concise", "check e.bid --format json", "check e.bid --format github",
     f"bid e.bid {HAND}", "fmt e.bid --diff", "systems e.bid", "test good.bid", "convert e.pbn - --to text",
     "convert e.lin - --to text", "convert e.jsonl - --to text", "convert e.pbn o.lin", "convert e.lin o.pbn",
     "auction good.bid --file e.pbn", "compare good.bid e.pbn", "report e.json", "match good.bid good.bid --deck e.pbn",
     "play --file e.json", "play --resume --file e.json", "score \x1b[2J", "hand \x9b2J", "\x1b[2J",
     "meaning good.bid \x1b", "bid \x1b[2J x"],
)  # fmt: skip
def test_no_escape_of_a_file_reaches_the_terminal(
    evil: Path, arguments: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from bridgelang.cli.main import main

    monkeypatch.chdir(evil)
    monkeypatch.setenv("BRIDGELANG_CACHE", str(evil / "cache"))
    assert main(arguments.split(" ")) in (0, 1, 2)
    printed = capsys.readouterr()
    for text in (printed.out, printed.err):
        assert text.isascii() or printable(text) == text
        assert "\x1b" not in text and "\x9b" not in text and "\r" not in text


def test_boards_for_a_program_keep_every_byte(evil: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Written to a pipe or a file, PBN is data; only on a terminal is it made printable."""
    ran = run("convert e.pbn - --keep --quiet", evil)
    assert b"\x1b]0;owned\x07" in ran.stdout
