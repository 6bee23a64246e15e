"""What declarers take at the table beside what they take when everybody sees all cards, by kind of contract.

The table ships as data: for each kind how often declarer took so many tricks more or fewer than double dummy when all
four seats were played by players that see their own cards and dummy (``benchmarks/table_tricks.py`` made it).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from bridgelang.core.contracts import GAME_LEVEL, Contract
from bridgelang.core.scoring import score

__all__ = ["KINDS", "SHIFTS", "TableTricks", "kind_of"]

KINDS = ("notrump below game", "game in notrump", "suit below game", "game in a suit", "slam")
SHIFTS = range(-3, 4)
"""Tricks more than double dummy; the ends count what lies beyond them too."""


def kind_of(level: int, strain: int) -> str:
    """The kind of a contract, one of :data:`KINDS`."""
    if level >= 6:
        return "slam"
    if level >= GAME_LEVEL[strain]:
        return "game in notrump" if strain == 4 else "game in a suit"
    return "notrump below game" if strain == 4 else "suit below game"


class TableTricks:
    """How tricks at the table fall about those of double dummy: ``counts`` by kind, in the order of :data:`SHIFTS`."""

    def __init__(self, counts: Mapping[str, Sequence[int]]) -> None:
        self.counts = {kind: tuple(counts[kind]) for kind in KINDS}
        self._known: dict[tuple[int, int, int, int, bool], float] = {}

    @classmethod
    @lru_cache(maxsize=1)
    def shipped(cls) -> TableTricks:
        """The table that ships."""
        return cls.parse((Path(__file__).parent / "data" / "table_tricks.csv").read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, text: str) -> TableTricks:
        """A table as :meth:`write` writes it."""
        rows = csv.reader(text.splitlines()[1:])
        return cls({kind: [int(one) for one in counts] for kind, *counts in rows})

    def write(self) -> str:
        """The table as it ships."""
        lines = [",".join(["kind", *[f"{shift:+d}" for shift in SHIFTS]])]
        lines += [",".join([kind, *map(str, counts)]) for kind, counts in self.counts.items()]
        return "\n".join(lines) + "\n"

    def average(self, contract: Contract, tricks: int, vulnerable: bool) -> float:
        """Declarer's average score where he takes ``tricks`` double dummy."""
        level, strain, doubled = contract.level, int(contract.strain), contract.doubled
        known = self._known.get((level, strain, doubled, tricks, vulnerable))
        if known is not None:
            return known
        counts = self.counts[kind_of(level, strain)]
        points = 0
        for shift, count in zip(SHIFTS, counts, strict=True):
            points += count * score(level, strain, doubled, vulnerable, min(13, max(0, tricks + shift)))
        found = self._known[level, strain, doubled, tricks, vulnerable] = points / sum(counts)
        return found
