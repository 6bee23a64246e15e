"""Two versions of a system on the same boards against the same opponents: what a change is worth, and its lines.

Both versions meet the same hands and the same opponents, so that all they have in common drops out: a board counts only
where some auction changed, and the interval is far narrower than that of a match between strangers. Where an auction
parts, the line that the old version used there and the line that the new one uses are put down for the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs

from bridgelang.advice.crew import crew
from bridgelang.advice.opposition import AdviceError, loaded_system
from bridgelang.advice.sameness import bids_alike
from bridgelang.advice.stopping import is_decided, running_half_width
from bridgelang.match.boards import BoardSource, open_boards
from bridgelang.match.entries import Entry
from bridgelang.match.outside import Outside
from bridgelang.match.records import Rule
from bridgelang.match.run import stretches_of
from bridgelang.match.sequential import PILOT, boards_needed, corrected_half_width
from bridgelang.match.statistics import Moments

__all__ = ["BOARDS", "Change", "ChangedTable", "TrialResult", "try_change"]

BOARDS = 4000
"""Boards of a trial, unless told."""
STRETCH = 250
_PLAYER = "bridgelang.advice.trial_play:player_of"
_EXAMPLES = 4

Progress = Callable[[int, int], None]


@attrs.frozen
class ChangedTable:
    """A table at which the versions' auctions differ; ``gain`` is what that adds to the board, in IMPs."""

    number: int
    deal: str
    dealer: str
    vulnerability: str
    member: int
    table: int
    index: int
    gain: int
    old_auction: str
    new_auction: str


@attrs.frozen
class Change:
    """What one pair of lines did: the old version's where the auctions part, and the new one's.

    ``ours`` is False where an opponent was the first to call differently, because he reads the new version's calls in
    another way. ``gains`` has the IMPs of the tables that parted there, ``examples`` those that weigh most.
    """

    ours: bool
    phase: str
    old_call: str
    old: Rule
    new_call: str
    new: Rule
    gains: Moments
    examples: tuple[ChangedTable, ...]


