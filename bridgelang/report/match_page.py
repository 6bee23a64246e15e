"""A match as one HTML page that needs nothing else: charts, causes, and boards with both auctions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgelang.core.seats import Seat
from bridgelang.match.attribution import Cause
from bridgelang.match.records import Rule
from bridgelang.match.result import MatchResult
from bridgelang.report import charts
from bridgelang.report.book_text import call_name
from bridgelang.report.match import headline
from bridgelang.report.match_board import BoardView, TableView, Told
from bridgelang.report.pages import hand_parts, render
from bridgelang.report.squeeze import squeezed

MOST_BOARDS = 40


def boards_to_show(result: MatchResult, top: int) -> list[int]:
    """The biggest swings, and the boards that the causes name; in that order, each once."""
    found = [record.number for record in result.swings]
    for causes in (result.attribution.a_rules, result.attribution.b_rules):
        found += [number for cause in causes[:top] for number in cause.examples]
    return list(dict.fromkeys(found))[:MOST_BOARDS]


def match_page(result: MatchResult, views: Sequence[BoardView] = (), top: int = 20, book: str = "") -> str:
    """The page; ``views`` are the boards on it, ``book`` the address of a book whose lines the rules link to."""
    found = result.attribution
    rows = {
        "a": [_cause(one, f"a-{at}", one.a_call, one.a, result) for at, one in enumerate(found.a_rules[:top])],
        "b": [_cause(one, f"b-{at}", one.b_call, one.b, result) for at, one in enumerate(found.b_rules[:top])],
    }
    named: dict[int, list[tuple[str, str]]] = {}
    for causes in rows.values():
        for cause in causes:
            for number in cause["examples"]:
                named.setdefault(number, []).append((cause["id"], f"{cause['call']} {cause['location']}".strip()))
    return render(
        "match.html",
        result=result,
        headline=headline(result),
        running=charts.running_mean(result),
        swings=charts.swings(result),
        phases=charts.phases(found.phases, result.boards),
        breakdowns=[
            (part.title, charts.shares(part.shares, result.unit)) for part in result.breakdowns if len(part.shares) > 1
        ],
        parted=found.parted,
        a_rules=rows["a"],
        b_rules=rows["b"],
        shown={view.record.number for view in views},
        boards=[_board(view, named.get(view.record.number, [])) for view in views],
        tables=[(part.title, [_share(share) for share in part.shares]) for part in result.breakdowns],
        book=book,
    )


def _cause(cause: Cause, identifier: str, call: str | None, rule: Rule | None, result: MatchResult) -> dict[str, Any]:
    return {
        "id": f"c-{identifier}",
        "call": call or "",
        "location": rule.location if rule else "",
        "text": squeezed(rule.text) if rule else "",
        "total": cause.imps.total,
        "per_board": f"{cause.per_board(result.boards):+.3f}",
        "error": f"{cause.standard_error(result.boards):.3f}",
        "boards": f"{cause.imps.count:,}",
        "imps": f"{cause.imps.total:+,}",
        "examples": cause.examples,
    }


def _share(share: Any) -> tuple[str, str, str, str]:
    sign = "" if share.scoring == "matchpoints" else "+"
    return (
        share.name,
        f"{share.boards:,}",
        f"{share.mean:{sign}.2f}",
        f"{share.low:{sign}.2f} to {share.high:{sign}.2f}",
    )


def _board(view: BoardView, causes: list[tuple[str, str]]) -> dict[str, Any]:
    record = view.record
    return {
        "number": record.number,
        "dealer": Seat.parse(record.dealer).word,
        "vulnerable": view.vulnerable,
        "imps": record.imps,
        "hands": [hand_parts(hand) for hand in view.deal.hands],
        "par": str(view.par) if view.par is not None else "",
        "tables": [_table(table) for table in view.tables],
        "causes": causes,
    }


def _table(table: TableView) -> dict[str, Any]:
    return {
        "name": table.name,
        "outcome": table.outcome,
        "skip": (table.auction.dealer + 1) % 4,  # the columns go west, north, east, south
        "calls": [_told(told) for told in table.calls],
    }


def _told(told: Told) -> dict[str, Any]:
    rule = f"{told.location}  {told.rule}" if told.location else ""
    return {
        "seat": told.seat.letter,
        "call": call_name(int(told.call)),
        "shows": told.shows,
        "location": told.location,
        "tells": "\n".join(filter(None, (told.shows, rule))),
        "parts": told.parts,
    }
