"""Compiled systems kept as JSON in the user's cache folder.

An entry is found by the path of the system, its settings, the format and the versions of this package and of Python,
and holds for the files as they were: their contents are compared, and what the compiler was. It is data and never
code. It is believed only when it is the user's own and sealed (``core/sealed.py``), so exactly what was kept;
otherwise the system is compiled again.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import bridgelang
from bridgelang.compile.files import find_system, read_bytes
from bridgelang.compile.packing import packed, unpacked
from bridgelang.compile.program_format import FORMAT
from bridgelang.core.sealed import MAX_BYTES, NotOurs, cache_folder, digest, keep_sealed, read_sealed
from bridgelang.lang.grammar import resource_folder


def is_compiled(name: str, settings: Mapping[str, str]) -> bool:
    """Whether the cache holds a system, though perhaps of an earlier text.

    Raises NotationError when there is no such system.
    """
    return os.path.exists(entry_path(find_system(name), settings))


def entry_path(path: str, settings: Mapping[str, str]) -> str:
    """Where the cache keeps a system with these settings."""
    version = f"sealed by name, packed {FORMAT} {bridgelang.__version__} {sys.version_info[:2]}"
    real = os.fsencode(os.path.abspath(path))
    key = digest(version.encode(), real, json.dumps(sorted(settings.items())).encode())
    return os.path.join(_folder(), key + ".json")


def recall(path: str, settings: Mapping[str, str]) -> Any:
    """The program kept for a system when it can be believed and its files are as they were; else None."""
    entry = entry_path(path, settings)
    try:
        rest = read_sealed(entry)
    except OSError:
        return None
    except NotOurs as error:
        _tell(entry, str(error))
        return None
    try:
        head, _, body = rest.partition(b"\n")
        if not _as_they_were(json.loads(head)):
            return None
        return unpacked(body)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        _tell(entry, "it cannot be read")
        return None


def keep(path: str, settings: Mapping[str, str], program: Mapping[str, Any], files: Sequence[str]) -> None:
    """Keep a compiled program made from these files, the system's own first; failing to is no error."""
    folder = os.path.dirname(os.path.abspath(path))
    absent = []
    for file in files[1:]:
        own = [
            os.path.join(folder, os.path.basename(file)),
            os.path.join(folder, "conventions", os.path.basename(file)),
        ]
        absent += [o for o in own if os.path.abspath(o) != os.path.abspath(file) and not os.path.exists(o)]
    made_from = [[os.path.abspath(f), digest(read_bytes(f))] for f in files]
    head = {"files": made_from, "absent": absent, "compiler": _compiler()}
    rest = json.dumps(head).encode() + b"\n" + packed(program)
    if len(rest) > MAX_BYTES // 2:
        return
    with contextlib.suppress(OSError, NotOurs):
        keep_sealed(entry_path(path, settings), rest)


def _as_they_were(head: Any) -> bool:
    """Whether the files an entry was made from are the same, and those that would have come first still missing.

    Raises ValueError when this is no list of them.
    """
    names = [name for name, _ in head["files"]] + head["absent"]
    if not head["files"] or not all(isinstance(name, str) and os.path.isabs(name) for name in names):
        raise ValueError
    return (
        head["compiler"] == _compiler()
        and all(os.path.isfile(name) and digest(read_bytes(name)) == was for name, was in head["files"])
        and not any(os.path.exists(name) for name in head["absent"])
    )


@cache
def _compiler() -> str:
    """What reads a text and compiles it, by the times and sizes of its files: it may change within one version.

    Asked once: a process goes on with what it has loaded.
    """
    package = os.path.dirname(bridgelang.__file__)
    folders = (os.path.join(package, "lang"), os.path.join(package, "compile"), resource_folder("grammar"))
    found = [entry for folder in folders for entry in os.scandir(folder) if entry.is_file()]
    told = sorted((entry.path, entry.stat().st_mtime_ns, entry.stat().st_size) for entry in found)
    return digest(repr(told).encode())


def _folder() -> str:
    return os.path.join(cache_folder(), "systems")


def _tell(entry: str, why: str) -> None:
    """Say why an entry is not used."""
    import logging

    logging.getLogger(__name__).warning(
        "note: the cached form of a system, %s, is not used: %s; the system is compiled again", ascii(entry)[1:-1], why
    )
