"""What-ifs on a stretch of boards: each decision of a system replaced by what else it might have been, and scored.

A chunk is plain JSON: ``start``, ``count``, ``names`` (the system, then the opponents), ``rules`` (``[location,
text]``, number 0 for a pass by default), ``features`` (names of bounds), ``panel`` (its members), ``uses`` (with a
panel ``[rule, phase, call, count]`` for all calls looked at), ``moves`` (with a panel ``[kind, rule, bound, by, half,
votes, count]``: what it says of moved numbers that do not make the call tried), ``faults``, ``messages``, and
``decisions``:

    [place, number, member, table, depth, seat, rule, call, phase, auction, bounds, [what-if, …]]

with ``auction`` the calls before, ``bounds`` what the line that decided asks of the hand, and a what-if

    [call, sort, rule, far, simple, bounds, gain, doubled, table, outcome, [edit, …], votes, [move, …]]

``rule`` the line that offers the call (-1 for none), ``far`` by how much the hand misses it, ``simple`` the values of
:data:`~bridgelang.advice.features.SIMPLE`, ``bounds`` of the offering line ``[name, spare, bound, name, …]``, ``gain``
the IMPs of the caller's side over what really happened, ``doubled`` the same with the caller's own contracts doubled
where they are down two or more, ``table`` the same by the average scores at a table, where nobody sees all cards (see
:mod:`bridgelang.match.table_tricks`), ``outcome`` the auction from there and its contract; an edit is ``[kind, rule,
bounds]`` (see :class:`~bridgelang.advice.alternatives.Edit`); ``votes`` are those of the panel for the call, and for
the one that was made; a move is ``[kind, rule, bound, by]`` (see :class:`~bridgelang.advice.moves.Move`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from bridgelang.advice.alternatives import Alternative, Edit, Sensible
from bridgelang.advice.evidence import half_of
from bridgelang.advice.features import Feature, line_features, simple_features
from bridgelang.advice.moves import WIDEN, Move
from bridgelang.advice.opposition import Opponent, loaded_system
from bridgelang.advice.panel import Panel
from bridgelang.advice.paths import Path
from bridgelang.advice.rolling import Rolled, Seats, Setting, next_state
from bridgelang.bidding.program import Rule
from bridgelang.bidding.state import State
from bridgelang.core.calls import CALLS
from bridgelang.core.contracts import Contract
from bridgelang.core.hands import Hand
from bridgelang.core.lasting import lasting
from bridgelang.core.scoring import imps, score
from bridgelang.core.seats import Vulnerability
from bridgelang.match.attribution import phase_of
from bridgelang.match.boards import BoardSource, source_from_spec
from bridgelang.match.ddcache import DoubleDummyCache
from bridgelang.match.entries import Entry
from bridgelang.match.outside import Outside
from bridgelang.match.table_tricks import TableTricks
from bridgelang.match.tricks import DoubleDummyTricks, TrickCounter, Wanted

__all__ = ["Focus", "WhatIfPlayer", "player_of"]


@attrs.frozen
class Focus:
    """Which decisions are looked at: all, or those of a line (``sayc.bid:96``), after a path, in contested auctions."""

    rule: str = ""
    on: str = ""
    contested: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, the arguments by name."""
        return attrs.asdict(self)


@attrs.define
class _Decision:
    """A decision met, with what else might be called and how that went; ``real`` goes on from what was called."""

    seats: Seats
    state: State
    member: int
    table: int
    place: int
    rule: Rule | None
    call: int
    alternatives: list[Alternative]
    bounds: list[Feature]
    real: Rolled
    rolled: list[Rolled] = attrs.field(factory=list)


