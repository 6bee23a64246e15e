"""One feature of PBN at a time, as the standard or the wild has it."""

from __future__ import annotations

import pytest
from attrs import evolve

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS
from bridgelang.core.cards import CARDS, Card, Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board
from bridgelang.interop.pbn import EXPORT, KEEP, format_pbn, parse_pbn
from bridgelang.interop.pbn_tables import Table, double_dummy, double_dummy_tag
from bridgelang.interop.pbn_values import read_rubber_history, read_rubber_score, read_score
from bridgelang.interop.problems import Problem, counted
from bridgelang.interop.records import Comment, Marks, RecordedAuction, RecordedPlay, Tag

DEAL = '[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]\n'


def read(text: str) -> tuple[list[Board], list[str]]:
    problems: list[Problem] = []
    boards = list(parse_pbn(text, problems.append, "t.pbn"))
    return boards, [str(problem) for problem in problems]


def one(text: str) -> Board:
    boards, _ = read(text)
    assert len(boards) == 1
    return boards[0]


def auction(text: str, dealer: str = "N", more: str = "") -> RecordedAuction:
    record = one(f'[Dealer "{dealer}"]\n[Auction "{dealer}"]\n{text}\n{more}').auction
    assert record is not None
    return record


# -- auctions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("AP", "P P P P"),
        ("Pass AP", "P P P P"),
        ("Pass Pass Pass AP", "P P P P"),
        ("1C AP", "1C P P P"),
        ("1C Pass AP", "1C P P P"),
        ("1C X XX AP", "1C X XX P P P"),
        ("Pass Pass Pass 1C AP", "P P P 1C P P P"),
        ("1C ap", "1C P P P"),
        ("1C All Pass", "1C P P P"),
    ],
)
def test_ap_adds_the_passes_that_are_missing(text: str, calls: str) -> None:
    assert " ".join(map(str, auction(text).calls)) == calls


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("column", SEATS)
def test_the_first_column_need_not_be_the_dealer(dealer: Seat, column: Seat) -> None:
    dashes = "- " * ((dealer - column) & 3)
    board = one(f'[Dealer "{dealer}"]\n[Auction "{column}"]\n{dashes}1NT Pass Pass Pass')
    assert board.auction is not None and board.contract is not None
    assert board.auction.start == dealer and board.contract.declarer == dealer
    assert one(format_pbn([board], KEEP)) == board
    assert f'[Auction "{dealer}"]\r\n1NT Pass Pass Pass\r\n' in format_pbn([board])


def test_without_a_dealer_the_auction_says_who_dealt() -> None:
    board = one('[Board "3"]\n[Auction "W"]\n- - 1NT AP')
    assert board.dealer == Seat.EAST and board.tag("Dealer") == "E"


def test_where_column_and_dealer_disagree_the_declarer_decides() -> None:
    text = '[Dealer "E"]\n[Declarer "E"]\n[Auction "N"]\n1NT Pass Pass Pass'
    boards, problems = read(text)
    assert boards[0].auction is not None and boards[0].auction.start == Seat.EAST
    assert problems == [
        "t.pbn:3: error: the auction is said to start with North; by dealer and declarer it starts with East"
    ]
    boards, problems = read(text.replace('Declarer "E"', 'Declarer "N"'))
    assert boards[0].auction is not None and boards[0].auction.start == Seat.NORTH
    assert problems == ["t.pbn:3: error: the auction starts with North, but the dealer is East"]


def test_notes_of_auction_and_play_are_numbered_apart() -> None:
    board = one(
        DEAL + '[Dealer "S"]\n[Declarer "S"]\n[Contract "4S"]\n[Auction "S"]\n4S =1= AP\n[Note "1:strong"]\n'
        '[Play "W"]\nS2 =1= -  - - *\n[Note "1:singleton"]\n'
    )
    assert board.auction is not None and board.play is not None
    assert board.auction.entries[0].marks.note == "strong"
    assert board.play.rows[0][0].marks.note == "singleton"
    assert one(format_pbn([board], EXPORT)).play == board.play


def test_a_note_may_say_that_the_call_was_alerted() -> None:
    record = auction("1NT =1= Pass 2D =2= AP", more='[Note "1:15-17"]\n[Note "2:Alert. transfer"]')
    assert record.entries[0].marks == Marks("15-17")
    assert record.entries[2].marks == Marks("transfer", alert=True)
    assert '[Note "2:Alert. transfer"]' in format_pbn([Board(auction=record)])


