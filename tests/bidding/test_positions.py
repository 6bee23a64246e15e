"""What is remembered between positions never changes a call or what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang import load_system
from bridgelang.bidding import headers, table
from bridgelang.core.dealing import deal
from bridgelang.core.seats import dealer_of, vulnerability_of

BOARDS = range(1, 121)
PAIRS = [("sayc", "acol"), ("precision", "natural")]


def bidden(ns: str, ew: str) -> list[tuple[str, list[str]]]:
    """Auctions of freshly loaded systems, each with what the four players have shown at its end."""
    at_table = load_system(ns).table(load_system(ew))
    out = []
    for number in BOARDS:
        auction = at_table.bid(deal(11, number), dealer_of(number), vulnerability_of(number))
        end = at_table.state(auction)
        out.append((str(auction), [end.holding(seat).describe() for seat in range(4)]))
    return out


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_the_generated_function_changes_nothing(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headers, "WALKS_BEFORE", 1_000_000)
    without = bidden(*pair)
    monkeypatch.setattr(headers, "WALKS_BEFORE", 0)
    assert bidden(*pair) == without


def test_states_that_are_let_go_come_back_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = bidden("sayc", "acol")
    monkeypatch.setattr(table, "MAX_STATES", 200)
    assert bidden("sayc", "acol") == kept


def test_thinning_leaves_what_is_often_come_to() -> None:
    system = load_system("sayc")
    at_table = system.table()
    for number in BOARDS:
        at_table.bid(deal(11, number), dealer_of(number), vulnerability_of(number))
    root = at_table.root(0, 0)
    before = root.sides.states
    left = root.thin(1)
    assert 1 < left < before
    assert all(child.visits > 1 for child in root.children.values())


LIGHT = """\
language 1
system Light "preempts on less when not vulnerable"
opening:
  1NT: 15-17 hcp, balanced
  2H: 5-9 hcp, 6+ hearts, vulnerable
  2H: 3-9 hcp, 5+ hearts, not vulnerable
after 2H:
  2S: 5+ spades
use natural
"""


def test_vulnerability_parts_auctions_where_it_matters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headers, "WALKS_BEFORE", 0)
    path = tmp_path / "light.bid"
    path.write_text(LIGHT)
    table = load_system(str(path)).table()
    vulnerable, nobody = table.root(0, 3), table.root(0, 0)
    notrump, weak_two = vulnerable.after(7), vulnerable.after(10)
    assert vulnerable.position() is not nobody.position()
    assert notrump.twin is nobody.then(7) and notrump.position() is nobody.then(7).position()
    assert weak_two.twin is None
    assert weak_two.made().holding.length_range(2)[0] == 6
    assert nobody.then(10).made().holding.length_range(2)[0] == 5


def test_both_tables_of_a_match_grow_the_same_trees() -> None:
    one, other = load_system("sayc"), load_system("acol")
    assert one.table(other).root(0, 0) is other.table(one).root(1, 0)
    assert one.table(other).root(0, 1) is other.table(one).root(1, 2)
    assert one.table(other).root(0, 0) is not one.table(other).root(1, 0)
