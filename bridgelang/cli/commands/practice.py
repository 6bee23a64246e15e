"""``bridgelang practice``: bidding practice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bridgelang.cli.options import example, read_system, set_option
from bridgelang.cli.output import colours, say, symbols
from bridgelang.errors import NotationError

if TYPE_CHECKING:
    from bridgelang.core.deals import Deal
    from bridgelang.game.practice import Wanted

HELP = """\
a call      1NT, P (pass), X (double), XX
hint        the rule that the system goes by here
explain     what the calls so far have shown; `explain 2C`: what that call would show
undo        take your last call on this deal back; it no longer counts
score       how often you agreed, in this sitting and in all of them
skip        leave this deal
quit        stop; the score is kept"""


@click.command(
    short_help="Bidding practice, call by call.",
    epilog=example(
        "bridgelang practice sayc --boards 5 --seed 1",
        "bridgelang practice sayc --auction 1NT-2C --boards 5",
        "bridgelang practice acol --boards 5 --where 'north: 12-14 hcp, balanced'",
    ),
)
@click.argument("system")
@click.option("--opponents", metavar="SYSTEM", help="What the others play.  [default: they always pass]")
@click.option("--boards", type=click.IntRange(min=1), default=10, metavar="N", help="How many deals.  [default: 10]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Which deals.  [default: any]")
@click.option(
    "--auction", "sequence", metavar="CALLS", help='Deals in which this comes up: "1NT-2C", "1S X XX", "(1NT) X".'
)
@click.option("--where", "conditions", multiple=True, metavar="SEAT: COND", help="What a hand must be; repeatable.")
@click.option("--any", "any_hands", is_flag=True, help="All deals, also those with nothing to bid.")
@click.option("--seat", default="S", metavar="N|E|S|W", help="Your chair.  [default: S]")
@click.option("--save", "path", metavar="FILE", help="Where the score is kept.  [default: your own folder]")
@set_option
def command(
    system: str,
    opponents: str | None,
    boards: int,
    seed: int | None,
    sequence: str | None,
    conditions: tuple[str, ...],
    any_hands: bool,
    seat: str,
    path: str | None,
    settings: tuple[str, ...],
) -> int:
    """Bid hands with SYSTEM opposite, and be told after each call what SYSTEM would have called, and why.

    The auction goes on with the system's call; at its end you see all hands, the result and par. Dealt are hands on
    which you have something to say, or those in which the sequence of --auction comes up. How often you agreed is kept
    from one sitting to the next.
    """
    from itertools import islice

    from bridgelang.cli.dialogue import Dialogue
    from bridgelang.cli.drill import Trainer
    from bridgelang.core.seats import Seat
    from bridgelang.game.practice import anything, drills
    from bridgelang.game.scores import Scores
    from bridgelang.game.store import state_path

    if any_hands and sequence is not None:
        raise click.UsageError("choose one of --any and --auction")
    bidder = read_system(system, settings)
    others = read_system(opponents) if opponents else None
    wanted = _wanted(sequence, any_hands or bool(conditions), others is None)
    if seed is None:
        import secrets

        seed = secrets.randbits(32)
    chair = Seat.parse(seat)
    name = " ".join([bidder.name, *sorted(settings)])
    trainer = Trainer(Dialogue(symbols(), colours()), HELP, Scores(path or state_path("practice.json")), name)
    which = f" in which {sequence.strip()} comes up" if sequence is not None else ""
    say(f"Deals of seed {seed}{which}. You are {chair.word}; type help for what you can do.")
    deals = _numbered(seed, conditions, boards if wanted is None else 64 if conditions else 1024)
    if wanted is None:
        deals = islice(deals, boards)
    for drill in islice(drills(deals, chair, bidder, others, wanted or anything), boards):
        if not trainer.run(drill):
            break
    say(trainer.summary())
    return 0


def _wanted(sequence: str | None, all_of_them: bool, silent: bool) -> Wanted | None:
    """Which deals to practise, None for all that are dealt."""
    from bridgelang.game.practice import asks_something, comes_up, read_sequence

    if sequence is None:
        return None if all_of_them else asks_something
    calls, theirs = read_sequence(sequence)
    if silent and theirs:
        raise NotationError(f"`{sequence}`: the opponents always pass; name what they play with --opponents", sequence)
    return comes_up(calls, theirs)


def _numbered(seed: int, conditions: tuple[str, ...], chunk: int) -> Iterator[tuple[int, Deal]]:
    """The deals that satisfy the conditions, with their numbers from 1; so many are fetched at a time."""
    from bridgelang.batch.where import deals_where, read_where

    stream = deals_where(seed, read_where(conditions))
    while True:
        for index, deal in stream.take(chunk, stream.most):
            yield index + 1, deal
