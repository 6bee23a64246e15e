"""B317: a line with `never` below which nothing stands in its block.

    after 2M:
      use ogust for M
      never 2NT                              # of the lines below, in this block: there are none
    use natural

It takes the call off the lines below it in its own block and reaches no further: what stands at the margin, a fallback
most of all, makes the call all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """The `never` lines after which their block says no more."""
    for headers, body in reading.blocks():
        idle = []
        for statement in body:
            if isinstance(statement, ast.Rule) and statement.never:
                idle.append(statement)
            elif isinstance(statement, (ast.Rule, ast.Block, ast.Use, ast.SameAs)):
                idle.clear()
        for rule in idle:
            message = "`never` reaches to the end of its block, and nothing stands below it there"
            note = "for the lines of a fallback write it at the margin above them, with the place as its condition"
            notes = (note,) if headers else ()
            yield Diagnostic("B317", message, reading.file, rule.span, "warning", notes=notes)
