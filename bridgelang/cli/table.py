"""A session at the table: shows what happens, asks, and does what the person says."""

from __future__ import annotations

import re
from collections.abc import Callable

from bridgelang.cli.dialogue import Dialogue
from bridgelang.core.calls import Call
from bridgelang.core.cards import Card
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.game.session import Need, Session
from bridgelang.laws.designation import designate
from bridgelang.play.board import Board, Event
from bridgelang.play.claims import concession
from bridgelang.report.bidding import rule_line
from bridgelang.report.play import (
    call_text,
    card_text,
    contract_line,
    event_text,
    hands_lines,
    head_text,
    meanings_lines,
    numbered,
    result_line,
    scores_table,
    slip_line,
    table_text,
    tricks_table,
    winner_line,
    wrapped,
)

HELP = """\
a call          1NT, P (pass), X (double), XX (redouble)
a card          its number in the list, SA or AS, a suit (its lowest card),
                a rank that only one card has, high, low, win
hint            what your system calls here, or which card is best on average
explain         what every call so far has shown; `explain 3`: the third call;
                `explain 2C`: that call, made already or still to come
undo, redo      back to your last decision on this board, and forward again
claim [N]       claim N of the tricks left (all of them without N); words after
                it say how, as in `claim 9 drawing trumps`
concede N       give up N of the tricks left
show, last      the table again; the last trick
review          the auction with explanations and the tricks so far; at the end
                all four hands, par, and the cards that cost tricks
score           the scores so far
quit            stop; the game is kept, and the same command goes on with it"""

CLAIM = re.compile(r"(\d+)?\s*(.*)")


class Quit(Exception):
    """The person leaves the table."""


