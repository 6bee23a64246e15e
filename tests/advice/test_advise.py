"""Advice: what-ifs are what would have happened, findings hold on other boards, and runs go on where they were."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import attrs
import pytest

from bridgelang.advice.advise import Advice, advise, is_own
from bridgelang.advice.alternatives import FAR, Sensible, miss
from bridgelang.advice.evidence import Evidence, Key, half_of
from bridgelang.advice.findings import FEWEST, Bound, find
from bridgelang.advice.journal import JournalError
from bridgelang.advice.opposition import AdviceError
from bridgelang.advice.paths import Path as AuctionPath
from bridgelang.advice.whatif_play import Focus, WhatIfPlayer
from bridgelang.bidding.load import load_system
from bridgelang.constraints.nodes import TRUE, both, either, within
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.contracts import Contract
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import contract_score, imps
from bridgelang.core.seats import Vulnerability
from bridgelang.errors import NotationError
from bridgelang.features.quantities import quantity
from bridgelang.match.boards import open_boards
from bridgelang.match.entries import Entry
from bridgelang.match.records import Rule
from bridgelang.match.table_tricks import TableTricks
from bridgelang.match.tricks import DoubleDummyTricks
from bridgelang.report.advice import advice_json, advice_text, bound_text, marks, title
from bridgelang.report.advice_page import advice_page
from tests.advice.conftest import OLD

STUB = "python:tests.match.match_stubs:Stub"


def player(path: Path, deck: str, *against: str, focus: Focus | None = None) -> WhatIfPlayer:
    entry = Entry.parse(str(path))
    pool = [Entry.parse(one) for one in against] or [entry]
    return WhatIfPlayer(entry, pool, open_boards(deck, 1), DoubleDummyTricks(), focus or Focus())


# ---------------------------------------------------------------------- what-ifs


@pytest.mark.parametrize("against", [(), (STUB,)])
def test_a_what_if_is_scored_against_what_really_happened(texts: Path, deck: str, against: tuple[str, ...]) -> None:
    chunk = player(texts / "old.bid", deck, *against).play(0, 40)
    boards = {board.number: board for board in open_boards(deck, 40).take(0, 40)}
    system = load_system(str(texts / "old.bid"))
    played = {number: system.table().bid(board.deal, board.dealer, board.vulnerability)
              for number, board in boards.items()}  # fmt: skip
    seen = 0
    for _, number, member, table, depth, seat, _, call, _, prefix, _, tried in chunk["decisions"]:
        board = boards[number]
        begun = Auction(board.dealer, board.vulnerability).through([Call.parse(one) for one in prefix.split()])
        assert (len(begun.calls), begun.turn, member) == (depth, seat, 0)
        assert not against or seat & 1 == table
        if not against:
            assert str(played[number]).split()[: depth + 1] == [*prefix.split(), call]
        for other, _, _, _, _, _, gain, _, at_table, outcome, _, _, _ in tried:
            seen += 1
            after = begun.then(Call.parse(other))
            for one in outcome.partition(" = ")[0].split():
                after = after.then(Call.parse(one))
            assert after.is_over and other != call
            if not against:
                points, average = [], []
                for auction in (after, played[number]):
                    contract = auction.contract
                    tricks = 0 if contract is None else board.table[contract.declarer][contract.strain]
                    points.append(0 if contract is None else contract_score(contract, tricks, board.vulnerability))
                    average.append(0.0 if contract is None else score_at_table(contract, tricks, board.vulnerability))
                sign = -1 if seat & 1 else 1
                assert gain == imps((points[0] - points[1]) * sign)
                assert at_table == imps(round((average[0] - average[1]) * sign))
    assert seen > 200


def test_the_other_hands_go_on_by_their_systems(texts: Path, deck: str) -> None:
    system = load_system(str(texts / "old.bid"))
    chunk = player(texts / "old.bid", deck).play(0, 6)
    boards = {board.number: board for board in open_boards(deck, 6).take(0, 6)}
    for row in chunk["decisions"]:
        board = boards[row[1]]
        begun = Auction(board.dealer, board.vulnerability).through([Call.parse(one) for one in row[9].split()])
        for other, *_, outcome, _, _, _ in row[-1][:2]:
            auction = begun.then(Call.parse(other))
            for one in outcome.partition(" = ")[0].split():
                assert str(system.choose_call(board.deal.hands[auction.turn], auction).call) == one
                auction = auction.then(Call.parse(one))


def test_contracts_of_ours_down_two_count_as_doubled(texts: Path, deck: str) -> None:
    rows = player(texts / "old.bid", deck).play(0, 60)["decisions"]
    differing = [one for row in rows for one in row[-1] if one[6] != one[7]]
    assert differing
    for *_, gain, doubled, _, outcome, _, _, _ in differing:
        contract = outcome.partition(" = ")[2]
        assert doubled > gain or (" -" in contract and " -1" not in contract and "X" not in contract)


@pytest.mark.parametrize(
    ("focus", "holds"),
    [
        (Focus(on="1NT"), lambda row: row[9].replace("P ", "").split()[0] == "1NT"),
        (Focus(contested=True), lambda row: any(call != "P" for call in row[9].split()[::-1][::2])),
        (Focus(rule="old.bid:8"), lambda row: row[7] == "1NT"),
    ],
)
def test_only_the_decisions_asked_for_are_looked_at(texts: Path, deck: str, focus: Focus, holds: Any) -> None:
    if focus.rule:
        line = 1 + OLD.splitlines().index("  1NT: 15-17 hcp, balanced")
        focus = Focus(rule=f"old.bid:{line}")
    rows = player(texts / "old.bid", deck, focus=focus).play(0, 300)["decisions"]
    assert rows
    assert all(holds(row) for row in rows)


def test_what_a_hand_misses_is_counted_in_points_and_cards() -> None:
    hand = Hand.parse("AKQ2.J53.T98.642")
    hcp, spades, hearts = quantity("hcp"), quantity("length", 3), quantity("length", 2)
    points, long = within(hcp, 12, 14), within(spades, 5, 13)
    assert miss(TRUE, hand) == 0
    assert miss(points, hand) == 2
    assert miss(both(points, long), hand) == 3 <= FAR
    assert miss(either(both(points, long), within(hearts, 4, 4)), hand) == 1
    assert miss(either(points, within(hcp, 9, 11)), hand) == 0


def test_other_lines_are_tried_where_the_hand_misses_them_by_little(texts: Path) -> None:
    system = load_system(str(texts / "old.bid"))
    state = system.table().root(0, 0)
    found = Sensible().alternatives(state, state.position(), Hand.parse("AQ2.KJ53.Q98.J42"), 4, None)
    tried = {str(Call(one.call)): one for one in found}
    assert tried["1NT"].far == 2 and tried["1NT"].rule.text == "1NT: 15-17 hcp, balanced"
    assert tried["P"].far == 0 and "1H" in tried and "1D" not in tried


# ---------------------------------------------------------------------- paths


@pytest.mark.parametrize(
    ("path", "auction", "begins"),
    [
        ("1NT", "1NT P", True),
        ("1NT", "P P 1NT P P", False),  # theirs
        ("(1NT)", "P P 1NT P P", True),
        ("1M (2x)", "1S 2D", True),
        ("1M (2M)", "1S 2H", False),
        ("1M (2x) 3M", "1S 2D 3S P", True),
        ("1M (2x) 3M", "1S 2D 3H P", False),
        ("1C/1D (any)", "1D X", True),
        ("1C/1D (any)", "1D P", False),
        ("1m (X) XX", "P 1D X XX P", True),
        ("1m (X) XX", "P 1D X XX P P", False),
        ("1m (X) XX", "P 1D X XX 1S", True),
    ],
)
def test_an_auction_begins_with_a_path(path: str, auction: str, begins: bool) -> None:
    calls = [int(call) for call in Auction.parse(auction).calls]
    assert AuctionPath(path).begins(calls) is begins


@pytest.mark.parametrize("path", ["", "1NT (", "8C", "(1M", "hello"])
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(NotationError):
        AuctionPath(path)


# ---------------------------------------------------------------------- findings


def score_at_table(contract: Contract, tricks: int, vulnerability: Vulnerability) -> float:
    """North-South's average score where declarer sees what a player sees."""
    found = TableTricks.shipped().average(contract, tricks, vulnerability.of(contract.declarer.side))
    return -found if contract.declarer & 1 else found


