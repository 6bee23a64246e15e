"""What ships, loaded once for all tests of a process: what was worked out of a system serves the next test too."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from bridgelang.bidding.load import System, load_system


def loaded(name: str, settings: Mapping[str, str] | None = None) -> System:
    """A shipped system with these settings."""
    return _loaded(name, tuple(sorted((settings or {}).items())))


@functools.lru_cache(maxsize=16)
def _loaded(name: str, settings: tuple[tuple[str, str], ...]) -> System:
    return load_system(name, dict(settings))
