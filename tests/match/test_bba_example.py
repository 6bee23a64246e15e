"""examples/bba/bidder.py, against a small library with the same functions that is compiled here."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bridgelang.errors import BridgelangError
from bridgelang.match import play_match
from tests.match.match_stubs import Passes

ROOT = Path(__file__).parents[2]
BIDDER = ROOT / "examples" / "bba" / "bidder.py"
COMPILER = shutil.which(os.environ.get("CC", "cc"))
HELLO = {"type": "hello", "protocol": 1, "system": None, "opponents": "sayc"}
CALL = {
    "type": "call", "id": 7, "hand": "AQ32.K54.J987.32", "seat": "S", "dealer": "W", "vulnerability": "ns",
    "auction": ["P", "1C", "X"],
}  # fmt: skip
OURS = "System type = 1\nWeak two = 1\n\n1NT opening range 15-17 = 1\n"
THEIRS = "System type = 4\nWeak two = 1\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("library") / "libstandin.so", Path(__file__).with_name("epbot_stand_in.c"))


def compiled(path: Path, source: Path) -> Path:
    if COMPILER is None:
        pytest.skip("there is no C compiler")
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", str(path), str(source)], check=True)
    return path


@pytest.fixture
def cards(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "ours": OURS,
        "theirs": THEIRS,
        "one club": OURS + "Answer = 5\n",
        "no call": OURS + "Answer = 99\n",
        "deaf": OURS + "Deaf = 1\n",
        "prose": "Five-card majors, strong notrump.\n",
        "words": "System type = sayc\n",
        "nothing": "",
        "no system": "Weak two = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.bbsa").write_text(text)
    return {name: tmp_path / f"{name}.bbsa" for name in texts}


def words(library: Path, card: Path, *more: object) -> list[str]:
    return [sys.executable, str(BIDDER), "--library", str(library), "--card", str(card), *map(str, more)]


def asked(command: list[str], *requests: Any) -> tuple[list[Any], str]:
    """The answers to the requests and a bye; the program ends well."""
    lines = "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in (*requests, {"type": "bye"}))
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_the_hello_and_a_call_in_the_library_s_numbers(library: Path, cards: dict[str, Path]) -> None:
    answers, _ = asked(words(library, cards["ours"], "--their-card", cards["theirs"]), HELLO, CALL)
    assert answers[0] == {"type": "hello", "name": "BBA ours", "version": "77"}
    assert answers[1]["id"] == 7 and answers[1]["call"] == "P"
    assert answers[1]["explanation"] == (
        "seat 2 of 2, 32/J987/K54/AQ32, dealer 3, vulnerable 2, systems 1 4, conventions 2 1, scoring 1, "
        "calls 3:0 0:5 1:1 2:0"
    )


def test_each_side_is_told_its_own_card(library: Path, cards: dict[str, Path]) -> None:
    west = {**CALL, "id": 8, "seat": "W", "auction": []}
    both, _ = asked(words(library, cards["ours"], "--their-card", cards["theirs"]), west)
    assert both[0]["call"] == "1NT" and "systems 4 1, conventions 1 2" in both[0]["explanation"]
    alone, _ = asked(words(library, cards["ours"]), CALL)
    assert "systems 1 1, conventions 2 2" in alone[0]["explanation"]


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ("rubbish", "Expecting value"),
        ("[7]", "a hello, a call or a bye, not None"),
        ({"type": "hello", "protocol": 2}, "only protocol 1 is spoken here, not 2"),
        ({**CALL, "hand": "AQ32"}, "thirteen cards as in"),
        ({**CALL, "hand": None}, "thirteen cards as in"),
        ({**CALL, "dealer": "X"}, "'X' cannot stand in `dealer`"),
        ({**CALL, "vulnerability": 3}, "3 cannot stand in `vulnerability`"),
        ({**CALL, "auction": ["8C"]}, "'8C' cannot stand in `auction`"),
        ({**CALL, "auction": "P"}, "`auction` is a list of calls"),
    ],
)
def test_a_request_that_cannot_be_read_is_answered_so(
    library: Path, cards: dict[str, Path], request_: Any, error: str
) -> None:
    answers, said = asked(words(library, cards["ours"]), request_, CALL)
    assert error in answers[0]["error"] and error in said
    assert answers[1]["call"] == "P"  # and the next one is served


@pytest.mark.parametrize(
    ("card", "error"),
    [("no call", "the library's answer 99 is no call: I do not like it"), ("deaf", "does not take the hand")],
)
def test_an_answer_of_the_library_that_is_no_call(
    library: Path, cards: dict[str, Path], card: str, error: str, deck: str
) -> None:
    command = words(library, cards[card])
    answers, said = asked(command, CALL)
    assert error in answers[0]["error"] and error in said and "call" not in answers[0]
    result = play_match(f"external:{shlex.join(command)}", Passes("b"), boards=25, deck=deck, cache=False)
    assert result.faults[0]["illegal"] > 25


def test_a_match_and_calls_that_are_not_legal(library: Path, cards: dict[str, Path], deck: str) -> None:
    faults = {}
    for card in ("ours", "one club"):  # the second bids 1C over everything
        command = shlex.join(words(library, cards[card], "--their-card", cards["theirs"]))
        result = play_match(f"external:{command}", Passes("b"), boards=25, deck=deck, cache=False)
        assert result.a == f"BBA {card}" and result.boards == 25
        faults[card] = set(result.faults[0])
    assert faults == {"ours": set(), "one club": {"illegal"}}


@pytest.mark.parametrize("bad", ["prose", "words", "nothing", "no system", "missing"])
@pytest.mark.parametrize("whose", ["--card", "--their-card"])
def test_a_card_that_is_no_card(library: Path, cards: dict[str, Path], tmp_path: Path, bad: str, whose: str) -> None:
    path = cards.get(bad, tmp_path / "missing.bbsa")
    command = words(library, path) if whose == "--card" else words(library, cards["ours"], whose, path)
    messages = {
        "prose": f"{path}:1: a line of a card is `name = number`, not `Five-card majors, strong notrump.`",
        "words": f"{path}:1: a line of a card is `name = number`, not `System type = sayc`",
        "nothing": f"{path}: this is no card of BBA: it has no line `System type = number`",
        "no system": f"{path}: this is no card of BBA: it has no line `System type = number`",
        "missing": f"{path}: the card cannot be read: No such file or directory",
    }
    assert refused(command) == f"bidder.py: {messages[bad]}\n"


def test_a_library_that_is_none(library: Path, cards: dict[str, Path], tmp_path: Path) -> None:
    assert "there is no such file" in refused(words(tmp_path / "libEPBot.so", cards["ours"]))
    assert "not a library that can be loaded here" in refused(words(cards["ours"], cards["ours"]))
    (tmp_path / "other.c").write_text("int other(void) { return 0; }\n")
    other = compiled(tmp_path / "libother.so", tmp_path / "other.c")
    assert "this library is not EPBot: it has no `epbot_create`" in refused(words(other, cards["ours"]))


def refused(command: list[str]) -> str:
    """What a command that is refused says."""
    done = subprocess.run(command, input="", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr == f"bidder.py: {json.loads(done.stdout)['error']}\n"
    return done.stderr


def test_a_match_says_why_the_program_does_not_play(cards: dict[str, Path], tmp_path: Path, deck: str) -> None:
    command = shlex.join(words(tmp_path / "libEPBot.so", cards["ours"]))
    with pytest.raises(BridgelangError, match=r"does not play: .*libEPBot.so: there is no such file"):
        play_match(f"external:{command}", Passes("b"), boards=25, deck=deck, cache=False)
