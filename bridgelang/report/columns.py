"""Rows of cells as columns of even width."""

from __future__ import annotations

from collections.abc import Iterable


def columns(rows: Iterable[Iterable[object]], indent: str = "", gap: str = "  ", right: Iterable[int] = ()) -> str:
    """The rows under one another; the columns in ``right`` end flush, a row's last cell may be of any length.

    >>> print(columns([["1NT", "15-17 hcp"], ["P", "less"]]))
    1NT  15-17 hcp
    P    less
    >>> print(columns([["boards", 20], ["IMPs", 9]], right=[1]))
    boards  20
    IMPs     9
    """
    cells = [[str(cell) for cell in row] for row in rows]
    flush = set(right)
    widths: dict[int, int] = {}
    for row in cells:
        for place, cell in enumerate(row):
            if place in flush or place < len(row) - 1:
                widths[place] = max(widths.get(place, 0), len(cell))
    lines = []
    for row in cells:
        parts = [
            cell.rjust(widths[place]) if place in flush else cell.ljust(widths.get(place, 0))
            for place, cell in enumerate(row)
        ]
        lines.append((indent + gap.join(parts)).rstrip())
    return "\n".join(lines)
