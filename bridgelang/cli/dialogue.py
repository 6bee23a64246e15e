"""Talking with a person: a prompt and an answer, red suits on a terminal that has colours."""

from __future__ import annotations

import re
import sys

import click

from bridgelang.cli.output import can_print, say, say_painted
from bridgelang.cli.streams import MAX_LINE
from bridgelang.core.printable import printable
from bridgelang.errors import NotationError

_RED = re.compile(r"[♥♦] ?[2-9TJQKA]*|(?<![A-Za-z0-9])[HD](?: [2-9TJQKA]+(?![A-Za-z0-9])|[2-9TJQKA](?![A-Za-z0-9]))")


class Dialogue:
    """One person at a terminal, or a script on standard input, whose lines are then printed too.

    ``symbols`` and ``colours`` say how suits look.
    """

    def __init__(self, symbols: bool, colours: bool) -> None:
        self.symbols = symbols and can_print("♠♥♦♣")
        self.colours = colours
        self._person = sys.stdin.isatty() and sys.stdout.isatty()
        if self._person:
            import contextlib

            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives input() its editing and its history)

    def tell(self, text: str = "") -> None:
        """Print something."""
        say_painted(self.painted(printable(text)))

    def prose(self, text: str) -> None:
        """Print a sentence or two, broken into lines."""
        import textwrap

        self.tell(textwrap.fill(text, 79))

    def painted(self, text: str) -> str:
        """The text with hearts and diamonds in red, if there are colours."""
        if not self.colours:
            return text
        return _RED.sub(lambda found: click.style(found.group(), fg="red"), text)

    def ask(self, prompt: str) -> str | None:
        """The next line typed, without blanks around it; None at the end of the input."""
        if self._person:
            sys.stdout.flush()
            try:
                return input(printable(prompt)).strip()
            except EOFError:
                say()
                return None
        say(prompt, end="")
        sys.stdout.flush()
        line = sys.stdin.readline(MAX_LINE)
        if len(line) == MAX_LINE:
            raise NotationError(f"a line of the input is longer than {MAX_LINE:,} characters")
        if not line:
            say()
            return None
        say(line.strip())
        sys.stdout.flush()
        return line.strip()
