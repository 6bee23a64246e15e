"""A convention card of one sheet, both sides, in the usual order of headings, filled in from a system."""

from __future__ import annotations

import attrs

from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import meaning_of
from bridgelang.bidding.wording import SAYS_NOTHING
from bridgelang.compile.shipped import header
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.seats import Seat
from bridgelang.report.book import PASS, REDOUBLE, entry_text
from bridgelang.report.pages import render

_MOST_ANSWERS = 12

# heading, and the auctions that answer it; passes are written out where they matter
_FRONT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Overcalls at the one and two level", ("1H 1S", "1S 2C", "1S 2H")),
    ("Answers to overcalls", ("1H 1S P 2S", "1H 1S P 3S", "1H 1S P 2H", "1H 1S P 1NT")),
    ("1NT overcall, second and fourth seat", ("1H 1NT", "1H P P 1NT")),
    ("Jump overcalls, unusual notrump", ("1H 2S", "1S 3C", "1H 2NT", "1C 2NT")),
    ("Direct cue bids", ("1C 2C", "1D 2D", "1H 2H", "1S 2S")),
    ("Over their 1NT", ("1NT X", "1NT 2C", "1NT 2D", "1NT 2H", "1NT 2S", "1NT 2NT", "1NT 3C")),
    ("Over their preempts", ("2H X", "2H 2S", "2H 2NT", "2H 3H", "3H X", "3H 3NT", "4S X", "4S 4NT")),
    ("Over their strong 2C", ("2C X", "2C 2H", "2C 2NT")),
    ("Over their takeout double", ("1H X XX", "1H X 2H", "1H X 2NT", "1H X 3H", "1H X 1S", "1H X 2C")),
)
_DOUBLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Takeout doubles", ("1H X", "1S X", "1H P P X")),
    ("Answers to them", ("1H X P 1S", "1H X P 2S", "1H X P 2H", "1H X P 1NT")),
    ("Negative, support, responsive, reopening", ("1D 1S X", "1H 2C X", "1C P 1H 1S X", "1H X 2H X", "1H 2C P P X")),
    ("Over their overcall of our 1NT", ("1NT 2H X", "1NT 2H 2NT", "1NT 2H 3H", "1NT X XX", "1NT X 2C")),
)
_SLAM = (
    "1S P 3S P 4NT", "1S P 3S P 4NT P 5C", "1S P 3S P 4NT P 5D", "1S P 3S P 4NT P 5H", "1S P 3S P 4NT P 5S",
    "1NT P 4C", "1NT P 4NT", "1H P 3S", "1H P 4C",
)  # fmt: skip


@attrs.frozen
class Rule:
    """One agreement: the auction with its call, and what it shows."""

    auction: str
    text: str
    alert: bool


@attrs.frozen
class Opening:
    """A row of the second side: the opening, what it shows, and partner's answers."""

    call: str
    text: str
    alert: bool
    answers: tuple[Rule, ...]


def card_page(system: System) -> str:
    """The card as one HTML page, two A4 sides when printed."""
    about = header(system.path)
    return render(
        "card.html",
        name=system.name,
        title=system.title,
        about=" ".join(about.about),
        settings=[(name, system.settings.get(name, value)) for name, value, _ in about.settings],
        front=_boxes(system, _FRONT),
        doubles=_boxes(system, _DOUBLES),
        slam=_lines(system, _SLAM),
        openings=_openings(system),
    )


def _boxes(system: System, headings: tuple[tuple[str, tuple[str, ...]], ...]) -> list[tuple[str, list[Rule]]]:
    found = [(title, _lines(system, auctions)) for title, auctions in headings]
    return [(title, lines) for title, lines in found if lines]


def _lines(system: System, auctions: tuple[str, ...]) -> list[Rule]:
    found = [_line(system, tuple(int(call) for call in Auction.parse(text).calls)) for text in auctions]
    return [line for line in found if line is not None]


def _line(system: System, calls: tuple[int, ...]) -> Rule | None:
    """What the last call shows, None when the system does not make it."""
    state = system.table().root(0, 0)
    for call in calls[:-1]:
        state = state.then(call)
    if not state.is_legal(calls[-1]):
        return None
    meaning = meaning_of(state, CALLS[calls[-1]], Seat((len(calls) - 1) % 4))
    if meaning.unread or meaning.holding.is_empty or meaning.text in SAYS_NOTHING:
        return None
    return Rule(entry_text(calls), meaning.text, meaning.alert)


def _openings(system: System) -> list[Opening]:
    """The openings from 1C up to the four level, with partner's answers, bids first."""
    table = system.table()
    found = []
    for call in range(3, 23):
        line = _line(system, (call,))
        if line is None:
            continue
        state = table.root(0, 0).then(call).then(PASS)
        offered = {entry.call for entry in state.position().all_entries() if not entry.reads and not entry.leaves}
        answers = [_line(system, (call, PASS, answer)) for answer in sorted(offered) if answer > REDOUBLE]
        kept = [Rule(one.auction.split(" ", 1)[1], one.text, one.alert) for one in answers if one is not None]
        found.append(Opening(str(CALLS[call]), line.text, line.alert, tuple(kept[:_MOST_ANSWERS])))
    return found
