"""A system to begin from: the texts in ``systems/templates``, filled in by a few choices."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from attrs import frozen

from bridgelang.errors import NotationError
from bridgelang.lang.grammar import resource_folder

MAJORS = ("five", "four")
TWOS = ("weak", "strong")
LOWEST, HIGHEST = 10, 18
_TEMPLATES = ("new.bid", "new.tests.yaml")


@frozen
class Choices:
    """What a new system is asked about: cards a 1M opening shows, the range of 1NT, and what two of a suit is."""

    majors: str = "five"
    notrump: tuple[int, int] = (15, 17)
    twos: str = "weak"


def read_range(text: str) -> tuple[int, int]:
    """The range of a 1NT opening.

    >>> read_range("12-14")
    (12, 14)

    Raises:
        NotationError: when it is none, or not one that the rest of the system fits round.
    """
    found = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text)
    low, high = (int(part) for part in found.groups()) if found else (0, 0)
    if not LOWEST <= low < high <= HIGHEST or high - low > 3:
        message = f"`{text}` is no range for 1NT: two to four points between {LOWEST} and {HIGHEST}, such as 15-17"
        raise NotationError(message, text)
    return low, high


def new_system(path: str, choices: Choices) -> dict[str, str]:
    """The files of a new system at ``path`` (``mine.bid``): path and text of the system and of its tests.

    Raises:
        NotationError: when the file's name cannot be a system's.
    """
    stem = os.path.basename(path).removesuffix(".bid")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", stem):
        message = f"`{stem}` cannot be the name of a system: letters, digits and hyphens, a letter first"
        raise NotationError(message, stem)
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from bridgelang.lang.formatter import format_text

    loader = FileSystemLoader(os.path.join(resource_folder("systems"), "templates"))
    texts = Environment(
        loader=loader, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined
    )  # no HTML: nothing to escape
    words = _words(stem, choices)
    system, tests = (texts.get_template(name + ".jinja").render(words) for name in _TEMPLATES)
    laid_out = format_text(system, os.path.basename(path))
    assert laid_out.text is not None, laid_out.diagnostics
    base = path.removesuffix(".bid")
    return {f"{base}.bid": laid_out.text, f"{base}.tests.yaml": tests}


def _words(stem: str, choices: Choices) -> Mapping[str, object]:
    """What the templates are filled in with."""
    low, high = choices.notrump
    weak = low < 14
    rebid = (high + 1, high + 3) if weak else (12, low - 1)
    jump = (rebid[1] + 1 if weak else high + 1, 19)
    five = choices.majors == "five"
    return {
        "stem": stem,
        "file": f"{stem}.bid",
        "name": stem[0].upper() + stem[1:],
        "wide": len(f"bridgelang match {stem}.bid sayc"),
        "title": f"{choices.majors}-card majors, 1NT {low}-{high}, {choices.twos} twos",
        "majors": choices.majors,
        "twos": choices.twos,
        "low": low,
        "high": high,
        "rebid": "{}-{}".format(*rebid),
        "jump": "{}-{}".format(*jump),
        "support": "three" if five else "four",
        "support_cards": "3+" if five else "4+",
        "trumps": "4+",
    }
