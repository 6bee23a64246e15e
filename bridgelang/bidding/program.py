"""A compiled program as objects: chains of contexts and the lines that hang on them.

Conditions stay in plain form and are turned into constraints position by position (``specialise``); equal plain
conditions are one object, so that facts of the auction can be remembered by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bridgelang.features.quantities import Quantity, quantity

Plain = Any

# the kinds of condition that ask nothing of the auction
_HAND = """
    amount | length in | tops | stopper | half stopper | card | cards | balanced | semi-balanced | unbalanced | shape
    short | some short | long | rule of | compare | is suit | is not suit | is kind | is longest | is above | is below
    is next above | is stronger | level
"""
HAND_ATOMS = frozenset(kind.strip() for row in _HAND.strip().splitlines() for kind in row.split("|"))


# the kinds that ask something of my hand and of the auction, or of the call considered
OTHER_ATOMS = frozenset(
    [
        "provided",
        "fit",
        "within the law",
        "combined",
        "combined maximum",
        "top of my range",
        "bottom of my range",
        "otherwise",
        "jump",
        "nonjump",
        "reverse",
        "below game",
    ]
)


class Part:
    """One of the conditions of a header, joined by commas: ``fact`` says that it asks nothing of the hand."""

    __slots__ = ("_test", "condition", "cost", "fact", "key", "letters", "vulnerability")

    def __init__(self, condition: Plain) -> None:
        self._test: Any = None  # the fact as a function of a place, made when first asked
        self.condition = condition
        self.letters: tuple[str, ...] = tuple(letters_in(condition))
        self.fact = is_fact(condition)
        self.key = id(condition) if self.fact and not self.letters else 0
        self.cost = _cost(condition)
        self.vulnerability = asks_vulnerability(condition)

    @property
    def ask(self) -> Any:
        """The fact as a function of a place."""
        if self._test is None:
            from bridgelang.bidding.specialise import test_of

            self._test = test_of(self.condition)
        return self._test


def asks_vulnerability(condition: Plain) -> bool:
    """Whether some part of a condition speaks of who is vulnerable."""
    if isinstance(condition, tuple | list):
        return any(asks_vulnerability(part) for part in condition)
    return condition in ("vulnerable", "favourable", "unfavourable")


def header_parts(condition: Plain) -> tuple[Part, ...]:
    """The parts of a header's condition, facts without letters first: they cost least and settle most."""
    parts = [Part(part) for part in (condition[1:] if condition[0] == "all" else (condition,))]
    return tuple(sorted(parts, key=lambda part: (not part.key, not part.fact, part.cost if part.key else 0)))


_CHEAP = {"last call": 1, "contract": 1, "bid limit": 1, "vulnerable": 1, "seat": 1, "first turn": 1, "balancing": 1}
_CHEAP |= {"favourable": 1, "unfavourable": 1, "game reached": 1, "opened": 2, "has bid": 2, "only passed": 2}
_CHEAP |= {"passed hand": 2, "contested": 2, "uncontested": 2}


def _cost(condition: Plain) -> int:
    """A rough weight of a fact: what the calls alone decide first, then what they showed."""
    kind = condition[0]
    if kind in ("all", "any", "not"):
        return max((_cost(part) for part in condition[1:]), default=0)
    if kind == "call is":
        return 5 if condition[4][0] == "tag" else 2
    return _CHEAP.get(kind, 6)


class Fork:
    """Described contexts sorted by the facts they need, so that a fact that fails settles many at once.

    ``open`` are the contexts whose facts all hold when this place is reached; ``tests`` go on: a fact, and the
    fork to look at when it holds.
    """

    __slots__ = ("open", "tests")

    def __init__(self, chains: list[tuple[Chain, dict[int, Part]]]) -> None:
        self.open = [chain for chain, facts in chains if not facts]
        self.tests: list[tuple[Part, Fork]] = []
        rest = [(chain, facts) for chain, facts in chains if facts]
        while rest:
            counts: dict[int, int] = {}
            for _, facts in rest:
                for key in facts:
                    counts[key] = counts.get(key, 0) + 1
            parts = {key: part for _, facts in rest for key, part in facts.items()}
            key = min(parts, key=lambda k: (-counts[k] if parts[k].cost < 5 else -counts[k] / 4, parts[k].cost))
            inside = [(c, {k: p for k, p in facts.items() if k != key}) for c, facts in rest if key in facts]
            self.tests.append((parts[key], Fork(inside)))
            rest = [(c, facts) for c, facts in rest if key not in facts]


