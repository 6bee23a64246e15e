"""A system as notes to read: what each call means, auction by auction, with how often it comes up.

Two walks find the auctions. Boards are dealt and bid, both sides playing the system, so that what really comes up is
there: overcalls, doubles, competition, slams. And the tree of calls is followed from the opening, our own rules at
every step and their calls over our openings, so that rare agreements are there too. Auctions without end lie beyond;
for those every rule of the system is listed as it is written, file by file.

Everything is asked at the system's front door: its table, the states of auctions, and the rules that stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import Meaning, meaning_of
from bridgelang.bidding.program import Context
from bridgelang.bidding.state import State
from bridgelang.compile.shipped import Header, header
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.report.squeeze import squeezed

Calls = tuple[int, ...]
"""Calls by number from the opening bid on (passes before it left out)."""

PASS, DOUBLE, REDOUBLE = 0, 1, 2
BOARDS = 1000
_ROUNDS = 3
_THEIR_OPENINGS = range(3, 22)  # 1C to 4D
_SEED = 1


@attrs.frozen
class Entry:
    """One call: ``calls`` are the auction up to and with it.

    ``boards`` counts the dealt boards on which it was made; ``hand`` is one it was made with, None when it never was.
    ``rules`` are the lines it may come from; ``meaning`` is what it shows, in ``text`` said shortly.
    """

    calls: Calls
    text: str
    alert: bool
    rules: tuple[tuple[str, str], ...]
    boards: int
    hand: Hand | None
    meaning: Meaning | None = None

    @property
    def full(self) -> str:
        """All that is known; worked out when it is asked for."""
        return self.meaning.full if self.meaning is not None else self.text

    @property
    def call(self) -> int:
        """The call itself."""
        return self.calls[-1]


@attrs.frozen
class Position:
    """The calls that a player may make after the auction ``calls``, in the order of bidding."""

    calls: Calls
    entries: tuple[Entry, ...]

    @property
    def ours(self) -> bool:
        """Whether the player to call is on the side that opened."""
        return len(self.calls) % 2 == 0

    @property
    def contested(self) -> bool:
        """Whether the other side has done more than pass."""
        return any(call for call in self.calls[(len(self.calls) + 1) % 2 :: 2])


@attrs.frozen
class Rule:
    """A line of the text: its file, its place (``sayc.bid:12``) and what it says."""

    file: str
    location: str
    text: str


@attrs.frozen
class Book:
    """A system's name, what its file says of itself, its positions in the order of bidding, and every rule."""

    name: str
    title: str
    header: Header
    positions: dict[Calls, Position]
    rules: tuple[Rule, ...]
    boards: int
    settings: tuple[tuple[str, str, str], ...] = ()

    def entry(self, calls: Calls) -> Entry | None:
        """The entry of the last call of an auction; None when the book does not have it."""
        found = self.positions.get(calls[:-1])
        return next((one for one in found.entries if one.calls == calls), None) if found else None


def path_text(calls: Sequence[int]) -> str:
    """An auction as players write it, seen by the player who is to call after it: theirs in parentheses.

    Their passes go unsaid, but for one after a pass of ours.

    >>> path_text([7, 0, 8, 0]), path_text([5]), path_text([6, 0, 0, 1, 0]), path_text([])
    ('1NT 2C', '(1H)', '(1S) pass (pass) X', '')
    """
    mine = len(calls) % 2
    words = []
    for at, call in enumerate(calls):
        ours = at % 2 == mine
        name = "pass" if call == PASS else str(CALLS[call])
        if ours:
            words.append(name)
        elif call != PASS or (at and calls[at - 1] == PASS):
            words.append(f"({name})")
    return " ".join(words)


def entry_text(calls: Sequence[int]) -> str:
    """The same with the call that is spoken of at the end: ``1NT 2C``.

    >>> entry_text([7, 0, 8]), entry_text([5, 6])
    ('1NT 2C', '(1H) 1S')
    """
    before = path_text(calls[:-1])
    name = "pass" if calls[-1] == PASS else str(CALLS[calls[-1]])
    return f"{before} {name}" if before else name


def bidding_order(call: int) -> int:
    """Bids first, from 1C up, then double, redouble and pass."""
    return call if call > REDOUBLE else 40 + (DOUBLE, REDOUBLE, PASS).index(call)


def book(
    system: System,
    depth: int = _ROUNDS,
    boards: int = BOARDS,
    progress: Callable[[int, int], None] | None = None,
) -> Book:
    """The notes of a system: ``depth`` rounds of our calls along its paths, and the auctions of dealt boards.

    ``progress`` is told how many entries are done, and of how many. Raises nothing of its own.
    """
    table = system.table()
    counts, hands = _dealt(system, boards)
    wanted = {calls for calls, count in counts.items() if count > 1 or len(calls) <= 3}
    root = table.root(0, 0)
    wanted.update(_followed(root, depth))
    for calls in list(wanted):
        wanted.update(calls[:end] for end in range(1, len(calls)))
        wanted.add((*calls[:-1], PASS))
    by_position: dict[Calls, list[Entry]] = {}
    for done, calls in enumerate(sorted(wanted)):
        if progress is not None and done % 50 == 0:
            progress(done, len(wanted))
        meaning = _meaning(root, calls)
        if meaning is not None:
            entry = _entry(calls, meaning, counts.get(calls, 0), hands.get(calls))
            by_position.setdefault(calls[:-1], []).append(entry)
    positions = {
        calls: Position(calls, tuple(sorted(entries, key=lambda entry: bidding_order(entry.call))))
        for calls, entries in sorted(by_position.items(), key=lambda pair: _reading_order(pair[0]))
        if entries
    }
    about = header(system.path)
    settings = tuple((name, system.settings.get(name, value), said) for name, value, said in about.settings)
    return Book(system.name, system.title, about, positions, _rules(system), boards, settings)


