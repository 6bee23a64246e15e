"""B303: a closing `pass` that takes a hand the system opens with a forcing bid (a hint).

    opening:
      2C: 22+ hcp                            [forcing]
    after 1H (2C):
      2H: 6-9 points, 3+ hearts
      pass                                   # and with 22 points?
    use natural

A bare `pass` at the end of a block takes every hand that is left, so that what stands below the block, a fallback
most of all, never sees the position. Where passing is the agreement that is right. It was hardly meant for a hand that
would have opened with a forcing bid, opposite a partner who has bid: the message shows such a hand. Only a player's
first turn is judged, over a bid of theirs (a doubled contract may be where we want to play), and not with five cards in
a suit of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bridgelang.bidding.forms import CallExpr
from bridgelang.bidding.position import Entry
from bridgelang.bidding.program import Context, pieces
from bridgelang.bidding.state import State
from bridgelang.bidding.words.earlier import LastCallTagged
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.project import project
from bridgelang.core.calls import CALLS
from bridgelang.core.hands import Hand
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Survey, calls_of, hands, left_for, path_of

BOARDS = 1_500
FORCING = ("forcing", "game forcing")


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Bare passes that close a block after a bid of theirs, in a file that goes on to a fallback."""
    fallback = _fallback(survey)
    closing = [
        line
        for line in survey.bare("pass")
        if line.file == survey.file
        if not (line.never or line.reads or line.tags or line.note) and line.index < fallback
        if _may_be_first_over_a_bid(line.context)
    ]
    if survey.is_convention or not closing:
        return
    said: set[int] = set()
    for state, entries in survey.positions_with(closing, _first_turn_over_a_bid, deepest=3):
        line = entries[0].line
        if line.row in said or not _may_be_strong(survey, left_for(state, entries[0])):
            continue
        if "strong" not in survey.memo:
            survey.memo["strong"] = list(_strong(survey))
        theirs = state.shown_suits(1 - (state.turn & 1))
        for hand, opening in survey.memo["strong"]:
            if any(hand.lengths[suit] > 4 for suit in theirs):
                continue  # passing with length in their suit may well be meant
            chosen = state.position().choose(hand)
            if chosen is not None and chosen.line is line:
                said.add(line.row)
                message = f"this pass takes a hand that opens {CALLS[opening.call]}, a forcing bid"
                notes = (
                    f"with {hand} after {calls_of(state)}: nothing below this line sees it",
                    'leave the pass out, or say that it is meant: pass "…"',
                )
                yield survey.complain("B303", message, line, "hint", *notes)
                break


def _may_be_first_over_a_bid(context: Context) -> bool:
    """Whether a player may have his first turn in a context, over a bid of theirs after one of ours."""
    for around in context.up():
        if any(isinstance(word, LastCallTagged) and word.values[0] == "me" for word in pieces(around.condition)):
            return False  # he has called
    path = path_of(context)
    if path.kind != "call":
        return path.kind == "root"  # what stands in no path may stand anywhere; at the start nobody has bid
    ours = [call for around in path.up() if around.kind == "call" and not around.theirs for call in around.alternatives]
    return path.theirs and not _are(path.alternatives, "pass double redouble") and not _are(ours, "pass")


def _are(calls: Iterable[CallExpr], kinds: str) -> bool:
    """Whether calls are of some kinds alone."""
    return all(call.kind in kinds.split() for call in calls)


def _first_turn_over_a_bid(state: State) -> bool:
    """Whether a player has his first turn, partner having bid and the last call being a bid of theirs."""
    return state.call > 2 and not state.made_by(state.turn) and state.has_bid((state.turn + 2) & 3)


def _fallback(survey: Survey) -> int:
    """The first line of what the file uses last, without letters."""
    from bridgelang.compile.files import SUFFIX

    tree = survey.trees.get(survey.file)
    used = [s.name for s in tree.body if isinstance(s, ast.Use) and not s.letters] if tree is not None else []
    if not used:
        return -1
    return survey.last_of(used[-1] + SUFFIX)


def _may_be_strong(survey: Survey, held: Holding) -> bool:
    """Whether a hand of these may be one that opens with a forcing bid; most blocks have taken all such hands."""
    return any(not held.meet(project(entry.node)).is_empty for entry in _forcing_openings(survey))


def _forcing_openings(survey: Survey) -> list[Entry]:
    """What the dealer's forcing bids are made with."""
    if "forcing openings" not in survey.memo:
        entries = survey.root().position().walk()
        survey.memo["forcing openings"] = [entry for entry in entries if entry.call > 2 and _is_forcing(entry)]
    found: list[Entry] = survey.memo["forcing openings"]
    return found


def _is_forcing(entry: Entry) -> bool:
    return any(tag[0] in FORCING for tag in entry.line.tags)


def _strong(survey: Survey) -> Iterator[tuple[Hand, Entry]]:
    """Dealt hands that the dealer opens with a forcing bid, each with the rule."""
    position, nodes = survey.root().position(), [entry.node for entry in _forcing_openings(survey)]
    for hand in hands(BOARDS) if nodes else ():
        if any(node.accepts(hand) for node in nodes):
            entry = position.choose(hand)
            if entry is not None and entry.call > 2 and _is_forcing(entry):
                yield hand, entry