class Chain:
    """One context: how it goes on from its parent, what goes on from it, and the lines that stand in it."""

    __slots__ = (
        "alternatives",
        "condition",
        "domains",
        "fork",
        "index",
        "kind",
        "letters",
        "lines",
        "nature",
        "our_calls",
        "parent",
        "parts",
        "plans",
        "their_calls",
        "theirs",
        "whens",
    )  # fmt: skip

    def __init__(self, index: int, row: list[Any], parent: Chain | None) -> None:
        self.index = index
        self.parent = parent
        self.kind: str = row[0] if parent is None else row[1]
        self.theirs = False
        self.alternatives: list[Plain] = []
        self.nature = ""
        self.condition: Plain = None
        self.letters: tuple[str, ...] = ()
        self.domains: Mapping[str, list[int]] = {}
        self.our_calls: list[Chain] = []
        self.their_calls: list[Chain] = []
        self.whens: list[Chain] = []
        self.lines: list[int] = []
        self.parts: tuple[Part, ...] = ()
        self.fork: Fork | None = None
        self.plans: dict[tuple[str, ...], Any] = {}  # by the letters known, how to find the others
        if self.kind == "call":
            self.theirs, self.alternatives, self.nature = bool(row[2]), row[3], row[4]
        elif self.kind == "when":
            self.condition, self.domains = row[2], row[3]

    def forked(self) -> Fork:
        """The described contexts that hang here, by the facts they need."""
        if self.fork is None:
            self.fork = Fork([(chain, {p.key: p for p in chain.parts if p.key}) for chain in self.whens])
        return self.fork


class Line:
    """A rule of the program, with its place in the text."""

    __slots__ = (
        "_movers",
        "bids",
        "calls",
        "chain",
        "condition",
        "domains",
        "facts",
        "file",
        "fit",
        "fixed",
        "index",
        "letters",
        "literal",
        "moving",
        "need",
        "needs",
        "never",
        "note",
        "of_call",
        "order",
        "others",
        "passing",
        "plain",
        "policy",
        "policy_end",
        "questions",
        "reads",
        "row",
        "scope_end",
        "steady",
        "tags",
        "text",
        "unsettled",
    )  # fmt: skip

    def __init__(self, index: int, row: list[Any], program: Program) -> None:
        self.index = index
        self.chain = program.chains[row[0]]
        self.calls: list[Plain] = row[1]
        self.condition: Plain = intern_plain(row[2], program.plain_pool) if row[2] is not None else None
        self.order: list[Plain] = row[3]
        self.tags: list[Plain] = row[4]
        self.note: str = row[5]
        self.file: str = program.files[row[6]]
        self.row: int = row[7]
        self.text: str = row[8]
        self.letters: list[str] = row[9]["order"]
        self.domains: dict[str, list[int]] = row[9].get("for", {})
        self.never = bool(row[10])
        self.reads = bool(row[11])
        self.policy: str = row[12]
        self.scope_end: int = row[13]
        self.policy_end: int = row[14]
        self.needs: Any = None  # what it asks of the auction beside, once that is known (alike.needs_of)
        self.need = -1  # the structural facts among its facts as bits, once they are known
        self.others: tuple[Part, ...] = ()  # and the facts that are no such bits
        self.facts, self.steady, self.of_call, self.moving = split_condition(self.condition)
        self.literal = _literal_bid(self.calls) if not self.policy else 0
        self.plain = self.literal or _plain_call(self.calls)
        passes = any(call[0] == "pass" for call in self.calls) and self.calls[0][0] != "pass even if forced"
        self.passing = not self.never and (passes or self.policy == "pass")  # a player who is forced may not
        self.bids = not self.policy and all(_is_bid(call) for call in self.calls)
        self.unsettled = any(_is_unsettled(call) for call in self.calls)
        self.fixed: dict[Any, Any] = {}
        self.questions: Any = None  # what must be asked to settle its calls (offers.settling)
        self._movers: Any = None
        self.fit = _fit_of(self.condition) or _fit_of_chain(self.chain)
        for domain in _domains_of_chain(self.chain):
            for letter, suits in domain.items():
                self.domains.setdefault(letter, suits)

    @property
    def movers(self) -> Any:
        """The parts of the condition that move with the auction, as functions of a place."""
        if self._movers is None:
            from bridgelang.bidding.moving import mover

            self._movers = tuple([mover(piece) for piece in self.moving])
        return self._movers

    @property
    def location(self) -> str:
        """``sayc.bid:12``."""
        return f"{self.file}:{self.row}"


