"""Whether plain data is a compiled program: types, ranges, words and nesting, checked before anything is made of it.

What comes from a file is looked through here, so that the engine meets no number where it expects a list, no word it
does not know and no chain that is its own parent. The forms are those of ``docs/internals.md``; the arguments of the
conditions are those of ``lang/vocabulary.py``.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterable
from typing import Any

from bridgelang.compile.program_format import FORMAT
from bridgelang.lang.vocabulary import COMPILED_AWAY, KINDS, MEASURES, ORDERS, PHRASES

Test = Callable[[Any], bool]

MAX_DEPTH = 100
MAX_TEXT = 10_000
MAX_NUMBER = 1_000_000
MAX_LINES = 50_000
MAX_ITEMS = 10_000

_LETTER = re.compile(r"o?\d{0,6}[Mmt-z]")
_SHAPE = re.compile(r"[0-9x()=-]{4,24}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9'_-]{0,200}")

_FACTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(["ours", "theirs", "undoubled", "doubled", "redoubled", "game", "partscore", "slam"], ()),
    "level": ("level", "level"), "in": ("strain",), "game in": ("strain",), "bid": ("pattern",),
}  # fmt: skip
_BARE_CALLS = frozenset(["pass", "pass even if forced", "double", "redouble", "raise", "jump raise", "any", "any bid"])
_STRAIN_CALLS = frozenset(["cheapest", "jump", "double jump", "game", "cue"])
_MEASURES = MEASURES.keys() - {"named"}
_POINTS = frozenset(["hcp", "length", "shortness", "upgraded"])
_RANKS = frozenset([*"AKQJT98765432", "10"])


# ------------------------------------------------------------------ small values


def _whole(least: int, most: int) -> Test:
    return lambda v: v.__class__ is int and least <= v <= most


def _one_of(*words: str) -> Test:
    known = frozenset(words)
    return lambda v: v.__class__ is str and v in known


def _number(v: Any) -> bool:
    return v.__class__ in (int, float) and -MAX_NUMBER <= v <= MAX_NUMBER  # NaN is not within bounds


def _text(v: Any) -> bool:
    return v.__class__ is str and len(v) <= MAX_TEXT


def _letter(v: Any) -> bool:
    return v.__class__ is str and _LETTER.fullmatch(v) is not None


def _suit(v: Any) -> bool:
    return (v.__class__ is int and 0 <= v <= 3) or (v.__class__ is str and (v in PHRASES or _letter(v)))


def _strain(v: Any) -> bool:
    return v == "NT" or _suit(v)


def _many(v: Any, test: Test, most: int = MAX_ITEMS) -> bool:
    return v.__class__ is list and len(v) <= most and all(map(test, v))


def _range(v: Any) -> bool:
    return v.__class__ is list and len(v) == 2 and all(end is None or _number(end) for end in v)


def _amount(v: Any) -> bool:
    return bool(v) and _many(v, _range, 100)


def _measure(v: Any) -> bool:
    if v.__class__ is not list or len(v) != 2 or v[0].__class__ is not str:
        return False
    if v[0] == "custom":
        return v[1].__class__ is str and _NAME.fullmatch(v[1]) is not None
    return v[0] in _MEASURES and (v[1] is None or _suit(v[1]))


def _where(v: Any) -> bool:
    if v.__class__ is not list or len(v) != 5:
        return False
    quantifier, suit, *rest = v
    if not all(word.__class__ is str for word in (quantifier, *rest)) or not (suit is None or _suit(suit)):
        return False
    which, kind, whose = rest
    return (
        quantifier in ("one", "every", "some", "both")
        and which in ("", "unbid", "side", "other", "lowest unbid", "highest unbid")
        and kind in ("suit", "major", "minor")
        and whose in ("", "they", "partner", "we")
        and (quantifier != "one" or suit is not None or which.endswith(" unbid"))
    )


def _tag(v: Any) -> bool:
    return (
        v.__class__ is list
        and len(v) == 3
        and _text(v[0])
        and (v[1] is None or _suit(v[1]))
        and (v[2] is None or _bid(v[2]))
    )


def _bid(v: Any) -> bool:
    return v.__class__ is list and len(v) == 3 and v[0] == "bid" and _LEVEL(v[1]) and _strain(v[2])


def _call(v: Any) -> bool:
    """A call of a rule or of a path."""
    if v.__class__ is not list or not v or v[0].__class__ is not str:
        return False
    kind = v[0]
    if kind == "bid":
        return _bid(v)
    if len(v) == 1:
        return kind in _BARE_CALLS
    if len(v) != 2:
        return False
    if kind == "step":
        return _whole(1, 40)(v[1])
    if kind == "tagged":
        return bool(v[1]) and _many(v[1], _tag, 40)
    return kind in _STRAIN_CALLS and _strain(v[1])


def _pattern(v: Any) -> bool:
    """What a call is asked to be."""
    if v.__class__ is not list or not v or v[0].__class__ is not str:
        return False
    kind = v[0]
    if kind == "bid":
        return len(v) == 1 or _bid(v)
    if len(v) == 1:
        return kind in ("pass", "double", "redouble", "game")
    if len(v) != 2:
        return False
    if kind == "strain":
        return _strain(v[1])
    if kind == "sort":
        return v[1].__class__ is str and v[1] in ("jump", "raise", "reverse", "cue", "bid")
    return kind == "tag" and _tag(v[1])


_LEVEL = _whole(1, 7)
_ARGUMENTS: dict[str, Test] = {
    "amount": _amount, "measure": _measure, "where": _where, "suit": _suit, "strain": _strain, "letter": _letter,
    "rank": _whole(0, 12), "ranks": lambda v: bool(v) and _many(v, _whole(0, 12), 13), "number": _whole(0, 1000),
    "level": _LEVEL, "shape": lambda v: v.__class__ is str and _SHAPE.fullmatch(v) is not None,
    "short": _one_of("void", "singleton", "doubleton", "shortage"), "kind": _one_of("suit", "major", "minor"),
    "op": _one_of(">", ">=", "<", "<=", "=", "!="), "who": _one_of("me", "partner", "lho", "rho", "we", "they"),
    "which": _one_of("first", "second", "last"), "noun": _one_of("call", "bid"), "pattern": _pattern, "tag": _tag,
    "phrase": _one_of(*PHRASES), "seats": lambda v: bool(v) and _many(v, _whole(1, 4), 4),
    "limit": _one_of("at most", "at least", "below", "above"), "call": _bid,
    "word": _one_of("passed", "doubled", "redoubled", "bid"),
}  # fmt: skip


# ------------------------------------------------------------------ conditions


def _condition(v: Any, depth: int = 0) -> bool:
    if v.__class__ is not list or not v or v[0].__class__ is not str or depth > MAX_DEPTH:
        return False
    kind, arguments = v[0], v[1:]
    if kind in ("all", "any"):
        return len(v) <= MAX_ITEMS and all(_condition(part, depth + 1) for part in arguments)
    if kind in ("not", "provided"):
        return len(v) == 2 and _condition(v[1], depth + 1)
    if kind == "contract":
        if not arguments or arguments[0].__class__ is not str or arguments[0] not in _FACTS:
            return False
        wanted, arguments = _FACTS[arguments[0]], arguments[1:]
    elif kind in KINDS and kind not in COMPILED_AWAY:
        wanted = KINDS[kind].args
    else:
        return False
    return len(wanted) == len(arguments) and all(
        _argument(name, value, depth) for name, value in zip(wanted, arguments, strict=True)
    )


def _argument(name: str, value: Any, depth: int) -> bool:
    if name[-1] == "?":
        if value is None:
            return True
        name = name[:-1]
    return _condition(value, depth + 1) if name == "condition" else _ARGUMENTS[name](value)


# ------------------------------------------------------------------ the program


def fault_of(data: Any) -> str:
    """What keeps plain data from being a compiled program, in words; empty when it is one.

    >>> fault_of({"format": 0})
    'it is no program of this format'
    """
    try:
        return _fault(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        return f"it cannot be read ({type(error).__name__})"


def _fault(data: Any) -> str:
    if data.__class__ is not dict or data.get("format") != FORMAT:
        return "it is no program of this format"
    if not (_text(data["name"]) and _text(data["title"]) and data["kind"] in ("system", "convention")):
        return "its heading is not in order"
    if not (data["points"] and _many(data["points"], _one_of(*_POINTS), 10)):
        return "its count of points is not in order"
    if not (_quantities(data["quantities"]) and _settings(data["settings"]) and _many(data["files"], _text)):
        return "its quantities, settings or files are not in order"
    chains, lines = data["chains"], data["lines"]
    if not all(rows.__class__ is list and len(rows) <= MAX_LINES for rows in (chains, lines)):
        return "it is too long"
    checked = _Checked()
    if len(chains) < 2 or not all(_chain(number, row, checked) for number, row in enumerate(chains)):
        return "its contexts are not in order"
    if not _lines(lines, checked, len(chains), len(data["files"])):
        return "its lines are not in order"
    return "" if checked.quantities() <= data["quantities"].keys() else "it counts by a quantity it does not have"


class _Checked:
    """Parts that passed a test: lines have much alike, and what is alike needs to be looked at once."""

    def __init__(self) -> None:
        self._contexts: set[bytes] = set()
        self._good: list[Any] = []

    def context(self, row: list[Any]) -> bool:
        """Whether a row says what a context is."""
        key = marshal.dumps(row, 0)
        if key not in self._contexts:
            if not _context(row):
                return False
            self._contexts.add(key)
            self._good.append(row)
        return True

    def column(self, test: Test, values: Iterable[Any]) -> bool:
        """Whether all values pass a test, the same object being looked at once: nothing is changed meanwhile."""
        different = list({id(value): value for value in values}.values())
        self._good += different
        return all(map(test, different))

    def quantities(self) -> set[str]:
        """The quantities of the system's own that were met."""
        found: set[str] = set()
        waiting = [part for part in self._good if part.__class__ is list and b"custom" in marshal.dumps(part, 0)]
        while waiting:
            part = waiting.pop()
            if part.__class__ is list:
                if len(part) == 2 and part[0] == "custom" and part[1].__class__ is str:
                    found.add(part[1])
                waiting.extend(part)
        return found


