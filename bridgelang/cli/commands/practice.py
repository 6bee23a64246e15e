"""``bridgelang practice``: bidding practice."""

from __future__ import annotations

import click

from bridgelang.cli.options import example, read_system, set_option
from bridgelang.cli.output import colours, say, symbols

HELP = """\
a call      1NT, P (pass), X (double), XX
hint        the rule that the system goes by here
explain     what the calls so far have shown; `explain 2C`: what that call would show
skip        leave this deal
quit        stop"""


@click.command(
    short_help="Bidding practice, call by call.",
    epilog=example(
        "bridgelang practice sayc --boards 5 --seed 1",
        "bridgelang practice acol --boards 5 --where 'north: 12-14 hcp, balanced'",
    ),
)
@click.argument("system")
@click.option("--opponents", metavar="SYSTEM", help="What the others play.  [default: they always pass]")
@click.option("--boards", type=click.IntRange(min=1), default=10, metavar="N", help="How many deals.  [default: 10]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Which deals.  [default: any]")
@click.option("--where", "conditions", multiple=True, metavar="SEAT: COND", help="What a hand must be; repeatable.")
@click.option("--seat", default="S", metavar="N|E|S|W", help="Your chair.  [default: S]")
@set_option
def command(
    system: str,
    opponents: str | None,
    boards: int,
    seed: int | None,
    conditions: tuple[str, ...],
    seat: str,
    settings: tuple[str, ...],
) -> int:
    """Bid hands with SYSTEM opposite, and be told after each call what SYSTEM would have called, and why.

    The auction goes on with the system's call. At the end you see how often you agreed.
    """
    from bridgelang.batch.where import deals_where, read_where
    from bridgelang.cli.dialogue import Dialogue
    from bridgelang.cli.drill import Trainer
    from bridgelang.core.seats import Seat
    from bridgelang.game.practice import drills

    bidder = read_system(system, settings)
    others = read_system(opponents) if opponents else None
    if seed is None:
        import secrets

        seed = secrets.randbits(32)
    chair = Seat.parse(seat)
    say(f"Deals of seed {seed}. You are {chair.word}; type help for what you can do.")
    stream = deals_where(seed, read_where(conditions))
    deals = ((index + 1, deal) for index, deal in stream.take(boards, stream.most))
    trainer = Trainer(Dialogue(symbols(), colours()), HELP)
    for drill in drills(deals, chair, bidder, others):
        if not trainer.run(drill):
            break
    say(trainer.summary())
    return 0
