"""A trial of two versions as text and as JSON: the difference, each opponent, the lines that did it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bridgelang.advice.trial import Change, ChangedTable, TrialResult
from bridgelang.match.records import Rule
from bridgelang.match.statistics import Moments
from bridgelang.report.columns import columns
from bridgelang.report.squeeze import squeezed

__all__ = ["fault_lines", "trial_json", "trial_text"]


def trial_text(result: TrialResult, top: int = 8) -> str:
    """The result for a person, with the ``top`` pairs of lines that weigh most."""
    lines = [f"{result.new} beside {result.old}: {result.boards:,} boards, {result.source}", ""]
    if result.stopped == "alike":
        lines.append("  The versions bid alike whatever the cards: they differ in words only, and nothing was bid.")
        return "\n".join(lines) + "\n"
    low, high = result.interval
    lines.append(f"  {result.mean:+.3f} IMPs a board for the new version (95 % interval {low:+.3f} to {high:+.3f})")
    lines.append(
        f"  calls changed on {result.changed_auctions:,} boards, "
        f"the score of {result.changed_results:,}; scored double dummy"
    )
    lines += _stopping(result)
    lines += _members(result)
    lines += fault_lines(result.against, result.faults)
    for title, changes in (
        ("The lines that did it", [change for change in result.changes if change.ours]),
        ("Where an opponent was the first to call otherwise, reading us anew", _theirs(result)),
    ):
        if changes:
            lines += ["", title]
            for change in changes[:top]:
                lines += _change(change, result)
            if len(changes) > top:
                lines += ["", f"  and {len(changes) - top:,} more (--top shows them)"]
    return "\n".join(lines) + "\n"


def _theirs(result: TrialResult) -> list[Change]:
    return [change for change in result.changes if not change.ours]


def _stopping(result: TrialResult) -> list[str]:
    if result.stopped == "decided":
        return [
            "  Stopped as decided; the interval is the wider one that may be looked at after every stretch of boards."
        ]
    if result.stopped == "until":
        return ["  Stopped as narrow enough, by the two-stage rule; the interval is the corrected one."]
    return []


def _members(result: TrialResult) -> list[str]:
    if len(result.against) == 1:
        return [f"  opponents of both versions: {result.against[0]}"]
    rows = []
    for number, (name, moments) in enumerate(zip(result.against, result.members, strict=True)):
        worst = "the worst" if number == result.worst else ""
        rows.append([f"against {name}", _interval(moments), worst])
    return [columns(rows, "    ")]


def _interval(moments: Moments) -> str:
    half = moments.half_width()
    return f"{moments.mean:+.3f} ({moments.mean - half:+.3f} to {moments.mean + half:+.3f})"


def fault_lines(against: Sequence[str], faults: Sequence[Mapping[str, int]]) -> list[str]:
    """What outside programs among the opponents did wrong, a line for each that did."""
    lines = []
    for name, kinds in zip(against, faults, strict=True):
        if kinds:
            counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()))
            lines.append(f"  {name}: {counts} (a pass was put in the place of each call that did not come)")
    return lines


def _change(change: Change, result: TrialResult) -> list[str]:
    gains = change.gains
    per_board = gains.total / result.boards / len(result.against)
    tables = "table" if gains.count == 1 else "tables"
    lines = ["", f"  {gains.total:+,} IMPs on {gains.count:,} {tables} ({per_board:+.3f} a board), {change.phase}"]
    lines.append(f"    was {_call(change.old_call, change.old)}")
    lines.append(f"    now {_call(change.new_call, change.new)}")
    lines += [f"    {_example(table, result)}" for table in change.examples[:2]]
    return lines


def _call(call: str, rule: Rule) -> str:
    if rule.location:
        return f"{call:<3} {rule.location}  {squeezed(rule.text)}"
    return (
        f"{call:<3} {rule.text or 'no line: a pass by default'}" if call == "P" else f"{call:<3} {rule.text}".rstrip()
    )


def _example(table: ChangedTable, result: TrialResult) -> str:
    against = f" against {result.against[table.member]}" if len(result.against) > 1 else ""
    new = table.new_auction.split()
    new[table.index] = f"[{new[table.index]}]"
    return f"board {table.number}{against}, {table.gain:+d}: {' '.join(new)}; was {table.old_auction}"


def trial_json(result: TrialResult) -> dict[str, Any]:
    """The result as plain JSON values; numbers that are not whole are rounded to six digits."""
    low, high = result.interval
    return {
        "old": result.old,
        "new": result.new,
        "boards": result.boards,
        "source": result.source,
        "mean": round(result.mean, 6),
        "interval": [round(low, 6), round(high, 6)],
        "level": 0.95,
        "stopped": result.stopped,
        "changed_auctions": result.changed_auctions,
        "changed_results": result.changed_results,
        "against": _members_json(result),
        "changes": [_change_json(change, result) for change in result.changes],
    }


def _members_json(result: TrialResult) -> list[dict[str, Any]]:
    out = []
    for name, moments, faults in zip(result.against, result.members, result.faults, strict=True):
        half = moments.half_width()
        interval = [round(moments.mean - half, 6), round(moments.mean + half, 6)]
        out.append({"name": name, "mean": round(moments.mean, 6), "interval": interval, "faults": faults})
    return out


def _change_json(change: Change, result: TrialResult) -> dict[str, Any]:
    return {
        "ours": change.ours,
        "phase": change.phase,
        "old": _rule_json(change.old_call, change.old),
        "new": _rule_json(change.new_call, change.new),
        "tables": change.gains.count,
        "imps": change.gains.total,
        "examples": _examples_json(change.examples, result.against),
    }


def _rule_json(call: str, rule: Rule) -> dict[str, Any]:
    return {"call": call, "rule": rule.location or None, "text": rule.text or None}


def _examples_json(examples: Sequence[ChangedTable], against: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "board": table.number,
            "deal": table.deal,
            "dealer": table.dealer,
            "vulnerability": table.vulnerability,
            "against": against[table.member],
            "side": "ns" if table.table == 0 else "ew",
            "index": table.index,
            "gain": table.gain,
            "old": table.old_auction,
            "new": table.new_auction,
        }
        for table in examples
    ]
