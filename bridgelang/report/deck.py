"""A solved board: the hands, the twenty double-dummy results, par."""

from __future__ import annotations

from typing import Any

from bridgelang.core.cards import STRAINS
from bridgelang.core.seats import SEATS
from bridgelang.match.boards import Board
from bridgelang.match.par import par
from bridgelang.report.auction import VULNERABLE


def board_text(board: Board, symbols: bool = False) -> str:
    """The board for a person; the table has a row for each declarer."""
    lines = [
        f"Board {board.number}, dealer {board.dealer.word}, {VULNERABLE[str(board.vulnerability)]}",
        "",
        board.deal.diagram(symbols),
    ]
    if board.table is not None:
        names = [strain.symbol if symbols else strain.letter for strain in reversed(STRAINS)]
        lines += ["", "tricks" + "".join(f"{name:>4}" for name in names)]
        for seat in SEATS:
            row = board.table[seat]
            lines.append(f"{seat.word:<6}" + "".join(f"{row[strain]:>4}" for strain in reversed(STRAINS)))
        lines += ["", f"par    NS {par(board.table, board.dealer, board.vulnerability)}"]
    return "\n".join(lines)


def board_json(board: Board) -> dict[str, Any]:
    """The board as plain values; tricks by declarer and strain, par in points for North-South."""
    out: dict[str, Any] = {
        "board": board.number,
        "dealer": board.dealer.letter,
        "vulnerability": str(board.vulnerability),
        "deal": str(board.deal),
    }
    if board.table is not None:
        best = par(board.table, board.dealer, board.vulnerability)
        out["tricks"] = {
            seat.letter: {strain.letter: board.table[seat][strain] for strain in STRAINS} for seat in SEATS
        }
        out["par"] = {"score": best.score, "contracts": [str(contract) for contract in best.contracts]}
    return out