def _chain(index: int, row: Any, checked: _Checked) -> bool:
    if row.__class__ is not list:
        return False
    if index < 2:
        return bool(row == [["root"], ["start"]][index])
    parent, *rest = row
    return parent.__class__ is int and 0 <= parent < index and checked.context(rest)


def _context(row: Any) -> bool:
    kind, *rest = row
    if kind == "when":
        return len(rest) == 2 and _condition(rest[0]) and _domains(rest[1])
    if kind != "call" or len(rest) != 3:
        return False
    theirs, calls, nature = rest
    return _FLAG(theirs) and bool(calls) and _many(calls, _call, 100) and nature in ("", "natural", "artificial")


def _lines(rows: list[Any], checked: _Checked, chains: int, files: int) -> bool:
    """Whether rows are lines, column by column."""
    place = _whole(0, len(rows))
    tests = (
        _whole(0, chains - 1), _calls, _asked, _orders, _tags, _text, _whole(0, files - 1), _whole(0, MAX_NUMBER - 1),
        _text, _letters, _FLAG, _FLAG, _one_of("", "leave", "pass"), place, place,
    )  # fmt: skip
    if not all(row.__class__ is list and len(row) == len(tests) for row in rows):
        return False
    return all(checked.column(test, values) for test, values in zip(tests, zip(*rows, strict=True), strict=False))


