"""B316: an artificial call that a line of another block makes naturally (a hint).

    after 1H:
      1NT: 5+ spades                         [artificial, forcing]
    use natural                              # whose 1NT shows 6-10 and no suit

Partner reads both in it. A hand that the lines of a block leave goes on to those below it, and what stands above the
block came first. Lines of one block are left alone, as their author sees both. The message shows a hand, found among
dealt ones: no message is no proof. Conventions that do not ship are judged too, at the line that uses them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bridgelang.bidding.position import Entry
from bridgelang.bidding.program import Rule
from bridgelang.bidding.reading import ARTIFICIAL, NATURAL_LENGTH
from bridgelang.bidding.state import State
from bridgelang.compile.files import convention_names
from bridgelang.constraints.project import project
from bridgelang.core.calls import CALLS
from bridgelang.core.hands import Hand
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.walk import nodes
from bridgelang.lint import survey as surveys
from bridgelang.lint.settings import file_of
from bridgelang.lint.survey import Survey, calls_of, would_call

BOARDS = 60
_SAID = frozenset(["artificial", "transfer", "relay", "puppet"])


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Artificial calls of the file, and of conventions of its author's, that a hand also makes by another line."""
    if survey.is_convention or survey.file != next(iter(survey.trees), survey.file):
        return  # a convention is judged as a system uses it, at the line that uses it
    places = _uses(survey)
    candidates = [line for line in survey.lines if line.file in places and _is_one_of(line, _SAID)]
    hands: list[Hand] = []
    said: set[tuple[str, int]] = set()
    for state, found in survey.positions_with(candidates) if candidates else ():
        for entry in found:
            line = entry.line
            if (line.file, line.row) in said or entry.call < 3:
                continue
            others = _natural(survey, state, entry)
            hands = hands or list(surveys.hands(BOARDS))
            made = _made_by(state, entry.call, others, hands) if others else None
            if made is not None:
                hand, other = made
                said.add((line.file, line.row))
                use = places[line.file]
                call = "this artificial call" if use is None else f"{CALLS[entry.call]}, artificial by {line.location},"
                message = f"{call} is also made by {other.location}, where it is not artificial"
                notes = (
                    f"with {hand} after {calls_of(state)}",
                    "give such hands a call of their own beside it, or take this one off them with  never",
                )
                span = survey.span(line.file, line.row) if use is None else use.span
                yield Diagnostic("B316", message, survey.file, span, "hint", notes=notes)


def _uses(survey: Survey) -> dict[str, ast.Use | None]:
    """The files judged, each with the line that uses it: the system's own, and those beside it that do not ship."""
    places: dict[str, ast.Use | None] = {}
    if survey.file in survey.trees:
        used = {one.name: one for one in nodes(survey.trees[survey.file].body) if isinstance(one, ast.Use)}
        shipped = set(convention_names())
        for name, use in used.items():
            file = file_of(name, survey.trees)
            if file and name not in shipped:
                places[file] = use
    return {**places, survey.file: None}


def _is_one_of(line: Rule, names: Iterable[str]) -> bool:
    return not (line.never or line.reads) and any(tag[0] in names for tag in line.tags)


def _natural(survey: Survey, state: State, entry: Entry) -> set[int]:
    """The rules of other contexts that may make an entry's call here and call it natural, by number."""
    made = state.then(entry.call).made().entries
    suit, holding = (entry.call - 3) % 5, state.holding(state.turn)
    if suit < 4 and holding.meet(project(entry.node)).has_length(suit, NATURAL_LENGTH):
        return set()  # it shows the suit it bids, whatever it is called
    lines = [survey.program.rule(other.line.index) for other in made]
    return {line.index for line in lines if line.context is not entry.line.context and not _is_one_of(line, ARTIFICIAL)}


def _made_by(state: State, call: int, others: set[int], hands: list[Hand]) -> tuple[Hand, Rule] | None:
    """A hand that makes a call by one of some rules, and the rule."""
    holding, position = state.holding(state.turn), state.position()
    for hand in hands:
        chosen = position.choose(hand) if holding.contains(hand) else None
        if chosen is not None and chosen.call == call and chosen.line.index in others and would_call(state, hand):
            return hand, chosen.line
    return None
