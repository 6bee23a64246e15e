"""The examples in the docstrings of the core and of the package itself."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = ["auctions", "calls", "cards", "contracts", "dealing", "deals", "hands", "lasting", "scoring", "seats"]


@pytest.mark.parametrize("name", ["bridgelang", *[f"bridgelang.core.{module}" for module in MODULES]])
def test_the_examples_of(name):
    results = doctest.testmod(import_module(name))
    assert results.attempted > 0
    assert results.failed == 0
