"""Playing a whole match: boards, players, where the chunks are played, what is kept, and when to stop."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import attrs

from bridgelang import __version__
from bridgelang.compile.packing import digest_of
from bridgelang.core.lasting import lasting
from bridgelang.errors import BridgelangError
from bridgelang.match.boards import BoardSource, SolvedBoards, open_boards
from bridgelang.match.ddcache import DoubleDummyCache
from bridgelang.match.entries import Entry, entry_of, load_player
from bridgelang.match.executors import Executor, InProcess, Processes, Stretch, compiling
from bridgelang.match.outside import Outside
from bridgelang.match.playing import ChunkPlayer, MatchSpec
from bridgelang.match.records import read_chunk
from bridgelang.match.result import MatchResult, MatchTally, Stopping
from bridgelang.match.sequential import PILOT, boards_needed, corrected_half_width
from bridgelang.match.statistics import Moments
from bridgelang.match.store import MatchStore, has_begun
from bridgelang.match.tricks import PLAYS, PlayError, trick_counter

__all__ = ["MatchError", "chunk_size", "play_match", "read_match", "stretches_of"]

Progress = Callable[[int, int], None]
"""Called with the boards finished and the boards planned."""

_BOARDS = 1000
SLOW_CHUNK = 4  # boards played together where a single card takes long


class MatchError(BridgelangError):
    """The match cannot be played as asked."""


@lasting()
def play_match(
    a: Any,
    b: Any,
    *,
    boards: int | None = None,
    seed: int | None = None,
    deck: str | BoardSource | None = None,
    scoring: str = "imps",
    play: str = "dd",
    until: float | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    a_settings: Mapping[str, str] | None = None,
    b_settings: Mapping[str, str] | None = None,
    cache: bool | Path = True,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    outside: Outside | None = None,
    swings: int = 10,
    progress: Progress | None = None,
    warn: Callable[[str], None] | None = None,
) -> MatchResult:
    """Play the same boards twice, ``a`` North-South at the first table and East-West at the second.

    ``a`` and ``b`` are loaded systems, names, paths, ``external:COMMAND``, entries or bidders; the
    settings apply to those given as words. ``boards`` is 1000 unless told. ``deck`` is ``"reference"``,
    ``"confirming"``, ``"random"``, a path or a source of boards (see
    :func:`~bridgelang.match.boards.open_boards` for what None means). ``scoring`` is ``imps``,
    ``matchpoints`` or ``total``; ``play`` is ``dd`` (double dummy), ``heuristic`` (the cards are played out by
    rules of thumb) or ``single-dummy`` (by players who sample the hidden hands: some two seconds a play and core).

    With ``until`` the match goes on until the 95 % interval is no wider than that on either side (in the
    unit of the scoring), by the rule of :mod:`bridgelang.match.sequential`, but for no more than
    ``boards`` boards.

    ``jobs`` processes play at the same time, or the workers of a Dask ``cluster`` (see
    :mod:`bridgelang.match.cluster`); the result is the same, byte for byte. ``cache`` may name the file
    of the double-dummy cache, or be False.

    ``out`` names a match file to write (see :mod:`bridgelang.match.store`); with ``resume`` an existing
    one is gone on with, which must be of the same match. ``outside`` has the terms for outside programs.
    ``progress`` is called after every chunk, ``warn`` with messages for a person.

    Raises the various kinds of :class:`~bridgelang.errors.BridgelangError` when something cannot be had.
    """
    _check(boards, until, play)
    source = _source(deck, boards, seed, until)
    if out is not None and not source.shown:
        raise MatchError(f"the boards of {source} are not kept in a file: it gives totals only")
    tally = MatchTally(scoring, swings if source.shown else 0)
    most = boards or (source.size if until is not None and source.size else _BOARDS)
    size = SLOW_CHUNK if play == "single-dummy" else chunk_size(most, source.solved or play != "dd")
    with ExitStack() as opened:
        workers: Processes | None = None
        if jobs > 1 and cluster is None:  # they start while the systems are loaded
            workers = opened.enter_context(closing(Processes(min(jobs, -(-most // size)))))
        sides = _seated(a, a_settings, b, b_settings, at_once=workers is not None)
        outside = _told(outside or Outside(), sides)
        plan = _Plan(sides, source, most, size, until, scoring, play, outside)
        store: MatchStore | None = None
        if out is not None:
            store = opened.enter_context(closing(_open_store(out, plan.head(), resume)))
            for chunk in store.chunks(tally.book):
                tally.add(chunk)
        if plan.goal(tally) > len(tally.values):
            executor: Executor
            if workers is not None:
                workers.begin(plan.task(cache), plan.in_halves)
                executor = workers
            else:
                executor = opened.enter_context(closing(_executor(plan, cluster, cache)))
            _play(plan, tally, executor, store, progress or _unheard, warn or _unheard)
    return tally.result(str(source), play, _stopping(tally, most, until))


def _check(boards: int | None, until: float | None, play: str) -> None:
    if boards is not None and boards < 1:
        raise MatchError(f"a match has at least one board, not {boards}")
    if until is not None and not until > 0:
        raise MatchError(f"the interval cannot be narrower than ±{until}")
    if play not in PLAYS:
        raise PlayError(f"there is no way to play called `{play}`: choose {' or '.join(PLAYS)}")


def _play(
    plan: _Plan,
    tally: MatchTally,
    executor: Executor,
    store: MatchStore | None,
    progress: Progress,
    warn: Callable[[str], None],
) -> None:
    """Play what is not in the tally yet, chunk by chunk; how much is wanted may change on the way."""
    while (goal := plan.goal(tally)) > len(tally.values):
        for data in executor.run(stretches_of(len(tally.values), goal, plan.size)):
            chunk = read_chunk(data, tally.book)
            if store is not None:
                store.add(chunk, tally.book)
            tally.add(chunk)
            for message in chunk.messages:
                warn(message)
            progress(len(tally.values), goal)


def _unheard(*_: object) -> None:
    """In place of a listener."""


def read_match(path: str | os.PathLike[str], scoring: str | None = None, swings: int = 10) -> MatchResult:
    """The result of the boards in a match file, finished or not; ``scoring`` may differ from the match's.

    Raises :class:`~bridgelang.match.store.StoreError` when the file cannot be used.
    """
    store = MatchStore.open(path)
    try:
        tally = MatchTally(scoring or store.head["scoring"], swings)
        for chunk in store.chunks(tally.book):
            tally.add(chunk)
    finally:
        store.close()
    until = store.head["until"] if tally.scoring == store.head["scoring"] else None
    stopping = _stopping(tally, store.head["boards"], until)
    if stopping is not None and len(tally.values) < min(stopping.planned, store.head["boards"]):
        stopping = None  # not finished: the boards so far have no interval but the ordinary one
    return tally.result(store.head["from"], store.head["play"], stopping)


def chunk_size(boards: int, solved: bool) -> int:
    """How many boards are played together; it does not depend on the number of jobs.

    Boards that come solved go in larger chunks, since what makes a chunk long is solving.
    """
    return max(25, min(2500 if solved else 200, -(-boards // 16)))


def stretches_of(start: int, boards: int, size: int) -> Iterator[Stretch]:
    """The stretches from place ``start`` to the end, each of ``size`` boards but for the last.

    >>> list(stretches_of(10, 35, 10))
    [(10, 10), (20, 10), (30, 5)]
    """
    for place in range(start, boards, size):
        yield place, min(size, boards - place)


@attrs.frozen
class _Side:
    """One bidder as given, the entry that describes it if any does, and it itself where that is loaded."""

    given: Any
    entry: Entry | None
    player: Any

    @classmethod
    def of(cls, given: Any, settings: Mapping[str, str] | None) -> _Side:
        """What is wrong with a system's text is found here, and not in every worker."""
        entry = entry_of(given, settings)
        if isinstance(given, str | Entry) and entry is not None:
            return cls(given, entry, entry if entry.kind == "python" else load_player(entry))
        return cls(given, entry, given)

    @property
    def described(self) -> dict[str, Any]:
        """The entry as JSON, or what can be said of an object that has none."""
        if self.entry is not None:
            return self.entry.to_json()
        return {"kind": "object", "source": str(getattr(self.given, "name", "")), "settings": {}}

    @property
    def digest(self) -> str | None:
        """A digest of the system's compiled text, None for any other bidder."""
        data = getattr(self.player, "data", None)
        return digest_of(data) if isinstance(data, Mapping) else None