class Table:
    """A session and the person; ``keep`` is called whenever something has happened that must not be lost."""

    def __init__(self, session: Session, dialogue: Dialogue, keep: Callable[[], None]) -> None:
        self.session = session
        self.dialogue = dialogue
        self.keep = keep
        self._announced = 0

    @property
    def symbols(self) -> bool:
        """Whether suits are shown as symbols."""
        return self.dialogue.symbols

    def play(self) -> None:
        """Play until the game is over; raises Quit when the person leaves."""
        self.keep()
        while True:
            self._others()
            if self.session.need is Need.NEXT and self.session.is_over:
                self._board_done()
                self._game_over()
                return
            self._turn()

    # ------------------------------------------------------------------ what happens

    def _others(self) -> None:
        session = self.session
        if self._announced != session.number:
            self._announced = session.number
            self.dialogue.tell(f"\n=== {head_text(session.number, session.board)} ===")
        while True:
            before = session.board
            event = session.step()
            if event is None:
                return
            self._tell_event(before, event)
            self.keep()

    def _tell_event(self, before: Board, event: Event) -> None:
        after = self.session.board
        text = event_text(before, event, after, self.symbols)
        if text:
            self.dialogue.tell(text)
        if isinstance(event, Call) and after.auction.is_over:
            self._auction_over()

    def _auction_over(self) -> None:
        session = self.session
        self.dialogue.tell()
        self.dialogue.tell(contract_line(session.board, self.symbols))
        if session.chair != session.seat:
            self.dialogue.prose(
                f"You change chairs with {session.chair.word} and play the hand; {session.seat.word} is dummy."
            )

    def _board_done(self) -> None:
        session = self.session
        self.dialogue.tell()
        self.dialogue.tell(result_line(session.board, self.symbols))
        sheet = session.sheet
        if sheet is not None:
            from bridgelang.play.scorecard import scorecard

            self.dialogue.tell()
            self.dialogue.tell(scorecard(sheet, symbols=self.symbols))

    def _game_over(self) -> None:
        self.dialogue.tell()
        self._score()
        self.dialogue.tell("\nThe game is over.")

    # ------------------------------------------------------------------ asking

    def _turn(self) -> None:
        need = self.session.need
        if need is Need.NEXT:
            self._board_done()
            self._loop("\nEnter for the next board, or review, undo, score, quit: ", need)
        elif need is Need.CALL:
            self._show()
            self._loop("Your call: ", need)
        elif need is Need.SETTLE:
            worth = self.session.contested_worth()
            tricks = f"{worth} trick{'s' * (worth != 1)}"
            self.dialogue.prose(f"Your claim is contested; the worst normal line takes {tricks} of those left.")
            self._loop("settle for that, or play on? ", need)
        else:
            self._show()
            play = self.session.board.play
            assert play is not None and play.turn is not None
            hand = " from dummy" if play.turn == play.dummy else ""
            self._loop(f"Your card{hand}: ", need)

    def _loop(self, prompt: str, need: Need) -> None:
        """Ask until something has changed."""
        while True:
            line = self.dialogue.ask(prompt)
            if line is None:
                raise Quit
            before = self.session.board
            number = self.session.number
            try:
                self._obey(line, need)
            except (NotationError, IllegalAction) as error:
                law = getattr(error, "law", "")
                self.dialogue.prose(f"{error}{f' ({law})' if law else ''}")
                continue
            if self.session.board is not before or self.session.number != number:
                self.keep()
                return

    def _obey(self, line: str, need: Need) -> None:
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        action = _COMMANDS.get(word)
        if action is not None:
            action(self, rest)
        elif need is Need.NEXT:
            if line and word not in ("next", "n", "yes", "y"):
                raise NotationError(f"`{line}` is no command here: press Enter for the next board, or type help")
            self.session.next_board()
        elif need is Need.SETTLE:
            self._settle(word)
        elif not line:
            raise NotationError("type help for what you can do here")
        elif need is Need.CALL:
            self._act(lambda: self.session.call(Call.parse(line)))
        else:
            self._act(lambda: self.session.play(self._card(line)))

    def _act(self, action: Callable[[], None]) -> None:
        """Do what the person said, and show it as anybody's doing."""
        before = self.session.board
        action()
        event = self.session.board.event
        assert event is not None
        self._tell_event(before, event)

    def _settle(self, word: str) -> None:
        if word in ("settle", "s"):
            self._act(self.session.settle)
        elif word in ("play", "on", "p"):
            self._act(self.session.play_on)
        else:
            raise NotationError("type settle, or play on")

    def _card(self, text: str) -> Card:
        """The card meant by a number of the list, or as players name cards (Law 46)."""
        legal = [card for card in self.session.board.legal() if isinstance(card, Card)]
        if text.isdigit():
            if not 1 <= int(text) <= len(legal):
                raise NotationError(f"there is no card number {text}: the list has {len(legal)}", text)
            return legal[int(text) - 1]
        play = self.session.board.play
        assert play is not None
        return designate(text, play)

    # ------------------------------------------------------------------ commands

    def _show(self, _: str = "") -> None:
        session, board = self.session, self.session.board
        tell = self.dialogue.tell
        tell()
        if session.need is Need.CALL:
            assert board.deal is not None
            hand = board.deal[session.seat]
            tell(board.auction.table(self.symbols))
            tell(f"\n{session.seat.word} (you)  {hand.pretty(self.symbols)}   {hand.hcp} hcp")
            return
        if board.play is None:
            tell(contract_line(board, self.symbols))
            return
        tell(table_text(board, session.visible(), session.chair, self.symbols))
        cards = [card for card in board.legal() if isinstance(card, Card)]
        if cards and session.need is Need.CARD:
            tell()
            tell(numbered(cards, self.symbols))

    def _hint(self, _: str) -> None:
        session, board = self.session, self.session.board
        if session.need is Need.CALL:
            assert board.deal is not None
            decision = session.others.decision(board.auction, board.deal)
            self.dialogue.tell(wrapped([("hint:", call_text(decision.call, self.symbols), rule_line(decision.rule))]))
        elif session.need is Need.CARD:
            assert board.play is not None
            advice = session.others.advice(board.play)
            text = f"hint: {card_text(advice.card, self.symbols)}"
            if advice.tricks:
                best = sorted(advice.tricks.items(), key=lambda pair: (-pair[1], pair[0] != advice.card, -pair[0]))
                text += " (tricks from here, on average of " + f"{advice.samples} layouts: "
                text += ", ".join(f"{card_text(card, self.symbols)} {tricks:.1f}" for card, tricks in best[:4]) + ")"
            self.dialogue.prose(text)
        else:
            raise IllegalAction("there is nothing to choose now")

    def _explain(self, rest: str) -> None:
        session, auction = self.session, self.session.board.auction
        made = session.others.meanings(auction)
        if not rest:
            self.dialogue.tell(meanings_lines(made, self.symbols) or "Nobody has called yet.")
            return
        if rest.isdecimal():
            if not 1 <= int(rest) <= len(made):
                raise NotationError(f"there is no call number {rest}: {len(made)} have been made", rest)
            chosen = [made[int(rest) - 1]]
        else:
            call = Call.parse(rest)
            chosen = [meaning for meaning in made if meaning.call == call]
            if not chosen and session.need is not Need.CALL:
                raise IllegalAction(f"nobody called {call}, and it is not your turn to call")
            chosen = chosen or [session.others.would_show(auction, call)]
        self.dialogue.tell(meanings_lines(chosen, self.symbols))
        for place in dict.fromkeys(rule.location for meaning in chosen for rule in meaning.rules[:4]):
            self.dialogue.tell(f"  from {place}")

    def _claim(self, rest: str) -> None:
        found = CLAIM.fullmatch(rest)
        assert found is not None
        tricks = int(found.group(1)) if found.group(1) else None
        self._act(lambda: self.session.claim(tricks, found.group(2)))

    def _concede(self, rest: str) -> None:
        play = self.session.board.play
        if play is None or not rest.isdigit():
            raise NotationError("write how many tricks you give up, as in concede 2")
        claim = concession(play, self.session.chair, int(rest))
        self._act(lambda: self.session.claim(claim.tricks))

    def _undo(self, _: str) -> None:
        self.session.undo()
        self.dialogue.tell("Taken back.")

    def _redo(self, _: str) -> None:
        self.session.redo()
        self.dialogue.tell("Done again.")

    def _last(self, _: str) -> None:
        play = self.session.board.play
        if play is None or not play.tricks:
            raise IllegalAction("no trick has been finished")
        trick = play.tricks[-1]
        cards = ", ".join(
            f"{seat.word} {card_text(trick.by_seat(seat), self.symbols)}"
            for seat in (trick.leader, trick.leader.lho, trick.leader.partner, trick.leader.rho)
        )
        self.dialogue.tell(f"{cards}; {trick.winner.word} won")

    def _review(self, _: str) -> None:
        session, board = self.session, self.session.board
        tell = self.dialogue.tell
        done = session.need is Need.NEXT
        assert board.deal is not None
        if done:
            tell(board.deal.diagram(self.symbols))
        else:
            tell(hands_lines(board, session.visible(), session.chair, self.symbols))
        tell()
        tell(meanings_lines(session.others.meanings(board.auction), self.symbols) or "Nobody has called yet.")
        if board.play is not None and board.play.tricks:
            tell()
            tell(tricks_table(board.play, self.symbols))
        if done:
            tell()
            tell(result_line(board, self.symbols))
            best = session.others.par(board)
            if best is not None:
                self.dialogue.prose(f"Par is NS {best.pretty(self.symbols)}")
            self._tell_slips(board)

    def _tell_slips(self, board: Board) -> None:
        if board.play is None or board.play.card is None:
            return
        found = self.session.others.slips(board.play)
        if found:
            self.dialogue.tell("Cards that cost tricks, with all hands in sight:")
            for slip in found:
                self.dialogue.tell(slip_line(*slip, self.symbols))
        elif found is not None:
            self.dialogue.tell("With all hands in sight, no card cost a trick.")

    def _score(self, _: str = "") -> None:
        session = self.session
        done = [*session.finished, session.board] if session.need is Need.NEXT else session.finished
        sheet = session.sheet
        if sheet is not None:
            from bridgelang.play.scorecard import scorecard

            self.dialogue.tell(scorecard(sheet, symbols=self.symbols))
            self.dialogue.tell(winner_line(*sheet.total))
        elif done:
            self.dialogue.tell(scores_table(done, self.symbols))
        else:
            self.dialogue.tell("No board is done yet.")

    def _help(self, _: str) -> None:
        self.dialogue.tell(HELP)

    def _quit(self, _: str) -> None:
        raise Quit


_COMMANDS: dict[str, Callable[[Table, str], None]] = {
    "help": Table._help,
    "?": Table._help,
    "hint": Table._hint,
    "explain": Table._explain,
    "claim": Table._claim,
    "concede": Table._concede,
    "undo": Table._undo,
    "redo": Table._redo,
    "show": Table._show,
    "hands": Table._show,
    "last": Table._last,
    "review": Table._review,
    "score": Table._score,
    "quit": Table._quit,
    "exit": Table._quit,
    "q": Table._quit,
}
