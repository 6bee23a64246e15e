"""What conditions and calls are made of: suits and letters, amounts, quantities, tags, calls asked about and made.

A suit is 0 clubs … 3 spades, or the letter or phrase as written; a strain is a suit or 4, notrump. Everything here is
plain data that two equal texts share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from bridgelang.core.contracts import GAME_LEVEL

SuitRef = int | str
Env = dict[str, int]
"""The suits of letters."""
Domains = Mapping[str, list[int]]
"""The suits that ``for x in …`` allows a letter to be."""
Amount = tuple[tuple[float | None, float | None], ...]
"""Ranges in the author's units, both ends included, an open end None."""

SUITS = (0, 1, 2, 3)
MAJORS = (2, 3)
MINORS = (0, 1)
NOTRUMP = 4
NO_LETTERS: Env = {}
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")

V = TypeVar("V")


class Measure(NamedTuple):
    """A quantity: ``name`` is that of one of the system's own (``custom``)."""

    kind: str
    suit: SuitRef | None = None
    name: str = ""


class Where(NamedTuple):
    """The suits a condition speaks of: one, or every or some of a set."""

    quantifier: str
    suit: SuitRef | None
    which: str
    kind: str
    whose: str


class Bid(NamedTuple):
    """A level and a strain."""

    level: int
    strain: SuitRef


class Tag(NamedTuple):
    """A word in brackets behind a rule: ``[transfer to hearts]``, ``[forcing to 2NT]``."""

    name: str
    suit: SuitRef | None
    until: Bid | None


class CallExpr(NamedTuple):
    """A call that a rule makes, or one of a path; ``level`` also counts the steps of ``step 2``."""

    kind: str
    level: int = 0
    strain: SuitRef | None = None
    tags: tuple[Tag, ...] = ()


class Pattern(NamedTuple):
    """A call asked about: ``bid`` (1NT), ``strain``, ``sort`` (a jump), ``tag``, ``pass``, ``double``, ``redouble``,
    ``game``."""

    kind: str
    level: int = 0
    strain: SuitRef | None = None
    word: str = ""
    tag: Tag | None = None


@lru_cache(maxsize=1000)
def is_letter(text: str) -> bool:
    """Whether a word is a suit letter: M, m, t to z, one renamed for a convention (3x), or the other one of it (oM)."""
    bare = text.removeprefix("o").lstrip("0123456789")
    return len(bare) == 1 and (bare in "Mm" or "t" <= bare <= "z")


def letters_in(node: object) -> list[str]:
    """The suit letters of a form in order of writing; ``oM`` counts as ``M``."""
    return list(dict.fromkeys(text.removeprefix("o") for text in texts_in(node) if is_letter(text)))


def texts_in(node: object) -> Iterator[str]:
    """Every text in a form."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple | list):
        for part in node:
            yield from texts_in(part)


def bind(value: V, env: Mapping[str, int]) -> V:
    """The form with suits for its letters."""
    bound: object = _bind(value, env)
    return bound  # type: ignore[return-value]  # the same form, its letters replaced


def _bind(value: object, env: Mapping[str, int]) -> object:
    if isinstance(value, str):
        return suit_of_letter(value, env) if is_letter(value) else value
    if isinstance(value, tuple):
        parts = [_bind(part, env) for part in value]
        made = getattr(type(value), "_make", None)
        return tuple(parts) if made is None else made(parts)
    other = getattr(value, "bound", None)
    return value if other is None else other(env)


def suit_of_letter(letter: str, env: Mapping[str, int]) -> SuitRef:
    """The suit of a letter, or the letter when it has none."""
    found = env.get(letter)
    if found is not None:
        return found
    base = env.get(letter[1:]) if letter[0] == "o" else None
    return letter if base is None else base ^ 1


def is_game(call: int) -> bool:
    """Whether a bid is at game level or above.

    >>> is_game(17), is_game(18), is_game(20)    # 3NT, 4C, 4H
    (True, False, True)
    """
    return call > 2 and (call + 2) // 5 >= GAME_LEVEL[(call - 3) % 5]
