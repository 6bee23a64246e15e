"""A compiled program as text that is soon read: what its lines have alike stands once, and is read when asked for.

One line of JSON is the program without what its lines say. Then comes a line for each of its lines, the numbers of the
values it has; then a line for each value. A single `bid` asks for few of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, overload


class KeptLines(Sequence[Sequence[Any]]):
    """The lines of a program that was packed. Lines that have a value alike have the same object."""

    def __init__(self, rows: Sequence[bytes], values: Sequence[bytes]) -> None:
        self._rows = rows
        self._texts = values
        self._values: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Sequence[Any]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Sequence[Any]]: ...
    def __getitem__(self, place: int | slice) -> Sequence[Any]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        return [self._value(number) for number in json.loads(self._rows[place])]

    def _value(self, number: int) -> Any:
        if number not in self._values:
            self._values[number] = json.loads(self._texts[number])
        return self._values[number]


def packed(program: Mapping[str, Any]) -> bytes:
    """A program as it is kept."""
    numbers: dict[str, int] = {}
    met: dict[int, int] = {}  # the same by identity: lines that were copied share what they say

    def number_of(value: Any) -> int:
        found = met.get(id(value))
        if found is None:
            found = met[id(value)] = numbers.setdefault(_text(value), len(numbers))
        return found

    rows = [list(map(number_of, row)) for row in program["lines"]]
    head = _text({**program, "lines": len(rows)})
    return "\n".join([head, *map(_text, rows), *numbers]).encode()


def unpacked(text: bytes) -> dict[str, Any]:
    """The program that was packed.

    Raises AttributeError, KeyError, TypeError or ValueError for what was never packed.
    """
    head, *rest = text.split(b"\n")
    program: dict[str, Any] = json.loads(head)
    count = program["lines"]
    if len(rest) < count:
        raise ValueError
    return {**program, "lines": KeptLines(rest[:count], rest[count:])}


def written_out(program: Mapping[str, Any]) -> dict[str, Any]:
    """A program as the compiler made it, whether it was packed since or not."""
    return {**program, "lines": [list(row) for row in program["lines"]]}


def digest_of(program: Mapping[str, Any]) -> str:
    """A short name for a program, packed since or not; any other program has another."""
    import hashlib

    return hashlib.sha256(json.dumps(written_out(program), sort_keys=True).encode()).hexdigest()[:32]


_text = json.JSONEncoder(separators=(",", ":")).encode
"""A value as JSON without spaces: one encoder for all, where `json.dumps` makes one each time."""