class WhatIfPlayer:
    """A system and a pool of opponents: what-ifs on any stretch of boards."""

    def __init__(
        self,
        system: Entry,
        against: Sequence[Entry],
        source: BoardSource,
        tricks: TrickCounter,
        focus: Focus,
        outside: Outside | None = None,
        warn: Callable[[str], None] | None = None,
        panel: Sequence[Entry] = (),
    ) -> None:
        self.system = loaded_system(system)
        self.source = source
        self._tricks = tricks
        self._focus = focus
        self._path = Path(focus.on) if focus.on else None
        self._sensible = Sensible()
        loaded = {system: self.system}
        members = [loaded_system(entry) for entry in panel]
        self._panel = Panel(members, self._sensible, self.system) if members else None
        self._pool = [Opponent(entry, self.system, loaded, outside, warn) for entry in against]

    def play(self, start: int, count: int, messages: list[str] | None = None) -> dict[str, Any]:
        """The what-ifs of the boards at places ``start`` to ``start + count - 1``."""
        boards = self.source.take(start, count)
        book = _Book(start)
        rows: list[list[Any]] = []
        with lasting():
            for member, opponent in enumerate(self._pool):
                for table in (0,) if opponent.system is self.system else (0, 1):
                    setting = Setting(self.system, opponent, table)
                    seats = [Seats(board) for board in boards]
                    decisions = self._decisions(setting, seats, member, table, book)
                    self._roll(setting, decisions)
                    rows += self._rows(decisions, book, start)
        notes = list(messages or ())
        if messages:
            messages.clear()
        return {
            "start": start,
            "count": len(boards),
            "names": [self.system.name, *[opponent.name for opponent in self._pool]],
            "rules": book.rules,
            "uses": [[*use, count] for use, count in book.uses.items()],
            "moves": [[*move, *said] for move, said in book.moves.items()],
            "features": list(book.features),
            "panel": [] if self._panel is None else self._panel.names,
            "decisions": rows,
            "faults": [opponent.faults() for opponent in self._pool],
            "messages": notes,
        }

    def close(self) -> None:
        """End outside programs, and close the trick counter."""
        for opponent in self._pool:
            opponent.close()
        self._tricks.close()

    # ------------------------------------------------------------------ bidding

    def _decisions(
        self, setting: Setting, seats: Sequence[Seats], member: int, table: int, book: _Book
    ) -> list[_Decision]:
        """The auctions as they go, with a stop at every decision that is looked at.

        Where a panel calls otherwise the auction goes on with the panel's call, so that what it would not have called
        does not hide, nor make strange, what comes after.
        """
        decisions: list[_Decision] = []
        going = [(place, Rolled(one, setting.root(one))) for place, one in enumerate(seats)]
        met: dict[int, list[_Decision]] = {}
        while going:
            waiting = []
            for place, rolled in going:
                if setting.is_theirs(rolled.seats, rolled.state):
                    waiting.append(rolled)
                    continue
                if setting.is_looked_at(rolled.seats, rolled.state):
                    decision = self._decision(rolled, member, table, place, book)
                    if decision is not None:
                        met.setdefault(place, []).append(decision)
                        if self._panel is not None:
                            rolled.state = rolled.state.then(decision.alternatives[0].call)
                            continue
                rolled.state = next_state(rolled.state, rolled.seats.held)
            setting.ask(waiting)
            going = [(place, rolled) for place, rolled in going if not rolled.state.is_over]
        for place in range(len(seats)):
            decisions += met.get(place, ())
        return decisions

    def _decision(self, rolled: Rolled, member: int, table: int, place: int, book: _Book) -> _Decision | None:
        """The decision of the player to call, when it is one that is looked at and there is something else to do."""
        state, held = rolled.state, rolled.seats.held[rolled.state.turn]
        hand, position = held[0], state.position()
        offer = position.chosen_for(*held)
        rule, call = (None, 0) if offer is None else (offer.line, offer.call)
        if not self._is_looked_at(state, rule):
            return None
        if self._panel is None:
            alternatives = self._sensible.alternatives(state, position, hand, call, rule)
        else:
            book.use(rule, phase_of([str(CALLS[one]) for one in state.calls()]), call)
            alternatives, moved = self._panel.opinion(state, rolled.seats, position, call, rule)
            for move, votes in moved:
                book.moved(move, place, votes)
        if not alternatives:
            return None
        node = None if offer is None else position.node_of(offer)
        bounds = [] if node is None else line_features(state, hand, call, node)
        real = rolled if self._panel is None else Rolled(rolled.seats, state.then(call))
        return _Decision(rolled.seats, state, member, table, place, rule, call, alternatives, bounds, real)

    def _is_looked_at(self, state: State, rule: Rule | None) -> bool:
        focus = self._focus
        if focus.rule and (rule is None or rule.location != focus.rule):
            return False
        if focus.contested and not (state.point.acted & (0b1010 if state.turn & 1 == 0 else 0b0101)):
            return False
        return self._path is None or self._path.begins(state.calls())

    def _roll(self, setting: Setting, decisions: Iterable[_Decision]) -> None:
        """Make every alternative call, and let all four hands finish; and what was called, where the table left it."""
        rolled: list[Rolled] = []
        for decision in decisions:
            decision.rolled = [Rolled(decision.seats, decision.state.then(one.call)) for one in decision.alternatives]
            rolled += decision.rolled
            if not decision.real.state.is_over:
                rolled.append(decision.real)
        setting.finish(rolled)

    # ------------------------------------------------------------------ scoring

    def _rows(self, decisions: Sequence[_Decision], book: _Book, start: int) -> list[list[Any]]:
        results = self._results(decisions)
        rows = []
        for decision in decisions:
            state, seats = decision.state, decision.seats
            hand = seats.held[state.turn][0]
            side = (seats.board.dealer + state.turn) & 1
            real = results[id(decision.real)]
            tried = []
            for one, rolled in zip(decision.alternatives, decision.rolled, strict=True):
                outcome = results[id(rolled)]
                bounds = line_features(state, hand, one.call, one.node) if one.rule is not None else []
                tried.append(
                    [
                        str(CALLS[one.call]),
                        one.sort,
                        -1 if one.rule is None else book.number(one.rule),
                        one.far,
                        simple_features(state, hand, one.call),
                        book.packed(bounds),
                        imps(outcome.points(side) - real.points(side)),
                        imps(outcome.doubled(side) - real.doubled(side)),
                        imps(round(outcome.at_table(side) - real.at_table(side))),
                        outcome.text(rolled, state.depth + 1),
                        [book.edit(state, hand, one.call, edit) for edit in one.edits],
                        list(one.votes),
                        [book.move(move) for move in one.moves],
                    ]
                )
            calls = [str(CALLS[call]) for call in state.calls()]
            rule = 0 if decision.rule is None else book.number(decision.rule)
            seat = (seats.board.dealer + state.turn) & 3
            head = [start + decision.place, seats.board.number, decision.member, decision.table, state.depth, seat]
            said = [rule, str(CALLS[decision.call]), phase_of(calls), " ".join(calls), book.packed(decision.bounds)]
            rows.append([*head, *said, tried])
        return rows

    def _results(self, decisions: Sequence[_Decision]) -> dict[int, _Outcome]:
        """What came of each auction, the tricks of all of them counted at once."""
        ended: dict[int, Rolled] = {}
        for decision in decisions:
            for rolled in (decision.real, *decision.rolled):
                ended[id(rolled)] = rolled
        contracts = {key: rolled.contract() for key, rolled in ended.items()}
        wanted: dict[tuple[int, int, int], Wanted] = {}
        for key, contract in contracts.items():
            board = ended[key].seats.board
            if contract is not None:
                wanted.setdefault((board.number, contract.declarer, contract.strain), Wanted(board, contract))
        tricks = dict(zip(wanted, self._tricks.count(list(wanted.values())), strict=True))
        return {
            key: _Outcome(
                contract,
                0 if contract is None else tricks[ended[key].seats.board.number, contract.declarer, contract.strain],
                ended[key].seats.board.vulnerability,
            )
            for key, contract in contracts.items()
        }


