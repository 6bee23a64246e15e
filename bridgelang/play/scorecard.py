"""Score sheets as text: a rubber's or a Chicago's, two columns with a line across, 62 columns wide."""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.core.seats import Side
from bridgelang.play.chicago import Chicago
from bridgelang.play.ledger import Entry, totals
from bridgelang.play.rubber import Rubber

WIDTH = 30
"""The width of one side's half."""


def scorecard(
    sheet: Rubber | Chicago, names: Sequence[str] = ("North-South", "East-West"), symbols: bool = False
) -> str:
    """The score sheet as people keep it: above the line newest on top, below it the games one after another.

    >>> from bridgelang.core.contracts import Contract
    >>> print(scorecard(Rubber().then(Contract.parse("2S by N"), 9).then(Contract.parse("3NT by E"), 9)))
                       North-South | East-West
                1 overtrick     30 |
    ===============================+==============================
                2S by North     60 |
                                   | 100     3NT by East
    -------------------------------+------------------------------
    ===============================+==============================
                                90 | 100     total
    """
    above = [entry for entry in sheet.entries if not entry.below]
    lines = [_line(names[0].rjust(WIDTH), f" {names[1]}")]
    lines += [_row(entry, symbols) for entry in reversed(above)]
    if any(entry.below for entry in sheet.entries):
        lines.append(_rule("="))
        finished = _games(sheet)
        for game in range(1, max(entry.game for entry in sheet.entries) + 1):
            lines += [_row(entry, symbols) for entry in sheet.entries if entry.below and entry.game == game]
            if game <= finished:
                lines.append(_rule("-"))
    lines.append(_rule("="))
    north_south, east_west = totals(sheet.entries)
    lines.append(_line(f"{north_south:>{WIDTH}}", f" {east_west:<8}total"))
    return "\n".join(line.rstrip() for line in lines)


def _games(sheet: Rubber | Chicago) -> int:
    return sum(sheet.games) if isinstance(sheet, Rubber) else sheet.game - 1


def _row(entry: Entry, symbols: bool) -> str:
    if entry.side == Side.NS:
        return _line(f"{entry.text(symbols):>{WIDTH - 7}}{entry.points:>7}", "")
    return _line(" " * WIDTH, f" {entry.points:<8}{entry.text(symbols)}")


def _line(left: str, right: str) -> str:
    return f"{left} |{right}"


def _rule(mark: str) -> str:
    return mark * (WIDTH + 1) + "+" + mark * WIDTH