def test_notes_without_numbers_get_the_lowest_free_ones() -> None:
    record = RecordedAuction.of(Auction.parse("1NT P 2D P 2H P P P"), {0: "15-17", 2: "transfer", 4: "15-17"}, [2])
    text = format_pbn([Board(auction=record)], KEEP)
    assert text == (
        '[Auction "N"]\n1NT =1= Pass 2D =2= Pass\n2H =1= Pass Pass Pass\n[Note "1:15-17"]\n[Note "2:Alert. transfer"]\n'
    )


def test_what_is_odd_in_an_auction_is_said_with_its_line() -> None:
    boards, problems = read(
        '[Dealer "N"]\n[Auction "N"]\n1S AC 1H Pass\nXX =7= Pass - Pass Pass\nPass ^Q $300 =2= =3=\n'
    )
    assert problems == [
        "t.pbn:3: error: `AC` is not a call: write P, X, XX, or a bid such as 1C or 3NT",
        "t.pbn:3: error: 1H is not sufficient over 1S; write ^I before a bid that was accepted",
        "t.pbn:4: error: XX is not legal here",
        "t.pbn:4: note: there is no note 7 in this section",
        "t.pbn:4: error: a - among the calls is left out",
        "t.pbn:5: error: a pass after the end of the auction is left out",
        "t.pbn:5: error: `^Q` has no meaning in an auction and is left out",
        "t.pbn:5: note: `$300`: annotation glyphs are $0 to $255",
        "t.pbn:5: note: there is no note 2 in this section",
        "t.pbn:5: error: a second note, =3=, at the same place is left out",
    ]
    record = boards[0].auction
    assert record is not None and record.entries[1].text == "AC"
    assert record.auction() is None
    assert boards[0].contract is None  # nobody knows what AC was


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("1D ^I 1C Pass Pass Pass", "1C by N"),
        ("^S 1D Pass Pass Pass", "1D by N"),
        ("1D ^S 2D Pass Pass Pass", "2D by W"),
        ("1D ^S ^I 1C Pass Pass Pass", "1C by E"),
        ("1D ^S ^S 2D Pass Pass Pass", "2D by S"),
        ("1D ^S ^S ^I 1C Pass Pass Pass", "1C by S"),
    ],
)
def test_the_irregular_auctions_of_the_standard(text: str, contract: str) -> None:
    """Section 3.9: west deals; (A) insufficient bids and (B) calls out of rotation, accepted."""
    boards, problems = read(f'[Dealer "W"]\n[Auction "W"]\n{text}')
    assert not problems
    assert boards[0].contract == Contract.parse(contract)
    assert boards[0].auction is not None and boards[0].auction.auction() is None
    assert one(format_pbn(boards)).auction == boards[0].auction


# -- plays ----------------------------------------------------------------------------------------


def play(text: str, first: str = "W", contract: str = "3NT") -> RecordedPlay:
    record = one(
        f'[Declarer "{SEATS[(Seat.parse(first) + 3) & 3]}"]\n[Contract "{contract}"]\n[Play "{first}"]\n{text}'
    ).play
    assert record is not None
    return record


def test_columns_are_seats_whoever_leads() -> None:
    record = play("S2 S3 SA S4\nH3 H4 H2 H5\n*")
    assert " ".join(map(str, record.in_order(Strain.NOTRUMP))) == "S2 S3 SA S4 H2 H5 H3 H4"
    assert [leader for leader, _ in record.tricks(Strain.NOTRUMP)] == [Seat.WEST, Seat.EAST]
    assert RecordedPlay.of(Seat.WEST, record.in_order(Strain.NOTRUMP), Strain.NOTRUMP, "*") == record


def test_a_lead_out_of_turn_leads_and_a_revoke_is_marked() -> None:
    """Section 3.9, (C) and (D)."""
    record = play("CA C2 ^L C3 C4")
    assert str(record.in_order(Strain.NOTRUMP)[0]) == "C3"
    record = play("CA ^R S6 C3 C4")
    assert record.rows[0][1].revoke and str(record.rows[0][1].card) == "S6"


def test_a_short_row_does_not_shift_the_others() -> None:
    boards, problems = read('[Declarer "S"]\n[Contract "3NT"]\n[Play "W"]\nS2 S3 SA\nH3 H4 H2 H5\nD2 D3\n')
    assert "t.pbn:4: error: this row has 3 cards; the rest of it counts as unknown" in problems
    record = boards[0].play
    assert record is not None
    assert [str(row[0].card) for row in record.rows] == ["S2", "H3", "D2"]
    assert record.rows[0][3].card is None