def made_up(effect: float, boards: int = 640, seed: int = 5, edit: str = "", at_table: int | None = None) -> Evidence:
    """What-ifs at one line, each worth about ``effect`` IMPs with 12+ hcp and nothing otherwise.

    ``at_table`` is what each is worth there, if that is not the same. With ``edit`` no two have the same line instead,
    and only a changed number has them in common.
    """
    draw = random.Random(seed)
    evidence = Evidence()
    decisions = []
    for place in range(boards):
        hcp = draw.randint(8, 15)
        mean = effect if hcp >= 12 else 0.0
        gain = round(draw.gauss(mean, 4))
        simple = [hcp, 20, -1, -1, 3, 2, place & 1, 0, 2]
        edits = [[edit, 2 if edit == "widen" else 1, [0, hcp - 16.0, 16.0]]] if edit else []
        tried = [
            "X",
            "line",
            3 + place if edit else 2,
            0.0,
            simple,
            [0, hcp - 10.0, 10.0],
            gain,
            gain,
            gain if at_table is None else at_table,
            "P P P = 2HX by W -1",
            edits,
            [0, 0],
            [],
        ]
        decisions.append([place, place + 1, 0, 0, 3, 1, 1, "P", "overcall", "P P 2H", [], [tried]])
    rules = [["", ""], ["a.bid:7", "pass"], ["a.bid:5", "X: 10+ hcp"]]
    rules += [[f"b.bid:{place}", "X"] for place in range(boards)]
    told = {"names": ["a", "a"], "rules": rules, "uses": [], "moves": [], "features": ["least hcp"], "panel": []}
    evidence.add({"start": 0, "count": boards, **told, "decisions": decisions, "faults": [{}], "messages": []})
    return evidence


