"""A match as one HTML page that needs nothing else: no scripts, no outside files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from bridgelang.match.attribution import Cause
from bridgelang.match.records import BoardRecord, Rule
from bridgelang.match.result import MatchResult
from bridgelang.report.match import match_text, outcome

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
table { border-collapse: collapse; margin: .6rem 0 1.6rem; }
th, td { padding: .2rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid #ddd; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
code, pre { font: 13px/1.4 ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #e6e6e6; } th, td { border-color: #444; } }
"""


def page(title: str, body: Iterable[str]) -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n'
        + "\n".join(body)
        + "\n</html>\n"
    )


def grid(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()) -> str:
    """A table; the columns in ``numbers`` hold numbers. A cell that is :class:`Markup` is taken as it is."""
    flush = set(numbers)

    def line(cells: Sequence[object], tag: str) -> str:
        return "".join(
            f'<{tag}{" class=n" if place in flush else ""}>'
            f"{cell if isinstance(cell, Markup) else escape(str(cell))}</{tag}>"
            for place, cell in enumerate(cells)
        )

    body = "\n".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table>\n<tr>{line(head, 'th')}</tr>\n{body}\n</table>"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def match_page(result: MatchResult, top: int = 20) -> str:
    """The result, its breakdowns, the causes of the difference, and the biggest swings with both auctions."""
    title = f"{result.a} against {result.b}"
    headline = match_text(result, 0).split("\n\n")[1]
    body = [f"<h1>{escape(title)}</h1>", f"<p>{result.boards:,} boards, {escape(result.source)}</p>"]
    body += [f"<p>{escape(line.strip())}</p>" for line in headline.splitlines()]
    for part in result.breakdowns:
        rows = [
            (share.name, f"{share.boards:,}", f"{share.mean:+.2f}", f"{share.low:+.2f} to {share.high:+.2f}")
            for share in part.shares
        ]
        body += [f"<h2>By {escape(part.title)}</h2>", grid(("", "boards", "mean", "95 % interval"), rows, (1, 2, 3))]
    found = result.attribution
    body.append(f"<h2>Where the auctions part: {found.parted:,} boards</h2>")
    phases = [(cause.phase or "", *_figures(cause, result.boards)) for cause in found.phases]
    body.append(grid(("phase", "IMPs a board", "error", "boards", "IMPs"), phases, (1, 2, 3, 4)))
    for name, causes, of_a in ((result.a, found.a_rules, True), (result.b, found.b_rules, False)):
        body.append(f"<h2>{escape(name)}'s calls there</h2>")
        body.append(_causes(causes[:top], result.boards, of_a))
    if result.swings:
        body.append("<h2>Biggest swings</h2>")
        swings = [(record.number, f"{record.imps:+d}", _tables(record, result)) for record in result.swings]
        body.append(grid(("board", "IMPs", "deal and auctions"), swings, (0, 1)))
    return page(title, body)


def _figures(cause: Cause, boards: int) -> tuple[str, str, str, str]:
    return (
        f"{cause.per_board(boards):+.3f}",
        f"±{cause.standard_error(boards):.3f}",
        f"{cause.imps.count:,}",
        f"{cause.imps.total:+,}",
    )


def _causes(causes: Sequence[Cause], boards: int, of_a: bool) -> str:
    rows = []
    for cause in causes:
        call, rule = (cause.a_call, cause.a) if of_a else (cause.b_call, cause.b)
        examples = ", ".join(map(str, cause.examples))
        rows.append((call or "", _rule(rule), *_figures(cause, boards), examples))
    head = ("call", "rule", "IMPs a board", "error", "boards", "IMPs", "look at boards")
    return grid(head, rows, (2, 3, 4, 5))


def _rule(rule: Rule | None) -> Markup:
    if rule is None or not rule.location:
        return Markup("no rule")
    return Markup(f"{escape(rule.location)}<br><code>{escape(' '.join(rule.text.split()))}</code>")


def _tables(record: BoardRecord, result: MatchResult) -> Markup:
    lines = [f"dealer {record.dealer}, vulnerable: {record.vulnerability}", record.deal]
    for name, table in zip((result.a, result.b), record.tables, strict=True):
        lines.append(f"NS {name}: {table.auction}   {outcome(table)}")
    return Markup("<pre>" + escape("\n".join(lines)) + "</pre>")