def test_rows_may_be_broken_over_lines() -> None:
    assert play("S2 S3\nSA S4 H3 H4 H2\nH5\n").rows == play("S2 S3 SA S4\nH3 H4 H2 H5").rows


def test_cards_that_cannot_have_been_played_are_named() -> None:
    _, problems = read(DEAL + '[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n[Play "N"]\nSA S2 S3 S4\nSA XY 10H -\n')
    assert problems == [
        "t.pbn:7: error: `XY` is not a card: write suit and rank, such as SA or H10",
        "t.pbn:7: note: `10H` is read as HT",
        "t.pbn:5: error: North leads, but West sits left of the declarer, South",
        "t.pbn:6: error: East plays S2, which is not in the hand",
        "t.pbn:6: error: West plays S4, which is not in the hand",
        "t.pbn:7: error: the card SA is played twice",
        "t.pbn:7: error: South plays HT, which is not in the hand",
    ]


def test_a_result_that_the_cards_contradict_is_named() -> None:
    rows = "\n".join(" ".join(f"{suit}{rank}" for suit in "SHDC") for rank in "AKQJT98765432")
    text = f'[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n[Play "W"]\n{rows}\n'
    assert read(text)[1] == ["t.pbn:3: error: the result is said to be 9 tricks, the cards played make 0"]
    assert not read(text.replace('"9"', '"^9"'))[1]
    assert not read(text.replace('"9"', '"NS 0"'))[1]


# -- tags -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tags", "said"),
    [
        ('[Event "a"][Site\n"b"\n]', {"Event": "a", "Site": "b"}, []),
        ('[ Event\t"a" ]', {"Event": "a"}, []),
        (
            "[Event Random Deal #]",
            {"Event": "Random Deal #"},
            ['1: error: the value of Event stands without quotes: write [Event "Random Deal #"]'],
        ),
        (
            '[Event "the "big" one"]',
            {"Event": 'the "big" one'},
            ['1: note: the value of Event has a bare quote or backslash: write \\" and \\\\ for them'],
        ),
        (
            '[Site "C:\\"]',
            {"Site": "C:\\"},
            ['1: note: the value of Site has a bare quote or backslash: write \\" and \\\\ for them'],
        ),
        (
            '[Event "cut\n[Site "b"]',
            {"Event": "cut", "Site": "b"},
            ["1: error: the value of Event has no closing quote and bracket"],
        ),
        (
            '[Event "a"\n[Site "b"]',
            {"Event": "a", "Site": "b"},
            ["1: error: the tag Event has no closing bracket"],
        ),
        (
            '[event "a"]',
            {"Event": "a"},
            ["1: note: the tag name `event` is read as Event: a name is letters, digits and _, with a capital first"],
        ),
        (
            '[Site "a"]\n[Site "b"]',
            {"Site": "a"},
            ["2: note: the tag Site stands twice in this board; only the first counts"],
        ),
    ],
)  # fmt: skip
def test_tags_in_every_state(text: str, tags: dict[str, str], said: list[str]) -> None:
    boards, problems = read(text)
    assert len(boards) == 1
    assert {tag.name: boards[0].tag(tag.name) for tag in boards[0].tags} == tags
    assert problems == [f"t.pbn:{message}" for message in said]


def test_inheritance() -> None:
    boards, problems = read(
        '[Event "#"]\n[Site "##Hall"]\n\n[Event "a"]\n\n[Event "#"]\n[Dealer "#"]\n\n'
        '[Site "other"]\n[Event "#"]\n\n[Event "x"]\n'
    )
    assert [board.tag("Event") for board in boards] == ["", "a", "a", "a", "x"]
    assert [board.tag("Site") for board in boards] == ["Hall", "Hall", "Hall", "other", "other"]
    assert problems == ["t.pbn:7: error: Dealer cannot be inherited: # says nothing here",
                        "t.pbn:7: error: Dealer: `#` is not a seat: write N, E, S or W"]  # fmt: skip


def test_a_missing_blank_line_between_boards_is_noticed() -> None:
    board = '[Event "e"]\n[Room "Open"]\n[Room "IMP"]\n[Board "{0}"]\n[Deal "{1}"]\n[Room "x"]\n[Auction "N"]\n1NT AP\n'
    deals = [deal(1, index).to_pbn() for index in range(3)]
    text = "".join(board.format(number + 1, deals[number]) for number in range(3))
    boards, problems = read(text)
    assert [found.number for found in boards] == [1, 2, 3]
    assert [found.deal for found in boards] == [deal(1, index) for index in range(3)]
    assert [found.tag("Event") for found in boards] == ["e", "e", "e"]
    assert [problem for problem in problems if "blank line" in problem] == [
        f"t.pbn:{line}: note: a blank line is missing before this board" for line in (9, 17)
    ]