class Program:
    """A whole compiled system.

    ``lines`` are made when first asked for: a single bid touches few of them.
    """

    __slots__ = (
        "asked", "carried", "chains", "files", "kind", "leaves", "line_rows", "lines_in", "made", "name", "plain_pool",
        "points", "quantities", "questions_kept", "rows", "settings", "structure", "title", "trees", "walks",
    )  # fmt: skip

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.name: str = data["name"]
        self.title: str = data["title"]
        self.kind: str = data["kind"]
        self.files: list[str] = data["files"]
        self.settings: dict[str, Any] = data["settings"]
        self.quantities: dict[str, Quantity] = {
            name: _custom(name, values) for name, values in data["quantities"].items()
        }
        own = self.quantities.get(data["points"][0])  # `count points as bumrap`
        self.points: Quantity = quantity("points", *data["points"]) if own is None else own
        self.plain_pool: dict[Any, Any] = {}
        self.line_rows: list[list[Any]] = data["lines"]
        self.made: dict[int, Line] = {}
        self.asked: dict[Any, Any] = {}  # questions about headers (headers.Asked), by the context they stand in
        self.rows: dict[Any, Any] = {}  # lines in contexts under a last bid (offers.Row)
        self.leaves: dict[Any, Any] = {}  # the sets of headers that were found to hold
        self.questions_kept = 0
        self.walks = 0
        self.trees: dict[Any, Any] = {}  # the trees of states that begin with this side dealing (table.BiddingTable)
        self.structure: Any = None  # structure.Structure, once the system has been in many positions
        self.lines_in: dict[Any, Any] = {}  # by the contexts a position is in, what it shares with others
        self.carried: list[frozenset[str]] = []
        self.chains: list[Chain] = []
        for index, row in enumerate(data["chains"]):
            parent = None if index < 2 else self.chains[row[0]]
            chain = Chain(index, row, parent)
            if chain.kind == "when":
                chain.condition = intern_plain(chain.condition, self.plain_pool)
                chain.letters = tuple(letters_in(chain.condition))
                chain.parts = header_parts(chain.condition)
            self.chains.append(chain)
            if parent is not None:
                if chain.kind == "when":
                    parent.whens.append(chain)
                elif chain.theirs:
                    parent.their_calls.append(chain)
                else:
                    parent.our_calls.append(chain)
        for number, row in enumerate(self.line_rows):
            self.chains[row[0]].lines.append(number)

    def line(self, index: int) -> Line:
        """Line number ``index``."""
        found = self.made.get(index)
        if found is None:
            found = self.made[index] = Line(index, self.line_rows[index], self)
        return found

    def tags_of_call(self, call: int) -> frozenset[str]:
        """The names of the tags that some line of the system could give to a call."""
        if not self.carried:
            sets: list[set[str]] = [set() for _ in range(38)]
            for row in self.line_rows:
                names = {_tag_name(tag) for tag in row[4]}
                if names:
                    for number in _possible_calls(row[1], row[12]):
                        sets[number] |= names
            self.carried = [frozenset(names) for names in sets]
        return self.carried[call]

    def all_lines(self) -> Iterable[Line]:
        """Every line in order."""
        return (self.line(i) for i in range(len(self.line_rows)))


def _tag_name(tag: Plain) -> str:
    name: str = tag[0].removesuffix(" unless passed hand")
    return "forcing to" if name == "forcing" and tag[2] is not None else name


def _possible_calls(calls: Plain, policy: str) -> Iterable[int]:
    """The calls a rule could make somewhere."""
    out: set[int] = {0} if policy == "pass" else set()
    for pattern in calls:
        kind = pattern[0]
        if kind in ("pass", "pass even if forced"):
            out.add(0)
        elif kind == "double":
            out.add(1)
        elif kind == "redouble":
            out.add(2)
        elif kind == "bid":
            strains = [4] if pattern[2] == "NT" else [pattern[2]] if isinstance(pattern[2], int) else [0, 1, 2, 3]
            out.update(5 * pattern[1] - 2 + strain for strain in strains)
        else:
            out.update(range(3, 38))
    return out


def intern_plain(node: Plain, pool: dict[Any, Any]) -> Plain:
    """Lists as tuples, equal ones as one object."""
    if isinstance(node, list):
        made = tuple([intern_plain(item, pool) for item in node])
        return pool.setdefault(made, made)
    return node


def split_condition(condition: Plain) -> tuple[tuple[Part, ...], Plain, tuple[Plain, ...], tuple[Plain, ...]]:
    """A rule's condition in four: facts without letters, what never changes with the auction, what the call and the
    last bid decide, and the rest.
    """
    if condition is None:
        return (), None, (), ()
    facts, steady, of_call, moving = [], [], [], []
    for piece in condition[1:] if condition[0] == "all" else (condition,):
        if is_fact(piece) and (part := Part(piece)).key:
            facts.append(part)
        elif is_static(piece):
            steady.append(piece)
        elif piece[0] in ("jump", "nonjump", "below game"):
            of_call.append(piece)
        else:
            moving.append(piece)
    whole = None if not steady else steady[0] if len(steady) == 1 else ("all", *steady)
    return tuple(sorted(facts, key=lambda part: part.cost)), whole, tuple(of_call), tuple(moving)


