"""What all tests share: property tests look at the same examples in every run, so that a run can be repeated.

`HYPOTHESIS_PROFILE=explore python -m pytest` looks for new ones.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
