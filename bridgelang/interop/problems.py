"""What a reader has to say about a file: values, never exceptions."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

ERROR = "error"
NOTE = "note"


@frozen
class Problem:
    """One remark about a file: ``line`` counts from 1, 0 when it concerns the whole file.

    ``severity`` is ``error`` where something could not be read or contradicts itself, ``note`` where the file
    departs from the standard and was understood all the same.

    >>> print(Problem("boards.pbn", 12, "`XS` is not a call"))
    boards.pbn:12: error: `XS` is not a call
    """

    file: str
    line: int
    message: str
    severity: str = ERROR

    def __str__(self) -> str:
        place = f"{self.file or 'input'}:{self.line}" if self.line else self.file or "input"
        return f"{place}: {self.severity}: {self.message}"


Report = Callable[[Problem], None]
"""Where problems go as they are met: often the ``append`` of a list."""


def ignore(problem: Problem) -> None:
    """A report for callers that do not want to know."""