_SETTLED = frozenset(["bid", "pass", "pass even if forced", "double", "redouble", "step"])


def _is_bid(call: Plain) -> bool:
    return call[0] not in ("pass", "pass even if forced", "double", "redouble")


def _is_unsettled(call: Plain) -> bool:
    """Whether it takes more of the auction than the last bid to tell which call is meant."""
    suit = call[2] if call[0] == "bid" else None if call[0] in _SETTLED else call[1] if len(call) > 1 else ""
    if call[0] not in (*_SETTLED, "cheapest", "jump", "double jump", "game"):
        return True
    return isinstance(suit, str) and suit != "NT" and not is_letter(suit)


def _literal_bid(calls: list[Plain]) -> int:
    """The bid of a rule that names just one, level and strain; 0 for other rules."""
    if len(calls) != 1 or calls[0][0] != "bid":
        return 0
    strain = 4 if calls[0][2] == "NT" else calls[0][2]
    return 5 * calls[0][1] - 2 + strain if isinstance(strain, int) else 0


def _plain_call(calls: list[Plain]) -> int:
    """0, 1 or 2 for a rule that is just a pass, a double or a redouble; else -1."""
    if len(calls) != 1:
        return -1
    return {"pass": 0, "pass even if forced": 0, "double": 1, "redouble": 2}.get(calls[0][0], -1)


def is_fact(condition: Plain) -> bool:
    """Whether a condition asks nothing of the hand and nothing of the call."""
    kind = condition[0]
    if kind in ("all", "any", "not"):
        return all(is_fact(part) for part in condition[1:])
    return kind not in HAND_ATOMS and kind not in OTHER_ATOMS


def is_static(condition: Plain) -> bool:
    """Whether a condition asks nothing of the auction but the level of the call."""
    kind = condition[0]
    if kind in ("all", "any", "not", "provided"):
        return all(is_static(part) for part in condition[1:])
    if kind not in HAND_ATOMS:
        return False
    return not _has_phrase(condition)


PHRASES = frozenset(["their suit", "partner's suit", "my suit", "trumps", "the agreed suit", "the doubled suit"])


def _has_phrase(node: Plain) -> bool:
    if isinstance(node, tuple):
        if len(node) == 5 and node[0] in ("every", "some") and (node[2] not in ("", "side", "other") or node[4]):
            return True
        if len(node) == 2 and node[0] == "support points" and node[1] is None:
            return True
        return any(_has_phrase(item) for item in node)
    return isinstance(node, str) and node in PHRASES


def letters_in(node: Plain) -> list[str]:
    """The suit letters of a plain condition in order of writing; ``oM`` counts as ``M``."""
    out: dict[str, None] = {}

    def walk(item: Plain) -> None:
        if isinstance(item, tuple | list):
            for part in item:
                walk(part)
        elif isinstance(item, str) and is_letter(item):
            out[item.removeprefix("o")] = None

    walk(node)
    return list(out)


def is_letter(text: str) -> bool:
    """Whether a word is a suit letter: M, m, t to z, one renamed for a convention (3x), or the other one of it (oM)."""
    bare = text.removeprefix("o").lstrip("0123456789")
    return len(bare) == 1 and (bare in "Mm" or "t" <= bare <= "z")


def _fit_of(condition: Plain) -> Plain:
    """The suit of the first fit a condition speaks of, or None."""
    if condition is None:
        return None
    kind = condition[0]
    if kind in ("all",):
        return next((f for f in map(_fit_of, condition[1:]) if f is not None), None)
    if kind == "fit":
        return condition[2]
    if kind == "agreed":
        return condition[1]
    return None


def _fit_of_chain(chain: Chain | None) -> Plain:
    while chain is not None and chain.kind == "when":
        found = _fit_of(chain.condition)
        if found is not None:
            return found
        chain = chain.parent
    return None


def _domains_of_chain(chain: Chain | None) -> Iterable[Mapping[str, list[int]]]:
    while chain is not None:
        if chain.domains:
            yield chain.domains
        chain = chain.parent


def _custom(name: str, values: list[list[Any]]) -> Quantity:
    table: dict[str, float] = {("T" if rank == "10" else rank): value for rank, value in values}
    scale = next(s for s in (1, 2, 4) if s == 4 or all(float(v * s).is_integer() for v in table.values()))
    ranks = tuple(round(table.get(r, 0) * scale) for r in "23456789TJQKA")
    return quantity("custom", name, scale, ranks, ())
