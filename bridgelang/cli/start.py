"""What the installed command and ``python -m bridgelang`` run; light, so that an interrupt finds it ready."""

from __future__ import annotations

import sys
from typing import NoReturn

from bridgelang.cli import interrupts

AT_ONCE = {"match", "tune", "deck"}
"""Commands that an interrupt ends where they stand: what they keep is as good as after any other end."""


def run() -> NoReturn:
    """The program."""
    interrupts.own_process()
    from bridgelang.cli.main import run as run_command

    if not AT_ONCE & set(sys.argv[1:2]):
        interrupts.as_exception()
    run_command()
