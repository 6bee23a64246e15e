"""Work without looks for rings leaves the collector as it found it."""

from __future__ import annotations

import gc

import pytest

from bridgelang.core.lasting import lasting


@pytest.mark.parametrize("was", [True, False])
def test_afterwards_it_is_as_it_was(was: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if was else gc.disable)()
        with pytest.raises(KeyError), lasting():
            assert not gc.isenabled()
            raise KeyError
        assert gc.isenabled() is was
    finally:
        (gc.enable if before else gc.disable)()
