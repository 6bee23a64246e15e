"""Whole syntax trees, made node by node from the registry of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from hypothesis import strategies as st

from bridgelang.features.trick_chances import FEWEST, MOST
from bridgelang.lang import ast
from bridgelang.lang.pieces import HALVES, HIGHEST, RULES_OF
from bridgelang.lang.vocabulary import CALLS, KINDS, MEASURES, ORDERS
from bridgelang.lang.words import known_words

LETTERS = ("M", "m", "t", "u", "v", "w", "x", "y", "z", "oM", "om")
PHRASES = ("their suit", "partner's suit", "my suit", "trumps", "their trumps", "the agreed suit", "the doubled suit")

words = st.from_regex(r"[a-z][a-z]{2,7}(-[a-z]{2,5})?", fullmatch=True).filter(
    lambda w: w not in known_words() and w.rstrip("s") not in ("club", "diamond", "heart", "spade", "seat")
)
texts = st.text(alphabet="abc XYZ 123 ♠é!?.,:;()[]#'-", max_size=12).map(str.strip)

letters = st.sampled_from(LETTERS).map(lambda name: ast.SuitRef("letter", name))
named_suits = st.integers(0, 3).map(lambda value: ast.SuitRef("suit", value))
phrases = st.sampled_from(PHRASES).map(lambda text: ast.SuitRef("phrase", text))
sides = letters | named_suits
suits = letters | named_suits | phrases
strains = suits | st.just(ast.Notrump())
bids = st.builds(
    lambda level, strain: ast.CallExpr("bid", level, strain), st.integers(1, 7), sides | st.just(ast.Notrump())
)


def ranges(low: int, high: int, step: float = 1) -> st.SearchStrategy[ast.Amount]:
    """Amounts between two bounds: a range, an open end, one number, several numbers, or a setting."""
    numbers = st.integers(int(low / step), int(high / step)).map(lambda n: _tidy(n * step))
    whole = st.integers(low, high)
    pairs = st.tuples(numbers, numbers).map(lambda pair: (min(pair), max(pair)))
    single = st.one_of(
        pairs, numbers.map(lambda n: (n, None)), numbers.map(lambda n: (None, n)), numbers.map(lambda n: (n, n))
    ).map(lambda pair: ast.Amount((pair,)))
    many = st.sets(whole, min_size=2, max_size=4).map(lambda found: ast.Amount(tuple((n, n) for n in sorted(found))))
    setting = st.builds(
        lambda name, mode: ast.Amount((), name, mode), words, st.sampled_from(["range", "at least", "at most"])
    )
    return st.one_of(single, many, setting) if high > low else single


def _tidy(value: float) -> float:
    return int(value) if float(value).is_integer() else value


def amounts_of(kind: str) -> st.SearchStrategy[ast.Amount]:
    """Amounts that a quantity can have."""
    high = HIGHEST["points"] if kind.endswith("points") else HIGHEST.get(kind, 40)
    return ranges(0, high, 0.5 if kind in HALVES or kind == "named" else 1)


@st.composite
def measures(draw: st.DrawFn) -> ast.Measure:
    kind = draw(st.sampled_from(sorted(MEASURES)))
    if kind == "named":
        return ast.Measure("named", name=draw(words))
    if kind.startswith("rule of"):
        return ast.Measure(f"rule of {draw(st.sampled_from(RULES_OF))}")
    if kind == "length":
        return ast.Measure(kind, draw(sides))
    if kind in ("hcp in", "keycards", "honours"):
        return ast.Measure(kind, draw(suits))
    return ast.Measure(kind, draw(st.none() | suits) if kind == "support points" else None)


@st.composite
def wheres(draw: st.DrawFn) -> ast.Where:
    if draw(st.booleans()):
        return ast.Where("one", draw(suits))
    return ast.Where(
        draw(st.sampled_from(["every", "some"])),
        None,
        draw(st.sampled_from(["", "unbid", "side", "other", "lowest unbid", "highest unbid"])),
        draw(st.sampled_from(["suit", "major", "minor"])),
        draw(st.sampled_from(["", "they", "partner", "we"])),
    )


@st.composite
def tags(draw: st.DrawFn, until: bool = True) -> ast.Tag:
    """A tag; what stands in a condition has no `until`."""
    form = draw(st.integers(0, 4 if until else 3))
    if form == 0:
        return ast.Tag(draw(st.sampled_from(["forcing", "game forcing", "signoff", "takeout", "control bid"])))
    if form == 1:
        return ast.Tag(draw(st.sampled_from(["transfer", "agrees", "keycard ask", "queen ask"])), draw(sides))
    if form == 4:
        plain = ast.CallExpr("bid", draw(st.integers(1, 7)), draw(named_suits | st.just(ast.Notrump())))
        return ast.Tag("forcing", None, plain)
    return ast.Tag(" ".join(draw(st.lists(words, min_size=1, max_size=3))), draw(st.none() | sides))


def patterns(noun: bool) -> st.SearchStrategy[ast.CallPattern]:
    """What a call may be; with ``noun`` also by kind (`partner's last call is …`)."""
    plain = bids.map(lambda b: ast.CallPattern("bid", call=b)) | (sides | st.just(ast.Notrump())).map(
        lambda s: ast.CallPattern("strain", strain=s)
    )
    if not noun:
        return plain
    return st.one_of(
        plain,
        st.sampled_from(["pass", "double", "redouble"]).map(ast.CallPattern),
        st.sampled_from(["jump", "raise", "reverse", "cue", "bid"]).map(lambda w: ast.CallPattern("sort", word=w)),
        tags(until=False).map(lambda t: ast.CallPattern("tag", tag=t)),
    )


SHAPES = ("5-4-x-x", "4=4=4=1", "(54)xx", "4-3-3-3", "x(43)x", "x=x=5=4", "13-0-0-0", "5=(44)0".replace("=", ""))
MINE = ("me", "partner", "lho", "rho", "they", "we")

ARGUMENTS: dict[str, Callable[[], st.SearchStrategy[Any]]] = {
    "where": wheres,
    "suit": lambda: suits,
    "letter": lambda: letters,
    "rank": lambda: st.sampled_from([8, 9, 10, 11, 12]),
    "ranks": lambda: st.sets(st.sampled_from([8, 9, 10, 11, 12]), min_size=1).map(
        lambda found: tuple(sorted(found, reverse=True))
    ),
    "shape": lambda: st.sampled_from(SHAPES),
    "short": lambda: st.sampled_from(["void", "singleton", "doubleton", "shortage"]),
    "kind": lambda: st.sampled_from(["suit", "major", "minor"]),
    "op": lambda: st.sampled_from([">=", "<=", ">", "<", "="]),
    "who": lambda: st.sampled_from(MINE),
    "which": lambda: st.sampled_from(["first", "last", "second", "previous"]),
    "noun": lambda: st.sampled_from(["call", "bid"]),
    "pattern": lambda: patterns(noun=False),
    "pattern?": lambda: st.none() | patterns(noun=False),
    "tag": lambda: tags(until=False),
    "phrase": lambda: st.sampled_from(PHRASES),
    "seats": lambda: st.sets(st.integers(1, 4), min_size=1).map(lambda found: tuple(sorted(found))),
    "limit": lambda: st.sampled_from(["at most", "at least", "below", "above"]),
    "call": lambda: bids,
    "name": lambda: words,
    "word": lambda: words,
    "suits": lambda: st.lists(suits, max_size=3).map(tuple),
}


@st.composite
def atoms(draw: st.DrawFn, names: tuple[str, ...] = tuple(sorted(KINDS))) -> ast.Atom:
    """An atom of one of these kinds, its arguments within what can be."""
    kind = KINDS[draw(st.sampled_from(names))]
    special = _SPECIAL.get(kind.name)
    if special is not None:
        return ast.Atom(kind.name, tuple(special(draw)))
    return ast.Atom(kind.name, tuple(draw(ARGUMENTS[arg]()) for arg in kind.args))


def _amount(draw: st.DrawFn) -> list[Any]:
    measure = draw(measures())
    amount = draw(amounts_of(measure.kind))
    if measure.kind == "length" and amount.setting is not None and amount.mode == "range":
        amount = attrs.evolve(amount, mode="at least")  # `minimum hearts` is read as a name with its suit
    return [amount, measure]


def _combined(draw: st.DrawFn) -> list[Any]:
    if draw(st.booleans()):
        return [draw(ranges(0, 40)), None]
    return _amount(draw)


def _should_have(draw: st.DrawFn) -> list[Any]:
    who = draw(st.sampled_from([who for who in MINE if who != "me"]))
    if draw(st.booleans()):
        return [who, draw(amounts_of("hcp")), ast.Measure("hcp")]
    amount = draw(ranges(0, 13))
    if amount.setting is not None and amount.mode == "range":
        amount = attrs.evolve(amount, mode="at least")  # `minimum hearts` is read as a name with its suit
    of = st.just(ast.SuitRef("phrase", "their trumps"))
    return [who, amount, ast.Measure("length", draw(suits if who == "we" else of | sides if who == "they" else sides))]


def _tops(draw: st.DrawFn) -> list[Any]:
    top = draw(st.integers(1, 5))
    low = draw(st.integers(0, top))
    open_end = draw(st.booleans())
    return [ast.Amount(((low, None if open_end else low),)), top, draw(wheres())]


def _level(draw: st.DrawFn) -> list[int]:
    level = draw(st.integers(1, 7))
    return draw(st.sampled_from([[level, level], [level, 7], [1, level]]))


def _contract(draw: st.DrawFn) -> list[Any]:
    fact = draw(
        st.sampled_from(
            [
                "ours",
                "theirs",
                "undoubled",
                "doubled",
                "redoubled",
                "game",
                "partscore",
                "slam",
                "bid",
                "in",
                "game in",
                "level",
            ]
        )
    )
    if fact == "bid":
        return [fact, draw(bids)]
    if fact in ("in", "game in"):
        return [fact, draw(strains)]
    return [fact, *_level(draw)] if fact == "level" else [fact]


def _last_call(draw: st.DrawFn) -> list[Any]:
    what = draw(st.sampled_from(["passed", "doubled", "redoubled", "bid"]))
    return [draw(ARGUMENTS["who"]()), what, draw(st.none() | patterns(noun=False)) if what == "bid" else None]


def _shows(draw: st.DrawFn) -> list[Any]:
    of_hand = tuple(sorted(name for name, kind in KINDS.items() if kind.about == "hand"))
    inner = conditions(atoms(names=of_hand), provided=False)
    return [draw(ARGUMENTS["who"]()), draw(inner)]


_SPECIAL: dict[str, Callable[[st.DrawFn], list[Any]]] = {
    "amount": _amount,
    "length in": lambda draw: [draw(ranges(0, 13)), draw(wheres())],
    "tops": _tops,
    "long": lambda draw: [draw(st.integers(1, 13)), draw(ARGUMENTS["kind"]())],
    "rule of": lambda draw: [draw(st.sampled_from(RULES_OF))],
    "compare": lambda draw: [draw(sides), draw(ARGUMENTS["op"]()), draw(suits)],
    "is stronger": lambda draw: [draw(sides), draw(suits)],
    "is longest": lambda draw: [draw(sides)],
    "is suit": lambda draw: [draw(sides), draw(suits)],
    "is not suit": lambda draw: [draw(sides), draw(suits)],
    "is above": lambda draw: [draw(sides), draw(suits)],
    "is below": lambda draw: [draw(sides), draw(suits)],
    "is next above": lambda draw: [draw(sides), draw(suits)],
    "is kind": lambda draw: [draw(sides), draw(ARGUMENTS["kind"]())],
    "fit": lambda draw: [draw(st.integers(7, 13)), draw(suits)],
    "should have": _should_have,
    "expected tricks": lambda draw: [draw(ranges(FEWEST, MOST)), draw(strains)],
    "worth": lambda draw: [draw(st.sampled_from(["game", "slam"])), draw(strains)],
    "wasted hcp": lambda draw: [draw(ranges(0, HIGHEST["wasted hcp"]))],
    "total tricks": lambda draw: [draw(ranges(0, 26)), draw(suits)],
    "combined": _combined,
    "combined maximum": _combined,
    "level": _level,
    "shows": _shows,
    "may have": _shows,
    "last call": _last_call,
    "vulnerable": lambda draw: [draw(st.sampled_from(["we", "they"]))],
    "call is": lambda draw: [
        *(draw(ARGUMENTS[arg]()) for arg in ("who", "which", "noun")), draw(patterns(noun=True))
    ],
    "unbid": lambda draw: [draw(sides)],
    "agreed": lambda draw: [draw(st.none() | sides)],
    "contract": _contract,
}  # fmt: skip


def _all(parts: list[ast.Condition]) -> ast.Condition:
    flat = [p for part in parts for p in (part.parts if isinstance(part, ast.All) else (part,))]
    return ast.All(tuple(flat))


def _any(parts: list[ast.Condition]) -> ast.Condition:
    flat = [p for part in parts for p in (part.parts if isinstance(part, ast.AnyOf) else (part,))]
    return ast.AnyOf(tuple(flat))


def conditions(
    leaves: st.SearchStrategy[ast.Condition] | None = None, provided: bool = True
) -> st.SearchStrategy[ast.Condition]:
    """Conditions as the reader makes them: joins of the same kind laid flat."""

    def extend(inner: st.SearchStrategy[ast.Condition]) -> st.SearchStrategy[ast.Condition]:
        several = st.lists(inner, min_size=2, max_size=3)
        found = several.map(_all) | several.map(_any) | inner.map(ast.Not)
        return found | inner.map(ast.Provided) if provided else found

    return st.recursive(leaves if leaves is not None else atoms(), extend, max_leaves=6)


# ------------------------------------------------------------------ statements


@st.composite
def calls(draw: st.DrawFn) -> ast.CallExpr:
    """A call a rule can make."""
    kind = draw(st.sampled_from(sorted(CALLS)))
    if kind == "bid":
        return draw(bids)
    if kind == "step":
        return ast.CallExpr("step", draw(st.integers(1, 35)))
    if kind == "cue":
        return ast.CallExpr(kind, strain=draw(suits))
    if kind in ("cheapest", "jump", "double jump", "game"):
        return ast.CallExpr(kind, strain=draw(strains))
    return ast.CallExpr(kind)


@st.composite
def path_elements(draw: st.DrawFn) -> ast.PathElement:
    special = st.sampled_from(["any", "any bid"]).map(ast.CallExpr) | st.lists(tags(), min_size=1, max_size=2).map(
        lambda found: ast.CallExpr("tagged", tags=tuple(found))
    )
    found = draw(st.lists(calls() | special, min_size=1, max_size=3))
    theirs = draw(st.booleans())
    nature = draw(st.sampled_from(["", "natural", "artificial"])) if theirs else ""
    return ast.PathElement(tuple(found), theirs, nature)


paths = st.lists(path_elements(), min_size=1, max_size=4).map(tuple)
domains = st.builds(
    lambda names, found: ast.Domain(tuple(names), tuple(found)),
    st.lists(st.sampled_from(LETTERS), min_size=1, max_size=2),
    st.lists(named_suits, min_size=1, max_size=3),
)
orders = st.builds(
    lambda kind, length: ast.Order(kind, length if kind in ("higher", "lower") else 0),
    st.sampled_from(sorted(ORDERS)),
    st.sampled_from([0, 0, 3, 4, 5, 6]),
)
setting_values = words | st.one_of(
    st.tuples(st.integers(0, 37), st.integers(0, 37)).map(lambda pair: ast.Amount(((min(pair), max(pair)),))),
    st.integers(0, 37).map(lambda n: ast.Amount(((n, None),))),
)


@st.composite
def rules(draw: st.DrawFn) -> ast.Rule:
    return ast.Rule(
        tuple(draw(st.lists(calls(), min_size=1, max_size=3))),
        draw(st.none() | conditions()),
        draw(st.booleans()),
        tuple(draw(st.lists(orders, max_size=2))),
        tuple(draw(st.lists(tags(), max_size=2))),
        draw(texts),
        tuple(draw(st.lists(domains, max_size=2))),
    )


@st.composite
def uses(draw: st.DrawFn) -> ast.Use:
    return ast.Use(
        draw(words),
        tuple(draw(st.lists(st.tuples(st.sampled_from(LETTERS), st.none() | suits), max_size=2))),
        tuple(draw(st.lists(st.tuples(words, setting_values), max_size=2))),
        tuple(draw(st.lists(st.tuples(words, words, st.booleans()), max_size=2))),
    )


@st.composite
def copies(draw: st.DrawFn) -> ast.SameAs:
    opening = draw(st.booleans())
    shift = draw(st.integers(-5, 5))
    return ast.SameAs(
        () if opening else draw(paths),
        opening,
        tuple(draw(st.lists(calls(), max_size=2))),
        tuple(draw(st.lists(st.tuples(calls(), calls()), max_size=2))),
        shift,
    )


@st.composite
def contexts(draw: st.DrawFn) -> ast.Context:
    kind = draw(st.sampled_from(["opening", "after", "when", "reads"]))
    return ast.Context(
        kind,
        draw(ARGUMENTS["seats"]() | st.just(())) if kind == "opening" else (),
        draw(paths) if kind == "after" else (),
        draw(conditions()) if kind == "when" else draw(st.none() | conditions()) if kind != "reads" else None,
        tuple(draw(st.lists(domains, max_size=1))),
    )


inner_statements = st.one_of(
    rules(), uses(), copies(), st.sampled_from(["leave", "pass"]).map(ast.Unavailable)
)  # fmt: skip


def _block(inside: st.SearchStrategy[ast.Statement]) -> st.SearchStrategy[ast.Statement]:
    bodies = st.lists(inside, min_size=1, max_size=3).map(tuple)
    return st.tuples(contexts(), bodies).map(lambda pair: ast.Block(*pair))


blocks = st.recursive(inner_statements, _block, max_leaves=6)
margin_statements = st.one_of(
    st.just(ast.Language(1)),
    st.builds(ast.Title, st.just("system"), words, texts),
    st.builds(ast.Title, st.just("convention"), words | st.just(""), texts),
    st.builds(
        ast.Belongs,
        paths,
        st.lists(st.tuples(st.sampled_from(LETTERS), st.none() | suits), max_size=2).map(tuple),
    ),
    st.just(ast.Belongs()),
    st.lists(st.sampled_from(["hcp", "length", "shortness", "upgraded"]), min_size=1, max_size=3).map(
        lambda parts: ast.CountPoints(tuple(parts))
    ),
    st.lists(orders, min_size=1, max_size=2).map(lambda order: ast.SuitsGo(tuple(order))),
    st.builds(ast.Setting, words, setting_values),
    st.builds(
        ast.QuantityDefinition,
        words,
        st.dictionaries(st.sampled_from("AKQJT"), st.integers(0, 40).map(lambda n: _tidy(n / 4)), min_size=1).map(
            lambda values: tuple(values.items())
        ),
    ),
    st.builds(ast.Definition, words, st.lists(st.sampled_from(LETTERS), max_size=2).map(tuple), conditions()),
)
systems = st.lists(margin_statements | blocks, min_size=1, max_size=5).map(
    lambda body: ast.SystemFile("my.bid", tuple(body))
)
