"""Double-dummy results of boards from files: those the file states, the others solved if wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bridgelang.core.cards import STRAINS
from bridgelang.core.seats import SEATS
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board
from bridgelang.interop.pbn_tables import double_dummy
from bridgelang.match.par import par
from bridgelang.match.solver import solve_tables

__all__ = ["Tricks", "solved_boards"]

Tricks = Sequence[Sequence[int]]
_TOGETHER = 40  # boards solved by one call


def solved_boards(boards: Iterable[Board], solve: bool = False) -> Iterator[tuple[Board, Tricks, int]]:
    """Boards whose twenty results are known, with them as ``tricks[declarer][strain]`` and par for North-South.

    Without ``solve`` the boards whose file does not state all of them are left out.
    """
    waiting: list[Board] = []
    for board in boards:
        if board.deal is None or board.dealer is None or board.vulnerability is None:
            continue
        stated = _stated(board)
        if stated is not None:
            yield _with_par(board, stated)
        elif solve:
            waiting.append(board)
            if len(waiting) == _TOGETHER:
                yield from _solved(waiting)
                waiting = []
    yield from _solved(waiting)


def _stated(board: Board) -> list[list[int]] | None:
    try:
        tricks = double_dummy(board)
    except NotationError:
        return None
    if len(tricks) != len(SEATS) * len(STRAINS):
        return None
    return [[tricks[seat, strain] for strain in STRAINS] for seat in SEATS]


def _solved(boards: Sequence[Board]) -> Iterator[tuple[Board, Tricks, int]]:
    tables = solve_tables([board.deal for board in boards if board.deal is not None])
    for board, table in zip(boards, tables, strict=True):
        yield _with_par(board, table)


def _with_par(board: Board, table: Sequence[Sequence[int]]) -> tuple[Board, Tricks, int]:
    assert board.dealer is not None and board.vulnerability is not None
    return board, table, par(table, board.dealer, board.vulnerability).score
