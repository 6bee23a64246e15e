"""Single boards of a match file, with the rules behind their calls and the bidders that made them."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence

import attrs

from bridgelang.core.deals import Deal
from bridgelang.errors import NotationError
from bridgelang.match.boards import SolvedBoards
from bridgelang.match.entries import Entry
from bridgelang.match.records import BoardRecord, Rule, RuleBook
from bridgelang.match.store import MatchStore

__all__ = ["Kept", "look_up"]


@attrs.frozen
class Kept:
    """Boards of a match: ``records`` by number, ``rules`` by the numbers the records use, and the two bidders.

    ``on_reference_deck`` says that their double-dummy tricks are known.
    """

    names: tuple[str, str]
    bidders: tuple[Entry, Entry]
    rules: tuple[Rule, ...]
    records: dict[int, BoardRecord]
    on_reference_deck: bool = False

    def tables(self) -> dict[Deal, Sequence[Sequence[int]]]:
        """The double-dummy tricks of the boards, as far as they are known beforehand.

        Only the deck that ships is opened: a match file may come from anybody, and names no other file to read.
        """
        if not self.on_reference_deck:
            return {}
        deck = SolvedBoards.open()
        found = [board for number in self.records for board in deck.take(max(0, number - deck.deck.first), 1)]
        return {board.deal: board.table for board in found if board.table is not None}


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
        on_reference_deck = store.head["boards_from"].get("kind") == "reference"
    finally:
        store.close()
    return Kept(names, bidders, tuple(book.rules), records, on_reference_deck)


def look_up_one(path: str | os.PathLike[str], number: int) -> Kept:
    """The one board with this number.

    Raises NotationError when the match has none, StoreError when the file cannot be used.
    """
    kept = look_up(path, (number,))
    if not kept.records:
        raise NotationError(f"{os.fspath(path)} has no board {number}", str(number))
    return kept
