"""How long the systems are: their words without comments, and the lines that stand in a file more than once.

    python benchmarks/words.py                  the systems that ship
    python benchmarks/words.py sayc --lines     and the lines of one that stand there more than once

A word is what stands between spaces. `all` counts with a system every file that it uses. A line that goes on below is
one line; the same words in the same order make the same line, headers too, and each time after the first counts.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path

from bridgelang.lang.source import Node, read

SYSTEMS = Path(__file__).parents[1] / "systems"
NAMES = ("sayc", "acol", "two-over-one", "precision", "goren", "standard-simple", "natural")
_USE = re.compile(r"use ([a-z0-9-]+)")


def lines_of(path: Path) -> list[str]:
    """The lines of a file as it reads them: without comments, a line that goes on below in one piece."""
    return _texts(read(path.read_text(encoding="utf-8"), path.name).body)


def used(name: str, lines: dict[str, list[str]]) -> set[str]:
    """The names of a file and of all that it uses, directly or not."""
    found, new = set[str](), {name}
    while new:
        found |= new
        new = {use[1] for one in new for line in lines[one] if (use := _USE.match(line)) and use[1] in lines} - found
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME")
    parser.add_argument("--lines", action="store_true", help="print the lines that stand there more than once")
    options = parser.parse_args()
    lines = {path.stem: lines_of(path) for path in SYSTEMS.rglob("*.bid")}
    words = {name: len(" ".join(text).split()) for name, text in lines.items()}
    print(f"{'':20}{'words':>8}{'all':>8}{'again':>8}")
    for name in options.names:
        times = Counter(lines[name])
        again = sum(count - 1 for count in times.values())
        print(f"{name:20}{words[name]:8,}{sum(words[one] for one in used(name, lines)):8,}{again:8}")
        if options.lines:
            for line, count in times.most_common():
                if count > 1:
                    print(f"{count:8} {line}")


def _texts(nodes: list[Node]) -> list[str]:
    found = []
    for node in nodes:
        found.append(" ".join(node.line.text.split()))
        found += _texts(node.children)
    return found


if __name__ == "__main__":
    main()
