"""The double-dummy solver behind its module: encodings, endings solved by hand and by brute force."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.core.cards import CARDS, Card, Strain
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat
from bridgelang.match import dds, solver

DATA = Path(__file__).parent.parent / "data"


def reference_tables() -> list[tuple[Deal, list[list[int]]]]:
    """Deals with the twenty double-dummy results another program found: rows C D H S NT, columns N E S W."""
    rows = [json.loads(line) for line in (DATA / "double_dummy.jsonl").read_text().splitlines()]
    return [(Deal.parse(row["deal"]), [row["dd"][letter] for letter in ("C", "D", "H", "S", "N")]) for row in rows]


@pytest.mark.parametrize("count", [8, pytest.param(24, marks=pytest.mark.slow)])
def test_tables_agree_with_another_program(count: int) -> None:
    reference = reference_tables()[:count]
    assert len(reference) == count
    tables = solver.solve_tables([deal for deal, _ in reference], threads=2)
    for table, (board, wanted) in zip(tables, reference, strict=True):
        assert [[table[seat][strain] for seat in Seat] for strain in Strain] == wanted, str(board)


def test_single_contracts_agree_with_the_tables_in_any_mixture() -> None:
    reference = reference_tables()[:8]
    asked = [
        (board, seat, strain)
        for number, (board, _) in enumerate(reference)
        for seat in Seat
        for strain in Strain
        if (number + seat + strain) % 4 == 0
    ]
    asked = asked[::2] + asked[1::2]  # equal deals far apart
    wanted = {str(board): rows for board, rows in reference}
    tricks = solver.solve_contracts(asked)
    assert tricks == [wanted[str(board)][strain][seat] for board, seat, strain in asked]


def test_more_contracts_than_one_call_of_the_library_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [(deal(3, index % 4), Seat(index % 4), Strain(index % 5)) for index in range(15)]
    whole = solver.solve_contracts(asked)
    monkeypatch.setattr(solver, "BATCH", 7)
    assert solver.solve_contracts(asked) == whole


def test_masks_and_deals_are_the_same_to_it() -> None:
    board = deal(8, 1)
    masks = tuple(hand.mask for hand in board)
    assert solver.solve_contracts([(masks, Seat.EAST, Strain.HEARTS)]) == solver.solve_contracts(
        [(board, Seat.EAST, Strain.HEARTS)]
    )


def test_nothing_to_solve() -> None:
    assert solver.solve_contracts([]) == []
    assert solver.solve_tables([]) == []


@pytest.mark.parametrize(
    ("declarer", "strain", "tricks"),
    [(Seat.NORTH, Strain.SPADES, 13), (Seat.SOUTH, Strain.SPADES, 13), (Seat.NORTH, Strain.NOTRUMP, 0),
     (Seat.SOUTH, Strain.NOTRUMP, 0), (Seat.WEST, Strain.NOTRUMP, 0), (Seat.EAST, Strain.SPADES, 0),
     (Seat.EAST, Strain.HEARTS, 13), (Seat.SOUTH, Strain.DIAMONDS, 13), (Seat.WEST, Strain.CLUBS, 13)],
)  # fmt: skip
def test_one_suit_each(declarer: Seat, strain: Strain, tricks: int) -> None:
    one_suit_each = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    assert solver.solve_contracts([(one_suit_each, declarer, strain)]) == [tricks]


def test_the_finesse_is_on_or_off_by_the_place_of_the_king() -> None:
    """North leads towards the ace-queen; the king lies in front of it or behind it."""
    north, south = {Card.parse("S2"), Card.parse("S3")}, {Card.parse("SA"), Card.parse("SQ")}
    king, small = {Card.parse("SK"), Card.parse("S4")}, {Card.parse("S5"), Card.parse("S6")}

    def masks(*hands: set[Card]) -> list[int]:
        return [sum(card.bit for card in hand) for hand in hands]

    on = solver.solve_cards(masks(north, king, south, small), Strain.NOTRUMP, Seat.NORTH)
    off = solver.solve_cards(masks(north, small, south, king), Strain.NOTRUMP, Seat.NORTH)
    assert on == {Card.parse("S2"): 2, Card.parse("S3"): 2}
    assert off == {Card.parse("S2"): 1, Card.parse("S3"): 1}


def brute_force(hands: list[int], strain: int, leader: int, trick: tuple[int, ...]) -> dict[int, int]:
    """Minimax over every line of play: the tricks the side to play takes after each legal card."""
    seat = (leader + len(trick)) % 4
    held = [card for card in range(52) if hands[seat] >> card & 1]
    if trick:
        held = [card for card in held if card // 13 == trick[0] // 13] or held
    scores: dict[int, int] = {}
    for card in held:
        after = list(hands)
        after[seat] &= ~(1 << card)
        played = (*trick, card)
        if len(played) < 4:
            mine = 0
            then = (leader, played)
        else:
            winner = (leader + max(range(4), key=lambda i: strength(played[i], played[0], strain))) % 4
            mine = int(winner % 2 == seat % 2)
            then = (winner, ())
        if not any(after):
            scores[card] = mine
            continue
        best = max(brute_force(after, strain, *then).values())
        left = bin(after[(then[0] + len(then[1])) % 4]).count("1")
        same_side = (then[0] + len(then[1])) % 2 == seat % 2
        scores[card] = mine + (best if same_side else left - best)
    return scores


def strength(card: int, led: int, strain: int) -> int:
    if card // 13 == strain:
        return 100 + card % 13
    return 50 + card % 13 if card // 13 == led // 13 else 0


@st.composite
def endings(draw: st.DrawFn) -> tuple[list[int], int, int, tuple[int, ...]]:
    """Four hands of one to three cards, some of them already played to the trick."""
    size = draw(st.integers(1, 3))
    cards = draw(st.permutations(range(52)))[: 4 * size]
    hands = [sum(1 << card for card in cards[i * size : (i + 1) * size]) for i in range(4)]
    strain, leader = draw(st.integers(0, 4)), draw(st.integers(0, 3))
    trick: tuple[int, ...] = ()
    for _ in range(draw(st.integers(0, 3))):
        seat = (leader + len(trick)) % 4
        legal = sorted(brute_force_legal(hands[seat], trick))
        card = draw(st.sampled_from(legal))
        hands[seat] &= ~(1 << card)
        trick = (*trick, card)
    return hands, strain, leader, trick


def brute_force_legal(mask: int, trick: tuple[int, ...]) -> list[int]:
    held = [card for card in range(52) if mask >> card & 1]
    return ([card for card in held if card // 13 == trick[0] // 13] or held) if trick else held


@settings(max_examples=150, deadline=None)
@given(endings())
def test_endings_agree_with_brute_force(ending: tuple[list[int], int, int, tuple[int, ...]]) -> None:
    hands, strain, leader, trick = ending
    found = solver.solve_cards(hands, Strain(strain), Seat(leader), [CARDS[card] for card in trick])
    assert {int(card): tricks for card, tricks in found.items()} == brute_force(hands, strain, leader, trick)


def test_a_full_trick_and_a_nonsense_position_are_refused() -> None:
    with pytest.raises(ValueError, match="complete"):
        solver.solve_cards([1, 2, 4, 8], Strain.NOTRUMP, Seat.NORTH, [CARDS[index] for index in range(20, 24)])
    with pytest.raises(solver.SolverError, match="refused"):
        solver.solve_cards([1, 1, 4, 8], Strain.NOTRUMP, Seat.NORTH)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(solver, "_library", None)
    monkeypatch.setattr(dds, "BESIDE", tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(solver.SolverError, match="pip install endplay"):
        solver.solve_tables([deal(1, 1)])
    (tmp_path / "libdds.so").write_text("no library")
    with pytest.raises(solver.SolverError, match=r"cannot be loaded: .*libdds\.so"):
        solver.solve_tables([deal(1, 1)])


def test_what_is_used_of_endplay_is_one_file() -> None:
    """A new version of endplay that puts the library elsewhere, or DDS with other structures, is noticed here."""
    endplay = importlib.util.find_spec("endplay")
    assert endplay is not None and endplay.origin is not None
    folder = Path(endplay.origin).parent / "_dds"
    assert [file.name for file in folder.iterdir() if file.suffix in (".so", ".dylib", ".dll")]
    spec = importlib.util.spec_from_file_location("endplay_dds", folder / "__init__.py")
    assert spec is not None and spec.loader is not None
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
    for ours, name in (
        (dds.Position, "deal"), (dds.Boards, "boards"), (dds.Scores, "futureTricks"),
        (dds.SolvedBoards, "solvedBoards"),
        (dds.Deals, "ddTableDeals"), (dds.Tables, "ddTablesRes"), (dds._Pars, "allParResults"),
    ):  # fmt: skip
        assert ctypes.sizeof(ours) == ctypes.sizeof(getattr(theirs, name))
        assert len(ours._fields_) == len(getattr(theirs, name)._fields_)


def test_importing_it_loads_neither_endplay_nor_numpy() -> None:
    code = (
        "import sys, bridgelang.match.solver\n"
        "print([name for name in ('endplay', 'numpy', 'matplotlib') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
