"""Whole matches between stubs: seats, scores, sums, and the same bytes whatever the number of processes."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from bridgelang.core.auctions import Auction
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.scoring import contract_score, imps
from bridgelang.core.seats import Vulnerability, dealer_of, vulnerability_of
from bridgelang.errors import BridgelangError
from bridgelang.match import MatchResult, play_match
from bridgelang.match.bidding import bid_boards
from bridgelang.match.boards import Board, RandomBoards, SolvedBoards
from bridgelang.match.entries import Entry
from bridgelang.match.executors import WorkerError
from bridgelang.match.run import MatchError, chunk_size
from bridgelang.match.solver import solve_contracts
from tests.match.match_stubs import Passes, Stub
from tests.shipped import loaded

STUBS = "python:tests.match.match_stubs"
COUNT = 120


def plain(result: MatchResult) -> str:
    """Everything in a result as one text."""
    return json.dumps(attrs.asdict(result), default=list)


def play(deck: str, **options: object) -> MatchResult:
    return play_match(
        f"{STUBS}:Stub",
        f"{STUBS}:Stub",
        a_settings={"name": "light", "light": "3"},
        b_settings={"name": "sound"},
        deck=deck,
        boards=COUNT,
        cache=False,
        **options,  # type: ignore[arg-type]
    )


def test_seats_are_swapped_at_the_second_table() -> None:
    boards = RandomBoards(4).take(0, 40)
    for board, (first, second) in zip(boards, bid_boards(boards, Stub("light", "3"), Stub("sound")), strict=True):
        for table, bidden in enumerate((first, second)):
            assert bidden.auction.is_over
            assert (bidden.auction.dealer, bidden.auction.vulnerability) == (
                board.dealer,
                board.vulnerability,
            )
            for index, answer in enumerate(bidden.answers):
                seat = bidden.auction.seat_of(index)
                who = "light" if seat % 2 == table else "sound"
                assert bidden.auction.calls[index] == answer.call
                assert answer.rule == "" or answer.rule.startswith(who)


def test_every_board_is_bid_and_scored_as_by_hand(deck: str) -> None:
    """The match's sums against boards bid one by one and scored from the deck's table."""
    result = play(deck, swings=COUNT)
    source = SolvedBoards.open(deck)
    light, sound = Stub("light", "3"), Stub("sound")
    expected = []
    for board in source.take(0, COUNT):
        scores = []
        for ns, ew in ((light, sound), (sound, light)):
            auction = Auction(dealer_of(board.number), vulnerability_of(board.number))
            while auction.turn is not None:
                bidder = ns if auction.turn % 2 == 0 else ew
                auction = auction.then(bidder.choose(board.deal[auction.turn], auction).call)
            contract, table = auction.contract, board.table
            assert table is not None
            tricks = table[contract.declarer][contract.strain] if contract else 0
            scores.append(contract_score(contract, tricks, board.vulnerability))
        expected.append(imps(scores[0] - scores[1]))
    assert list(result.values) == expected
    assert any(expected)
    assert result.mean == pytest.approx(sum(expected) / COUNT)
    assert (result.a, result.b, result.boards) == ("light", "sound", COUNT)
    for record in result.swings:
        assert record.imps == expected[record.number - 1]
        for table in record.tables:
            auction = Auction.parse(table.auction, record.dealer, record.vulnerability)
            assert auction.is_over
            contract = auction.contract
            assert table.contract == (str(contract) if contract else "")
            assert len(table.rules) == len(auction.calls)
            if contract is not None and table.tricks is not None:
                parsed = Contract.parse(table.contract)
                assert parsed == contract
                vulnerability = Vulnerability.parse(record.vulnerability)
                assert table.score == contract_score(parsed, table.tricks, vulnerability)


def test_the_other_view_is_the_mirror(deck: str) -> None:
    ours = play_match(Stub("a", "3"), Stub("b"), deck=deck, boards=COUNT, cache=False)
    theirs = play_match(Stub("b"), Stub("a", "3"), deck=deck, boards=COUNT, cache=False)
    assert list(theirs.values) == [-value for value in ours.values]
    assert (theirs.wins, theirs.losses) == (ours.losses, ours.wins)


def test_a_system_against_itself_is_a_draw_without_a_difference(deck: str) -> None:
    result = play_match(Stub("a"), Stub("b"), deck=deck, boards=COUNT, cache=False)
    assert not any(result.values)
    assert result.different == 0 and result.swings == () and result.attribution.parted == 0
    assert result.mean == result.standard_error == 0


def test_the_three_scorings_are_of_the_same_boards(deck: str) -> None:
    by_imps, by_points, by_matchpoints = (play(deck, scoring=name) for name in ("imps", "total", "matchpoints"))
    assert [imps(points) for points in by_points.values] == list(by_imps.values)
    assert [1 + (points > 0) - (points < 0) for points in by_points.values] == list(by_matchpoints.values)
    assert by_matchpoints.mean == pytest.approx(50 * sum(by_matchpoints.values) / COUNT)
    with pytest.raises(BridgelangError, match="`rubber`"):
        play(deck, scoring="rubber")


def test_the_shares_of_a_breakdown_make_up_the_whole(deck: str) -> None:
    result = play(deck)
    assert [breakdown.title for breakdown in result.breakdowns] == ["vulnerability", "auction", "contract"]
    for breakdown in result.breakdowns:
        assert sum(share.boards for share in breakdown.shares) == COUNT
        assert sum(share.values.total for share in breakdown.shares) == sum(result.values)


def test_more_processes_same_result(deck: str) -> None:
    alone = plain(play(deck))
    assert plain(play(deck, jobs=2)) == alone
    assert plain(play(deck, jobs=3)) == alone


def test_progress_is_told_in_order(deck: str) -> None:
    seen: list[tuple[int, int]] = []
    play(deck, jobs=2, progress=lambda done, planned: seen.append((done, planned)))
    assert seen == [(place, COUNT) for place in range(25, COUNT, 25)] + [(COUNT, COUNT)]


def test_without_a_deck_the_tricks_are_solved(tmp_path: Path) -> None:
    cache = tmp_path / "dd.sqlite"
    first = play_match(Stub("a", "4"), Stub("b"), boards=12, seed=3, cache=cache, swings=12)
    again = play_match(Stub("a", "4"), Stub("b"), boards=12, seed=3, cache=cache, swings=12)
    assert plain(first) == plain(again)
    assert first.swings
    for record in first.swings:
        for table in record.tables:
            if table.contract:
                contract = Contract.parse(table.contract)
                question = (Deal.parse(record.deal), contract.declarer, contract.strain)
                assert solve_contracts([question]) == [table.tricks]


def test_boards_with_the_same_contract_are_not_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(
        "bridgelang.match.ddcache.solve_contracts",
        lambda contracts, threads: asked.append(len(contracts)) or [7] * len(contracts),
    )
    play_match(Stub("a"), Stub("b"), boards=50, seed=1, cache=False)
    assert sum(asked) == 0
    result = play_match(Stub("a"), Passes("b"), boards=50, seed=1, cache=False)
    assert 0 < sum(asked) <= 2 * result.different


def test_the_cards_can_be_played_out_instead(tmp_path: Path) -> None:
    from bridgelang.play.state import PlayState
    from bridgelang.play.view import play_out
    from bridgelang.players.heuristic import HeuristicPlayer

    result = play_match(Stub("a", "4"), Stub("b"), boards=30, seed=2, play="heuristic", swings=30, out=tmp_path / "m")
    assert result.swings
    for record in result.swings:
        for table in record.tables:
            if table.contract:
                state = PlayState.start(Deal.parse(record.deal), Contract.parse(table.contract))
                assert play_out(state, [HeuristicPlayer()] * 4).declarer_tricks == table.tricks
    with pytest.raises(BridgelangError, match="`double dummy`"):
        play_match(Stub(), Stub(), boards=30, seed=2, play="double dummy")


def test_a_worker_that_dies_costs_its_chunk_only(deck: str, tmp_path: Path) -> None:
    mark = tmp_path / "died"
    result = play_match(
        f"{STUBS}:DiesOnce",
        f"{STUBS}:Stub",
        a_settings={"mark": str(mark), "name": "light", "light": "3"},
        b_settings={"name": "sound"},
        deck=deck,
        boards=COUNT,
        jobs=2,
        cache=False,
    )
    assert mark.exists()
    assert plain(result) == plain(play(deck))


def test_a_bug_in_a_worker_is_reported_with_its_trace(deck: str) -> None:
    with pytest.raises(WorkerError, match=r"(?s)internal error.*a bug in a bidder"):
        play_match(f"{STUBS}:Breaks", f"{STUBS}:Stub", deck=deck, boards=COUNT, jobs=2, cache=False)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(MatchError, match="0"):
        play_match(Stub(), Stub(), boards=0)
    with pytest.raises(MatchError, match="other processes"):
        play_match(Stub(), Stub(), boards=10, seed=1, jobs=2)
    with pytest.raises(BridgelangError, match="nothing_here"):
        play_match("python:tests.match.nothing_here:Stub", Stub(), boards=10, seed=1)


def test_chunks_do_not_depend_on_the_jobs_and_stay_bounded() -> None:
    assert [chunk_size(boards, True) for boards in (1, 200, 10_000, 10**6)] == [25, 25, 625, 2500]
    assert [chunk_size(boards, False) for boards in (1, 200, 10_000, 10**6)] == [25, 25, 200, 200]


def test_random_boards_are_the_documented_stream() -> None:
    from bridgelang.core.dealing import deal

    boards = RandomBoards(6).take(3, 4)
    assert boards == [Board.numbered(index + 1, deal(6, index)) for index in range(3, 7)]


@pytest.mark.parametrize(
    "entry",
    [
        Entry.parse("sayc"),
        Entry.parse("acol", {"notrump": "12-14", "a": "b"}),
        Entry.parse("external:x -y 'z z'"),
    ],
)
def test_entries_survive_json(entry: Entry) -> None:
    assert Entry.from_json(json.loads(json.dumps(entry.to_json()))) == entry


def test_a_path_is_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert Entry.parse("my.bid").source == str(tmp_path / "my.bid")
    assert Entry.parse("sayc").source == "sayc"


def test_single_dummy_players_hear_the_auction_and_do_not_mind_their_company() -> None:
    """Boards played together or alone take the same tricks, which are those of four players told the auction."""
    from bridgelang.match.playing import ChunkPlayer
    from bridgelang.match.solver import solve_play
    from bridgelang.match.tricks import SingleDummyTricks, Wanted
    from bridgelang.play.state import PlayState
    from bridgelang.play.view import play_out
    from bridgelang.players.sampling import UniformSampler
    from bridgelang.players.shown import ShownSampler
    from bridgelang.players.single_dummy import SingleDummyPlayer

    systems = loaded("sayc"), loaded("sayc", {"notrump": "12-14"})

    wanted: list[Wanted] = []
    tricks = SingleDummyTricks(samples=1)
    count = tricks.count

    def results(*stretches: tuple[int, int]) -> list[object]:
        player = ChunkPlayer.of(*systems, RandomBoards(3), tricks)
        rows = [row for start, boards in stretches for row in player.play(start, boards)["boards"]]
        return [(row[:4], [[made[0], *made[2:]] for made in row[4:]]) for row in rows]  # less the numbers of rules

    tricks.count = lambda contracts: wanted.extend(contracts) or count(contracts)  # type: ignore[method-assign]
    together = results((0, 8))
    tricks.count = count  # type: ignore[method-assign]
    assert together == results((0, 3), (3, 5))

    asked: list[bool] = []
    assert len(wanted) >= 4
    for one in wanted:
        board, contract, auction, table = one
        assert auction is not None and table is not None
        assert auction.contract == contract and auction.is_over
        state = PlayState.start(board.deal, contract, auction)
        told = SingleDummyPlayer(solve_play, ShownSampler(table), 1, time_limit=None)
        expected = play_out(state, [told] * 4).declarer_tricks
        assert count([one]) == [expected]
        untold = SingleDummyPlayer(solve_play, UniformSampler(), 1, time_limit=None)
        asked.append(play_out(state, [untold] * 4).declarer_tricks == expected)
    assert not all(asked)
