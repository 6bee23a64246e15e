"""A board of a match at both tables: hands, the two auctions with what each call shows, contracts, results, par."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from bridgelang.bidding.load import System, load_system
from bridgelang.bidding.meaning import meanings
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat
from bridgelang.errors import BridgelangError
from bridgelang.match.attribution import first_parting
from bridgelang.match.entries import Entry
from bridgelang.match.look_up import Kept
from bridgelang.match.par import Par, par
from bridgelang.match.records import BoardRecord
from bridgelang.report.auction import VULNERABLE
from bridgelang.report.columns import columns
from bridgelang.report.match import outcome
from bridgelang.report.squeeze import squeezed


@attrs.frozen
class Told:
    """One call: who made it, what it shows (empty when its maker cannot be asked), and the rule behind it."""

    seat: Seat
    call: Call
    shows: str
    location: str
    rule: str
    parts: bool
    """Whether it is the first call at which the two tables part."""


@attrs.frozen
class TableView:
    """One table: who sits North-South, the auction call by call, and what came of it."""

    name: str
    auction: Auction
    calls: tuple[Told, ...]
    outcome: str


@attrs.frozen
class BoardView:
    """A board at both tables; ``par`` is None when nothing was solved."""

    record: BoardRecord
    deal: Deal
    tables: tuple[TableView, TableView]
    par: Par | None

    @property
    def vulnerable(self) -> str:
        """Who is vulnerable, in words."""
        return VULNERABLE[self.record.vulnerability]


def board_views(kept: Kept, numbers: Sequence[int] | None = None, solve: bool = True) -> list[BoardView]:
    """The boards, in the order of ``numbers`` (default: all); with ``solve`` par is worked out."""
    records = [kept.records[number] for number in (numbers or sorted(kept.records)) if number in kept.records]
    systems = _systems(kept.bidders)
    deals = [Deal.parse(record.deal) for record in records]
    best: list[Par | None] = [None] * len(records)
    if solve and records:
        for at, table in enumerate(_tables(kept, deals)):
            auction = _auction(records[at], 0)
            best[at] = par(table, auction.dealer, auction.vulnerability)
    return [
        BoardView(record, deal, (_table(kept, record, 0, systems), _table(kept, record, 1, systems)), found)
        for record, deal, found in zip(records, deals, best, strict=True)
    ]


def _tables(kept: Kept, deals: Sequence[Deal]) -> list[Sequence[Sequence[int]]]:
    """The double-dummy tricks of each deal: those of the deck that was played, else solved now."""
    known = kept.tables()
    unknown = [deal for deal in deals if deal not in known]
    if unknown:
        from bridgelang.match.solver import solve_tables

        known |= dict(zip(unknown, solve_tables(unknown), strict=True))
    return [known[deal] for deal in deals]


def _systems(bidders: tuple[Entry, Entry]) -> tuple[System | None, System | None]:
    """The two systems, as they are now; None for an outside program, or one that is no longer there."""

    def load(entry: Entry) -> System | None:
        if entry.kind != "system":
            return None
        try:
            return load_system(entry.source, settings=dict(entry.settings))
        except (BridgelangError, OSError):
            return None

    return load(bidders[0]), load(bidders[1])


def _auction(record: BoardRecord, table: int) -> Auction:
    return Auction.parse(record.tables[table].auction, dealer=record.dealer, vulnerability=record.vulnerability)


def _table(kept: Kept, record: BoardRecord, number: int, systems: tuple[System | None, System | None]) -> TableView:
    """The first bidder sits North-South at table 0, the second at table 1."""
    kept_table = record.tables[number]
    auction = _auction(record, number)
    ns, ew = systems if number == 0 else systems[::-1]
    shown = [""] * len(auction.calls)
    if ns is not None and ew is not None:
        shown = [meaning.text for meaning in meanings(ns.table(ew), auction)]
    parting = first_parting(record)
    told = []
    for index, call in enumerate(auction.calls):
        rule = kept.rules[kept_table.rules[index]] if index < len(kept_table.rules) else kept.rules[0]
        here = parting is not None and parting.index == index
        told.append(Told(auction.seat_of(index), call, shown[index], rule.location, squeezed(rule.text), here))
    return TableView(kept.names[number], auction, tuple(told), outcome(kept_table))


def board_view_text(view: BoardView, names: tuple[str, str], symbols: bool = False) -> str:
    """The board for a person: the hands, then each table's auction with what each call shows and its rule."""
    record = view.record
    lines = [
        f"Board {record.number}, dealer {Seat.parse(record.dealer).word}, {view.vulnerable}: "
        f"{names[0]} {record.imps:+d} IMPs ({record.points:+,} points)",
        "",
        view.deal.diagram(symbols),
    ]
    for table in view.tables:
        lines += ["", f"NS {table.name}: {table.outcome}", "", table.auction.table(symbols), ""]
        rows = [
            (
                ">" if told.parts else " ",
                told.seat.word,
                told.call.pretty if symbols else str(told.call),
                told.location or "-",
                told.shows or told.rule or "no rule",
            )
            for told in table.calls
        ]
        lines.append(columns(rows))
    if view.par is not None:
        lines += ["", f"par  NS {view.par}"]
    if any(told.parts for table in view.tables for told in table.calls):
        lines += ["", "> is where the auctions part."]
    return "\n".join(lines)


def board_view_json(view: BoardView) -> dict[str, Any]:
    """The board as plain values; scores are for North-South, gains the first bidder's."""
    record = view.record
    return {
        "board": record.number,
        "deal": record.deal,
        "dealer": record.dealer,
        "vulnerability": record.vulnerability,
        "imps": record.imps,
        "points": record.points,
        "tables": [
            {
                "ns": table.name,
                "contract": kept.contract or None,
                "tricks": kept.tricks,
                "score": kept.score,
                "calls": [
                    {
                        "seat": told.seat.letter,
                        "call": str(told.call),
                        "shows": told.shows or None,
                        "rule": told.location or None,
                        "text": told.rule or None,
                    }
                    for told in table.calls
                ],
            }
            for table, kept in zip(view.tables, record.tables, strict=True)
        ],
        "par": None
        if view.par is None
        else {"score": view.par.score, "contracts": [str(one) for one in view.par.contracts]},
    }
