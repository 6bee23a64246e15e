"""B314: a tag of one's own that no other line uses, or that a line asks for and none carries.

    after 1NT:
      2S: 6+ clubs                           [relay to clubs]
    after 1NT 2S, partner's last call is clubs relay: …

A tag tells other lines what kind of call it was; alone it tells nobody. Those of the language ([forcing],
[artificial], …) may stand alone. A convention checked by itself may be asked by the systems that use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bridgelang.compile.tag_names import asked_in, carried_in, meant
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.tags import STANDARD
from bridgelang.lint.text.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Tags of the file that stand alone, and questions for tags that no line has."""
    if reading.is_convention:
        return
    carried = Counter(tag.name for tree in reading.trees.values() for tag in carried_in(tree))
    asked = Counter(tag.name for tree in reading.trees.values() for tag in asked_in(tree))
    for tag in carried_in(reading.tree):
        if tag.name not in STANDARD and carried[tag.name] == 1 and not asked[tag.name] and not meant(tag.name):
            message = f"no other line uses the tag `{tag.name}`"
            note = "another line may ask for it: partner's last call is …; or say it in a note in quotes"
            yield Diagnostic("B314", message, reading.file, tag.span, "hint", notes=(note,))
    for tag in asked_in(reading.tree):
        if tag.name not in STANDARD and not carried[tag.name] and not meant(tag.name):
            yield Diagnostic("B314", f"no line has the tag `{tag.name}`", reading.file, tag.span, "warning")
