"""The commands for an author's changes: trial."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import SMALL


def changed(folder: Path, before: str, after: str) -> str:
    """A copy of the small system with another line."""
    text = Path(SMALL).read_text()
    assert before in text
    (folder / "new.bid").write_text(text.replace(before, after))
    return "new.bid"


def test_a_trial_tells_what_a_change_is_worth(run, folder):
    new = changed(folder, "notrump = 15-17", "notrump = 12-14")
    ran = run("trial", SMALL, new, "--boards", "100", "--jobs", "1", "--json")
    assert ran.status == 0
    data = ran.json
    assert data["boards"] == 100 and data["changed_auctions"] > 3
    assert data["changes"][0]["new"]["rule"].startswith("new.bid:")


def test_a_trial_of_what_is_no_system_is_refused(run):
    ran = run("trial", "external:robot", SMALL)
    assert ran.status == 2
    assert "is no system" in ran.err
    assert run("trial", SMALL, "nowhere.bid").status == 2
