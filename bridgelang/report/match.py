"""A match result as text and as JSON: the figures, the breakdowns, the biggest swings with both auctions.

Gains are from the view of the first bidder; scores of a table are for North-South. The text is ASCII and
the same for the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgelang.core.contracts import Contract
from bridgelang.match.records import BoardRecord, TableRecord
from bridgelang.match.result import MatchResult, Share
from bridgelang.match.tuning import TuneResult

__all__ = ["headline", "match_json", "match_text", "outcome", "tune_json", "tune_text"]

_UNITS = {"imps": "IMPs", "matchpoints": "% of the matchpoints", "total": "points"}
_DIGITS = {"imps": 2, "matchpoints": 1, "total": 1}
_VULNERABLE = {"none": "nobody vulnerable", "ns": "NS vulnerable", "ew": "EW vulnerable", "all": "all vulnerable"}


def match_text(result: MatchResult, swings: int | None = None) -> str:
    """The result for a person; ``swings`` is how many of the biggest swings to show (default: all kept)."""
    lines = [f"{result.a} against {result.b}: {result.boards:,} boards, {result.source}", ""]
    if result.play == "heuristic":
        lines += ["  The cards were played out by rules of thumb, not double dummy.", ""]
    lines += headline(result)
    lines += _faults(result)
    for breakdown in result.breakdowns:
        if len(breakdown.shares) > 1:
            lines += ["", *_table(f"By {breakdown.title}", breakdown.shares)]
    shown = result.swings if swings is None else result.swings[:swings]
    if shown:
        lines += ["", "Biggest swings"]
        for record in shown:
            lines += ["", *_swing(record, result)]
    return "\n".join(lines) + "\n"


def match_json(result: MatchResult) -> dict[str, Any]:
    """The result as plain JSON values; numbers that are not whole are rounded to six digits."""
    low, high = result.interval
    data: dict[str, Any] = {
        "a": result.a,
        "b": result.b,
        "boards": result.boards,
        "source": result.source,
        "scoring": result.scoring,
        "play": result.play,
        "mean": _rounded(result.mean),
        "standard_error": _rounded(result.standard_error),
        "interval": [_rounded(low), _rounded(high)],
        "level": 0.95,
        "total": result.total.values.total,
        "wins": result.wins,
        "losses": result.losses,
        "different_contracts": result.different,
        "faults": {"a": result.faults[0], "b": result.faults[1]},
        "breakdowns": [
            {"by": breakdown.title, "shares": [_share_json(share) for share in breakdown.shares]}
            for breakdown in result.breakdowns
        ],
        "swings": [_board_json(record) for record in result.swings],
    }
    if result.stopping is not None:
        stopping = result.stopping
        data["until"] = {
            "half_width": stopping.until,
            "pilot": stopping.pilot,
            "planned": stopping.planned,
            "reached": stopping.reached,
        }
    return data


def headline(result: MatchResult) -> list[str]:
    """The mean with its interval, and how the boards went, two lines or three."""
    low, high = result.interval
    digits = _DIGITS[result.scoring]
    if result.scoring == "matchpoints":
        lines = [f"  {result.a} {result.mean:.{digits}f} % of the matchpoints"]
        interval = f"95 % interval {low:.{digits}f} to {high:.{digits}f}"
    else:
        lines = [f"  {result.a} {result.mean:+.{digits}f} {_UNITS[result.scoring]} a board"]
        interval = f"95 % interval {low:+.{digits}f} to {high:+.{digits}f}"
    lines[0] += f" (standard error {result.standard_error:.{digits}f}, {interval})"
    tied = result.boards - result.wins - result.losses
    share = 100 * result.different / result.boards if result.boards else 0.0
    total = "" if result.scoring == "matchpoints" else f"{result.total.values.total:+,} {_UNITS[result.scoring]}; "
    lines.append(
        f"  {total}{result.wins:,} boards won, {result.losses:,} lost, {tied:,} tied; "
        f"different contracts on {result.different:,} ({share:.1f} %)"
    )
    stopping = result.stopping
    if stopping is not None and stopping.reached:
        lines.append(
            f"  Stopped at +-{stopping.until:g} by the two-stage rule: {stopping.pilot:,} pilot boards asked for "
            f"{stopping.planned:,}; the interval is the corrected one."
        )
    elif stopping is not None:
        lines.append(
            f"  +-{stopping.until:g} would take about {stopping.planned:,} boards; "
            f"the match ended at the {result.boards:,} it was allowed."
        )
    return lines


def _faults(result: MatchResult) -> list[str]:
    lines = []
    for name, faults in zip((result.a, result.b), result.faults, strict=True):
        if faults:
            counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(faults.items()))
            lines.append(f"  {name}: {counts} (a pass was put in the place of each call that did not come)")
    return lines


def _table(title: str, shares: Sequence[Share]) -> list[str]:
    scoring = shares[0].scoring
    digits, sign = _DIGITS[scoring], "" if scoring == "matchpoints" else "+"
    lines = [f"{title:<26}{'boards':>8}{'mean':>10}    95 % interval"]
    for share in shares:
        interval = f"{share.low:{sign}.{digits}f} to {share.high:{sign}.{digits}f}" if share.boards > 1 else "-"
        lines.append(f"  {share.name:<24}{share.boards:>8,}{share.mean:>{sign}10.{digits}f}    {interval}")
    return lines


def _swing(record: BoardRecord, result: MatchResult) -> list[str]:
    gain = f"{record.imps:+d} IMPs ({record.points:+,} points)"
    vulnerable = _VULNERABLE[record.vulnerability]
    lines = [
        f"  Board {record.number}, dealer {record.dealer}, {vulnerable}: {result.a} {gain}",
        f"    {record.deal}",
    ]
    width = max(len(result.a), len(result.b))
    for name, table in zip((result.a, result.b), record.tables, strict=True):
        lines.append(f"    NS {name:<{width}}  {table.auction}")
        lines.append(f"       {'':<{width}}  {outcome(table)}")
    return lines


def outcome(table: TableRecord) -> str:
    """What came of a table, in words: ``4H by S, 10 tricks, +420``; a score is for North-South.

    >>> outcome(TableRecord("P P P P", (0, 0, 0, 0), "", None, 0))
    'passed out'
    """
    if not table.contract:
        return "passed out"
    if table.tricks is None or table.score is None:
        return table.contract
    made = table.tricks - Contract.parse(table.contract).tricks_needed
    sign = "=" if made == 0 else f"{made:+d}"
    return f"{table.contract} {sign}, NS {table.score:+,}"


def _share_json(share: Share) -> dict[str, Any]:
    return {
        "name": share.name,
        "boards": share.boards,
        "mean": _rounded(share.mean),
        "standard_error": _rounded(share.standard_error),
        "interval": [_rounded(share.low), _rounded(share.high)],
    }


def _board_json(record: BoardRecord) -> dict[str, Any]:
    return {
        "board": record.number,
        "deal": record.deal,
        "dealer": record.dealer,
        "vulnerability": record.vulnerability,
        "imps": record.imps,
        "points": record.points,
        "tables": [
            {
                "auction": table.auction,
                "contract": table.contract or None,
                "tricks": table.tricks,
                "score": table.score,
            }
            for table in record.tables
        ],
    }


def _rounded(value: float) -> float:
    return round(value, 6) + 0.0


def tune_text(result: TuneResult) -> str:
    """The variants of a setting for a person: each one's mean, and its gain over the first."""
    first = result.variants[0].result
    digits, unit = _DIGITS[first.scoring], _UNITS[first.scoring]
    width = max(10, *[len(variant.label) for variant in result.variants])
    lines = [
        f"{result.system} against {result.opponent}: {first.boards:,} boards, {first.source}, the same for all",
        "",
        f"  {'setting':<{width}}{unit:>22}    over the first, {100 * result.level:.4g} % interval",
    ]
    for variant in result.variants:
        mean = f"{variant.result.mean:+.{digits}f} +-{variant.result.standard_error:.{digits}f}"
        line = f"  {variant.label:<{width}}{mean:>22}"
        if variant is not result.variants[0]:
            gain, half_width = result.gain(variant)
            line += f"    {gain:+.{digits}f} ({gain - half_width:+.{digits}f} to {gain + half_width:+.{digits}f})"
        lines.append(line)
    return "\n".join(lines) + "\n"


def tune_json(result: TuneResult) -> dict[str, Any]:
    """The variants of a setting as plain JSON values."""
    variants = []
    for variant in result.variants:
        gain, half_width = result.gain(variant)
        variants.append(
            {
                "settings": dict(variant.settings),
                "mean": _rounded(variant.result.mean),
                "standard_error": _rounded(variant.result.standard_error),
                "gain": _rounded(gain),
                "gain_interval": [_rounded(gain - half_width), _rounded(gain + half_width)],
            }
        )
    first = result.variants[0].result
    return {
        "system": result.system,
        "opponent": result.opponent,
        "boards": first.boards,
        "source": first.source,
        "scoring": first.scoring,
        "level": result.level,
        "variants": variants,
    }
