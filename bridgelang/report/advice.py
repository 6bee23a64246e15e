"""Advice as text and as JSON: each finding with what it is worth, its worst opponent, and hands to look at."""

from __future__ import annotations

from typing import Any

import attrs

from bridgelang.advice.advise import Advice
from bridgelang.advice.findings import Bound, Estimate, Example, Finding, Moved
from bridgelang.advice.moves import NARROW, WIDEN
from bridgelang.match.records import Rule
from bridgelang.report.columns import columns
from bridgelang.report.squeeze import squeezed
from bridgelang.report.trial import fault_lines

__all__ = [
    "BIAS",
    "advice_json",
    "advice_text",
    "bound_text",
    "example_text",
    "figures",
    "marks",
    "moved_text",
    "notes",
    "nothing",
    "panel_text",
    "title",
    "votes_text",
    "what_ifs",
]

MANY_BOARDS = 5000
"""With fewer than these little can be seen."""
BIAS = (
    "Scored double dummy: everybody sees all cards, so slams and saves look a little better than they are, and what",
    "makes the others guess looks worse. A finding is a place to look at, not yet a line: write it, then `trial` it.",
)


def advice_text(advice: Advice) -> str:
    """The findings for a person."""
    lines = [what_ifs(advice), "", *[f"  {line}" for line in notes(advice)]]
    lines += fault_lines(advice.against, advice.faults)
    if not advice.findings:
        lines += ["", *nothing(advice)]
    for number, finding in enumerate(advice.findings, 1):
        lines += ["", *_finding(number, finding)]
    return "\n".join(lines) + "\n"


def nothing(advice: Advice) -> list[str]:
    """What is said when there is no finding."""
    found = "no call would surely have gained on the boards it was chosen on"
    lines = [f"Nothing stands out: {'most of the panel call as the system does' if advice.panel else found}."]
    return [*lines, "More boards show smaller things (--boards)."] if sum(advice.boards) < MANY_BOARDS else lines


def what_ifs(advice: Advice) -> str:
    """What was looked at, in a line."""
    panel = f" by {', '.join(advice.panel)}" if advice.panel else ""
    return f"{advice.system}, what else might have been called{panel}: {advice.what_ifs:,} what-ifs {_where(advice)}"


def notes(advice: Advice) -> list[str]:
    """What has to be known of all figures."""
    halves = f"Chosen on {advice.boards[0]:,} boards; the figures are of the {advice.boards[1]:,} others"
    order = (
        [
            "Boards go on as the panel calls, so that no line hides those after it. In order of the votes, of the",
            "chance that the panel's calls gain, and of the share of a line's hands; what one moved number would mend",
            "counts most, and a line that seldom decides comes later.",
        ]
        if advice.panel
        else []
    )
    return [*BIAS, f"{halves}, +- half the 95 % interval. Lines of your own file come first.", *order]


def _where(advice: Advice) -> str:
    against = "" if advice.against == (advice.system,) else f" against {', '.join(advice.against)}"
    focus = advice.focus
    parts = [f"at {focus.rule}" if focus.rule else "", f"after {focus.on}" if focus.on else ""]
    parts.append("in contested auctions" if focus.contested else "")
    only = "".join(f", {part}" for part in parts if part)
    boards = sum(advice.boards)
    return f"in {advice.decisions:,} decisions on {boards:,} boards{against}{only}, {advice.source}"


def title(finding: Finding) -> str:
    """A finding in a line: what was called where, and what would have done better."""
    calls, others = _listed(finding.calls), _listed(finding.others)
    if finding.key.sort == WIDEN and not finding.key.by_panel:
        return f"{_place(finding.key.instead)} {others}: take in more hands (they called {calls})"
    if finding.moved is not None and finding.moved.wider:
        place = _place(finding.key.instead)
        return f"{place} {others}: {moved_text(finding.moved)}, the panel calls so with hands that called {calls}"
    if finding.moved is not None:
        return f"{_place(finding.key.line)} {calls}: {moved_text(finding.moved)}, the panel calls {others}"
    if finding.key.by_panel and finding.key.line.location:
        return f"{_place(finding.key.line)} {calls}: the panel calls {others}"
    if finding.key.by_panel:
        return f"{finding.key.phase} {others}: the panel calls so with hands that called {calls}"
    if finding.key.sort == NARROW:
        return f"{_place(finding.key.line)} {calls}: better without these hands ({others} by the lines below)"
    phase = f", {finding.key.phase}" if finding.key.phase else ""
    word = "" if finding.key.is_offered or finding.key.sort in ("pass", "double") else f" ({finding.key.sort})"
    return f"{_place(finding.key.line)} {calls}{phase}: {others} instead{word}"


