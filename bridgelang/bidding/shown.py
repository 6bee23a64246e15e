"""What a call shows: plain data that a reading yields."""

from __future__ import annotations

from bridgelang.bidding.forms import Env, is_game
from bridgelang.bidding.line import Line
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.nodes import Node
from bridgelang.features.quantities import Quantity

NamedTag = tuple[str, int | None]
"""A tag's name and its suit, or the bid up to which it forces."""

FORCES = ("forcing", "forcing to", "game forcing")
"""The names of the tags that force, from one round to game."""

WIDER = {"forcing": FORCES}
"""Names of tags that other names are a kind of."""

FORCING = frozenset(FORCES)
NO_TAGS: frozenset[NamedTag] = frozenset()
_NO_NAMES: frozenset[str] = frozenset()


class Strength:
    """A player's shown strength: from ``low`` to ``high`` of ``quantity`` (stored units)."""

    __slots__ = ("high", "low", "quantity")

    def __init__(self, low: int, high: int, quantity: Quantity) -> None:
        self.low = low
        self.high = high
        self.quantity = quantity

    def __repr__(self) -> str:
        return f"Strength({self.low}, {self.high}, {self.quantity.kind})"


class Source:
    """A rule that a call may come from: the line, the suits of its letters, and what it asks of the hand."""

    __slots__ = ("call", "env", "leaves", "line", "node")

    def __init__(self, line: Line, env: Env, call: int, node: Node, leaves: int = 0) -> None:
        self.line = line
        self.env = env
        self.call = call
        self.node = node
        self.leaves = leaves

    @property
    def reads(self) -> bool:
        """Whether the rule only explains the call."""
        return self.line.reads


class Shown:
    """What one ``call`` shows.

    ``holding`` what the maker's hand is then known to be; ``strength`` the author's range; ``all_tags`` the tags that
    it has by every line it may come from (of several forces the least), ``any_tags`` by some; ``natural`` the suit bid
    naturally, else -1; ``unread`` when no rule can have made the call; ``entries`` the rules it may come from.
    """

    __slots__ = ("all_tags", "any_tags", "call", "entries", "holding", "names", "natural", "strength", "unread")

    def __init__(
        self,
        call: int,
        holding: Holding,
        strength: Strength,
        entries: tuple[Source, ...],
        tags: tuple[frozenset[NamedTag], frozenset[NamedTag]],
        natural: int,
        unread: bool,
    ) -> None:
        self.call = call
        self.holding = holding
        self.strength = strength
        self.entries = entries
        self.all_tags, self.any_tags = tags
        self.natural = natural
        self.unread = unread
        self.names: frozenset[str] = frozenset([name for name, _ in self.all_tags]) if self.all_tags else _NO_NAMES
        """The names of ``all_tags``."""

    def has(self, name: str) -> bool:
        """Whether every line the call may come from carries a tag of this name."""
        return name in self.names

    def tells_the_same(self, other: Shown) -> bool:
        """Whether two calls tell the same, whatever rules they come from."""
        one, two = self.strength, other.strength
        return (
            self.holding is other.holding
            and (one.low, one.high, one.quantity) == (two.low, two.high, two.quantity)
            and self.all_tags == other.all_tags
            and self.any_tags == other.any_tags
            and self.natural == other.natural
            and self.unread == other.unread
        )

    @property
    def is_forcing(self) -> bool:
        """Whether partner must call; what forces to game asks nothing of him after a natural bid of game."""
        if self.natural < 0 or "forcing" in self.names:
            return not self.names.isdisjoint(FORCING)
        if "game forcing" in self.names:
            return not is_game(self.call)
        return any(name == "forcing to" and level is not None and self.call < level for name, level in self.all_tags)
