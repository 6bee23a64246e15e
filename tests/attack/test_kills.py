"""What is promised of interruptions, under attack; `python -m tests.attack.kills --count 200` goes on for longer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.kills import LONG, Attack, commands

SEED = int(os.environ.get("ATTACK_SEED", "1"))
"""Another one kills at other moments."""


@pytest.fixture(scope="module")
def whole_attack(tmp_path_factory: pytest.TempPathFactory) -> Attack:
    return Attack(tmp_path_factory.mktemp("kills"), SEED)


@pytest.fixture
def attack(whole_attack: Attack) -> Iterator[Attack]:
    """The attack with nothing found yet: one test's problem is not the next one's."""
    whole_attack.problems.clear()
    yield whole_attack


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in commands("") if name.startswith("match")])
def test_a_match_that_is_killed_is_gone_on_with_to_the_same_bytes(name: str, attack: Attack) -> None:
    attack.row(name)
    assert attack.problems == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in commands("") if not name.startswith("match")])
def test_a_command_that_is_killed_leaves_its_results_whole_or_untouched(name: str, attack: Attack) -> None:
    attack.row(name)
    assert attack.problems == []


@pytest.mark.slow
def test_a_match_whose_workers_are_killed_is_the_same(attack: Attack) -> None:
    attack.workers()
    assert attack.problems == []


@pytest.mark.slow
def test_a_match_whose_cluster_loses_a_worker_is_the_same(attack: Attack) -> None:
    pytest.importorskip("distributed")
    attack.cluster()
    assert attack.problems == []


@pytest.mark.slow
@pytest.mark.parametrize("words", LONG, ids=lambda words: " ".join(word for word in words if "/" not in word))
def test_control_c_is_one_line_and_status_130_and_leaves_no_process(words: list[str], attack: Attack) -> None:
    attack.interrupt(words)
    assert attack.problems == []


@pytest.mark.slow
def test_a_result_that_is_cut_off_would_be_noticed(attack: Attack, tmp_path: Path) -> None:
    command = attack.commands["book"]
    expected, results = attack._expected(command)
    (tmp_path / "it.html").write_bytes(results["it.html"][:100])
    attack._compare(command, tmp_path, expected, expected, results)
    assert attack.problems == ["book: it.html differs from that of a run that was left alone"]
