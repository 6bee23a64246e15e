"""One form of another notation: how it is known, what is said of it, and how it is written here."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

Cure = Callable[[re.Match[str]], str]
_SUIT_OF = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_SUIT_OF |= {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}


@frozen
class Habit:
    """A form of another notation: ``says`` what it is, ``cure`` what to write for the whole match.

    The fault is at the group ``at``, or at the whole match; ``shown`` is what the message shows of the cure.
    """

    pattern: re.Pattern[str]
    says: str
    cure: Cure | None
    shown: Cure | None = None


def _fixed(text: str) -> Cure:
    return lambda m: m.expand(text)


def habit(pattern: str, says: str, cure: str | Cure | None = None, shown: str | Cure | None = None) -> Habit:
    """A habit; texts for ``cure`` and ``shown`` may name the groups of the pattern, as in ``re.Match.expand``."""
    as_cure = _fixed(cure) if isinstance(cure, str) else cure
    as_shown = _fixed(shown) if isinstance(shown, str) else shown
    return Habit(re.compile(pattern), says, as_cure, as_shown)


def NOTHING(match: re.Match[str]) -> str:
    """For habits whose sentence says all."""
    return ""


# ------------------------------------------------------------------ pieces of patterns

NUMBER = r"\d+(?:\.\d+|½)?"
COUNT = rf"{NUMBER}(?:\s*-\s*{NUMBER}|\+)?"
SUITS = r"(?:club|diamond|heart|spade)s?"
RUN_ON = r"[1-7](?:NT|N|[CDHS♣♦♥♠]|oM|om|[Mmt-z])"
BID = rf"{RUN_ON}(?![A-Za-z0-9])"
CALL = rf"(?:{BID}|(?:XX?|pass|P)(?![A-Za-z]))"


_LETTER = re.compile(r"oM|om|[Mmt-z]")


def suit_name(text: str) -> str:
    """A suit's name from its letter, symbol or word.

    >>> suit_name("!H"), suit_name("♠"), suit_name("Club"), suit_name("oM")
    ('hearts', 'spades', 'clubs', 'oM')
    """
    if _LETTER.fullmatch(text):
        return text
    word = text.lower().strip("!")
    return _SUIT_OF.get(word[:1], word)


_DIGITS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
_DIGITS |= {"nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13"}
NUMBER_WORD = "|".join(_DIGITS)


def digit(text: str) -> str:
    """A number in figures, from its word or as it is."""
    return _DIGITS.get(text.lower(), text)


SEATS = {"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th"}
SEAT = r"(?:1st|2nd|3rd|4th|first|second|third|fourth)"
END = r"(?=\s*(?:[,;)\[\"]|$|(?:or|and)\s))"
"""Where a condition ends."""


def own_suit(line: str) -> str:
    """The suit, or its letter, that the call in front of a line names; empty for a call without one."""
    call = re.match(r"\s*(?:[1-7]|(?:cheapest|jump|cue)\s+)([CDHS♣♦♥♠]|oM|om|[Mmt-z])(?![A-Za-z])", line)
    return suit_name(call[1]) if call else ""


def suit_of_call(match: re.Match[str]) -> str:
    """The same for the line of a match, and ``x`` for a call without a suit."""
    return own_suit(match.string) or "x"


OF_KIND = {"major": ("M", "oM", "hearts", "spades"), "minor": ("m", "om", "clubs", "diamonds")}


def long_suit(match: re.Match[str]) -> str:
    """A suit so long: that of the call where it can be meant, else any."""
    number, kind = digit(match["n"]), {"M": "major", "m": "minor"}.get(match["kind"], match["kind"])
    suit = own_suit(match.string)
    denied = re.search(r"\b(?:no|not|denies|without|outside|side|other)\s+(?:an?\s+)?$", match.string[: match.start()])
    return f"{number}+ {suit}" if suit in OF_KIND.get(kind, (suit or "-",)) and not denied else f"{number}-card {kind}"
