"""A deal of bidding practice with a person."""

from __future__ import annotations

from bridgelang.bidding.meaning import meaning_of
from bridgelang.cli.dialogue import Dialogue
from bridgelang.core.calls import Call
from bridgelang.core.seats import Vulnerability
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.game.practice import Drill, Verdict
from bridgelang.report.bidding import rule_line
from bridgelang.report.play import VULNERABLE, call_text, meanings_lines


class Trainer:
    """Asks, tells the verdicts, and counts them."""

    def __init__(self, dialogue: Dialogue, help_text: str) -> None:
        self.dialogue = dialogue
        self.help = help_text
        self.right = 0
        self.calls = 0

    def summary(self) -> str:
        """How often the person agreed with the system."""
        if not self.calls:
            return "\nNo call was made."
        share = 100 * self.right / self.calls
        return f"\n{self.right} of {self.calls} calls as the system makes them ({share:.0f} %)."

    def run(self, drill: Drill) -> bool:
        """One deal to its end; False when the person leaves."""
        tell = self.dialogue.tell
        vulnerable = VULNERABLE[Vulnerability(drill.auction.vulnerability)]
        tell(f"\n=== Deal {drill.number}, dealer {drill.auction.dealer.word}, {vulnerable} ===")
        while not drill.is_over:
            self._show(drill)
            before = drill.auction
            while drill.auction is before:
                line = self.dialogue.ask("Your call: ")
                if line is None or line.lower() in ("quit", "q", "exit"):
                    return False
                if line.lower() == "skip":
                    return True
                try:
                    self._obey(drill, line)
                except (NotationError, IllegalAction) as error:
                    self.dialogue.prose(str(error))
        tell()
        tell(drill.auction.table(self.dialogue.symbols))
        tell()
        tell(drill.deal.diagram(self.dialogue.symbols))
        return True

    def _show(self, drill: Drill) -> None:
        hand = drill.deal[drill.seat]
        symbols = self.dialogue.symbols
        self.dialogue.tell()
        self.dialogue.tell(drill.auction.table(symbols))
        self.dialogue.tell(f"\n{drill.seat.word} (you)  {hand.pretty(symbols)}   {hand.hcp} hcp")

    def _obey(self, drill: Drill, line: str) -> None:
        tell = self.dialogue.tell
        word, _, rest = line.partition(" ")
        if word.lower() in ("help", "?"):
            tell(self.help)
        elif word.lower() == "hint":
            tell(rule_line(drill.decision().rule))
        elif word.lower() == "explain" and rest.strip():
            call = Call.parse(rest)
            drill.auction.then(call)
            state = drill.table.state(drill.auction)
            tell(meanings_lines([meaning_of(state, call, drill.seat)], self.dialogue.symbols))
        elif word.lower() == "explain":
            tell(meanings_lines(drill.meanings(), self.dialogue.symbols) or "Nobody has called yet.")
        elif not line:
            raise NotationError("type help for what you can do here")
        else:
            self._judge(drill.answer(Call.parse(line)))

    def _judge(self, verdict: Verdict) -> None:
        self.calls += 1
        self.right += verdict.agrees
        rule = rule_line(verdict.decision.rule)
        if verdict.agrees:
            self.dialogue.tell(f"Right.  {rule}")
            return
        symbols = self.dialogue.symbols
        call = call_text(verdict.decision.call, symbols)
        self.dialogue.tell(f"The system calls {call}.  {rule}")
        if not verdict.shows.unread:
            self.dialogue.prose(f"Your {call_text(verdict.given, symbols)} would show {verdict.shows.text}")
        for line in verdict.why.splitlines()[:3]:
            self.dialogue.prose(f"  {line}")