def _asked(v: Any) -> bool:
    return v is None or _condition(v)


def _calls(v: Any) -> bool:
    return bool(v) and _many(v, _call, 100)


def _orders(v: Any) -> bool:
    return _many(v, _order, 100)


def _tags(v: Any) -> bool:
    return _many(v, _tag, 1000)


def _letters(v: Any) -> bool:
    return (
        v.__class__ is dict
        and not v.keys() - {"order", "for"}
        and _many(v["order"], _letter, 100)
        and _domains(v.get("for", {}))
    )


def _order(v: Any) -> bool:
    return v.__class__ is list and len(v) == 2 and v[0] in ORDERS and _whole(0, 13)(v[1])


_FLAG = _whole(0, 1)


def _domains(v: Any) -> bool:
    return v.__class__ is dict and all(
        _letter(letter) and bool(suits) and _many(suits, _whole(0, 3), 4) for letter, suits in v.items()
    )


def _quantities(v: Any) -> bool:
    return v.__class__ is dict and all(
        _NAME.fullmatch(name) is not None and _many(values, _valued, 13) for name, values in v.items()
    )


def _valued(v: Any) -> bool:
    return v.__class__ is list and len(v) == 2 and v[0] in _RANKS and _number(v[1])


def _settings(v: Any) -> bool:
    return v.__class__ is dict and all(_text(name) and (_text(value) or _amount(value)) for name, value in v.items())
