"""What all tests share: property tests look at the same examples in every run, so that a run can be repeated.

`HYPOTHESIS_PROFILE=explore python -m pytest` looks for new ones.
"""

from __future__ import annotations

import gc
import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)  # a busy machine fails no test
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

gc.set_threshold(50_000, 20, 20)
"""A process of many tests keeps hundreds of thousands of objects, systems and trees: looking through them for rings as
often as Python does by itself took half of the time."""


def pytest_runtest_teardown() -> None:
    """Look for rings again after a command that has switched that off to the end, which is its process's elsewhere.

    What was made meanwhile is left out: looking through all of it at once took longer than any test.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
