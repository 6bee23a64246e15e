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
        from bridgelang.testing.cases import read_cases

        beside = name.removesuffix(SUFFIX) + ".bid"
        if os.path.isfile(beside):
            return [(beside, name)]
        system = read_cases(name).system
        local = os.path.join(os.path.dirname(name), system + ".bid")
        return [(local if os.path.isfile(local) else system, name)]
    path = find_system(name)
    tests = os.path.splitext(path)[0] + SUFFIX
    if not os.path.isfile(tests):
        raise NotationError(f"{name} has no tests: they would be in {os.path.basename(tests)} beside it", name)
    return [(name, tests)]


def shipped_with_tests() -> list[str]:
    """The shipped systems and conventions that have tests, sorted."""
    names = [*system_names(), *convention_names()]
    return sorted(name for name in names if os.path.isfile(os.path.splitext(find_system(name))[0] + SUFFIX))
