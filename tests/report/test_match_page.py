"""The match report: one board at both tables, the page with its charts and links, the figures as CSV."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from bridgelang.match import play_match
from bridgelang.match.look_up import look_up, look_up_one
from bridgelang.match.run import read_match
from bridgelang.report.charts import HEIGHT, LEFT, WIDTH, running_mean, swings
from bridgelang.report.match_board import board_view_json, board_view_text, board_views
from bridgelang.report.match_csv import COLUMNS, match_csv
from bridgelang.report.match_page import boards_to_show, match_page

SMALL = str(Path(__file__).parents[1] / "data" / "book.bid")
BOARDS = 120


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("match") / "small.match")
    play_match(SMALL, SMALL, boards=BOARDS, a_settings={"notrump": "12-14"}, out=path, jobs=1)
    return path


@pytest.fixture(scope="module")
def result(kept):
    return read_match(kept)


@pytest.fixture(scope="module")
def page(kept, result):
    numbers = boards_to_show(result, 3)
    return match_page(result, board_views(look_up(kept, numbers), numbers, solve=False), 3, "my-book.html")


def test_one_board_shows_both_tables_and_where_they_part(kept, result):
    number = result.swings[0].number
    found = look_up_one(kept, number)
    (view,) = board_views(found)
    text = board_view_text(view, found.names)
    assert text.startswith(f"Board {number}, dealer ")
    assert text.count("NS book: ") == 2
    assert text.isascii()
    parted = [line.split() for line in text.splitlines() if line.startswith(">")]
    assert len(parted) == 3  # a call at either table, and what the mark means
    assert parted[0][1] == parted[1][1] and parted[0][2] != parted[1][2]
    assert "book.bid:" in text and "\npar  NS " in text
    data = board_view_json(view)
    assert data["imps"] == result.swings[0].imps
    assert [len(table["calls"]) for table in data["tables"]] == [
        len(table.auction.split()) for table in result.swings[0].tables
    ]
    assert all(call["shows"] for call in data["tables"][0]["calls"])


def test_the_page_needs_nothing_else_and_its_links_lead_somewhere(page, result):
    assert "http:" not in page and "https:" not in page and "url(" not in page and "<script" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(ids)) == len(ids)
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(ids)
    assert any(target.startswith("b-") for target in targets)  # from a rule to a board
    assert any(target.startswith("c-") for target in targets)  # and back
    assert re.search(r'href="my-book\.html#r-book\.bid:\d+"', page)
    assert page.count('class="board"') == len(boards_to_show(result, 3))


def test_the_page_tells_meanings_on_hover_and_prints(page):
    assert re.search(r'title="12-14 hcp, balanced\nbook\.bid:\d+  1NT: notrump hcp, balanced"', page)
    for words in ("@media print", "prefers-color-scheme: dark", "max-width: 52rem", "width=device-width"):
        assert words in page


def test_the_charts_stay_in_their_frames(result):
    running = running_mean(result)
    points = [tuple(map(float, point.split(","))) for point in f"{running.line} {running.band}".split()]
    assert len(points) > 60
    assert all(LEFT <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    chart = swings(result)
    tied = sum(value == 0 for value in result.values)
    assert sum(int(bar.tells.split()[1]) for bar in chart.bars) == BOARDS - tied
    assert all(bar.height > 0 and LEFT <= bar.x < WIDTH for bar in chart.bars)


def test_the_last_point_of_the_running_mean_is_the_mean(result):
    running = running_mean(result)
    x, y = map(float, running.line.split()[-1].split(","))
    zero, above = running.up[0], running.up[-1]
    value = float(zero.text) + (zero.at - y) / (zero.at - above.at) * (float(above.text) - float(zero.text))
    assert value == pytest.approx(result.mean, abs=0.05)
    assert x == pytest.approx(WIDTH - 8, abs=0.1)


def test_the_figures_as_csv(result):
    rows = list(csv.DictReader(io.StringIO(match_csv(result))))
    assert tuple(rows[0]) == COLUMNS
    assert int(rows[0]["total"]) == sum(result.values)
    assert float(rows[0]["mean"]) == pytest.approx(result.mean, abs=1e-4)
    tables = [row["table"] for row in rows]
    assert list(dict.fromkeys(tables)) == [
        "match", "vulnerability", "auction", "contract", "phases", "a's calls", "b's calls", "pairs",
    ]  # fmt: skip
    assert sum(int(row["boards"]) for row in rows if row["table"] == "vulnerability") == BOARDS
    assert sum(int(row["total"]) for row in rows if row["table"] == "phases") == sum(result.values)


def test_a_page_without_boards_or_swings():
    result = play_match(SMALL, SMALL, boards=4, jobs=1)
    assert "different contracts on 0" in match_page(result)
