"""B308: a definition, setting or quantity that nothing uses.

    define good-suit x: 2 of top 3 in x      # and no line says good-suit

Usually a line was renamed or taken out. Names used by a convention that this file uses count as used, because a
convention sees the names of the file round it. (A name defined twice is an error, B211.)
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Names of the file that are used nowhere."""
    for statement in reading.tree.body:
        kind = {ast.Definition: "definition", ast.Setting: "setting", ast.QuantityDefinition: "quantity"}.get(
            type(statement)
        )
        if kind is not None and statement.name not in reading.names:  # type: ignore[union-attr]
            name = statement.name  # type: ignore[union-attr]
            yield Diagnostic("B308", f"nothing uses the {kind} `{name}`", reading.file, statement.span, "warning")
