"""``bridgelang bid``: the call for a hand."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bridgelang.cli.options import example, json_option, read_auction, read_system, set_option, table_options
from bridgelang.cli.output import note, say, say_json, say_json_line, symbols
from bridgelang.cli.streams import bounded_lines
from bridgelang.core.hands import Hand
from bridgelang.errors import BridgelangError

if TYPE_CHECKING:
    from bridgelang.bidding.load import System
    from bridgelang.core.auctions import Auction


@click.command(
    short_help="The call for a hand, with the rule behind it.",
    epilog=example(
        "bridgelang bid sayc AKQ2.J53.T98.642",
        "bridgelang bid sayc AQ32.K54.J987.32 --auction '1NT P' --explain",
    ),
)
@click.argument("system")
@click.argument("hand", nargs=-1, required=True)
@table_options
@click.option("--opponents", metavar="SYSTEM", help="How the opponents' calls are read.  [default: as SYSTEM]")
@click.option("--explain", is_flag=True, help="Show the winning rule, what it shows, and every rule passed over.")
@set_option
@json_option
def command(
    system: str,
    hand: tuple[str, ...],
    auction: str,
    dealer: str,
    vul: str,
    opponents: str | None,
    explain: bool,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Print the call that SYSTEM makes with HAND.

    HAND is written spades.hearts.diamonds.clubs. With `-` for HAND, hands are read from standard input, a line
    each, and a call is printed for every one: a line is `HAND` or `HAND | AUCTION`.
    """
    bidder = read_system(system, settings)
    other = read_system(opponents) if opponents else None
    before = read_auction(auction, dealer, vul)
    if hand == ("-",):
        return _many(bidder, other, before, explain, as_json)
    held = Hand.parse(" ".join(hand))
    if as_json:
        say_json(_as_json(bidder, other, before, held, explain))
    else:
        say(_as_text(bidder, other, before, held, explain))
    return 0


def _as_text(bidder: System, other: System | None, auction: Auction, hand: Hand, explain: bool) -> str:
    if not explain:
        return str(bidder.choose_call(hand, auction, other).call)
    from bridgelang.bidding.explain import Explanation
    from bridgelang.report.bidding import explanation_text

    found = Explanation(bidder.table_for(auction, other), auction, hand)
    return "\n".join([explanation_text(found, symbols()), *_out_of_place(bidder)])


def _out_of_place(bidder: System) -> list[str]:
    """The conventions of the author's file that were skipped because they stand where they do not belong."""
    from bridgelang.compile.places import misplaced_in_file

    file = os.path.basename(bidder.path)
    found = [f"  {file}:{one.line.pieces[0][1]}  {one.message}" for one in misplaced_in_file(bidder.path)]
    return ["", "skipped for its place", *found] if found else []


def _as_json(bidder: System, other: System | None, auction: Auction, hand: Hand, explain: bool) -> dict[str, object]:
    from bridgelang.bidding.explain import Explanation, decision_json

    head = {"system": bidder.name}
    if explain:
        found = Explanation(bidder.table_for(auction, other), auction, hand).as_json()
        return head | found | {"skipped_for_place": [line.strip() for line in _out_of_place(bidder)[2:]]}
    return head | decision_json(bidder.choose_call(hand, auction, other), auction, hand)


def _many(bidder: System, other: System | None, before: Auction, explain: bool, as_json: bool) -> int:
    """A call for each line of standard input; a line that cannot be read gets `?` and a message."""
    status = 0
    for number, line in _lines():
        try:
            text, _, calls = line.partition("|")
            auction = before
            if calls.strip():
                auction = read_auction(calls.strip().removeprefix("-"), str(before.dealer), str(before.vulnerability))
            hand = Hand.parse(text.strip())
            if as_json:
                say_json_line(_as_json(bidder, other, auction, hand, explain))
            else:
                say(_as_text(bidder, other, auction, hand, explain))
                if explain:
                    say()
        except BridgelangError as error:
            status = 2
            note(f"line {number}: {error}")
            if as_json:
                say_json_line({"line": number, "error": str(error)})
            else:
                say("?")
    return status


def _lines() -> Iterator[tuple[int, str]]:
    """The lines of standard input with their numbers; blank lines and comments are left out."""
    for number, raw in enumerate(bounded_lines(sys.stdin.buffer), 1):
        line = raw.decode("utf-8", "replace").strip()
        if line and not line.startswith("#"):
            yield number, line
