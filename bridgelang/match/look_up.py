"""Single boards of a match file, with the rules behind their calls and the bidders that made them."""

from __future__ import annotations

import os
from collections.abc import Collection

import attrs

from bridgelang.errors import NotationError
from bridgelang.match.entries import Entry
from bridgelang.match.records import BoardRecord, Rule, RuleBook
from bridgelang.match.store import MatchStore

__all__ = ["Kept", "look_up"]


@attrs.frozen
class Kept:
    """Boards of a match: ``records`` by number, ``rules`` by the numbers the records use, and the two bidders."""

    names: tuple[str, str]
    bidders: tuple[Entry, Entry]
    rules: tuple[Rule, ...]
    records: dict[int, BoardRecord]


def look_up(path: str | os.PathLike[str], numbers: Collection[int]) -> Kept:
    """The boards with these numbers; numbers that are not in the file are left out.

    Raises :class:`~bridgelang.match.store.StoreError` when the file cannot be used.
    """
    wanted = frozenset(numbers)
    book = RuleBook()
    names = ("", "")
    records: dict[int, BoardRecord] = {}
    store = MatchStore.open(path)
    try:
        for chunk in store.chunks(book):
            names = chunk.names
            for record in chunk.boards:
                if record.number in wanted:
                    records.setdefault(record.number, record)
        bidders = Entry.from_json(store.head["a"]), Entry.from_json(store.head["b"])
    finally:
        store.close()
    return Kept(names, bidders, tuple(book.rules), records)


def look_up_one(path: str | os.PathLike[str], number: int) -> Kept:
    """The one board with this number.

    Raises NotationError when the match has none, StoreError when the file cannot be used.
    """
    kept = look_up(path, (number,))
    if not kept.records:
        raise NotationError(f"{os.fspath(path)} has no board {number}", str(number))
    return kept
