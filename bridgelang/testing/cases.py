"""A system's own tests: one line a case, read and run.

A test file stands beside its system (``sayc.tests.yaml``)::

    system: sayc
    settings: {notrump: 15-17}          # may be left out
    cases:
      - AQ32.K54.J987.32 | 1NT P | 2C | Stayman with a four-card major
      - T9.AJ72.K65.J732 | (W ns) P 1NT P 2C P 2D P | 2NT [invitational] | and partner may pass
    ---
    settings: {notrump: 12-14}          # a new section, after a line ``---``: its settings hold for its cases alone
    cases:
      - AQ3.K54.J987.Q32 | - | 1NT | the weak notrump

A section without ``system:`` is bid in the first one's. The fields are ``hand | auction | call | why``. The auction is
the calls so far, ``-`` for none; in front of it, in parentheses, may stand the dealer and the vulnerability. The call
is one that a rule makes; a pass because no rule applies is written ``-``. Tags in brackets behind it are all those that
partner reads in the call, ``[]`` that he reads none. A case that cannot be read fails alone. Each case also checks its
own history: our side's earlier calls must be ones the system can make, and the hand's own earlier
calls the ones it would have made. A section with ``history: any`` does not check that: it says what the system answers
to calls that it does not make itself.
"""

from __future__ import annotations

import os
from typing import Any

from attrs import frozen

from bridgelang.bidding.interpreter import Event, events
from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import tag_words
from bridgelang.compile.files import read_plain_file
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.cards import quoted
from bridgelang.core.hands import Hand
from bridgelang.core.lasting import lasting
from bridgelang.errors import BridgelangError, NotationError
from bridgelang.testing.plain_yaml import MAX_BYTES, Text, Value, read_plain

KEYS = ("system", "settings", "history", "cases")


@frozen
class Case:
    """One line of a test file.

    ``by_default`` says that the call is the pass where no rule applies, ``tags`` what partner must read in it; None
    where the case does not say.
    """

    hand: Hand
    auction: Auction
    call: Call
    why: str
    row: int
    text: str
    by_default: bool = False
    tags: tuple[str, ...] | None = None


@frozen
class Unreadable:
    """A line of a test file that is no case, and why."""

    row: int
    text: str
    problem: str

    def describe(self, path: str) -> str:
        """The failure in words."""
        return f"FAIL {os.path.basename(path)}:{self.row}  {self.problem}"


@frozen
class Section:
    """Cases that are bid in one system with one choice of settings.

    ``system`` is a name or a path, empty for the system beside the file; ``checked`` says whether the calls before a
    case must be ones the system makes. ``unreadable`` are the lines that are no cases.
    """

    system: str
    settings: dict[str, str]
    cases: tuple[Case, ...]
    checked: bool = True
    unreadable: tuple[Unreadable, ...] = ()


