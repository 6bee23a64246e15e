"""Whatever ships has tests of its own, and nine in ten of its rules decide a call in them."""

from __future__ import annotations

import os

import pytest

from bridgelang.compile.files import convention_names, find_system, system_names
from bridgelang.testing import find
from bridgelang.testing.coverage import Coverage, cover_tests

NAMES = [*system_names(), *convention_names()]


def test_every_system_and_every_convention_has_tests() -> None:
    assert [name for name in NAMES if not os.path.isfile(find.tests_beside(name))] == []
    assert len(NAMES) > 40


def test_the_hosts_of_the_conventions_ship_and_are_no_systems() -> None:
    hosts = os.path.join(os.path.dirname(find_system("stayman")), "hosts")
    found = sorted(name for name in os.listdir(hosts) if name.endswith(".bid"))
    assert found == ["bare.bid", "classic.bid", "modern.bid"]
    assert not {name.removesuffix(".bid") for name in found} & {*system_names(), *convention_names()}


BEHIND = {
    "competing-minors": 0.83, "opener-competing": 0.8, "reopening-doubles": 0.89, "responsive-doubles": 0.81,
    "takeout-doubles": 0.86,
}  # fmt: skip
"""Files whose latest sections await cases of their own, with the share that must not fall: none is to be added."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nine_in_ten_rules_decide_a_call_in_the_tests(name: str) -> None:
    found = Coverage()
    cover_tests(find.find_tests(name), {}, found)
    own = found.only([name + ".bid"])
    idle = [f"{rule[1]}: {' '.join(own.rules[rule].split())}" for rule in own.unused() + own.only_explained()]
    assert own.rules
    assert own.share() >= BEHIND.get(name, 0.9), "\n".join(idle)
