"""B320: a convention whose paths have a letter of the block round its `use`, which does not share it (a hint).

    after (1x) 1y (pass):
      use our-advances                       # in it: after (2x): …

A convention keeps its letters to itself, and different letters are different suits: its `(2x)` is every suit but the
one of `(1x)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.walk import letters_of, nodes
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Lines that use a convention below a path with a letter that its own paths have too."""
    trees = {file.replace("\\", "/").rsplit("/", 1)[-1]: tree for file, tree in reading.trees.items()}
    for headers, body in reading.blocks():
        around = _letters_of_paths(headers)
        for use in (one for one in body if isinstance(one, ast.Use)) if around else ():
            tree = trees.get(f"{use.name}.bid")
            given = {letter for letter, _ in use.letters}
            inside = _letters_of_paths(nodes(tree.body)) if tree is not None else []
            same = next((letter for letter in inside if letter in around and letter not in given), None)
            if same is not None:
                message = f"the letter {same} in the paths of {use.name} is another suit than {same} here"
                note = f"for the same suit write  use {use.name} for {same}"
                yield Diagnostic("B320", message, reading.file, use.span, "hint", notes=(note,))


def _letters_of_paths(found: Iterable[object]) -> list[str]:
    """The letters in the paths of blocks, in order of writing."""
    return [letter for block in found if isinstance(block, ast.Block) for letter in letters_of(block.context.path)]
