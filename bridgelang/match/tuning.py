"""Tuning: the same boards played with each value of a setting, and the differences compared board by board.

Every variant plays against the same opponent on the same boards, so what the boards have in common drops
out of the differences: their intervals are far narrower than those of the means. With several variants
the intervals of the differences are widened (Bonferroni), so that all of them hold at once with 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import attrs

from bridgelang.errors import NotationError
from bridgelang.match.entries import Entry
from bridgelang.match.result import MatchResult
from bridgelang.match.run import play_match
from bridgelang.match.statistics import Moments

__all__ = ["TuneResult", "Variant", "parse_parameter", "tune"]


@attrs.frozen
class Variant:
    """One choice of settings: its match, and its boards' values minus those of the first variant."""

    settings: tuple[tuple[str, str], ...]
    result: MatchResult
    gain: Moments

    @property
    def label(self) -> str:
        """The settings in words: ``notrump=12-14``."""
        return ", ".join(f"{name}={value}" for name, value in self.settings)


@attrs.frozen
class TuneResult:
    """All variants in the order asked; the first is what the others are compared with.

    ``level`` is that of each difference's interval, so chosen that all hold together with 95 %.
    """

    system: str
    opponent: str
    variants: tuple[Variant, ...]
    level: float

    @property
    def best(self) -> Variant:
        """The variant with the highest mean, the earliest of equals."""
        return max(self.variants, key=lambda variant: variant.result.total.values.total)

    def gain(self, variant: Variant) -> tuple[float, float]:
        """A variant's mean gain over the first, and half the width of its interval."""
        scale = variant.result.total.scale
        return scale * variant.gain.mean, scale * variant.gain.half_width(self.level)


def parse_parameter(text: str) -> tuple[str, list[str]]:
    """A setting and its values as the command line has them.

    >>> parse_parameter("notrump=12-14,15-17")
    ('notrump', ['12-14', '15-17'])

    Raises NotationError when a part is missing.
    """
    name, equals, values = text.partition("=")
    options = [value.strip() for value in values.split(",")]
    if not equals or not name.strip() or not all(options):
        raise NotationError(f"`{text}` is not a setting with values: write it as notrump=12-14,15-17", text)
    return name.strip(), options


def tune(
    system: str,
    parameters: Sequence[tuple[str, Sequence[str]]],
    *,
    opponent: Any = None,
    settings: Mapping[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> TuneResult:
    """Play ``system`` with every combination of the values against one opponent.

    ``opponent`` is the system itself as it is written unless told; ``settings`` are given to every
    variant. The other options are those of :func:`~bridgelang.match.run.play_match`, which also says what
    is raised; with ``until`` the variants might play different boards, so it is not taken. ``progress``
    counts the boards of all variants together.
    """
    for name in ("until", "out", "resume", "a_settings", "b_settings"):
        if name in options:
            raise TypeError(f"tune has no option {name}")
    names = [name for name, _ in parameters]
    choices = list(product(*[values for _, values in parameters]))
    other = Entry.parse(system, settings) if opponent is None else opponent
    variants: list[Variant] = []
    for number, choice in enumerate(choices):
        chosen = tuple(zip(names, choice, strict=True))
        entry = Entry.parse(system, {**(settings or {}), **dict(chosen)})
        result = play_match(entry, other, progress=_shifted(progress, number, len(choices)), **options)
        first = variants[0].result if variants else result
        differences = [own - base for own, base in zip(result.values, first.values, strict=True)]
        variants.append(Variant(chosen, result, Moments.of(differences)))
    comparisons = max(1, len(variants) - 1)
    return TuneResult(variants[0].result.a, variants[0].result.b, tuple(variants), level=1 - 0.05 / comparisons)


def _shifted(progress: Callable[[int, int], None] | None, number: int, count: int) -> Callable[[int, int], None] | None:
    if progress is None:
        return None
    tell = progress
    return lambda done, planned: tell(number * planned + done, count * planned)
