"""Deals built around rare conditions, each deal that satisfies them with the same chance as any other.

The one or two seats whose conditions are rarest are chosen by counting. For a pair of outlines (:mod:`outline`) the
number of pairs of hands is worked out suit by suit: a *letter* is what both hands hold of one suit as a pair of
classes, its *key* what it adds to each total (cards of the first hand, its points, cards of the second …), its weight
the number of ways to pick the lower cards. Clubs and diamonds together, and hearts and spades together, give two
tables from totals to weights; a pair of hands is drawn by a total of the first table, a matching one of the second,
then back to the suits' keys, their letters and the lower cards, each step in proportion to the deals behind it. The
other cards are shuffled.

What comes out are *candidates*, every pair of hands in the outlines equally likely (twice as likely when in two pairs
of outlines, and then kept with chance one half). Candidates that satisfy all conditions exactly are therefore
distributed as random deals that do, up to the rounding of weights, which are sums and products of positive doubles.

Candidate ``index`` of a seed depends on nothing else: its random words are ``word[k]`` of deal ``index`` (see
:mod:`bridgelang.core.dealing`) of the stream with the seed ``mix(seed ^ SALT)``.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import attrs
import numpy as np

from bridgelang.batch.dealing import random_words
from bridgelang.batch.outline import CLASSES, LENGTHS, LOW, Outline, outlines_of
from bridgelang.constraints.cells import hcp_set, shape_set
from bridgelang.constraints.columns import HandColumns, accepts_many
from bridgelang.constraints.nodes import Node
from bridgelang.constraints.project import project
from bridgelang.constraints.shapes import shapes_in
from bridgelang.core.dealing import mix
from bridgelang.core.seats import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Floats = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = ["Builder", "Impossible", "builder_for"]

SALT = 0x6275696C64  # "build": the candidates of a seed have nothing to do with its deals

_LEVELS = ((12, 2, 2), (6, 2, 2), (12, 2, 1), (12, 1, 2), (12, 1, 1), (6, 1, 1), (3, 1, 1), (1, 1, 1), (1, 0, 0))
"""Detail, the finest that can be afforded is taken: outlines a seat, sums of the first seat, of the second."""
_MOST_TABLES = 40
_MOST_PRODUCTS = 40_000_000  # of keys of two suits, over all tables: about half a second
_MOST_SUMS = 3000  # different totals of all sums together, over two suits
_COMMON = 0.3  # a condition satisfied more often is left to chance
_WORDS = 10 + 32 + 52
_ROWS = 512


class Impossible(Exception):
    """No deal satisfies the conditions; says why where that is known."""


@attrs.frozen
class Builder:
    """Candidates for deals under conditions.

    ``share`` is the part of all deals that the candidates stand for: at most so many satisfy the conditions.
    """

    nodes: dict[Seat, Node]
    seats: tuple[Seat, ...]
    outlines: tuple[list[Outline], list[Outline]]
    tables: list[_Table]
    ends: Floats

    @property
    def share(self) -> float:
        """The candidates' part of all deals."""
        return float(self.ends[-1]) / (comb(52, 13) * (comb(39, 13) if len(self.seats) == 2 else 1))

    def candidates(self, seed: int, start: int, count: int) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        """The candidates ``start`` to ``start + count - 1``: four masks each, and whether the deal is one wanted."""
        words = random_words(mix(seed ^ SALT), start, count, _WORDS)
        chances = (words[:, :10] >> np.uint64(11)).astype(np.float64) * 2.0**-53
        which = _pick(self.ends, chances[:, 0])
        classes = np.zeros((2, count, 4), dtype=np.int64)
        for number, table in enumerate(self.tables):
            rows = np.flatnonzero(which == number)
            for low in range(0, len(rows), _ROWS):
                some = rows[low : low + _ROWS]
                classes[:, some] = table.draw(chances[some, 1:9])
        first, second = _with_low_cards(classes, words[:, 10:42])
        masks = _with_the_rest(self.seats, first, second, words[:, 42:])
        good = chances[:, 9] * self._times(0, classes[0]) * self._times(1, classes[1]) < 1
        for seat, node in self.nodes.items():
            rows = np.flatnonzero(good)
            good[rows] = accepts_many(node, HandColumns(masks[rows, seat]))
        return masks, good

    def _times(self, place: int, classes: Indices) -> Indices:
        """In how many outlines of its seat each hand lies."""
        outlines = self.outlines[place]
        if len(outlines) == 1:
            return np.ones(len(classes), dtype=np.int64)
        return sum((outline.has(classes).astype(np.int64) for outline in outlines), np.zeros(len(classes), np.int64))