def test_the_other_table_of_a_board_may_leave_the_deal_out() -> None:
    boards, problems = read(
        '[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n' + DEAL + '[Room "Open"]\n[Auction "S"]\nAP\n\n'
        '[Room "Closed"]\n[Auction "S"]\n1NT AP\n'
    )
    assert boards[1].hands == boards[0].hands
    assert (boards[1].number, boards[1].dealer, boards[1].vulnerability) == (7, Seat.SOUTH, Vulnerability.ALL)
    assert problems == ["t.pbn:9: note: this game has no deal; it is read as the board before it, played again"]
    assert list(parse_pbn(format_pbn(boards, KEEP))) == boards


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("N:AKQJ.AKQ.AKQ.AKQ AKQJ.JT9.JT9.JT9 - -", "the card SA is dealt twice, to North and to East"),
        ("N:AKQJ.AKQ.AKQ.AKQ2 T987.JT9.JT9.JT9 - -", "North's hand has 14 cards"),
        ("N:AKQJ.AKQ.AKQ.AK T987.JT9.JT9.JT9 - -", "North's hand has 12 cards"),
        ("N:AKQJ.AKQ.AKQ T987.JT9.JT9.JT9 - -", "has 3 suits"),
        ("AKQJ.AKQ.AKQ.AKQ", "write a seat, a colon and four hands"),
        ("Z:- - - -", "`Z` is not a seat"),
    ],
)
def test_a_deal_that_cannot_be(value: str, said: str) -> None:
    boards, problems = read(f'[Board "1"]\n[Deal "{value}"]')
    assert boards[0].hands == (None,) * 4
    assert len(problems) == 1 and problems[0].startswith("t.pbn:2: error: ") and said in problems[0]
    assert boards[0].tag("Deal") == value  # kept as it is
    assert one(format_pbn(boards)).tag("Deal") == value


def test_unknown_hands_and_end_positions() -> None:
    board = one('[Deal "W:KQT2.AT.J6542.85 - A8643.KQ5.T.QJT6 -"]')
    assert board.deal is None and not board.is_end_position
    board = one('[Dealer "E"]\n' + DEAL.replace(" 2.5432.5432.5432", " -"))
    assert board.deal is not None and board.hands[Seat.WEST] is None
    assert '[Deal "E:T987.JT9.JT9.JT9 6543.876.876.876 - AKQJ.AKQ.AKQ.AKQ"]' in format_pbn([board])
    board = one('[Deal "W:T95...Q 8.T..T5 .J..987 ...AJ62"]\n[Contract "S"]\n[Declarer "S"]\n[Result "EW 1"]')
    assert board.is_end_position and board.strain == Strain.SPADES and board.contract is None
    assert board.tricks == 3


@pytest.mark.parametrize(
    ("value", "tricks"),
    [("9", 9), ("NS 9", 9), ("EW 4", 9), ("EW 4 NS 9", 9), ("NS 9 EW 4", 9), ("^8", 8), ("=", 9), ("-2", 7), ("+1", 10),
     ("+\t1", 10), ("", None), ("?", None)],
)  # fmt: skip
def test_results(value: str, tricks: int | None) -> None:
    assert one(f'[Contract "3NT"]\n[Declarer "N"]\n[Result "{value}"]').tricks == tricks


@pytest.mark.parametrize(
    "text",
    ['[Result "14"]', '[Result "nine"]', '[Result "NS 9"]', '[Contract "8H"]', '[Contract "4SXXX"]',
     '[Dealer "Z"]', '[Vulnerable "some"]', '[Board "x"]', '[Declarer "me"]'],
)  # fmt: skip
def test_values_that_cannot_be_read_stay_and_are_reported(text: str) -> None:
    boards, problems = read(f'[Event "e"]\n{text}\n')
    assert len(problems) == 1 and problems[0].startswith("t.pbn:2: error: ")
    assert text in format_pbn(boards) and text in format_pbn(boards, KEEP)


