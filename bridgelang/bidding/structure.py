"""The facts of an auction that have no letters, all at once: one bit for each that a program asks.

Facts like ``rho doubled``, ``the contract is ours`` or ``partner's last call is takeout``: a system asks some dozens of
them in every position; here they become one generated function of a state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from bridgelang.bidding.facts import OFFSETS, WIDER
from bridgelang.bidding.program import Chain, Part, Program
from bridgelang.bidding.specialise import place_of
from bridgelang.bidding.state import State, is_game

if TYPE_CHECKING:
    from bridgelang.bidding.reading import Reading

Plain = Any

_LAST = {"me": "mine", "lho": "lho", "partner": "partner", "rho": "rho"}


class Structure:
    """The facts without letters of a program: ``bit_of`` a part's key, ``of`` a state all bits.

    ``vulnerability`` are the bits of facts that ask who is vulnerable.
    """

    __slots__ = ("bit_of", "of", "vulnerability")

    def __init__(self, program: Program) -> None:
        self.bit_of: dict[int, int] = {}
        self.vulnerability = 0
        tests: list[Any] = []
        groups: dict[str, list[str]] = {}
        for part, of_header in _parts(program):
            if part.key in self.bit_of:
                continue
            test = expression(part.condition)
            if test is None and of_header:
                tests.append(part.ask)
                test = f"TESTS[{len(tests) - 1}](place)"
            if test is not None:
                bit = self.bit_of[part.key] = 1 << len(self.bit_of)
                if part.vulnerability:
                    self.vulnerability |= bit
                groups.setdefault(_group_of(test), []).append(f"    if {test}: found |= {bit}")
        self.of: Callable[[State], int] = _generated(groups, tests)

    def split(self, facts: Iterable[Part]) -> tuple[int, tuple[Part, ...]]:
        """The bits that facts need, and the facts that have none."""
        need, others = 0, []
        for part in facts:
            bit = self.bit_of.get(part.key)
            if bit is None:
                others.append(part)
            else:
                need |= bit
        return need, tuple(others)


_TAG_SETS = tuple(f"{kind}{offset}" for kind in ("sure", "maybe") for offset in range(4))
_OF_LAW = frozenset(["last", "ours", "theirs", "doubled", "level", "strain", "bidder", "GAME"])
_WORDS = re.compile(r"(?<!')\b[A-Za-z_]\w*\b(?!')")


def _group_of(test: str) -> str:
    """What a test looks at, where that is one thing that takes few values: the last bid (``law``) or some tags."""
    words = set(_WORDS.findall(re.sub(r"'[^']*'", "", test))) - {"and", "or", "not", "in", "True", "False"}
    if words and words <= _OF_LAW:
        return "law"
    for name in _TAG_SETS:
        if words == {name}:
            return name
    return ""


def _generated(groups: dict[str, list[str]], tests: list[Any]) -> Callable[[State], int]:
    """The function of a state; bits that only the last bid or a set of tags decides are looked up."""
    body = [line for lines in groups.values() for line in lines]
    source = [_HEAD]
    names: dict[str, Any] = {"GAME": [is_game(call) for call in range(38)], "TESTS": tests}
    names |= {"sure": _sure, "maybe": _maybe, "place_of": place_of}
    for name in _TAG_SETS:
        used = [line for line in body if name in line]
        if used:
            names[f"USED_{name.upper()}"] = frozenset(re.findall(rf"'([a-z ]+)' in {name}", "\n".join(used)))
            source.append(f"    {name} = {name[:-1]}(state, {name[-1]}, USED_{name.upper()})")
    source.append("    found = 0")
    functions = []
    for group, lines in groups.items():
        if not group:
            source += lines
            continue
        names[f"OF_{group.upper()}"] = {}
        given = "last, bidder, ours, theirs, doubled" if group == "law" else group
        key = "last * 8 + doubled * 2 + ours if bidder >= 0 else -1" if group == "law" else group
        functions += [f"def of_{group}({given}):", *(_LAW if group == "law" else ()), "    found = 0"]
        functions += [*lines, "    return found"]
        source += [
            f"    key = {key}",
            f"    bits = OF_{group.upper()}.get(key)",
            "    if bits is None:",
            f"        bits = OF_{group.upper()}[key] = of_{group}({given})",
            "    found |= bits",
        ]
    exec(compile("\n".join([*functions, *source, "    return found", ""]), "<structure>", "exec"), names)
    made: Callable[[State], int] = names["structure"]
    return made


_LAW = ("    level = (last + 2) // 5", "    strain = (last - 3) % 5 if last else -1")
_NONE: frozenset[str] = frozenset()


def _sure(state: State, offset: int, used: frozenset[str]) -> frozenset[str]:
    """The names of the tags of a player's last call, when it can carry one of those that are asked for."""
    reading = _last_reading(state, offset, used)
    return _NONE if reading is None else reading.names


