"""The examples in all docstrings hold."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import bridgelang

PACKAGES = sorted(module.name for module in pkgutil.iter_modules(bridgelang.__path__) if module.ispkg)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_examples_of_a_package(package: str) -> None:
    parent = import_module(f"bridgelang.{package}")
    failed = []
    for module in pkgutil.walk_packages(parent.__path__, f"bridgelang.{package}."):
        if doctest.testmod(import_module(module.name)).failed:
            failed.append(module.name)
    assert not failed