def test_what_is_there_is_found_with_its_bound_and_holds_on_the_other_half() -> None:
    (finding, *_) = find(made_up(4.0))
    assert finding.key.line.location == "a.bid:7" and finding.key.instead.location == "a.bid:5"
    assert finding.bounds == (Bound("hcp", True, 12.0),)
    assert finding.confirmed.each - finding.confirmed.each_half > 2
    assert finding.confirmed.hands + finding.chosen.hands == len(finding.decisions)
    assert finding.quantity == "hcp" and [point.value for point in finding.curve] == list(range(8, 16))


def test_what_gains_only_where_all_cards_are_seen_is_marked() -> None:
    (sober, *_), (blind, *_) = find(made_up(4.0)), find(made_up(4.0, at_table=-1))
    assert sober.table == sober.confirmed and blind.table.each == -1 and blind.confirmed == sober.confirmed
    told = "gains only where everybody sees all cards: at a table it does not"
    assert told in marks(blind) and told not in marks(sober)


@pytest.mark.parametrize(
    ("edit", "line", "words"),
    [
        ("widen", "a.bid:5", "a.bid:5 double: take in more hands (they called pass)"),
        ("narrow", "a.bid:7", "a.bid:7 pass: better without these hands (double by the lines below)"),
    ],
)
def test_what_one_number_would_do_is_summed_over_all_its_hands(edit: str, line: str, words: str) -> None:
    evidence = made_up(4.0, edit=edit)
    (finding, *_) = find(evidence)
    assert line in (finding.key.line.location, finding.key.instead.location)
    assert finding.confirmed.each > 2
    assert title(finding) == words
    assert not any("needs a line" in mark for mark in marks(finding))


