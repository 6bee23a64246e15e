"""``bridgelang hand``: what a hand is worth."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import say, say_json, symbols
from bridgelang.core.hands import Hand


@click.command(
    short_help="What a hand is worth: points, losers, shape, suits.",
    epilog=example("bridgelang hand AKQ2.J53.T98.642"),
)
@click.argument("hand", nargs=-1, required=True)
@json_option
def command(hand: tuple[str, ...], as_json: bool) -> int:
    """Count everything there is to count in HAND.

    HAND is written spades.hearts.diamonds.clubs, or card by card: 5C 7H AS JD and so on.
    """
    from bridgelang.features.hand_report import evaluate, report_text

    held = Hand.parse(" ".join(hand))
    if as_json:
        say_json(evaluate(held))
    else:
        say(report_text(held, symbols()))
    return 0