def builder_for(nodes: dict[Seat, Node]) -> Builder:
    """What builds deals under these conditions.

    Raises:
        Impossible: when counting shows that there is no such deal.
    """
    shares = []
    for seat, node in nodes.items():
        share = sum(_Table(outline, _NOBODY).count() for outline in _lean(node, 12)) / comb(52, 13)
        if share == 0:
            raise Impossible(f"there is no such hand for {seat.word}")
        shares.append((share, seat))
    _check_together(nodes)
    shares.sort()
    seats = tuple(seat for share, seat in shares[:2] if share <= _COMMON) or (shares[0][1],)
    for outlines_wanted, *sums in _LEVELS:
        ones = _with_sums(_lean(nodes[seats[0]], outlines_wanted), sums[0])
        twos = _with_sums(_lean(nodes[seats[1]], outlines_wanted), sums[1]) if len(seats) == 2 else [_NOBODY]
        if len(ones) * len(twos) > _MOST_TABLES:
            continue
        tables = [_Table(one, two) for one in ones for two in twos]
        if max(table.sums for table in tables) > _MOST_SUMS or sum(table.products for table in tables) > _MOST_PRODUCTS:
            continue
        ends = np.cumsum([table.count() for table in tables])
        if ends[-1] == 0:
            raise Impossible(f"no deal has both hands, {seats[0].word}'s and {seats[1].word}'s")
        return Builder(nodes, seats, (ones, twos), tables, ends)
    raise AssertionError("the last level is always cheap")


@lru_cache(maxsize=32)
def _lean(node: Node, most: int) -> list[Outline]:
    """The outlines that hold hands, each with the sums that matter, the one that matters most first."""
    return [outline for outline in map(_leanest, outlines_of(node, most)) if outline is not None]


def _leanest(outline: Outline) -> Outline | None:
    sums = list(outline.sums[:4])
    goal = _Table(attrs.evolve(outline, sums=tuple(sums)), _NOBODY).count()
    if not goal:
        return None
    best = attrs.evolve(outline, sums=())
    count = _Table(best, _NOBODY).count()
    while count > 1.1 * goal:
        choices = [(part, attrs.evolve(best, sums=(*best.sums, part))) for part in sums]
        count, at = min((_Table(choice, _NOBODY).count(), at) for at, (_, choice) in enumerate(choices))
        used, best = choices[at]
        sums.remove(used)
    return best


def _with_sums(outlines: list[Outline], most: int) -> list[Outline]:
    return [attrs.evolve(outline, sums=outline.sums[:most]) for outline in outlines]


_SUITS = ("clubs", "diamonds", "hearts", "spades")


def _check_together(nodes: dict[Seat, Node]) -> None:
    """Contradictions between the hands that show in their points and suit lengths."""
    may = [project(node).may for node in nodes.values()]
    counted = [("hcp", 40, [(_low_bit(points), points.bit_length() - 1) for points in map(hcp_set, may)])]
    for suit, name in enumerate(_SUITS):
        ranges = []
        for cells in may:
            lengths = [shape[suit] for shape in shapes_in(shape_set(cells))]
            ranges.append((min(lengths), max(lengths)))
        counted.append((name, 13, ranges))
    for name, there, ranges in counted:
        least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
        if least > there:
            raise Impossible(f"together the hands need at least {least} {name}, and there are {there}")
        if len(nodes) == 4 and most < there:
            raise Impossible(f"together the hands may have at most {most} {name}, and there are {there}")