@pytest.mark.parametrize(
    ("value", "contract"),
    [("3N", "3NT"), ("4S", "4S"), ("5Dx", "5DX"), ("4SR", "4SXX"), ("4D*", "4DX"), ("2HR", "2HXX"), ("1NTXX", "1NTXX")],
)  # fmt: skip
def test_contract_spellings(value: str, contract: str) -> None:
    board = one(f'[Contract "{value}"]\n[Declarer "S"]')
    assert board.contract is not None and board.contract.denomination == contract
    assert f'[Contract "{contract}"]' in format_pbn([board]) and f'"{value}"' in format_pbn([board], KEEP)


def test_contradictions_between_tags_and_auction_are_named() -> None:
    _, problems = read('[Dealer "N"]\n[Declarer "S"]\n[Contract "4S"]\n[Auction "N"]\n1NT AP\n')
    assert problems == [
        "t.pbn:3: error: the contract is said to be 4S, the auction ends in 1NT",
        "t.pbn:2: error: the declarer is said to be S, by the auction it is N",
    ]


# -- tables and scores ----------------------------------------------------------------------------


def test_a_table_is_read_and_written_with_its_columns() -> None:
    table = Table.read(Tag("ScoreTable", r"+Rank\3R;Names_NS\10L;-Score_NS", ('1 "A ; B"', "420 12 ? -50")))
    assert [column.name for column in table.columns] == ["Rank", "Names_NS", "Score_NS"]
    assert [column.order for column in table.columns] == ["+", "", "-"]
    assert table.lines() == ['  1 "A ; B"    420', " 12 ?          -50"]
    assert table.header == r"+Rank\3R;Names_NS\10L;-Score_NS"
    with pytest.raises(NotationError, match="do not fill rows of 3"):
        Table.read(Tag("ScoreTable", "A;B;C", ("1 2",)))


def test_double_dummy_tables_survive() -> None:
    tricks = {(seat, strain): (seat + strain) % 14 for seat in SEATS for strain in Strain}
    board = Board(number=1, tags=(double_dummy_tag(tricks),))
    again = one(format_pbn([board]))
    assert double_dummy(again) == tricks
    assert one(format_pbn([board], KEEP)).tags[-1] == board.tags[0]
    assert r'[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]' in format_pbn([board])
    assert double_dummy(Board()) == {}


def test_scores() -> None:
    assert read_score("NS 53.5") == (53.5, None)
    assert read_score("420", Seat.SOUTH) == (420.0, None)
    assert read_rubber_score("EW 500/90 NS 0/40") == ((0, 40), (500, 90))
    ns, ew = read_rubber_history("NS 0 150/120 30 60 EW 700 0/40 100 90")
    assert (ns.below, ew.earlier, ew.below) == ((120, 30, 60), 700, (40, 100, 90))
    for bad in ("many", "NS x"):
        with pytest.raises(NotationError):
            read_score(bad, Seat.NORTH)
    with pytest.raises(NotationError, match="declarer is not known"):
        read_score("420")


# -- writing --------------------------------------------------------------------------------------


def test_export_format_to_the_letter() -> None:
    """Section 3.4: mandatory tags in order, others by name, auction, play; CR LF; unknown values `?`."""
    problems: list[Problem] = []
    board = next(
        parse_pbn(
            '[Zeta "z"] {why}\n[Board "2"]\n[Dealer "e"]\n[Vulnerable "Love"]\n[Annotator "me"]\n'
            '[Deal "n:jqka.akq.akq.akq t987.jt9.jt9.jt9 6543.876.876.876 2.5432.5432.5432"]\n'
            '[Auction "W"]\n- - p! =2= p ;done\n p 1n \n AP\n[Note "2:he passed"]\n',
            problems.append,
        )
    )
    assert format_pbn([board]).split("\r\n") == [
        "% PBN 2.1",
        "% EXPORT",
        '[Event "?"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Board "2"]',
        '[West "?"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "E"]',
        '[Vulnerable "None"]',
        '[Deal "E:T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432 AKQJ.AKQ.AKQ.AKQ"]',
        '[Scoring "?"]',
        '[Declarer "N"]',
        '[Contract "1NT"]',
        '[Result "?"]',
        '[Annotator "me"]',
        '[Zeta "z"]',
        "{why}",
        '[Auction "E"]',
        "Pass =2= $1 Pass ;done",
        "Pass 1NT",
        "Pass Pass Pass",
        '[Note "2:he passed"]',
        "",
    ]


def test_passed_out_boards_have_an_empty_declarer_and_result() -> None:
    board = Board.of(deal(1, 1), number=1, auction=Auction.parse("P P P P"))
    assert board.stated.bid == PASS and board.score == 0
    text = format_pbn([board])
    assert '[Declarer ""]\r\n[Contract "Pass"]\r\n[Result ""]' in text