@attrs.frozen
class _Plan:
    """Everything that decides what a match is: who, on which boards, how many of them, and how they are scored."""

    sides: tuple[_Side, _Side]
    source: BoardSource
    most: int
    size: int
    until: float | None
    scoring: str
    play: str
    outside: Outside

    @property
    def in_halves(self) -> bool:
        """Whether two processes may each bid half the tables of a chunk: two systems on solved boards."""
        both_systems = all(side.entry is not None and side.entry.kind == "system" for side in self.sides)
        return both_systems and self.source.solved and self.play == "dd"

    def goal(self, tally: MatchTally) -> int:
        """How many boards are wanted, by what is known so far."""
        pilot = min(PILOT, self.most)
        if self.until is None or len(tally.values) < pilot or pilot < 2:
            return self.most if self.until is None else pilot
        return min(self.most, boards_needed(_pilot(tally, self.most), self.until / tally.scale))

    def head(self) -> dict[str, Any]:
        """What a match file says of it, all in JSON."""
        first, second = self.sides
        head = {
            "a": first.described,
            "b": second.described,
            "digests": [first.digest, second.digest],
            "boards_from": self.source.spec(),
            "from": str(self.source),
            "boards": self.most,
            "until": self.until,
            "chunk": self.size,
            "scoring": self.scoring,
            "play": self.play,
            "version": __version__,
        }
        if any(side.entry is not None and side.entry.kind == "external" for side in self.sides):
            head["processes"] = self.outside.processes
            if self.outside.plays is not None:
                told = _Side.of(self.outside.plays, None)
                head["plays"] = [told.described, told.digest]
        return head

    def task(self, cache: bool | Path) -> dict[str, Any]:
        """What other processes are told to play."""
        first, second = (side.entry for side in self.sides)
        if first is None or second is None:
            odd = self.sides[first is not None].given
            raise MatchError(f"{odd!r} cannot be sent to other processes: give its name, or use one job")
        return {
            "match": MatchSpec(first, second, self.source.spec(), self.play, self.outside).to_json(),
            "cache": str(cache) if isinstance(cache, Path) else cache,
            "threads": 1,
            "version": __version__,
        }


