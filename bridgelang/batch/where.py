"""Random deals under conditions written in the language: ``north: 15-17 hcp, balanced``.

The deals are those of a seed's stream in order, less those that do not satisfy the conditions; so the same words and
seed give the same deals. Where hardly a deal satisfies them, deals are built instead
(:mod:`bridgelang.batch.construct`): other deals, but again the same for the same words and seed, and distributed alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs
import numpy as np

from bridgelang.batch.dealing import deal_masks
from bridgelang.bidding.condition import node_of
from bridgelang.compile.assemble import assemble
from bridgelang.compile.flatten import Flattener
from bridgelang.compile.unknown_words import explained
from bridgelang.constraints.columns import HandColumns, accepts_many
from bridgelang.constraints.nodes import TRUE, Node, both
from bridgelang.core.cards import quoted
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat
from bridgelang.errors import BridgelangError, NotationError, SystemTextError
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic, render_all
from bridgelang.lang.parser import parse_condition, parse_system
from bridgelang.lang.span import Span
from bridgelang.lang.vocabulary import OF_HAND
from bridgelang.lang.walk import nodes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bridgelang.batch.construct import Builder

__all__ = ["BuiltDeals", "DealStream", "NotFound", "condition_node", "deals_where", "read_where"]

_BLOCK = 8192
_PILOT_SEED, _PILOT = 20260000, 8 * _BLOCK
_RARE = _PILOT // 1000  # so few of the pilot's deals: build them, if that helps much
_SMALL_SHARE = 0.02
_FRAME = ("language 1", "opening:")
_BEFORE = "  pass: "


class NotFound(BridgelangError):
    """The conditions are too rare: the deals allowed were examined and not enough of them satisfied."""


def read_where(texts: Sequence[str]) -> dict[Seat, Node]:
    """The constraint on each seat's hand; a seat named twice must satisfy both.

    >>> nodes = read_where(["north: 15-17 hcp, balanced"])
    >>> nodes[Seat.NORTH].describe()
    '15-17 hcp, balanced'

    Raises:
        NotationError: when a text does not begin with a seat and a colon.
        SystemTextError: when its condition has errors; carries the diagnostics.
    """
    nodes: dict[Seat, Node] = {}
    for text in texts:
        seat, colon, condition = text.partition(":")
        if not colon:
            raise NotationError(f"{quoted(text)} is no condition on a hand: write north: 15-17 hcp, balanced", text)
        who = Seat.parse(seat)
        nodes[who] = both(nodes.get(who, TRUE), condition_node(condition.strip()))
    return nodes


def condition_node(text: str) -> Node:
    """A condition on one hand, nothing being known of the others.

    Raises:
        SystemTextError: when the text has errors.
    """
    condition, found = parse_condition(text)
    if condition is not None:
        found += [
            Diagnostic("B128", f"`{_words(text, atom)}` is not about the cards of one hand", "condition", atom.span)
            for atom in nodes(condition)
            if isinstance(atom, ast.Atom) and atom.kind not in OF_HAND
        ][:1]
    if not any(one.is_error for one in found):
        lines = (*_FRAME, _BEFORE + text.replace("\n", " "))
        tree, found, _ = parse_system("\n".join(lines), "condition")
        flattener = Flattener(lambda _name, _by: None, {})
        flattener.system(tree)
        found += explained(flattener.complaints.found, {"condition": lines})
        found = [_shifted(one) for one in found]
    if any(one.is_error for one in found):
        raise SystemTextError(found, render_all(found, {"condition": [text]}))
    return node_of(assemble(flattener, flattener.lines, "condition"))


def _words(text: str, atom: ast.Atom) -> str:
    return text[atom.span.column - 1 : atom.span.end_column - 1]


def _shifted(one: Diagnostic) -> Diagnostic:
    """A message about the framed line as one about the condition alone."""
    span = one.span
    if span.line != len(_FRAME) + 1:
        return one
    shift = len(_BEFORE)
    return attrs.evolve(
        one,
        span=Span(1, max(1, span.column - shift), 1, max(1, span.end_column - shift)),
    )


def deals_where(seed: int, nodes: dict[Seat, Node]) -> DealStream | BuiltDeals:
    """The random deals of a seed that satisfy the conditions, in the faster of the two ways.

    Which way depends on the conditions only, not on the seed: 65,536 deals of a fixed seed are looked at, and if fewer
    than one in a thousand satisfies them, deals are built.

    >>> deals_where(1, read_where(["north: 15-17 hcp"])), deals_where(1, read_where(["north: 10+ spades"])).built
    (DealStream(seed=1, nodes={<Seat.NORTH: 0>: <15-17 hcp>}, examined=0), True)

    Raises:
        NotFound: when counting shows that no deal satisfies them.
    """
    stream = DealStream(seed, nodes)
    pilot = DealStream(_PILOT_SEED, nodes)
    found = 0
    for indices, _ in pilot.blocks(_PILOT):
        found += len(indices)
        if found > _RARE:
            return stream
    from bridgelang.batch.construct import Impossible, builder_for

    try:
        builder = builder_for(nodes)
    except Impossible as error:
        raise NotFound(f"no deal satisfies the conditions: {error}") from None
    return BuiltDeals(seed, builder) if builder.share <= _SMALL_SHARE else stream


@attrs.define
class DealStream:
    """The deals of a seed that satisfy the conditions; ``examined`` counts those looked at so far."""

    seed: int
    nodes: dict[Seat, Node]
    examined: int = 0
    built = False
    most = 20_000_000

    def take(self, count: int, most: int | None = None) -> list[tuple[int, Deal]]:
        """The next ``count`` deals with their indices in the stream.

        Raises:
            NotFound: when ``most`` deals were examined and not enough satisfied; says how rare they are.
        """
        indices, masks = self.take_masks(count, most)
        return [
            (index, Deal([Hand(mask) for mask in row]))
            for index, row in zip(indices.tolist(), masks.tolist(), strict=True)
        ]

    def take_masks(self, count: int, most: int | None = None) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """As :meth:`take`: the indices, and a row of four masks for each deal."""
        parts: list[tuple[NDArray[np.int64], NDArray[np.uint64]]] = []
        missing = count
        for indices, masks in self.blocks(most):
            parts.append((indices[:missing], masks[:missing]))
            missing -= len(parts[-1][0])
            if not missing:
                self.examined = int(parts[-1][0][-1]) + 1
                return np.concatenate([some for some, _ in parts]), np.concatenate([some for _, some in parts])
        raise NotFound(
            f"only {count - missing} of {count} deals found among {self.examined:,}: the conditions are that rare "
            "or contradict each other"
        )

    def blocks(self, most: int | None) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint64]]]:
        """The deals as masks, with their indices, some at a time, until ``most`` have been examined."""
        while most is None or self.examined < most:
            start = self.examined
            size = _BLOCK if most is None else min(_BLOCK, most - start)
            masks = deal_masks(self.seed, start, size)
            rows = np.arange(size)
            for seat, node in self.nodes.items():
                rows = rows[accepts_many(node, HandColumns(masks[rows, seat]))]
            self.examined = start + size
            yield start + rows, masks[rows]


class BuiltDeals(DealStream):
    """Deals built to satisfy the conditions; ``examined`` counts the candidates looked at so far."""

    built = True
    most = 1_000_000

    def __init__(self, seed: int, builder: Builder) -> None:
        super().__init__(seed, builder.nodes)
        self.builder = builder

    def blocks(self, most: int | None) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint64]]]:
        """The deals as masks, with the indices of their candidates, until ``most`` have been examined."""
        size = 64
        while most is None or self.examined < most:
            start = self.examined
            size = min(2 * size, _BLOCK) if most is None else min(2 * size, _BLOCK, most - start)
            masks, good = self.builder.candidates(self.seed, start, size)
            rows = np.flatnonzero(good)
            self.examined = start + size
            yield start + rows, masks[rows]
