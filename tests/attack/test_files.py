"""A sample of the attacks on files and environments; ``python -m tests.attack.files`` goes on without end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.attack import environments, files
from tests.attack.files import MAKERS, Tally, attack, made

SEED = 1
SAMPLE = {"bid": 120, "pbn": 150, "lin": 150, "jsonl": 200, "yaml": 300, "match": 400}

pytestmark = pytest.mark.skipif(os.name != "posix", reason="timers and shells as POSIX has them")


def test_an_input_comes_again_from_its_seed_and_number() -> None:
    for name in ("pbn", "yaml"):
        assert made(name, 3, 5)[0] == made(name, 3, 5)[0]
        assert len({made(name, 3, number)[0] for number in range(20)}) > 15


@pytest.mark.parametrize("name", ["pbn", "yaml", "lin"])
def test_a_few_mutated_files(name: str, tmp_path: Path) -> None:
    tally = Tally(name)
    for number in range(8):
        attack(name, SEED, number, tmp_path, tally)
    assert tally.inputs == 8 and tally.faults == []


def test_a_fault_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attack that cannot fail would tell nothing: what raises, hangs or lies is reported with its number."""

    def broken(text: str, chance: object, folder: Path) -> bool:
        raise KeyError("2oM")

    def endless(text: str, chance: object, folder: Path) -> bool:
        while True:
            pass

    for look, said in ((broken, "KeyError: '2oM'"), (endless, "longer than 1 s")):
        monkeypatch.setattr(files, "SECONDS", 1)
        monkeypatch.setattr(files.kind("yaml"), "look", look)
        tally = Tally("yaml")
        attack("yaml", SEED, 7, tmp_path, tally)
        (fault,) = tally.faults
        assert fault.startswith(f"yaml, seed 1, number 7: {said}")


@pytest.mark.slow
@pytest.mark.parametrize("name", list(MAKERS))
def test_mutated_files(name: str, tmp_path: Path) -> None:
    tally = Tally(name)
    for number in range(SAMPLE[name]):
        attack(name, SEED, number, tmp_path, tally)
    print(tally)
    assert tally.inputs == SAMPLE[name]
    assert tally.faults == []
    assert tally.read  # some were near enough to what they should be


@pytest.mark.slow
def test_commands_in_bad_places() -> None:
    faults = [found for found in (environments.run(SEED, number) for number in range(30)) if found[1]]
    assert faults == []
