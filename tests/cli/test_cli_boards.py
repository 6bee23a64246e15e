"""`auction`, `match`, `score`, `hand`, `systems`: what they print, and that it agrees with the library."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from bridgelang import Auction, Contract, Deal, Seat, Vulnerability, load_system
from bridgelang.core.dealing import deal
from bridgelang.core.scoring import contract_score

from .conftest import SMALL

DEAL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"


def test_auction_of_a_seed_is_the_tables(run):
    answer = run("auction", SMALL, "--seed", "7", "--board", "6", "--json").json
    system = load_system(SMALL)
    bid = system.table().bid(deal(7, 5), Seat.EAST, Vulnerability.EW)
    assert answer["auction"] == [str(call) for call in bid.calls]
    assert (answer["dealer"], answer["vulnerability"]) == ("E", "ew")
    assert answer["contract"] == (str(bid.contract) if bid.contract else None)
    assert len(answer["calls"]) == len(bid.calls)


def test_auction_of_a_deal_prints_hands_calls_contract_and_par(run):
    ran = run("auction", SMALL, "--deal", DEAL, "--vul", "all")
    assert ran.status == 0
    assert "S AKQJ" in ran.out
    assert "dealer North, all vulnerable" in ran.out
    assert "par       NS +2220 (7NT by N, 7NT by S)" in ran.out
    assert "small.bid:8" in ran.out
    assert ran.out.isascii()


def test_auction_without_solving(run):
    answer = run("auction", SMALL, "--deal", DEAL, "--no-par", "--json").json
    assert answer["par"] is None
    assert answer["tricks"] is None


def test_the_fourth_hand_may_be_left_out(run):
    assert run("auction", SMALL, "--deal", DEAL.rsplit(" ", 1)[0] + " -", "--no-par").status == 0


def test_auctions_of_a_file(run, folder):
    boards = "\n\n".join(
        f'[Board "{n}"]\n[Dealer "{d}"]\n[Vulnerable "All"]\n[Deal "{deal(3, n)}"]' for n, d in ((4, "W"), (9, "N"))
    )
    (folder / "two.pbn").write_text(boards)
    answers = run("auction", SMALL, "--file", "two.pbn", "--no-par", "--json").json
    heads = [(one["board"], one["dealer"], one["vulnerability"]) for one in answers]
    assert heads == [(4, "W", "all"), (9, "N", "all")]
    one = run("auction", SMALL, "--file", "two.pbn", "--board", "9", "--no-par", "--json").json
    assert one == answers[1]
    ran = run("auction", SMALL, "--file", "two.pbn", "--board", "5")
    assert (ran.status, ran.out) == (2, "")


def test_the_score_given_agrees_with_the_auction(run):
    answer = run("auction", SMALL, "--seed", "12", "--json").json
    auction = Auction.parse(" ".join(answer["auction"]), answer["dealer"], answer["vulnerability"])
    contract = auction.contract
    assert contract is not None
    assert answer["score"] == contract_score(contract, answer["tricks"], auction.vulnerability)
    assert Deal.parse(answer["deal"]) == deal(12, 0)


def test_match_prints_the_same_whatever_the_jobs(run):
    words = ["match", SMALL, SMALL, "--set", "notrump=12-14", "--boards", "24", "--seed", "5"]
    one = run(*words, "--jobs", "1")
    assert one.status == 0
    assert run(*words, "--jobs", "2").out == one.out
    assert "24 boards, random deals, seed 5" in one.out
    assert "95 % interval" in one.out
    assert one.err == ""


def test_match_on_a_cluster_gives_the_bytes_of_one_process(folder):
    """The real command, a process of its own, as two Dask workers and as one job: what it prints and what it keeps."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("Dask is not installed: pip install bridgelang[cluster]")
    words = [sys.executable, "-m", "bridgelang", "match", SMALL, SMALL, "--set", "notrump=12-14", "--boards", "600"]
    words += ["--deck", "reference"]
    runs = [
        subprocess.run([*words, "--out", file, *how], capture_output=True, check=True)
        for file, how in (("here.match", ("--jobs", "1")), ("there.match", ("--cluster", "local:2")))
    ]
    assert runs[0].stdout.replace(b"here.match", b"there.match") == runs[1].stdout
    assert b"600 boards" in runs[0].stdout
    assert (folder / "here.match").read_bytes() == (folder / "there.match").read_bytes()


