"""What is printed: answers to standard output, everything else to standard error, suits as the terminal can."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from bridgelang.core.printable import escaped_json, printable

_PLAIN = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "±": "+/-", "–": "-", "−": "-", "×": "x", "→": "->", "…": "...",
    "½": ".5", "“": '"', "”": '"', "‘": "'", "’": "'",
}  # fmt: skip


def can_print(text: str) -> bool:
    """Whether standard output's encoding has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def symbols() -> bool:
    """Whether to print suits as symbols: on a terminal that can show them."""
    return sys.stdout.isatty() and can_print("♠♥♦♣")


def colours() -> bool:
    """Whether to use colour: on a terminal, unless NO_COLOR is set or it is a dumb one."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str = "", end: str = "\n") -> None:
    """Print an answer for people: nothing in it, whatever file it came from, can command the terminal."""
    say_painted(printable(text), end)


def say_data(text: str) -> None:
    """Print text in a format for programs: as it is, unless a person at a terminal would get it."""
    if sys.stdout.isatty():
        say(text.replace("\r\n", "\n"), end="")
    else:
        say_painted(text, end="")


def say_painted(text: str, end: str = "\n") -> None:
    """Print text that is printable but for colours of our own; signs that the encoding lacks are written out."""
    if not can_print(text):
        for sign, plain in _PLAIN.items():
            if not can_print(sign):
                text = text.replace(sign, plain)
    sys.stdout.write(text + end)


def say_json(value: Any) -> None:
    """Print a value as JSON, readable."""
    import json

    say_painted(escaped_json(json.dumps(value, indent=2, ensure_ascii=False)))


def say_json_line(value: Any) -> None:
    """Print a value as one line of JSON."""
    import json

    say_painted(escaped_json(json.dumps(value, separators=(",", ":"), ensure_ascii=False)))


def note(text: str) -> None:
    """Print something that is no answer, to standard error."""
    click.echo(printable(text), err=True)
