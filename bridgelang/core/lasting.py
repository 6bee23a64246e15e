"""Work that makes many objects, all of which stay: Python need not look through them for rings to let go of."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lasting(for_good: bool = False) -> Iterator[None]:
    """What is made inside is made without looking for rings; afterwards it is as it was before, on or off.

    What was made counts as old from then on: the next look, which is soon, does not go through all of it. ``for_good``
    leaves looks off: Python takes a last one at the end of a process, which is seconds for what a match has made.

    >>> with lasting():
    ...     gc.isenabled()
    False
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was and not for_good:
            if not gc.get_freeze_count():  # what somebody else froze stays frozen
                gc.freeze()
                gc.unfreeze()
            gc.enable()
