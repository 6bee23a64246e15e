"""What is kept of a board played at two tables, and what follows from it.

Scores are points for North-South of their table; ``points`` and ``imps`` of a board are from the view of
the first bidder, ``a``, who sits North-South at the first table and East-West at the second. Tricks are
declarer's. A contract is written as :class:`~bridgelang.core.contracts.Contract` prints it, and empty
when all passed.

A chunk of boards travels between processes, and over the network, as plain JSON; rules are numbered within a
chunk and renumbered for the whole match in the order in which they first occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from bridgelang.core.contracts import GAME_LEVEL
from bridgelang.core.scoring import imps
from bridgelang.core.seats import Seat
from bridgelang.match.bidding import Bidden, first_table_in_half
from bridgelang.match.boards import Board

__all__ = [
    "BoardRecord",
    "ChunkRecord",
    "Rule",
    "RuleBook",
    "TableRecord",
    "chunk_to_json",
    "half_to_json",
    "join_halves",
    "read_chunk",
]

KINDS = ("passed out", "part-score", "game", "slam")
"""What a contract is worth bidding for, by its level alone: a game is 3NT, 4H, 4S, 5C, 5D, or higher."""


@attrs.frozen
class Rule:
    """A rule by its place (``sayc.bid:12``) and its text; both empty for a call that no rule made."""

    location: str
    text: str


class RuleBook:
    """The rules met so far, numbered in order; number 0 is always the call without a rule."""

    def __init__(self) -> None:
        self.rules: list[Rule] = [Rule("", "")]
        self._numbers: dict[tuple[str, str], int] = {("", ""): 0}

    def number(self, location: str, text: str) -> int:
        """The number of this rule, a new one when it has not been met."""
        key = (location, text)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.rules)
            self.rules.append(Rule(location, text))
        return number


@attrs.frozen
class TableRecord:
    """One table: the calls, the number of the rule behind each, the contract and what came of it.

    ``tricks`` and ``score`` are None when they were not needed: both tables played the same contract.
    """

    auction: str
    rules: tuple[int, ...]
    contract: str
    tricks: int | None
    score: int | None

    @property
    def kind(self) -> int:
        """The contract as an index into :data:`KINDS`.

        >>> KINDS[TableRecord("3NT P P P", (0, 0, 0, 0), "3NT by N", 9, 400).kind]
        'game'
        """
        if not self.contract:
            return 0
        level = int(self.contract[0])
        if level >= 6:
            return 3
        return 2 if level >= GAME_LEVEL["CDHSN".index(self.contract[1])] else 1


@attrs.frozen
class BoardRecord:
    """One board at both tables."""

    number: int
    deal: str
    dealer: str
    vulnerability: str
    tables: tuple[TableRecord, TableRecord]

    @property
    def differs(self) -> bool:
        """Whether the tables reached different contracts (declarer and doubling included)."""
        return self.tables[0].contract != self.tables[1].contract

    @property
    def points(self) -> int:
        """The first bidder's gain in points."""
        first, second = self.tables[0].score, self.tables[1].score
        return 0 if first is None or second is None else first - second

    @property
    def imps(self) -> int:
        """The first bidder's gain in IMPs."""
        return imps(self.points)

    @property
    def kind(self) -> int:
        """The higher of the two tables' kinds of contract, as an index into :data:`KINDS`."""
        return max(self.tables[0].kind, self.tables[1].kind)

    @property
    def contested(self) -> bool:
        """Whether at either table both sides made a call other than a pass."""
        return any(_contested(table.auction) for table in self.tables)

    def seat_of(self, index: int) -> Seat:
        """The seat that makes call number ``index``, counted from 0 at the dealer."""
        return Seat((Seat.parse(self.dealer) + index) % 4)


@attrs.frozen
class ChunkRecord:
    """The boards at places ``start`` to ``start + len(boards) - 1`` of the match, in order.

    ``names`` are the two bidders'. ``faults`` counts, for the first and the second bidder, what went
    wrong by kind; ``messages`` are for a person.
    """

    names: tuple[str, str]
    start: int
    boards: tuple[BoardRecord, ...]
    faults: tuple[dict[str, int], dict[str, int]]
    messages: tuple[str, ...]


