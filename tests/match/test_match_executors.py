"""Systems compiled in another process while this one is busy."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bridgelang.match.executors import compiling
from bridgelang.system.load import is_compiled


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
