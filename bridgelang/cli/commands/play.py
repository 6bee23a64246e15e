"""``bridgelang play``: a game at the table."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from bridgelang.cli.options import example, read_settings
from bridgelang.cli.output import colours, note, say, symbols
from bridgelang.errors import NotationError

if TYPE_CHECKING:
    from bridgelang.game.setup import Setup


@click.command(
    short_help="Sit down and play: bidding, play, scoring.",
    epilog=example("bridgelang play --boards 4", "bridgelang play --system acol --opponents sayc --rubber --new"),
)
@click.option("--system", metavar="SYSTEM", help="What you and your partner play.  [default: sayc]")
@click.option("--opponents", metavar="SYSTEM", help="What the others play.  [default: the same]")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Override a setting of your system.")
@click.option("--boards", type=click.IntRange(min=1), metavar="N", help="Duplicate boards.  [default: 4]")
@click.option("--rubber", is_flag=True, help="Play a rubber.")
@click.option("--chicago", is_flag=True, help="Play the four deals of Chicago.")
@click.option("--seat", metavar="N|E|S|W", help="Your chair.  [default: S]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Which deals.  [default: any]")
@click.option(
    "--players", type=click.Choice(["heuristic", "single-dummy"]), help="How the others play.  [default: heuristic]"
)
@click.option("--new", is_flag=True, help="Begin a new game, though another is not finished.")
@click.option("--save", "path", metavar="FILE", help="Where the game is kept.  [default: your own folder]")
@click.option("--symbols/--letters", "with_symbols", default=None, help="Suits as symbols or letters.")
@click.option("--colour/--no-colour", "with_colours", default=None, help="Hearts and diamonds in red, or not.")
def command(
    system: str | None,
    opponents: str | None,
    settings: tuple[str, ...],
    boards: int | None,
    rubber: bool,
    chicago: bool,
    seat: str | None,
    seed: int | None,
    players: str | None,
    new: bool,
    path: str | None,
    with_symbols: bool | None,
    with_colours: bool | None,
) -> int:
    """Play bridge with three computer players: they bid by the systems, and you can ask what every call shows.

    Type `help` at the table. When your partner becomes declarer, you change chairs and play the hand. The game is kept
    after every call and card; the same command without options goes on with it.
    """
    from bridgelang.cli.dialogue import Dialogue
    from bridgelang.cli.table import Quit, Table
    from bridgelang.game.store import begin, default_path, is_unfinished, load, save

    if sum((rubber, chicago, boards is not None)) > 1:
        raise click.UsageError("choose one of --boards, --rubber and --chicago")
    kept = path or default_path()
    given = any((system, opponents, settings, boards, rubber, chicago, seat, players)) or seed is not None
    if not new and os.path.exists(kept) and is_unfinished(kept):
        if given:
            raise NotationError(
                f"a game is not finished (in {kept}): go on with it by `bridgelang play` without these options, "
                "or begin another with --new"
            )
        session = load(kept)
        say(f"Going on with your game, board {session.number}; --new would begin another.")
    else:
        mode = "rubber" if rubber else "chicago" if chicago else "boards"
        session = begin(_setup(system or "sayc", opponents, settings, mode, boards or 4, seat or "S", seed, players))
        say(f"A new game, deals of seed {session.setup.seed}.")
    say("Type help for what you can do.")
    with_symbols = symbols() if with_symbols is None else with_symbols
    with_colours = colours() if with_colours is None else with_colours
    table = Table(session, Dialogue(with_symbols, with_colours), lambda: save(session, kept))
    try:
        table.play()
    except Quit:
        say("The game is kept; `bridgelang play` goes on with it.")
    except KeyboardInterrupt:
        note("\nThe game is kept; `bridgelang play` goes on with it.")
        raise
    return 0


def _setup(
    system: str,
    opponents: str | None,
    settings: tuple[str, ...],
    mode: str,
    boards: int,
    seat: str,
    seed: int | None,
    players: str | None,
) -> Setup:
    """What a new game is played with: any deals unless a seed is given, the same system for all unless two are."""
    import secrets

    from bridgelang.core.seats import Seat
    from bridgelang.game.setup import Setup

    name = _lasting(system)
    return Setup(
        name,
        _lasting(opponents) if opponents else name,
        secrets.randbits(32) if seed is None else seed,
        Seat.parse(seat),
        mode,
        boards,
        players or "heuristic",
        tuple(sorted(read_settings(settings).items())),
    )


def _lasting(name: str) -> str:
    """A system's name in a form that holds from any folder."""
    return os.path.abspath(name) if name.endswith(".bid") or os.sep in name else name
