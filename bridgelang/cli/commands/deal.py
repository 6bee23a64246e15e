"""``bridgelang deal``: random deals, under conditions if wanted."""

from __future__ import annotations

import click

from bridgelang.cli.options import board_options, example
from bridgelang.cli.output import note, say, say_data, symbols
from bridgelang.errors import NotationError


@click.command(
    short_help="Random deals, under conditions if wanted.",
    epilog=example(
        "bridgelang deal --boards 3 --seed 1 --where 'north: 15-17 hcp, balanced'",
        "bridgelang deal --seed 1 --where 's: 5+ spades' --dealer S --out spades.pbn",
    ),
)
@click.option("--boards", type=click.IntRange(min=1), default=1, metavar="N", help="How many deals.  [default: 1]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The stream of deals.  [default: any]")
@click.option("--where", "conditions", multiple=True, metavar="SEAT: COND", help="What a hand must be; repeatable.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["line", "diagram", "pbn", "lin", "jsonl"]),
    help="How to write them.  [default: line]",
)
@click.option("--out", metavar="FILE", help="Write to FILE; its ending (.pbn, .lin, .jsonl) says how.")
@board_options
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Give up after looking at N.")
def command(
    boards: int,
    seed: int | None,
    conditions: tuple[str, ...],
    style: str | None,
    out: str | None,
    dealer: str | None,
    vul: str | None,
    most: int | None,
) -> int:
    """Deal hands at random, a deal a line from North clockwise.

    A condition is written as in a system file, with a seat in front: `north: 15-17 hcp, balanced`. The same seed and
    conditions give the same deals. Where fewer than one deal in a thousand would do, deals are built to fit, with the
    same chances as if random deals had been waited for.
    """
    from bridgelang.batch.dealing import deal_lines
    from bridgelang.batch.where import deals_where, read_where
    from bridgelang.core.deals import Deal
    from bridgelang.core.hands import Hand
    from bridgelang.core.seats import Seat, Vulnerability

    starts = None if dealer is None else Seat.parse(dealer)
    vulnerable = None if vul is None else Vulnerability.parse(vul)
    if out is None and style in (None, "line", "diagram") and (starts, vulnerable) != (None, None):
        raise click.UsageError(
            "deals by themselves have no dealer and nobody vulnerable: add --out FILE, or --format pbn, lin or jsonl"
        )
    if seed is None:
        import secrets

        seed = secrets.randbits(32)
        note(f"seed {seed}")
    stream = deals_where(seed, read_where(conditions))
    _, masks = stream.take_masks(boards, most or stream.most)
    if conditions:
        note(f"{boards:,} of {stream.examined:,} deals {'built to fit' if stream.built else 'examined'}")
    if out is None and style in (None, "line"):
        say("\n".join(deal_lines(masks)))
        return 0
    deals = [Deal([Hand(mask) for mask in row]) for row in masks.tolist()]
    if out is None and style == "diagram":
        say("\n\n".join(deal.diagram(symbols()) for deal in deals))
        return 0
    if style in ("line", "diagram"):
        raise NotationError(f"--out writes boards as pbn, lin or jsonl, not as {style}")
    from bridgelang.interop.board import Board
    from bridgelang.interop.convert import format_boards, write_boards

    records = [
        Board.of(deal, number=number, dealer=starts, vulnerability=vulnerable) for number, deal in enumerate(deals, 1)
    ]
    if out is None:
        say_data(format_boards(records, style or "pbn"))
    else:
        write_boards(records, out, style)
        say(f"{boards:,} board{'s' * (boards != 1)} written to {out}")
    return 0
