"""The facts of a point as one integer: a bit for each that the rules of a system ask.

Facts are pure functions of the answers to questions (:class:`bridgelang.bidding.words.base.Fact`); so the bits of all
facts about one question are looked up by its answer. Bits are given out as facts are met: a single bid meets few.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import OFFSETS, VULNERABILITY, Question
from bridgelang.bidding.shown import NO_TAGS, NamedTag
from bridgelang.bidding.words.base import Fact, Word
from bridgelang.bidding.words.earlier import LastCallTagged
from bridgelang.bidding.words.logic import facts_of, holds_of


class _Group:
    """The facts about one question, single or joined: ``table`` has the bits of those that hold, by the answer."""

    __slots__ = ("facts", "of", "table")

    def __init__(self, of: Callable[[Point, int], Hashable]) -> None:
        self.of = of
        self.facts: list[tuple[Word, int]] = []
        self.table: dict[Hashable, int] = {}

    def work_out(self, answer: Hashable) -> int:
        """The bits for an answer that is new."""

        def says(fact: Word) -> bool:
            assert isinstance(fact, Fact)
            return fact.says(answer, fact.ref if isinstance(fact.ref, int) else -1)

        found = 0
        for fact, bit in self.facts:
            if holds_of(fact, says):
                found |= bit
        self.table[answer] = found
        return found


class _TagGroup(_Group):
    """The facts about the tags of one player's last call; ``names`` are all that they look for."""

    __slots__ = ("names",)

    def __init__(self, offset: int, sure: bool) -> None:
        names: set[str] = set()

        def of(point: Point, _: int) -> frozenset[NamedTag]:
            after = point.last_call_of((point.turn + offset) & 3)
            if after is None or not after.can_carry(names):
                return NO_TAGS
            return after.made().all_tags if sure else after.made().any_tags

        super().__init__(of)
        self.names = names


class _Joined:
    """A fact joined of others about several questions: ``table`` has its bit, or 0, by those of them that hold."""

    __slots__ = ("_bit", "_fact", "_parts", "mask", "table")

    def __init__(self, fact: Word, bit: int, parts: dict[Word, int]) -> None:
        self._fact = fact
        self._bit = bit
        self._parts = parts
        self.mask = 0
        for part in parts.values():
            self.mask |= part
        self.table: dict[int, int] = {}

    def work_out(self, held: int) -> int:
        """The bit for a set of others that is new."""
        holds = holds_of(self._fact, {leaf: bool(held & part) for leaf, part in self._parts.items()}.__getitem__)
        found = self.table[held] = self._bit if holds else 0
        return found


class Facts:
    """The bits of one system's facts; ``count`` of them have been given out."""

    __slots__ = (
        "_bits", "_by_question", "_groups", "_joined", "_joined_mask", "_joined_table", "_vulnerable", "count",
        "vulnerable",
    )  # fmt: skip

    def __init__(self) -> None:
        self.count = 0
        self.vulnerable = 0  # the bits of facts about who is vulnerable
        self._bits: dict[Word, int] = {}
        self._groups: dict[object, _Group] = {}
        self._by_question: list[tuple[Callable[[Point, int], Hashable], dict[Hashable, int], _Group]] = []
        self._vulnerable = _Group(VULNERABILITY.of)
        self._joined: list[_Joined] = []  # facts joined of others
        self._joined_mask = 0
        self._joined_table: dict[int, int] = {}

    def bit(self, fact: Word) -> int:
        """The bit of a fact without letters; 0 for one that looks further than the questions that have bits."""
        found = self._bits.get(fact)
        if found is None:
            found = self._bits[fact] = self._new_bit(fact)
        return found

    def bits(self) -> Mapping[Word, int]:
        """Every fact that was asked about so far, with its bit or 0."""
        return self._bits

    def _next_bit(self) -> int:
        self.count += 1
        return 1 << self.count - 1

    def _new_bit(self, fact: Word) -> int:
        parts = facts_of(fact)
        leaves = [leaf for leaf in parts if isinstance(leaf, Fact) and leaf.is_pure]
        if not parts or len(leaves) < len(parts):
            return 0
        group, *others = {self._group(leaf) for leaf in leaves}
        if others:
            return self._joined_bit(fact, leaves)
        bit = self._next_bit()
        if group is self._vulnerable:
            self.vulnerable |= bit
        group.facts.append((fact, bit))
        group.table.clear()
        self._by_question = [(one.of, one.table, one) for one in self._groups.values()]
        return bit

    def _group(self, fact: Fact) -> _Group:
        if fact.asks is VULNERABILITY:
            return self._vulnerable
        if not isinstance(fact, LastCallTagged):
            found = self._groups.get(fact.asks)
            if found is None:
                found = self._groups[fact.asks] = _Group(fact.asks.of)
            return found
        (offset,) = OFFSETS[str(fact.values[0])]
        tagged = self._groups.get((offset, fact.sure))
        if not isinstance(tagged, _TagGroup):
            tagged = self._groups[offset, fact.sure] = _TagGroup(offset, fact.sure)
        tagged.names.update(fact.names)
        return tagged

    def _joined_bit(self, fact: Word, leaves: Sequence[Word]) -> int:
        parts: dict[Word, int] = {leaf: self.bit(leaf) for leaf in leaves}
        if any(bit & self.vulnerable for bit in parts.values()):
            return 0
        bit = self._next_bit()
        joined = _Joined(fact, bit, parts)
        self._joined.append(joined)
        self._joined_mask |= joined.mask
        self._joined_table.clear()
        return bit

    def of(self, point: Point) -> int:
        """The bits of the facts that hold at a point, those about vulnerability left out."""
        found = 0
        for of, table, group in self._by_question:
            answer = of(point, 0)
            bits = table.get(answer)
            found |= group.work_out(answer) if bits is None else bits
        if self._joined:
            base = found & self._joined_mask
            joined = self._joined_table.get(base)
            found |= self._join(base) if joined is None else joined
        return found

    def _join(self, base: int) -> int:
        found = 0
        for joined in self._joined:
            part = base & joined.mask
            bit = joined.table.get(part)
            found |= joined.work_out(part) if bit is None else bit
        self._joined_table[base] = found
        return found

    def at(self, point: Point) -> int:
        """The same, kept in the point."""
        known, count = point.facts
        if count != self.count:
            count = self.count  # calls that are read on the way may meet more facts
            known = self.of(point)
            point.facts = (known, count)
        return known

    def of_vulnerability(self, point: Point, vulnerability: int) -> int:
        """The bits of the facts about who is vulnerable."""
        answer = self._vulnerable.of(point, vulnerability)
        bits = self._vulnerable.table.get(answer)
        return self._vulnerable.work_out(answer) if bits is None else bits

    def held(self, mask: int) -> Question[int]:
        """Which facts of a set hold, as one question; only for facts that have bits."""

        def of(point: Point, vulnerability: int) -> int:
            return self.at(point) & mask

        if not mask & self.vulnerable:
            return Question("facts", of)
        return Question("facts", lambda p, v: of(p, v) | self.of_vulnerability(p, v) & mask, vulnerability=True)
