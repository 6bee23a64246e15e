"""All what-ifs of a run, in columns: a row is one decision with one other call in place of what was called.

Rows are grouped by what an author would change, and a row may stand in several groups: one number of the line that
decided, so that it does not take the hand ("narrow"); one number of a line above it, so that it does ("widen"); or else
the line that decided and the line that offers the other call, or the word for a call that no line offers, and then the
phase of the auction as well. What a panel would call stands with each number that makes that call when it is moved
(see :mod:`bridgelang.advice.moves`), with the line that decided and the one that offers the panel's call, or with the
sort of that call in the phase where no line offers it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from bridgelang.advice.alternatives import LINE, PANEL
from bridgelang.advice.features import SIMPLE
from bridgelang.advice.moves import NARROW, WIDEN
from bridgelang.match.records import Rule

__all__ = ["Evidence", "Group", "Key", "Unmoved", "half_of"]

NO_RULE = Rule("", "")


def half_of(place: int) -> int:
    """Which half of the boards a place belongs to: sixteen boards by turns, all dealers and vulnerabilities in each."""
    return place // 16 & 1


@attrs.frozen
class Key:
    """What the rows of a group have in common: the line that decided, and the line or sort of call tried instead.

    ``sort`` is ``LINE`` where a line offers the other call, else the word for a call that no line offers. A number that
    is moved has the ``bound`` that it is ("least hcp"): for ``NARROW`` there is no one line instead, and for ``WIDEN``
    none that decided. What a panel calls (``by_panel``) has both lines or neither.
    """

    line: Rule
    instead: Rule
    sort: str
    phase: str = ""
    bound: str = ""
    by_panel: bool = False

    @property
    def is_offered(self) -> bool:
        """Whether some line of the position offers the other call."""
        return self.sort in (LINE, NARROW, WIDEN) and not self.by_panel

    @property
    def where(self) -> str:
        """The place of the line that decided, or where there is no one such line, of the line instead."""
        return self.line.location or self.instead.location


@attrs.frozen(eq=False)
class Unmoved:
    """Other hands that a moved number would call otherwise: ``by`` how much it is moved, their ``half``, how many they
    are (``hands``), and the shares of the panel for that call less those for the one made, summed (``votes``)."""

    by: NDArray[np.float64]
    half: NDArray[np.int64]
    hands: NDArray[np.int64]
    votes: NDArray[np.float64]


@attrs.frozen(eq=False)
class Group:
    """The rows of a key: ``columns`` are the quantities that may decide, NaN where a hand has no such value.

    ``gains`` has a row for each score: as it was rolled, as doubled, and as at a table. ``decision`` numbers the
    decisions of the run, ``table`` the tables (a board bid once against one member), of which several decisions may
    stand in one group. ``votes`` has a row for the call tried and one for the call made: shares of the panel. ``uses``
    says of a panel's how often the line that decided did so, or how often the other line, or a call of that sort, was
    used or should have been, on ``boards`` boards. ``by`` is by how much a number is to be moved, None when it is not
    about one, and ``unmoved`` has the hands that moving it changes as well, though most of the panel do not call so.
    """

    key: Key
    rows: NDArray[np.int64]
    member: NDArray[np.int64]
    half: NDArray[np.int64]
    place: NDArray[np.int64]
    table: NDArray[np.int64]
    depth: NDArray[np.int64]
    decision: NDArray[np.int64]
    gains: NDArray[np.int64]
    votes: NDArray[np.float64]
    uses: int
    boards: int
    by: NDArray[np.float64] | None
    unmoved: Unmoved
    columns: dict[str, NDArray[np.float64]]


class Evidence:
    """Adds chunks up in their order."""

    def __init__(self) -> None:
        self.boards = [0, 0]
        self.names: list[str] = []
        self.panel: list[str] = []
        self.decisions = 0
        self.faults: list[dict[str, int]] = []
        self._groups: dict[Key, list[int]] = {}
        self._uses: Counter[Rule | Key] = Counter()
        self._numbers = {name: array("q") for name in ("member", "place", "table", "depth", "decision")}
        self._gains = (array("h"), array("h"), array("h"))
        self._votes = (array("H"), array("H"))
        self._far = array("f")
        self._simple = array("f")
        self._bounds: list[tuple[array[float], array[float]]] = []
        self._moved: dict[Key, list[float]] = {}
        self._unmoved: dict[Key, list[tuple[float, int, int, int]]] = {}
        self._widened: dict[Key, list[array[float]]] = {}
        self._features: dict[str, int] = {}
        self.heads: list[tuple[int, str, str, int]] = []
        self._said: list[tuple[str, str]] = []

    def __len__(self) -> int:
        """How many what-ifs there are."""
        return len(self._far)

    def add(self, chunk: dict[str, Any]) -> None:
        """Count the boards of a chunk."""
        self.names, self.panel = chunk["names"], chunk["panel"]
        if not self.faults:
            self.faults = [{} for _ in chunk["faults"]]
        for counts, new in zip(self.faults, chunk["faults"], strict=True):
            for kind, count in new.items():
                counts[kind] = counts.get(kind, 0) + count
        for place in range(chunk["start"], chunk["start"] + chunk["count"]):
            self.boards[half_of(place)] += 1
        rules = [Rule(location, text) for location, text in chunk["rules"]]
        for rule, phase, call, count in chunk["uses"]:
            self._uses[rules[rule]] += count
            self._uses[_sort_of_panel(call, phase)] += count
        renamed = [self._features.setdefault(name, len(self._features)) for name in chunk["features"]]
        for kind, rule, bound, by, half, votes, count in chunk["moves"]:
            key = _of_move(kind, rules[rule], chunk["features"][bound])
            self._unmoved.setdefault(key, []).append((by, half, count, votes))
        for row in chunk["decisions"]:
            self._add_decision(row, rules, renamed, chunk["features"])

    def _add_decision(self, row: list[Any], rules: list[Rule], renamed: list[int], features: list[str]) -> None:
        place, number, member, table, depth, seat, rule, call, phase, auction, bounds, tried = row
        own = _renamed(bounds, renamed)
        for other, sort, offering, far, simple, of_other, *gains, outcome, edits, votes, moves in tried:
            instead = NO_RULE if offering < 0 else rules[offering]
            if sort == PANEL:
                if instead.location and rules[rule].location:
                    keys = [Key(rules[rule], instead, LINE, by_panel=True)]
                else:
                    keys = [_sort_of_panel(other, phase)]
                for kind, changed, bound, by in moves:
                    keys.append(_of_move(kind, rules[changed], features[bound]))
                    self._moved.setdefault(keys[-1], []).append(by)
            else:
                keys = [Key(rules[rule], instead, sort, "" if sort == LINE else phase)]
            for key in keys:
                self._groups.setdefault(key, []).append(len(self._far))
            for edit in edits:
                self._add_edit(rules[rule], rules[edit[1]], edit[0], _renamed(edit[2], renamed))
            values = (member, place, (place * 64 + member) * 2 + table, depth, self.decisions)
            for column, value in zip(self._numbers.values(), values, strict=True):
                column.append(value)
            for column, gain in zip(self._gains, gains, strict=True):
                column.append(gain)
            for votes_column, count in zip(self._votes, votes, strict=True):
                votes_column.append(count)
            self._far.append(far)
            self._simple.extend(simple)
            self._bounds.append((own, _renamed(of_other, renamed)))
            self._said.append((other, outcome))
        self.heads.append((number, call, auction, seat))
        self.decisions += 1

    def _add_edit(self, line: Rule, changed: Rule, kind: str, bounds: array[float]) -> None:
        """Put the row that is about to be added into the group of an edit."""
        if kind == NARROW:
            self._groups.setdefault(Key(line, NO_RULE, kind), []).append(len(self._far))
            return
        names = list(self._features)
        for start in range(0, len(bounds), 3):
            if bounds[start + 1] < 0:
                key = Key(NO_RULE, changed, kind, bound=names[int(bounds[start])])
                self._groups.setdefault(key, []).append(len(self._far))
                self._widened.setdefault(key, []).append(bounds)
                return

    def groups(self) -> list[Key]:
        """The keys, in the order met."""
        return list(self._groups)

    def count(self, key: Key) -> int:
        """How many rows a key has."""
        return len(self._groups[key])

    def group(self, key: Key) -> Group:
        """The rows of a key, with all their columns."""
        rows = np.array(self._groups[key], dtype=np.int64)
        numbers = {name: np.frombuffer(column, dtype=np.int64)[rows] for name, column in self._numbers.items()}
        gains = np.array([np.frombuffer(column, dtype=np.int16)[rows] for column in self._gains], dtype=np.int64)
        half = numbers["place"] // 16 & 1
        counts = np.array([np.frombuffer(column, dtype=np.uint16)[rows] for column in self._votes], dtype=np.float64)
        votes = counts / max(1, len(self.panel))
        if not key.by_panel:
            uses = 0
        elif key.line.location:
            uses = self._uses[key.line]
        else:
            uses = len(rows) + self._uses[key.instead if key.instead.location else key]
        moved = self._moved.get(key)
        return Group(
            key,
            rows,
            half=half,
            gains=gains,
            votes=votes,
            uses=uses,
            boards=sum(self.boards),
            by=None if moved is None else np.array(moved),
            unmoved=self._unmoved_of(key),
            columns=self._columns(key, rows),
            **numbers,
        )

    def _unmoved_of(self, key: Key) -> Unmoved:
        told = np.array(self._unmoved.get(key, ()), dtype=np.float64).reshape(-1, 4)
        half, hands = told[:, 1].astype(np.int64), told[:, 2].astype(np.int64)
        return Unmoved(told[:, 0], half, hands, told[:, 3] / max(1, len(self.panel)))

    def far(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """By how much the hands miss the line that offers the other call."""
        return np.frombuffer(self._far, dtype=np.float32)[rows].astype(np.float64)

    def said(self, row: int) -> tuple[int, str, str, int, str, str]:
        """Of a row the board's number, the call made, the auction before, the seat, the other call and its outcome."""
        decision = self._numbers["decision"][row]
        return (*self.heads[decision], *self._said[row])

    def _columns(self, key: Key, rows: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
        """The quantities by name: what every player counts, then what the two lines set bounds to."""
        simple = np.frombuffer(self._simple, dtype=np.float32).reshape(-1, len(SIMPLE))[rows].astype(np.float64)
        simple[simple < 0] = np.nan
        columns = {name: simple[:, at] for at, name in enumerate(SIMPLE)}
        names = list(self._features)
        own, others = ([self._bounds[row][side] for row in rows.tolist()] for side in (0, 1))
        widened = self._widened.get(key)
        sides = [(own, "this line"), (others, "that line")] if widened is None else [(widened, "that line")]
        if key.by_panel:
            sides = []
        elif key.sort == NARROW:
            sides = sides[:1]
        for bounds, whose in sides:
            found: dict[int, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
            for at, packed in enumerate(bounds):
                for start in range(0, len(packed), 3):
                    number = int(packed[start])
                    if number not in found:
                        found[number] = np.full(len(rows), np.nan), np.full(len(rows), np.nan)
                    spare, bound = found[number]
                    spare[at], bound[at] = packed[start + 1], packed[start + 2]
            for number in sorted(found, key=names.__getitem__):
                _add_column(columns, names[number], whose, *found[number])
        return columns


def _of_move(kind: str, rule: Rule, bound: str) -> Key:
    """The key of a moved number."""
    lines = (rule, NO_RULE) if kind == NARROW else (NO_RULE, rule)
    return Key(*lines, kind, bound=bound, by_panel=True)


def _sort_of_panel(call: str, phase: str) -> Key:
    """The key of the panel's calls of a sort (suits are not told apart) that no line offers."""
    sort = f"{call[0]} of a suit" if call[1:] in ("C", "D", "H", "S") else call
    return Key(NO_RULE, NO_RULE, sort, phase, by_panel=True)


def _add_column(
    columns: dict[str, NDArray[np.float64]],
    name: str,
    whose: str,
    spare: NDArray[np.float64],
    bound: NDArray[np.float64],
) -> None:
    """A bound that is always the same gives the quantity itself; of any other what is to spare is told."""
    end, _, quantity = name.partition(" ")
    if np.nanmin(bound) == np.nanmax(bound):
        value = bound + spare if end == "least" else bound - spare
        known = columns.get(quantity)
        columns[quantity] = value if known is None else np.where(np.isnan(known), value, known)
    else:
        columns[f"{quantity} {'above the least' if end == 'least' else 'below the most'} {whose} asks"] = spare


def _renamed(packed: list[float], renamed: list[int]) -> array[float]:
    out = array("f", packed)
    for start in range(0, len(out), 3):
        out[start] = renamed[int(out[start])]
    return out
