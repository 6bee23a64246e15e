"""Where the boards of a match come from: a random stream, a deck that is already solved, or a PBN file.

A source is described by a small JSON value (:meth:`BoardSource.spec`), so that another process, or a run
that is resumed, opens the same one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import attrs

from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, Vulnerability, dealer_of, vulnerability_of
from bridgelang.errors import BridgelangError

__all__ = [
    "Board",
    "BoardSource",
    "BoardsError",
    "ListedBoards",
    "RandomBoards",
    "SolvedBoards",
    "board_to_show",
    "open_boards",
    "source_from_spec",
]


SHIPPED = ("reference", "confirming")
"""The decks that come with the package."""


class BoardsError(BridgelangError):
    """The boards asked for cannot be had."""


@attrs.frozen
class Board:
    """A deal with its number, dealer and vulnerability.

    ``table`` holds the double-dummy tricks ``table[declarer][strain]`` when they are known beforehand.
    """

    number: int
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    table: Sequence[Sequence[int]] | None = attrs.field(default=None, eq=False, repr=False)

    @classmethod
    def numbered(cls, number: int, deal: Deal, table: Sequence[Sequence[int]] | None = None) -> Board:
        """The board of this number with the dealer and the vulnerability that belong to it (Law 2)."""
        return cls(number, deal, dealer_of(number), vulnerability_of(number), table)


class BoardSource(Protocol):
    """Boards by place: place 0 is the first board of the match."""

    @property
    def size(self) -> int | None:
        """How many boards there are; None when there is no end."""

    @property
    def solved(self) -> bool:
        """Whether the boards come with their double-dummy tricks."""

    @property
    def shown(self) -> bool:
        """Whether single boards may be looked at; of others only totals are told."""

    def take(self, start: int, count: int) -> list[Board]:
        """The boards at places ``start`` to ``start + count - 1``."""

    def spec(self) -> dict[str, Any]:
        """What :func:`source_from_spec` needs to open the same source again: plain JSON."""

    def __str__(self) -> str: ...


@attrs.frozen
class RandomBoards:
    """Random deals of the project's own stream; board ``n`` is deal ``n - 1`` of the seed.

    >>> print(RandomBoards(2026).take(0, 1)[0].deal)
    N:J93.T953.92.KJ92 8764.K7.AKT85.A7 AKQT2.642.Q6.654 5.AQJ8.J743.QT83
    """

    seed: int
    size: None = None
    solved: bool = False
    shown: bool = True

    def take(self, start: int, count: int) -> list[Board]:
        from bridgelang.batch.dealing import deal_masks

        rows = deal_masks(self.seed, start, count).tolist()
        return [
            Board.numbered(number, Deal([Hand(mask) for mask in row])) for number, row in enumerate(rows, start + 1)
        ]

    def spec(self) -> dict[str, Any]:
        return {"kind": "random", "seed": self.seed}

    def __str__(self) -> str:
        return f"random deals, seed {self.seed}"


@attrs.frozen(eq=False)
class SolvedBoards:
    """The boards of a deck file (see :mod:`bridgelang.match.deck`); without a path a deck that ships.

    That is the reference deck, or the confirming deck where the boards are not to be ``shown``.
    """

    path: str | None
    deck: Any
    solved: bool = True
    shown: bool = True

    @classmethod
    def open(cls, path: str | None = None) -> SolvedBoards:
        """The deck in the file; raises :class:`~bridgelang.match.deck.DeckError` when it is damaged."""
        from bridgelang.match.deck import Deck, reference_deck

        return cls(path, reference_deck() if path is None else Deck.read(path))

    @classmethod
    def named(cls, name: str) -> SolvedBoards:
        """``"reference"``, ``"confirming"`` (the deck that confirms what was found on others), or the deck in a file.

        Raises likewise.
        """
        from bridgelang.match.deck import confirming_deck

        if name == "confirming":
            return cls(None, confirming_deck(), shown=False)
        return cls.open(None if name == "reference" else os.path.abspath(name))

    @property
    def size(self) -> int:
        return len(self.deck)

    def take(self, start: int, count: int) -> list[Board]:
        part = self.deck.part(start, start + count)
        rows, tables = part.masks.tolist(), part.tables.tolist()
        return [
            Board.numbered(number, Deal([Hand(mask) for mask in row]), table)
            for number, (row, table) in enumerate(zip(rows, tables, strict=True), part.first)
        ]

    def spec(self) -> dict[str, Any]:
        if self.path is None:
            return {"kind": "reference" if self.shown else "confirming"}
        return {"kind": "deck", "path": self.path, "sha256": _digest(Path(self.path))}

    def __str__(self) -> str:
        if self.path is not None:
            return f"the deck {os.path.basename(self.path)}"
        return "the reference deck" if self.shown else "the confirming deck"


@attrs.frozen(eq=False)
class ListedBoards:
    """The boards of a PBN file, with the dealers and vulnerabilities it states."""

    path: str
    boards: Sequence[Board]
    solved: bool = False
    shown: bool = True

    @property
    def size(self) -> int:
        return len(self.boards)

    def take(self, start: int, count: int) -> list[Board]:
        return list(self.boards[start : start + count])

    def spec(self) -> dict[str, Any]:
        return {"kind": "pbn", "path": self.path, "sha256": _digest(Path(self.path))}

    def __str__(self) -> str:
        return f"the file {os.path.basename(self.path)}"


def open_boards(deck: str | None, boards: int, seed: int | None = None) -> BoardSource:
    """The source meant by the words of the command line.

    ``deck`` is ``"reference"``, ``"confirming"``, ``"random"`` or a path (PBN, or a deck file ending in
    ``.deck``). None means the reference deck, unless a seed is given or more boards are wanted than it has:
    then random deals, seed 1 unless told. Raises :class:`BoardsError` when the source has fewer boards than wanted.
    """
    source: BoardSource
    if deck is None:
        if seed is None:
            source = SolvedBoards.open()
            if boards <= source.size:
                return source
        deck = "random"
    if deck == "random":
        return RandomBoards(1 if seed is None else seed)
    source = SolvedBoards.named(deck) if deck in SHIPPED else _open_file(deck)
    if source.size is not None and boards > source.size:
        raise BoardsError(f"{boards:,} boards are wanted; there are {source.size:,} in {source}")
    return source


def board_to_show(source: BoardSource, number: int) -> Board:
    """The board of this number in a source whose numbers have no gaps.

    Raises :class:`BoardsError` when there is none, or when the source tells totals only.
    """
    if not source.shown:
        raise BoardsError(f"the boards of {source} are not shown: it gives totals only")
    first, size = source.take(0, 1)[0].number, source.size or 0
    if not first <= number < first + size:
        raise BoardsError(f"{source} has the boards {first} to {first + size - 1}, not {number}")
    return source.take(number - first, 1)[0]


def source_from_spec(spec: Mapping[str, Any]) -> BoardSource:
    """The source that wrote this description; raises :class:`BoardsError` when its file has changed."""
    kind = spec["kind"]
    if kind == "random":
        return RandomBoards(spec["seed"])
    if kind in SHIPPED:
        return SolvedBoards.named(kind)
    path = spec["path"]
    if _digest(Path(path)) != spec["sha256"]:
        raise BoardsError(f"{path} has changed since the match began")
    return _open_file(path)


def _open_file(path: str) -> BoardSource:
    path = os.path.abspath(path)
    if path.endswith(".deck"):
        return SolvedBoards.open(path)
    return ListedBoards(path, _read_pbn(path))


def _read_pbn(path: str) -> list[Board]:
    """The boards of a PBN file whose deal is known; a deal that two rooms played is one board.

    A board without a number gets its place in the file, one without dealer or vulnerability those of its
    number.
    """
    from bridgelang.interop.pbn_read import read_pbn

    boards: list[Board] = []
    try:
        for number, game in enumerate(read_pbn(path), 1):
            deal = game.deal
            if deal is None:
                continue
            board = Board.numbered(number if game.number is None else max(1, game.number), deal)
            if game.dealer is not None:
                board = attrs.evolve(board, dealer=game.dealer)
            if game.vulnerability is not None:
                board = attrs.evolve(board, vulnerability=game.vulnerability)
            if not boards or boards[-1] != board:
                boards.append(board)
    except OSError as error:
        raise BoardsError(f"{path}: {error.strerror or error}") from error
    if not boards:
        raise BoardsError(f"{path} has no board with a complete deal")
    return boards


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BoardsError(f"{path}: {error.strerror or error}") from error
