"""B306: a bid in a letter that is a jump in some suits and not in others (a hint).

    after (1D):
      2y: 8+ points, 5+ y                    # 2C is an overcall, and 2H and 2S are jumps

Over 1D a hand with five hearts bids 2H where 1H would do. Write `cheapest y` or `jump y`, ask for `nonjump` or
`y is below x`, or name the suits: `for y in hearts, spades`. Nothing is found where another line uses the cheaper bid,
nor of a line that blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.forms import letters_in
from bridgelang.bidding.position import Entry
from bridgelang.bidding.program import Context, Rule, pieces
from bridgelang.bidding.state import State
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.call import Jump, Nonjump, Reverse
from bridgelang.constraints.nodes import FALSE
from bridgelang.constraints.project import project
from bridgelang.core.calls import CALLS
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Letters, Survey, calls_of, left_for, letters_of, needs_call, path_of


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Lines whose letter makes a jump of one instance and none of another, in one position."""
    if survey.is_convention:
        return
    lines = [line for lines in survey.places().values() for line in lines if _mixed(line)]
    candidates = [line for line in lines if _may_jump(survey, line) and not _has_cheaper(survey, line)]
    said: set[int] = set()
    for state, found in survey.positions_with(candidates) if candidates else ():
        groups: dict[int, list[Entry]] = {}
        for entry in found:
            if entry.line.row not in said and entry.call > 2:
                groups.setdefault(entry.line.index, []).append(entry)
        for entries in groups.values():
            jumps, others = _jumps_and_others(state, entries)
            if jumps and others:
                line = entries[0].line
                said.add(line.row)
                message = f"{_list(jumps)} would be a jump here, and {_list(others)} not"
                note = f"after {calls_of(state)}: write  cheapest  or  jump , ask for  nonjump , or name the suits"
                yield survey.complain("B306", message, line, "hint", note)


def _jumps_and_others(state: State, entries: list[Entry]) -> tuple[list[int], list[int]]:
    """The bids of a line that are jumps, where no line has the cheaper bid, and those that are none."""
    if len({_is_jump(state, entry.call) for entry in entries}) < 2:
        return [], []
    left = left_for(state, entries[0])
    bids = {entry.call for entry in entries if not left.meet(project(entry.node)).is_empty}
    jumps = {bid for bid in bids if _is_jump(state, bid)}
    return sorted(jumps - {bid + 5 for bid in _bids(state)}), sorted(bids - jumps)


def _mixed(line: Rule) -> bool:
    """Whether a line bids a letter of its own at a level, on a path, and does not speak of jumps."""
    if line.never or line.reads or any(tag[0] == "preemptive" for tag in line.tags):
        return False
    if len(line.calls) != 1 or line.calls[0][0] != "bid" or line.context.kind != "call":
        return False
    letter = line.calls[0][2]
    if not isinstance(letter, str) or letter not in line.letters or letter in line.domains:
        return False
    return not any(map(_speaks_of_jumps, pieces(line.condition))) and not any(map(needs_call, line.steady))


def _may_jump(survey: Survey, line: Rule) -> bool:
    """Whether some bid of a line may be a jump where another is none, as far as its path tells."""
    if any(_binds(context, line.calls[0][2]) for context in line.context.up()):
        return False  # one bid in each position
    of_path = survey.letters_round(line)
    found: dict[tuple[int, Letters], set[bool]] = {}
    for env in survey.instances(line):
        if survey.node(line, env) is FALSE:
            continue  # such as a suit below another, with these two the wrong way round
        before, bid = survey.bids_before(line, env), survey.call(line, env)
        if not before or bid < 0:
            return True
        around = letters_of({letter: env[letter] for letter in of_path if letter in env})
        for last in before:
            if bid > last:
                found.setdefault((last, around), set()).add(_over(last, bid))
    return any(len(jumps) > 1 for jumps in found.values())


def _has_cheaper(survey: Survey, line: Rule) -> bool:
    """Whether a line of the same place bids the letter a level lower, whatever suit it is: no jump is found then."""
    return any(
        _bids_below(other, line)
        and not (other.facts or other.of_call or other.domains or other.never or other.reads)
        and all(survey.node(other, env) not in (None, FALSE) for env in survey.instances(other))
        for other in survey.beside(line)
    )


def _bids_below(other: Rule, line: Rule) -> bool:
    bid, wanted = other.calls[0], line.calls[0]
    return (
        len(other.calls) == 1
        and (bid.kind, bid.level, bid.strain) == ("bid", wanted.level - 1, wanted.strain)
        and wanted.strain in other.letters
    )


def _binds(context: Context, letter: object) -> bool:
    """Whether whoever comes to a context has a suit for a letter."""
    return context.kind == "call" and all(letter in letters_in(call) for call in context.alternatives)


def _speaks_of_jumps(word: Word) -> bool:
    return isinstance(word, Jump | Nonjump | Reverse) or any(map(_speaks_of_jumps, word.parts()))


def _is_jump(state: State, bid: int) -> bool:
    return _over(state.last_bid, bid)


def _over(last: int, bid: int) -> bool:
    """Whether a bid is a jump over the last one."""
    return bid - 5 > last and bid > 7


def _bids(state: State) -> set[int]:
    """The bids that lines on paths offer here: the fallback, which stands anywhere, has a line for every bid."""
    return {entry.call for entry in state.position().walk() if _on_path(entry.line.context)}


def _on_path(chain: Context) -> bool:
    return path_of(chain).kind in ("call", "start")


def _list(bids: list[int]) -> str:
    return " and ".join(str(CALLS[bid]) for bid in bids)
