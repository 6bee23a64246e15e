"""A system stays what it is however it is typed: capitals, blanks, line ends, signs for suits and for ranges."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bridgelang.lang.ast import Statement
from bridgelang.lang.grammar import resource_folder
from bridgelang.lang.parser import parse_system

SYSTEMS = Path(resource_folder("systems"))
FILES = [SYSTEMS / name for name in ("goren.bid", "beginner.bid", "conventions/common-sense.bid")]
SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
WORDS = r"(?<![\w-])(?:hcp|points|spades|hearts|diamonds|clubs|balanced|combined|partner|fit|stopper|longest)(?![\w-])"
STATEMENTS = r"^( *)(use|set|define|quantity|system|convention|language|unavailable|suits|belongs|count)\b"


def outside(change: Callable[[str], str]) -> Callable[[str], str]:
    """The change for what is no note, tag or remark."""

    def changed(text: str) -> str:
        pieces = re.split(r"(\"[^\"\n]*\"|\[[^\]\n]*\]|#[^\n]*)", text)
        return "".join(piece if number % 2 else change(piece) for number, piece in enumerate(pieces))

    return changed


def sub(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Callable[[str], str]:
    """A change of all that a pattern finds outside notes, tags and remarks."""
    return outside(lambda text: re.sub(pattern, new, text, flags=re.MULTILINE))


WAYS: dict[str, Callable[[str], str]] = {
    "headers with a capital": sub(r"^( *)(opening|after|when|reads)\b", lambda m: m[1] + m[2].capitalize()),
    "headers in capitals": sub(r"^( *)(opening|after|when|reads)\b", lambda m: m[1] + m[2].upper()),
    "statements with a capital": sub(STATEMENTS, lambda m: m[1] + m[2].capitalize()),
    "pass with a capital": sub(r"^( *)pass\b", r"\1Pass"),
    "pass as a letter": sub(r"^( *)pass\b", r"\1P"),
    "words with a capital": sub(WORDS, lambda m: m[0].capitalize()),
    "words in capitals": sub(WORDS, lambda m: m[0].upper()),
    "signs for suits": sub(r"(?<![\w-])(?:spades|hearts|diamonds|clubs)(?![\w-])", lambda m: SYMBOLS[m[0]]),
    "one card of a suit": sub(r"(?<![\w-])(spade|heart|diamond|club)s(?![\w-])", r"\1"),
    "ranges with a dash": sub(r"(?<![\w=-])(\d+)-(\d+)(?![\w=-])", r"\1–\2"),
    "ranges with blanks": sub(r"(?<![\w=-])(\d+)-(\d+)(?![\w=-]| lower| higher)", r"\1 - \2"),
    "two blanks": sub(r"(?<=\S) (?=\S)", "  "),
    "blanks that do not break": sub(r"(?<=\S) (?=\S)", "\u00a0"),
    "no blank after a comma": sub(r", (?=\S)", ","),
    "a blank before a comma": sub(r", (?=\S)", " , "),
    "no blank after a colon": sub(r":[ ]+(?=\S)", ":"),
    "a blank before a colon": sub(r"(?<=\S):(?=\s)", " :"),
    "blanks at the end": lambda text: text.replace("\n", "  \n"),
    "lines of Windows": lambda text: text.replace("\n", "\r\n"),
    "a mark of the encoding": lambda text: "\ufeff" + text,
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "wide indentation": lambda text: re.sub(r"^ +", lambda m: m[0] * 2, text, flags=re.MULTILINE),
    "odd indentation": lambda text: re.sub(r"^ +", lambda m: " " * (len(m[0]) * 3 // 2), text, flags=re.MULTILINE),
    "a remark on every line": lambda text: re.sub(r"(?<=\S)$", "  # so we play", text, flags=re.MULTILINE),
}


def read(text: str) -> tuple[Statement, ...]:
    """What a text says, wherever it stood."""
    tree, found = parse_system(text.encode(), "my.bid")[:2]
    assert not found, found[0]
    return tree.body


@pytest.mark.parametrize("way", WAYS)
def test_a_system_is_the_same_however_it_is_typed(way: str) -> None:
    changed = 0
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        typed = WAYS[way](text)
        changed += typed != text
        assert read(typed) == read(text), path
    assert changed
