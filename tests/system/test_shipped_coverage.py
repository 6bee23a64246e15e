"""Whatever ships has tests of its own."""

from __future__ import annotations

import os

from bridgelang.system.files import convention_names, find_system, system_names
from bridgelang.testing import find

FALLBACK = "natural"  # a part of every system: its lines decide in all of their tests
NAMES = [name for name in (*system_names(), *convention_names()) if name != FALLBACK]


def test_every_system_and_every_convention_has_tests() -> None:
    assert [name for name in NAMES if not os.path.isfile(find.tests_beside(name))] == []
    assert len(NAMES) > 40


def test_the_hosts_of_the_conventions_ship_and_are_no_systems() -> None:
    hosts = os.path.join(os.path.dirname(find_system("stayman")), "hosts")
    found = sorted(name for name in os.listdir(hosts) if name.endswith(".bid"))
    assert found == ["classic.bid", "modern.bid"]
    assert not {name.removesuffix(".bid") for name in found} & {*system_names(), *convention_names()}
