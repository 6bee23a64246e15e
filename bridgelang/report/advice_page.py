"""Advice as one HTML page that needs nothing else: each finding with a picture of the gain against its quantity."""

from __future__ import annotations

from typing import Any

from bridgelang.advice.advise import Advice
from bridgelang.advice.findings import Finding
from bridgelang.report import charts
from bridgelang.report.advice import (
    bound_text,
    example_text,
    figures,
    marks,
    notes,
    nothing,
    panel_text,
    title,
    what_ifs,
)
from bridgelang.report.pages import render
from bridgelang.report.squeeze import squeezed

__all__ = ["advice_page"]

FEWEST = 4
"""Hands that a value has to have for a bar of its own."""


def advice_page(advice: Advice) -> str:
    """The page."""
    return render(
        "advice.html",
        advice=advice,
        where=what_ifs(advice),
        notes=notes(advice),
        nothing=" ".join(nothing(advice)),
        findings=[_finding(finding) for finding in advice.findings],
    )


def _finding(finding: Finding) -> dict[str, Any]:
    key = finding.key
    lines = [("this line", f"{key.line.location}  {squeezed(key.line.text)}")] if key.line.location else []
    if key.instead.location:
        lines.append(("that line", f"{key.instead.location}  {squeezed(key.instead.text)}"))
    if finding.bounds:
        lines.append(("with", "; ".join(map(bound_text, finding.bounds))))
    if panel := panel_text(finding):
        lines.append(("the panel", panel))
    points = [(point.value, point.each, point.half) for point in finding.curve if point.hands >= FEWEST]
    figure, others, chosen = figures(finding)
    return {
        "title": title(finding),
        "lines": lines,
        "gain": finding.confirmed.each,
        "figure": figure,
        "others": others,
        "chosen": chosen,
        "marks": marks(finding),
        "quantity": finding.quantity,
        "chart": charts.curve(points, "IMPs each"),
        "members": [
            (
                name,
                f"{one.each:+.1f} ±{one.each_half:.1f}",
                f"{one.hands:,}",
                f"{one.board:+.3f} ±{one.board_half:.3f}",
                f"{two.each:+.1f} ±{two.each_half:.1f}",
            )
            for name, one, two in finding.members
        ],
        "examples": [example_text(example) for example in finding.examples],
    }
