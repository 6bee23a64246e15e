"""A table of values that are made only once and let go of when nobody else holds them any more."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from sys import getrefcount
from typing import Generic, TypeVar

V = TypeVar("V")

FIRST_SWEEP = 5_000
GROWTH = 1.25  # so much larger than after the last sweep a table may grow before the next


class Interned(Generic[V]):
    """Key to value; what nobody else holds is swept out now and then.

    Weak references would do the same at once, but each costs more than the sweeps do, and objects of compiled classes
    cannot have any. For one thread at a time, as all bidding (:mod:`bridgelang.match.worker` has the lock).

    >>> class Word:
    ...     pass
    >>> table = Interned()
    >>> word, other = table.add("a", Word()), table.add("b", Word())
    >>> table.get("a") is word, len(table)
    (True, 2)
    >>> del other
    >>> table.sweep()
    >>> table.get("a") is word, table.get("b"), len(table)
    (True, None, 1)
    """

    __slots__ = ("_kept", "_sweep_at")

    def __init__(self) -> None:
        self._kept: dict[Hashable, V] = {}
        self._sweep_at = FIRST_SWEEP

    def get(self, key: Hashable) -> V | None:
        """The value under the key, or None."""
        return self._kept.get(key)

    def add(self, key: Hashable, value: V) -> V:
        """Put a new value under the key; returns it."""
        if len(self._kept) >= self._sweep_at:
            self.sweep()
        self._kept[key] = value
        return value

    def sweep(self) -> None:
        """Let go of what nobody else holds, the newest first: older values may be parts of them."""
        kept = self._kept
        for key in reversed(list(kept)):
            if _holders(kept, key) == ALONE:
                del kept[key]
        self._sweep_at = max(FIRST_SWEEP, int(GROWTH * len(kept)))

    def values(self) -> Iterator[V]:
        """All values, the oldest first."""
        return iter(self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)


def _holders(kept: dict[Hashable, V], key: Hashable) -> int:
    return getrefcount(kept[key])


ALONE = _holders({"": object()}, "")
"""What the count is for a value that only the table holds."""
