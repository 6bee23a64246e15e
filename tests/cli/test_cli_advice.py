"""The commands for an author: what a change is worth, and which lines lose."""

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


def test_advice_in_words_and_as_a_page(run, folder):
    ran = run("advise", SMALL, "--boards", "32", "--jobs", "1", "--html", "page.html")
    assert ran.status == 0 and "page.html written" in ran.out
    assert "<h1>Advice for small</h1>" in (folder / "page.html").read_text(encoding="utf-8")
    data = run("advise", SMALL, "--boards", "32", "--jobs", "1", "--on", "1NT", "--json").json
    assert data["boards"] == {"chosen_on": 16, "confirmed_on": 16} and data["focus"]["on"] == "1NT"


def test_advice_that_cannot_be_had_is_refused(run):
    for options, words in (
        (("--on", "1NT ("), "no path of calls"),
        (("--rule", "small.bid:1"), "the nearest is at"),
        (("--resume",), "--resume goes with"),
        (("--against", "nowhere.bid"), "nowhere"),
    ):
        ran = run("advise", SMALL, "--boards", "16", "--jobs", "1", *options)
        assert ran.status == 2 and words in ran.err


def test_small_changes_are_tried(run, folder):
    (folder / "mine.bid").write_text(Path(SMALL).read_text())
    ran = run("improve", "mine.bid", "--lines", "7", "--boards", "20", "--jobs", "1")
    assert ran.status == 0 and "small changes tried" in ran.out
    assert ran.err.count("line 7:") >= 4
    for lines, words in (("7-", "no list of lines"), ("1", "nothing to try")):
        refused = run("improve", "mine.bid", "--lines", lines)
        assert refused.status == 2 and words in refused.err
