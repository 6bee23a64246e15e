"""B318: support points that count for the suit of an artificial bid (a hint).

    after 1M:
      3C: 7-9 support points, 4+ M           [artificial]

Where no suit is named they count for the one that the line agrees, else for that of the call: clubs here.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.forms import SUIT_NAMES
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.walk import nodes
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Artificial bids in a suit whose support points name none, and that agree none."""
    for rule in reading.rules():
        tags = {tag.name for tag in rule.tags}
        strain = rule.calls[0].strain
        if len(rule.calls) != 1 or rule.calls[0].kind != "bid" or not isinstance(strain, ast.SuitRef):
            continue
        if "artificial" not in tags or "agrees" in tags:
            continue
        asked = list(nodes(rule.condition))
        counted = [node for node in asked if isinstance(node, ast.Measure)]
        if any(node.kind == "support points" and node.suit is None for node in counted) and not _asks_for(
            strain, asked, counted
        ):
            suit = SUIT_NAMES[strain.value] if isinstance(strain.value, int) else strain.value
            message = f"these support points count for {suit}, the suit of the call"
            note = "write  support points in …  or say which suit is agreed: [agrees M]"
            yield Diagnostic("B318", message, reading.file, rule.span, "hint", notes=(note,))


def _asks_for(strain: ast.SuitRef, asked: list[object], counted: list[ast.Measure]) -> bool:
    """Whether a condition asks for cards in a suit, or for a fit, which says what the points are for."""
    fits = any(isinstance(node, ast.Atom) and node.kind == "fit" for node in asked)
    return fits or any(node.kind == "length" and node.suit == strain for node in counted)
