"""What is chosen of a group of what-ifs: some of its rows, the bound that tells them apart, the number to be moved."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from bridgelang.advice.evidence import Group

__all__ = ["CHOOSING", "CONFIRMING", "Bound", "Choice", "Mask", "Moved"]

CHOOSING, CONFIRMING = 0, 1
"""The halves of the boards."""

Mask = NDArray[np.bool_]


@attrs.frozen
class Bound:
    """``name`` is at least, or at most, ``value``."""

    name: str
    least: bool
    value: float


@attrs.frozen
class Moved:
    """A number that makes the panel's calls when it is moved: ``bound`` ("least hcp") ``by`` so much, ``wider`` or not.

    ``others`` are hands that it would call otherwise as well, though most of the panel do not.
    """

    bound: str
    by: float
    wider: bool
    others: int


@attrs.frozen(eq=False)
class Choice:
    """Some rows of a group, and what they surely gain on the choosing half at the worst member and score."""

    group: Group
    rows: Mask
    bounds: tuple[Bound, ...]
    gain: float
    moved: Moved | None = None
