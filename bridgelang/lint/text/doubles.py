"""B302: a double without a tag (a hint).

    after (1H):
      X: 12+ points, 4+ spades               # [takeout]? [penalty]? [negative]?

Partner's answers hang on what kind of double it is: `when partner's last call is takeout` finds only doubles that
say so. A tag of any name will do.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Lines that double and do not say what kind of double it is."""
    for rule in reading.rules():
        if rule.never or rule.tags or not any(call.kind == "double" for call in rule.calls):
            continue
        note = "write [takeout], [negative], [penalty] or a word of your own"
        message = "this double does not say what kind it is"
        yield Diagnostic("B302", message, reading.file, rule.calls[0].span, "hint", notes=(note,))
