"""Loading systems: compile once, keep the result as JSON in the user's cache folder, run from there.

The cache is keyed by the content of every file read, the settings, the format and the versions of this package and
of Python. It is JSON and never code; when anything about it is wrong the system is compiled in memory.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import bridgelang
from bridgelang.bidding.engine import Engine, Rulebook
from bridgelang.bidding.interpreter import Decision
from bridgelang.bidding.program import Program
from bridgelang.bidding.table import BiddingTable
from bridgelang.compile.files import find_system, read_bytes
from bridgelang.compile.program_format import FORMAT
from bridgelang.core.auctions import Auction
from bridgelang.core.hands import Hand
from bridgelang.errors import SystemTextError


class System:
    """A system ready to bid.

    ``name`` is the file's stem, ``title`` what its ``system`` line says, ``program`` the compiled form.
    """

    __slots__ = ("_engines", "book", "data", "name", "path", "program", "settings", "title")

    def __init__(self, data: Mapping[str, Any], path: str, settings: Mapping[str, str]) -> None:
        self.data = data
        self.program = Program(data)
        self.book = Rulebook(self.program)
        self.name = self.program.name
        self.title = self.program.title
        self.path = path
        self.settings = dict(settings)
        self._engines: dict[System, Engine] = {}

    def table(self, opponents: System | None = None) -> BiddingTable:
        """A table where North-South play this system and East-West ``opponents`` (default: the same)."""
        other = self if opponents is None else opponents
        return BiddingTable(self.engine(other), self.book, other.book)

    def engine(self, other: System) -> Engine:
        """The engine for this system and another: the same whichever of the two is asked."""
        found = self._engines.get(other)
        if found is None:
            found = self._engines[other] = other._engines[self] = Engine(self.book, other.book)
        return found

    def table_for(self, auction: Auction, opponents: System | None = None) -> BiddingTable:
        """The table seen by the player to call: this system on his side."""
        other = self if opponents is None else opponents
        turn = auction.turn if auction.turn is not None else 0
        return self.table(other) if turn & 1 == 0 else other.table(self)

    def choose_call(self, hand: Hand, auction: Auction, opponents: System | None = None) -> Decision:
        """The call for a hand in an auction, with the rule behind it.

        ``opponents`` is the system by which their calls are read; by default our own.

        Raises:
            IllegalAction: when the auction is over.
        """
        return self.table_for(auction, opponents).decide(auction, hand)

    def meaning(self, auction: Auction, opponents: System | None = None) -> list[Any]:
        """What each call of an auction shows, one :class:`~bridgelang.bidding.meaning.Meaning` a call."""
        from bridgelang.bidding.meaning import meanings

        return meanings(self.table_for(auction, opponents), auction)

    def __repr__(self) -> str:
        return f"<system {self.name}>"


def load_system(name: str, settings: Mapping[str, str] | None = None) -> System:
    """A shipped system or a path, ready to bid; ``settings`` override the file's ``set`` lines.

    >>> load_system("sayc").name
    'sayc'

    Raises:
        NotationError: when there is no such system.
        SystemTextError: when its text has errors; carries the diagnostics.
    """
    wanted = dict(settings or {})
    path = find_system(name)
    cached = _cached(path, wanted)
    if cached is not None:
        return System(cached, path, wanted)
    from bridgelang.compile.pipeline import compile_system

    compiled = compile_system(name, wanted)
    if compiled.program is None:
        from bridgelang.lang.diagnostics import render_all

        raise SystemTextError(compiled.diagnostics, render_all(compiled.diagnostics, dict(compiled.sources)))
    _store(path, wanted, compiled.program, compiled.paths)
    return System(compiled.program, path, wanted)


# ------------------------------------------------------------------ the cache


def is_compiled(name: str, settings: Mapping[str, str]) -> bool:
    """Whether the cache holds a system, though perhaps of an earlier text.

    Raises NotationError when there is no such system.
    """
    return os.path.exists(_entry_path(find_system(name), settings))


def cache_folder() -> str:
    """The user's cache folder for this program (``BRIDGELANG_CACHE`` overrides)."""
    given = os.environ.get("BRIDGELANG_CACHE")
    if given:
        return given
    if sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "bridgelang")


def _digest(*parts: bytes) -> str:
    from hashlib import blake2b

    made = blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.hexdigest()


def _entry_path(path: str, settings: Mapping[str, str]) -> str:
    version = f"{FORMAT} {bridgelang.__version__} {sys.version_info[:2]}"
    real = os.path.abspath(path)
    key = _digest(version.encode(), real.encode(), json.dumps(sorted(settings.items())).encode())
    return os.path.join(cache_folder(), "systems", key + ".json")


def _cached(path: str, settings: Mapping[str, str]) -> Any:
    """The cached program when it is there, readable and made from the files as they are now; else None."""
    try:
        with open(_entry_path(path, settings), encoding="utf-8") as file:
            head = json.loads(file.readline())
            for name, digest in head["files"]:
                if _digest(read_bytes(name)) != digest:
                    return None
            for name in head["absent"]:
                if os.path.exists(name):
                    return None
            body = file.readline()
        if _digest(body.encode()) != head["digest"]:
            return None
        return json.loads(body)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _store(path: str, settings: Mapping[str, str], program: Mapping[str, Any], files: list[str]) -> None:
    """Keep a compiled program; failing to is no error."""
    import contextlib

    target = _entry_path(path, settings)
    body = json.dumps(program, separators=(",", ":"))
    folder = os.path.dirname(os.path.abspath(path))
    absent = []
    for file in files[1:]:
        own = [
            os.path.join(folder, os.path.basename(file)),
            os.path.join(folder, "conventions", os.path.basename(file)),
        ]
        absent += [o for o in own if os.path.abspath(o) != os.path.abspath(file) and not os.path.exists(o)]
    head = {
        "files": [[os.path.abspath(f), _digest(read_bytes(f))] for f in files],
        "absent": absent,
        "digest": _digest(body.encode()),
    }
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(target), mode=0o700, exist_ok=True)
        temporary = f"{target}.{os.getpid()}"
        with open(temporary, "w", encoding="utf-8") as out:
            out.write(json.dumps(head) + "\n" + body)
        os.replace(temporary, target)
