"""B320: a convention used below a call of theirs in a suit, whose own paths have a bid of theirs in another (a hint).

    after (1x) 1NT:
      use lebensohl                          # in it: after (2y): …

Different letters are different suits, and a convention keeps its letters to itself: its `(2y)` is never a bid in x.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.walk import letters_of
from bridgelang.lint.settings import file_of
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Lines that use a convention whose bids of theirs cannot be in the suit that they have bid above it."""
    for headers, body in reading.blocks():
        above = [letter for header in headers for element in header.context.path for letter in _of_theirs(element)]
        uses = [one for one in body if isinstance(one, ast.Use)] if above else []
        for use in uses:
            tree = reading.trees.get(file_of(use.name, reading.trees))
            given = {letter for other in uses if other.name == use.name for letter, _ in other.letters}
            if tree is None or _is_for_the_margin(tree):
                continue  # that it stands elsewhere is named already
            own = next((letter for letter in _at_the_head(tree) if letter not in given), None)
            if own is not None:
                message = (
                    f"{use.name} has answers to their bids in a suit {own}, and none where that is {above[0]} again"
                )
                same = own if own == above[0] else f"{own} = {above[0]}"
                note = f"for those a line more:  use {use.name} for {same}"
                yield Diagnostic("B320", message, reading.file, use.span, "hint", notes=(note,))


def _at_the_head(tree: ast.SystemFile) -> Iterator[str]:
    """The letters of their calls with which the paths of a convention begin."""
    for statement in tree.body:
        if isinstance(statement, ast.Block) and statement.context.path:
            yield from _of_theirs(statement.context.path[0])


def _is_for_the_margin(tree: ast.SystemFile) -> bool:
    return any(isinstance(one, ast.Belongs) and not one.path for one in tree.body)


def _of_theirs(element: ast.PathElement) -> tuple[str, ...]:
    return letters_of(element) if element.theirs else ()
