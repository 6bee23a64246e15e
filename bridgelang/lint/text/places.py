"""B312: a convention used where it does not belong.

    after (1x):
      use michaels                           # its own paths begin with their opening, and here they go on from it

Every convention that ships says where it belongs (``belongs at the margin``, ``belongs after 1M for M``), and so may
one's own. `bridgelang systems michaels` prints the lines to paste.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.compile.places import misplaced
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import read
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Lines that use a convention in another's place."""
    source = read("\n".join(reading.lines), reading.file)
    for found in misplaced(source, reading.folder):
        span = found.line.whole()
        yield Diagnostic("B312", found.message, reading.file, span, "warning", notes=(found.cure,))