def _seated(
    a: Any, a_settings: Mapping[str, str] | None, b: Any, b_settings: Mapping[str, str] | None, at_once: bool
) -> tuple[_Side, _Side]:
    """Both bidders, loaded; with ``at_once`` another process compiles the second system meanwhile, if it must be."""
    entry = entry_of(b, b_settings) if at_once and isinstance(b, str | Entry) else None
    if entry is None or entry.kind != "system":
        return _Side.of(a, a_settings), _Side.of(b, b_settings)
    with compiling(entry.source, dict(entry.settings)):
        first = _Side.of(a, a_settings)
    return first, _Side.of(b, b_settings)


def _told(outside: Outside, sides: tuple[_Side, _Side]) -> Outside:
    """The terms for outside programs, looked through before anybody plays by them."""
    if outside.plays is None:
        return outside
    kinds = [side.entry.kind if side.entry is not None else "object" for side in sides]
    if "external" not in kinds:
        raise MatchError("what an outside program plays is told only where one does: external:COMMAND")
    entry = Entry.parse(outside.plays)
    if entry.kind != "system":
        raise MatchError(f"what an outside program plays is a system's name or file, not `{outside.plays}`")
    load_player(entry)  # what is wrong with its text is found here, and not in every worker
    return attrs.evolve(outside, plays=entry.source)


def _source(deck: str | BoardSource | None, boards: int | None, seed: int | None, until: float | None) -> BoardSource:
    if deck is not None and not isinstance(deck, str):
        return deck
    if until is not None and boards is None:
        return SolvedBoards.open() if deck is None and seed is None else open_boards(deck, 1, seed)
    return open_boards(deck, boards or _BOARDS, seed)


def _open_store(path: str | os.PathLike[str], head: dict[str, Any], resume: bool) -> MatchStore:
    if not (resume and has_begun(path)):
        return MatchStore.create(path, head)
    store = MatchStore.open(path)
    for name, value in head.items():
        if store.head.get(name) != json.loads(json.dumps(value)):
            store.close()
            raise MatchError(
                f"{os.fspath(path)} is of another match: its {_WORDS.get(name, name)} is "
                f"{json.dumps(store.head.get(name))}, not {json.dumps(value)}"
            )
    return store


_WORDS = {
    "a": "first bidder",
    "b": "second bidder",
    "digests": "digest of the systems' texts",
    "boards_from": "source of boards",
    "boards": "number of boards",
    "processes": "number of processes of an outside program",
    "plays": "system of an outside program",
    "version": "version of bridgelang",
}


def _executor(plan: _Plan, cluster: str | None, cache: bool | Path) -> Executor:
    if cluster is not None:
        from bridgelang.match.cluster import DaskCluster

        return DaskCluster(plan.task(cache), cluster)
    notes: list[str] = []
    first, second = (side.player for side in plan.sides)
    tricks = trick_counter(plan.play, DoubleDummyCache.as_told(cache, notes.append))
    return InProcess(ChunkPlayer.of(first, second, plan.source, tricks, plan.outside, notes.append), notes)


def _pilot(tally: MatchTally, most: int) -> Moments:
    return Moments.of(list(tally.values[: min(PILOT, most)]))


def _stopping(tally: MatchTally, most: int, until: float | None) -> Stopping | None:
    pilot = min(PILOT, most)
    if until is None or pilot < 2 or len(tally.values) < pilot:
        return None
    moments = _pilot(tally, most)
    planned = boards_needed(moments, until / tally.scale)
    half_width = corrected_half_width(moments, len(tally.values)) * tally.scale
    return Stopping(until, pilot, planned, half_width, reached=planned <= most)
