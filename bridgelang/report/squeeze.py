"""A rule's text on one line."""

from __future__ import annotations


def squeezed(text: str) -> str:
    """A rule's text with runs of blanks made one.

    >>> squeezed('2C: 22+ points          [forcing]')
    '2C: 22+ points [forcing]'
    """
    return " ".join(text.split())
