"""A worker process: stretches of boards come on standard input, their chunks go out, as lines of JSON.

The first line is the task, ``{"match": spec, "cache": …, "threads": n, "version": …}``, with the spec of
:class:`~bridgelang.match.playing.MatchSpec`, the version of this package, and the path of the
double-dummy cache, true for the usual one, null for none. A task with ``"player": "module:function"`` is another use of
boards than a match: that function makes the player of it. A request is ``{"start": place, "count":
boards}``; its answer is the chunk, or ``{"error": message}``; with ``"half": 0`` or ``1`` it is that half of the chunk.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import threading
import traceback
from functools import lru_cache
from importlib import import_module
from typing import Any

from bridgelang import __version__
from bridgelang.core.lasting import to_the_end
from bridgelang.errors import BridgelangError
from bridgelang.match.ddcache import DoubleDummyCache
from bridgelang.match.executors import Player
from bridgelang.match.playing import ChunkPlayer, MatchSpec
from bridgelang.match.tricks import trick_counter

__all__ = ["TaskError", "main", "play_task", "player_for", "player_of"]


class TaskError(BridgelangError):
    """A task cannot be played by this process."""


def player_for(task: dict[str, Any], notes: list[str]) -> Player:
    """The player of a match, or of what else the task says; raises as :func:`player_of` does."""
    home = task.get("player")
    if home is None:
        return player_of(task, notes)
    check_version(task)
    module, _, name = home.partition(":")
    player: Player = getattr(import_module(module), name)(task, notes)
    return player


def check_version(task: dict[str, Any]) -> None:
    """Raises :class:`TaskError` when the task comes from another version of this package."""
    if task["version"] != __version__:
        raise TaskError(f"the match is of bridgelang {task['version']}, this worker has {__version__}")


def player_of(task: dict[str, Any], notes: list[str]) -> ChunkPlayer:
    """The player a task describes; what goes wrong with the cache is added to ``notes``.

    Raises :class:`TaskError` when the task comes from another version of this package.
    """
    check_version(task)
    cache = DoubleDummyCache.as_told(task["cache"], notes.append)
    spec = MatchSpec.from_json(task["match"])
    return ChunkPlayer.load(spec, trick_counter(spec.play, cache, task["threads"]), notes.append)


def play_task(task: str, start: int, count: int) -> dict[str, Any]:
    """One chunk of the task in this JSON text; the player is kept for the next call of the process.

    Raises :class:`TaskError` with what went wrong: a type that every process knows.
    """
    with _lock:
        try:
            player, notes = _kept_player(task)
            return player.play(start, count, notes)
        except BridgelangError as error:
            raise TaskError(str(error)) from None


_lock = threading.Lock()


@lru_cache(maxsize=1)
def _kept_player(task: str) -> tuple[ChunkPlayer, list[str]]:
    notes: list[str] = []
    return player_of(json.loads(task), notes), notes


_USED = ("numpy", "bridgelang.match.deck", "bridgelang.bidding.reading")  # when it bids


def main(requests: queue.SimpleQueue[bytes]) -> None:
    """Serve until the parent is gone, or ends this process; ``requests`` has the lines of standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    to_the_end()
    answers = os.dup(1)
    os.dup2(2, 1)  # whatever a bidder prints goes to standard error
    for name in _USED:
        import_module(name)
    notes: list[str] = []
    task = json.loads(requests.get())
    player: Player | None = None
    while True:
        request = json.loads(requests.get())
        try:
            if player is None:
                player = player_for(task, notes)
            stretch = request["start"], request["count"]
            half = request.get("half")
            if half is not None and isinstance(player, ChunkPlayer):
                answer = player.play_half(*stretch, half, notes)
            else:
                answer = player.play(*stretch, notes)
        except BridgelangError as error:
            answer = {"error": str(error)}
        except Exception:
            answer = {"error": f"internal error (bridgelang {__version__}):\n{traceback.format_exc()}"}
        rest = memoryview(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        try:
            while rest:
                rest = rest[os.write(answers, rest) :]
        except BrokenPipeError:
            return  # the parent is gone