def _maybe(state: State, offset: int, used: frozenset[str]) -> frozenset[str]:
    """Likewise the tags that some line it may come from carries."""
    reading = _last_reading(state, offset, used)
    return _NONE if reading is None else frozenset([name for name, _ in reading.any_tags])


def _last_reading(state: State, offset: int, used: frozenset[str]) -> Reading | None:
    after = state.last_call_of((state.turn + offset) & 3)
    if after is None:
        return None
    before = after.parent
    assert before is not None
    return None if used.isdisjoint(before.program_of(before.turn).tags_of_call(after.call)) else after.made()


_HEAD = """\
def structure(state):
    turn = state.turn
    last = state.last_bid
    bidder = state.last_bidder
    ours = bidder >= 0 and not (bidder ^ turn) & 1
    theirs = bidder >= 0 and (bidder ^ turn) & 1
    doubled = state.doubled
    level = (last + 2) // 5
    strain = (last - 3) % 5 if last else -1
    rho = partner = lho = mine = -1
    before = state
    depth = state.depth
    if depth:
        rho = before.call
        if depth > 1:
            before = before.parent
            partner = before.call
            if depth > 2:
                before = before.parent
                lho = before.call
                if depth > 3:
                    mine = before.parent.call
    first = state.first_bid
    opener = (first - turn) & 3 if first >= 0 else -1
    opening = state.opening
    acted = (state.acted | state.acted << 4) >> turn
    bidders = (state.bidders | state.bidders << 4) >> turn
    bids = state.last_bids
    vulnerable = state.sides.vulnerable
    we = vulnerable[turn & 1]
    they = vulnerable[1 - (turn & 1)]
    place = place_of(state)
    force = state.force_level(turn & 1)
    agreed = state.agreed(turn & 1)"""


def _parts(program: Program) -> Iterable[tuple[Part, bool]]:
    """The facts of headers, then those of the lines below them."""
    for chain in program.chains:
        if chain.kind == "when":
            yield from ((part, True) for part in chain.parts if part.key)
    for number, row in enumerate(program.line_rows):
        if _is_described(program.chains[row[0]]):
            yield from ((part, False) for part in program.line(number).facts)


def _is_described(chain: Chain | None) -> bool:
    while chain is not None:
        if chain.kind == "when":
            return True
        chain = chain.parent
    return False


def expression(c: Plain) -> str | None:
    """A fact as an expression over the names of ``_HEAD``; None for one that has letters, or no such form."""
    kind = c[0]
    if kind in ("all", "any", "not"):
        inner = [expression(part) for part in c[1:]]
        if any(part is None for part in inner):
            return None
        if kind == "not":
            return f"not ({inner[0]})"
        joined = f" {'and' if kind == 'all' else 'or'} ".join(f"({part})" for part in inner)
        return joined or str(kind == "all")
    made = _EXPRESSIONS.get(kind)
    return None if made is None else made(c)


def _opened(c: Plain) -> str | None:
    whose = f"opener in {OFFSETS[c[1]]}"
    if c[2] is None:
        return whose
    fits = _fits(c[2], "opening")
    return None if fits is None else f"{whose} and {fits}"


def _fits(pattern: Plain, call: str) -> str | None:
    """Whether a call is the bid that a pattern names."""
    strain = 4 if pattern[-1] == "NT" else pattern[-1]
    if not isinstance(strain, int):
        return None
    if pattern[0] == "bid":
        return f"{call} == {5 * pattern[1] - 2 + strain}"
    return f"({call} > 2 and ({call} - 3) % 5 == {strain})"


