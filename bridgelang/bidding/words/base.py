"""What every word of a condition has: one class a word, and nothing about it anywhere else.

A word says what it is called and which arguments it takes (``kind`` and ``args``, as the vocabulary has them), what
it asks of the auction (``needs``), and what it means: the constraint on my hand that it is at a place (``node``). A
fact, a word that asks nothing of the hand, is more: a pure function of the answer to one question (``says``), which
tells for which suits it can hold (``suits``); and so it can be a bit. Equal words are one object.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from bridgelang.bidding.forms import Measure, SuitRef, Where, bind, letters_in
from bridgelang.bidding.place import Place
from bridgelang.bidding.questions import (
    AGREED,
    ALL_SUITS,
    PARTNERS_LAST_SUIT,
    SUIT_OF_PHRASE,
    SUITS_OF,
    THEIR_SUITS,
    Question,
)
from bridgelang.constraints.nodes import FALSE, TRUE, Node

Questions = frozenset[Question[Hashable]]
NOTHING: Questions = frozenset()

W = TypeVar("W", bound="Word")
MAX_WORDS = 200_000
_MADE: dict[tuple[object, ...], Word] = {}

WORDS: dict[str, type[Word]] = {}
"""Every word by its kind: :mod:`bridgelang.bidding.words.decode` puts in what the modules of words have."""


def words_in(names: Mapping[str, object]) -> dict[str, type[Word]]:
    """The words among what a module has: a class that says its ``kind`` is one, and needs no more."""
    classes = [cls for cls in names.values() if isinstance(cls, type) and issubclass(cls, Word)]
    return {cls.kind: cls for cls in classes if "kind" in vars(cls) and cls is not Word}


def make(cls: type[W], *values: object) -> W:
    """The word with these arguments: the same object every time."""
    key = (cls, values)
    found = _MADE.get(key)
    if found is None:
        if len(_MADE) > MAX_WORDS:
            _MADE.clear()
        found = cls.__new__(cls)
        found.values = values
        found.letters = _letters_of(values)
        found.set_up()
        _MADE[key] = found
    assert isinstance(found, cls)
    return found


def _letters_of(values: tuple[object, ...]) -> tuple[str, ...]:
    """The letters of some arguments, in order of writing."""
    found: dict[str, None] = {}
    for value in values:
        found.update(dict.fromkeys(value.letters if isinstance(value, Word) else letters_in(value)))
    return tuple(found)


def _forms(values: tuple[object, ...]) -> list[object]:
    """Arguments with those that are words taken apart, to look for phrases in them."""
    return [list(_forms(value.values)) if isinstance(value, Word) else value for value in values]


class Word:
    """One condition. ``values`` are its arguments, ``letters`` the letters in them."""

    __slots__ = ("letters", "values")

    kind: ClassVar[str] = ""
    args: ClassVar[str] = ""
    """The kinds of its arguments, in order."""
    cost: ClassVar[int] = 6
    of_hand: ClassVar[bool] = False
    """Whether it asks of my hand, the letters and the level of the call only."""
    of_call: ClassVar[bool] = False
    """Whether it asks of the call and the last bid only."""
    of_vulnerability: ClassVar[bool] = False
    """Whether it asks who is vulnerable."""
    dear: ClassVar[bool] = False
    """Whether what it asks takes everything that everybody has shown: so it is asked last."""

    values: tuple[object, ...]
    letters: tuple[str, ...]

    @classmethod
    def form(cls, values: Sequence[object]) -> type[Word]:
        """The class for these arguments, where some have a shorter way."""
        return cls

    def set_up(self) -> None:
        """Take the arguments apart."""

    def node(self, q: Place) -> Node:
        """The constraint on my hand that the word is at a place."""
        raise NotImplementedError

    def bound(self: W, env: Mapping[str, int]) -> W:
        """The word with suits for its letters."""
        if not self.letters:
            return self
        return make(type(self), *[bind(value, env) for value in self.values])

    @property
    def is_fact(self) -> bool:
        """Whether it asks nothing of the hand and nothing of the call."""
        return False

    @property
    def is_static(self) -> bool:
        """Whether it asks nothing of the auction but the level of the call."""
        return self.of_hand and not has_phrase(_forms(self.values))

    @property
    def weight(self) -> int:
        """A rough cost of a fact: what the calls alone decide first, then what they showed."""
        return self.cost

    def needs(self, q: Place) -> Questions:
        """What it asks of the auction; the place tells of the rule it stands in, and is asked nothing."""
        return asked_by(_forms(self.values), q)

    def parts(self) -> tuple[Word, ...]:
        """The words it is made of."""
        return ()

    def __repr__(self) -> str:
        return f"<{self.kind} {' '.join(map(repr, self.values))}>"


class Fact(Word):
    """A word that asks nothing of the hand: a pure function of the answer to a question.

    ``asks`` is the question, ``ref`` the suit it speaks of (None for none): a suit, or a letter or phrase.
    """

    __slots__ = ("_itself", "asks", "ref")

    asks: Question[Hashable]
    ref: SuitRef | None
    _itself: Question[bool]
    tells_suits: ClassVar[bool] = True
    """Whether the answer to its question tells for which suits it can hold."""

    @property
    def is_fact(self) -> bool:
        return True

    @property
    def is_pure(self) -> bool:
        """Whether the answer to its question alone decides it."""
        return self.ref is None or isinstance(self.ref, int)

    def says(self, answer: Hashable, suit: int) -> bool:
        """Whether it holds, by the answer to its question; ``suit`` is what ``ref`` means here (-1 for none)."""
        raise NotImplementedError

    def suits(self, answer: Hashable) -> Iterable[int]:
        """The suits for which it can hold, by the answer; only where ``tells_suits``."""
        raise NotImplementedError

    def speaks_of(self, letter: str) -> bool:
        """Whether its suit is this letter."""
        return self.ref == letter

    @property
    def itself(self) -> Question[bool]:
        """Whether it holds, as a question; only for one that is pure."""
        try:
            return self._itself
        except AttributeError:
            of, says, suit = self.asks.of, self.says, self.ref if isinstance(self.ref, int) else -1
            self._itself = found = Question(repr(self), lambda p, v: says(of(p, v), suit), self.asks.vulnerability)
            return found

    def holds(self, q: Place) -> bool:
        """Whether it holds at a place."""
        if self.asks.wide and self.is_pure:
            return q.ask(self.itself)
        return self.says(q.ask(self.asks), -1 if self.ref is None else q.suit(self.ref))

    def node(self, q: Place) -> Node:
        return TRUE if self.holds(q) else FALSE

    def needs(self, q: Place) -> Questions:
        if self.asks.wide and self.is_pure:
            return frozenset([self.itself])  # of many answers, only what they say of it is of use
        return asked_by_suit(self.ref) | {self.asks}


def has_phrase(node: object) -> bool:
    """Whether a form speaks of a suit, or suits, that only the auction tells."""
    if isinstance(node, Where) and node.quantifier != "one":
        return node.which not in ("", "side", "other") or bool(node.whose)
    if isinstance(node, Measure):
        return (node.kind == "support points" and node.suit is None) or node.suit in SUIT_OF_PHRASE
    if isinstance(node, tuple | list):
        return any(has_phrase(item) for item in node)
    return isinstance(node, str) and node in SUIT_OF_PHRASE


def asked_by(node: object, q: Place) -> Questions:
    """What ``their suit``, ``every unbid suit`` or support points for a suit not named ask of the auction."""
    if isinstance(node, Where) and node.quantifier != "one":
        return _asked_by_where(node, q)
    if isinstance(node, Measure):
        return asked_by_measure(node, q)
    if isinstance(node, tuple | list):
        return NOTHING.union(*[asked_by(part, q) for part in node])
    return asked_by_suit(node) if isinstance(node, str) else NOTHING


def asked_by_suit(ref: SuitRef | None) -> Questions:
    """What it takes to tell which suit a phrase means."""
    phrase = SUIT_OF_PHRASE.get(ref) if isinstance(ref, str) else None
    return NOTHING if phrase is None else frozenset([phrase])


def asked_by_measure(measure: Measure, q: Place) -> Questions:
    """What it takes to tell which quantity is meant."""
    if measure.kind != "support points" or measure.suit is not None:
        return asked_by_suit(measure.suit)
    needs = frozenset([AGREED, THEIR_SUITS, PARTNERS_LAST_SUIT]) | asked_by_suit(q.fit)
    return needs.union(*[asked_by_suit(tag.suit) for tag in q.tags])


def _asked_by_where(where: Where, q: Place) -> Questions:
    needs: Questions = frozenset([SUITS_OF[where.whose]]) if where.whose else NOTHING
    if where.which.endswith("unbid"):
        needs |= frozenset([ALL_SUITS])
    return needs | asked_by_suit(q.fit) if where.which == "side" else needs
