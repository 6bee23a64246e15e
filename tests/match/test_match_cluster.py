"""The same match on a Dask cluster; without Dask, a message that says what to install."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import attrs
import pytest

from bridgelang.match import play_match
from bridgelang.match.cluster import ClusterError, DaskCluster
from bridgelang.match.worker import TaskError, play_task

STUBS = "python:tests.match.match_stubs"
HAS_DASK = importlib.util.find_spec("distributed") is not None


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", nothing)
    with pytest.raises(ClusterError, match=r"pip install bridgelang\[cluster\]"):
        DaskCluster({}, "local:2")


def test_the_same_bytes_as_here_even_when_a_worker_dies(deck: str, tmp_path: Path) -> None:
    if not HAS_DASK:  # an optional extra: what happens without it is tested above
        return
    mark = tmp_path / "died"
    files = [tmp_path / "here", tmp_path / "there"]
    results = []
    for file, stub, extra, options in (
        (files[0], "Stub", {}, {"jobs": 1}),
        (files[1], "DiesOnce", {"mark": str(mark)}, {"cluster": "local:2"}),
    ):
        settings = {"name": "light", "light": "3", **extra}
        result = play_match(
            f"{STUBS}:{stub}", f"{STUBS}:Stub", a_settings=settings, deck=deck, boards=200, cache=False,
            out=file, **options,  # type: ignore[arg-type]
        )  # fmt: skip
        results.append(json.dumps(attrs.asdict(result), default=list))
    assert mark.exists()
    assert results[0] == results[1]


@pytest.mark.parametrize("address", ["local:", "local:0", "local:two"])
def test_a_senseless_number_of_workers_is_refused(address: str) -> None:
    if HAS_DASK:
        with pytest.raises(ClusterError, match="number of workers"):
            DaskCluster({}, address)


def test_a_worker_of_another_version_refuses(deck: str) -> None:
    task = {"match": {}, "cache": None, "threads": 1, "version": "0.0.0"}
    with pytest.raises(TaskError, match=r"0\.0\.0"):
        play_task(json.dumps(task), 0, 10)