def test_a_hand_that_one_bound_keeps_out_would_be_taken_in(texts: Path) -> None:
    system = load_system(str(texts / "old.bid"))
    state = system.table().root(0, 0)
    position, hand = state.position(), Hand.parse("AQ2.KJ5.Q982.J42")
    entry = position.choose(hand)
    assert entry is not None and entry.line.text.startswith("1m")
    found = Sensible().alternatives(state, position, hand, entry.call, entry.line)
    edits = {(edit.kind, str(Call(one.call))): edit for one in found for edit in one.edits}
    assert edits["widen", "1NT"].rule.text == "1NT: 15-17 hcp, balanced"  # 13 points: two too few
    assert edits["narrow", "P"].rule is entry.line
    assert all(kind == "narrow" or edit.rule.row < entry.line.row for (kind, _), edit in edits.items())


def test_what_is_not_there_looks_good_where_it_was_chosen_and_is_nothing_elsewhere() -> None:
    findings = [finding for seed in range(30) for finding in find(made_up(0.0, seed=seed))]
    chosen = sum(finding.chosen.each for finding in findings) / len(findings)
    confirmed = sum(finding.confirmed.each for finding in findings) / len(findings)
    assert chosen > 0.5 > 0.3 > abs(confirmed)
    unsure = [finding for finding in findings if any("not sure" in mark for mark in marks(finding))]
    assert len(unsure) > 0.9 * len(findings)


def test_own_lines_come_before_those_of_shared_files() -> None:
    evidence = made_up(3.0)
    assert find(evidence, is_own=lambda key: False)[0].key.line.location == "a.bid:7"
    key = Key(Rule("natural.bid:3", "pass"), Rule("my.bid:4", "X"), "line", "")
    assert is_own(key, "my.bid")
    assert not is_own(attrs.evolve(key, instead=Rule("stayman.bid:4", "X")), "my.bid")
    assert is_own(attrs.evolve(key, instead=Rule("", "")), "natural.bid")


def test_no_decision_is_counted_twice() -> None:
    findings = find(made_up(4.0, boards=2600))
    decisions = [decision for finding in findings for decision in finding.decisions]
    assert len(decisions) == len(set(decisions))


def test_a_finding_must_hold_against_every_member_and_score() -> None:
    evidence = made_up(4.0)
    evidence.names = ["a", "a", "b"]  # of b nothing is known
    assert find(evidence) == []


def test_halves_have_all_vulnerabilities_and_dealers() -> None:
    for half in (0, 1):
        assert {place % 16 for place in range(64) if half_of(place) == half} == set(range(16))


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (Bound("trumps we should have", True, 9), "9+ trumps we should have"),
        (Bound("hcp", False, 9.5), "at most 9.5 hcp"),
        (Bound("we are vulnerable", True, 1), "we are vulnerable"),
        (Bound("we are vulnerable", False, 0), "we are not vulnerable"),
        (Bound("level", True, 4), "at the 4 level or higher"),
        (Bound("hcp above the least that line asks", True, -1), "no more than 1 hcp below the least that line asks"),
        (Bound("hcp above the least that line asks", False, -1), "1 hcp below the least that line asks, or further"),
        (Bound("hcp above the least this line asks", False, 2), "at most 2 hcp above the least this line asks"),
        (Bound("hcp below the most this line asks", True, 2), "2 hcp below the most this line asks, or more"),
    ],
)
def test_bounds_are_said_as_players_say_them(bound: Bound, words: str) -> None:
    assert bound_text(bound) == words


# ---------------------------------------------------------------------- runs


FAULTY = OLD.replace("after 1NT:\n", "after 1NT:\n  pass: 10-15 hcp\n")


@pytest.fixture(scope="module")
def faulty(texts: Path) -> Path:
    """The small system with a fault: opposite 1NT ten to fifteen points pass."""
    path = texts / "faulty.bid"
    path.write_text(FAULTY)
    return path


