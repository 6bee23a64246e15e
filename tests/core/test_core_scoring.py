"""Scores of contracts and comparisons against tables worked out elsewhere, and endplay for every result."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.cards import STRAINS, Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.scoring import (
    butler,
    butler_datum,
    contract_score,
    cross_imps,
    imps,
    matchpoints,
    score,
    victory_points,
    victory_points_discrete,
)
from bridgelang.core.seats import Seat, Vulnerability

DATA = Path(__file__).parents[1] / "data"
MATCH = yaml.safe_load((DATA / "match_scoring.yaml").read_text())

point_lists = st.lists(st.integers(-760, 760).map(lambda tens: 10 * tens), min_size=1, max_size=12)


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open() as lines:
        return list(csv.DictReader(lines))


def test_every_score_of_the_table():
    table = rows("scores_full.csv")
    assert len(table) == 35 * 3 * 2 * 14
    for row in table:
        contract = Contract.parse(f"{row['contract']} by N")
        points = score(
            contract.level, contract.strain, contract.doubled, row["declarer_vul"] == "1", int(row["tricks"])
        )
        assert points == int(row["score_declarer"]), row


def test_every_score_agrees_with_endplay():
    from endplay.types import Contract as EndplayContract
    from endplay.types import Denom, Penalty, Player, Vul

    denominations = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
    penalties = (Penalty.passed, Penalty.doubled, Penalty.redoubled)
    cells = 0
    for level in range(1, 8):
        for strain in STRAINS:
            for doubled in range(3):
                for tricks in range(14):
                    theirs = EndplayContract(
                        level=level,
                        denom=denominations[strain],
                        declarer=Player.south,
                        penalty=penalties[doubled],
                        result=tricks - level - 6,
                    )
                    for vulnerable, vul in ((False, Vul.none), (True, Vul.both)):
                        cells += 1
                        assert score(level, strain, doubled, vulnerable, tricks) == theirs.score(vul)
    assert cells == 2_940


def test_contracts_of_the_table_from_both_sides():
    table = rows("scores.csv")
    assert len(table) == 500
    passed_out = [row for row in table if row["contract"] == "Pass"]
    assert 0 < len(passed_out) < 20
    for row in passed_out:
        assert contract_score(None, 0, Vulnerability.parse(row["vul"])) == int(row["score_ns"]) == 0
    for row in table:
        if row in passed_out:
            continue
        contract = Contract.parse(f"{row['contract']} by {row['declarer']}")
        assert contract.denomination == row["contract"]
        assert (contract.level, contract.strain) == (int(row["level"]), Strain.parse(row["strain"]))
        assert "X" * contract.doubled == row["doubled"]
        assert int(row["tricks"]) - contract.tricks_needed == int(row["result"])
        vulnerability = Vulnerability.parse(row["vul"])
        assert vulnerability.of(contract.declarer) == (row["declarer_vul"] == "1")
        assert contract_score(contract, int(row["tricks"]), vulnerability) == int(row["score_ns"]), row


@pytest.mark.parametrize(
    ("contract", "vulnerable", "tricks", "points"),
    [
        ("7NTXX", True, 13, 2980),
        ("7NTXX", True, 0, -7600),
        ("1NTXX", False, 7, 560),
        ("2CXX", True, 8, 760),
        ("2DXX", True, 8, 760),
        ("1SXX", False, 7, 520),
        ("6S", False, 13, 1010),
        ("3NT", False, 10, 430),
        ("1NTX", False, 6, -100),
    ],
)
def test_scores_worked_by_hand(contract, vulnerable, tricks, points):
    parts = Contract.parse(f"{contract} by S")
    assert score(parts.level, parts.strain, parts.doubled, vulnerable, tricks) == points


def test_what_cannot_be_scored():
    for arguments in ((0, 0, 0, False, 7), (8, 0, 0, False, 7), (1, 5, 0, False, 7), (1, 0, 3, False, 7)):
        with pytest.raises(ValueError, match="there is no such result"):
            score(*arguments)
    for tricks in (-1, 14):
        with pytest.raises(ValueError, match=f"tricks {tricks}"):
            contract_score(Contract(1, Strain.CLUBS, 0, Seat.NORTH), tricks, Vulnerability.NONE)


def test_imps_on_both_sides_of_every_step():
    assert len(MATCH["imps"]) == 50
    for points, expected in MATCH["imps"]:
        assert imps(points) == expected
        assert imps(-points) == -expected


@given(st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_imps_grow_with_the_points(one, other):
    assert imps(one) == -imps(-one)
    assert (imps(one) <= imps(other)) or one > other


@pytest.mark.parametrize("case", MATCH["matchpoints"], ids=lambda case: str(case["ns_scores"]))
def test_matchpoints_and_cross_imps(case):
    assert matchpoints(case["ns_scores"]) == case["mp"]
    assert [points / 2 for points in matchpoints(case["ns_scores"])] == case["mp_half"]
    assert cross_imps(case["ns_scores"]) == case["cross_imps"]


@given(point_lists)
def test_matchpoints_and_cross_imps_balance(scores):
    tables = len(scores)
    assert sum(matchpoints(scores)) == tables * (tables - 1)
    assert sum(cross_imps(scores)) == 0
    from_the_other_side = matchpoints([-points for points in scores])
    assert from_the_other_side == [2 * (tables - 1) - own for own in matchpoints(scores)]


@pytest.mark.parametrize("case", MATCH["butler"], ids=lambda case: f"{case['ns_scores']} drop {case['drop']}")
def test_butler(case):
    assert butler_datum(case["ns_scores"], case["drop"]) == case["datum"]
    assert butler(case["ns_scores"], case["drop"]) == case["imps"]


def test_a_datum_halfway_between_two_tens():
    assert [butler_datum([90, 100], ties=ties) for ties in ("away", "zero", "even")] == [100, 90, 100]
    assert [butler_datum([-90, -100], ties=ties) for ties in ("away", "zero", "even")] == [-100, -90, -100]
    assert [butler_datum([80, 90], ties=ties) for ties in ("away", "zero", "even")] == [90, 80, 80]
    assert butler_datum([-10, 0, 0]) == 0


@pytest.mark.parametrize("arguments", [([], 0), ([50, 60], 1), ([50], -1)])
def test_a_datum_of_nothing(arguments):
    with pytest.raises(ValueError, match="nothing to average"):
        butler_datum(*arguments)


def test_another_rule_for_ties_is_refused():
    with pytest.raises(ValueError, match="`up`"):
        butler_datum([50], ties="up")


@pytest.mark.parametrize("boards", MATCH["vp_continuous"])
def test_the_continuous_scale(boards):
    scale = MATCH["vp_continuous"][boards]
    for margin, hundredths in enumerate(scale):
        assert victory_points(margin, boards) == (hundredths / 100, (2000 - hundredths) / 100)
        assert victory_points(-margin, boards) == ((2000 - hundredths) / 100, hundredths / 100)
    assert victory_points(len(scale), boards) == victory_points(10_000, boards) == (20.0, 0.0)
    assert victory_points(len(scale) - 2, boards)[0] < 20


@pytest.mark.parametrize("boards", MATCH["vp_corrections"])
def test_the_continuous_scale_is_corrected_to_be_concave(boards):
    for margin, plain, corrected in MATCH["vp_corrections"][boards]:
        assert corrected == plain + 1
        assert victory_points(margin, boards)[0] == corrected / 100


@pytest.mark.parametrize("boards", MATCH["vp_discrete"])
def test_the_discrete_scale(boards):
    uppers = MATCH["vp_discrete"][boards]
    assert len(uppers) == 10
    for step, upper in enumerate(uppers):
        assert victory_points_discrete(upper, boards) == (10 + step, 10 - step)
        assert victory_points_discrete(upper + 1, boards) == (11 + step, 9 - step)
        assert victory_points_discrete(-upper, boards) == (10 - step, 10 + step)


@given(st.integers(1, 200), st.integers(0, 300))
def test_victory_points_grow_with_the_margin(boards, margin):
    for function in (victory_points, victory_points_discrete):
        own, other = function(margin, boards)
        assert own + other == pytest.approx(20)
        assert 10 <= own <= 20
        assert function(margin + 1, boards)[0] >= own
        assert function(-margin, boards) == (other, own)
    steps = [victory_points(margin + more, boards)[0] for more in range(3)]
    assert round(steps[2] - steps[1], 2) <= round(steps[1] - steps[0], 2)


def test_very_long_matches_have_a_scale_without_the_correction():
    for boards, distance in ((1_000, 0.3), (100_000, 0.01)):
        third = round(5 * boards**0.5)  # a third of the margin worth 20 points is worth 15
        assert victory_points(third, boards)[0] == pytest.approx(15, abs=distance)
        assert victory_points(4 * third, boards) == (20.0, 0.0)


def test_a_match_of_no_boards_has_no_scale():
    for function in (victory_points, victory_points_discrete):
        with pytest.raises(ValueError, match="at least one board, not 0"):
            function(1, 0)
