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
