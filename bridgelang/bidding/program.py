"""A compiled program as objects: contexts, and the rules that stand in them. Typed, and without any memory of bidding.

Contexts and rules are made from the compiled data when first asked for: a single bid touches few of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bridgelang.bidding.forms import CallExpr, Domains, SuitRef, is_letter, letters_in
from bridgelang.bidding.line import Line
from bridgelang.bidding.place import Counts
from bridgelang.bidding.point import Maker
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.decode import call_expr, condition, tag
from bridgelang.bidding.words.fit import Fit
from bridgelang.bidding.words.logic import All
from bridgelang.bidding.words.questions import asks_vulnerability, is_dear
from bridgelang.bidding.words.suits import Agreed
from bridgelang.features.quantities import Quantity, quantity


class Context:
    """One context: how it goes on from its parent, what goes on from it, and the rules that stand in it.

    ``kind`` is "root" (any position), "start" (nobody has bid), "call" (one call of a path, ``theirs`` or ours, being
    one of ``alternatives``) or "when" (a described context).
    """

    __slots__ = (
        "_alternatives", "_condition", "_data", "domains", "index", "kind", "nature", "our_calls", "parent", "rules",
        "their_calls", "theirs", "whens",
    )  # fmt: skip

    def __init__(self, index: int, row: list[Any], parent: Context | None) -> None:
        self.index = index
        self.parent = parent
        self.kind: str = row[0] if parent is None else row[1]
        self.theirs = False
        self.nature = ""
        self.domains: Domains = {}
        self.our_calls: list[Context] = []
        self.their_calls: list[Context] = []
        self.whens: list[Context] = []
        self.rules: list[int] = []
        self._data: Any = None
        self._alternatives: tuple[CallExpr, ...] | None = None
        self._condition: Word | None = None
        if self.kind == "call":
            self.theirs, self._data, self.nature = bool(row[2]), row[3], row[4]
        elif self.kind == "when":
            self._data, self.domains = row[2], row[3]

    @property
    def alternatives(self) -> tuple[CallExpr, ...]:
        """The calls of a path's element."""
        if self._alternatives is None:
            self._alternatives = tuple(map(call_expr, self._data)) if self.kind == "call" else ()
        return self._alternatives

    @property
    def condition(self) -> Word | None:
        """The condition of a described context."""
        if self._condition is None and self.kind == "when":
            self._condition = condition(self._data)
        return self._condition

    @property
    def goes_on(self) -> bool:
        """Whether some path goes on from here."""
        return bool(self.our_calls or self.their_calls)

    def parts(self) -> tuple[Word, ...]:
        """The conditions of a header, facts without letters first: they cost least and settle most."""
        return tuple(sorted(pieces(self.condition), key=_by_cost))

    def up(self) -> Iterator[Context]:
        """The context and those it stands in, outwards."""
        found: Context | None = self
        while found is not None:
            yield found
            found = found.parent


def pieces(whole: Word | None) -> tuple[Word, ...]:
    """The conditions that commas join, those of words that the text defines among them."""
    if whole is None:
        return ()
    if not isinstance(whole, All):
        return (whole,)
    return tuple([piece for part in whole.parts() for piece in pieces(part)])


def is_plain(part: Word) -> bool:
    """Whether a condition is a fact without letters."""
    return part.is_fact and not part.letters


def _by_cost(part: Word) -> tuple[bool, bool, int]:
    plain = is_plain(part)
    return not plain, not part.is_fact, part.weight if plain else 0


_SETTLED = frozenset(["bid", "pass", "pass even if forced", "double", "redouble", "step"])
_NO_BIDS = {"pass": 0, "pass even if forced": 0, "double": 1, "redouble": 2}
_BY_LAST_BID = frozenset([*_SETTLED, "cheapest", "jump", "double jump", "game"])


