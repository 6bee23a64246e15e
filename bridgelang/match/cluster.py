"""Chunks played by a Dask cluster: the same chunks, the same result, more machines.

``local:N`` starts N worker processes on this machine; anything else is the address of a scheduler, such
as ``tcp://host:8786``. The workers need this package in the same version, and the files of systems and
decks under the same paths. A worker that is lost costs the chunks it was playing, which others play
again.

Needs the package ``distributed``: ``pip install bridgelang[cluster]``.
"""

from __future__ import annotations

import importlib
import json
import logging
from collections.abc import Iterable, Iterator
from typing import Any

from bridgelang.errors import BridgelangError
from bridgelang.match.executors import Stretch, in_order
from bridgelang.match.worker import play_task

__all__ = ["ClusterError", "DaskCluster"]

_RETRIES = 3
_ATTEMPTS = 3  # to start a cluster on this machine


class ClusterError(BridgelangError):
    """The cluster cannot be had, or one of its workers failed."""


class DaskCluster:
    """An executor on Dask; ``task`` is the JSON that :func:`bridgelang.match.worker.player_of` understands.

    Raises :class:`ClusterError` when Dask is not installed, or nobody answers at the address.
    """

    def __init__(self, task: dict[str, Any], address: str, seconds: float = 30.0) -> None:
        try:
            self._dask: Any = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError("a cluster needs Dask: pip install bridgelang[cluster]") from None
        self._task = json.dumps(task)
        self._cluster: Any = None
        if address.startswith("local:"):
            workers = address.removeprefix("local:")
            if not workers.isdecimal() or not int(workers):
                raise ClusterError(f"`{address}` is not a cluster: write local: and a number of workers")
            self._cluster = self._local(int(workers))
        try:
            self._client: Any = self._dask.Client(self._cluster or address, timeout=seconds)
        except (OSError, ValueError, RuntimeError) as error:
            if self._cluster is not None:
                self._cluster.close()
            raise ClusterError(f"no cluster answers at {address}: {error}") from error

    def _local(self, workers: int) -> Any:
        """A cluster on this machine; when a worker dies before it is ready, all are started again."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return self._dask.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,  # a worker that is lost is made good, and no news
                )
            except (OSError, RuntimeError) as error:
                if attempt == _ATTEMPTS:
                    raise ClusterError(f"the {workers} workers of the cluster cannot be started: {error}") from error
        raise ClusterError("no attempt was made")

    def run(self, stretches: Iterable[Stretch]) -> Iterator[dict[str, Any]]:
        cores = max(1, sum(self._client.ncores().values()))

        def submit(stretch: Stretch) -> Any:
            return self._client.submit(play_task, self._task, *stretch, pure=False, retries=_RETRIES).result

        try:
            yield from in_order(submit, stretches, 3 * cores)
        except self._dask.KilledWorker as error:
            raise ClusterError(f"the workers of the cluster died again and again: {error}") from error

    def close(self) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
