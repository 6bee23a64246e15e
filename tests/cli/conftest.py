"""A runner for the commands: the real entry point, in this process, from an empty folder."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bridgelang.cli.main import main

DATA = Path(__file__).parents[1] / "data" / "cli"
SMALL = str(DATA / "small.bid")


def heed_interrupts() -> None:
    """For a child process: heed an interrupt even where these tests were started with interrupts ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory):
    """One cache for all these tests, never the user's own."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def folder(tmp_path, monkeypatch, cache_folder):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGELANG_CACHE", str(cache_folder))
    monkeypatch.setenv("BRIDGELANG_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)  # one process unless --jobs says more
    return tmp_path


@pytest.fixture
def run(folder, monkeypatch, capsys):
    def call(*arguments: str, stdin: str | bytes = "") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        monkeypatch.setattr(sys, "argv", ["bridgelang", *arguments])
        capsys.readouterr()
        status = main(list(arguments))
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return Ran(status, printed.out, printed.err)

    return call