@attrs.frozen
class TrialResult:
    """A trial, gains being the new version's over the old one's, in IMPs a board.

    ``total`` has for each board the sum over the opponents, ``members`` the boards of each; ``stopped`` says why the
    trial ended: ``boards`` (all that were wanted), ``until`` (narrow enough), ``decided``, or ``alike`` (the versions
    are the same but for words, and nothing was bid). ``half_width`` is the interval's that goes with it.
    """

    old: str
    new: str
    against: tuple[str, ...]
    source: str
    boards: int
    total: Moments
    members: tuple[Moments, ...]
    changed_auctions: int
    changed_results: int
    changes: tuple[Change, ...]
    faults: tuple[dict[str, int], ...]
    stopped: str
    half_width: float

    @property
    def mean(self) -> float:
        """The gain a board, the mean over the opponents."""
        return self.total.mean / len(self.against)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of :attr:`mean`."""
        return self.mean - self.half_width, self.mean + self.half_width

    @property
    def worst(self) -> int:
        """The number of the opponent against whom the change does worst."""
        return min(range(len(self.members)), key=lambda number: self.members[number].total)


@attrs.define
class _Sums:
    """What is known so far; boards without a difference are zeros that only count."""

    members: list[Moments]
    total: Moments = attrs.field(factory=Moments)
    values: list[int] = attrs.field(factory=list)
    differed: int = 0
    changed: int = 0
    changes: dict[tuple[Any, ...], list[ChangedTable]] = attrs.field(factory=dict)
    faults: list[dict[str, int]] = attrs.field(factory=list)
    names: list[str] = attrs.field(factory=list)

    def add(self, chunk: dict[str, Any]) -> None:
        """Count the boards of a stretch."""
        self.names = chunk["names"]
        rows = {row[0]: row for row in chunk["changed"]}
        for place in range(chunk["start"], chunk["start"] + chunk["count"]):
            gains = [0] * len(self.members)
            if place in rows:
                self.changed += 1
                self._add_board(rows[place], gains)
            self.members = [moments.plus(gain) for moments, gain in zip(self.members, gains, strict=True)]
            self.total = self.total.plus(sum(gains))
            self.values.append(sum(gains))
            self.differed += any(gains)
        for counts, new in zip(self.faults, chunk["faults"], strict=True):
            for kind, count in new.items():
                counts[kind] = counts.get(kind, 0) + count

    def _add_board(self, row: list[Any], gains: list[int]) -> None:
        _, number, deal, dealer, vulnerability, tables = row
        for table in tables:
            member, side, index, ours, *lines, phase, gain, old_auction, new_auction = table
            gains[member] += gain
            shown = (number, deal, dealer, vulnerability, member, side, index, gain, old_auction, new_auction)
            self.changes.setdefault((ours, phase, *lines), []).append(ChangedTable(*shown))


def try_change(
    old: str | Entry,
    new: str | Entry,
    *,
    against: Sequence[str | Entry] = (),
    boards: int | None = None,
    seed: int | None = None,
    deck: str | BoardSource | None = None,
    until: float | None = None,
    decide: bool = False,
    jobs: int = 1,
    cache: bool | Path = True,
    outside: Outside | None = None,
    progress: Progress | None = None,
    warn: Callable[[str], None] | None = None,
) -> TrialResult:
    """Play ``new`` and ``old``, two versions of a system, against each opponent on the same boards, double dummy.

    ``against`` are systems, files, ``external:COMMAND`` or ``python:module:function``; the old version alone when it is
    empty. ``boards`` is :data:`BOARDS` unless told, and with ``until`` (half the interval wanted, in IMPs a board) or
    ``decide`` (stop when the interval leaves zero out) the most that are played. ``seed`` and ``deck`` are those of
    :func:`~bridgelang.match.run.play_match`; the result does not depend on ``jobs``.

    Raises the various kinds of :class:`~bridgelang.errors.BridgelangError` when something cannot be had.
    """
    if until is not None and decide:
        raise AdviceError("a trial ends when the interval is narrow enough, or when it is decided: choose one")
    if until is not None and not until > 0:
        raise AdviceError(f"the interval cannot be narrower than ±{until}")
    versions = [_entry(old), _entry(new)]
    pool = [_entry(one) for one in against] or [versions[0]]
    source = deck if deck is not None and not isinstance(deck, str) else open_boards(deck, boards or BOARDS, seed)
    most = boards or (BOARDS if source.size is None else min(BOARDS, source.size))
    sums = _Sums([Moments()] * len(pool), faults=[{} for _ in pool])
    first, second = (loaded_system(entry) for entry in versions)  # what is wrong with a text is found here
    if bids_alike(first, second):
        names = [first.name, second.name, *[entry.label for entry in pool]]
        sums.add({"start": 0, "count": most, "names": names, "changed": [], "faults": [{} for _ in pool]})
        return _result(sums, source, "alike", 0.0)
    task = {
        "entries": [entry.to_json() for entry in (*versions, *pool)],
        "boards": source.spec(),
        "cache": str(cache) if isinstance(cache, Path) else cache,
        "outside": (outside or Outside()).to_json(),
    }
    with crew(task, _PLAYER, jobs) as executor:
        stopped = _play(executor, sums, most, until, decide, progress, warn)
    return _result(sums, source, stopped, _half_width(sums, stopped, most))


def _entry(given: str | Entry) -> Entry:
    return given if isinstance(given, Entry) else Entry.parse(given)


def _play(
    executor: Any,
    sums: _Sums,
    most: int,
    until: float | None,
    decide: bool,
    progress: Progress | None,
    warn: Callable[[str], None] | None,
) -> str:
    """Play until enough is known; says why it is enough."""
    pilot = min(PILOT, most)
    goal = most if until is None else pilot
    while len(sums.values) < goal:
        for chunk in executor.run(stretches_of(len(sums.values), goal, STRETCH)):
            sums.add(chunk)
            for message in chunk["messages"]:
                if warn is not None:
                    warn(message)
            if progress is not None:
                progress(len(sums.values), goal)
            if decide and is_decided(sums.total, sums.differed):
                return "decided"
        if until is not None and pilot > 1:
            goal = min(most, boards_needed(Moments.of(sums.values[:pilot]), until * len(sums.members)))
    return "until" if until is not None and len(sums.values) < most else "boards"


def _half_width(sums: _Sums, stopped: str, most: int) -> float:
    if stopped == "decided":
        width = running_half_width(sums.total)
    elif stopped == "until":
        width = corrected_half_width(Moments.of(sums.values[: min(PILOT, most)]), len(sums.values))
    else:
        width = sums.total.half_width()
    return width / len(sums.members)


def _result(sums: _Sums, source: BoardSource, stopped: str, half_width: float) -> TrialResult:
    changes, most = [], _EXAMPLES if source.shown else 0
    for (ours, phase, *rest), tables in sums.changes.items():
        old_call, new_call = rest[0], rest[3]
        was, now = Rule(rest[1], rest[2]), Rule(rest[4], rest[5])
        gains = Moments.of([table.gain for table in tables])
        sign = -1 if gains.total < 0 else 1
        examples = sorted(tables, key=lambda table: (-sign * table.gain, table.number, table.member, table.table))
        changes.append(Change(ours, phase, old_call, was, new_call, now, gains, tuple(examples[:most])))
    changes.sort(key=_weight)
    return TrialResult(
        old=sums.names[0],
        new=sums.names[1],
        against=tuple(sums.names[2:]),
        source=str(source),
        boards=len(sums.values),
        total=sums.total,
        members=tuple(sums.members),
        changed_auctions=sums.changed,
        changed_results=sums.differed,
        changes=tuple(changes),
        faults=tuple(sums.faults),
        stopped=stopped,
        half_width=half_width,
    )


def _weight(change: Change) -> tuple[Any, ...]:
    places = (change.old.location, change.new.location, change.old_call, change.new_call, change.phase, change.ours)
    return (-abs(change.gains.total), -change.gains.count, *places)
