"""Tuning: paired boards, honest intervals."""

from __future__ import annotations

import pytest

from bridgelang.errors import NotationError
from bridgelang.match import play_match
from bridgelang.match.statistics import Moments
from bridgelang.match.tuning import parse_parameter, tune
from bridgelang.report.match import tune_json, tune_text

STUB = "python:tests.match.match_stubs:Stub"


def test_variants_play_the_same_boards_and_are_paired(deck: str) -> None:
    seen: list[tuple[int, int]] = []
    options = {"deck": deck, "boards": 100, "cache": False}
    result = tune(
        STUB, [("light", ["0", "2", "4"])], settings={"name": "x"}, **options,
        progress=lambda done, planned: seen.append((done, planned)),
    )  # fmt: skip
    assert [variant.label for variant in result.variants] == ["light=0", "light=2", "light=4"]
    plain, *others = result.variants
    assert not any(plain.result.values)  # the system against itself
    assert seen[-1] == (300, 300) and seen == sorted(seen)
    for variant in others:
        settings = {"name": "x", **dict(variant.settings)}
        alone = play_match(STUB, STUB, a_settings=settings, b_settings={"name": "x"}, **options)
        assert list(variant.result.values) == list(alone.values)
        differences = [own - base for own, base in zip(alone.values, plain.result.values, strict=True)]
        assert variant.gain == Moments.of(differences)
    assert result.level == pytest.approx(0.975)
    assert result.best.result.mean == max(variant.result.mean for variant in result.variants)


def test_two_settings_make_every_combination(deck: str) -> None:
    result = tune(STUB, [("light", ["0", "3"]), ("name", ["p", "q"])], deck=deck, boards=25, cache=False)
    assert [dict(variant.settings) for variant in result.variants] == [
        {"light": "0", "name": "p"}, {"light": "0", "name": "q"},
        {"light": "3", "name": "p"}, {"light": "3", "name": "q"},
    ]  # fmt: skip
    text, data = tune_text(result), tune_json(result)
    for variant in result.variants:
        assert variant.label in text
    assert "25 boards" in text and "98.33 % interval" in text
    gain, half_width = result.gain(result.variants[2])
    assert data["variants"][2]["gain"] == pytest.approx(gain, abs=1e-6)
    assert data["variants"][2]["gain_interval"][1] == pytest.approx(gain + half_width, abs=1e-6)


def test_what_does_not_fit_tuning_is_refused(deck: str) -> None:
    with pytest.raises(TypeError, match="until"):
        tune(STUB, [("light", ["0"])], until=0.1)


@pytest.mark.parametrize("text", ["", "notrump", "=3", "notrump=", "notrump=12-14,,15-17"])
def test_a_parameter_that_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError, match="write it as"):
        parse_parameter(text)
