"""Which auctions are meant by a path such as ``1M (2x)``: ours as they are, theirs in parentheses, passes left out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bridgelang.core.calls import CALLS, Call
from bridgelang.errors import NotationError

__all__ = ["Path"]

_ELEMENT = re.compile(r"\(([^()]+)\)|([^\s()]+)")
_LETTERED = re.compile(r"([1-7])([Mmtxyz])")
_KINDS = {"M": (2, 3), "m": (0, 1)}


class Path:
    """The beginning of an auction; our side is the one of the player whose decision is looked at.

    ``M`` is a major, ``m`` a minor, ``x``, ``y``, ``z`` and ``t`` are suits, each letter the same suit throughout and
    no two letters alike; ``1C/1D`` is either, ``any`` any call but a pass.

    >>> path = Path("1M (2x)")
    >>> path.begins([5, 0, 0]), path.begins([5, 8]), path.begins([5, 9, 0, 0]), path.begins([0, 6, 8])
    (False, True, True, True)

    Raises NotationError for what is no path.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._elements: list[tuple[bool, list[str]]] = []
        left = _ELEMENT.sub("", text).strip()
        for theirs, ours in _ELEMENT.findall(text):
            alternatives = [word.strip() for word in (theirs or ours).split("/")]
            for word in alternatives:
                if word != "any" and not _LETTERED.fullmatch(word):
                    Call.parse(word)
            self._elements.append((bool(theirs), alternatives))
        if left or not self._elements:
            raise NotationError(f"`{text}` is no path of calls: write it as 1M (2x), theirs in parentheses", text)

    def begins(self, calls: Sequence[int]) -> bool:
        """Whether an auction begins so; the side that is to call next is ours."""
        side = len(calls) & 1
        made = [(place & 1 != side, call) for place, call in enumerate(calls)]
        return self._match(0, made, {})

    def _match(self, at: int, made: list[tuple[bool, int]], bound: dict[str, int]) -> bool:
        if at == len(self._elements):
            return True
        theirs, alternatives = self._elements[at]
        for place, (by_them, call) in enumerate(made):
            for word in alternatives:
                letters = _meant(word, call, bound) if by_them == theirs else None
                if letters is not None and self._match(at + 1, made[place + 1 :], letters):
                    return True
            if call:
                return False  # only passes may be left out
        return False


def _meant(word: str, call: int, bound: dict[str, int]) -> dict[str, int] | None:
    """The letters when ``call`` is what a word means, None when it is not."""
    if word == "any":
        return bound if call else None
    lettered = _LETTERED.fullmatch(word)
    if lettered is None:
        return bound if CALLS[call] == Call.parse(word) else None
    level, letter = int(lettered.group(1)), lettered.group(2)
    suit = (call - 3) % 5
    if call < 3 or suit == 4 or (call + 2) // 5 != level or suit not in _KINDS.get(letter, range(4)):
        return None
    if letter in bound:
        return bound if bound[letter] == suit else None
    return None if suit in bound.values() else {**bound, letter: suit}
