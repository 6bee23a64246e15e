"""``bridgelang repl``: auctions typed, answers given, while the system is being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bridgelang.cli.options import example, read_settings, set_option
from bridgelang.cli.output import colours, say, symbols

if TYPE_CHECKING:
    from bridgelang.cli.dialogue import Dialogue
    from bridgelang.editor.desk import Desk

HELP = """\
1NT P 2C    an auction: what each call shows, and what the next one would
+ 2H P      these calls after the auction that is there
back        without its last call
(W ns) 1NT  West deals, North-South are vulnerable
hand HAND   what this hand calls now, and why
deal [3]    deals on which everybody bids so
quit        stop

The file is read again whenever you have saved it."""


@click.command(
    short_help="Type an auction: who shows what, what could follow.",
    epilog=example("echo '1NT P 2C P' | bridgelang repl sayc"),
)
@click.argument("system")
@click.option("--opponents", metavar="SYSTEM", help="The other side's system.  [default: SYSTEM too]")
@set_option
def command(system: str, opponents: str | None, settings: tuple[str, ...]) -> int:
    """Answer auctions as they are typed: what each call shows, what each call would mean now, hands and deals.

    The side that opens plays SYSTEM. When its file is saved, it is read again before the next answer: keep it open in
    an editor beside this. Type help for what else can be asked.
    """
    from bridgelang.cli.dialogue import Dialogue
    from bridgelang.editor.desk import Desk
    from bridgelang.errors import IllegalAction, NotationError

    desk = Desk(system, opponents, read_settings(settings))
    dialogue = Dialogue(symbols(), colours())
    say(f"{desk.system.title or desk.system.name}: type an auction, such as 1NT P 2C, or help")
    while True:
        line = dialogue.ask("> ")
        if line is None or line.lower() in ("quit", "q", "exit"):
            return 0
        if news := desk.refresh():
            dialogue.tell(news)
        try:
            _answer(desk, dialogue, line)
        except (NotationError, IllegalAction) as error:
            dialogue.prose(str(error))


def _answer(desk: Desk, dialogue: Dialogue, line: str) -> None:
    """Answer one line."""
    from bridgelang.report.bidding import explanation_text

    word, _, rest = line.partition(" ")
    word = word.lower()
    if word in ("help", "?"):
        dialogue.tell(HELP)
    elif word == "hand":
        dialogue.tell(explanation_text(desk.decide(rest), dialogue.symbols))
    elif word == "deal":
        for dealt in desk.fitting(min(int(rest), 20) if rest.isdecimal() else 1):
            dialogue.tell(dealt.diagram(dialogue.symbols) + "\n")
    else:
        _lay(desk, line)
        _show(desk, dialogue)


def _lay(desk: Desk, line: str) -> None:
    """Put on the desk the auction that a line says."""
    from bridgelang.testing.cases import read_head

    calls = " ".join(str(call) for call in desk.auction.calls)
    dealer, vulnerability = desk.auction.dealer.letter, str(desk.auction.vulnerability)
    if line.lower() == "back":
        calls = calls.rpartition(" ")[0]
    elif line.startswith("+"):
        calls = f"{calls} {line[1:]}"
    elif line:
        dealer, vulnerability, calls = read_head(line)
    desk.lay(calls, dealer, vulnerability)


def _show(desk: Desk, dialogue: Dialogue) -> None:
    """The auction with what it shows, and what could be called now."""
    from bridgelang.report.bidding import meanings_text
    from bridgelang.report.columns import columns
    from bridgelang.report.play import call_text

    tell, signs = dialogue.tell, dialogue.symbols
    if desk.auction.calls:
        tell(meanings_text(desk.meanings(), signs))
        tell("\nin all")
        known = [(seat.word, words) for seat, words in desk.known().items() if words != "any hand"]
        tell(columns(known, "  ") if known else "  nothing is known of anybody")
    if desk.auction.turn is None:
        tell("\nthe auction is over")
        return
    tell(f"\nwhat {desk.auction.turn.word} can call")
    rows = [
        (call_text(one.call, signs), one.text, ", ".join(rule.location for rule in one.rules[:2]))
        for one in desk.possible()
    ]
    tell(columns(rows, "  ") if rows else "  no rule is about this position")
