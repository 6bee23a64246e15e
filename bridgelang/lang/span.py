"""A place in a file; what only reads the lines of one need not know the syntax tree."""

from __future__ import annotations

from attrs import frozen


@frozen
class Span:
    """A place in a file: 1-based line and column, the end column exclusive and on ``end_line``."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span(0, 0, 0, 0)
