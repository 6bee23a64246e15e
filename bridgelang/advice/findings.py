"""From what-ifs to findings: chosen on one half of the boards, told by what they are worth on the other.

A finding is a group of decisions (see :class:`~bridgelang.advice.evidence.Key`), cut down by at most one bound on a
quantity. It is chosen for what it gains, less one and a half standard errors, against the member of the pool and by the
score by which that is least: as rolled, and with our own contracts doubled where they are down two or more. When one is
chosen its decisions are taken out, so that nothing is counted twice.

The bar for being chosen is low on purpose: noise gets over it, and is told by the other half of the boards.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from math import sqrt
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from bridgelang.advice.choice import CHOOSING, CONFIRMING, Bound, Choice, Mask, Moved
from bridgelang.advice.evidence import Evidence, Group, Key
from bridgelang.advice.votes import FEWEST_OF_PANEL, by_votes
from bridgelang.match.statistics import Moments

__all__ = ["Bound", "Estimate", "Example", "Finding", "Moved", "Point", "find"]

FEWEST = 15
"""Decisions of the choosing half that a finding has at least."""
SURE = 1.5
"""A finding is worth its gain less so many standard errors: what is left must be above zero where it is chosen."""
BOUNDS = 1
WORTH = 1.08
"""A further bound must raise the gain by this factor."""
_EXAMPLES = 3


@attrs.frozen
class Estimate:
    """What a finding is worth on some boards: IMPs a hand, and IMPs a board over all of them, with half intervals."""

    hands: int
    each: float
    each_half: float
    board: float
    board_half: float


@attrs.frozen
class Point:
    """One value of a quantity: how many hands have it, and what the other call gains with them."""

    value: float
    hands: int
    each: float
    half: float


@attrs.frozen
class Example:
    """A hand of the confirming half: where it was, what was called and what might have been, and the IMPs."""

    number: int
    seat: int
    auction: str
    call: str
    other: str
    outcome: str
    against: str
    gain: int


@attrs.frozen
class Finding:
    """One piece of advice. All figures but ``chosen`` are of the half of the boards that it was not chosen on.

    ``members`` has for each member of the pool the estimate as rolled and as doubled; ``worst`` is the least of them.
    ``table`` is what it is worth by the average scores at a table. ``missed`` is the share of the hands that miss the
    line that offers the call. ``curve`` is over both halves, and so are ``votes``, the shares of a panel that make the
    call instead, and that call as was called, and ``moved``, the number that would make it; None without a panel.
    """

    key: Key
    calls: tuple[str, ...]
    others: tuple[str, ...]
    bounds: tuple[Bound, ...]
    chosen: Estimate
    confirmed: Estimate
    doubled: Estimate
    table: Estimate
    members: tuple[tuple[str, Estimate, Estimate], ...]
    worst: int
    missed: float
    quantity: str
    curve: tuple[Point, ...]
    examples: tuple[Example, ...]
    votes: tuple[float, float] | None
    moved: Moved | None
    decisions: frozenset[int] = attrs.field(repr=False)


def find(evidence: Evidence, top: int = 15, is_own: Callable[[Key], bool] = lambda _: True) -> list[Finding]:
    """The ``top`` findings that gain most where they were chosen, none of whose decisions is another's.

    Those about the author's own lines come first; what is left of ``top`` goes to lines of shared files.
    """
    found: list[Finding] = []
    taken: Mask = np.zeros(evidence.decisions, dtype=bool)
    keys = evidence.groups()
    _find_among([key for key in keys if is_own(key)], evidence, top, found, taken)
    _find_among([key for key in keys if not is_own(key)], evidence, top, found, taken)
    return found


def _find_among(keys: list[Key], evidence: Evidence, top: int, found: list[Finding], taken: Mask) -> None:
    """Add findings of these groups until there are ``top``."""
    members = range(len(evidence.names) - 1)
    waiting: list[tuple[float, int, int]] = []
    numbers_of: set[str] = set()
    best: dict[int, Choice | None] = {}
    for number, key in enumerate(keys):
        if evidence.count(key) >= (FEWEST_OF_PANEL if key.by_panel else FEWEST):
            best[number] = choice = _choose(evidence.group(key), taken, len(members))
            if choice is not None:
                heapq.heappush(waiting, (-choice.gain, number, len(found)))
    while waiting and len(found) < top:
        _, number, seen = heapq.heappop(waiting)
        choice = best[number]
        assert choice is not None
        if choice.moved is not None and choice.group.key.where in numbers_of:
            continue
        if seen != len(found):  # decisions were taken since: look again
            choice = _choose(choice.group, taken, len(members))
            if choice is not None:
                best[number] = choice
                heapq.heappush(waiting, (-choice.gain, number, len(found)))
            continue
        finding = _told(evidence, choice)
        found.append(finding)
        if choice.moved is not None:
            numbers_of.add(choice.group.key.where)
        taken[list(finding.decisions)] = True
        choice = _choose(choice.group, taken, len(members))  # the same lines may have more to say
        if choice is not None:
            best[number] = choice
            heapq.heappush(waiting, (-choice.gain, number, len(found)))


# ---------------------------------------------------------------------- choosing


def _choose(group: Group, taken: Mask, members: int) -> Choice | None:
    """The best rows of a group with at most :data:`BOUNDS` bounds; None when they do not gain enough."""
    rows = ~taken[group.decision]
    if group.key.by_panel:
        return by_votes(group, rows)
    seen = _of_choosing(group, rows, members)
    bounds: tuple[Bound, ...] = ()
    gain = _surely(seen, rows)
    for _ in range(BOUNDS):
        better = _best_bound(group, seen, rows)
        if better is None or better[1] < gain + abs(gain) * (WORTH - 1):
            break
        bound, gain = better
        bounds = (*bounds, bound)
        rows = rows & _meets(group, bound)
    rows = _first_of_table(group, rows)
    chosen = rows & (group.half == CHOOSING)
    if chosen.sum() < FEWEST:
        return None
    _, boards = np.unique(group.place[chosen], return_inverse=True)
    by_board = np.zeros((boards.max() + 1, seen.shape[1]))
    np.add.at(by_board, boards, seen[chosen])
    gain = _surely(by_board, np.ones(len(by_board), dtype=bool))
    return Choice(group, rows, bounds, gain) if gain > 0 else None


def _of_choosing(group: Group, rows: Mask, members: int) -> NDArray[np.int64]:
    """The gains of the choosing half, a column for each member and score: shape (rows, 2 members)."""
    chosen = rows & (group.half == CHOOSING)
    parts = [group.gains[score] * (chosen & (group.member == member)) for member in range(members) for score in (0, 1)]
    return np.stack(parts, axis=1)


def _surely(seen: NDArray[Any], rows: Mask) -> float:
    """The sum less :data:`SURE` standard errors, of the member and score where that is least."""
    gains = seen[rows]
    return float((gains.sum(axis=0) - SURE * np.sqrt((gains * gains).sum(axis=0))).min()) if rows.any() else 0.0


def _best_bound(group: Group, seen: NDArray[np.int64], rows: Mask) -> tuple[Bound, float] | None:
    """The bound under which these rows gain most."""
    best: tuple[Bound, float] | None = None
    chosen = rows & (group.half == CHOOSING)
    for name, column in group.columns.items():
        has = chosen & ~np.isnan(column)
        if has.sum() < FEWEST:
            continue
        values, places = np.unique(column[has], return_inverse=True)
        if len(values) < 2:
            continue
        sums = np.zeros((2, len(values), seen.shape[1]))
        np.add.at(sums[0], places, seen[has])
        np.add.at(sums[1], places, seen[has] * seen[has])
        counts = np.bincount(places)
        for least in (True, False):
            ordered, number = (sums[:, ::-1], counts[::-1]) if least else (sums, counts)
            total, squares = ordered.cumsum(axis=1)
            totals = (total - SURE * np.sqrt(squares)).min(axis=1)
            totals[number.cumsum() < FEWEST] = -np.inf
            at = int(totals.argmax())
            if best is None or totals[at] > best[1]:
                value = values[::-1][at] if least else values[at]
                best = Bound(name, least, float(value)), float(totals[at])
    return best


def _meets(group: Group, bound: Bound) -> Mask:
    column = group.columns[bound.name]
    met: Mask = column >= bound.value if bound.least else column <= bound.value
    return met


def _first_of_table(group: Group, rows: Mask) -> Mask:
    """Only the first of these rows at each table: when that call is replaced, the later ones do not come up."""
    places = np.flatnonzero(rows)
    order = places[np.lexsort((group.depth[places], group.table[places]))]
    tables = group.table[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = tables[1:] != tables[:-1]
    out = np.zeros(len(rows), dtype=bool)
    out[order[first]] = True
    return out


# ---------------------------------------------------------------------- telling


def _told(evidence: Evidence, choice: Choice) -> Finding:
    group, rows = choice.group, choice.rows
    confirming = rows & (group.half == CONFIRMING)
    boards = evidence.boards
    names = evidence.names[1:]
    members = []
    for member, name in enumerate(names):
        of_member = confirming & (group.member == member)
        estimates = [_estimate(group, of_member, score, boards[CONFIRMING], 1) for score in (0, 1)]
        members.append((name, estimates[0], estimates[1]))
    worst = min(range(len(names)), key=lambda at: min(members[at][1].board, members[at][2].board))
    said = [evidence.said(int(row)) for row in group.rows[rows]]
    quantity = choice.bounds[0].name if choice.bounds else "points we should have"
    return Finding(
        key=group.key,
        calls=_commonest([one[1] for one in said]),
        others=_commonest([one[4] for one in said]),
        bounds=choice.bounds,
        chosen=_estimate(group, rows & (group.half == CHOOSING), 0, boards[CHOOSING], len(names)),
        confirmed=_estimate(group, confirming, 0, boards[CONFIRMING], len(names)),
        doubled=_estimate(group, confirming, 1, boards[CONFIRMING], len(names)),
        table=_estimate(group, confirming, 2, boards[CONFIRMING], len(names)),
        members=tuple(members),
        worst=worst,
        missed=float((evidence.far(group.rows[rows]) > 0).mean()),
        quantity=quantity,
        curve=_curve(group, quantity),
        examples=_examples(evidence, group, confirming),
        votes=_votes(group, rows) if group.key.by_panel else None,
        moved=choice.moved,
        decisions=frozenset(group.decision[rows].tolist()),
    )


def _votes(group: Group, rows: Mask) -> tuple[float, float]:
    """The shares of the panel for the call instead and for the one made."""
    instead, as_called = group.votes[:, rows].mean(axis=1)
    return float(instead), float(as_called)


def _estimate(group: Group, rows: Mask, score: int, boards: int, members: int) -> Estimate:
    """What these rows gain, with intervals by board: the hands of one board have much in common."""
    hands = int(rows.sum())
    gains = group.gains[score][rows]
    if not hands:
        return Estimate(0, 0.0, 0.0, 0.0, 0.0)
    each = float(gains.mean())
    _, places = np.unique(group.place[rows], return_inverse=True)
    sums = np.bincount(places, weights=gains)
    counts = np.bincount(places)
    spread = sqrt(float(((sums - counts * each) ** 2).sum())) / hands
    whole = Moments(boards, int(sums.sum()), int((sums * sums).sum()))
    return Estimate(hands, each, 1.96 * spread, whole.mean / members, whole.half_width() / members)


def _curve(group: Group, name: str) -> tuple[Point, ...]:
    """What the other call gains by the values of a quantity, whatever else the hands have."""
    column = group.columns[name]
    points = []
    for value in np.unique(column[~np.isnan(column)]):
        rows = column == value
        at = _estimate(group, rows, 0, 1, 1)
        points.append(Point(float(value), at.hands, at.each, at.each_half))
    return tuple(points)


def _commonest(words: list[str]) -> tuple[str, ...]:
    counts = {word: words.count(word) for word in dict.fromkeys(words)}
    return tuple(sorted(counts, key=lambda word: -counts[word]))


def _examples(evidence: Evidence, group: Group, rows: Mask) -> tuple[Example, ...]:
    """The hands of these rows that gain most, one a board."""
    out: dict[int, Example] = {}
    for at in sorted(np.flatnonzero(rows).tolist(), key=lambda at: (-group.gains[0][at], group.rows[at])):
        number, call, auction, seat, other, outcome = evidence.said(int(group.rows[at]))
        against = evidence.names[1 + int(group.member[at])]
        out.setdefault(number, Example(number, seat, auction, call, other, outcome, against, int(group.gains[0][at])))
        if len(out) >= _EXAMPLES:
            break
    return tuple(out.values())