def test_match_in_json(run):
    answer = run("match", SMALL, SMALL, "--set-b", "notrump=12-14", "--boards", "30", "--json").json
    assert answer["boards"] == 30
    assert answer["interval"][0] <= answer["mean"] <= answer["interval"][1]
    assert sum(share["boards"] for share in answer["breakdowns"][0]["shares"]) == 30


def test_a_system_against_itself_ties_every_board(run):
    answer = run("match", SMALL, SMALL, "--boards", "20", "--json").json
    assert (answer["total"], answer["different_contracts"]) == (0, 0)


def test_match_keeps_its_boards_in_a_file(run, folder):
    words = ["match", SMALL, SMALL, "--boards", "20", "--out", "first.match"]
    first = run(*words)
    assert first.status == 0
    again = run(*words)
    assert again.status == 2
    assert "first.match" in again.err
    assert run(*words, "--resume").out == first.out


@pytest.mark.parametrize(
    ("words", "score", "ns"),
    [
        (["4HX-S", "-2", "--vul", "ns"], -500, -500),
        (["4HX by E", "-2", "--vul", "ns"], -300, 300),
        (["3NT", "="], 400, 400),
        (["3N", "9"], 400, 400),
        (["6S-N", "12", "--vul", "all"], 1430, 1430),
        (["4S-W+1"], 450, -450),
        (["1♣", "+0"], 70, 70),
    ],
)
def test_score(run, words, score, ns):
    answer = run("score", *words, "--json").json
    assert (answer["score"], answer["score_ns"]) == (score, ns)
    assert f"declarer's side {score:+d}, NS {ns:+d}" in run("score", *words).out


def test_score_without_a_result_lists_all_fourteen(run):
    answer = run("score", "5DX by E", "--vul", "ew", "--json").json
    contract = Contract.parse("5DX by E")
    assert [row["score_ns"] for row in answer["results"]] == [
        contract_score(contract, tricks, Vulnerability.EW) for tricks in range(14)
    ]
    assert len(run("score", "5DX by E").out.splitlines()) == 15


def test_hand(run):
    answer = run("hand", "AKQ2.J53.T98.642", "--json").json
    assert (answer["hcp"], answer["losers"], answer["shape"]) == (10, 9, "4=3=3=3")
    assert run("hand", "AKQ2.J53.T98.642").out.startswith("S AKQ2  H J53  D T98  C 642\n")


def test_systems(run):
    out = run("systems").out
    assert "  sayc  " in out
    listed = run("systems", "--json").json
    names = [one["name"] for one in listed["systems"]]
    assert {"sayc", "goren", "acol-first"} <= set(names)
    assert all(one["title"] for one in listed["systems"] + listed["conventions"])


def test_one_system_tells_its_settings(run):
    answer = run("systems", SMALL, "--json").json
    assert answer["title"] == "A small system for the tests of the commands"
    assert answer["settings"] == [{"name": "notrump", "value": "15-17", "about": None}]
    assert "notrump  15-17" in run("systems", SMALL).out


def test_no_command_shows_a_board_of_the_confirming_deck(run, folder):
    told = run("deck", "show", "confirming")
    assert told.out == "the confirming deck: 20,000 boards, numbers 20001 to 40000, seed 2017\n"
    for words in (
        ["deck", "show", "confirming", "--board", "20001"],
        ["auction", SMALL, "--deck", "confirming", "--board", "20001"],
        ["match", SMALL, SMALL, "--deck", "confirming", "--boards", "4", "--out", "kept.match"],
        ["advise", SMALL, "--deck", "confirming", "--boards", "4"],
    ):
        asked = run(*words)
        assert (asked.status, asked.out) == (2, "") and "totals only" in asked.err
    assert not list(folder.glob("kept*"))
