"""Text that came from a file or a program, made fit for a terminal: the one place where that is done."""

from __future__ import annotations

import re

# all that is no sign: controls but for the line break and the tab, what turns or breaks lines, half characters
_NO_SIGN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_IN_LINE = re.compile(f"[\t\n]|{_NO_SIGN.pattern}")


def printable(text: str) -> str:
    r"""The text with everything that could command a terminal, or turn or hide its letters, written out.

    Line breaks and tabs stay. Bytes of a file name that are no UTF-8 are written as such.

    >>> printable("clear \x1b[2J the screen")
    'clear \\x1b[2J the screen'
    """
    return text if text.isascii() and text.isprintable() else _NO_SIGN.sub(_written_out, text)


def blanked(text: str) -> str:
    """One line of text with a blank for each such sign, so that columns stay where they are."""
    return _IN_LINE.sub(" ", text)


def escaped_json(text: str) -> str:
    r"""JSON text with such signs escaped, which says the same: they only stand inside its strings.

    >>> escaped_json('"\x9b"')
    '"\\u009b"'
    """
    return _NO_SIGN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00  # how Python holds a byte that could not be decoded
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
