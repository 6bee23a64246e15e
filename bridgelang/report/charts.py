"""Charts as plain numbers for the templates: points of a line, rectangles of bars, marks of an axis.

A chart is 640 wide and 220 high, with room for the axes at the left and below.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10, sqrt

import attrs

from bridgelang.match.attribution import Cause
from bridgelang.match.result import MatchResult, Share

WIDTH, HEIGHT = 640, 220
LEFT, TOP, RIGHT, BELOW = 52, 8, 8, 26
_POINTS = 160
_BRIEF = {"opener's rebid": "rebid", "responder's rebid": "next response"}


@attrs.frozen
class Tick:
    """A mark of an axis: where, and what it says."""

    at: float
    text: str


@attrs.frozen
class Running:
    """The mean after so many boards with its 95 % interval: two lists of points as SVG wants them."""

    line: str
    band: str
    zero: float
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


@attrs.frozen
class Bar:
    """A bar, with its whisker's ends where it has one, what stands under it, and what it tells when touched."""

    x: float
    y: float
    width: float
    height: float
    gain: bool
    label: str
    tells: str
    low: float | None = None
    high: float | None = None


@attrs.frozen
class Bars:
    """A chart of bars from a zero line."""

    bars: tuple[Bar, ...]
    zero: float
    up: tuple[Tick, ...]


def running_mean(result: MatchResult) -> Running:
    """The first bidder's mean as the match went on."""
    scale = result.total.scale
    base = 50.0 if result.scoring == "matchpoints" else 0.0
    total = squares = 0
    found: list[tuple[int, float, float]] = []
    count = len(result.values)
    step = max(1, count // _POINTS)
    for place, value in enumerate(result.values, 1):
        total += value
        squares += value * value
        if place > 1 and (place % step == 0 or place == count):
            mean = total / place
            error = sqrt(max(0.0, squares / place - mean * mean) / (place - 1))
            found.append((place, scale * mean, 1.96 * scale * error))
    settled = [one for one in found if one[0] >= min(30, count)] or found
    low = min([mean - half for _, mean, half in settled], default=base - 1)
    high = max([mean + half for _, mean, half in settled], default=base + 1)
    axis = _Axis(min(low, base), max(high, base))
    x = _Across(count)
    line = " ".join(f"{x(place):.1f},{axis(mean):.1f}" for place, mean, _ in found)
    upper = [f"{x(place):.1f},{axis(mean + half):.1f}" for place, mean, half in found]
    lower = [f"{x(place):.1f},{axis(mean - half):.1f}" for place, mean, half in reversed(found)]
    marks = tuple(Tick(x(round(count * part / 4)), f"{round(count * part / 4):,}") for part in range(1, 5))
    return Running(line, " ".join(upper + lower), axis(base), marks, axis.ticks())


def swings(result: MatchResult) -> Bars:
    """How many boards were worth how much, the tied ones left out."""
    edge = 100 if result.scoring == "total" else 1
    counts: dict[int, int] = {}
    for value in result.values:
        if value != (1 if result.scoring == "matchpoints" else 0):
            group = round(value / edge)
            counts[group] = counts.get(group, 0) + 1
    if not counts:
        return Bars((), HEIGHT - BELOW, ())
    low, high = min(counts), max(counts)
    axis = _Axis(0, max(counts.values()))
    slot = (WIDTH - LEFT - RIGHT) / (high - low + 1)
    scale = edge * result.total.scale
    bars = []
    for group in range(low, high + 1):
        number = counts.get(group, 0)
        if number:
            x = LEFT + slot * (group - low)
            name = f"{scale * group:+.0f}" if result.scoring != "matchpoints" else f"{scale * group:.0f} %"
            gain = group > 0 if result.scoring != "matchpoints" else group > 1
            label = name if high - low < 26 or group % 4 == 0 else ""
            top = axis(number)
            tells = f"{name}: {number:,} boards"
            bars.append(Bar(x + slot * 0.1, top, slot * 0.8, axis(0) - top, gain, label, tells))
    return Bars(tuple(bars), axis(0), axis.ticks())


def phases(causes: Sequence[Cause], boards: int) -> Bars:
    """What each phase of the auction was worth, in IMPs a board."""
    shown = []
    for cause in causes:
        name = cause.phase or ""
        shown.append((_BRIEF.get(name, name), cause.per_board(boards), 1.96 * cause.standard_error(boards)))
    return _bars(shown, "IMPs a board")


def shares(found: Sequence[Share], unit: str) -> Bars:
    """The mean of each share with its interval."""
    base = 50.0 if found and found[0].scoring == "matchpoints" else 0.0
    return _bars([(share.name, share.mean - base, share.half_width) for share in found], unit, base)


def curve(points: Sequence[tuple[float, float, float]], unit: str) -> Bars:
    """A mean with half its interval for each value of a quantity."""
    return _bars([(f"{value:g}", mean, half) for value, mean, half in points], unit)


def _bars(shown: Sequence[tuple[str, float, float]], unit: str, base: float = 0.0) -> Bars:
    if not shown:
        return Bars((), HEIGHT - BELOW, ())
    axis = _Axis(min(0.0, *[mean - half for _, mean, half in shown]), max(0.0, *[m + half for _, m, half in shown]))
    slot = (WIDTH - LEFT - RIGHT) / len(shown)
    bars = []
    for place, (name, mean, half) in enumerate(shown):
        top, bottom = axis(max(mean, 0.0)), axis(min(mean, 0.0))
        x = LEFT + slot * place
        low, high = mean - half, mean + half
        tells = f"{name}: {mean + base:+.3f} {unit} (95 % interval {low + base:+.3f} to {high + base:+.3f})"
        whisker = axis(high), axis(low)
        bars.append(Bar(x + slot * 0.2, top, slot * 0.6, bottom - top, mean >= 0, name, tells, *whisker))
    return Bars(tuple(bars), axis(0.0), axis.ticks(base))


class _Axis:
    """From values to heights, with round marks."""

    def __init__(self, low: float, high: float) -> None:
        if high <= low:
            high = low + 1
        rough = (high - low) / 4
        size = 10.0 ** floor(log10(rough))
        self.step: float = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= rough)
        self.low = self.step * floor(low / self.step)
        self.high = self.step * -floor(-high / self.step)

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return TOP + (HEIGHT - TOP - BELOW) * (self.high - inside) / (self.high - self.low)

    def ticks(self, base: float = 0.0) -> tuple[Tick, ...]:
        """The marks, lowest first; ``base`` is added to what they say."""
        count = round((self.high - self.low) / self.step)
        values = [self.low + self.step * place for place in range(count + 1)]
        return tuple(Tick(self(value), f"{value + base:g}" if abs(value) > 1e-9 else f"{base:g}") for value in values)


class _Across:
    """From a number of boards to a place across the chart."""

    def __init__(self, boards: int) -> None:
        self.boards = max(1, boards)

    def __call__(self, place: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / self.boards
