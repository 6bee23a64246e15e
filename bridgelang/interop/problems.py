"""What a reader has to say about a file: values, never exceptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

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


MOST_OF_A_KIND = 20
_PARTICULARS = re.compile(r"`[^`]*`|\d+")


def counted(problems: Iterable[Problem]) -> list[Problem]:
    """The remarks in order, those of one kind about one file beyond the first twenty as a number at the end.

    Remarks are of one kind when they differ in numbers and in what is quoted only.
    """
    told: list[Problem] = []
    seen: dict[tuple[str, str, str], int] = {}
    for problem in problems:
        kind = (problem.file, problem.severity, _PARTICULARS.sub("`", problem.message))
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= MOST_OF_A_KIND:
            told.append(problem)
    for (file, severity, message), times in seen.items():
        if times > MOST_OF_A_KIND:
            told.append(
                Problem(file, 0, f"{times - MOST_OF_A_KIND:,} more like: {message.replace('`', '…')}", severity)
            )
    return told


Report = Callable[[Problem], None]
"""Where problems go as they are met: often the ``append`` of a list."""


def ignore(problem: Problem) -> None:
    """A report for callers that do not want to know."""
