"""A table of values that are made only once and forgotten when nobody uses them any more."""

from __future__ import annotations

from _weakref import ref
from collections.abc import Hashable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    V = TypeVar("V")


class _Entry(ref[object]):
    """A weak reference that knows the key it stands under."""

    __slots__ = ("key",)
    key: Hashable


class Interned:
    """Key to value, holding the values weakly.

    >>> class Word:
    ...     pass
    >>> table = Interned()
    >>> word = table.add("a", Word())
    >>> table.get("a") is word, len(table)
    (True, 1)
    >>> del word
    >>> table.get("a"), len(table)
    (None, 0)
    """

    __slots__ = ("_entries", "_forget")

    def __init__(self) -> None:
        entries: dict[Hashable, _Entry] = {}

        def forget(entry: ref[object]) -> None:
            key = entry.key  # type: ignore[attr-defined]
            if entries.get(key) is entry:
                del entries[key]

        self._entries = entries
        self._forget = forget

    def get(self, key: Hashable) -> Any:
        """The value under the key, or None."""
        entry = self._entries.get(key)
        return None if entry is None else entry()

    def add(self, key: Hashable, value: V) -> V:
        """Put a new value under the key; returns it."""
        entry = _Entry(value, self._forget)
        entry.key = key
        self._entries[key] = entry
        return value

    def __len__(self) -> int:
        return len(self._entries)