@pytest.fixture(scope="module")
def advice(faulty: Path) -> Advice:
    return advise(str(faulty), focus=Focus(on="1NT"), boards=3200, cache=False)


def test_a_planted_fault_is_the_first_finding(advice: Advice) -> None:
    first = advice.findings[0]
    assert first.key.line.text == "pass: 10-15 hcp"
    assert first.key.instead.text == "3NT: combined 25+ hcp" and first.others == ("3NT",)
    assert first.confirmed.each > first.confirmed.each_half > 0
    assert first.chosen.hands >= FEWEST


def test_advice_is_told_in_words_json_and_a_page(advice: Advice) -> None:
    text, data, page = advice_text(advice), advice_json(advice), advice_page(advice)
    assert "double dummy" in text and "pass: 3NT instead" in text and "after 1NT" in text
    assert data["findings"][0]["instead"]["calls"] == ["3NT"]
    assert json.loads(json.dumps(data)) == data
    assert page.count('<section class="finding"') == len(advice.findings)
    assert "<svg" in page and "3NT: combined 25+ hcp" in page and "http" not in page


@pytest.fixture
def small_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgelang.advice.advise.STRETCH", 16)


@pytest.mark.usefixtures("small_stretches")
def test_any_number_of_processes_gives_the_same(faulty: Path, deck: str) -> None:
    runs = [advise(str(faulty), deck=deck, boards=64, cache=False, jobs=jobs) for jobs in (1, 2)]
    assert advice_json(runs[0]) == advice_json(runs[1])
    assert runs[0].what_ifs > 300


class Interrupted(Exception):
    """In the middle of a run."""


@pytest.mark.usefixtures("small_stretches")
def test_a_run_that_was_interrupted_goes_on(faulty: Path, deck: str, tmp_path: Path) -> None:
    def stop(done: int, _: int) -> None:
        if done >= 32:
            raise Interrupted

    out = tmp_path / "run"
    options: dict[str, Any] = {"deck": deck, "boards": 64, "cache": False}
    with pytest.raises(Interrupted):
        advise(str(faulty), out=out, progress=stop, **options)
    seen: list[int] = []
    resumed = advise(str(faulty), out=out, resume=True, progress=lambda done, _: seen.append(done), **options)
    assert seen == [48, 64]
    assert advice_json(resumed) == advice_json(advise(str(faulty), **options))
    again = advise(str(faulty), out=out, resume=True, progress=lambda *_: pytest.fail("all is known"), **options)
    assert advice_json(again) == advice_json(resumed)


def test_a_file_of_another_run_is_refused(faulty: Path, deck: str, tmp_path: Path) -> None:
    out, options = tmp_path / "run", {"deck": deck, "cache": False}
    advise(str(faulty), out=out, boards=20, **options)
    with pytest.raises(JournalError, match="exists: go on with it"):
        advise(str(faulty), out=out, boards=20, **options)
    with pytest.raises(JournalError, match="another run: its count"):
        advise(str(faulty), out=out, resume=True, boards=30, **options)
    with sqlite3.connect(out) as older:
        older.execute("PRAGMA user_version = 1")
    with pytest.raises(JournalError, match="by another version of bridgelang: begin a new file"):
        advise(str(faulty), out=out, resume=True, boards=20, **options)
    (tmp_path / "text").write_text("no such file")
    with pytest.raises(JournalError, match="cannot be used"):
        advise(str(faulty), out=tmp_path / "text", resume=True, boards=20, **options)


def test_a_line_that_is_not_there_is_named(faulty: Path) -> None:
    with pytest.raises(AdviceError, match=r"no rule at faulty\.bid:1: the nearest is at faulty\.bid:5"):
        advise(str(faulty), focus=Focus(rule="faulty.bid:1"))
    with pytest.raises(AdviceError, match=r"write it as faulty\.bid:LINE"):
        advise(str(faulty), focus=Focus(rule="other.bid:1"))
    with pytest.raises(AdviceError, match="is no system"):
        advise("external:robot")
