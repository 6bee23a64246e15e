"""The strength that a call shows, in words: the range on the author's scale, ends that say nothing left out."""

from __future__ import annotations

from bridgelang.bidding.told import TAIL, Told
from bridgelang.bidding.ways import RARE, said_in_tricks, said_outright
from bridgelang.constraints.likely import Spread
from bridgelang.features.quantities import Quantity, quantity

_HCP = quantity("hcp")


def strength(told: Told) -> str:
    """The range, on the author's scale; empty when it says nothing new."""
    stated = _stated(told)
    if stated is not None:
        return _range(told, *stated)
    if told.ways and all(said_in_tricks(way.parts) for way in told.ways):
        return ""
    scale = told.points if told.points.exact else _HCP
    texts = [_range(told, q, None, None) for q in dict.fromkeys((scale, _HCP))]
    if len(texts) == 2 and texts[1] and _narrower(told, _HCP, scale):
        return texts[1]
    return texts[0]


def _stated(told: Told) -> tuple[Quantity, int | None, int | None] | None:
    """The range that the lines state, when all state one on the same scale."""
    said = [said_outright(way.parts) for way in told.ways]
    sure = [one for one in said if one is not None]
    if not sure or len(sure) < len(said):
        return None
    scale = sure[0][0]
    if not scale.exact or any(one[0] is not scale for one in sure):
        return None
    lows = [one[1] for one in sure if one[1] is not None]
    highs = [one[2] for one in sure if one[2] is not None]
    return scale, min(lows) if len(lows) == len(sure) else None, max(highs) if len(highs) == len(sure) else None


def _range(told: Told, q: Quantity, low: int | None, high: int | None) -> str:
    """A range in words; ends that are not stated are taken from the hands, if they say anything."""
    least, most = told.spread.range(q, TAIL)
    sure, _ = told.spread.range(q)
    new_low, new_high = low is not None, high is not None and high >= sure
    if low is None or low < sure:
        low = max(least, q.low if low is None else low)
    if high is None or high < sure:
        high = most
    low, high = _ends_that_tell(told, q, (low, new_low), (high, new_high))
    if low <= q.low and high >= q.high:
        return ""
    if low <= q.low and (free := told.anything.between(q, q.low, high)).total:
        least = max(least, q.low)
        if free.share(free.between(q, q.low, least - 1)) >= told.tells:
            low = least  # known before, and the range now has two ends
    kind = "support points" if q.kind == "support points" else q.name
    return q.unit_text(low, high).replace(q.name, kind)


def _ends_that_tell(told: Told, q: Quantity, bottom: tuple[int, bool], top: tuple[int, bool]) -> tuple[int, int]:
    """The ends of a range, each with whether the lines state it; one that takes next to no hands away is left open."""
    (low, new_low), (high, new_high) = bottom, top
    rest = _rest(told)
    free = rest.between(q, low, q.high)
    if not new_high and free.share(free.between(q, high + 1, q.high)) < told.tells:
        high = q.high
    free = rest.between(q, q.low, high)
    if not new_low and free.share(free.between(q, q.low, low - 1)) < told.tells:
        low = q.low
    if new_low and rest.share(rest.between(q, q.low, low - 1)) < RARE and not new_high:
        low = q.low
    return low, high


def _rest(told: Told) -> Spread:
    """The hands with what is known and the shape now shown, whatever their strength."""
    here = told.spread.weights.sum(axis=1) > 0
    return Spread(told.known.weights * here[:, None])


def _narrower(told: Told, one: Quantity, other: Quantity) -> bool:
    """Whether the range of one quantity leaves clearly fewer hands than that of the other."""
    rest = _rest(told)
    first = rest.between(one, *told.spread.range(one, TAIL))
    second = rest.between(other, *told.spread.range(other, TAIL))
    return first.total < 0.9 * second.total
