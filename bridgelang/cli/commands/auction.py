"""``bridgelang auction``: all four hands of a deal bid to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bridgelang.cli.options import board_options, example, json_option, read_system, set_option
from bridgelang.cli.output import note, say, say_json, symbols
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat, Vulnerability, dealer_of, vulnerability_of
from bridgelang.errors import NotationError

if TYPE_CHECKING:
    from bridgelang.report.auction import BidBoard

Place = tuple[int, Deal, Seat, Vulnerability]


@click.command(
    short_help="All four hands of a deal bid to the end.",
    epilog=example("bridgelang auction sayc acol --seed 7", "bridgelang auction sayc --seed 7 --board 3 --no-par"),
)
@click.argument("ns_system")
@click.argument("ew_system", required=False)
@click.option("--deal", metavar="PBN", help='The deal, such as "N:AKQ2.J53.T98.642 ...".')
@click.option("--seed", type=click.IntRange(min=0), help="A random deal: of this seed, number --board (or 1).")
@click.option("--deck", metavar="DECK", help="Board --board of the reference deck, or of a deck file.")
@click.option("--file", "path", metavar="FILE.pbn", help="Every board of a PBN file, or the one of --board.")
@click.option("--board", type=click.IntRange(min=1), help="The board's number: it gives dealer and vulnerability.")
@click.option("--boards", type=click.IntRange(min=1), default=1, metavar="N", help="Boards of --seed.  [default: 1]")
@click.option("--out", metavar="FILE", help="Write the boards with their auctions to a PBN, LIN or JSON-lines file.")
@board_options
@click.option("--par/--no-par", default=True, help="Work out double-dummy tricks and par.  [default: --par]")
@set_option
@json_option
def command(
    ns_system: str,
    ew_system: str | None,
    deal: str | None,
    seed: int | None,
    deck: str | None,
    path: str | None,
    board: int | None,
    boards: int,
    out: str | None,
    dealer: str | None,
    vul: str | None,
    par: bool,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Bid a deal at all four hands: North-South by NS_SYSTEM, East-West by EW_SYSTEM (or the same).

    Prints the hands, the auction, the rule behind each call, the contract, and what it makes double-dummy.
    """
    from bridgelang.report.auction import auction_json, auction_text, bid_board

    if sum(given is not None for given in (deal, seed, deck, path)) != 1:
        raise click.UsageError("give one of --deal, --seed, --deck and --file")
    ours = read_system(ns_system, settings)
    theirs = read_system(ew_system) if ew_system else ours
    found: list[BidBoard] = []
    for number, hands, first, vulnerability in _boards(deal, seed, deck, path, board, boards):
        found.append(
            bid_board(
                ours,
                theirs,
                hands,
                number=number,
                dealer=Seat.parse(dealer) if dealer else first,
                vulnerability=Vulnerability.parse(vul) if vul else vulnerability,
                solve=par,
            )
        )
        if not as_json and out is None:
            say(auction_text(found[-1], symbols()))
    if not found:
        raise NotationError(f"{path} has no such board with a complete deal")
    if out is not None:
        from bridgelang.interop.convert import write_boards
        from bridgelang.report.auction import as_record

        write_boards(map(as_record, found), out)
        say(f"{len(found):,} board{'s' * (len(found) != 1)} written to {out}")
    elif as_json:
        rows = [auction_json(one) for one in found]
        say_json(rows if boards > 1 or (path is not None and board is None) else rows[0])
    return 0


def _boards(
    deal: str | None, seed: int | None, deck: str | None, path: str | None, board: int | None, boards: int
) -> Iterator[Place]:
    """The boards asked for: number, deal, dealer, vulnerability."""
    if path is not None:
        yield from _from_file(path, board)
        return
    number = board or 1
    if deck is not None:
        from bridgelang.match.boards import board_to_show, open_boards

        found = board_to_show(open_boards(deck, 1), number)
        yield number, found.deal, found.dealer, found.vulnerability
        return
    if seed is not None:
        from bridgelang.core.dealing import deal as nth_deal

        for place in range(number, number + boards):
            yield place, nth_deal(seed, place - 1), dealer_of(place), vulnerability_of(place)
        return
    hands = Deal.parse(deal or "", complete=True)
    yield number, hands, dealer_of(number), vulnerability_of(number)


def _from_file(path: str, wanted: int | None) -> Iterator[Place]:
    from bridgelang.interop.pbn_read import read_pbn
    from bridgelang.interop.problems import ERROR

    def tell(problem: object) -> None:
        if getattr(problem, "severity", "") == ERROR:
            note(str(problem))

    for place, game in enumerate(read_pbn(path, tell), 1):
        number = game.number if game.number is not None and game.number > 0 else place
        if game.deal is None or (wanted is not None and number != wanted):
            continue
        dealer = dealer_of(number) if game.dealer is None else game.dealer
        vulnerability = vulnerability_of(number) if game.vulnerability is None else game.vulnerability
        yield number, game.deal, dealer, vulnerability