def moved_text(moved: Moved) -> str:
    """A number to be moved, as a player would say it.

    >>> moved_text(Moved("least cards in the suit bid", 2, True, 0)), moved_text(Moved("most hcp", 1, False, 0))
    ('ask 2 fewer cards in the suit bid', 'allow 1 fewer hcp')
    """
    end, _, quantity = moved.bound.partition(" ")
    more = moved.wider == (end == "most")
    return f"{'ask' if end == 'least' else 'allow'} {moved.by:g} {'more' if more else 'fewer'} {quantity}"


def _listed(calls: tuple[str, ...]) -> str:
    shown = ", ".join({"P": "pass", "X": "double", "XX": "redouble"}.get(call, call) for call in calls[:4])
    return f"{shown}, ..." if len(calls) > 4 else shown


def _place(rule: Rule) -> str:
    return rule.location or "no line:"


def bound_text(bound: Bound) -> str:
    """A bound on a quantity as a player would say it.

    >>> bound_text(Bound("hcp", True, 12.0)), bound_text(Bound("they are vulnerable", False, 0.0))
    ('12+ hcp', 'they are not vulnerable')
    """
    if bound.name.endswith(" are vulnerable"):
        return bound.name if bound.least else bound.name.replace("are", "are not")
    number = f"{bound.value:g}"
    for end in (" above the least ", " below the most "):
        quantity, found, rest = bound.name.partition(end)
        if found:
            return _spare_text(quantity, end.strip(), rest, bound)
    if bound.name == "level":
        return f"at the {number} level or {'higher' if bound.least else 'lower'}"
    return f"{number}+ {bound.name}" if bound.least else f"at most {number} {bound.name}"


def _spare_text(quantity: str, end: str, rest: str, bound: Bound) -> str:
    """A bound that is counted from what a line asks."""
    value = bound.value
    if value < 0:
        short = "below the least" if "least" in end else "above the most"
        size = f"{-value:g} {quantity} {short} {rest}"
        return f"no more than {size}" if bound.least else f"{size}, or further"
    size = f"{value:g} {quantity} {end} {rest}"
    return f"{size}, or more" if bound.least else f"at most {size}"


def marks(finding: Finding) -> list[str]:
    """What an author has to know before he follows a finding."""
    out = []
    if finding.key.by_panel:
        if finding.confirmed.board + finding.confirmed.board_half < 0:
            out.append("what was called did better, partner reading it all as he does now")
    elif not finding.key.is_offered:
        out.append("no line makes this call there: it needs a line that tells partner, who read it as best he could")
    elif finding.missed >= 0.5:
        out.append("partner read the call by that line, whose conditions these hands miss")
    if finding.confirmed.board - finding.confirmed.board_half <= 0:
        out.append("not sure: on the other half the interval reaches zero")
    if finding.confirmed.each > 0 >= finding.table.each:
        out.append("gains only where everybody sees all cards: at a table it does not")
    name, rolled, doubled = finding.members[finding.worst]
    if min(rolled.board, doubled.board) <= 0:
        out.append(f"does not gain against {name}{' once they double' if rolled.board > 0 else ''}")
    return out


def _finding(number: int, finding: Finding) -> list[str]:
    lines = [f"{number:>2}. {title(finding)}"]
    if finding.key.line.location:
        lines.append(f"      this line  {squeezed(finding.key.line.text)}")
    if finding.key.instead.location:
        lines.append(f"      that line  {finding.key.instead.location}  {squeezed(finding.key.instead.text)}")
    if finding.bounds:
        lines.append(f"      with       {'; '.join(map(bound_text, finding.bounds))}")
    if panel := panel_text(finding):
        lines.append(f"      the panel  {panel}")
    figure, others, chosen = figures(finding)
    lines += [f"    {figure}; {chosen}", f"    {others}"]
    if len(finding.members) > 1:
        rows = [
            [f"against {name}", _estimate(one), f"doubled {two.each:+.1f}", "the worst" if at == finding.worst else ""]
            for at, (name, one, two) in enumerate(finding.members)
        ]
        lines.append(columns(rows, "      "))
    lines += [f"    ! {mark}" for mark in marks(finding)]
    lines += [f"    {example_text(example)}" for example in finding.examples[:2]]
    return lines