def chunk_to_json(
    names: tuple[str, str],
    start: int,
    boards: Sequence[Board],
    bidden: Sequence[tuple[Bidden, Bidden]],
    results: Sequence[tuple[tuple[int | None, int | None], tuple[int | None, int | None]]],
    faults: Sequence[dict[str, int]],
    messages: Iterable[str],
) -> dict[str, Any]:
    """A chunk as plain JSON; ``results`` are the tricks and the score at each table of each board."""
    book = RuleBook()
    rows = []
    for board, tables, result in zip(boards, bidden, results, strict=True):
        of_tables = [_table_row(table, *of_table, book) for table, of_table in zip(tables, result, strict=True)]
        rows.append([*_board_row(board), *of_tables])
    return _chunk(names, start, rows, book, list(faults), list(messages))


def _board_row(board: Board) -> list[Any]:
    return [board.number, str(board.deal), board.dealer.letter, str(board.vulnerability)]


def _table_row(table: Bidden, tricks: int | None, score: int | None, book: RuleBook) -> list[Any]:
    contract = table.auction.contract
    numbers = [book.number(answer.rule, answer.text) for answer in table.answers]
    return [str(table.auction), numbers, str(contract) if contract else "", tricks, score]


def _chunk(
    names: tuple[str, str], start: int, rows: list[list[Any]], book: RuleBook, faults: list[Any], messages: list[str]
) -> dict[str, Any]:
    return {
        "names": names,
        "start": start,
        "boards": rows,
        "rules": [[rule.location, rule.text] for rule in book.rules],
        "faults": faults,
        "messages": messages,
    }


def half_to_json(
    names: tuple[str, str],
    start: int,
    boards: Sequence[Board],
    bidden: Sequence[Bidden],
    results: Sequence[tuple[int | None, int | None]],
    messages: Iterable[str],
) -> dict[str, Any]:
    """Half a chunk, one table of each board, for :func:`join_halves`."""
    book = RuleBook()
    rows = [
        [*_board_row(board), _table_row(table, *result, book)]
        for board, table, result in zip(boards, bidden, results, strict=True)
    ]
    return _chunk(names, start, rows, book, [{}, {}], list(messages))


def join_halves(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The chunk of two halves: the same as :func:`chunk_to_json` gives for whole boards."""
    book = RuleBook()
    known: tuple[dict[int, int], dict[int, int]] = ({}, {})
    rows = []
    for one, other in zip(first["boards"], second["boards"], strict=True):
        tables = [(one[4], first, known[0]), (other[4], second, known[1])]
        if not first_table_in_half(Seat.parse(one[2]), 0):
            tables.reverse()
        same = one[4][2] == other[4][2]  # equal contracts score the same: what they took was not needed
        row = one[:4]
        for (auction, numbers, contract, tricks, score), half, renumbered in tables:
            for number in numbers:
                if number not in renumbered:
                    renumbered[number] = book.number(*half["rules"][number])
            numbers = [renumbered[number] for number in numbers]
            row.append([auction, numbers, contract, None if same else tricks, None if same else score])
        rows.append(row)
    return _chunk(first["names"], first["start"], rows, book, first["faults"], first["messages"] + second["messages"])


def read_chunk(data: dict[str, Any], book: RuleBook) -> ChunkRecord:
    """The chunk that :func:`chunk_to_json` wrote, its rules entered into the match's own book."""
    numbers = [book.number(location, text) for location, text in data["rules"]]
    boards = []
    for number, deal, dealer, vulnerability, *tables in data["boards"]:
        first, second = (
            TableRecord(auction, tuple([numbers[rule] for rule in rules]), contract, tricks, score)
            for auction, rules, contract, tricks, score in tables
        )
        boards.append(BoardRecord(number, deal, dealer, vulnerability, (first, second)))
    a, b = data["names"]
    a_faults, b_faults = data["faults"]
    return ChunkRecord((a, b), data["start"], tuple(boards), (a_faults, b_faults), tuple(data["messages"]))


def _contested(auction: str) -> bool:
    calls = auction.split()
    return any(call != "P" for call in calls[::2]) and any(call != "P" for call in calls[1::2])