def _last_call(c: Plain) -> str | None:
    whose, what = c[1], c[2]
    if whose not in _LAST:
        return None
    call = _LAST[whose]
    if what != "bid":
        return f"{call} == {('passed', 'doubled', 'redoubled').index(what)}"
    return f"{call} > 2" if c[3] is None else _fits(c[3], call)


def _tagged(tag: Plain, tags: str) -> str | None:
    """Whether a set of names has a tag without a suit."""
    name, suit, _ = tag
    if suit is not None:
        return None
    return " or ".join(f"{one!r} in {tags}" for one in WIDER.get(name, (name,)))


def _call_may_be(c: Plain) -> str | None:
    if c[1] not in _LAST or c[2] != "last" or c[3] != "call":
        return None
    return _tagged(c[4], f"maybe{OFFSETS[c[1]][0]}")


def _call_is(c: Plain) -> str | None:
    whose, which, noun, pattern = c[1:5]
    if pattern[0] == "tag" and whose in _LAST and (which, noun) == ("last", "call"):
        return _tagged(pattern[1], f"sure{OFFSETS[whose][0]}")
    if whose not in _LAST or which != "last" or pattern[0] not in ("bid", "strain", "pass", "double", "redouble"):
        return None
    if noun == "bid":
        call = f"bids[turn + {OFFSETS[whose][0]} & 3]"
    else:
        call = _LAST[whose]
    if pattern[0] in ("pass", "double", "redouble"):
        return f"{call} == {('pass', 'double', 'redouble').index(pattern[0])}" if noun == "call" else None
    return _fits(pattern, call)


def _contract(c: Plain) -> str | None:
    fact = c[1]
    if fact in ("ours", "theirs"):
        return str(fact)
    if fact in ("undoubled", "doubled", "redoubled"):
        return f"last and doubled == {('undoubled', 'doubled', 'redoubled').index(fact)}"
    if fact == "game":
        return "GAME[last] and level < 6"
    if fact == "partscore":
        return "last and not GAME[last]"
    if fact == "slam":
        return "level >= 6"
    if fact == "level":
        return f"last and {c[2]} <= level <= {c[3]}"
    if fact == "bid":
        return _fits(c[2], "last")
    strain = 4 if c[2] == "NT" else c[2]
    if not isinstance(strain, int):
        return None
    return f"strain == {strain}" if fact == "in" else f"GAME[last] and level < 6 and strain == {strain}"


def _bid_limit(c: Plain) -> str | None:
    strain = 4 if c[2][2] == "NT" else c[2][2]
    if not isinstance(strain, int):
        return None
    limit = 5 * c[2][1] - 2 + strain
    sign = {"at most": "<=", "at least": ">=", "below": "<", "above": ">"}[c[1]]
    return f"last and last {sign} {limit}"


def _bits(who: str) -> int:
    return sum(1 << offset for offset in OFFSETS[who])


_EXPRESSIONS: dict[str, Callable[[Plain], str | None]] = {
    "opened": _opened,
    "has bid": lambda c: f"bidders & {_bits(c[1])}" if c[2] is None else None,
    "only passed": lambda c: f"not acted & {_bits(c[1])}",
    "last call": _last_call,
    "call is": _call_is,
    "call may be": _call_may_be,
    "forced": lambda c: "state.forced()",
    "game forced": lambda c: "force == 99",
    "agreed": lambda c: "agreed >= 0" if c[1] is None else None,
    "contract": _contract,
    "bid limit": _bid_limit,
    "contested": lambda c: "acted & 10",
    "uncontested": lambda c: "not acted & 10",
    "balancing": lambda c: "bidder >= 0 and state.passes == 2",
    "first turn": lambda c: "depth < 4",
    "seat": lambda c: f"turn + 1 in {tuple(c[1])}",
    "game reached": lambda c: "GAME[last]",
    "slam reached": lambda c: "level >= 6",
    "vulnerable": lambda c: "we" if c[1] == "we" else "they",
    "favourable": lambda c: "they and not we",
    "unfavourable": lambda c: "we and not they",
    "passed hand": lambda c: " and ".join(
        f"(depth > (turn + {o} & 3) and (first < 0 or first > (turn + {o} & 3)))" for o in OFFSETS[c[1]]
    ),
}
