"""From the compiled form of conditions and calls, which is JSON, to typed words and forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bridgelang.bidding.forms import NOTRUMP, Amount, Bid, CallExpr, Measure, Pattern, SuitRef, Tag, Where
from bridgelang.bidding.words import (
    call,
    callers,
    contract,
    earlier,
    expected,
    fit,
    hand,
    known,
    letters,
    logic,
    suits,
    tricks,
)
from bridgelang.bidding.words.base import WORDS, Word, make, words_in

RECORDS = (hand, fit, expected, tricks, call, letters, callers, earlier, suits, contract, known, logic)
"""The modules that have the words."""
for record in RECORDS:
    WORDS.update(words_in(vars(record)))


def condition(data: Any) -> Word:
    """A condition: ``[kind, arguments …]``."""
    cls = WORDS[data[0]]
    if not cls.args:
        return make(cls, *[condition(part) for part in data[1:]])
    if cls.kind == "contract":
        values: list[object] = [data[1], *[_of_contract(part) for part in data[2:]]]
    else:
        values = [_ARGUMENTS[kind.rstrip("?")](value) for kind, value in zip(cls.args.split(), data[1:], strict=True)]
    return make(cls.form(values), *values)


def _of_contract(data: Any) -> object:
    return call_expr(data) if isinstance(data, list) else _strain(data)


def _strain(data: Any) -> SuitRef | None:
    found: SuitRef | None = NOTRUMP if data == "NT" else data
    return found


def _amount(data: Any) -> Amount:
    return tuple([(low, high) for low, high in data])


def _measure(data: Any) -> Measure | None:
    if data is None:
        return None
    kind, suit = data
    return Measure("custom", None, suit) if kind == "custom" else Measure(kind, suit)


def _where(data: Any) -> Where:
    return Where(*data)


def tag(data: Any) -> Tag:
    """A tag: ``[name, suit, until]``."""
    name, suit, until = data
    return Tag(name, suit, None if until is None else Bid(until[1], _strain(until[2])))  # type: ignore[arg-type]


def call_expr(data: Any) -> CallExpr:
    """A call made, or one of a path."""
    kind = data[0]
    if kind == "bid":
        return CallExpr(kind, data[1], _strain(data[2]))
    if kind == "step":
        return CallExpr(kind, data[1])
    if kind == "tagged":
        return CallExpr(kind, tags=tuple([tag(one) for one in data[1]]))
    return CallExpr(kind, strain=_strain(data[1]) if len(data) > 1 else None)


def _pattern(data: Any) -> Pattern | None:
    if data is None:
        return None
    kind = data[0]
    if kind == "bid":
        return Pattern(kind, data[1], _strain(data[2])) if len(data) > 1 else Pattern(kind)
    if kind == "strain":
        return Pattern(kind, strain=_strain(data[1]))
    if kind == "sort":
        return Pattern(kind, word=data[1])
    return Pattern(kind, tag=tag(data[1])) if kind == "tag" else Pattern(kind)


def _same(data: Any) -> object:
    return tuple([_same(part) for part in data]) if isinstance(data, list) else data


_ARGUMENTS: dict[str, Callable[[Any], object]] = {
    "amount": _amount,
    "measure": _measure,
    "where": _where,
    "tag": tag,
    "pattern": _pattern,
    "call": call_expr,
    "condition": condition,
    "strain": _strain,
    **dict.fromkeys(
        [
            "suit",
            "letter",
            "rank",
            "ranks",
            "number",
            "level",
            "shape",
            "short",
            "kind",
            "op",
            "who",
            "which",
            "noun",
            "word",
            "phrase",
            "seats",
            "limit",
        ],
        _same,
    ),
}