class _Outcome:
    """A contract and declarer's tricks, or a deal passed out."""

    __slots__ = ("_average", "_points", "_punished", "contract", "tricks")

    def __init__(self, contract: Contract | None, tricks: int, vulnerability: Vulnerability) -> None:
        self.contract = contract
        self.tricks = tricks
        self._points = self._punished = 0
        self._average = 0.0
        if contract is not None:
            of = contract.declarer.side
            args = contract.level, contract.strain
            self._points = score(*args, contract.doubled, vulnerability.of(of), tricks)
            self._average = TableTricks.shipped().average(contract, tricks, vulnerability.of(of))
            self._punished = self._points
            if not contract.doubled and tricks < contract.tricks_needed - 1:
                self._punished = score(*args, 1, vulnerability.of(of), tricks)

    def points(self, side: int) -> int:
        """The score from the view of a side, 0 for North-South."""
        return self._points if self._is_of(side) else -self._points

    def doubled(self, side: int) -> int:
        """The same, the side's own contract counted as doubled where it is down two or more."""
        return self._punished if self._is_of(side) else self.points(side)

    def at_table(self, side: int) -> float:
        """The average score where players see what players see."""
        return self._average if self._is_of(side) else -self._average

    def _is_of(self, side: int) -> bool:
        return self.contract is not None and self.contract.declarer & 1 == side

    def text(self, rolled: Rolled, depth: int) -> str:
        """The calls from there, and the contract with its result: ``P P P = 4H by S +1``."""
        calls = " ".join([str(CALLS[call]) for call in rolled.state.calls()[depth:]])
        if self.contract is None:
            return f"{calls} = passed out"
        over = self.tricks - self.contract.tricks_needed
        return f"{calls} = {self.contract} {over:+d}" if over else f"{calls} = {self.contract} ="


