"""Nothing is sent and nothing is fetched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SMALL = str(Path(__file__).parents[1] / "data" / "cli" / "small.bid")
SCRIPT = """
import sys
events = []
sys.addaudithook(lambda name, args: events.append(name) if name.split(".")[0] in ("socket", "urllib", "http") else None)
from bridgelang.cli.main import main
for words in COMMANDS:
    status = main(words)
    assert status in (0, 1), (words, status)
import socket
before = sorted(set(events) - {"socket.gethostname", "socket.__new__"})
try:
    socket.create_connection(("localhost", 9), 0.01)
except OSError:
    pass
assert any(name in events for name in ("socket.connect", "socket.getaddrinfo")), "the hook hears nothing"
assert not before, before
"""
COMMANDS = [
    ["bid", SMALL, "AKQ2.J53.T98.642", "--explain"],
    ["check", SMALL],
    ["systems"],
    ["deal", "--boards", "2", "--seed", "1", "--out", "two.pbn"],
    ["convert", "two.pbn", "two.lin"],
    ["book", SMALL, "--depth", "1", "--html", "book.html"],
    ["match", SMALL, SMALL, "--boards", "2", "--seed", "1", "--jobs", "1", "--out", "two.match"],
    ["report", "two.match", "--html", "two.html"],
]


@pytest.mark.slow
def test_no_command_opens_a_connection(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("COMMANDS", repr(COMMANDS))],
        cwd=tmp_path,
        env={**os.environ, "BRIDGELANG_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    for page in ("book.html", "two.html"):
        text = (tmp_path / page).read_text(encoding="utf-8")
        assert "src=" not in text and "://" not in text.replace("http://www.w3.org/", "")
