"""Who plays: a bidder described by words and settings, so that another process can make the same one.

An entry names a system that ships or a system file, an outside program (``external:COMMAND …``), or a Python
factory (``python:module:function``, which is called with the settings as keyword arguments).
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs

from bridgelang.errors import BridgelangError
from bridgelang.match.bidding import Bidder, SystemBidder
from bridgelang.match.outside import Outside

__all__ = ["Entry", "EntryError", "entry_of", "load_player", "seat_pair"]


class EntryError(BridgelangError):
    """A bidder cannot be had as described."""


@attrs.frozen
class Entry:
    """One bidder: ``kind`` is system, external or python; ``source`` its name, path, command or factory."""

    kind: str
    source: str
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str, settings: Mapping[str, str] | None = None) -> Entry:
        """The entry in the words of the command line.

        >>> Entry.parse("external:./robot --fast").source
        './robot --fast'
        >>> Entry.parse("sayc", {"notrump": "12-14"})
        Entry(kind='system', source='sayc', settings=(('notrump', '12-14'),))
        """
        pairs = tuple(sorted((settings or {}).items()))
        for kind in ("external", "python"):
            if text.startswith(kind + ":"):
                return cls(kind, text[len(kind) + 1 :].strip(), pairs)
        if os.sep in text or text.endswith(".bid"):
            text = os.path.abspath(text)
        return cls("system", text, pairs)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON that :meth:`from_json` reads."""
        return {"kind": self.kind, "source": self.source, "settings": dict(self.settings)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Entry:
        """The entry that :meth:`to_json` wrote."""
        return cls(data["kind"], data["source"], tuple(sorted(data["settings"].items())))

    @property
    def label(self) -> str:
        """What to call it before it is loaded."""
        return Path(self.source).stem if self.kind == "system" else f"{self.kind}:{self.source}"


def entry_of(player: Any, settings: Mapping[str, str] | None = None) -> Entry | None:
    """The entry of whatever may be given as a player; None for an object that no words describe.

    Words are parsed, an entry is returned as it is, and a loaded system is described by its ``path`` and its
    ``settings``, or by its name when that is a shipped one.
    """
    if isinstance(player, Entry):
        return player
    if isinstance(player, str):
        return Entry.parse(player, settings)
    path = getattr(player, "path", None)
    if not isinstance(path, str) or not path:
        return None
    from bridgelang.compile.files import find_system, system_names

    name = str(player.name)
    if name in system_names() and os.path.abspath(find_system(name)) == os.path.abspath(path):
        path = name
    return Entry.parse(path, {key: str(value) for key, value in dict(player.settings).items()})


def load_player(entry: Entry) -> Any:
    """The system or the bidder that an entry describes; an outside program is started by :func:`seat_pair`.

    Raises :class:`EntryError` for a Python factory that cannot be imported,
    :class:`~bridgelang.match.program.ExternalError` for a command that names no program, and what loading a
    system raises.
    """
    settings = dict(entry.settings)
    if entry.kind == "external":
        from bridgelang.match.program import words_of

        words_of(entry.source)
        return entry
    if entry.kind == "python":
        module, _, name = entry.source.rpartition(":")
        try:
            factory = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise EntryError(f"python:{entry.source} cannot be imported: {error}") from error
        return factory(**settings)
    from bridgelang.bidding.load import load_system

    return load_system(entry.source, settings=settings)


def seat_pair(
    a: Any, b: Any, outside: Outside | None = None, warn: Callable[[str], None] | None = None
) -> tuple[Bidder, Bidder]:
    """Two bidders from entries, loaded systems or ready bidders, each told what the other plays if known.

    ``outside`` and ``warn`` are for outside programs; what one plays is in ``outside``.
    """
    first, second = (load_player(player) if isinstance(player, Entry) else player for player in (a, b))
    return _as_bidder(first, second, outside, warn), _as_bidder(second, first, outside, warn)


def _as_bidder(player: Any, other: Any, outside: Outside | None, warn: Callable[[str], None] | None) -> Bidder:
    if isinstance(player, Entry):
        from bridgelang.match.external import ExternalBidder

        return ExternalBidder(player.source, getattr(other, "name", None), outside, warn)
    if hasattr(player, "answer"):
        bidder: Bidder = player
        return bidder
    if isinstance(other, Entry) and outside is not None and outside.plays is not None:
        other = load_player(Entry.parse(outside.plays))
    return SystemBidder(player, other if hasattr(other, "choose_call") else None)
