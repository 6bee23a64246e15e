"""Where a match's difference came from, as text and as JSON: by phase, by rule, by pair of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgelang.compile.files import convention_names, system_names
from bridgelang.match.attribution import Cause
from bridgelang.match.records import Rule
from bridgelang.match.result import MatchResult

__all__ = ["attribution_json", "attribution_text"]


def attribution_text(result: MatchResult, top: int = 8) -> str:
    """The causes for a person, ``top`` of each sort; gains and losses are the first bidder's, in IMPs."""
    found, boards = result.attribution, result.boards
    lines = [
        f"{result.a} against {result.b}: the auctions part on {found.parted:,} of {boards:,} boards.",
        "Each board is put down to the first call that differs; a figure is IMPs a board over the whole match,",
        "with its standard error, from the view of " + result.a + ".",
    ]
    if found.phases:
        lines += ["", "By phase"]
        for cause in found.phases:
            lines.append(f"  {cause.phase:<20}{_figures(cause, boards)}")
    for title, causes, names in (
        (f"{result.a}'s calls where the auctions part", found.a_rules, _a_side),
        (f"{result.b}'s calls where the auctions part", found.b_rules, _b_side),
        ("What the one called, and the other", found.pairs, _both_sides),
    ):
        if causes:
            lines += ["", title]
            for cause in _own_first(causes, result)[:top]:
                lines += _cause(cause, boards, names(cause, result))
    return "\n".join(lines) + "\n"


def _own_first(causes: Sequence[Cause], result: MatchResult) -> list[Cause]:
    """The causes with a rule of the bidders' own files first: what ships is not theirs to change."""
    shipped = {f"{name}.bid" for name in (*system_names(), *convention_names())}
    shipped -= {f"{result.a}.bid", f"{result.b}.bid"}

    def is_own(rule: Rule | None) -> bool:
        return rule is not None and rule.location != "" and rule.location.rpartition(":")[0] not in shipped

    return sorted(causes, key=lambda cause: not (is_own(cause.a) or is_own(cause.b)))


def attribution_json(result: MatchResult) -> dict[str, Any]:
    """The causes as plain JSON values."""
    found = result.attribution
    return {
        "a": result.a,
        "b": result.b,
        "boards": result.boards,
        "parted": found.parted,
        "phases": [_cause_json(cause, result.boards) for cause in found.phases],
        "a_rules": [_cause_json(cause, result.boards) for cause in found.a_rules],
        "b_rules": [_cause_json(cause, result.boards) for cause in found.b_rules],
        "pairs": [_cause_json(cause, result.boards) for cause in found.pairs],
    }


def _figures(cause: Cause, boards: int) -> str:
    error = cause.standard_error(boards)
    return f"{cause.per_board(boards):+8.3f} +-{error:.3f}{cause.imps.count:>8,} boards{cause.imps.total:>+8,} IMPs"


def _cause(cause: Cause, boards: int, names: Sequence[str]) -> list[str]:
    lines = ["", f"  {_figures(cause, boards)}"]
    lines += [f"    {name}" for name in names]
    if cause.examples:
        word = "board" if len(cause.examples) == 1 else "boards"
        lines.append(f"    look at {word} {', '.join(str(number) for number in cause.examples)}")
    return lines


def _rule(name: str, call: str | None, rule: Rule | None) -> str:
    if rule is None or not rule.location:
        words = f": {rule.text}" if rule is not None and rule.text else ", no rule"
        return f"{name} {call}{words}"
    return f"{name} {call} at {rule.location}: {rule.text}"


def _a_side(cause: Cause, result: MatchResult) -> list[str]:
    return [_rule(result.a, cause.a_call, cause.a)]


def _b_side(cause: Cause, result: MatchResult) -> list[str]:
    return [_rule(result.b, cause.b_call, cause.b)]


def _both_sides(cause: Cause, result: MatchResult) -> list[str]:
    return [f"{cause.phase}:", *_a_side(cause, result), *_b_side(cause, result)]


def _cause_json(cause: Cause, boards: int) -> dict[str, Any]:
    data: dict[str, Any] = {
        "boards": cause.imps.count,
        "imps": cause.imps.total,
        "per_board": round(cause.per_board(boards), 6),
        "standard_error": round(cause.standard_error(boards), 6),
        "examples": list(cause.examples),
    }
    if cause.phase is not None:
        data["phase"] = cause.phase
    for side, call, rule in (("a", cause.a_call, cause.a), ("b", cause.b_call, cause.b)):
        if rule is not None:
            data[side] = {"call": call, "rule": rule.location or None, "text": rule.text or None}
    return data