def test_long_lines_are_broken_and_stay_equal() -> None:
    record = RecordedAuction.of(Auction.parse("1NT P 2D P 2H P P P"))
    marks = Marks(comments=(Comment("{", "x" * 120), Comment(";", "y" * 120), Comment("{", "two\nlines")))
    entries = tuple([type(entry)(entry.seat, entry.call, marks=marks) for entry in record.entries])
    board = Board(dealer=Seat.NORTH, auction=RecordedAuction(entries, Seat.NORTH, Seat.NORTH))
    text = format_pbn([board], KEEP)
    assert max(map(len, text.splitlines())) <= 255
    assert one(text).auction == board.auction


def test_fields_that_were_changed_win_over_the_tags() -> None:
    board = one('[Board "1"]\n[Dealer "n"]\n[Vulnerable "Love"]\n[Room "Open"]\n')
    changed = evolve(board, dealer=Seat.WEST)
    assert format_pbn([changed], KEEP) == '[Board "1"]\n[Dealer "W"]\n[Vulnerable "Love"]\n[Room "Open"]\n'
    assert format_pbn([board.with_tags(Room="Closed", Table="1")], KEEP).endswith('[Room "Closed"]\n[Table "1"]\n')


def test_a_style_that_is_none() -> None:
    with pytest.raises(ValueError, match="the style is `export` or `keep`, not `pretty`"):
        format_pbn([], "pretty")


# -- boards ---------------------------------------------------------------------------------------


def test_a_board_knows_its_cycle_score_and_leader() -> None:
    board = Board(number=2, hands=(Hand(0x1FFF), None, None, None)).with_cycle()
    assert (board.dealer, board.vulnerability) == (Seat.EAST, Vulnerability.NS)
    made = Board.of(deal(3, 3), number=2, contract=Contract.parse("4SX by N"), tricks=10)
    assert made.score == 790 and made.opening_leader == Seat.EAST
    assert Board(number=2).score is None and Board().with_cycle() == Board()
    assert Card.parse("SA") in CARDS


# -- comments that are never closed ---------------------------------------------------------------

OPEN = [
    ('[Board "1"]\n{ a remark\n\n[Board "2"]\n', ["1", "2"], 2, 4),
    ('[Board "1"]\n{ a remark\n[Board "2"]\n', ["1", "2"], 2, 3),
    ('[Board "1"]\n{ a remark\n\n[Board "2"]\n{ another }\n\n[Board "3"]\n', ["1", "2", "3"], 2, 4),
    ('[Board "1"]\n{ a\nb\n\n\n[Board "2"]\n{ c\n\n[Board "3"]\n', ["1", "2", "3"], 2, 6),
    ('{ at the head\n[Board "1"]\n\n[Board "2"]\n', ["1", "2"], 1, 2),
]


@pytest.mark.parametrize(("text", "numbers", "line", "next_tag"), OPEN)
def test_a_comment_that_is_never_closed_swallows_no_board(
    text: str, numbers: list[str], line: int, next_tag: int
) -> None:
    boards, problems = read(text)
    assert [str(board.number) for board in boards] == numbers
    assert problems[0].startswith(f"t.pbn:{line}: error: this comment is never closed: write }} at its end")
    assert text.split("\n")[next_tag - 1].startswith("[Board")


def test_boards_inside_a_closed_comment_stay_outside_the_file() -> None:
    boards, problems = read('[Board "1"]\n{ not yet\n\n[Board "2"]\n\n[Board "3"]\n}\n\n[Board "4"]\n')
    assert [board.number for board in boards] == [1, 4]
    assert not problems


def test_many_comments_that_are_never_closed_take_no_time() -> None:
    boards, problems = read("".join(f'[Board "{number}"]\n{{ open\n\n' for number in range(1, 3001)))
    assert len(boards) == 3000
    assert len(problems) == 3000


def test_remarks_of_one_kind_are_counted_after_the_twentieth() -> None:
    problems: list[Problem] = []
    text = "".join(f'[Board "{number}"]\n[Dealer "Z{number}"]\n\n' for number in range(30)) + '[Board "x"]\n'
    list(parse_pbn(text, problems.append, "t.pbn"))
    told = [str(problem) for problem in counted(problems)]
    assert len(problems) == 31 and len(told) == 22
    assert told[-1] == "t.pbn: error: 10 more like: Dealer: … is not a seat: write N, E, S or W"
