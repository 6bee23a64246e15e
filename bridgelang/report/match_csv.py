"""The figures of a match as one CSV table: a row for each line of each table of figures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from bridgelang.match.attribution import Cause
from bridgelang.match.records import Rule
from bridgelang.match.result import MatchResult, Share
from bridgelang.report.squeeze import squeezed

COLUMNS = (
    "table", "name", "phase", "a_call", "a_rule", "a_text", "b_call", "b_rule", "b_text",
    "boards", "total", "mean", "standard_error", "low", "high",
)  # fmt: skip


def match_csv(result: MatchResult) -> str:
    """The table; means are a board's, over the boards of the row for shares and over the whole match for causes."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(result))
    return out.getvalue()


def _rows(result: MatchResult) -> Iterator[dict[str, object]]:
    low, high = result.interval
    yield {**_share("match", result.total), "low": _number(low), "high": _number(high)}
    for part in result.breakdowns:
        for share in part.shares:
            yield _share(part.title, share)
    found = result.attribution
    for table, causes in (
        ("phases", found.phases),
        ("a's calls", found.a_rules),
        ("b's calls", found.b_rules),
        ("pairs", found.pairs),
    ):
        for cause in causes:
            yield _cause(table, cause, result.boards)


def _share(table: str, share: Share) -> dict[str, object]:
    return {
        "table": table,
        "name": share.name,
        "boards": share.boards,
        "total": share.values.total,
        "mean": _number(share.mean),
        "standard_error": _number(share.standard_error),
        "low": _number(share.low),
        "high": _number(share.high),
    }


def _cause(table: str, cause: Cause, boards: int) -> dict[str, object]:
    row: dict[str, object] = {
        "table": table,
        "phase": cause.phase or "",
        "boards": cause.imps.count,
        "total": cause.imps.total,
        "mean": _number(cause.per_board(boards)),
        "standard_error": _number(cause.standard_error(boards)),
    }
    return row | _side("a", cause.a_call, cause.a) | _side("b", cause.b_call, cause.b)


def _side(name: str, call: str | None, rule: Rule | None) -> dict[str, object]:
    if rule is None:
        return {}
    return {f"{name}_call": call or "", f"{name}_rule": rule.location, f"{name}_text": squeezed(rule.text)}


def _number(value: float) -> str:
    return f"{value:.6g}"
