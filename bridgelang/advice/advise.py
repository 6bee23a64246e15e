"""Advice for the author of a system: which lines lose IMPs, and what would have done better.

On solved boards each decision of the system is replaced by each call that a sensible player might have made, all four
hands finish the auction by their systems, and the result is compared with what really happened. What the calls gain is
summed by line, and by what the hands have; chosen on one half of the boards, and told by the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

import attrs

from bridgelang import __version__
from bridgelang.advice.crew import crew
from bridgelang.advice.evidence import Evidence, Key
from bridgelang.advice.findings import Finding, find
from bridgelang.advice.journal import Journal
from bridgelang.advice.opposition import AdviceError, loaded_system
from bridgelang.advice.paths import Path
from bridgelang.advice.whatif_play import Focus
from bridgelang.bidding.load import System
from bridgelang.compile.files import convention_names, system_names
from bridgelang.compile.packing import digest_of
from bridgelang.match.boards import BoardSource, open_boards
from bridgelang.match.entries import Entry
from bridgelang.match.outside import Outside
from bridgelang.match.run import stretches_of

__all__ = ["BOARDS", "Advice", "advise"]

BOARDS = 2000
"""Boards that are looked at, unless told."""
STRETCH = 50
_PLAYER = "bridgelang.advice.whatif_play:player_of"


@attrs.frozen
class Advice:
    """The findings of a run: the author's own lines first, and of these what gained most where it was chosen.

    ``boards`` are those of the choosing and of the confirming half. With a ``panel`` they are what most of it call.
    """

    system: str
    against: tuple[str, ...]
    panel: tuple[str, ...]
    source: str
    focus: Focus
    boards: tuple[int, int]
    decisions: int
    what_ifs: int
    findings: tuple[Finding, ...]
    faults: tuple[dict[str, int], ...]


def advise(
    system: str | Entry,
    *,
    against: Sequence[str | Entry] = (),
    panel: Sequence[str | Entry] = (),
    focus: Focus | None = None,
    boards: int | None = None,
    seed: int | None = None,
    deck: str | BoardSource | None = None,
    top: int = 15,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    jobs: int = 1,
    cache: bool | FilePath = True,
    outside: Outside | None = None,
    progress: Callable[[int, int], None] | None = None,
    warn: Callable[[str], None] | None = None,
) -> Advice:
    """Look at the decisions of ``system`` against a pool, the system itself when ``against`` is empty.

    With a ``panel`` of systems nothing is tried but what most of them would have called (see
    :mod:`bridgelang.advice.panel`). ``focus`` says which decisions (all). ``boards`` (:data:`BOARDS`), ``seed`` and
    ``deck`` are those of :func:`~bridgelang.match.run.play_match`; boards that are not solved take far longer. ``out``
    keeps what was worked out in a file, with ``resume`` a run that was interrupted is gone on with. Advice does not
    depend on ``jobs``.

    Raises the various kinds of :class:`~bridgelang.errors.BridgelangError` when something cannot be had.
    """
    focus = focus or Focus()
    if focus.on:
        Path(focus.on)
    entry = system if isinstance(system, Entry) else Entry.parse(system)
    loaded = loaded_system(entry)
    _check_rule(loaded, focus)
    pool = _entries(against) or [entry]
    asked = _entries(panel)
    wanted = boards or BOARDS
    source = deck if deck is not None and not isinstance(deck, str) else open_boards(deck, wanted, seed)
    if not source.shown:
        raise AdviceError(
            f"advice shows boards, and {source} gives totals only: ask a trial of it what a change is worth"
        )
    task = {
        "entries": [one.to_json() for one in (entry, *pool)],
        "panel": [one.to_json() for one in asked],
        "boards": source.spec(),
        "focus": focus.to_json(),
        "outside": (outside or Outside()).to_json(),
    }
    evidence = Evidence()
    with ExitStack() as opened:
        journal = None
        if out is not None:
            journal = opened.enter_context(
                closing(Journal.open(out, _head(task, wanted, (entry, *pool, *asked)), resume))
            )
            for chunk in journal.chunks():
                evidence.add(chunk)
        if sum(evidence.boards) < wanted:
            told = {**task, "cache": str(cache) if isinstance(cache, FilePath) else cache}
            executor = opened.enter_context(crew(told, _PLAYER, jobs))
            for chunk in executor.run(stretches_of(sum(evidence.boards), wanted, STRETCH)):
                if journal is not None:
                    journal.add(chunk)
                evidence.add(chunk)
                for message in chunk["messages"]:
                    if warn is not None:
                        warn(message)
                if progress is not None:
                    progress(sum(evidence.boards), wanted)
    return _advice(evidence, source, focus, top, os.path.basename(loaded.path))


def _entries(told: Sequence[str | Entry]) -> list[Entry]:
    return [one if isinstance(one, Entry) else Entry.parse(one) for one in told]


@lru_cache(maxsize=1)
def _shipped() -> frozenset[str]:
    return frozenset(f"{name}.bid" for name in (*system_names(), *convention_names()))


def is_own(key: Key, file: str) -> bool:
    """Whether a finding is about a line of the author's own: of the system's file, or of one that does not ship."""
    shared = _shipped() - {file}
    files = {rule.location.rpartition(":")[0] for rule in (key.line, key.instead) if rule.location}
    return not files or not files <= shared


def _advice(evidence: Evidence, source: BoardSource, focus: Focus, top: int, file: str) -> Advice:
    return Advice(
        system=evidence.names[0],
        against=tuple(evidence.names[1:]),
        panel=tuple(evidence.panel),
        source=str(source),
        focus=focus,
        boards=(evidence.boards[0], evidence.boards[1]),
        decisions=evidence.decisions,
        what_ifs=len(evidence),
        findings=tuple(find(evidence, top, lambda key: is_own(key, file))),
        faults=tuple(evidence.faults),
    )


def _check_rule(system: System, focus: Focus) -> None:
    """Raises :class:`AdviceError` when the line that is to be looked at is none of the system's."""
    if not focus.rule:
        return
    places = {rule.location for rule in system.program.rules()}
    if focus.rule in places:
        return
    name, _, row = focus.rule.rpartition(":")
    near = sorted(
        (place for place in places if place.rpartition(":")[0] == name),
        key=lambda place: abs(int(place.rpartition(":")[2]) - int(row)) if row.isdecimal() else 0,
    )
    if near:
        raise AdviceError(f"there is no rule at {focus.rule}: the nearest is at {near[0]}")
    raise AdviceError(f"there is no rule at `{focus.rule}` in {system.name}: write it as {system.name}.bid:LINE")


def _head(task: dict[str, Any], boards: int, entries: Sequence[Entry]) -> dict[str, Any]:
    """What a file says of a run: all that its what-ifs depend on."""
    digests = [digest_of(loaded_system(entry).data) if entry.kind == "system" else None for entry in entries]
    return {**task, "digests": digests, "count": boards, "stretch": STRETCH, "version": __version__}
