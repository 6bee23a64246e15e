"""The book: what is in it, in which order, linked how, and each of its forms."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bridgelang import load_system
from bridgelang.bidding.meaning import meaning_of
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.seats import Seat
from bridgelang.interop.pbn import read_pbn
from bridgelang.report.bboalert import LONGEST, bboalert, explanation, records, short_text
from bridgelang.report.book import Book, bidding_order, book, from_opening
from bridgelang.report.book_page import book_page, identity
from bridgelang.report.book_text import book_bml, book_markdown, book_text
from bridgelang.report.card import card_page

DATA = Path(__file__).parents[1] / "data"
SMALL = str(DATA / "book.bid")


@cache
def small() -> Book:
    return book(load_system(SMALL), boards=40)


@cache
def small_page() -> str:
    return book_page(small())


class Links(HTMLParser):
    """The anchors of a page, the links inside each, and the text of each search key."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[tuple[str, str]] = []  # from the entry or position a link stands in, to where it leads
        self.keys: dict[str, str] = {}
        self.outside: list[str] = []
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if "id" in given:
            self.ids.append(given["id"])
        if tag in ("section", "li"):
            self._inside.append(given.get("id", ""))
        if tag == "li" and given.get("data-k"):
            self.keys[given["id"]] = given["data-k"]
        if tag == "a":
            target = given.get("href", "")
            if target.startswith("#"):
                place = next((one for one in reversed(self._inside) if one), "")
                self.links.append((place, target[1:]))
            else:
                self.outside.append(target)
        self.outside += [value for name, value in attrs if name == "src"]

    def handle_endtag(self, tag):
        if tag in ("section", "li") and self._inside:
            self._inside.pop()


def test_positions_and_entries_stand_in_the_order_of_bidding():
    made = small()
    first = made.positions[()]
    assert [str(CALLS[entry.call]) for entry in first.entries][:3] == ["1C", "1D", "1H"]
    for position in made.positions.values():
        orders = [bidding_order(entry.call) for entry in position.entries]
        assert orders == sorted(orders)
        assert len(set(orders)) == len(orders)


def test_overcalls_doubles_and_what_follows_them_are_there():
    made = small()
    for calls in ("1H 1S", "1H X", "1NT P 2C", "1NT P 2C P 2D", "1D 1S X", "1H X XX"):
        assert made.entry(tuple(int(call) for call in Auction.parse(calls).calls)), calls


def test_each_entry_says_what_meaning_says_and_its_hand_is_one_of_those_shown():
    made, system = small(), load_system(SMALL)
    seen = 0
    for position in made.positions.values():
        state = system.table().root(0, 0)
        for call in position.calls:
            state = state.then(call)
        for entry in position.entries:
            meaning = meaning_of(state, CALLS[entry.call], Seat(len(position.calls) % 4))
            assert entry.text == meaning.text
            assert (entry.hand is None) == (entry.boards == 0)
            seen += entry.boards
    assert seen > 150


def test_the_page_is_one_file_and_every_link_leads_somewhere_and_back():
    page = small_page()
    found = Links(page)
    assert not found.outside
    assert "http:" not in page and "https:" not in page and "@import" not in page and "url(" not in page
    assert len(set(found.ids)) == len(found.ids)
    assert {target for _, target in found.links} <= set(found.ids)
    pairs = set(found.links)
    made = small()
    back = 0
    for calls in made.positions:
        if calls and made.entry(calls[:-1]):
            back += (identity(calls, "p"), identity(calls[:-1])) in pairs
    assert back > 30
    for calls in made.positions:
        if len(calls) > 1 and calls[-1] == 0:
            assert (identity(calls[:-1]), identity(calls, "p")) in pairs


def test_the_page_can_be_searched_printed_and_read_in_the_dark():
    page = small_page()
    keys = Links(page).keys
    assert keys["e-1NT-P-2C"] == "1NT 2C"
    assert keys["e-1H-1S"] == "(1H) 1S"
    assert 'type="search"' in page
    for words in ("prefers-color-scheme: dark", "@media print", "columns: 2", "width=device-width"):
        assert words in page
    assert '1<i class="H">♥</i>' in page


