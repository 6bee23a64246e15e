"""Where system files are: shipped names, paths, and the conventions a file may use.

Nothing outside the folder of the system and the shipped folders is read: a ``use`` names a convention, never a path.
"""

from __future__ import annotations

import os
import stat

from bridgelang.errors import NotationError
from bridgelang.lang.grammar import resource_folder

SUFFIX = ".bid"


def shipped_folder() -> str:
    """The folder of the shipped systems."""
    return resource_folder("systems")


def system_names() -> list[str]:
    """The shipped systems, sorted."""
    return _names(shipped_folder())


def convention_names() -> list[str]:
    """The shipped conventions, sorted."""
    return _names(os.path.join(shipped_folder(), "conventions"))


def _names(folder: str) -> list[str]:
    if not os.path.isdir(folder):
        return []
    return sorted(f[: -len(SUFFIX)] for f in os.listdir(folder) if f.endswith(SUFFIX))


def find_system(name: str) -> str:
    """The path of a system given by shipped name, in capitals or not, or by path.

    Raises:
        NotationError: when there is no such system or file; names the nearest shipped one.
    """
    if not name:
        raise NotationError("the name of a system is empty", name)
    looks_like_path = name.endswith(SUFFIX) or os.sep in name or "/" in name
    if not looks_like_path:
        for folder in (shipped_folder(), os.path.join(shipped_folder(), "conventions")):
            path = os.path.join(folder, name + SUFFIX)
            if os.path.isfile(path):
                return path
        if os.path.isfile(name):
            return name
        if name != name.lower() and name.lower() in {*system_names(), *convention_names()}:
            return find_system(name.lower())
        import difflib

        close = difflib.get_close_matches(name.lower(), system_names(), n=1)
        hint = f"did you mean {close[0]}?" if close else "shipped: " + ", ".join(system_names())
        raise NotationError(f"there is no system `{name}`; {hint}", name)
    if os.path.isdir(name):
        raise NotationError(f"{name} is a folder, not a system file", name)
    if not os.path.exists(name):
        raise NotationError(f"there is no file {name}", name)
    return name


def find_convention(name: str, folder: str) -> str | None:
    """The path of what ``use NAME`` means in a file of ``folder``, or None.

    Raises:
        NotationError: when it is a link that leads out of the folder.
    """
    shipped = shipped_folder()
    places = (folder, os.path.join(folder, "conventions"), os.path.join(shipped, "conventions"), shipped)
    for wanted in dict.fromkeys((name, name.lower())):
        for place in places:
            path = os.path.join(place, wanted + SUFFIX)
            if os.path.isfile(path):
                if place in places[:2] and not stays_inside(path, folder):
                    raise NotationError(f"{name}{SUFFIX} is a link that leads out of its folder, and is not read", name)
                return path
    return None


def stays_inside(path: str, folder: str) -> bool:
    """Whether a file, all links followed, is in a folder or below it."""
    real = os.path.realpath(folder or os.curdir)
    return os.path.realpath(path).startswith(real.rstrip(os.sep) + os.sep)


def read_plain_file(path: str, most: int) -> bytes:
    """The content of a plain file of at most so many bytes: no pipe that never ends, no device.

    Raises:
        NotationError: when it is none, too long, or cannot be read.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise NotationError(f"{path} is no plain file", path)
            content = file.read(most + 1)
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror or error}", path) from None
    if len(content) > most:
        raise NotationError(f"{path} is too long: at most {most:,} bytes are read", path)
    return content


def is_own(file: str, path: str) -> bool:
    """Whether a file that the system at ``path`` was made from is its author's: itself, or beside it.

    ``file`` is how messages call it. Of a shipped system only its own file is; of others nothing that ships.
    """
    if os.path.basename(path) == file:
        return True
    folder = os.path.dirname(os.path.abspath(path))
    if folder.startswith(os.path.abspath(shipped_folder())):
        return False
    return any(os.path.isfile(os.path.join(folder, place, file)) for place in ("", "conventions"))


def read_bytes(path: str) -> bytes:
    """A file's content, at most a little more than the cap on system files.

    Raises:
        NotationError: when it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return file.read(1_000_001)
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror or error}", path) from None
