"""What is remembered between positions never changes a call or what it shows."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from bridgelang import load_system
from bridgelang.bidding import engine
from bridgelang.bidding.point import Point
from bridgelang.core.dealing import deal
from bridgelang.core.lasting import lasting
from bridgelang.core.seats import dealer_of, vulnerability_of

BOARDS = range(1, 121)


def bidden(ns: str, ew: str) -> list[tuple[str, list[str]]]:
    """Auctions of freshly loaded systems, each with what the four players have shown at its end."""
    at_table = load_system(ns).table(load_system(ew))
    out = []
    for number in BOARDS:
        auction = at_table.bid(deal(11, number), dealer_of(number), vulnerability_of(number))
        end = at_table.state(auction)
        out.append((str(auction), [end.holding(seat).describe() for seat in range(4)]))
    return out


def test_points_that_are_let_go_come_back_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = bidden("sayc", "acol")
    monkeypatch.setattr(engine, "MAX_POINTS", 200)
    monkeypatch.setattr(engine, "MAX_STEPS", 2_000)
    assert bidden("sayc", "acol") == kept


def test_thinning_leaves_what_is_often_come_to() -> None:
    system = load_system("sayc")
    at_table = system.table()
    for number in BOARDS:
        at_table.bid(deal(11, number), dealer_of(number), vulnerability_of(number))
    root = at_table.root(0, 0).point
    before = root.tree.count
    often = {key: child for key, child in root.children.items() if child.visits > 3}
    left = root.thin()
    assert left < before  # ends of auctions go at once: no auction went on from there
    assert 1 < root.thin() < left
    assert often and all(root.children[key] is child for key, child in often.items())


def test_points_that_are_let_go_of_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match runs without Python's collector: a point that a ring of its own kept would stay to the end."""
    monkeypatch.setattr(engine, "MAX_POINTS", 300)
    at_table = load_system("sayc").table(load_system("acol"))
    with lasting():
        for number in BOARDS:
            at_table.bid(deal(11, number), dealer_of(number), vulnerability_of(number))
        at_table.engine.thin()
        roots = [at_table.root(dealer, 0).point for dealer in (0, 1)]
        trees = {id(root.tree) for root in roots}
        there = sum(isinstance(one, Point) and id(one.tree) in trees for one in gc.get_objects())
        assert there <= sum(root.tree.count for root in roots) + len(roots)


def test_the_first_hand_at_a_position_is_answered_as_later_ones_are() -> None:
    hands = [deal(12, number)[seat] for number in range(4) for seat in range(4)]
    met_by_all = load_system("sayc").table().root(0, 0).position()
    first_of_all = [load_system("sayc").table().root(0, 0).position().chosen(hand) for hand in hands]
    for hand, first in zip(hands, first_of_all, strict=True):
        for _ in range(2):
            later = met_by_all.chosen(hand)
            assert (later and (later.call, later.index)) == (first and (first.call, first.index))


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


def test_vulnerability_parts_auctions_where_it_matters(tmp_path: Path) -> None:
    path = tmp_path / "light.bid"
    path.write_text(LIGHT)
    table = load_system(str(path)).table()
    vulnerable, nobody = table.root(0, 3), table.root(0, 0)
    assert vulnerable.point is nobody.point
    assert vulnerable.position() is not nobody.position()
    notrump, weak_two = vulnerable.then(7), vulnerable.then(10)
    assert notrump.point is nobody.then(7).point and notrump.position() is nobody.then(7).position()
    assert weak_two.point is not nobody.then(10).point
    assert weak_two.made().holding.length_range(2)[0] == 6
    assert nobody.then(10).made().holding.length_range(2)[0] == 5


def test_a_path_below_a_header_about_vulnerability_is_followed_for_each(tmp_path: Path) -> None:
    """2S shows the same whoever is vulnerable, but what may follow it does not."""
    path = tmp_path / "parted.bid"
    path.write_text(
        "language 1\nopening:\n  1C: 12+ hcp\n  2S: 6+ spades, vulnerable\n  2S: 6+ spades\nwhen vulnerable:\n"
        "  after 1C:\n    1H: 5+ hearts\nwhen not vulnerable:\n  after 1C:\n    1S: 5+ spades\n"
    )
    table = load_system(str(path)).table()
    for vulnerability, call in ((0, 6), (3, 5)):
        offered = [e.call for e in table.root(0, vulnerability).then(3).then(0).position().all_entries()]
        assert call in offered, (vulnerability, offered)


def test_both_tables_of_a_match_grow_the_same_trees() -> None:
    one, other = load_system("sayc"), load_system("acol")
    assert one.table(other).root(0, 0).point is other.table(one).root(1, 0).point
    assert one.table(other).root(0, 1).vulnerability == other.table(one).root(1, 2).vulnerability
    assert one.table(other).root(0, 0).point is not one.table(other).root(1, 0).point
