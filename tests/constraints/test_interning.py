"""A table keeps what somebody holds, and the same object for a key as long as it does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridgelang.constraints import interning
from bridgelang.constraints.interning import Interned


class Thing:
    def __init__(self, *parts: Thing) -> None:
        self.parts = parts


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.booleans()), max_size=60))
def test_what_is_held_stays_and_what_is_not_goes(steps: list[tuple[int, bool, bool]]) -> None:
    table: Interned[Thing] = Interned()
    held: dict[int, Thing] = {}
    for key, keep, sweep in steps:
        found = table.get(key)
        assert key not in held or found is held[key]
        if keep:
            held[key] = found or table.add(key, Thing())
        else:
            held.pop(key, None)
        del found
        if sweep:
            table.sweep()
            assert len(table) == len(held)


def test_parts_go_with_what_was_made_of_them() -> None:
    table: Interned[Thing] = Interned()
    part = table.add("part", Thing())
    table.add("whole", Thing(part))
    del part
    table.sweep()
    assert len(table) == 0


def test_a_table_that_grows_is_swept() -> None:
    table: Interned[Thing] = Interned()
    kept = [table.add(number, Thing()) for number in range(interning.FIRST_SWEEP // 2)]
    for number in range(10 * interning.FIRST_SWEEP):
        table.add(-1 - number, Thing())
    assert len(table) <= interning.GROWTH * interning.FIRST_SWEEP
    assert all(table.get(number) is thing for number, thing in enumerate(kept))
