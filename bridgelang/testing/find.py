"""Where a system's tests are: beside it, in a file of its name that ends in ``.tests.yaml``."""

from __future__ import annotations

import difflib
import os

from attrs import evolve

from bridgelang.compile.files import convention_names, find_system, stays_inside, system_names
from bridgelang.core.cards import quoted
from bridgelang.errors import NotationError
from bridgelang.testing.cases import CaseFile, read_cases

SUFFIX = ".tests.yaml"


def find_tests(name: str) -> CaseFile:
    """The tests of a system or a convention (name or path), or those of a test file; each section with its system.

    Raises:
        NotationError: when there is no such file, or it cannot be read.
    """
    if name.endswith(SUFFIX):
        if not os.path.isfile(name):
            raise NotationError(f"there is no file {name}", name)
        beside, tests = name.removesuffix(SUFFIX) + ".bid", name
        name = beside if os.path.isfile(beside) else ""
    else:
        tests = tests_beside(name)
        if not os.path.isfile(tests):
            raise NotationError(f"{name} has no tests: they would be in {os.path.basename(tests)} beside it", name)
        if not stays_inside(tests, os.path.dirname(tests)):
            raise NotationError(f"{tests} is a link that leads out of its folder, and is not read", name)
    file = read_cases(tests)
    return evolve(file, sections=tuple(evolve(s, system=_tested(tests, s.system, name)) for s in file.sections))


def tests_beside(name: str) -> str:
    """Where the tests of a system or a convention would be."""
    return os.path.splitext(find_system(name))[0] + SUFFIX


def _tested(tests: str, system: str, beside: str) -> str:
    """What a section is bid in: the system it names, by name or by a path from its own folder, else the one ``beside``.

    A convention is no whole system: its tests name one that uses it (``system: hosts/classic.bid``). Outside the folder
    of the tests only what ships can be named.

    Raises:
        NotationError: for a path that leads out of the folder, or to no file.
    """
    folder, stem = os.path.dirname(tests), os.path.basename(tests).removesuffix(SUFFIX)
    if beside and system in ("", stem):
        return beside
    name = system or stem
    local = os.path.normpath(os.path.join(folder, name.removesuffix(".bid") + ".bid"))
    shown = quoted(name)
    if "\0" not in local and os.path.isfile(local):
        if os.path.isabs(name) or not stays_inside(local, folder):
            raise NotationError(f"{tests}: the system {shown} is not in the folder of the tests", name)
        return local
    if name in system_names() or name in convention_names():
        return name
    close = difflib.get_close_matches(name, system_names(), n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise NotationError(f"{tests}: there is no system {shown} in its folder, and none of that name ships{hint}", name)


def shipped_with_tests() -> list[str]:
    """The shipped systems and conventions that have tests, sorted."""
    names = [*system_names(), *convention_names()]
    return sorted(name for name in names if os.path.isfile(tests_beside(name)))