def test_text_and_markdown_hold_every_entry():
    made = small()
    entries = [entry for position in made.positions.values() for entry in position.entries]
    text, table = book_text(made), book_markdown(made)
    assert max(map(len, text.splitlines()[10:])) < 80
    assert table.count("\n| ") - table.count("| call |") - len(made.settings) - bool(made.settings) == len(entries)
    assert text.index("After 1C\n") < text.index("After 1NT\n") < text.index("After (1C)\n")
    assert "2C   Stayman: 8+ hcp, 4 hearts or 4 spades, forcing" in text


def test_bml_indents_what_follows_and_puts_theirs_in_parentheses():
    lines = book_bml(small()).splitlines()
    assert lines[0].startswith("#+TITLE: ")
    at = lines.index("1NT  15-17 hcp, balanced".replace("1NT", "1N"))
    assert "  2C  Stayman: 8+ hcp, 4 hearts or 4 spades, forcing" in lines[at:]
    assert any(re.fullmatch(r" +\([1-7D].?\)", line) for line in lines[at:])
    assert "(1H)" in lines


def test_bboalert_says_of_every_call_what_meaning_says_in_39_characters():
    made = small()
    found = records(made)
    checked = 0
    for position in made.positions.values():
        for entry in position.entries:
            if entry.call or entry.alert:
                assert explanation(found, entry.calls) == short_text(entry.text)
                checked += 1
    assert checked > 120
    assert all(0 < len(record.text) <= LONGEST for record in found)
    wild = [index for index, record in enumerate(found) if None in record.context]
    assert wild == list(range(len(wild))) and wild


def test_bboalert_lines_have_three_fields():
    lines = bboalert(small()).splitlines()
    assert lines[0] == "BBOalert"
    assert lines[1].startswith("//")
    for line in lines[2:]:
        assert re.fullmatch(r"(?:[1-7][CDHSN]|--|Db|Rd|__)*,(?:[1-7][CDHSN]|--|Db|Rd),[^,]+", line), line
    assert "1N--,2C,Stayman: 8+hcp 4H/4S F" in lines
    assert any(line.startswith("__,") for line in lines)


def test_a_convention_card_has_the_usual_headings():
    page = card_page(load_system("sayc"))
    assert not Links(page).outside
    for words in ("Takeout doubles", "Over their 1NT", "Opening bids and answers", "Leads and signals"):
        assert words in page
    assert page.count('<div class="side">') == 2


def follow(page: Links, calls: tuple[int, ...], location: str) -> str:
    """How the last call of an auction is found from the list of openings: by links alone, or by its rule."""
    links: dict[str, set[str]] = {}
    for place, target in page.links:
        links.setdefault(place, set()).add(target)
    start = len(calls) % 2  # 0 when they opened: the list in front leads to each of their openings
    here = "p-" if start else identity(calls[:1], "p")
    for end in range(2 - start, len(calls) + 1, 2):
        entry, after = identity(calls[:end]), identity(calls[: end + 1], "p")
        if entry not in page.keys:
            break
        if end == len(calls):
            return "call"
        if after not in links.get(entry, ()):
            break
        here = after
    reached = "rules" in links.get(here, ()) or here == "p-"  # the list in front leads there as well
    return "rule" if reached and f"r-{location}" in page.ids else ""


@pytest.mark.slow
def test_the_calls_of_500_reference_boards_are_found_by_following_links():
    system = load_system("sayc")
    text = book_page(book(system))
    assert len(text.encode()) < 3_000_000
    page = Links(text)
    page.ids = set(page.ids)
    table = system.table()
    found: list[str] = []
    for board in read_pbn(DATA / "reference_sayc_400.pbn"):
        state = table.root(board.dealer, board.vulnerability)
        auction = Auction(board.dealer, board.vulnerability)
        for at, entry in enumerate(board.auction.entries[:12]):
            chosen = state.position().choose(board.deal[Seat((board.dealer + at) % 4)])
            auction = auction.then(entry.call)
            calls, _ = from_opening(auction)
            if calls and int(entry.call) == (chosen.call if chosen else 0):
                found.append(follow(page, calls, chosen.line.location if chosen else ""))
            state = state.then(int(entry.call))
        if len(found) >= 500:
            break
    assert len(found) >= 500
    assert found.count("") == 0
    assert found.count("call") > len(found) / 2
