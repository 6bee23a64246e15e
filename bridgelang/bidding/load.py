"""Loading systems: compile once, keep the result in the user's cache folder, run from there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bridgelang.bidding.engine import Engine, Rulebook
from bridgelang.bidding.interpreter import Decision
from bridgelang.bidding.program import Program
from bridgelang.bidding.table import BiddingTable
from bridgelang.compile import cache
from bridgelang.compile.files import find_system
from bridgelang.core.auctions import Auction
from bridgelang.core.hands import Hand
from bridgelang.core.lasting import lasting
from bridgelang.errors import SystemTextError

if TYPE_CHECKING:
    from bridgelang.bidding.meaning import Meaning


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

    def meaning(self, auction: Auction, opponents: System | None = None) -> list[Meaning]:
        """What each call of an auction shows, one :class:`~bridgelang.bidding.meaning.Meaning` a call."""
        from bridgelang.bidding.meaning import meanings

        return meanings(self.table_for(auction, opponents), auction)

    def __repr__(self) -> str:
        return f"<system {self.name}>"


def load_system(name: str | os.PathLike[str], settings: Mapping[str, str] | None = None) -> System:
    """A shipped system or a path, ready to bid; ``settings`` override the file's ``set`` lines.

    >>> load_system("sayc").name
    'sayc'

    Raises:
        NotationError: when there is no such system.
        SystemTextError: when its text has errors; carries the diagnostics.
    """
    with lasting():
        text = os.fspath(name)
        return _loaded(text, find_system(text), dict(settings or {}))


def _loaded(name: str, path: str, wanted: Mapping[str, str]) -> System:
    cached = cache.recall(path, wanted)
    if cached is not None:
        return System(cached, path, wanted)
    from bridgelang.compile.pipeline import compile_system

    compiled = compile_system(name, wanted)
    if compiled.program is None:
        from bridgelang.lang.diagnostics import render_all

        raise SystemTextError(compiled.diagnostics, render_all(compiled.diagnostics, dict(compiled.sources)))
    cache.keep(path, wanted, compiled.program, compiled.paths)
    return System(compiled.program, path, wanted)
