"""Where a difference came from: the first call at which the two tables part, and the rules behind it.

Both tables hold the same cards in the same seats, so while the two systems call alike the auctions are equal.
At the first call that differs the same hand faces the same auction, and one rule of each system speaks. The
board's IMPs are put down to that pair of rules. Calls, hands and rules are only compared: nothing here judges
bidding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from bridgelang.match.records import BoardRecord, Rule
from bridgelang.match.statistics import Moments

__all__ = ["Attribution", "Cause", "Parting", "PartingTally", "first_parting", "phase_of"]

PHASES = (
    "opening",
    "response",
    "opener's rebid",
    "responder's rebid",
    "overcall",
    "advance",
    "later rounds",
)
_EXAMPLES = 3


@attrs.frozen
class Parting:
    """The first call that differs: its index in the auction, and both sides' call and rule number."""

    index: int
    phase: str
    a_call: str
    a_rule: int
    b_call: str
    b_rule: int


@attrs.frozen
class Cause:
    """What one rule, or one pair of rules, or one phase, did to the match, from the first bidder's view.

    ``a`` and ``b`` are the two sides' rules and calls (None where the cause is not about them); ``imps`` has
    the moments over the boards that parted there; ``examples`` are the numbers of the boards that weigh most.
    """

    phase: str | None
    a: Rule | None
    a_call: str | None
    b: Rule | None
    b_call: str | None
    imps: Moments
    examples: tuple[int, ...]

    def per_board(self, boards: int) -> float:
        """IMPs a board, spread over all boards of the match."""
        return self.imps.total / boards if boards else 0.0

    def standard_error(self, boards: int) -> float:
        """The standard error of :meth:`per_board`: the other boards count as zeros."""
        return Moments(boards, self.imps.total, self.imps.squares).standard_error


@attrs.frozen
class Attribution:
    """The causes of the difference, each list with the greatest sums of IMPs first.

    ``parted`` is how many boards had different auctions.
    """

    parted: int
    phases: tuple[Cause, ...]
    pairs: tuple[Cause, ...]
    a_rules: tuple[Cause, ...]
    b_rules: tuple[Cause, ...]


def first_parting(record: BoardRecord) -> Parting | None:
    """The first call at which the tables of a board part; None when the auctions are equal."""
    first, second = record.tables
    if first.auction == second.auction:
        return None
    calls, others = first.auction.split(), second.auction.split()
    index = next(place for place, pair in enumerate(zip(calls, others, strict=False)) if pair[0] != pair[1])
    ours, theirs = (calls[index], first.rules[index]), (others[index], second.rules[index])
    if record.seat_of(index) % 2:  # East-West: the second bidder sits there at the first table
        ours, theirs = theirs, ours
    return Parting(index, phase_of(calls[:index]), *ours, *theirs)


def phase_of(before: Sequence[str]) -> str:
    """What the next call is, from the calls before it: one of :data:`PHASES`.

    >>> phase_of([]), phase_of(["P", "P"]), phase_of(["1NT", "P"]), phase_of(["1NT"])
    ('opening', 'opening', 'response', 'overcall')
    >>> phase_of("1H P 1S P".split()), phase_of("1H P 1S P 1NT P".split()), phase_of("1H X P".split())
    ("opener's rebid", "responder's rebid", 'advance')
    """
    opening = next((place for place, call in enumerate(before) if call != "P"), None)
    if opening is None:
        return "opening"
    caller = len(before)
    own = [before[place] for place in range(caller - 4, opening - 1, -4)][::-1]
    partner = [before[place] for place in range(caller - 2, opening - 1, -4)][::-1]
    if (caller - opening) % 4 == 0:
        return "opener's rebid" if len(own) == 1 else "later rounds"
    if (caller - opening) % 4 == 2:
        return ("response", "responder's rebid")[len(own)] if len(own) < 2 else "later rounds"
    if any(call != "P" for call in own):
        return "later rounds"
    return "advance" if any(call != "P" for call in partner) else "overcall"


