"""The sittings that docs/play.md shows are what happens: what stands after a prompt is typed, the rest is compared.

Blocks marked ``table``; a line ``...``, and ``...`` at a line's end, stand for anything. All blocks share a folder, so
that a later one goes on with the game of the one before.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.test_cli_docs import blocks_of

PAGE = Path(__file__).parents[2] / "docs" / "play.md"
PROMPT = re.compile(r"^(Your call: |Your card(?: from dummy)?: |settle for that, or play on\? |Enter for .*: )(.*)$")


def typed(transcript: str) -> str:
    """What the person types in a transcript."""
    return "".join(f"{found[2]}\n" for line in transcript.splitlines() if (found := PROMPT.match(line)))


def pattern_of(transcript: str) -> str:
    parts = []
    for line in transcript.rstrip("\n").split("\n"):
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        elif line.endswith("..."):
            parts.append(re.escape(line[:-3]) + r".*\n")
        else:
            parts.append(re.escape(line) + r"\n")
    return "".join(parts)


def test_every_sitting_goes_as_shown(run):
    sittings = [block for block in blocks_of(PAGE) if block.words == ["table"]]
    assert len(sittings) >= 3
    for block in sittings:
        first, _, transcript = block.text.partition("\n")
        words = shlex.split(first)
        assert words[:2] == ["$", "bridgelang"]
        ran = run(*words[2:], stdin=typed(transcript))
        assert re.fullmatch(pattern_of(transcript), ran.out), f"{PAGE.name}:{block.line} prints\n{ran.out}"


def test_the_page_names_every_command_of_the_table():
    from bridgelang.cli.table import _COMMANDS

    text = PAGE.read_text(encoding="utf-8")
    assert [word for word in set(_COMMANDS) - {"?", "hands", "exit", "q", "help"} if f"`{word}" not in text] == []


def test_the_comparison_itself():
    shown = "Your call: 1NT\nSouth 1NT\n...\nthe end ...\n"
    assert typed(shown) == "1NT\n"
    assert re.fullmatch(pattern_of(shown), "Your call: 1NT\nSouth 1NT\nmore\nmore\nthe end is near\n")
    assert not re.fullmatch(pattern_of(shown), "Your call: 1NT\nSouth 2NT\nthe end is near\n")
