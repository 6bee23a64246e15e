"""Where a system's tests are: beside it, in a file of its name that ends in ``.tests.yaml``."""

from __future__ import annotations

import os

from bridgelang.errors import NotationError
from bridgelang.system.files import convention_names, find_system, system_names

SUFFIX = ".tests.yaml"


def files_for(name: str) -> list[tuple[str, str]]:
    """Pairs of a system (name or path) and a file of tests for it.

    ``name`` is a system, or a test file, whose system is the one beside it or else the one it names.
    Raises:
        NotationError: when there is no such file.
    """
    if name.endswith(SUFFIX):
        if not os.path.isfile(name):
            raise NotationError(f"there is no file {name}", name)
        beside = name.removesuffix(SUFFIX) + ".bid"
        return [(_tested(name, beside if os.path.isfile(beside) else ""), name)]
    path = find_system(name)
    tests = os.path.splitext(path)[0] + SUFFIX
    if not os.path.isfile(tests):
        raise NotationError(f"{name} has no tests: they would be in {os.path.basename(tests)} beside it", name)
    return [(_tested(tests, name), tests)]


def _tested(tests: str, beside: str) -> str:
    """The system a test file is bid in: the path it names, from its own folder; else ``beside``; else the name it has.

    A convention is no whole system: its tests name a host that uses it (``system: hosts/classic.bid``).
    """
    from bridgelang.testing.cases import read_cases

    system = read_cases(tests).system
    if system.endswith(".bid"):
        return os.path.normpath(os.path.join(os.path.dirname(tests), system))
    if beside:
        return beside
    local = os.path.join(os.path.dirname(tests), system + ".bid")
    return local if os.path.isfile(local) else system


def shipped_with_tests() -> list[str]:
    """The shipped systems and conventions that have tests, sorted."""
    names = [*system_names(), *convention_names()]
    return sorted(name for name in names if os.path.isfile(os.path.splitext(find_system(name))[0] + SUFFIX))