class PartingTally:
    """Adds up partings board by board; what it holds grows with the rules met, not with the boards."""

    def __init__(self) -> None:
        self.parted = 0
        self._groups: dict[_Key, _Group] = {}

    def add(self, record: BoardRecord) -> None:
        """Count one board."""
        parting = first_parting(record)
        if parting is None:
            return
        self.parted += 1
        key = (parting.phase, parting.a_rule, parting.a_call, parting.b_rule, parting.b_call)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = _Group()
        group.add(record.imps, record.number)

    def attribution(self, rules: Sequence[Rule], top: int = 20) -> Attribution:
        """The ``top`` weightiest causes of each sort; ``rules`` are the match's rules by number."""
        return Attribution(
            parted=self.parted,
            phases=_in_order(self._causes(rules, phase=True)),
            pairs=_weightiest(self._causes(rules, phase=True, a=True, b=True), top),
            a_rules=_weightiest(self._causes(rules, a=True), top),
            b_rules=_weightiest(self._causes(rules, b=True), top),
        )

    def _causes(self, rules: Sequence[Rule], *, phase: bool = False, a: bool = False, b: bool = False) -> list[Cause]:
        """The groups put together that are alike in the parts of the key that are asked for."""
        merged: dict[_Key, _Group] = {}
        for key, group in self._groups.items():
            shown: _Key = (key[0] if phase else None, *(key[1:3] if a else _NOT), *(key[3:5] if b else _NOT))
            merged.setdefault(shown, _Group()).join(group)
        return [
            Cause(
                phase=name,
                a=None if a_rule is None else rules[a_rule],
                a_call=a_call,
                b=None if b_rule is None else rules[b_rule],
                b_call=b_call,
                imps=group.imps,
                examples=group.examples(),
            )
            for (name, a_rule, a_call, b_rule, b_call), group in merged.items()
        ]


_Key = tuple[str | None, int | None, str | None, int | None, str | None]
"""The phase, a's rule number and call, b's rule number and call."""

_NOT: tuple[None, None] = (None, None)


class _Group:
    """The IMPs of some boards, and the numbers of those that weigh most in either direction."""

    __slots__ = ("extremes", "imps")

    def __init__(self) -> None:
        self.imps = Moments()
        self.extremes: list[tuple[int, int]] = []

    def add(self, value: int, number: int) -> None:
        self.imps = self.imps.plus(value)
        if value:
            self.extremes.append((value, number))
            if len(self.extremes) > 8 * _EXAMPLES:
                self._prune()

    def join(self, other: _Group) -> None:
        self.imps += other.imps
        self.extremes.extend(other.extremes)

    def examples(self) -> tuple[int, ...]:
        """The boards that weigh most in the direction of the sum, the heaviest first."""
        sign = -1 if self.imps.total < 0 else 1
        chosen = sorted((-sign * value, number) for value, number in self.extremes if sign * value > 0)
        return tuple([number for _, number in chosen[:_EXAMPLES]])

    def _prune(self) -> None:
        ordered = sorted(self.extremes, key=lambda item: (-item[0], item[1]))
        losses = sorted(self.extremes)
        self.extremes = list(dict.fromkeys(ordered[:_EXAMPLES] + losses[:_EXAMPLES]))


def _in_order(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    return tuple(sorted(causes, key=lambda cause: PHASES.index(cause.phase or "")))


def _weightiest(causes: Iterable[Cause], top: int) -> tuple[Cause, ...]:
    """The causes with the greatest sums either way; equal sums by the rules' places."""

    def weight(cause: Cause) -> tuple[object, ...]:
        places = [f"{rule.location} {rule.text}" if rule else "" for rule in (cause.a, cause.b)]
        calls = [cause.a_call or "", cause.b_call or "", cause.phase or ""]
        return (-abs(cause.imps.total), -cause.imps.count, *places, *calls)

    return tuple(sorted(causes, key=weight)[:top])
