"""What README.md and docs/*.md show is what happens: their blocks are run in order, each page in its own empty folder.

Blocks marked ``bid NAME.bid`` or ``yaml NAME`` are files of the reader; ``console`` has commands after ``$`` with
what they print (a line ``...`` stands for any lines; with ``console figures`` numbers may differ); ``python`` is a
doctest.
With BRIDGELANG_WRITE_DOCS=1 in the environment the printed lines are written into the pages instead.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)^```$", re.MULTILINE)
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
FILES = {"bid", "yaml"}


class Block(NamedTuple):
    words: list[str]
    text: str
    line: int


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found.group(1).split(), found.group(2), text.count("\n", 0, found.start()) + 1)
        for found in FENCE.finditer(text)
    ]


def sessions(block: Block) -> list[tuple[str, str]]:
    """The commands of a block, each with the lines that should follow."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert not parts[0].strip(), "a console block begins with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def agrees(expected: str, printed: str, figures: bool) -> bool:
    """Whether the lines are those expected, where ``...`` stands for any."""
    pattern = ""
    for line in expected.rstrip("\n").split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        elif figures:
            spaced = r"\s+".join(map(_masked, line.split()))
            pattern += r"\s*" + spaced + r"\n"
        else:
            pattern += re.escape(line) + r"\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None


def _masked(word: str) -> str:
    return "".join(NUMBER.pattern if part is None else re.escape(part) for part in _split(word))


def _split(word: str) -> list[str | None]:
    out: list[str | None] = []
    at = 0
    for found in NUMBER.finditer(word):
        out += [word[at : found.start()], None]
        at = found.end()
    return [*out, word[at:]]


@pytest.mark.parametrize(
    ("expected", "printed", "figures", "answer"),
    [
        ("1NT\n", "1NT\n", False, True),
        ("1NT\n", "2NT\n", False, False),
        ("a\n...\nb\n", "a\nx\ny\nb\n", False, True),
        ("a\n...\nb\n", "a\nb\n", False, True),
        ("a\n...\nb\n", "a\nx\n", False, False),
        ("mean +0.31 IMPs\n", "mean -12.05 IMPs\n", True, True),
        ("mean +0.31 IMPs\n", "mean +0.31 points\n", True, False),
        ("(-1.53 to +0.01)\n", "(+11.53 to +0.01)\n", True, True),
    ],
)
def test_the_comparison_itself(expected, printed, figures, answer):
    assert agrees(expected, printed, figures) is answer


def test_there_are_pages_with_something_to_run():
    assert sum(block.words[:1] == ["console"] for page in PAGES for block in blocks_of(page)) >= 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_does_what_it_shows(page, run, folder):
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in blocks_of(page):
        kind = block.words[0] if block.words else ""
        if kind in FILES and len(block.words) > 1:
            (folder / block.words[1]).write_text(block.text, encoding="utf-8")
        elif kind == "python":
            _doctest(block, page, names)
        elif kind == "console":
            for command, expected in sessions(block):
                printed = _printed(run, command)
                if agrees(expected, printed, "figures" in block.words):
                    continue
                place = f"{page.name}:{block.line}"
                assert os.environ.get("BRIDGELANG_WRITE_DOCS"), f"{place}: {command} prints\n{printed}"
                assert "\n...\n" not in expected, f"{place}: {command} prints\n{printed}"
                text = text.replace(f"$ {command}\n{expected}", f"$ {command}\n{printed.rstrip()}\n", 1)
                page.write_text(text, encoding="utf-8")


def _printed(run, command: str) -> str:
    """What a command prints, on both streams."""
    words = shlex.split(command)
    assert words[0] == "bridgelang"
    ran = run(*words[1:])
    assert ran.status in (0, 1, 2), f"{command}\n{ran.err}"
    return ran.out + ran.err


def _doctest(block: Block, page: Path, names: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    out: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=out.append, clear_globs=False)
    names.update(test.globs)
    assert not out, "".join(out)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_inside_the_project_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("#"):
            assert (page.parent / target.split("#")[0]).exists(), f"{page.name}: {target}"


def test_every_command_has_a_paragraph_in_the_docs():
    from bridgelang.cli.catalogue import COMMANDS

    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    headings = [(len(marks), words) for marks, words in re.findall(r"^(#+) (.*)$", text, re.MULTILINE)]
    commands = [words.strip("`") for level, words in headings if level == 3]
    assert sorted(commands) == sorted(COMMANDS)
    groups = [words for level, words in headings if level == 2]
    assert len(groups) > 3 and not any(words.startswith("`") for words in groups), "a command stands in a group"
