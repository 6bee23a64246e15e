"""The words of the language, for suggestions, and what grammar terminals are called in messages."""

from __future__ import annotations

import functools
import re

from bridgelang.lang.grammar import grammar_text

_IN_PATTERNS = (
    "clubs diamonds hearts spades club diamond heart spade void singleton doubleton shortage never first second "
    "third fourth game slam control"
)


@functools.cache
def known_words() -> frozenset[str]:
    """Every keyword, found in the grammar itself."""
    words = set(re.findall(r'"([A-Za-z][A-Za-z\'-]*)"', grammar_text()))
    return frozenset(words | set(_IN_PATTERNS.split()))


_ASIDE = re.compile(r"\"[^\"]*\"?|\[[^\]]*\]?|(?<![\w'-])[A-Za-z][A-Za-z0-9'_-]*|-Card(?![A-Za-z])|-CARD(?![A-Za-z])")
_TITLE = re.compile(r"(?:system|convention|use)\s+(?:\"[^\"]*\"|\S+)", re.IGNORECASE)
_HONOURS = re.compile(r"[AKQJT]{1,5}")


def small_words(text: str) -> str:
    """A line with the words of the language in small letters: `HCP`, `Spades`, `Either` are what they are.

    What has a meaning in capitals keeps it (`M`, `X`, `NT`, `AK`), and so do names, notes and tags.

    >>> small_words('1NT: 15-17 HCP, Balanced  "Strong"'), small_words("1S: AK in Spades")
    ('1NT: 15-17 hcp, balanced  "Strong"', '1S: AK in spades')
    """
    if text.islower():
        return text
    title = _TITLE.match(text)
    start = title.end() if title else 0
    head = text[:start]
    if title:
        first = re.match(r"[A-Za-z]+", head)
        assert first is not None
        head = first.group().lower() + head[first.end() :]
    return head + _ASIDE.sub(_small, text[start:])


def _small(match: re.Match[str]) -> str:
    word = match.group()
    if word[0] in '"[' or word.islower():
        return word
    if word[0] == "-":
        return "-card"
    words = known_words()
    return word.lower() if word not in words and word.lower() in words and not _HONOURS.fullmatch(word) else word


EXPECTED: dict[str, str] = {
    "COLON": "`:`",
    "COMMA": "a comma",
    "RPAR": "`)`",
    "CALL": "a call",
    "LETTER": "a suit letter",
    "SUITWORD": "a suit",
    "NUM": "a number",
    "RANGE": "a range such as 15-17",
    "STRING": 'a note in quotes "…"',
    "TAGS": "tags in brackets",
    "OP": "a comparison",
    "$END": "the end of the line",
    "HCP": "hcp",
    "POINTS": "points",
    "TOP": "`top`",
    "IN": "`in`",
    "OF": "`of`",
    "IS": "`is`",
}
