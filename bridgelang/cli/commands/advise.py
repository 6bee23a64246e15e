"""``bridgelang advise``: which lines lose, and what would have done better."""

from __future__ import annotations

import click

from bridgelang.cli.commands.match import ENDS, PROCESSES, cores
from bridgelang.cli.interrupts import at_once
from bridgelang.cli.options import example, json_option, read_settings, set_option, tell_exact
from bridgelang.cli.output import note, say, say_json
from bridgelang.cli.progress import progress_bar
from bridgelang.core.lasting import to_the_end


@click.command(
    short_help="Which lines lose, and what would have done better.",
    epilog=example(
        "bridgelang advise standard-simple --boards 32",
        'bridgelang advise sayc --on "1NT (2S)" --boards 50',
        "bridgelang advise acol --contested --boards 16 --html advice.html",
        "bridgelang advise sayc --panel two-over-one --panel goren --boards 16",
    ),
)
@click.argument("system")
@click.option("--against", multiple=True, metavar="SYSTEM", help="The pool; repeatable.  [default: SYSTEM itself]")
@click.option("--panel", multiple=True, metavar="SYSTEM", help="Try only what most of these would call; repeatable.")
@click.option("--rule", default="", metavar="FILE:LINE", help="Only what this line decides.")
@click.option("--on", default="", metavar="PATH", help='Only after this auction, such as "1M (2x)".')
@click.option("--contested", is_flag=True, help="Only where the opponents have bid or doubled.")
@click.option("--boards", type=click.IntRange(min=1), metavar="N", help="How many boards.  [default: 2000]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Random deals of this seed; they are solved.")
@click.option("--deck", metavar="DECK", help="reference, random, or a PBN or deck file.  [default: reference]")
@click.option("--top", type=click.IntRange(min=1), default=15, metavar="N", help="Findings.  [default: 15]")
@click.option("--out", metavar="FILE", help="Keep what was worked out in FILE.")
@click.option("--resume", is_flag=True, help="Go on with the run in --out FILE.")
@click.option("--html", metavar="FILE", help="Write a page with pictures to FILE instead.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one a core]")
@click.option(
    "--processes", type=click.Choice(PROCESSES), default="shared", help="Of an outside program.  [default: shared]"
)
@click.option("--time-limit", type=float, default=10.0, metavar="S", help="For its answers.  [default: 10 seconds]")
@click.option("--failures", type=int, default=5, metavar="N", help="Give it up after so many.  [default: 5]")
@click.option("--given-up", type=click.Choice(ENDS), default="pass", help="What becomes of it.  [default: pass]")
@set_option
@json_option
def command(
    system: str,
    against: tuple[str, ...],
    panel: tuple[str, ...],
    rule: str,
    on: str,
    contested: bool,
    boards: int | None,
    seed: int | None,
    deck: str | None,
    top: int,
    out: str | None,
    resume: bool,
    html: str | None,
    jobs: int | None,
    processes: str,
    time_limit: float,
    failures: int,
    given_up: str,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Replace each call of SYSTEM by what else a player might have called, and see what that gains.

    On solved boards every decision is made otherwise: by what other lines of the position offer to hands like it,
    a pass, a double, the next raise. All four hands finish the auction, and the result is compared with what really
    happened. Findings are chosen on one half of the boards and told by the other: which line, what instead, with
    which hands.

    What gains in self-play may lose to others: give a pool with --against (systems, files, `external:COMMAND ...`).
    Each finding is told with its worst member, and as if our contracts down two or more were doubled.

    With --panel, several times, other systems are asked instead: tried is what most of them would call with the same
    hand after the same auction, where more of them do that than call as SYSTEM does, and the auction goes on so.
    Findings are then ordered by the votes, and what one moved number of a line would mend counts most: they tell
    where SYSTEM stands alone, which results alone take very many boards to tell. Where the panel's calls surely
    lost, the votes count for next to nothing.

    Scored double dummy: nobody misguesses, so slams look better, and preempts worse, than at the table.
    """
    from bridgelang.advice.advise import BOARDS, advise
    from bridgelang.advice.whatif_play import Focus
    from bridgelang.match.entries import Entry
    from bridgelang.match.outside import Outside
    from bridgelang.report.advice import advice_json, advice_text

    to_the_end()
    if resume and out is None:
        raise click.UsageError("--resume goes with --out FILE")
    wanted = read_settings(settings)
    tell_exact(system, wanted)
    with at_once(), progress_bar(f"advise {system}", boards or BOARDS) as progress:
        advice = advise(
            Entry.parse(system, wanted),
            against=against,
            panel=panel,
            focus=Focus(rule, on, contested),
            boards=boards,
            seed=seed,
            deck=deck,
            top=top,
            out=out,
            resume=resume,
            jobs=jobs or cores(),
            outside=Outside(processes, time_limit, failures, given_up),
            progress=progress,
            warn=note,
        )
    if html is not None:
        from bridgelang.interop.files import replacing
        from bridgelang.report.advice_page import advice_page

        with replacing(html) as stream:
            stream.write(advice_page(advice).encode())
        say(f"{html} written")
    if as_json:
        say_json(advice_json(advice))
    elif html is None:
        say(advice_text(advice), end="")
    return 0
