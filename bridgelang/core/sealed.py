"""Files that this program keeps for the user in his cache folder, and believes only when they are his own.

A kept file is believed when nobody but the user could have written it (the folder and the file are his own and no one
else may write to them), and when it carries a seal made with a key that this program drew for him and keeps beside it,
readable by him alone: what another program wrote there, or changed, has none. The seal is also of the file's name: one
kept file is not believed in the place of another.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from typing import BinaryIO

MAX_BYTES = 64_000_000
_KEY = "key"
_KEY_BYTES = 32


class NotOurs(Exception):
    """Somebody else could have written this."""


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


def read_sealed(path: str) -> bytes:
    """What a kept file holds, without its seal.

    Raises:
        OSError: when there is none, or it cannot be read.
        NotOurs: when it is not to be believed; says why.
    """
    with _own_file(path) as file:
        content = file.read(MAX_BYTES + 1)
    seal, _, rest = content.partition(b"\n")
    if len(content) > MAX_BYTES or seal != seal_of(_key(os.path.dirname(path)), path, rest):
        raise NotOurs("it was not written by this program for this user, or was changed since")
    return rest


def keep_sealed(path: str, content: bytes) -> None:
    """Keep a file for the user alone, in a folder of the cache that is made when it is missing.

    Raises:
        OSError: when it cannot be written.
        NotOurs: when other users may write to the folder.
    """
    folder = os.path.dirname(path)
    os.makedirs(cache_folder(), mode=0o700, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    _check(os.lstat(folder), "its folder")
    _write_whole(path, seal_of(_key(folder, make=True), path, content) + b"\n" + content)


def digest(*parts: bytes) -> str:
    """A short name for some contents, another one for any others."""
    from hashlib import blake2b

    made = blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.hexdigest()


def seal_of(key: bytes, path: str | os.PathLike[str], content: bytes) -> bytes:
    """The seal of some content under its file's name: who has not the key cannot make it."""
    from hashlib import blake2b

    name = os.fsencode(os.path.basename(path))
    return blake2b(name + b"\n" + content, digest_size=16, key=key).hexdigest().encode()


def _check(found: os.stat_result, what: str) -> None:
    if not hasattr(os, "geteuid"):
        return  # where files have no such owners, the cache folder is the user's own
    if found.st_uid not in (os.geteuid(), 0):
        raise NotOurs(f"{what} belongs to another user")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise NotOurs(f"other users may write to {what}")


@contextlib.contextmanager
def _own_file(path: str) -> Iterator[BinaryIO]:
    """A file of the cache, open for reading: a plain one, the user's own, in a folder of his own."""
    folder = os.lstat(os.path.dirname(path))
    if not stat.S_ISDIR(folder.st_mode):
        raise NotOurs("its folder is a link")
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotOurs("it is no plain file")
        _check(folder, "its folder")
        _check(found, "it")
        yield file


def _key(folder: str, make: bool = False) -> bytes:
    """The key of a folder's seals; drawn when there is none yet and one is to be made."""
    path = os.path.join(folder, _KEY)
    try:
        with _own_file(path) as file:
            found = file.read(_KEY_BYTES + 1)
        if len(found) == _KEY_BYTES:
            return found
    except FileNotFoundError:
        pass
    if not make:
        raise NotOurs("there is no key to its seal")
    drawn = os.urandom(_KEY_BYTES)
    _write_whole(path, drawn)
    with _own_file(path) as file:  # another process may have drawn one at the same moment: the last one holds
        return file.read(_KEY_BYTES)


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
