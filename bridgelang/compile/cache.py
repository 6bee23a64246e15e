"""Compiled systems kept as JSON in the user's cache folder.

An entry is found by the path of the system, its settings, the format and the versions of this package and of Python,
and holds for the files as they were: their contents are compared. It is data and never code. It is believed only when
all of this holds, and otherwise the system is compiled again:

* nobody but the user could have written it: the folder and the file are his own and no one else may write to them;
* it carries a seal made with a key that this program drew for the user and keeps beside the entries, readable by him
  alone: what another program wrote there, or changed, has none;
* it is a compiled program (``program_check``).
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import bridgelang
from bridgelang.compile.files import find_system, read_bytes
from bridgelang.compile.program_check import fault_of
from bridgelang.compile.program_format import FORMAT

MAX_BYTES = 64_000_000
_KEY = "key"
_KEY_BYTES = 32


def cache_folder() -> str:
    """The user's cache folder for this program (``BRIDGELANG_CACHE`` overrides)."""
    given = os.environ.get("BRIDGELANG_CACHE")
    if given:
        return given
    if sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "bridgelang")


def is_compiled(name: str, settings: Mapping[str, str]) -> bool:
    """Whether the cache holds a system, though perhaps of an earlier text.

    Raises NotationError when there is no such system.
    """
    return os.path.exists(entry_path(find_system(name), settings))


def entry_path(path: str, settings: Mapping[str, str]) -> str:
    """Where the cache keeps a system with these settings."""
    version = f"sealed {FORMAT} {bridgelang.__version__} {sys.version_info[:2]}"
    real = os.fsencode(os.path.abspath(path))
    key = _digest(version.encode(), real, json.dumps(sorted(settings.items())).encode())
    return os.path.join(_folder(), key + ".json")


def recall(path: str, settings: Mapping[str, str]) -> Any:
    """The program kept for a system when it can be believed and its files are as they were; else None."""
    entry = entry_path(path, settings)
    try:
        with _own_file(entry) as file:
            content = file.read(MAX_BYTES + 1)
        key = _key()
    except OSError:
        return None
    except _NotOurs as error:
        _tell(entry, str(error))
        return None
    seal, _, rest = content.partition(b"\n")
    if len(content) > MAX_BYTES or seal != _seal(key, rest):
        _tell(entry, "it was not written by this program for this user, or was changed since")
        return None
    try:
        head, _, body = rest.partition(b"\n")
        if not _as_they_were(json.loads(head)):
            return None
        program = json.loads(body)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        _tell(entry, "it cannot be read")
        return None
    fault = fault_of(program)
    if fault:
        _tell(entry, fault)
        return None
    return program


def keep(path: str, settings: Mapping[str, str], program: Mapping[str, Any], files: Sequence[str]) -> None:
    """Keep a compiled program made from these files, the system's own first; failing to is no error."""
    body = json.dumps(program, separators=(",", ":")).encode()
    folder = os.path.dirname(os.path.abspath(path))
    absent = []
    for file in files[1:]:
        own = [
            os.path.join(folder, os.path.basename(file)),
            os.path.join(folder, "conventions", os.path.basename(file)),
        ]
        absent += [o for o in own if os.path.abspath(o) != os.path.abspath(file) and not os.path.exists(o)]
    head = {"files": [[os.path.abspath(f), _digest(read_bytes(f))] for f in files], "absent": absent}
    rest = json.dumps(head).encode() + b"\n" + body
    if len(rest) > MAX_BYTES // 2 or fault_of(json.loads(body)):
        return
    with contextlib.suppress(OSError, _NotOurs):
        os.makedirs(cache_folder(), mode=0o700, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.mkdir(_folder(), 0o700)
        _check(os.lstat(_folder()), "its folder")
        _write_whole(entry_path(path, settings), _seal(_key(make=True), rest) + b"\n" + rest)


def _as_they_were(head: Any) -> bool:
    """Whether the files an entry was made from are the same, and those that would have come first still missing."""
    return all(_digest(read_bytes(name)) == digest for name, digest in head["files"]) and not any(
        os.path.exists(name) for name in head["absent"]
    )


def _folder() -> str:
    return os.path.join(cache_folder(), "systems")


# ------------------------------------------------------------------ whose it is


class _NotOurs(Exception):
    """Somebody else could have written this."""


def _check(found: os.stat_result, what: str) -> None:
    if not hasattr(os, "geteuid"):
        return  # where files have no such owners, the cache folder is the user's own
    if found.st_uid not in (os.geteuid(), 0):
        raise _NotOurs(f"{what} belongs to another user")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise _NotOurs(f"other users may write to {what}")


@contextlib.contextmanager
def _own_file(path: str) -> Iterator[BinaryIO]:
    """A file of the cache, open for reading: a plain one, the user's own, in a folder of his own."""
    folder = os.lstat(os.path.dirname(path))
    if not stat.S_ISDIR(folder.st_mode):
        raise _NotOurs("its folder is a link")
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise _NotOurs("it is no plain file")
        _check(folder, "its folder")
        _check(found, "it")
        yield file


def _key(make: bool = False) -> bytes:
    """The key of the seals; drawn when there is none yet and one is to be made."""
    path = os.path.join(_folder(), _KEY)
    try:
        with _own_file(path) as file:
            found = file.read(_KEY_BYTES + 1)
        if len(found) == _KEY_BYTES:
            return found
    except FileNotFoundError:
        pass
    if not make:
        raise _NotOurs("there is no key to its seal")
    drawn = os.urandom(_KEY_BYTES)
    _write_whole(path, drawn)
    with _own_file(path) as file:  # another process may have drawn one at the same moment: the last one holds
        return file.read(_KEY_BYTES)


def _seal(key: bytes, content: bytes) -> bytes:
    from hashlib import blake2b

    return blake2b(content, digest_size=16, key=key).hexdigest().encode()


def _digest(*parts: bytes) -> str:
    from hashlib import blake2b

    made = blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.hexdigest()


def _write_whole(path: str, content: bytes) -> None:
    """Write a file that only the user may read, whole or not at all."""
    temporary = f"{path}.{os.getpid()}"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with open(handle, "wb") as out:
            out.write(content)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _tell(entry: str, why: str) -> None:
    """Say why an entry is not used."""
    import logging

    logging.getLogger(__name__).warning(
        "note: the cached form of a system, %s, is not used: %s; the system is compiled again", ascii(entry)[1:-1], why
    )