def _low_bit(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


# Counting and drawing pairs of hands ------------------------------------------------------------------------

_EMPTY = np.arange(CLASSES) == 0
_NOBODY = Outline((_EMPTY, _EMPTY, _EMPTY, _EMPTY), ())
"""The second hand when there is only one: no cards."""


@lru_cache(maxsize=1)
def _ways() -> Floats:
    """For each pair of classes how many pairs of holdings of one suit, with no card in both, they stand for."""
    tops, lows = np.divmod(np.arange(CLASSES), LOW + 1)
    table = np.array(
        [[comb(LOW, first) * comb(LOW - first, second) for second in range(LOW + 1)] for first in range(LOW + 1)]
    )
    ways: Floats = table[lows[:, None], lows[None, :]] * ((tops[:, None] & tops[None, :]) == 0).astype(np.float64)
    return ways


@attrs.frozen
class _Axis:
    """One of the totals: whose hand it is of, for each suit the value of each class, and the totals wanted."""

    place: int
    values: tuple[Indices, Indices, Indices, Indices]
    low: int
    high: int


@attrs.frozen
class _Suit:
    """The letters of one suit in the order of their keys.

    ``keys``, ``weights`` and ``components`` (a row for each key, a column for each axis) are those of the different
    keys; ``first`` and ``second`` the letters' classes, ``ends`` the running sum of the letters' weights.
    """

    keys: Indices
    weights: Floats
    components: Indices
    first: Indices
    second: Indices
    ends: Floats
    starts: Floats  # of each key: the running sum before its first letter


class _Table:
    """The pairs of hands of two outlines, counted by :meth:`count` and drawn by :meth:`draw`.

    Tables from totals are arrays with an axis for each :class:`_Axis`, the two hands' lengths first. A *wide* key has
    room for sums and differences of two: its digits have the base ``2 * size - 1``.
    """

    def __init__(self, first: Outline, second: Outline) -> None:
        self.outlines = (first, second)
        cards = (LENGTHS,) * 4
        self.axes = [_Axis(0, cards, 13, 13)]
        self.axes.append(_Axis(1, cards, 0, 0) if second is _NOBODY else _Axis(1, cards, 13, 13))
        for place, outline in enumerate(self.outlines):
            self.axes += [_Axis(place, part.values, part.low, part.high) for part in outline.sums]
        letters = [self._letters(suit) for suit in range(4)]
        most = [[int(part.max(initial=0)) for part in parts] for _, _, _, parts in letters]
        self.sizes = [
            max(0, min(axis.high, max(most[0][at] + most[1][at], most[2][at] + most[3][at]))) + 1
            for at, axis in enumerate(self.axes)
        ]
        self.wide = [2 * size - 1 for size in self.sizes]
        strides = [1]
        for base in reversed(self.wide[1:]):
            strides.append(strides[-1] * base)
        self.strides = np.array(strides[::-1], dtype=np.int64)
        self.room = strides[-1] * self.wide[0]
        self.shift = int(((np.array(self.sizes) - 1) * self.strides).sum())
        self.suits = [self._suit(*parts) for parts in letters]
        self.products = sum(len(self.suits[at].keys) * len(self.suits[at + 1].keys) for at in (0, 2))
        self.sums = int(np.prod(self.sizes[2:], dtype=np.int64))

    def _letters(self, suit: int) -> tuple[Indices, Indices, Floats, list[Indices]]:
        one, two = self.outlines
        ones, twos = np.flatnonzero(one.allowed[suit]), np.flatnonzero(two.allowed[suit])
        ways = _ways()[np.ix_(ones, twos)]
        rows, columns = np.nonzero(ways)
        first, second = ones[rows], twos[columns]
        parts = [axis.values[suit][second if axis.place else first] for axis in self.axes]
        fits = np.ones(len(first), dtype=np.bool_)
        for axis, part in zip(self.axes, parts, strict=True):
            fits &= part <= axis.high
        return first[fits], second[fits], ways[rows, columns][fits], [part[fits] for part in parts]

    def _suit(self, first: Indices, second: Indices, ways: Floats, parts: list[Indices]) -> _Suit:
        columns = np.stack(parts, axis=1)
        fits = (columns < np.array(self.sizes)).all(axis=1)
        first, second, ways, columns = first[fits], second[fits], ways[fits], columns[fits]
        key = columns @ self.strides
        order = np.argsort(key, kind="stable")
        keys, at, inverse = np.unique(key[order], return_index=True, return_inverse=True)
        ends = np.cumsum(ways[order])
        return _Suit(
            keys,
            np.bincount(inverse, ways[order], len(keys)).astype(np.float64),
            columns[order][at],
            first[order],
            second[order],
            ends,
            np.concatenate([[0.0], ends])[at],
        )

    def count(self) -> float:
        """How many pairs of hands there are; 0 when :meth:`draw` has nothing to draw from."""
        if any(not len(suit.keys) for suit in self.suits):
            return 0.0
        minors, majors = self._joined(0), self._joined(2)
        weights = (minors * self._reached_from(majors)).reshape(-1)
        self.minors = np.flatnonzero(weights)
        if not len(self.minors):
            return 0.0
        self.ends = np.cumsum(weights[self.minors])
        self.majors = majors.reshape(self.sizes[0], self.sizes[1], -1)
        self.windows = []  # for each sum, whether a total over two suits goes with another
        for axis, size in zip(self.axes[2:], self.sizes[2:], strict=True):
            both = np.arange(size)[:, None] + np.arange(size)
            self.windows.append((both >= axis.low) & (both <= axis.high))
        self.seconds = []
        for at in (1, 3):
            dense = np.zeros(self.room)
            dense[self.suits[at].keys + self.shift] = self.suits[at].weights
            self.seconds.append(dense)
        return float(self.ends[-1])

    def _joined(self, at: int) -> Floats:
        """The weights of all totals over two suits."""
        one, two = self.suits[at], self.suits[at + 1]
        found = np.zeros(self.room)
        rows = max(1, 2_000_000 // len(two.keys))
        for low in range(0, len(one.keys), rows):
            keys = one.keys[low : low + rows, None] + two.keys[None, :]
            weights = one.weights[low : low + rows, None] * two.weights[None, :]
            found += np.bincount(keys.reshape(-1), weights.reshape(-1), self.room)
        table: Floats = found.reshape(self.wide)[tuple(slice(size) for size in self.sizes)]
        return np.ascontiguousarray(table)

    def _reached_from(self, table: Floats) -> Floats:
        """For each total of one table the weight of all totals of the other that go with it."""
        for at, (axis, size) in enumerate(zip(self.axes, self.sizes, strict=True)):
            source = np.moveaxis(table, at, 0)
            reached = np.zeros_like(source)
            for value in range(size):
                low, high = max(0, axis.low - value), min(size - 1, axis.high - value)
                if low <= high:
                    reached[low : high + 1] += source[value]
            table = np.moveaxis(reached, 0, at)
        return table

    def draw(self, chances: Floats) -> Indices:
        """Pairs of hands, as classes of an array [hand, row, suit], by eight numbers below 1 a row."""
        minors = np.stack(np.unravel_index(self.minors[_pick(self.ends, chances[:, 0])], self.sizes), axis=1)
        matches = self.majors[self.axes[0].high - minors[:, 0], self.axes[1].high - minors[:, 1]]
        fits = np.ones((len(minors), 1))
        for at, window in enumerate(self.windows):
            fits = (fits[:, :, None] * window[minors[:, at + 2]][:, None, :]).reshape(len(minors), -1)
        found = _pick_rows(matches * fits, chances[:, 1])
        majors = np.empty_like(minors)
        for at in (0, 1):
            majors[:, at] = self.axes[at].high - minors[:, at]
        for at, part in enumerate(np.unravel_index(found, self.sizes[2:]) if self.sizes[2:] else ()):
            majors[:, at + 2] = part
        out = np.empty((2, len(minors), 4), dtype=np.int64)
        for half, totals in enumerate((minors, majors)):
            one, two = self.suits[2 * half], self.suits[2 * half + 1]
            keys = totals @ self.strides
            left = keys[:, None] - one.keys[None, :]
            chosen = _pick_rows(one.weights * self.seconds[half][left + self.shift], chances[:, 2 + half])
            other = np.searchsorted(two.keys, keys - one.keys[chosen])
            for suit, letters, key, chance in (
                (2 * half, one, chosen, chances[:, 4 + half]),
                (2 * half + 1, two, other, chances[:, 6 + half]),
            ):
                at_letter = _between(letters, key, chance)
                out[0, :, suit], out[1, :, suit] = letters.first[at_letter], letters.second[at_letter]
        return out


def _pick(ends: Floats, chances: Floats) -> Indices:
    """For each chance an index, in proportion to the steps of a running sum."""
    found: Indices = np.searchsorted(ends, np.minimum(chances * ends[-1], np.nextafter(ends[-1], 0)), side="right")
    return found


def _pick_rows(weights: Floats, chances: Floats) -> Indices:
    """For each row an index, in proportion to the row's weights."""
    ends = np.cumsum(weights, axis=1)
    wanted = np.minimum(chances * ends[:, -1], np.nextafter(ends[:, -1], 0))
    found: Indices = (ends <= wanted[:, None]).sum(axis=1)
    return found


def _between(letters: _Suit, keys: Indices, chances: Floats) -> Indices:
    """For each row a letter of the given key (by its index)."""
    low = letters.starts[keys]
    high = low + letters.weights[keys]  # sums of whole numbers far below 2**53: exact
    found = np.searchsorted(letters.ends, low + chances * (high - low), side="right")
    last = np.searchsorted(letters.ends, high, side="left")
    return np.minimum(found, last)


# From classes to cards --------------------------------------------------------------------------------------


def _with_low_cards(classes: Indices, words: Words) -> tuple[Words, Words]:
    """Masks of both hands: the lower cards of each suit are picked by 8 random words a suit."""
    masks = np.zeros(classes.shape[:2], dtype=np.uint64)
    places = np.arange(LOW)
    for suit in range(4):
        tops, lows = np.divmod(classes[:, :, suit], LOW + 1)
        order = np.argsort(words[:, LOW * suit : LOW * (suit + 1)], axis=1, kind="stable")
        cards = np.int64(1) << order
        from_, to = np.zeros_like(lows[0]), lows[0]
        for hand in (0, 1):
            if hand:
                from_, to = lows[0], lows[0] + lows[1]
            low = (cards * ((places >= from_[:, None]) & (places < to[:, None]))).sum(axis=1)
            masks[hand] |= ((tops[hand] << LOW) | low).astype(np.uint64) << np.uint64(13 * suit)
    return masks[0], masks[1]


def _with_the_rest(seats: tuple[Seat, ...], first: Words, second: Words, words: Words) -> Words:
    """The four hands: those who have none get the other cards, in the order of 52 random words."""
    out = np.zeros((len(first), 4), dtype=np.uint64)
    dealt = first | second
    taken = (dealt[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)
    order = np.argsort(np.where(taken, ~np.uint64(0), words >> np.uint64(1)), axis=1, kind="stable")
    cards = np.uint64(1) << order.astype(np.uint64)
    for seat, hand in zip(seats, (first, second), strict=False):
        out[:, seat] = hand
    for place, other in enumerate(seat for seat in range(4) if seat not in seats):
        out[:, other] = np.bitwise_or.reduce(cards[:, 13 * place : 13 * place + 13], axis=1)
    return out
