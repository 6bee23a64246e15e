"""Real files of several programs, and the file of odd features, each read as it must be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from attrs import evolve

from bridgelang.core.calls import PASS
from bridgelang.core.cards import Strain
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.interop.board import Board
from bridgelang.interop.pbn import EXPORT, KEEP, format_pbn, read_pbn, write_pbn
from bridgelang.interop.pbn_tables import double_dummy
from bridgelang.interop.problems import Problem

DATA = Path(__file__).parents[1] / "data"
SAMPLES = sorted((DATA / "pbn_samples").glob("*.pbn"))
REFERENCE = [DATA / "reference_sayc_400.pbn", DATA / "reference_acol_400.pbn"]
QUIRKS = yaml.safe_load((DATA / "pbn_samples" / "quirks.yaml").read_text())


def load(path: Path) -> tuple[list[Board], list[Problem]]:
    problems: list[Problem] = []
    return list(read_pbn(path, problems.append)), problems


@pytest.fixture(scope="module")
def quirks() -> list[Board]:
    return load(DATA / "pbn_samples" / "quirks.pbn")[0]


def test_the_samples_are_there() -> None:
    assert len(SAMPLES) == 6
    assert len(QUIRKS) == 17


@pytest.mark.parametrize(
    ("name", "count", "auctions"),
    [
        ("analyser_auctions", 17, 17),
        ("bidding_set", 100, 0),
        ("composer_practice", 32, 0),
        ("dealer_output_truncated", 100, 0),
        ("match_results_with_alerts", 20, 20),
        ("quirks", 17, 8),
    ],
)
def test_every_board_of_a_sample_is_read(name: str, count: int, auctions: int) -> None:
    boards, problems = load(DATA / "pbn_samples" / f"{name}.pbn")
    assert len(boards) == count
    assert sum(board.auction is not None for board in boards) == auctions
    assert all(board.number is not None for board in boards)
    if name != "quirks":
        assert all(board.deal is not None for board in boards)
    assert not [problem for problem in problems if problem.severity == "error"]
    assert all(problem.line > 0 and problem.file == f"{name}.pbn" for problem in problems)


def test_the_quirks_of_the_samples_are_reported_with_their_lines() -> None:
    said = {str(problem) for path in SAMPLES for problem in load(path)[1]}
    for expected in (
        "analyser_auctions.pbn:18: note: the tag Room stands twice in this board; only the first counts",
        "analyser_auctions.pbn:212: note: `1N` is read as 1NT",
        "composer_practice.pbn:110: note: the contract `3N` is read as 3NT",
        "match_results_with_alerts.pbn:30: note: the Play section is empty",
        "quirks.pbn:103: note: the * behind a call is read as an alert",
    ):
        assert expected in said


@pytest.mark.parametrize("path", [*SAMPLES, *REFERENCE], ids=lambda path: path.stem)
def test_writing_what_was_read_keeps_every_board_and_tag(path: Path, tmp_path: Path) -> None:
    boards, _ = load(path)
    for style in (KEEP, EXPORT):
        copy = tmp_path / f"{style}.pbn"
        assert write_pbn(boards, copy, style) == len(boards)
        again, problems = load(copy)
        assert not [problem for problem in problems if problem.severity == "error"]
        assert len(again) == len(boards)
        for new, old in zip(again, boards, strict=True):
            if style == KEEP:
                assert new == old
            for name in {tag.name for tag in old.tags} - STANDARD_FORM:
                assert new.tag(name) == old.tag(name), name
            assert {tag.name for tag in old.tags} <= {tag.name for tag in new.tags}
            assert new.contract == old.contract and new.declarer == old.declarer
            for field in ("number", "dealer", "vulnerability", "hands", "auction", "tricks", "play"):
                if (field, style) != ("auction", EXPORT):
                    assert getattr(new, field) == getattr(old, field), field
            if old.auction is not None and new.auction is not None:
                assert new.auction.entries == old.auction.entries
        assert format_pbn(again, style) == format_pbn(boards, style)  # writing is settled after one round


STANDARD_FORM = {"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play"}
"""Tags that the export format may spell another way; the fields they stand for are compared instead."""


# -- quirks.yaml ----------------------------------------------------------------------------------


@pytest.mark.parametrize("expected", QUIRKS, ids=lambda case: f"{case['game']}")
def test_a_quirk_is_read_as_it_must_be(expected: dict[str, Any], quirks: list[Board]) -> None:
    board = quirks[expected["game"] - 1]
    assert board.number == expected["game"]
    checked = {"game", "name"}
    for key, wanted in expected.items():
        if key in CHECKS:
            assert CHECKS[key](board) == wanted, key
            checked.add(key)
    assert checked == set(expected), "every expectation was looked at"


def raw_calls(board: Board) -> str:
    assert board.auction is not None
    words = []
    for entry in board.auction.entries:
        if entry.skipped:
            words.append(f"skip-{entry.seat}")
        else:
            words.append(f"{entry.call}{'(insufficient, accepted)' if entry.insufficient else ''}")
    return " ".join(words)


def contract_text(board: Board) -> str | None:
    if board.is_passed_out:
        return "Pass"
    contract = board.contract
    return None if contract is None else contract.denomination


def notes(board: Board) -> dict[int, str]:
    assert board.auction is not None
    marks = [entry.marks for entry in board.auction.entries]
    return {number: mark.note for number, mark in enumerate(marks) if mark.note is not None}


def dd_rows(board: Board) -> dict[str, list[int]]:
    table = double_dummy(board)
    return {seat.letter: [table[seat, strain] for strain in reversed(Strain)] for seat in (SEATS[0], SEATS[3])}


CHECKS: dict[str, Any] = {
    "calls": lambda board: " ".join(map(str, board.auction.calls)),
    "calls_raw": raw_calls,
    "contract": contract_text,
    "declarer": lambda board: None if board.declarer is None else board.declarer.letter,
    "declarer_irregular": lambda board: board.stated.swapped,
    "result_irregular": lambda board: board.disputed,
    "tricks": lambda board: board.tricks,
    "play": lambda board: " ".join(map(str, board.play.in_order(board.strain))),
    "claimed": lambda board: board.play.ending == "*",
    "call_notes": notes,
    "dealer": lambda board: board.dealer.letter,
    "vul": lambda board: board.vulnerability.pbn,
    "event": lambda board: board.tag("Event"),
    "site": lambda board: board.tag("Site"),
    "room": lambda board: board.tag("Room"),
    "known": lambda board: "".join(
        seat.letter for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH) if board.hands[seat] is not None
    ),
    "dd": dd_rows,
    "dd_order": lambda board: " ".join(strain.letter for strain in reversed(Strain)),
    "dd_partial": lambda board: {f"{seat} {strain}": tricks for (seat, strain), tricks in double_dummy(board).items()},
    "cards_per_hand": lambda board: {len(hand) for hand in board.hands}.pop(),
    "denomination": lambda board: board.strain.letter,
}


def test_what_the_quirks_list_leaves_out(quirks: list[Board]) -> None:
    sixth, sixteenth, last = quirks[5], quirks[15], quirks[16]
    assert sixth.auction is not None and sixteenth.play is not None and last.play is not None
    marks = [entry.marks for entry in sixth.auction.entries]
    assert [mark.nags for mark in marks[:5]] == [(3, 25), (), (2,), (), (5, 15)]
    assert [comment.text for comment in marks[0].comments] == ["a brace ; with "]
    assert [comment.text for comment in marks[1].comments] == [" rest [of] line"]
    assert quirks[0].play is not None
    assert quirks[0].play.spare_notes == ("a play note, same index",)
    assert quirks[0].comments[-1].text == " comment before the first game"
    fifth = quirks[4].auction
    assert fifth is not None and fifth.entries[2].marks.alert
    row = sixteenth.play.rows[3]
    assert [entry.card is None for entry in row] == [True, True, False, False]
    assert last.play.rows[0][0].to_play and last.play.first == Seat.WEST
    assert [tag.value for tag in quirks[12].named_tags("Room")] == ["IMP", "Closed"]


# -- the reference auctions -------------------------------------------------------------------------


@pytest.mark.parametrize("path", REFERENCE, ids=lambda path: path.stem)
def test_contracts_of_the_reference_auctions_follow_from_their_calls(path: Path) -> None:
    boards, problems = load(path)
    assert len(boards) == 400
    assert not problems
    for board in boards:
        assert board.auction is not None
        auction = board.auction.auction(board.vulnerability)
        assert auction is not None and auction.is_over
        assert auction.dealer == board.dealer
        if board.stated.bid == PASS:
            assert auction.is_passed_out
        else:
            assert auction.contract == board.contract is not None


def test_the_double_dummy_file_speaks_of_the_same_boards() -> None:
    boards, _ = load(REFERENCE[0])
    rows = [json.loads(line) for line in (DATA / "sayc_first400_dd.jsonl").read_text().splitlines()]
    assert [row["board"] for row in rows] == [board.number for board in boards]
    for row, board in zip(rows, boards, strict=True):
        if board.is_passed_out:
            assert row["score_ns"] == 0
            continue
        contract = board.contract
        assert contract is not None
        assert (row["contract"], row["declarer"]) == (contract.denomination, contract.declarer.letter)
        tricks = row["dd"][contract.strain.letter[0]][contract.declarer]
        assert evolve(board, tricks=tricks).score == row["score_ns"]


def test_scores_in_a_sample_follow_from_contract_and_result() -> None:
    boards, _ = load(DATA / "pbn_samples" / "analyser_auctions.pbn")
    assert {board.vulnerability for board in boards} >= {
        Vulnerability.NONE,
        Vulnerability.NS,
        Vulnerability.ALL,
    }
    for board in boards:
        assert board.tag("Score") == f"NS {board.score}"
