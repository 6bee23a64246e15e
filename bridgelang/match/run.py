"""Playing a whole match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bridgelang.errors import BridgelangError
from bridgelang.match.boards import BoardSource, open_boards
from bridgelang.match.ddcache import DoubleDummyCache, default_path
from bridgelang.match.entries import entry_of, load_player
from bridgelang.match.executors import Executor, InProcess, Processes, Stretch
from bridgelang.match.playing import ChunkPlayer, MatchSpec
from bridgelang.match.records import read_chunk
from bridgelang.match.result import MatchResult, MatchTally

__all__ = ["MatchError", "chunk_size", "play_match", "stretches_of"]

Progress = Callable[[int, int], None]
"""Called with the boards finished and the boards planned."""


class MatchError(BridgelangError):
    """The match cannot be played as asked."""


def chunk_size(boards: int, solved: bool) -> int:
    """How many boards are played together; it does not depend on the number of jobs.

    Boards that come solved go in larger chunks, since what makes a chunk long is solving.
    """
    return max(25, min(2500 if solved else 200, -(-boards // 8)))


def stretches_of(start: int, boards: int, size: int) -> Iterator[Stretch]:
    """The stretches from place ``start`` to the end, each of ``size`` boards but for the last.

    >>> list(stretches_of(10, 35, 10))
    [(10, 10), (20, 10), (30, 5)]
    """
    for place in range(start, boards, size):
        yield place, min(size, boards - place)


def play_match(
    a: Any,
    b: Any,
    *,
    boards: int = 1000,
    seed: int | None = None,
    deck: str | BoardSource | None = None,
    scoring: str = "imps",
    jobs: int = 1,
    a_settings: Mapping[str, str] | None = None,
    b_settings: Mapping[str, str] | None = None,
    cache: bool | Path = True,
    swings: int = 10,
    progress: Progress | None = None,
) -> MatchResult:
    """Play the same boards twice, ``a`` North-South at the first table and East-West at the second.

    ``a`` and ``b`` are loaded systems, names, paths, ``external:COMMAND``, entries or bidders; the
    settings apply to those given as words. ``deck`` is ``"reference"``, ``"random"``, a path or a source
    of boards (see :func:`~bridgelang.match.boards.open_boards` for what None means). ``scoring`` is
    ``imps``, ``matchpoints`` or ``total``. The result is the same bytes for any ``jobs``, the number of
    processes. ``cache`` may name the file of the double-dummy cache, or be False. ``progress`` is called
    after every chunk.

    Raises :class:`~bridgelang.errors.BridgelangError` in its various kinds when something asked for
    cannot be had.
    """
    if boards < 1:
        raise MatchError(f"a match has at least one board, not {boards}")
    tally = MatchTally(scoring, swings)
    source = open_boards(deck, boards, seed) if deck is None or isinstance(deck, str) else deck
    size = chunk_size(boards, source.solved)
    executor = make_executor(a, b, source, jobs, a_settings, b_settings, cache)
    try:
        for data in executor.run(stretches_of(0, boards, size)):
            tally.add(read_chunk(data, tally.book))
            if progress is not None:
                progress(len(tally.values), boards)
    finally:
        executor.close()
    return tally.result(str(source))


def make_executor(
    a: Any,
    b: Any,
    source: BoardSource,
    jobs: int,
    a_settings: Mapping[str, str] | None = None,
    b_settings: Mapping[str, str] | None = None,
    cache: bool | Path = True,
) -> Executor:
    """Where the chunks will be played: here for one job, in worker processes for more.

    Raises :class:`MatchError` when a bidder is an object that no words describe and more than one job is
    asked.
    """
    first, second = entry_of(a, a_settings), entry_of(b, b_settings)
    path = default_path() if cache is True else (cache or None)
    if jobs > 1:
        if first is None or second is None:
            odd = a if first is None else b
            raise MatchError(f"{odd!r} cannot be sent to other processes: give its name, or use one job")
        for entry in (first, second):
            if entry.kind == "system":
                load_player(entry)  # what is wrong with a system is found here, not in every worker
        spec = MatchSpec(first, second, source.spec())
        task = {"match": spec.to_json(), "cache": None if path is None else str(path), "threads": 1}
        return Processes(task, jobs)
    notes: list[str] = []
    opened = None if path is None else DoubleDummyCache(path, notes.append)
    player = ChunkPlayer.of(
        first if isinstance(a, str) else a, second if isinstance(b, str) else b, source, opened
    )
    return InProcess(player, notes)
