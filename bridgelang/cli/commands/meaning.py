"""``bridgelang meaning``: what the calls of an auction show."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, json_option, read_auction, read_system, set_option
from bridgelang.cli.output import say, say_json, symbols
from bridgelang.errors import NotationError


@click.command(
    short_help="What each call of an auction shows.",
    epilog=example("bridgelang meaning sayc '1NT P 2C P 2H'", "bridgelang meaning sayc '1H P 2NT' --full"),
)
@click.argument("system")
@click.argument("calls", nargs=-1, required=True)
@click.option("--dealer", default="N", metavar="N|E|S|W", help="Who calls first.  [default: N]")
@click.option("--vul", default="none", metavar="none|ns|ew|all", help="Who is vulnerable.  [default: none]")
@click.option("--opponents", metavar="SYSTEM", help="The other side's system.  [default: SYSTEM too]")
@click.option("--full", is_flag=True, help="Tell all that is known too, not only what a partner would say.")
@set_option
@json_option
def command(
    system: str,
    calls: tuple[str, ...],
    dealer: str,
    vul: str,
    opponents: str | None,
    full: bool,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Read the auction CALLS: what each call shows, as a partner would say it, and the rules it may come from.

    The side that opens plays SYSTEM.
    """
    from bridgelang.bidding.meaning import meanings
    from bridgelang.report.bidding import meanings_text

    bidder = read_system(system, settings)
    if not " ".join(calls).strip():
        raise NotationError('say the calls, as in "1NT P 2C"')
    other = read_system(opponents) if opponents else bidder
    auction = read_auction(" ".join(calls), dealer, vul)
    opener = next((auction.seat_of(i) for i, call in enumerate(auction.calls) if call.is_bid), auction.dealer)
    table = bidder.table(other) if opener % 2 == 0 else other.table(bidder)
    found = meanings(table, auction)
    if as_json:
        say_json(
            {
                "dealer": auction.dealer.letter,
                "vulnerability": str(auction.vulnerability),
                "auction": [str(call) for call in auction.calls],
                "meanings": [meaning.as_json() for meaning in found],
            }
        )
    else:
        say(meanings_text(found, symbols(), full))
    return 0