def _reading_order(calls: Calls) -> tuple[object, ...]:
    return tuple(bidding_order(call) for call in calls)


def _entry(calls: Calls, meaning: Meaning, boards: int, hand: Hand | None) -> Entry:
    rules = tuple((rule.location, squeezed(rule.text)) for rule in meaning.rules)
    return Entry(calls, meaning.text, meaning.alert, rules, boards, hand, meaning)


def _meaning(root: State, calls: Calls) -> Meaning | None:
    """What the last call shows, nobody vulnerable and the opener dealing; None when no rule makes it."""
    state = root
    for call in calls[:-1]:
        state = state.then(call)
    if not state.is_legal(calls[-1]) or state.is_over or not any(calls):
        return None
    meaning = meaning_of(state, CALLS[calls[-1]], Seat((len(calls) - 1) % 4))
    return None if meaning.unread or meaning.holding.is_empty else meaning


def _dealt(system: System, boards: int) -> tuple[dict[Calls, int], dict[Calls, Hand]]:
    """How often each auction came up on dealt boards, and the first hand that made its last call."""
    table = system.table()
    counts: dict[Calls, int] = {}
    hands: dict[Calls, Hand] = {}
    for index in range(boards):
        cards, dealer = deal(_SEED, index), SEATS[index % 4]
        auction = table.bid(cards, dealer, Vulnerability(index // 4 % 4))
        calls, start = from_opening(auction)
        for end in range(1, len(calls) + 1):
            key = calls[:end]
            counts[key] = counts.get(key, 0) + 1
            if key not in hands:
                hands[key] = cards[auction.seat_of(start + end - 1)]
    return counts, hands


def from_opening(auction: Auction) -> tuple[Calls, int]:
    """The calls from the opening bid on, and how many passes came before it."""
    calls = [int(call) for call in auction.calls]
    start = next((at for at, call in enumerate(calls) if call), len(calls))
    return tuple(calls[start:]), start


# ---------------------------------------------------------------------- following the tree


def _followed(root: State, depth: int) -> Iterator[Calls]:
    """The auctions along the rules: ours undisturbed, over each of their calls, and our defence."""
    for opening in _calls_of(root):
        if opening == PASS:
            continue
        yield (opening,)
        after = root.then(opening)
        yield from _answers(after.then(PASS), (opening, PASS), depth - 1)
        for theirs in (DOUBLE, *range(opening + 1, min(opening + 11, 22))):
            if after.is_legal(theirs):
                yield from _each(after.then(theirs), (opening, theirs))
    for opening in _THEIR_OPENINGS:
        yield from _each(root.then(opening), (opening,))


def _each(state: State, before: Calls) -> Iterator[Calls]:
    for call in _calls_of(state):
        yield (*before, call)


def _answers(state: State, before: Calls, depth: int) -> Iterator[Calls]:
    """The calls here and those that follow, the opponents passing."""
    if depth < 1:
        return
    for call in _calls_of(state, only_paths=len(before) > 2):
        yield (*before, call)
        if call > REDOUBLE:
            after = state.then(call)
            yield from _answers(after.then(PASS), (*before, call, PASS), depth - 1)


def _calls_of(state: State, only_paths: bool = False) -> list[int]:
    """The calls that rules make here; ``only_paths`` leaves out what the described places add."""
    found: dict[int, None] = {}
    for entry in state.position().all_entries():
        wanted = not only_paths or _on_path(entry.line.context)
        if entry.call >= 0 and not entry.leaves and not entry.reads and wanted:
            found.setdefault(entry.call)
    return list(found)


def _on_path(context: Context) -> bool:
    """Whether a context is a path of calls from the start of the auction."""
    *below, outermost = context.up()
    return outermost.kind == "start" and all(one.kind == "call" for one in below)


def _rules(system: System) -> tuple[Rule, ...]:
    """Every line of the system, in the order of the text."""
    found: dict[str, Rule] = {}
    for line in system.program.rules():
        found.setdefault(line.location, Rule(line.file, line.location, squeezed(line.text)))
    files = list(dict.fromkeys(rule.file for rule in found.values()))
    own = next((file for file in files if file == f"{system.name}.bid"), files[0] if files else "")
    return tuple(sorted(found.values(), key=lambda rule: (rule.file != own, files.index(rule.file), _row(rule))))


def _row(rule: Rule) -> int:
    return int(rule.location.rpartition(":")[2])
