"""Positions that are alike: where the same lines stand and all they ask of the auction has the same answers.

Which lines stand follows from the contexts, the last bid and the facts that are bits. What these lines go on to ask
(the least that partner has shown, the suits that were bid) are a few questions; positions with equal answers have the
same rules for the player to call, and share them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from bridgelang.bidding.facts import seats_of, suit_phrase
from bridgelang.bidding.headers import structure_of
from bridgelang.bidding.offers import Row, lines_of
from bridgelang.bidding.position import Position
from bridgelang.bidding.program import HAND_ATOMS, PHRASES, Line, Program, asks_vulnerability
from bridgelang.bidding.specialise import NO_LETTERS, Place, holds, measure, place_of
from bridgelang.bidding.state import State

if TYPE_CHECKING:
    from bridgelang.bidding.structure import Structure

Plain = Any
Answer = Callable[[State], Hashable]
Needs = set[Any]
"""What a line asks of the auction: words of ``_ANSWERS``, and tuples of a word and what it is about."""


class Standing:
    """The lines that stand in some positions, their bits known, and these positions by what else the lines ask."""

    __slots__ = ("_answers", "positions", "rows", "vulnerability")

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        needs: Needs = set()
        for row in rows:
            needs |= needs_of(row)
        if {"my suits", "partner's suits", "their suits"} <= needs:
            needs -= {"all suits", "our suits"}
        self.vulnerability = any(_asks_vulnerability(need) for need in needs)
        self._answers: tuple[Answer, ...] = tuple([_answer(need) for need in needs])
        self.positions: dict[Hashable, Position] = {}

    def position(self, state: State) -> Position:
        """The rules of a state where these lines stand."""
        key = tuple([answer(state) for answer in self._answers])
        found = self.positions.get(key)
        if found is None:
            found = self.positions[key] = Position(state, self.rows, True)
        else:
            found.shared += 1
        return found


def position_of(state: State) -> Position:
    """The rules of the player to call: those of a state that is like this one, when there was one."""
    under = lines_of(state).under(state)
    structure = state.program_of(state.turn).structure
    if structure is None:
        return Position(state, under.rows, False)
    if under.needed < 0:
        under.needed = 0
        for row in under.rows:
            under.needed |= _needed_bits(row.line, structure)
    bits = structure_of(state, structure) & under.needed
    standing: Standing | None = under.standing.get(bits)
    if standing is None:
        rows = [row for row in under.rows if not row.line.need & ~bits]
        standing = under.standing[bits] = Standing(rows)
    state.any_vulnerability = not (
        "vulnerability" in state.memo or under.needed & structure.vulnerability or standing.vulnerability
    )
    return standing.position(state)


def forget(program: Program) -> None:
    """Let go of the positions that no state has shared since this was last done."""
    for lines in program.lines_in.values():
        for standing in lines.standings():
            positions = standing.positions
            for key in [key for key, position in positions.items() if not position.shared]:
                del positions[key]
            for position in positions.values():
                position.shared = 0


def _needed_bits(line: Line, structure: Structure) -> int:
    """The facts of a line as bits."""
    if line.need < 0:
        line.need, line.others = structure.split(line.facts)
    return line.need


# ------------------------------------------------------------------ what lines ask


def needs_of(row: Row) -> frozenset[Any]:
    """What a line asks beyond the facts that are bits."""
    line = row.line
    found: frozenset[Any] | None = line.needs
    if found is None:
        found = line.needs = frozenset(_needs_of_line(line))
    return found if _ALL not in found else (found - {_ALL}) | {("nodes", row)}


def _asks_vulnerability(need: Any) -> bool:
    if isinstance(need, str):
        return need == "vulnerable"
    word, about = need
    if word == "nodes":
        return asks_vulnerability(about.line.moving)
    return word == "fact" and bool(about.vulnerability)


_ALL = "every part of its condition"  # of a line that asks something this module knows no question for


def _needs_of_line(line: Line) -> Needs:
    needs: Needs = {("fact", part) for part in line.others}
    for piece in line.moving:
        needs |= _needs(piece, line)
    if line.passing:
        needs.add("forced")
    if line.unsettled:
        for pattern in line.calls:
            if pattern[0] == "cue":
                needs.add("suits bid by them")
            elif pattern[0] in ("raise", "jump raise"):
                needs.add("partner's last suit")
            needs |= _of_words(pattern, line)
    return needs


def _needs(c: Plain, line: Line) -> Needs:
    """What a part of a condition asks of the auction."""
    kind = c[0]
    if kind in ("all", "any", "not", "provided"):
        return set().union(*[_needs(part, line) for part in c[1:]])
    if kind in ("combined", "combined maximum"):
        end = "most" if kind == "combined maximum" else "least"
        if c[2] is None:
            return {f"partner's {end}"} | _of_words(line.fit, line)
        if c[2][1] is None and c[2][0] != "support points":
            return {("partner's " + end, c[2])}
        return {"partner's hand"} | _of_words(c[2], line)
    if kind == "a suit of":
        return {_SUITS_OF.get(c[2]) or ("suits of", c[2])}
    if kind not in _ASKED and kind not in HAND_ATOMS:
        return {_ALL}
    asked = _ASKED.get(kind)
    needs = _of_words(c[1:], line)
    return needs if asked is None else needs | {asked}


_ASKED: dict[str, str | None] = {
    "fit": "partner's lengths",
    "within the law": "partner's lengths",
    "top of my range": "my strength",
    "bottom of my range": "my strength",
    "otherwise": None,
    "jump": None,
    "nonjump": None,
    "below game": None,
    "reverse": "for a reverse",
    "contract": None,
    "bid limit": None,
    "game reached": None,
    "slam reached": None,
    "agreed": "agreed",
    "unbid": "all suits",
    "fourth suit": "our suits",
    "their suits": "their suits",
    "the suit is": None,
    "vulnerable": "vulnerable",
    "favourable": "vulnerable",
    "unfavourable": "vulnerable",
}

_SUITS_OF = {"me": "my suits", "partner": "partner's suits", "they": "their suits", "we": "our suits"}


def _of_words(node: Plain, line: Line) -> Needs:
    """What ``their suit``, ``every unbid suit`` or support points for a suit not named ask of the auction."""
    if isinstance(node, str):
        return {("suit", node)} if node in PHRASES else set()
    if not isinstance(node, tuple):
        return set()
    if len(node) == 2 and node[0] == "support points" and node[1] is None:
        needs: Needs = {"agreed", "their suits", "partner's last suit"} | _of_words(line.fit, line)
        for _, suit, _ in line.tags:
            needs |= _of_words(suit, line)
        return needs
    if len(node) == 5 and node[0] in ("every", "some"):
        _, _, which, _, whose = node
        needs = {_SUITS_OF[whose]} if whose else set()
        if which.endswith("unbid"):
            needs.add("all suits")
        return needs | _of_words(line.fit, line) if which == "side" else needs
    return set().union(*[_of_words(part, line) for part in node])


# ------------------------------------------------------------------ the answers


def _ours(state: State) -> int:
    return state.suit_mask(state.turn) | state.suit_mask(state.turn ^ 2)


def _theirs(state: State) -> int:
    return state.suit_mask(state.turn ^ 1) | state.suit_mask(state.turn ^ 3)


def _least(state: State) -> Hashable:
    strength = state.strength(state.turn ^ 2)
    return strength.low, strength.quantity.scale


def _most(state: State) -> Hashable:
    strength = state.strength(state.turn ^ 2)
    return strength.high, strength.quantity.scale


def _my_strength(state: State) -> Hashable:
    strength = state.strength(state.turn)
    return strength.low, strength.high, strength.quantity


_ANSWERS: dict[str, Answer] = {
    "forced": lambda state: state.forced(),
    "agreed": lambda state: state.agreed(state.turn & 1),
    "my suits": lambda state: state.suit_mask(state.turn),
    "partner's suits": lambda state: state.suit_mask(state.turn ^ 2),
    "our suits": _ours,
    "their suits": _theirs,
    "all suits": lambda state: _ours(state) | _theirs(state),
    "suits bid by them": lambda state: state.bid_by(1 - (state.turn & 1)),
    "partner's last suit": lambda state: state.suits(state.turn ^ 2)[-1:],
    "for a reverse": lambda state: (state.suits(state.turn), state.suit_mask(state.turn ^ 2)),
    "partner's lengths": lambda state: state.holding(state.turn ^ 2).least_lengths,
    "partner's hand": lambda state: state.holding(state.turn ^ 2),
    "partner's least": _least,
    "partner's most": _most,
    "my strength": _my_strength,
    "vulnerable": lambda state: (state.sides.vulnerable, state.turn & 1),
}


def _answer(need: Any) -> Answer:
    """The question behind a need, as a function of a state."""
    if isinstance(need, str):
        return _ANSWERS[need]
    word, about = need
    if word == "fact":
        return lambda state: holds(about, state)
    if word == "nodes":
        return _nodes(about)
    if word == "suit":
        return lambda state: suit_phrase(about, place_of(state))
    if word == "suits of":
        return lambda state: tuple([state.suits(seat) for seat in seats_of(about, place_of(state))])
    end = 1 if word == "partner's most" else 0
    return _bound(about, end)


def _bound(said: Plain, end: int) -> Answer:
    def answer(state: State) -> Hashable:
        place = place_of(state)
        mine = measure(said, place)
        return None if mine is None else state.holding(place.partner).range(mine)[end]

    return answer


def _nodes(row: Row) -> Answer:
    """All that a line asks here, for one that asks things not listed above."""
    line = row.line

    def answer(state: State) -> Hashable:
        place = Place(state, NO_LETTERS, state.program_of(state.turn), line)
        found = []
        for offer in row.offered(state):
            place.env = offer.env
            place.at(offer.asked)
            found += [move(place) for move in line.movers]
        return tuple(found)

    return answer
