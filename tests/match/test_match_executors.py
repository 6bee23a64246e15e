"""Matches in several processes: the two halves of a chunk, and systems compiled while this process is busy."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bridgelang import load_system
from bridgelang.compile.cache import is_compiled
from bridgelang.match.boards import open_boards
from bridgelang.match.executors import compiling, interpreter
from bridgelang.match.playing import ChunkPlayer
from bridgelang.match.records import join_halves
from bridgelang.match.tricks import trick_counter


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "cache"))


def test_a_system_is_compiled_meanwhile_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_compiled("natural", {})
    with compiling("natural", {}):
        pass
    assert is_compiled("natural", {})

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("there was nothing to compile")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with compiling("natural", {}):
        pass


def test_faults_are_left_to_whoever_loads_the_system(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.bid"
    wrong.write_text('language 1\nsystem Wrong "x"\nopening:\n  1NT: 15-17 hpc\n')
    with compiling(str(wrong), {}):
        pass
    with compiling(str(tmp_path / "missing.bid"), {}):
        pass
    assert not is_compiled(str(wrong), {})
    assert capfd.readouterr() == ("", "")


def test_two_halves_make_the_chunk(deck: str) -> None:
    def player() -> ChunkPlayer:
        source = open_boards(deck, 50)
        return ChunkPlayer.of(load_system("goren"), load_system("acol-first"), source, trick_counter("dd"))

    whole = player().play(7, 40)
    halves = [player().play_half(7, 40, half) for half in (0, 1)]
    assert join_halves(*halves) == whole
    assert {len(row) for row in halves[0]["boards"]} == {5}


def test_a_process_that_is_done_ends_in_peace_while_its_standard_input_is_open() -> None:
    with subprocess.Popen(
        interpreter("print(lines.get().decode().strip(), flush=True)"), stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(b"a first line\nand part of a sec")
        process.stdin.flush()
        assert process.stdout.read() == b"a first line\n"
        assert process.wait() == 0
        assert process.stderr.read() == b""
