"""Mutations of text and bytes that know where a format has its joints: tokens, lines, blocks, numbers, quotes.

Every mutation is drawn from a :class:`random.Random`, so that one input comes again from its seed and number.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

_TOKENS = re.compile(r"\s+|[A-Za-z_]+|\d+|[^\sA-Za-z_\d]")
_NUMBERS = re.compile(r"\d+")

NASTY = [
    "",
    "0",
    "-1",
    "1e999",
    "9" * 30,
    "9" * 5000,
    "NaN",
    "null",
    "true",
    "~",
    "\0",
    "\x1a",
    "\x1b[2J",
    "\x9b",
    "\u202e",
    "\ufeff",
    "\u2028",
    "\x85",
    "\r",
    "\n",
    "\r\n",
    "\n\n",
    "\t",
    " ",
    "é",
    "♠",
    "😀",
    "\ud800",
    "ﬀ",
    "İ",
    "ß",
    "١",
    "²",
    "½",
    "(" * 60,
    "[" * 60,
    "{" * 60,
    ")" * 9,
    "}" * 9,
    '"',
    "'",
    "`",
    "\\",
    "\\u0000",
    "%",
    "#",
    "##",
    "%s",
    "{0}",
    "${HOME}",
    "../../etc/passwd",
    "/dev/stdin",
    "x" * 300,
    "x" * 5000,
    "and " * 50,
    "not " * 80,
    ", " * 200,
    ": " * 20,
    "|" * 9,
    "<<",
    "*a",
    "&a",
]
"""What goes wrong in programs, whatever the format."""


def mutated(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    """The text with a few things changed; ``words`` are the format's own, ``others`` other texts to splice from."""
    for _ in range(chance.choice([1, 1, 1, 2, 3, 5, 12])):
        text = chance.choice(_WAYS)(text, words, others, chance)
        if len(text) > 400_000:
            return text[:400_000]
    return text


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Bytes with some of them changed, cut out or doubled."""
    found = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 4, 20, 200])):
        if not found:
            break
        at = chance.randrange(len(found))
        how = chance.randrange(5)
        if how == 0:
            found[at] = chance.randrange(256)
        elif how == 1:
            del found[at : at + chance.choice([1, 2, 16, 512, 4096])]
        elif how == 2:
            found[at:at] = found[at : at + chance.choice([1, 8, 100])]
        elif how == 3:
            found[at : at + 4] = chance.choice([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff"])
        else:
            del found[at:]
    return bytes(found)


def _token(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    tokens = _TOKENS.findall(text)
    if not tokens:
        return chance.choice(words)
    at = chance.randrange(len(tokens))
    how = chance.randrange(6)
    if how == 0:
        del tokens[at]
    elif how == 1:
        tokens.insert(at, tokens[at])
    elif how == 2:
        other = chance.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif how == 3:
        tokens[at] = chance.choice(words)
    elif how == 4:
        tokens.insert(at, chance.choice(words) + chance.choice(["", " ", "\n"]))
    else:
        tokens[at] = chance.choice(NASTY)
    return "".join(tokens)


def _line(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at = chance.randrange(len(lines))
    how = chance.randrange(7)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(chance.randrange(len(lines) + 1), lines[at])
    elif how == 2:
        lines.insert(chance.randrange(len(lines)), lines.pop(at))
    elif how == 3:
        lines[at] = " " * chance.randrange(12) + lines[at].lstrip()
    elif how == 4:
        lines[at : at + 1] = [lines[at]] * chance.choice([2, 2, 2, 5, 30, 400])
    elif how == 5:
        lines[at] = lines[at].rstrip("\r\n")
    else:
        lines.insert(at, chance.choice(words) + "\n")
    return "".join(lines)


def _number(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    numbers = list(_NUMBERS.finditer(text))
    if not numbers:
        return text
    found = chance.choice(numbers)
    new = chance.choice(
        [str(chance.randrange(40)), str(int(found[0][:9]) + chance.choice([-1, 1])), "0", "00", "-1", "99999", ""]
    )
    return text[: found.start()] + new + text[found.end() :]


def _character(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    how = chance.randrange(3)
    if how == 0:
        return text[:at] + text[at + 1 :]
    new = chance.choice(NASTY) if chance.random() < 0.3 else chance.choice("()[]{};:,.|\"\\%#=*+-^!?/&<>'\n\t x1A")
    return text[:at] + new + text[at + (how == 1) :]


def _splice(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    other = chance.choice(others)
    a, b = sorted(chance.randrange(len(other) + 1) for _ in range(2))
    at = chance.randrange(len(text) + 1)
    return text[:at] + other[a : min(b, a + 3000)] + text[at + chance.choice([0, b - a]) :]


def _cut(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    a, b = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    return text[:a] if chance.random() < 0.3 else text[:a] + text[b:]


def _repeat(text: str, words: Sequence[str], others: Sequence[str], chance: random.Random) -> str:
    a = chance.randrange(len(text) + 1)
    piece = text[a : a + chance.choice([1, 3, 20, 200])]
    return text[:a] + piece * min(chance.choice([2, 2, 3, 3, 8, 8, 50, 2000]), 100_000 // (len(piece) + 1)) + text[a:]


_WAYS = (_token, _token, _token, _line, _line, _number, _character, _splice, _cut, _repeat)