def panel_text(finding: Finding) -> str:
    """How a panel voted, and what else a moved number would change; empty without a panel."""
    if finding.votes is None:
        return ""
    others = finding.moved.others if finding.moved is not None else 0
    hands = "hand" if others == 1 else "hands"
    return votes_text(finding.votes) + (f"; {others:,} other {hands} would change call as well" if others else "")


def votes_text(votes: tuple[float, float]) -> str:
    """The shares of the panel for another call, and for the one that was made.

    >>> votes_text((0.9, 0.1))
    '90 % make that call, 10 % call as was called'
    """
    return f"{votes[0]:.0%} make that call, {votes[1]:.0%} call as was called".replace("%", " %")


def figures(finding: Finding) -> tuple[str, str, str]:
    """What a finding is worth, what if they doubled and what at a table, and what it seemed where it was chosen."""
    doubled, table = finding.doubled, finding.table
    return (
        _estimate(finding.confirmed),
        f"{doubled.each:+.1f} +-{doubled.each_half:.1f} each if our contracts down two or more are doubled; "
        f"{table.each:+.1f} +-{table.each_half:.1f} each at a table, where nobody sees all cards",
        f"where it was chosen {finding.chosen.each:+.1f} ({finding.chosen.hands:,} hands)",
    )


def example_text(example: Example) -> str:
    """A hand to look at, in a line."""
    before = f"{example.auction} [{example.other}]".strip()
    return f"board {example.number}, {example.gain:+d}: {before} {example.outcome}; called {example.call}"


def _estimate(one: Estimate) -> str:
    hands = "hand" if one.hands == 1 else "hands"
    return (
        f"{one.each:+.1f} +-{one.each_half:.1f} IMPs each ({one.hands:,} {hands}, "
        f"{one.board:+.3f} +-{one.board_half:.3f} a board)"
    )


def advice_json(advice: Advice) -> dict[str, Any]:
    """The findings as plain JSON values."""
    return {
        "system": advice.system,
        "against": list(advice.against),
        "panel": list(advice.panel),
        "source": advice.source,
        "focus": advice.focus.to_json(),
        "boards": {"chosen_on": advice.boards[0], "confirmed_on": advice.boards[1]},
        "decisions": advice.decisions,
        "what_ifs": advice.what_ifs,
        "faults": list(advice.faults),
        "scored": "double dummy",
        "findings": [_finding_json(finding) for finding in advice.findings],
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "title": title(finding),
        "line": _rule_json(finding.key.line),
        "calls": list(finding.calls),
        "instead": {"calls": list(finding.others), "sort": finding.key.sort, **_rule_json(finding.key.instead)},
        "number": finding.key.bound or None,
        "panel": finding.key.by_panel,
        "phase": finding.key.phase or None,
        "bounds": [
            {
                "quantity": one.name,
                "bound": "least" if one.least else "most",
                "value": one.value,
                "text": bound_text(one),
            }
            for one in finding.bounds
        ],
        "chosen": _estimate_json(finding.chosen),
        "confirmed": _estimate_json(finding.confirmed),
        "doubled": _estimate_json(finding.doubled),
        "at_table": _estimate_json(finding.table),
        "members": [
            {"name": name, "rolled": _estimate_json(one), "doubled": _estimate_json(two)}
            for name, one, two in finding.members
        ],
        "worst": finding.members[finding.worst][0],
        "votes": None if finding.votes is None else dict(zip(("instead", "as_called"), finding.votes, strict=True)),
        "moved": None if finding.moved is None else attrs.asdict(finding.moved),
        "missed": round(finding.missed, 4),
        "marks": marks(finding),
        "quantity": finding.quantity,
        "curve": [
            attrs.asdict(point, value_serializer=lambda _, __, value: _rounded(value)) for point in finding.curve
        ],
        "examples": [attrs.asdict(example) for example in finding.examples],
    }


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {"rule": rule.location or None, "text": rule.text or None}


def _estimate_json(one: Estimate) -> dict[str, Any]:
    return {name: _rounded(value) for name, value in attrs.asdict(one).items()}


def _rounded(value: Any) -> Any:
    return round(value, 6) if isinstance(value, float) else value
