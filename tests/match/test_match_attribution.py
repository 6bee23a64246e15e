"""Where boards part, which phase it is, and that the sums add up."""

from __future__ import annotations

from collections import defaultdict

import pytest

from bridgelang.match import play_match
from bridgelang.match.attribution import PHASES, PartingTally, first_parting, phase_of
from bridgelang.match.records import BoardRecord, Rule, TableRecord
from tests.match.match_stubs import Stub


def board(first: str, second: str, dealer: str = "N", swing: int = 0, number: int = 1) -> BoardRecord:
    tables = []
    for auction, offset, score in ((first, 10, swing), (second, 20, 0)):
        rules = tuple(range(offset, offset + len(auction.split())))
        tables.append(TableRecord(auction, rules, "", None, score))
    return BoardRecord(number, "", dealer, "none", (tables[0], tables[1]))


def test_equal_auctions_do_not_part() -> None:
    assert first_parting(board("1NT P P P", "1NT P P P")) is None


def test_the_first_bidder_is_north_south_at_the_first_table() -> None:
    parting = first_parting(board("1C P 1H P P P", "1C P 1S P P P", dealer="N"))
    assert parting is not None
    assert (parting.index, parting.phase) == (2, "response")
    assert (parting.a_call, parting.a_rule) == ("1H", 12)  # South at the first table
    assert (parting.b_call, parting.b_rule) == ("1S", 22)


def test_when_east_west_part_the_first_bidder_sits_at_the_second_table() -> None:
    parting = first_parting(board("1C P 1H P P P", "1C P 1S P P P", dealer="E"))
    assert parting is not None
    assert (parting.a_call, parting.a_rule) == ("1S", 22)  # West at the second table
    assert (parting.b_call, parting.b_rule) == ("1H", 12)


@pytest.mark.parametrize(
    ("before", "phase"),
    [
        ("", "opening"), ("P P P", "opening"),
        ("1C P", "response"), ("P 1C P", "response"), ("P P 1C X", "response"), ("1C 2H", "response"),
        ("1C P 1H P", "opener's rebid"), ("P 1C P 1H X", "opener's rebid"), ("1C P P X", "opener's rebid"),
        ("1C P 1H P 1S P", "responder's rebid"), ("1C P P 1S P P", "responder's rebid"),
        ("1C", "overcall"), ("1C P P", "overcall"), ("1C P 1H", "overcall"), ("P P 1C P 1H P 2H", "overcall"),
        ("1C 1S P", "advance"), ("1C X P", "advance"), ("1C P P X P", "advance"),
        ("1C 1S P 2S P", "later rounds"), ("1C P 1H P 2C P 2D P", "later rounds"),
        ("1C P 1H P 2C P 2D P 2S P", "later rounds"),
    ],
)  # fmt: skip
def test_phases(before: str, phase: str) -> None:
    assert phase_of(before.split()) == phase
    assert phase in PHASES


def test_sums_examples_and_order() -> None:
    tally = PartingTally()
    rules = [Rule("", "")] + [Rule(f"f.bid:{number}", f"rule {number}") for number in range(1, 40)]
    for number, swing in enumerate([100, 500, -50, 0, 1000, 300], 1):
        tally.add(board("1C P P P", "1D P P P", swing=swing, number=number))
    tally.add(board("P P P P", "1D P P P", swing=-2000, number=7))
    tally.add(board("P P P P", "P P P P", swing=0, number=8))
    found = tally.attribution(rules)
    assert found.parted == 7
    assert [cause.phase for cause in found.phases] == ["opening"]
    heavy, light = found.pairs
    assert heavy.imps.total == 3 + 11 - 2 + 0 + 14 + 7 and heavy.imps.count == 6
    assert heavy.examples == (5, 2, 6)
    assert light.imps.total == -19 and light.examples == (7,)
    assert heavy.a is not None and heavy.a.location == "f.bid:10" and heavy.a_call == "1C"
    assert heavy.per_board(100) == pytest.approx(0.33)
    assert heavy.standard_error(100) > 0
    (a_rule,) = {cause.a for cause in found.a_rules}  # both causes are of rule 10, with two different calls
    assert a_rule is not None and [cause.a_call for cause in found.a_rules] == ["1C", "P"]
    (b_rule,) = found.b_rules
    assert b_rule.imps.total == 33 - 19 and b_rule.a is None


def test_every_imp_is_put_down_to_something(deck: str) -> None:
    result = play_match(Stub("a", "4"), Stub("b"), deck=deck, boards=200, cache=False)
    found = result.attribution
    for causes in (found.phases, found.pairs, found.a_rules, found.b_rules):
        assert sum(cause.imps.total for cause in causes) == sum(result.values)
        assert sum(cause.imps.count for cause in causes) == found.parted
    by_phase: dict[str | None, int] = defaultdict(int)
    for cause in found.pairs:
        by_phase[cause.phase] += cause.imps.total
    assert by_phase == {cause.phase: cause.imps.total for cause in found.phases}
    weights = [abs(cause.imps.total) for cause in found.pairs]
    assert weights == sorted(weights, reverse=True)
