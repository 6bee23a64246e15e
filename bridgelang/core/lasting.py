"""Work that makes many objects, all of which stay: Python need not look through them for rings to let go of."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def to_the_end() -> None:
    """Look for no rings in the rest of the process: what bidding makes stays, and what it lets go of is in none."""
    gc.disable()


@contextmanager
def lasting() -> Iterator[None]:
    """What is made inside is made without looking for rings; afterwards it is as it was before, on or off.

    >>> with lasting():
    ...     gc.isenabled()
    False
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