class Rule(Line):
    """A rule of the program.

    Its condition in four: ``facts`` without letters, the ``steady`` part that never changes with the auction, what the
    call and the last bid decide (``of_call``), and what moves with the auction (``moving``).
    """

    __slots__ = (
        "asks_vulnerability", "bids", "calls", "condition", "context", "domains", "early", "facts", "fit", "letters",
        "literal", "moving", "of_call", "order", "passing", "plain", "steady", "tag_names", "unsettled",
    )  # fmt: skip

    def __init__(self, index: int, context: Context, row: Sequence[Any], program: Program) -> None:
        self.index = index
        self.context = context
        self.calls: tuple[CallExpr, ...] = tuple(map(call_expr, row[0]))
        self.condition: Word | None = None if row[1] is None else condition(row[1])
        self.order: tuple[tuple[str, int], ...] = tuple([(kind, length) for kind, length in row[2]])
        self.tags = tuple(map(tag, row[3]))
        self.tag_names = frozenset(map(_tag_name, row[3]))
        self.note = row[4]
        self.file = program.files[row[5]]
        self.row = row[6]
        self.text = row[7]
        self.letters: tuple[str, ...] = tuple(row[8]["order"])
        self.never = bool(row[9])
        self.reads = bool(row[10])
        self.policy = row[11]
        self.scope_end = row[12]
        self.policy_end = row[13]
        self.literal = _literal_bid(self.calls) if not self.policy else 0
        self.plain = self.literal or (_NO_BIDS.get(self.calls[0].kind, -1) if len(self.calls) == 1 else -1)
        passes = any(call.kind == "pass" for call in self.calls) and self.calls[0].kind != "pass even if forced"
        self.passing = not self.never and (passes or self.policy == "pass")  # a player who is forced may not
        self.bids = not self.policy and all(call.kind not in _NO_BIDS for call in self.calls)
        self.unsettled = any(map(_is_unsettled, self.calls))
        self._split()
        self.fit: SuitRef | None = _fit_of(self.condition)
        self.domains: dict[str, list[int]] = dict(row[8].get("for", {}))
        for context in self.context.up():
            if self.fit is None and context.kind == "when":
                self.fit = _fit_of(context.condition)
            for letter, suits in context.domains.items():
                self.domains.setdefault(letter, suits)

    def _split(self) -> None:
        facts, steady, of_call, moving = [], [], [], []
        for piece in pieces(self.condition):
            if is_plain(piece):
                facts.append(piece)
            elif piece.is_static:
                steady.append(piece)
            elif piece.of_call:
                of_call.append(piece)
            else:
                moving.append(piece)
        self.facts: tuple[Word, ...] = tuple(sorted(facts, key=lambda fact: fact.weight))
        self.steady: tuple[Word, ...] = tuple(steady)
        self.of_call: tuple[Word, ...] = tuple(of_call)
        self.moving: tuple[Word, ...] = tuple(moving)
        dear = [piece for piece in moving if is_dear(piece)]
        cheap = [piece for piece in moving if piece not in dear]
        self.early: tuple[Word, ...] = tuple(cheap) if dear else ()
        """What moves and is asked before the dear rest."""
        self.asks_vulnerability = any(map(asks_vulnerability, moving))


def _is_unsettled(call: CallExpr) -> bool:
    """Whether it takes more of the auction than the last bid to tell which call is meant."""
    if call.kind not in _BY_LAST_BID:
        return True
    return isinstance(call.strain, str) and not is_letter(call.strain)


def _literal_bid(calls: tuple[CallExpr, ...]) -> int:
    """The bid of a rule that names just one, level and strain; 0 for other rules."""
    if len(calls) != 1 or calls[0].kind != "bid" or not isinstance(calls[0].strain, int):
        return 0
    return 5 * calls[0].level - 2 + calls[0].strain


def _fit_of(whole: Word | None) -> SuitRef | None:
    """The suit of the first fit a condition speaks of, or None."""
    if isinstance(whole, All):
        return next((found for part in whole.parts() if (found := _fit_of(part)) is not None), None)
    return whole.ref if isinstance(whole, Fit | Agreed) else None


class Program:
    """A whole compiled system."""

    __slots__ = (
        "_made", "_rows", "_stands", "contexts", "counts", "files", "kind", "maker", "name", "settings", "title",
    )  # fmt: skip

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.name: str = data["name"]
        self.title: str = data["title"]
        self.kind: str = data["kind"]
        self.files: list[str] = data["files"]
        self.settings: dict[str, Any] = data["settings"]
        own = {name: _custom(name, values) for name, values in data["quantities"].items()}
        points = own.get(data["points"][0])  # `count points as bumrap`
        self.counts = Counts(quantity("points", *data["points"]) if points is None else points, own)
        self.maker = Maker(self.counts.points)
        self._rows: Sequence[Sequence[Any]] = data["lines"]
        self._stands: Sequence[int] = data["stands"]
        self._made: dict[int, Rule] = {}
        self.contexts: list[Context] = []
        for index, row in enumerate(data["chains"]):
            parent = None if index < 2 else self.contexts[row[0]]
            context = Context(index, row, parent)
            self.contexts.append(context)
            if parent is not None:
                if context.kind == "when":
                    parent.whens.append(context)
                elif context.theirs:
                    parent.their_calls.append(context)
                else:
                    parent.our_calls.append(context)
        for number, chain in enumerate(self._stands):
            self.contexts[chain].rules.append(number)

    def rule(self, index: int) -> Rule:
        """Rule number ``index``."""
        found = self._made.get(index)
        if found is None:
            found = self._made[index] = Rule(index, self.contexts[self._stands[index]], self._rows[index], self)
        return found

    def rules(self) -> Iterable[Rule]:
        """Every rule in order."""
        return (self.rule(number) for number in range(len(self._rows)))


def _tag_name(tag: Any) -> str:
    name: str = tag[0].removesuffix(" unless passed hand")
    return "forcing to" if name == "forcing" and tag[2] is not None else name


def _custom(name: str, values: list[list[Any]]) -> Quantity:
    table: dict[str, float] = {("T" if rank == "10" else rank): value for rank, value in values}
    scale = next(s for s in (1, 2, 4) if s == 4 or all(float(v * s).is_integer() for v in table.values()))
    ranks = tuple(round(table.get(r, 0) * scale) for r in "23456789TJQKA")
    return quantity("custom", name, scale, ranks, ())


def context_letters(context: Context) -> list[str]:
    """The letters of a context, in no particular order."""
    out: dict[str, None] = {}
    for one in context.up():
        out.update(dict.fromkeys(letters_in(one.alternatives)))
        if one.condition is not None:
            out.update(dict.fromkeys(one.condition.letters))
    return list(out)
