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


def test_what_was_made_is_old_afterwards() -> None:
    with lasting():
        made: list[list[int]] = [[] for _ in range(5000)]
    young = {id(one) for one in gc.get_objects(generation=0)}
    assert not young.intersection(map(id, made))


def test_what_somebody_froze_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with lasting():
            pass
        assert gc.get_freeze_count() == frozen
    finally:
        gc.unfreeze()


def test_for_good_looks_stay_off() -> None:
    before = gc.isenabled()
    gc.enable()
    try:
        with lasting(for_good=True):
            pass
        assert not gc.isenabled()
    finally:
        (gc.enable if before else gc.disable)()
