"""Double-dummy tricks: the one place where the solver (the DDS library, :mod:`bridgelang.match.dds`) is called.

Encodings: everything that comes in or goes out is in this project's own encoding (seats N E S W 0 to 3,
strains clubs 0 to notrump 4, cards ``13 * suit + rank``); DDS's own (spades 0 to clubs 3, ranks 2 to 14)
stays inside. A deal may be given as a :class:`~bridgelang.core.deals.Deal` or as its four hand masks.

The library is loaded at the first call.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bridgelang.core.cards import CARDS, Card, Strain
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat
from bridgelang.errors import BridgelangError
from bridgelang.play.state import PlayState

if TYPE_CHECKING:
    from bridgelang.match.dds import Library

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
_library: Library | None = None
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
    from bridgelang.match import dds

    with _lock, _refusals():
        library = _load(threads)
        position = dds.Position()
        position.trump = _strain_code(strain)
        position.first = int(leader)
        for place, card in enumerate(trick):
            position.currentTrickSuit[place] = 3 - card // 13
            position.currentTrickRank[place] = card % 13 + 2
        _fill(position.remainCards, hands)
        answer = library.solve(position, target=0, solutions=3, mode=1)
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
    from bridgelang.match import dds

    with _lock, _refusals():
        library = _load(threads)
        boards = dds.Boards()
        boards.noOfBoards = len(contracts)
        for place, (deal, declarer, strain) in enumerate(contracts):
            position = boards.deals[place]
            position.trump = _strain_code(strain)
            position.first = (declarer + 1) % 4
            _fill(position.remainCards, _masks(deal))
            boards.target[place] = _MAXIMUM
            boards.solutions[place] = 1
            boards.mode[place] = 1  # search afresh: the results of another board's search are not reused
        solved = library.solve_boards(boards)
    # the score is that of the side on lead, which is the defence
    return (13 - solved.solvedBoard[place].score[0] for place in range(len(contracts)))


def _solve_table_batch(deals: Sequence[DealLike], threads: int) -> Iterator[Table]:
    from bridgelang.match import dds

    with _lock, _refusals():
        library = _load(threads)
        request = dds.Deals()
        request.noOfTables = len(deals)
        for place, deal in enumerate(deals):
            _fill(request.deals[place].cards, _masks(deal))
        solved = library.solve_tables(request)
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


def _load(threads: int) -> Library:
    """The library, loaded once and told how many threads to use (the caller holds the lock)."""
    global _library, _threads
    if _library is None:
        from bridgelang.match import dds

        try:
            _library = dds.load()
        except dds.DdsMissing as error:
            raise SolverError(str(error)) from error
    wanted = max(1, threads)
    if wanted != _threads:
        _library.set_threads(wanted)
        _threads = wanted
    return _library


@contextmanager
def _refusals() -> Iterator[None]:
    from bridgelang.match.dds import DdsError

    try:
        yield
    except DdsError as error:
        raise SolverError(f"the double-dummy solver refused the position: {error}") from error
