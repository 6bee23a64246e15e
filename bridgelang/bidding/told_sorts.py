"""Different sorts of hands with which one call is made, named one by one."""

from __future__ import annotations

from itertools import pairwise

from bridgelang.bidding.told import MOST_SORTS, TAIL, WIDTH, Told
from bridgelang.bidding.ways import Way, long_suits, said_outright, way_text
from bridgelang.features.quantities import Quantity

OVERLAP = 3

Span = tuple[int, int]


def apart(told: Told, overlap: int = 0) -> str:
    """Two or three sorts of hands that differ in strength as well as shape.

    The weakest and the strongest have no more than ``overlap`` points in common.
    """
    if not 2 <= len(told.ways) <= 2 * MOST_SORTS or not told.points.exact:
        return ""
    sorts: dict[tuple[str, str], Span] = {}
    stated: list[Span] = []
    for way in told.ways:
        found = _sort(told, way)
        if found is None:
            return ""
        text, body, ends = found
        if (text, body) in sorts:
            continue
        if any(text == other for other, _ in sorts):
            return ""
        sorts[text, body] = way.spread.range(told.points, TAIL)
        stated.append(ends)
    if not 2 <= len(sorts) <= MOST_SORTS:
        return ""
    spans = list(sorts.values())
    if max(low for low, _ in spans) < min(high for _, high in spans) - overlap:
        return ""
    text = _joined(list(sorts), sorted(stated))
    return text if len(text) + 15 <= WIDTH else ""


def _sort(told: Told, way: Way) -> tuple[str, str, Span] | None:
    """The strength of one way in words, the rest of it in words, and the ends of its range; None where it has none."""
    said = said_outright(way.parts)
    if said is None or not said[0].exact:
        return None
    ends = _ends(*said)
    return said[0].unit_text(*ends), way_text(way, told.before), ends


def _ends(q: Quantity, low: int | None, high: int | None) -> Span:
    return q.low if low is None else low, q.high if high is None else high


def _joined(sorts: list[tuple[str, str]], stated: list[Span]) -> str:
    """The sorts in a row, ranges alone where all else is the same; empty when such ranges overlap."""
    bodies = {body for _, body in sorts}
    if len(bodies) > 1:
        return ", or ".join(text + body for text, body in sorts)
    if any(a[1] >= b[0] for a, b in pairwise(stated)):
        return ""
    *firsts, last = [text for text, _ in sorts]
    return " or ".join([*[first.split(" ")[0] for first in firsts], last]) + bodies.pop()


def any_way(told: Told) -> str:
    """Two sorts of hands with nothing in common, each by what its line says: ``14+ hcp, or 3+ hearts``.

    Sorts that differ in strength only, one from where the other is, are one: ``20+ hcp``, not ``22+ or 20+``.
    """
    sorts: dict[tuple[Quantity | None, str], Span] = {}
    for way in told.ways:
        said = said_outright(way.parts)
        suits = ", ".join(long_suits(way, told.before, least=3))
        if said is None and not suits:
            return ""
        q, bounds = (None, (0, 0)) if said is None else (said[0], _ends(*said))
        known = sorts.get((q, suits), bounds)
        if max(bounds[0], known[0]) > min(bounds[1], known[1]) + 1:
            return ""
        sorts[q, suits] = (min(bounds[0], known[0]), max(bounds[1], known[1]))
    if not sorts or len(sorts) > 2:
        return ""
    pieces = [("" if q is None else q.unit_text(*bounds), suits) for (q, suits), bounds in sorts.items()]
    return ", or ".join(", ".join(filter(None, piece)) for piece in pieces)
