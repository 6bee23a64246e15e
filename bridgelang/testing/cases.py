"""A system's own tests: one line a case, read and run.

A test file stands beside its system (``sayc.tests.yaml``)::

    system: sayc
    settings: {notrump: 15-17}          # may be left out
    cases:
      - AQ32.K54.J987.32 | 1NT P | 2C | Stayman with a four-card major
      - T9.AJ72.K65.J732 | (W ns) P 1NT P 2C P 2D P | 2NT | invites
    ---
    settings: {notrump: 12-14}          # a new section, after a line ``---``: its settings hold for its cases alone
    cases:
      - AQ3.K54.J987.Q32 | - | 1NT | the weak notrump

A section without ``system:`` is bid in the first one's. The fields are ``hand | auction | call | why``. The auction is
the calls so far, ``-`` for none; in front of it, in parentheses, may stand the dealer and the vulnerability. Each case
also checks its own history: our side's earlier calls must be ones the system can make, and the hand's own earlier calls
the ones it would have made. A section with ``history: any`` does not check that: it says what the system answers to
calls that it does not make itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from bridgelang.bidding.interpreter import Event, events
from bridgelang.bidding.load import System
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.hands import Hand
from bridgelang.errors import BridgelangError, NotationError

KEYS = ("system", "settings", "history", "cases")


@frozen
class Case:
    """One line of a test file."""

    hand: Hand
    auction: Auction
    call: Call
    why: str
    row: int
    text: str


@frozen
class Section:
    """Cases that are bid in one system with one choice of settings.

    ``system`` is a name or a path, empty for the system beside the file; ``checked`` says whether the calls before a
    case must be ones the system makes.
    """

    system: str
    settings: dict[str, str]
    cases: tuple[Case, ...]
    checked: bool = True


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
        raise NotationError(f"a case is `hand | auction | call | why`, this has {len(fields)} fields: {text}", text)
    hand = Hand.parse(fields[0])
    dealer, vulnerability, words = read_head(fields[1])
    auction = Auction.parse(words, dealer=dealer, vulnerability=vulnerability)
    if auction.is_over:
        raise NotationError(f"the auction is over already: {text}", text)
    return Case(hand, auction, Call.parse(fields[2]), fields[3] if len(fields) > 3 else "", row, text)


def read_head(words: str) -> tuple[str, str, str]:
    """Dealer, vulnerability and calls of an auction with a head in parentheses or without one.

    >>> read_head("(W ns) P 1NT")
    ('W', 'ns', 'P 1NT')
    >>> read_head("-")
    ('N', 'none', '')
    """
    dealer, vulnerability = "N", "none"
    if words.startswith("(") and ")" in words:
        head, words = words[1:].split(")", 1)
        for word in head.split():
            if word.upper() in ("N", "E", "S", "W"):
                dealer = word
            else:
                vulnerability = word
    words = words.strip()
    return dealer, vulnerability, "" if words == "-" else words


def read_cases(path: str) -> CaseFile:
    """Read a test file.

    Raises:
        NotationError: naming file, line and fault.
    """
    import yaml

    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        documents = [data for data in yaml.safe_load_all(text) if data is not None]
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}", path) from None
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not UTF-8 text", path) from None
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise NotationError(f"{path}{where}: not readable as YAML: {getattr(error, 'problem', error)}", path) from None
    rows = iter(_rows(text))
    sections: list[Section] = []
    for data in documents or [None]:
        first = sections[0].system if sections else ""
        sections.append(_section(path, data, first, rows))
    return CaseFile(path, tuple(sections))


def _section(path: str, data: Any, first: str, rows: Iterator[int]) -> Section:
    """One document of a test file."""
    if not isinstance(data, dict) or not isinstance(data.get("cases"), list):
        raise NotationError(f"{path}: a test file has `system:` and a list of `cases:`", path)
    for key in data:
        if key not in KEYS:
            raise NotationError(f"{path}: `{key}:` is not known here; a section has {', '.join(KEYS)}", str(key))
    if data.get("history") not in (None, "any"):
        raise NotationError(f"{path}: `history:` is `any`, or left out", str(data["history"]))
    cases = []
    for line in data["cases"]:
        row = next(rows, 0)
        try:
            if not isinstance(line, str):
                raise NotationError(f"a case is one line of text, not {line!r}", str(line))
            cases.append(parse_case(line, row))
        except BridgelangError as error:
            raise NotationError(f"{path}:{row}: {error}", str(line)) from None
    settings = {str(k): _word(v) for k, v in (data.get("settings") or {}).items()}
    return Section(str(data.get("system", first)), settings, tuple(cases), data.get("history") is None)


def _word(value: object) -> str:
    """A setting as it would be written in a system; YAML reads yes and no as truth values."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _rows(text: str) -> list[int]:
    """The line of each case in the file."""
    out, inside = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("cases:"):
            inside = True
        elif line.startswith("---"):
            inside = False
        elif inside and line.lstrip().startswith("- "):
            out.append(number)
    return out


def run_case(system: System, case: Case, checked: bool = True) -> Outcome:
    """Bid the hand, and check the calls before it unless ``checked`` is false."""
    decision = system.choose_call(case.hand, case.auction)
    rule = decision.rule.location if decision.rule else "no rule"
    problem = ""
    trace: tuple[Event, ...] = ()
    if decision.call != case.call:
        problem = f"expected {case.call}, got {decision.call}"
        trace = tuple(events(system.table_for(case.auction).state(case.auction), case.hand))
    elif checked:
        problem = history_problem(system, case)
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


def run_cases(system: System, cases: tuple[Case, ...], checked: bool = True) -> list[Outcome]:
    """Run every case, in order."""
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
