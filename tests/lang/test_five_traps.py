"""A file of a beginner, written with the tutorial at hand, with five traps that used to be silent: all are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.compile.pipeline import compile_system
from bridgelang.lint import findings_of

FIRST_SYSTEM = """\
language 1
system Mine "my first system"
count points as hcp + length

opening:
  1NT: 15-17 hcp, balanced
  2NT: 20-21 hcp, balanced or 24+ hcp
  1M: 12+ points, 5+ M ; longest first, higher if equal
  1C: 12+ points
  1D: 12+ points, 4+ diamonds

after 1NT:
  use stayman
  3NT: 10+ hcp                                [sigoff]
after 1M:
  use jacoby-2nt
  2M: 6-9 support points, 3+ M

after (1x):
  use michaels

use natural
"""

TRAPS = [
    # (code, line, what it says)
    ("B313", 7, "can never hold"),
    ("B301", 10, "can never be reached"),
    ("B129", 14, "did you mean [signoff]?"),
    ("B224", 16, "use jacoby-2nt for M"),
    ("B312", 20, "`michaels` belongs at the margin"),
]
RIGHT = [
    ("20-21 hcp, balanced or 24+ hcp", "20-21 hcp, balanced"),
    ("  1C: 12+ points\n  1D: 12+ points, 4+ diamonds\n", "  1D: 12+ points, 4+ diamonds\n  1C: 12+ points\n"),
    ("[sigoff]", "[signoff]"),
    ("use jacoby-2nt\n", "use jacoby-2nt for M\n"),
    ("after (1x):\n  use michaels\n", "use michaels\n"),
]


def found_in(path: Path, text: str) -> list[tuple[str, int, str]]:
    path.write_text(text, encoding="utf-8")
    compiled = compile_system(str(path))
    found = [*compiled.diagnostics, *findings_of(compiled, str(path))]
    assert {one.file for one in found} <= {path.name}
    return sorted(((one.code, one.span.line, one.message) for one in found), key=lambda row: row[1])


@pytest.mark.parametrize("mended", [False, True], ids=["with the traps", "put right"])
def test_all_five_are_named_at_their_lines(tmp_path: Path, mended: bool) -> None:
    text = FIRST_SYSTEM
    for wrong, right in RIGHT if mended else ():
        assert wrong in text
        text = text.replace(wrong, right)
    found = found_in(tmp_path / "mine.bid", text)
    assert [row[:2] for row in found] == ([] if mended else [trap[:2] for trap in TRAPS])
    for row, trap in zip(found, TRAPS, strict=False):
        assert trap[2] in row[2]
