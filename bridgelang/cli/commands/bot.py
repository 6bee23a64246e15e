"""``bridgelang bot``: a system as a program for other people's software."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from bridgelang.cli.options import example, read_system, set_option

if TYPE_CHECKING:
    from bridgelang.bidding.load import System
    from bridgelang.core.auctions import Auction
    from bridgelang.core.calls import Call
    from bridgelang.core.hands import Hand


@click.command(
    short_help="A system as a bidder for other programs.",
    epilog=example('echo \'{"type":"hello","protocol":1}\' | bridgelang bot sayc'),
)
@click.argument("system")
@set_option
def command(system: str, settings: tuple[str, ...]) -> int:
    """Answer the external-bidder protocol for SYSTEM: one JSON object a line, in and out, until `bye`.

    What a program sends is {"type":"call","id":7,"hand":...,"seat":...,"dealer":...,"vulnerability":...,
    "auction":[...]}; what it gets back {"id":7,"call":"2C","explanation":...}. docs/protocol.md has all of it.
    """
    from bridgelang.match.bot import serve

    serve(Explaining(read_system(system, settings)), sys.stdin.buffer, sys.stdout.buffer, read_system)
    return 0


class Explained(NamedTuple):
    """A call, and what it shows."""

    call: Call
    explanation: str


class Explaining:
    """A system whose calls are explained as the table hears them: the same whatever the hand."""

    def __init__(self, system: System) -> None:
        self._system = system
        self.name = system.name

    def choose_call(self, hand: Hand, auction: Auction, opponents: System | None = None) -> Explained:
        """The call for a hand, with the sentence that `meaning` has for it."""
        from bridgelang.bidding.meaning import meaning_of

        decision = self._system.choose_call(hand, auction, opponents)
        assert auction.turn is not None
        return Explained(decision.call, meaning_of(decision.state, decision.call, auction.turn).text)
