"""The slips that `benchmarks/mutations.py` puts into a system are the four it speaks of, one at a time."""

from __future__ import annotations

import runpy
from itertools import islice
from pathlib import Path

from bridgelang.bidding.program import Program, context_letters
from bridgelang.compile.pipeline import compile_text

BENCH = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "mutations.py"))
TEXT = """\
opening:
  2C: 22+ hcp                  [forcing]
  1NT: 15-17 hcp, balanced     [invitational]
  1S: 12+ points, 5+ spades    # 4-4 is no range here
  1H: 12+ points, 5+ hearts "5-5 too"
  pass
"""


def test_each_slip_changes_one_thing():
    seen = {}
    for slip in islice(BENCH["slips"](TEXT, 1), 80):
        before, after = TEXT.split("\n"), slip.text.split("\n")
        changed = [n for n, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
        if slip.sort == "line moved":
            assert len(changed) == 2 and sorted(before) == sorted(after)
        else:
            assert len(changed) == 1
        seen.setdefault(slip.sort, set()).add(slip.text)
    assert set(seen) == set(BENCH["SORTS"]) and all(len(texts) >= 2 for texts in seen.values())
    assert all("# 4-4 is no range here" in text and "5-5 too" in text for texts in seen.values() for text in texts)


def test_the_same_seed_gives_the_same_slips():
    first, again, other = (list(islice(BENCH["slips"](TEXT, seed), 12)) for seed in (1, 1, 2))
    assert first == again != other


def test_what_nobody_could_notice_is_told_from_what_somebody_could():
    lines = [BENCH["compiled_lines"](compile_text(text, "my.bid")) for text in (
        TEXT, "# a remark\n" + TEXT.replace("  pass", "\n  pass"), TEXT.replace("15-17", "15-18"),
        TEXT.replace("[forcing]", ""),
    )]  # fmt: skip
    assert lines[0] == lines[1] and lines[0] != lines[2] and lines[0] != lines[3]


RAISES = """\
opening:
  1M: 12+ points, 5+ M
after 1M:
  4M: 13+ support points, 3+ M
  3M: 10-12 support points, 3+ M
  2M: 6-10 support points, 3+ M
  2M: 6-9 support points, 4+ M
  1NT: 6-10 hcp
  2x: 10+ hcp, 4-5 x
  3x: 10+ hcp, 6+ x
"""


def test_lines_whose_order_settles_nothing_are_told_from_those_that_may_share_a_hand():
    _, four, three, two, again, notrump, new, jump = Program(compile_text(RAISES, "my.bid").program).rules()
    shared = context_letters(four.context)
    apart, same = BENCH["_apart"], BENCH["_same_call"]
    assert apart(four, three, shared) and apart(four, two, shared)
    assert not apart(three, two, shared), "ten is in both"
    assert not apart(two, notrump, shared), "points of another kind"
    assert not apart(new, jump, shared), "two suits may be long"
    assert same(two, again, shared) and not same(three, two, shared)