class _Book:
    """The rules and the names of features of a chunk, numbered in the order met, and how often each rule was used."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.rules: list[list[str]] = [["", ""]]
        self.uses: Counter[tuple[int, str, str]] = Counter()
        self.moves: dict[tuple[str, int, int, float, int], list[int]] = {}
        self._numbers: dict[Rule, int] = {}
        self.features: dict[str, int] = {}

    def number(self, rule: Rule) -> int:
        """The number of a rule."""
        found = self._numbers.get(rule)
        if found is None:
            found = self._numbers[rule] = len(self.rules)
            self.rules.append([rule.location, rule.text])
        return found

    def use(self, rule: Rule | None, phase: str, call: int) -> None:
        """Count that a rule decided a call."""
        self.uses[0 if rule is None else self.number(rule), phase, str(CALLS[call])] += 1

    def move(self, move: Move) -> tuple[str, int, int, float]:
        """A moved number."""
        bound = self.features.setdefault(move.bound, len(self.features))
        return move.kind, self.number(move.rule), bound, move.by

    def moved(self, move: Move, place: int, votes: int) -> None:
        """Count what the panel says of a moved number."""
        said = self.moves.setdefault((*self.move(move), half_of(self.start + place)), [0, 0])
        said[0] += votes
        said[1] += 1

    def edit(self, state: State, hand: Hand, call: int, edit: Edit) -> list[Any]:
        """An edit with what its line asks of the hand."""
        bounds = line_features(state, hand, call, edit.node) if edit.kind == WIDEN else []
        return [edit.kind, 0 if edit.rule is None else self.number(edit.rule), self.packed(bounds)]

    def packed(self, features: Iterable[Feature]) -> list[float]:
        """Features in a row of numbers: name, spare, bound, name, …"""
        out: list[float] = []
        for name, spare, bound in features:
            out += (self.features.setdefault(name, len(self.features)), spare, bound)
        return out


def player_of(task: dict[str, Any], notes: list[str]) -> WhatIfPlayer:
    """The player that a worker process is told of."""
    system, *against = [Entry.from_json(one) for one in task["entries"]]
    panel = [Entry.from_json(one) for one in task["panel"]]
    cache = DoubleDummyCache.as_told(task["cache"], notes.append)
    outside = Outside.from_json(task["outside"])
    source, focus = source_from_spec(task["boards"]), Focus(**task["focus"])
    return WhatIfPlayer(system, against, source, DoubleDummyTricks(cache), focus, outside, notes.append, panel)
