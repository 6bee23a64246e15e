"""Whether two texts bid alike whatever the cards: the one case in which no board has to be bid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgelang.bidding.load import System
from bridgelang.compile.assemble import FIELDS

_SAID = ("note", "file", "row", "text")
"""What a compiled line has for people only."""
_NAMES = ("name", "title", "files", "settings")


def bids_alike(one: System, other: System) -> bool:
    """Whether two systems are the same but for comments, notes, names and where their lines stand.

    Settings are written out when a text is compiled, so that their values show in the lines.
    """
    return _bare(one.data) == _bare(other.data)


def _bare(program: Mapping[str, Any]) -> dict[str, Any]:
    """A compiled program without what no call can depend on."""
    said = {FIELDS.index(name) for name in _SAID}
    bare = {name: value for name, value in program.items() if name not in _NAMES}
    bare["lines"] = [[part for place, part in enumerate(row) if place not in said] for row in program["lines"]]
    return bare
