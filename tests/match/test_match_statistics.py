"""Means, quantiles, and the two-stage rule."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.errors import BridgelangError
from bridgelang.match import play_match
from bridgelang.match.run import read_match
from bridgelang.match.sequential import boards_needed, corrected_half_width
from bridgelang.match.statistics import Moments, student_quantile
from tests.match.match_stubs import Stub

VALUES = st.lists(st.integers(-24, 24), max_size=60)


@given(VALUES, VALUES)
def test_moments_are_those_of_the_values(one: list[int], other: list[int]) -> None:
    both = one + other
    moments = Moments.of(one) + Moments.of(other)
    assert moments == Moments.of(both)
    assert moments.mean == pytest.approx(statistics.fmean(both) if both else 0)
    if len(both) > 1:
        assert moments.variance == pytest.approx(statistics.variance(both))
        assert moments.standard_error == pytest.approx(statistics.stdev(both) / math.sqrt(len(both)))


# from the usual printed tables of Student's distribution
@pytest.mark.parametrize(
    ("freedom", "two_sided_95", "two_sided_99"),
    [(1, 12.706, 63.657), (2, 4.303, 9.925), (3, 3.182, 5.841), (4, 2.776, 4.604), (5, 2.571, 4.032),
     (10, 2.228, 3.169), (30, 2.042, 2.750), (120, 1.980, 2.617), (10**6, 1.960, 2.576)],
)  # fmt: skip
def test_students_quantiles(freedom: int, two_sided_95: float, two_sided_99: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(two_sided_95, abs=6e-4)
    assert student_quantile(0.995, freedom) == pytest.approx(two_sided_99, abs=6e-4)
    assert student_quantile(0.5, freedom) == 0


def swings(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Like IMPs: half the boards flat, the others up to 15 either way, lopsided, with mean 0.5."""
    size = rng.choice([1, 2, 5, 6, 10, 11, 13], shape)
    sign = np.where(rng.random(shape) < 0.55, 1, -1)
    return np.where(rng.random(shape) < 0.5, 0, size * sign)


def test_the_two_stage_interval_holds_the_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(12)
    truth = 0.5 * 0.1 * np.mean([1, 2, 5, 6, 10, 11, 13])
    held = two_stage = 0
    for values in swings(rng, (1500, 4000)):
        pilot = Moments.of([int(value) for value in values[:100]])
        boards = boards_needed(pilot, 0.35)
        assert 100 <= boards <= 4000
        half_width = corrected_half_width(pilot, boards)
        assert half_width <= 0.35 + 1e-9
        held += abs(values[:boards].mean() - truth) <= half_width
        two_stage += 1
    # 1500 matches: the share's own standard error is 0.56 %
    assert 0.935 < held / two_stage < 0.968


def test_until_stops_by_the_pilot(deck: str) -> None:
    few = play_match(Stub("a", "4"), Stub("b"), deck=deck, boards=200, until=50.0, cache=False)
    assert few.stopping is not None and few.stopping.reached and few.boards == 200
    low, high = few.interval
    assert high - low == pytest.approx(2 * few.stopping.half_width)
    assert few.stopping.half_width < 50


def test_until_with_a_real_pilot(
    deck: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr("bridgelang.match.run.PILOT", 50)
    whole = play_match(Stub("a", "4"), Stub("b"), deck=deck, boards=200, cache=False)
    pilot = Moments.of(list(whole.values[:50]))
    wanted = 1.05 * corrected_half_width(pilot, 100)
    file = tmp_path_factory.mktemp("until") / "m"
    result = play_match(Stub("a", "4"), Stub("b"), deck=deck, boards=200, until=wanted, cache=False, out=file)
    assert result.stopping is not None and result.stopping.reached
    assert 50 < result.boards == result.stopping.planned == boards_needed(pilot, wanted) < 200
    assert list(result.values) == list(whole.values[: result.boards])
    assert result.stopping.half_width <= wanted
    assert read_match(file).interval == result.interval
    too_narrow = play_match(Stub("a", "4"), Stub("b"), deck=deck, boards=200, until=0.01, cache=False)
    assert too_narrow.stopping is not None and not too_narrow.stopping.reached
    assert too_narrow.boards == 200 and too_narrow.interval == whole.interval


def test_matchpoints_are_stopped_in_per_cent(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgelang.match.run.PILOT", 50)
    result = play_match(Stub("a", "4"), Stub("b"), deck=deck, boards=200, until=7.0, scoring="matchpoints", cache=False)
    assert result.stopping is not None and result.stopping.half_width <= 7.0
    assert 50 <= result.boards < 200


def test_an_impossible_width_is_refused(deck: str) -> None:
    with pytest.raises(BridgelangError, match="±0"):
        play_match(Stub(), Stub(), deck=deck, boards=10, until=0.0)
