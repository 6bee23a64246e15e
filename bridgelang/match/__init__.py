"""Duplicate matches: boards, double-dummy results, statistics, and where the difference came from.

>>> from bridgelang.match import play_match  # doctest: +SKIP
>>> play_match("sayc", "acol", boards=1000).mean  # doctest: +SKIP
0.13
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridgelang.match.result import MatchResult
    from bridgelang.match.run import play_match

__all__ = ["MatchResult", "play_match"]

_HOMES = {"MatchResult": "bridgelang.match.result", "play_match": "bridgelang.match.run"}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module `bridgelang.match` has no `{name}`", name=name)
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value
