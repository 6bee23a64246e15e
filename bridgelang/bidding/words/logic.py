"""Words joined: all, any, not, and ``provided``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bridgelang.bidding.place import Place
from bridgelang.bidding.words.base import NOTHING, Questions, Word, make
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, steer


class Joined(Word):
    """Words in one."""

    __slots__ = ("_all_facts", "_inside")
    _inside: tuple[Word, ...]
    _all_facts: bool

    def set_up(self) -> None:
        self._inside = tuple([part for part in self.values if isinstance(part, Word)])
        self._all_facts = all(part.is_fact for part in self._inside)

    def parts(self) -> tuple[Word, ...]:
        return self._inside

    @property
    def is_fact(self) -> bool:
        return self._all_facts

    @property
    def is_static(self) -> bool:
        return all(part.is_static for part in self.parts())

    @property
    def weight(self) -> int:
        return max((part.weight for part in self.parts()), default=0)

    def needs(self, q: Place) -> Questions:
        return NOTHING.union(*[part.needs(q) for part in self.parts()])

    def bound(self, env: Mapping[str, int]) -> Word:  # type: ignore[override]
        return make(type(self), *[part.bound(env) for part in self.parts()]) if self.letters else self


class All(Joined):
    """Every part holds."""

    __slots__ = ()
    kind = "all"

    def node(self, q: Place) -> Node:
        nodes = []
        for part in self.parts():
            node = part.node(q)
            if node is FALSE:
                return FALSE
            if node is not TRUE:
                nodes.append(node)
        return both(*nodes) if nodes else TRUE


class AnyOf(Joined):
    """At least one part holds."""

    __slots__ = ()
    kind = "any"

    def node(self, q: Place) -> Node:
        nodes = []
        for part in self.parts():
            node = part.node(q)
            if node is TRUE:
                return TRUE
            if node is not FALSE:
                nodes.append(node)
        return either(*nodes) if nodes else FALSE


class Not(Joined):
    """Its part does not hold."""

    __slots__ = ()
    kind = "not"

    def node(self, q: Place) -> Node:
        return negation(self.parts()[0].node(q))


class Provided(Joined):
    """Its part holds, but the call does not promise it."""

    __slots__ = ()
    kind = "provided"

    @property
    def is_fact(self) -> bool:
        return False

    def node(self, q: Place) -> Node:
        return steer(self.parts()[0].node(q))


def facts_of(fact: Word) -> tuple[Word, ...]:
    """The single facts that a fact is joined of."""
    if not isinstance(fact, Joined):
        return (fact,)
    return tuple([leaf for part in fact.parts() for leaf in facts_of(part)])


def holds_of(fact: Word, holds: Callable[[Word], bool]) -> bool:
    """Whether a fact holds, asking of its single facts in order, and of no more than it takes."""
    if isinstance(fact, All):
        return all(holds_of(part, holds) for part in fact.parts())
    if isinstance(fact, AnyOf):
        return any(holds_of(part, holds) for part in fact.parts())
    if isinstance(fact, Not):
        return not holds_of(fact.parts()[0], holds)
    return holds(fact)
