"""A board bid by two systems: hands, auction, the reason of each call, contract, double-dummy tricks and par."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from bridgelang.bidding.interpreter import Decision
from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import Meaning, meanings, rule_json
from bridgelang.core.auctions import Auction
from bridgelang.core.deals import Deal
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.interop.board import Board
from bridgelang.interop.records import RecordedAuction
from bridgelang.report.columns import columns

if TYPE_CHECKING:
    from bridgelang.match.par import Par

VULNERABLE = {"none": "nobody vulnerable", "ns": "NS vulnerable", "ew": "EW vulnerable", "all": "all vulnerable"}


@attrs.frozen
class BidBoard:
    """A board with its auction, and for each call the decision and its meaning.

    ``tricks`` (declarer's) and ``par`` are None when nothing was solved.
    """

    number: int
    deal: Deal
    auction: Auction
    decisions: tuple[Decision, ...]
    meanings: tuple[Meaning, ...]
    systems: tuple[str, str]
    tricks: int | None
    par: Par | None

    @property
    def score(self) -> int | None:
        """Points for North-South when declarer takes his double-dummy tricks."""
        contract = self.auction.contract
        if contract is None:
            return 0
        return None if self.tricks is None else contract_score(contract, self.tricks, self.auction.vulnerability)


def bid_board(
    ns: System,
    ew: System,
    deal: Deal,
    *,
    number: int,
    dealer: Seat,
    vulnerability: Vulnerability,
    solve: bool = True,
) -> BidBoard:
    """Bid a board to the end; with ``solve`` its twenty double-dummy results are worked out too."""
    table = ns.table(ew)
    auction = Auction(dealer, vulnerability)
    decisions: list[Decision] = []
    while auction.turn is not None:
        decisions.append(table.decide(auction, deal[auction.turn]))
        auction = auction.then(decisions[-1].call)
    tricks, best = None, None
    if solve:
        from bridgelang.match.par import par
        from bridgelang.match.solver import solve_tables

        (results,) = solve_tables([deal])
        best = par(results, dealer, vulnerability)
        if auction.contract is not None:
            tricks = results[auction.contract.declarer][auction.contract.strain]
    said = tuple(meanings(table, auction))
    return BidBoard(number, deal, auction, tuple(decisions), said, (ns.name, ew.name), tricks, best)


def auction_text(board: BidBoard, symbols: bool = False) -> str:
    """The board for a person, ending with an empty line."""
    auction = board.auction
    ns, ew = board.systems
    lines = [
        f"Board {board.number}, dealer {auction.dealer.word}, {VULNERABLE[str(auction.vulnerability)]}; "
        f"NS play {ns}, EW {ew}",
        "",
        board.deal.diagram(symbols),
        "",
        auction.table(symbols),
        "",
        columns(
            (
                auction.seat_of(index).word,
                decision.call.pretty if symbols else decision.call,
                decision.rule.location if decision.rule is not None else "-",
                meaning.text,
            )
            for index, (decision, meaning) in enumerate(zip(board.decisions, board.meanings, strict=True))
        ),
        "",
    ]
    contract = auction.contract
    said = contract.pretty(symbols) if contract is not None else "passed out"
    if board.tricks is not None and contract is not None:
        over = board.tricks - contract.tricks_needed
        said += f", {f'{over:+d}' if over else '='} double-dummy ({board.tricks} tricks), NS {board.score:+d}"
    lines.append(f"contract  {said}")
    if board.par is not None:
        lines.append(f"par       NS {board.par}")
    return "\n".join([*lines, ""])


def as_record(board: BidBoard) -> Board:
    """The board as one for a file; calls that are artificial or would surprise carry their meaning as a note."""
    auction = board.auction
    notes = {index: meaning.text for index, meaning in enumerate(board.meanings) if meaning.alert}
    return Board.of(
        board.deal,
        number=board.number,
        dealer=auction.dealer,
        vulnerability=auction.vulnerability,
        auction=RecordedAuction.of(auction, notes),
        tags={seat.word: board.systems[seat.side] for seat in SEATS},
    )


def auction_json(board: BidBoard) -> dict[str, Any]:
    """The board as plain values; scores are for North-South."""
    auction = board.auction
    contract = auction.contract
    return {
        "board": board.number,
        "deal": str(board.deal),
        "dealer": auction.dealer.letter,
        "vulnerability": str(auction.vulnerability),
        "systems": {"NS": board.systems[0], "EW": board.systems[1]},
        "auction": [str(call) for call in auction.calls],
        "calls": [
            {
                "seat": auction.seat_of(index).letter,
                "call": str(decision.call),
                "rule": rule_json(decision.rule),
                "explanation": decision.explanation,
                "shows": meaning.text,
            }
            for index, (decision, meaning) in enumerate(zip(board.decisions, board.meanings, strict=True))
        ],
        "contract": str(contract) if contract is not None else None,
        "tricks": board.tricks,
        "score": board.score,
        "par": None
        if board.par is None
        else {"score": board.par.score, "contracts": [str(one) for one in board.par.contracts]},
    }
