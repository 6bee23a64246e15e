"""A sitting of bidding practice with a person."""

from __future__ import annotations

import attrs

from bridgelang.bidding.meaning import meaning_of
from bridgelang.cli.dialogue import Dialogue
from bridgelang.core.calls import Call
from bridgelang.core.seats import Vulnerability
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.game.practice import Drill, Verdict
from bridgelang.game.scores import Scores, Tally
from bridgelang.report.bidding import rule_line
from bridgelang.report.play import VULNERABLE, call_text, meanings_lines

MISSED_SHOWN = 3


class Trainer:
    """Asks, tells the verdicts, and keeps the score of ``name``, the system practised."""

    def __init__(self, dialogue: Dialogue, help_text: str, scores: Scores, name: str) -> None:
        self.dialogue = dialogue
        self.help = help_text
        self.scores = scores
        self.name = name
        self.before = scores.of(name)
        self.now = Tally()

    def summary(self) -> str:
        """How often the person agreed with the system, now and in all sittings."""
        lines = [f"\n{self.now.text()}." if self.now.calls else "\nNo call was made."]
        whole = self._whole()
        if self.before.calls:
            count = f"{whole.sittings} sitting{'s' * (whole.sittings != 1)}"
            lines.append(f"In {count} with {self.name}: {whole.text()}.")
        missed = [f"{place} ({times})" for place, times in whole.missed.most_common(MISSED_SHOWN) if times > 1]
        if missed:
            lines.append(f"Missed most: {', '.join(missed)}.")
        return "\n".join(lines)

    def _whole(self) -> Tally:
        """All sittings with the system, this one too once a call has been made in it."""
        return self.before.plus(attrs.evolve(self.now, sittings=int(self.now.calls > 0)))

    def run(self, drill: Drill) -> bool:
        """One deal to its end; False when the person leaves."""
        tell = self.dialogue.tell
        vulnerable = VULNERABLE[Vulnerability(drill.auction.vulnerability)]
        tell(f"\n=== Deal {drill.number}, dealer {drill.auction.dealer.word}, {vulnerable} ===")
        while True:
            if drill.is_over:
                self._tell_end(drill)
            else:
                self._show(drill)
            prompt = "\nEnter for the next deal, or undo, score, quit: " if drill.is_over else "Your call: "
            before = drill.auction
            while drill.auction is before:
                line = self.dialogue.ask(prompt)
                word = (line or "").lower()
                if line is None or word in ("quit", "q", "exit"):
                    return False
                if word in ("skip", "next") or (drill.is_over and not line):
                    return True
                try:
                    self._obey(drill, line)
                except (NotationError, IllegalAction) as error:
                    self.dialogue.prose(str(error))

    def _show(self, drill: Drill) -> None:
        hand = drill.deal[drill.seat]
        symbols = self.dialogue.symbols
        self.dialogue.tell()
        self.dialogue.tell(drill.auction.table(symbols))
        self.dialogue.tell(f"\n{drill.seat.word} (you)  {hand.pretty(symbols)}   {hand.hcp} hcp")

    def _tell_end(self, drill: Drill) -> None:
        """The whole auction, all hands, and what it comes to when everybody plays perfectly."""
        tell, symbols = self.dialogue.tell, self.dialogue.symbols
        tell()
        tell(drill.auction.table(symbols))
        tell()
        tell(drill.deal.diagram(symbols))
        outcome = drill.outcome()
        if outcome is None:
            return
        tell()
        if outcome.contract is None:
            tell("Passed out: NS +0")
        else:
            tricks = f"{outcome.tricks} trick{'s' * (outcome.tricks != 1)}"
            made = f"{outcome.contract.pretty(symbols)}, {tricks} with perfect play: NS {outcome.points:+,}"
            self.dialogue.prose(made)
        self.dialogue.prose(f"Par is NS {outcome.par.pretty(symbols)}")

    def _obey(self, drill: Drill, line: str) -> None:
        tell = self.dialogue.tell
        word, _, rest = line.partition(" ")
        if word.lower() in ("help", "?"):
            tell(self.help)
        elif word.lower() == "undo":
            self._count(drill.undo(), -1)
            tell("Taken back.")
        elif word.lower() == "score":
            tell(self.summary().lstrip("\n"))
        elif word.lower() == "explain" and not rest.strip():
            tell(meanings_lines(drill.meanings(), self.dialogue.symbols) or "Nobody has called yet.")
        elif drill.is_over:
            raise NotationError(f"`{line}` is no command here: press Enter for the next deal, or type help")
        elif word.lower() == "hint":
            tell(rule_line(drill.decision().rule))
        elif word.lower() == "explain":
            call = Call.parse(rest)
            drill.auction.then(call)
            state = drill.table.state(drill.auction)
            tell(meanings_lines([meaning_of(state, call, drill.seat)], self.dialogue.symbols))
        elif not line:
            raise NotationError("type help for what you can do here")
        else:
            self._judge(drill.answer(Call.parse(line)))

    def _count(self, verdict: Verdict, times: int = 1) -> None:
        rule = verdict.decision.rule
        self.now.count(verdict.agrees, rule.location if rule is not None else "pass, by default", times)
        self.scores.keep(self.name, self._whole())

    def _judge(self, verdict: Verdict) -> None:
        self._count(verdict)
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
