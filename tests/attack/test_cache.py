"""The cache of compiled systems: what was changed, or could have been by another user, is never used."""

from __future__ import annotations

import copy
import json
import logging
import os
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from bridgelang.bidding.load import load_system
from bridgelang.compile import cache
from bridgelang.compile.files import convention_names, find_system, system_names
from bridgelang.compile.packing import packed, unpacked, written_out
from bridgelang.compile.pipeline import compile_system
from bridgelang.core import sealed
from bridgelang.core.auctions import Auction
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS
from bridgelang.errors import SystemTextError

NAME = "standard-simple"
TEN_TO_TWELVE = {"notrump": "10-12"}


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache entry of a system, just written."""
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "cache"))
    load_system(NAME)
    return Path(cache.entry_path(find_system(NAME), {}))


def seal_again(entry: Path, head: bytes) -> None:
    """Write an entry with another head as one who knows the user's key would."""
    rest = head + b"\n" + body_of(entry)
    key = (entry.parent / "key").read_bytes()
    entry.write_bytes(sealed.seal_of(key, entry, rest) + b"\n" + rest)


def body_of(entry: Path) -> bytes:
    """What an entry says, packed."""
    return entry.read_bytes().split(b"\n", 2)[2]


def test_what_was_kept_is_used(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgelang.compile.pipeline.compile_system", None)  # compiling would fail
    assert load_system(NAME).name == NAME


def test_another_compiler_does_not_use_what_was_kept(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = entry.read_bytes()
    monkeypatch.setattr(cache, "_compiler", lambda: "another")
    load_system(NAME)
    assert entry.read_bytes() != kept


@pytest.mark.skipif(os.name != "posix", reason="file permissions as POSIX has them")
def test_it_is_the_users_alone(entry: Path) -> None:
    assert entry.parent.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in entry.parent.iterdir()} == {0o600}


@pytest.mark.skipif(os.name != "posix", reason="file permissions as POSIX has them")
@pytest.mark.parametrize("what", ["entry", "folder", "key", "link", "folder link", "fifo", "owner"])
def test_what_another_user_could_have_written_is_not_read(
    entry: Path, what: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if what == "entry":
        entry.chmod(0o620)
    elif what == "folder":
        entry.parent.chmod(0o777)
    elif what == "key":
        (entry.parent / "key").chmod(0o602)
    elif what == "link":
        entry.rename(entry.with_suffix(".elsewhere"))
        entry.symlink_to(entry.with_suffix(".elsewhere"))
    elif what == "folder link":
        entry.parent.rename(entry.parent.with_name("elsewhere"))
        entry.parent.symlink_to(entry.parent.with_name("elsewhere"))
    elif what == "fifo":
        entry.unlink()
        os.mkfifo(entry)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 4321)
        monkeypatch.setattr(sealed.stat, "S_ISREG", lambda mode: True)
        if entry.stat().st_uid == 0:
            os.chown(entry, 1234, -1)
    with caplog.at_level(logging.WARNING):
        assert cache.recall(find_system(NAME), {}) is None
    assert load_system(NAME).name == NAME
    assert what == "link" or "is not used" in caplog.text


@pytest.mark.parametrize("how", ["another system's", "that of other settings", "the key's", "a folder"])
def test_a_kept_file_is_not_believed_in_the_place_of_another(
    entry: Path, how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each has a good seal, made by this program for this user: but for another name."""
    mine = tmp_path / "mine.bid"
    mine.write_text("set notrump = 15-17\nopening:\n  1NT: notrump hcp, balanced\n  pass\n")
    load_system(str(mine))
    load_system(str(mine), TEN_TO_TWELVE)
    mine_kept = Path(cache.entry_path(str(mine), {}))
    if how == "a folder":
        mine_kept.unlink()
        mine_kept.mkdir()
    else:
        others = {"another system's": entry, "that of other settings": Path(cache.entry_path(str(mine), TEN_TO_TWELVE))}
        mine_kept.write_bytes(others.get(how, entry.parent / "key").read_bytes())
    with caplog.at_level(logging.WARNING):
        assert cache.recall(str(mine), {}) is None
        balanced_eleven, first = Hand.parse("KQ32.K54.Q87.J32"), Auction(SEATS[0])
        assert str(load_system(str(mine)).choose_call(balanced_eleven, first).call) == "P"
    assert how == "a folder" or "the system is compiled again" in caplog.text


def test_a_convention_that_has_gone_is_no_damage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "mine.bid").write_text("use ours\nopening:\n  pass\n")
    (tmp_path / "ours.bid").write_text("opening:\n  1C: 16+ hcp\n")
    mine = str(tmp_path / "mine.bid")
    load_system(mine)
    (tmp_path / "ours.bid").unlink()
    with caplog.at_level(logging.WARNING):
        assert cache.recall(mine, {}) is None
    assert caplog.text == ""
    with pytest.raises(SystemTextError, match="ours"):
        load_system(mine)


def poisons(body: Any, chance: random.Random) -> Any:
    """What an entry says with one thing in it changed: a type, a word, a number, or how deep it goes."""
    made = copy.deepcopy(body)
    places: list[tuple[Any, Any]] = []
    waiting: list[Any] = [made]
    while waiting:
        here = waiting.pop()
        found = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for at, value in found:
            places.append((here, at))
            waiting.append(value)
    here, at = chance.choice(places)
    old = here[at]
    deep: Any = []
    for _ in range(chance.choice([3, 150, 900])):
        deep = ["not", deep]
    new = [
        None, True, -1, 0, 10**6, 10**30, 1e308, float("nan"), "", "x", "NT", "__import__('os')", "\n import os\n",
        "x" * 20_000, [], {}, [[]], deep, [old, old], {"a": old}, ["bid", 1, 2], ["all"],
    ]  # fmt: skip
    here[at] = chance.choice(new)
    return made


CALLS = [(deal(5, number)[seat], Auction(SEATS[0])) for number in range(6) for seat in SEATS]


def calls_of(system: Any) -> list[str]:
    return [str(system.choose_call(hand, auction).call) for hand, auction in CALLS]


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_entry_never_changes_a_call(entry: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is changed, and though the old digest were made to fit, the seal does not: the system is compiled."""
    before = calls_of(load_system(NAME))
    chance = random.Random(seed)
    content = bytearray(entry.read_bytes())
    said = poisons([json.loads(line) for line in body_of(entry).split(b"\n")], chance)
    poisoned = "\n".join(map(json.dumps, said)).encode()
    lines = bytes(content).split(b"\n", 2)
    changed = [
        b"\n".join([*lines[:2], poisoned]),
        bytes(content[: chance.randrange(len(content))]),
        bytes(content).replace(b"[[15,17]]", b"[[12,37]]").replace(b"[15,17]", b"[12,37]"),
        b"\n".join([sealed.seal_of(b"guessed", entry, lines[1] + b"\n" + poisoned), lines[1], poisoned]),
        bytes(chance.randbytes(1000)),
    ][seed % 5]
    assert changed != bytes(content)
    entry.write_bytes(changed)
    with caplog.at_level(logging.WARNING):
        assert calls_of(load_system(NAME)) == before
    assert "the system is compiled again" in caplog.text
    assert written_out(unpacked(body_of(entry))) == compile_system(NAME).program  # and a good entry stands there now


@pytest.mark.parametrize("body", ["[" * 100_000, "{" * 100_000 + "}" * 100_000, "1e999", "NaN", '"x"', "", "[1,2]"])
def test_bodies_that_are_no_programs_are_refused(entry: Path, body: str) -> None:
    _, head, _ = entry.read_bytes().split(b"\n", 2)
    rest = head + b"\n" + body.encode()
    entry.write_bytes(sealed.seal_of((entry.parent / "key").read_bytes(), entry, rest) + b"\n" + rest)
    assert cache.recall(find_system(NAME), {}) is None


HEADS = [
    b"[]", b'{"files":1,"absent":[]}', b'{"files":[[1,2,3]],"absent":[]}', b"null", b"{", b"\xff", b"[" * 100_000,
    b'{"files":[],"absent":[]}', b'{"files":[[0,"x"]],"absent":[]}', b'{"files":[["my.bid","x"]],"absent":[]}',
    b'{"files":[["/dev/zero","x"]],"absent":[]}', b'{"files":[["/my\\u0000.bid","x"]],"absent":[]}',
    b'{"files":[["/my.bid","x"]],"absent":[3]}', b'{"files":[["/my.bid"]],"absent":[]}',
]  # fmt: skip
"""Numbers would be open files of this process, devices never end, and what was made from no file holds for ever."""


@pytest.mark.parametrize("head", HEADS)
def test_heads_that_are_none_are_refused(entry: Path, head: bytes) -> None:
    seal_again(entry, head)
    assert cache.recall(find_system(NAME), {}) is None


def test_another_text_is_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "cache"))
    mine = tmp_path / "mine.bid"
    mine.write_text("opening:\n  1NT: 15-17 hcp\n")
    load_system(str(mine))
    assert cache.recall(str(mine), {}) is not None
    mine.write_text("opening:\n  1NT: 12-14 hcp\n")
    assert cache.recall(str(mine), {}) is None


def test_a_kept_system_can_be_sent_to_another_process(entry: Path) -> None:
    """Half read, too: what was not read yet is read there."""
    kept = load_system(NAME)
    before = calls_of(kept)
    sent = pickle.loads(pickle.dumps(load_system(NAME))), pickle.loads(pickle.dumps(kept.data))
    assert calls_of(sent[0]) == before
    assert written_out(sent[1]) == compile_system(NAME).program


QUICK = ("goren", "natural", "stayman")


@pytest.mark.parametrize("name", QUICK)
def test_what_ships_is_the_same_when_it_was_kept(name: str) -> None:
    made = compile_system(name).program
    assert made is not None
    assert json.loads(json.dumps(made)) == made == written_out(unpacked(packed(made)))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*system_names(), *convention_names()} - {*QUICK}))
def test_everything_that_ships_is_the_same_when_it_was_kept(name: str) -> None:
    test_what_ships_is_the_same_when_it_was_kept(name)


def test_where_the_cache_cannot_be_written_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file", tmp_path / "file" / "below", Path("/dev/null"), tmp_path / "no\udcffname"):
        monkeypatch.setenv("BRIDGELANG_CACHE", os.fspath(place))
        assert load_system(NAME).name == NAME
