"""Whatever is wrong: a message on standard error, the right status, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from .conftest import SMALL, heed_interrupts

HAND = "AKQ2.J53.T98.642"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bid", SMALL], "Missing argument"),
        (["bid", SMALL, HAND, "--explian"], "No such option"),
        (["bidd", SMALL, HAND], "did you mean `bid`?"),
        (["quux"], "there is no command `quux`"),
        (["lint", "sayc"], "there is no command `lint`; did you mean `check`?"),
        (["bid", "sacy", HAND], "did you mean sayc?"),
        (["bid", "none.bid", HAND], "there is no file none.bid"),
        (["bid", ".", HAND], "there is no system `.`"),
        (["bid", "./", HAND], "is a folder"),
        (["bid", "", HAND], "empty"),
        (["bid", SMALL, "AKQ2.J53.T98.6422"], "the card C2 stands twice in `AKQ2.J53.T98.6422`"),
        (["bid", SMALL, "AKQ2.J53.T98.64"], "12 cards"),
        (["bid", SMALL, "AKQ2.J53.T98.6432"], "14 cards"),
        (["bid", SMALL, HAND, "--auction", "1S 1H"], "the lowest heart bid is 2H"),
        (["bid", SMALL, HAND, "--auction", "1S P P P"], "the auction is over"),
        (["bid", SMALL, HAND, "--auction", "1S Q"], "`Q`"),
        (["bid", SMALL, HAND, "--dealer", "Q"], "`Q` is not a seat"),
        (["bid", SMALL, HAND, "--vul", "Q"], "`Q` is not a vulnerability"),
        (["bid", SMALL, HAND, "--set", "notrump"], "write NAME=VALUE"),
        (["bid", SMALL, HAND, "--set", "notrumpp=12-14"], "did you mean `notrump`?"),
        (["bid", SMALL, HAND, "--set", "notrump=14-12"], "upside down"),
        (["meaning", SMALL, "1S 1H"], "not sufficient"),
        (["score", "8NT"], "`8NT"),
        (["score", "3NT", "+9"], "there are 13"),
        (["score", "3NT", "many"], "`many` is no result"),
        (["hand", "AKQ"], "`AKQ`"),
        (["auction", SMALL], "give one of --deal, --seed, --deck and --file"),
        (["auction", SMALL, "--seed", "1", "--deal", "x"], "give one of"),
        (["auction", SMALL, "--file", "none.pbn"], "none.pbn: No such file"),
        (["match", SMALL, SMALL, "--boards", "0"], "Invalid value"),
        (["match", SMALL, SMALL, "--deck", "none.pbn"], "none.pbn: No such file"),
        (["match", SMALL, SMALL, "--resume"], "--out"),
        (["check", "none.bid"], "there is no file none.bid"),
        (["systems", "sacy"], "did you mean sayc?"),
        (["meaning", SMALL, ""], "say the calls"),
        (["book", SMALL, "--out", "book.pdf"], "end it in .html, .md, .bml or .txt"),
        (["bid", SMALL, HAND, "--set", "notrump=98-99"], "98 is more hcp than a hand can have"),
        (["deal", "--where", "north: vulnerable"], "`vulnerable` is not about the cards of one hand"),
        (["deal", "--where", "north: balanced 15-17"], "a comma is missing before this"),
        (["convert", os.devnull, "none.lin", "--from", "pbn"], "has no board: nothing was written"),
        (["compare", SMALL, os.devnull], "has no board with an auction to compare"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_usage_and_unreadable_input(run, arguments, words):
    ran = run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert words in ran.err


def test_a_system_with_errors_prints_all_of_them(run, folder):
    (folder / "my.bid").write_text("language 1\nopening:\n  1NT: 15-17 hcp, ballanced\n  1S: 4S\n  pass\n")
    ran = run("bid", "my.bid", HAND)
    assert (ran.status, ran.out) == (2, "")
    assert "error[B102]: unknown word `ballanced`\n --> my.bid:3:19" in ran.err
    assert "my.bid:4:" in ran.err
    assert "2 errors" in ran.err


def test_check_prints_to_standard_output(run, folder):
    (folder / "my.bid").write_text("language 1\nopening:\n  1NT: 15-17 hcp, ballanced\n  pass\n")
    ran = run("check", "my.bid")
    assert ran.status == 2
    assert ran.out.startswith("error[B102]: unknown word `ballanced`")
    assert run("check", "my.bid", "--format", "concise").out.count("\n") == 1
    assert run("check", "my.bid", "--format", "json").json[0]["code"] == "B102"
    assert run("check", "my.bid", "--format", "github").out.startswith("::error file=my.bid,line=3,")


def test_an_unreadable_file(run, folder):
    (folder / "bytes.bid").write_bytes(b"language 1\n\xff\xfe\n")
    assert run("bid", "bytes.bid", HAND).status == 2
    if os.geteuid():
        (folder / "closed.bid").write_text("language 1\n")
        (folder / "closed.bid").chmod(0)
        assert run("bid", "closed.bid", HAND).status == 2


def test_an_internal_error_says_what_to_do(run, monkeypatch):
    from bridgelang.cli.commands import hand

    def broken(*_):
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(hand.Hand, "parse", broken)
    ran = run("hand", HAND)
    assert ran.status == 3
    assert ran.err.startswith("internal error: ZeroDivisionError: on purpose")
    assert "bridgelang 0." in ran.err
    assert f"bridgelang hand {HAND}" in ran.err


def test_an_interruption_is_one_word(run, monkeypatch):
    from bridgelang.cli.commands import hand

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(hand.Hand, "parse", interrupted)
    assert run("hand", HAND) == (130, "", "interrupted\n")


def start(*arguments, **options):
    return subprocess.Popen([sys.executable, "-m", "bridgelang", *arguments], text=True, **options)


def test_nobody_reads_the_output(folder):
    """A reader that goes away early, as `head` does, is no error worth a word."""
    many = "\n".join([HAND] * 20_000)
    process = start("bid", SMALL, "-", "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    _, errors = process.communicate(many)
    assert errors == ""
    assert process.returncode == 141


def test_control_c_on_a_running_command(folder):
    process = start(
        "match", SMALL, SMALL, "--boards", "5000000", "--seed", "1", "--jobs", "2",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heed_interrupts,
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=4)
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    remark, end = errors.splitlines()
    assert (out, end) == ("", "interrupted") and "5,000,000 boards" in remark
    assert process.returncode == 130


def test_control_c_does_not_wait_for_the_solver(folder):
    """The first forty boards are one call of the solver, of many seconds."""
    process = start(
        "deck", "solve", "--seed", "1", "--boards", "400", "--jobs", "1", "--out", "it.deck",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heed_interrupts,
    )  # fmt: skip
    while not (folder / "it.deck.1.part").exists():
        assert process.poll() is None
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "interrupted\n")
    assert process.returncode == 130
    assert time.monotonic() - began < 2
    assert not (folder / "it.deck").exists()


def test_interrupts_that_were_ignored_at_the_start_stay_ignored(folder):
    """As under nohup, or in the background of a shell without job control."""
    process = start(
        "bid", SMALL, "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )  # fmt: skip
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(HAND)
    assert (process.returncode, errors) == (0, "")
    assert out


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_a_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bridgelang", "bid", "natural", HAND], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the output cannot be written" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--vul", "ns", "--vul", "all"], "note: --vul is given 2 times; the last holds: all\n"),
        (["--vul", "ns", "--json", "--json"], ""),
        (["--set", "notrump=12-14", "--set", "notrump=15-17"], "note: `notrump` is set twice; the last holds: 15-17\n"),
        (["--set", "notrump=12-14", "--set", "notrump=12-14"], ""),
    ],
)
def test_what_is_given_twice_is_remarked_upon_and_the_last_holds(run, arguments, said):
    ran = run("bid", SMALL, HAND, *arguments)
    assert (ran.status, ran.err) == (0, said)


def test_a_setting_given_twice_is_remarked_upon_once(run):
    twice = ["--set", "notrump=12-14", "--set", "notrump=15-17"]
    said = run("match", "sayc", "acol", "--boards", "1", "--deck", "reference", *twice, "--set-b", "notrump=12-14").err
    assert said.count("is set twice") == 1


def test_boards_without_end_are_remarked_upon_before_they_are_bid(run):
    most = ["--deck", "reference", "--boards"]
    said = run("match", SMALL, SMALL, *most, "100001").err
    assert said.startswith("note: 100,001 boards may take hours; Ctrl-C ends it, and with --out --resume goes on")
    assert "hours" not in run("deal", "--boards", "100001", "--where", "north: up to 0 hcp, 38+ hcp").err
