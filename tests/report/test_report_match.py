"""The match report: the figures are those of the result, in text and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bridgelang.batch.dealing import deal_masks
from bridgelang.match import MatchResult, play_match
from bridgelang.match.boards import SolvedBoards
from bridgelang.match.deck import Deck
from bridgelang.report.attribution import attribution_json, attribution_text
from bridgelang.report.match import match_json, match_text
from tests.match.match_stubs import Stub

COUNT = 150


@pytest.fixture(scope="module")
def source() -> SolvedBoards:
    rng = np.random.default_rng(8)
    tables = rng.integers(4, 12, (COUNT, 4, 5), dtype=np.uint8)
    return SolvedBoards(None, Deck.of(5, 1, deal_masks(5, 0, COUNT), tables, np.zeros(COUNT, dtype=np.int16)))


def play(source: SolvedBoards, **options: object) -> MatchResult:
    light, sound = Stub("light", "3"), Stub("sound")
    return play_match(light, sound, boards=COUNT, deck=source, cache=False, **options)  # type: ignore[arg-type]


def test_the_text_tells_the_figures(source: SolvedBoards) -> None:
    result = play(source, swings=2)
    text = match_text(result)
    assert text.isascii() and not any(line != line.rstrip() for line in text.splitlines())
    assert max(len(line) for line in text.splitlines()) <= 110
    assert text.startswith("light against sound: 150 boards, the reference deck\n")
    low, high = result.interval
    for shown in (
        f"light {result.mean:+.2f} IMPs a board",
        f"standard error {result.standard_error:.2f}",
        f"95 % interval {low:+.2f} to {high:+.2f}",
        f"{result.wins} boards won, {result.losses} lost, {COUNT - result.wins - result.losses} tied",
        f"different contracts on {result.different} ({100 * result.different / COUNT:.1f} %)",
    ):
        assert shown in text
    for record in result.swings:
        assert f"Board {record.number}, dealer {record.dealer}" in text
        assert f"light {record.imps:+d} IMPs" in text
        assert record.deal in text
        for table in record.tables:
            assert table.auction in text
    assert text.count("  Board ") == 2
    assert match_text(result, swings=0).count("Board") == 0


def test_a_table_in_words(source: SolvedBoards) -> None:
    from bridgelang.match.records import TableRecord
    from bridgelang.report.match import outcome

    assert outcome(TableRecord("", (), "4H by S", 10, 420)) == "4H by S =, NS +420"
    assert outcome(TableRecord("", (), "4HX by W", 8, 500)) == "4HX by W -2, NS +500"
    assert outcome(TableRecord("", (), "1NT by N", 9, 150)) == "1NT by N +2, NS +150"
    assert outcome(TableRecord("", (), "1NT by N", None, None)) == "1NT by N"


def test_matchpoints_are_per_cent(source: SolvedBoards) -> None:
    result = play(source, scoring="matchpoints")
    text = match_text(result)
    assert f"light {result.mean:.1f} % of the matchpoints" in text
    assert 0 < result.mean < 100 and match_json(result)["mean"] == pytest.approx(result.mean)


def test_the_json_agrees_with_the_result(source: SolvedBoards) -> None:
    result = play(source)
    data = json.loads(json.dumps(match_json(result)))
    assert (data["a"], data["b"], data["boards"], data["scoring"]) == ("light", "sound", COUNT, "imps")
    assert data["total"] == sum(result.values)
    assert data["mean"] == pytest.approx(sum(result.values) / COUNT, abs=1e-6)
    assert data["interval"][0] < data["mean"] < data["interval"][1]
    for breakdown in data["breakdowns"]:
        assert sum(share["boards"] for share in breakdown["shares"]) == COUNT
    assert [swing["board"] for swing in data["swings"]] == [record.number for record in result.swings]
    assert "until" not in data


def test_stopping_is_told(source: SolvedBoards, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgelang.match.run.PILOT", 60)
    enough, too_few = play(source, until=1.6), play(source, until=0.1)
    assert "Stopped at +-1.6 by the two-stage rule: 60 pilot boards" in match_text(enough)
    assert match_json(enough)["until"]["reached"] is True
    assert "+-0.1 would take about" in match_text(too_few)
    assert match_json(too_few)["until"]["reached"] is False


def test_faults_are_told(source: SolvedBoards) -> None:
    class Faulty(Stub):
        def faults(self) -> dict[str, int]:
            return {"late": 2, "illegal": 1}

    result = play_match(Faulty("outsider"), Stub("sound"), boards=25, deck=source, cache=False)
    assert "outsider: 1 illegal, 2 late" in match_text(result)
    assert match_json(result)["faults"] == {"a": {"illegal": 1, "late": 2}, "b": {}}


def test_the_causes_in_text_and_json(source: SolvedBoards, tmp_path: Path) -> None:
    result = play(source)
    text, data = attribution_text(result), json.loads(json.dumps(attribution_json(result)))
    assert text.isascii()
    assert f"part on {result.attribution.parted} of 150 boards" in text
    heaviest = result.attribution.pairs[0]
    assert heaviest.a is not None and heaviest.b is not None
    for rule in (heaviest.a, heaviest.b):
        assert not rule.location or f"at {rule.location}: {rule.text}" in text
    assert f"{heaviest.per_board(150):+.3f} +-{heaviest.standard_error(150):.3f}" in text
    assert f"look at boards {', '.join(str(number) for number in heaviest.examples)}" in text
    assert sum(cause["imps"] for cause in data["phases"]) == sum(result.values)
    assert data["pairs"][0]["imps"] == heaviest.imps.total
    assert data["pairs"][0]["a"]["rule"] == (heaviest.a.location or None)