@frozen
class CaseFile:
    """A test file: its path and its sections."""

    path: str
    sections: tuple[Section, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases of all sections."""
        return tuple(case for section in self.sections for case in section.cases)


@frozen
class Outcome:
    """What a case gave: ``problem`` is empty when all is well."""

    case: Case
    got: Call
    rule: str
    problem: str
    trace: tuple[Event, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the call and its history are as they should be."""
        return not self.problem

    def as_json(self) -> dict[str, Any]:
        """The outcome as plain values."""
        return {
            "line": self.case.row,
            "hand": str(self.case.hand),
            "auction": [str(call) for call in self.case.auction.calls],
            "expected": str(self.case.call),
            "got": str(self.got),
            "rule": self.rule,
            "why": self.case.why,
            "passed": self.passed,
            "problem": self.problem or None,
        }


def parse_case(text: str, row: int = 0) -> Case:
    """Read ``hand | auction | call | why``.

    >>> str(parse_case("AQ32.K54.J987.32 | 1NT P | 2C | Stayman").call)
    '2C'

    Raises:
        NotationError: naming the field that cannot be read.
    """
    fields = [field.strip() for field in text.split("|")]
    if len(fields) not in (3, 4):
        fault = f"this has {len(fields)} field{'s' * (len(fields) > 1)}: {quoted(text)}"
        raise NotationError(f"a case is `hand | auction | call | why`, {fault}", text)
    hand = Hand.parse(fields[0])
    dealer, vulnerability, words = read_head(fields[1])
    auction = Auction.parse(words, dealer=dealer, vulnerability=vulnerability)
    if auction.is_over:
        raise NotationError(f"the auction is over already: {quoted(text)}", text)
    word, tags = _call_and_tags(fields[2])
    by_default = word == "-"
    call = Call.parse("P" if by_default else word)
    return Case(hand, auction, call, fields[3] if len(fields) > 3 else "", row, text, by_default, tags)


def _call_and_tags(text: str) -> tuple[str, tuple[str, ...] | None]:
    """A call, and the tags in brackets behind it, sorted; None without brackets.

    Raises:
        NotationError: for a bracket that is not closed, or closed too early.
    """
    word, opened, rest = text.partition("[")
    if not opened:
        return text, None
    inside, closed, after = rest.partition("]")
    if not closed or after.strip() or "[" in inside:
        message = f"tags stand behind the call in one pair of brackets, as in 2C [forcing], not {quoted(text)}"
        raise NotationError(message, text)
    tags = {" ".join(tag.split()) for tag in inside.split(",")}
    return word.strip(), tuple(sorted(tags - {""}))


def read_head(words: str) -> tuple[str, str, str]:
    """Dealer, vulnerability and calls of an auction with a head in parentheses or without one.

    >>> read_head("(W ns) P 1NT")
    ('W', 'ns', 'P 1NT')
    >>> read_head("-"), read_head("(1NT) P")
    (('N', 'none', ''), ('N', 'none', '(1NT) P'))
    """
    dealer, vulnerability = "N", "none"
    if words.startswith("(") and ")" in words and not _is_call(words[1 : words.index(")")]):
        head, words = words[1:].split(")", 1)
        for word in head.split():
            if word.upper() in ("N", "E", "S", "W"):
                dealer = word
            else:
                vulnerability = word
    words = words.strip()
    return dealer, vulnerability, "" if words == "-" else words


def _is_call(word: str) -> bool:
    """Whether it is one, of the side whose calls stand in parentheses."""
    try:
        Call.parse(word)
    except NotationError:
        return False
    return True


def read_cases(path: str) -> CaseFile:
    """Read a test file.

    Raises:
        NotationError: naming file, line and fault.
    """
    data = read_plain_file(path, MAX_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not UTF-8 text", path) from None
    sections: list[Section] = []
    for document in read_plain(text, path) or [Text("", 0)]:
        sections.append(_section(path, document, sections[0].system if sections else ""))
    if not any(section.cases or section.unreadable for section in sections):
        example = "- AQ32.K54.J987.32 | 1NT P | 2C | Stayman"
        raise NotationError(f"{path} has no case: write one under `cases:`, as  {example}", path)
    return CaseFile(path, tuple(sections))


def _section(path: str, data: Value, first: str) -> Section:
    """One document of a test file."""
    lines = data.get("cases") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(lines, list):
        raise NotationError(f"{path}: a test file has `system:` and a list of `cases:`", path)
    for key in data:
        if key not in KEYS:
            raise NotationError(f"{path}: {quoted(key + ':')} is not known here; a section has {', '.join(KEYS)}", key)
    history = _text(path, data, "history", "any, or left out")
    if history not in ("", "any"):
        raise NotationError(f"{path}: `history:` is `any`, or left out", history)
    cases: list[Case] = []
    unreadable: list[Unreadable] = []
    for line in lines:
        if not isinstance(line, Text):
            unreadable.append(_no_line(line))
            continue
        try:
            cases.append(parse_case(line.text, line.line))
        except BridgelangError as error:
            unreadable.append(Unreadable(line.line, line.text, str(error)))
    system = _text(path, data, "system", "a name") or first
    return Section(system, _settings(path, data), tuple(cases), not history, tuple(unreadable))


def _no_line(value: list[Value] | dict[str, Value]) -> Unreadable:
    """What stands in the place of a case and is no text; a colon in a case's reason makes it so."""
    some: Value = value
    while not isinstance(some, Text):
        some = next(iter(some.values() if isinstance(some, dict) else some), Text("", 0))
    problem = "a case is one line of text, not a list or a mapping"
    if isinstance(value, dict):
        problem = "with a colon and a space in it, YAML does not read a case as text: put it in quotation marks"
    return Unreadable(some.line, str(value), problem)


def _text(path: str, data: dict[str, Value], key: str, what: str) -> str:
    """The text of a key, empty when it is left out."""
    value = data.get(key)
    if value is None or (isinstance(value, Text) and value.empty):
        return ""
    if not isinstance(value, Text):
        raise NotationError(f"{path}: `{key}:` is {what}, not a list or a mapping", path)
    return value.text


def _settings(path: str, data: dict[str, Value]) -> dict[str, str]:
    """The settings of a section, as they would be written in a system."""
    value = data.get("settings")
    if value is None or (isinstance(value, Text) and value.empty):
        return {}
    if not isinstance(value, dict) or not all(isinstance(one, Text) for one in value.values()):
        raise NotationError(f"{path}: `settings:` are written {{NAME: VALUE, …}}, as in {{notrump: 12-14}}", path)
    return {name: one.text for name, one in value.items() if isinstance(one, Text)}


def run_case(system: System, case: Case, checked: bool = True) -> Outcome:
    """Bid the hand, and check the calls before it unless ``checked`` is false."""
    decision = system.choose_call(case.hand, case.auction)
    rule = decision.rule.location if decision.rule else "no rule"
    problem = ""
    trace: tuple[Event, ...] = ()
    if decision.call != case.call:
        problem = f"expected {'-' if case.by_default else case.call}, got {decision.call}"
        trace = tuple(events(system.table_for(case.auction).state(case.auction), case.hand))
    elif case.by_default and decision.rule is not None:
        problem = "expected no rule to apply, and one passes"
    elif not case.by_default and decision.rule is None:
        problem = "no rule makes this pass: it is the call where none applies, which is written `-`"
    else:
        problem = (history_problem(system, case) if checked else "") or tags_problem(system, case)
    return Outcome(case, decision.call, rule, problem, trace)


def history_problem(system: System, case: Case) -> str:
    """What is wrong with the calls before a case; empty when the system could have made them."""
    turn = case.auction.turn
    assert turn is not None
    before = Auction(case.auction.dealer, case.auction.vulnerability)
    for number, call in enumerate(case.auction.calls, 1):
        seat = before.turn
        assert seat is not None
        if seat == turn:
            chosen = system.choose_call(case.hand, before).call
            if chosen != call:
                return f"call {number} of the auction: this hand would have called {chosen}, not {call}"
        elif seat.side == turn.side and system.table_for(before).state(before).reading(int(call)).unread:
            return f"call {number} of the auction: the system has no {call} there"
        before = before.then(call)
    return ""


def tags_problem(system: System, case: Case) -> str:
    """How the tags that partner reads in the call are others than those of the case; empty when they are the same."""
    if case.tags is None:
        return ""
    read = tag_words(system.table_for(case.auction).state(case.auction).reading(int(case.call)).all_tags)
    if sorted(map(str.lower, read)) == sorted(map(str.lower, case.tags)):
        return ""
    return f"expected {case.call} [{', '.join(case.tags)}], partner reads {case.call} [{', '.join(read)}]"


def run_cases(system: System, cases: tuple[Case, ...], checked: bool = True) -> list[Outcome]:
    """Run every case, in order."""
    with lasting():  # what bidding makes is kept for the next cases
        return [run_case(system, case, checked) for case in cases]


def describe(outcome: Outcome, path: str) -> str:
    """A failed case in words, with the rules that decided and the one expected."""
    case = outcome.case
    after = f" after {case.auction}" if case.auction.calls else ""
    lines = [f"FAIL {os.path.basename(path)}:{case.row}  {case.hand}{after}: {outcome.problem}"]
    if outcome.trace:
        won = outcome.trace[-1]
        if won.entry is not None:
            lines.append(f"   won       {outcome.got}  {outcome.rule}   {won.entry.node.describe()}")
        else:
            lines.append(f"   won       {outcome.got}  (no rule applies)")
        wanted = [e for e in outcome.trace if e.entry is not None and e.call == case.call and e.kind == "failed"]
        for event in wanted[:3]:
            assert event.entry is not None and event.part is not None
            has = f"   {event.has}" if event.has else ""
            lines.append(
                f"   expected  {case.call}  {event.entry.line.location}   failed: {event.part.describe()}{has}"
            )
        if not wanted:
            lines.append(f"   expected  {case.call}  no rule above the winner offers it here")
    shown = [str(c) for c in case.auction.calls]
    look = f' --auction "{" ".join(shown)}"' if shown else ""
    lines.append(f"   look closer: bridgelang bid {{system}} {case.hand}{look} --explain")
    return "\n".join(lines)
