"""`test --watch` wakes when a file beside the system is saved, comes or goes, and for nothing else."""

from __future__ import annotations

import os
from pathlib import Path

from bridgelang.testing.watch import stamps, until_saved


def test_it_waits_until_a_file_is_saved(tmp_path: Path) -> None:
    system = tmp_path / "my.bid"
    system.write_text("opening:\n  pass\n")
    before = stamps([str(tmp_path)])
    waited = []

    def save_at_the_third_look(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 1:
            (tmp_path / "notes.txt").write_text("no system")
        elif len(waited) == 3:
            system.write_text("opening:\n  1C\n")
            os.utime(system, ns=(0, 0))

    assert until_saved([str(tmp_path)], before, save_at_the_third_look) == ["my.bid"]
    assert len(waited) == 3


def test_tests_and_conventions_beside_it_count_too(tmp_path: Path) -> None:
    (tmp_path / "conventions").mkdir()
    before = stamps([str(tmp_path)])
    assert before == {}
    (tmp_path / "conventions" / "stayman.bid").write_text("convention Stayman\n")
    (tmp_path / "my.tests.yaml").write_text("cases: []\n")
    assert until_saved([str(tmp_path)], before) == ["my.tests.yaml", "stayman.bid"]
    before = stamps([str(tmp_path)])
    (tmp_path / "my.tests.yaml").unlink()
    assert until_saved([str(tmp_path)], before) == ["my.tests.yaml"]


def test_a_folder_that_is_gone_has_no_files(tmp_path: Path) -> None:
    assert stamps([str(tmp_path / "nowhere")]) == {}
