"""Double-dummy tricks: the one place where endplay's solver (Bo Haglund's DDS library) is called.

Encodings: everything that comes in or goes out is in this project's own encoding (seats N E S W 0 to 3,
strains clubs 0 to notrump 4, cards ``13 * suit + rank``); DDS's own (spades 0 to clubs 3, ranks 2 to 14)
stays inside. A deal may be given as a :class:`~bridgelang.core.deals.Deal` or as its four hand masks.

The library is loaded at the first call. Only endplay's binding is loaded, not the package around it, which
imports a plotting library: 30 ms instead of 430.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from bridgelang.core.cards import CARDS, Card, Strain
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat
from bridgelang.errors import BridgelangError
from bridgelang.play.state import PlayState

__all__ = [
    "BATCH",
    "DealLike",
    "SolverError",
    "Table",
    "solve_cards",
    "solve_contracts",
    "solve_play",
    "solve_tables",
]

DealLike = Deal | Sequence[int]
Table = tuple[tuple[int, ...], ...]
"""Tricks of each declarer: ``table[seat][strain]``, four rows (N E S W) of five (clubs to notrump)."""

BATCH = 200
"""Contracts solved by one call of the library, which shares work between equal (deal, strain) pairs."""

_TABLES = 40  # deals for which one library call may solve all five strains
_MAXIMUM = -1  # DDS target: the most tricks
_lock = threading.Lock()
_library: ModuleType | None = None
_threads = 0


class SolverError(BridgelangError):
    """The double-dummy solver is missing, or refused a position."""


def solve_contracts(contracts: Sequence[tuple[DealLike, Seat, Strain]], threads: int = 1) -> list[int]:
    """The tricks each declarer takes in his strain, both sides playing perfectly, in the order asked.

    >>> from bridgelang.core.deals import Deal
    >>> deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    >>> solve_contracts([(deal, Seat.NORTH, Strain.SPADES), (deal, Seat.NORTH, Strain.NOTRUMP)])
    [13, 0]

    ``threads`` is how many of the machine's cores the library may use.
    Raises :class:`SolverError` when the library is missing or refuses a deal.
    """
    tricks: list[int] = []
    for low in range(0, len(contracts), BATCH):
        tricks.extend(_solve_batch(contracts[low : low + BATCH], threads))
    return tricks


def solve_tables(deals: Sequence[DealLike], threads: int = 1) -> list[Table]:
    """All twenty results of each deal: ``result[i][declarer][strain]`` is declarer's tricks.

    About half the price per result of :func:`solve_contracts`: the declarers of a strain share a search.
    """
    tables: list[Table] = []
    for low in range(0, len(deals), _TABLES):
        tables.extend(_solve_table_batch(deals[low : low + _TABLES], threads))
    return tables


def solve_cards(
    hands: Sequence[int], strain: Strain, leader: Seat, trick: Sequence[Card] = (), threads: int = 1
) -> dict[Card, int]:
    """For a play in progress: the tricks the side to play still takes after each of its legal cards.

    ``hands`` are the masks N, E, S, W of the cards not yet played, ``trick`` the cards of the current trick
    in the order played from ``leader`` (0 to 3, no longer in the hands). The current trick counts.

    >>> solve_cards([1 << 51, 1 << 50, 1 << 49, 1 << 48], Strain.NOTRUMP, Seat.NORTH)
    {Card.parse('SA'): 1}

    Raises :class:`SolverError` when the cards do not make a position, ``ValueError`` for a full trick.
    """
    if len(trick) > 3:
        raise ValueError("the current trick is complete; give the position after it")
    with _lock:
        library = _load(threads)
        position = library.deal()
        position.trump = _strain_code(strain)
        position.first = int(leader)
        for place, card in enumerate(trick):
            position.currentTrickSuit[place] = 3 - card // 13
            position.currentTrickRank[place] = card % 13 + 2
        _fill(position.remainCards, hands)
        answer = library.futureTricks()
        _call(library, "SolveBoard", position, 0, 3, 1, answer, 0)
    scores: dict[Card, int] = {}
    for place in range(answer.cards):
        suit = 3 - answer.suit[place]
        ranks = (1 << answer.rank[place]) | answer.equals[place]
        for rank in range(13):
            if ranks >> (rank + 2) & 1:
                scores[CARDS[13 * suit + rank]] = answer.score[place]
    return dict(sorted(scores.items(), reverse=True))


def solve_play(play: PlayState, threads: int = 1) -> dict[Card, int]:
    """:func:`solve_cards` of a play in progress: the form in which players and claims take a solver."""
    return solve_cards(play.hands, play.contract.strain, play.leader, play.trick, threads)


def _solve_batch(contracts: Sequence[tuple[DealLike, Seat, Strain]], threads: int) -> Iterator[int]:
    with _lock:
        library = _load(threads)
        boards = library.boards()
        boards.noOfBoards = len(contracts)
        for place, (deal, declarer, strain) in enumerate(contracts):
            position = boards.deals[place]
            position.trump = _strain_code(strain)
            position.first = (declarer + 1) % 4
            _fill(position.remainCards, _masks(deal))
            boards.target[place] = _MAXIMUM
            boards.solutions[place] = 1
            boards.mode[place] = 1  # search afresh: the results of another board's search are not reused
        solved = library.solvedBoards()
        _call(library, "SolveAllBoardsBin", boards, solved)
    # the score is that of the side on lead, which is the defence
    return (13 - solved.solvedBoard[place].score[0] for place in range(len(contracts)))


def _solve_table_batch(deals: Sequence[DealLike], threads: int) -> Iterator[Table]:
    with _lock:
        library = _load(threads)
        request = library.ddTableDeals()
        request.noOfTables = len(deals)
        for place, deal in enumerate(deals):
            _fill(request.ddTableDeal[place].cards, _masks(deal))
        solved = library.ddTablesRes()
        par = library.allParResults()
        _call(library, "CalcAllTables", request, -1, [0] * 5, solved, par)
    for place in range(len(deals)):
        grid = solved.results[place].resTable
        yield tuple(tuple(grid[_strain_code(strain)][seat] for strain in Strain) for seat in range(4))


def _masks(deal: DealLike) -> Sequence[int]:
    if isinstance(deal, Deal):
        return [deal[seat].mask for seat in Seat]
    return deal


def _fill(target: Any, masks: Sequence[int]) -> None:
    """Write four hand masks into DDS's hand by suit array (spades first, the two in bit 2)."""
    for row, mask in zip(target, masks, strict=True):
        bits = int(mask)
        row[0] = bits >> 39 << 2
        row[1] = (bits >> 26 & 0x1FFF) << 2
        row[2] = (bits >> 13 & 0x1FFF) << 2
        row[3] = (bits & 0x1FFF) << 2


def _strain_code(strain: int) -> int:
    return 4 if strain == 4 else 3 - strain


def _call(library: ModuleType, name: str, *arguments: Any) -> None:
    try:
        getattr(library, name)(*arguments)
    except library.DDSError as error:
        raise SolverError(f"the double-dummy solver refused the position: {error}") from error


def _load(threads: int) -> ModuleType:
    """The library, loaded once and told how many threads to use (the caller holds the lock)."""
    global _library, _threads
    if _library is None:
        _library = _load_binding()
    wanted = max(1, threads)
    if wanted != _threads:
        _library.SetMaxThreads(wanted)
        _threads = wanted
    return _library


def _load_binding() -> ModuleType:
    package = importlib.util.find_spec("endplay")
    if package is None or package.origin is None:
        raise SolverError("the double-dummy solver needs the package endplay: pip install endplay")
    path = os.path.join(os.path.dirname(package.origin), "_dds", "__init__.py")
    spec = importlib.util.spec_from_file_location("endplay_dds", path)
    if spec is None or spec.loader is None:
        raise SolverError(f"endplay is installed without its solver (no {path})")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (OSError, RuntimeError, AttributeError) as error:
        raise SolverError(f"endplay's solver cannot be loaded: {error}") from error
    return module
