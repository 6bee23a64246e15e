"""Waiting for a player to save a file: what stands beside a system, looked at again and again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable

from bridgelang.compile.files import SUFFIX as SYSTEM
from bridgelang.testing.find import SUFFIX as TESTS

SECONDS = 0.3

Stamps = dict[str, tuple[int, int]]


def stamps(folders: Iterable[str]) -> Stamps:
    """When the systems and tests of some folders, and of the folder `conventions` in each, were last written."""
    out: Stamps = {}
    for folder in folders:
        for place in (folder, os.path.join(folder, "conventions")):
            try:
                entries = [entry for entry in os.scandir(place) if entry.name.endswith((SYSTEM, TESTS))]
                for entry in entries:
                    told = entry.stat()
                    out[entry.path] = (told.st_mtime_ns, told.st_size)
            except OSError:
                continue  # not there, or gone in this moment
    return out


def until_saved(folders: Iterable[str], before: Stamps, pause: Callable[[float], object] = time.sleep) -> list[str]:
    """Wait until a file has changed, come or gone since ``before``; the names of those that have."""
    places = list(folders)
    while True:
        now = stamps(places)
        changed = {path for path, _ in before.items() ^ now.items()}
        if changed:
            return sorted(os.path.basename(path) for path in changed)
        pause(SECONDS)
