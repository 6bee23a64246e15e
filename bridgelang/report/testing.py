"""What testing a system gave: rules that decide, and agreement with recorded auctions."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from bridgelang.report.columns import columns
from bridgelang.testing.coverage import Coverage, Rule
from bridgelang.testing.replay import PHASES, Comparison, Count


def coverage_text(name: str, found: Coverage, everything: bool = False, own: Container[str] = ()) -> str:
    """The share of rules that chose a call, and those that did not; with ``everything`` every rule with its count.

    The rules of the author's ``own`` files stand first, each list in the order of the system.
    """
    counted = [rule for rule in found.rules if rule not in found.silent]
    chose = sum(found.chose[rule] > 0 for rule in counted)
    share = 100 * found.share()
    lines = [f"{name}: {chose:,} of {len(counted):,} rules chose a call ({share:.1f} %), in {found.calls:,} calls"]
    lines += _shares(counted, found, own)
    if everything:
        counts = [(f"{found.chose[r]:,}", *_row(r, found)) for r in _own_first(counted, own)]
        lines += ["", columns(counts, "  ", right=[0])]
        return "\n".join(lines)
    for title, rules in (
        ("explained a call and chose none", found.only_explained()),
        ("did neither", found.unused()),
    ):
        if rules:
            rows = [_row(rule, found) for rule in _own_first(rules, own)]
            lines += ["", f"{title}: {len(rules):,}", columns(rows, "  ")]
    return "\n".join(lines)


def _own_first(rules: Sequence[Rule], own: Container[str]) -> list[Rule]:
    return sorted(rules, key=lambda rule: rule[0] not in own)


def _shares(counted: Sequence[Rule], found: Coverage, own: Container[str]) -> list[str]:
    """The share of each of the author's files, and of what these use; nothing when it is one file."""
    counts: dict[str, list[bool]] = {}
    for rule in _own_first(counted, own):
        key = rule[0] if rule[0] in own else "what they use"
        counts.setdefault(key, []).append(found.chose[rule] > 0)
    if len(counts) < 2:
        return []
    return [columns([(file, f"{sum(c):,} of {len(c):,}") for file, c in counts.items()], "  ")]


def _row(rule: Rule, found: Coverage) -> tuple[str, str]:
    return f"{rule[0]}:{rule[1]}", " ".join(found.rules[rule].split())


def coverage_json(name: str, found: Coverage) -> dict[str, Any]:
    """The counts as plain values, a row for each rule in the order of the system."""
    return {
        "system": name,
        "calls": found.calls,
        "share": round(found.share(), 6),
        "rules": [
            {
                "file": rule[0],
                "line": rule[1],
                "text": text,
                "chose": found.chose[rule],
                "explained": found.explained[rule],
                "chooses": rule not in found.silent,
            }
            for rule, text in found.rules.items()
        ],
    }


def comparison_text(name: str, found: Comparison, top: int = 10) -> str:
    """Agreement by phase, and the commonest disagreements with an example each."""
    lines = [f"{name} agrees with {_share(found.total)} on {found.boards:,} boards", ""]
    rows: list[tuple[str, ...]] = [("", "all", "uncontested", "contested")]
    for phase in PHASES:
        parts = [found.phases.get((phase, contested), Count()) for contested in (False, True)]
        rows.append((phase, *map(_share, (found.phase(phase), *parts))))
    lines.append(columns(rows, "  "))
    if found.skipped:
        lines += ["", f"{len(found.skipped):,} boards left out (no deal, or no regular auction)"]
    if found.solved:
        lines += [
            "",
            f"distance from par over {found.solved:,} solved boards, IMPs a board: "
            f"recorded {found.recorded_loss:.2f}, {name} {found.our_loss:.2f}",
        ]
    if found.disagreements and top:
        lines += ["", "commonest disagreements"]
        for key, count in found.disagreements.most_common(top):
            phase, before, recorded, ours = key
            example = found.examples[key]
            board = "" if example.board is None else f"board {example.board}, "
            lines.append(
                f"  {count:>4,} x  {phase}{' after ' + before if before else ''}: recorded {recorded}, {name} {ours}"
            )
            lines.append(f"          {board}{example.hand}  {example.rule}")
    return "\n".join(lines)


def _share(count: Count) -> str:
    return f"{100 * count.share:.1f} % of {count.all:,}" if count.all else "-"


def comparison_json(name: str, found: Comparison, top: int = 50) -> dict[str, Any]:
    """The comparison as plain values."""
    return {
        "system": name,
        "boards": found.boards,
        "skipped": found.skipped,
        "agree": found.total.agree,
        "calls": found.total.all,
        "phases": [
            {"phase": phase, "contested": contested, "agree": count.agree, "calls": count.all}
            for (phase, contested), count in sorted(found.phases.items())
        ],
        "solved": found.solved,
        "recorded_loss": round(found.recorded_loss, 6) if found.solved else None,
        "our_loss": round(found.our_loss, 6) if found.solved else None,
        "disagreements": [
            {
                "count": count,
                "phase": key[0],
                "recorded": key[2],
                "ours": key[3],
                "board": found.examples[key].board,
                "hand": str(found.examples[key].hand),
                "auction": found.examples[key].auction.split(),
                "rule": found.examples[key].rule,
            }
            for key, count in found.disagreements.most_common(top)
        ],
    }
