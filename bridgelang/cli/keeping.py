"""Commands that keep what they make to their end."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from bridgelang.cli.interrupts import is_own_process
from bridgelang.core.lasting import lasting

P = ParamSpec("P")
T = TypeVar("T")


def keeping(command: Callable[P, T]) -> Callable[P, T]:
    """A command during which Python does not look for rings; where its end is the process's, not afterwards either."""

    @wraps(command)
    def calm(*args: P.args, **kwargs: P.kwargs) -> T:
        with lasting(for_good=is_own_process()):
            return command(*args, **kwargs)

    return calm
