"""Syntax trees as canonical text: reading the text again gives an equal tree.

One way of writing each thing: conditions by commas and parentheses, every range before its quantity, calls by letters.
The formatter, which keeps an author's wording, is another module.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

from bridgelang.lang import ast
from bridgelang.lang.neighbours import DENIABLE
from bridgelang.lang.pieces import HALVES

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
SUIT_LETTERS = "CDHS"
RANK_WORDS = {12: "ace", 11: "king", 10: "queen", 9: "jack", 8: "ten"}
RANK_LETTERS = {12: "A", 11: "K", 10: "Q", 9: "J", 8: "T"}
ORDINALS = ("", "1st", "2nd", "3rd", "4th")
INDENT = "  "


def print_system(tree: ast.SystemFile) -> str:
    """A whole file."""
    return "".join(line + "\n" for line in _body(tree.body, ""))


def _body(body: Sequence[ast.Statement], indent: str) -> list[str]:
    out: list[str] = []
    for statement in body:
        out.append(indent + print_statement(statement))
        if isinstance(statement, ast.Block):
            out.extend(_body(statement.body, indent + INDENT))
    return out


def print_statement(node: ast.Statement) -> str:
    """One statement on a line; of a block, the header.

    >>> print_statement(ast.Rule((ast.CallExpr("bid", 1, ast.Notrump()),), ast.Atom("balanced")))
    '1NT: balanced'
    """
    return _STATEMENTS[type(node)](node)


# ------------------------------------------------------------------ small values


def number(value: float) -> str:
    """A number as a bridge player writes it.

    >>> number(4.5), number(12)
    ('4½', '12')
    """
    if value == int(value):
        return str(int(value))
    return f"{int(value)}½" if value * 2 == int(value * 2) else f"{value:g}"


def suit(node: ast.SuitRef) -> str:
    """A suit: hearts, x, their suit."""
    if node.kind == "suit":
        return SUIT_WORDS[int(node.value)]
    return str(node.value).lstrip("0123456789")


def strain(node: ast.Strain) -> str:
    """A suit or notrump."""
    return "notrump" if isinstance(node, ast.Notrump) else suit(node)


def tag(node: ast.Tag) -> str:
    """A tag without its brackets."""
    text = node.name
    if node.suit is not None:
        joint = {"transfer": "to ", "keycard ask": "for ", "queen ask": "for "}.get(node.name, "")
        text += f" {joint}{suit(node.suit)}"
    return f"{text} to {call(node.until)}" if node.until is not None else text


def call(node: ast.CallExpr) -> str:
    """A call: 1NT, 2M, cheapest hearts, X."""
    if node.kind == "bid":
        assert node.strain is not None
        if isinstance(node.strain, ast.Notrump):
            return f"{node.level}NT"
        letter = SUIT_LETTERS[int(node.strain.value)] if node.strain.kind == "suit" else suit(node.strain)
        return f"{node.level}{letter}"
    if node.kind == "step":
        return f"step {node.level}"
    if node.kind == "tagged":
        return _tags(node.tags)
    if node.strain is None:
        return {"double": "X", "redouble": "XX", "any bid": "bid"}.get(node.kind, node.kind)
    joint = " in " if node.kind == "game" else " "
    return f"{node.kind}{joint}{strain(node.strain)}"


def _tags(tags: Sequence[ast.Tag]) -> str:
    return "[" + ", ".join(tag(t) for t in tags) + "]"


def path(elements: Sequence[ast.PathElement]) -> str:
    """The calls of a path."""
    out = []
    for element in elements:
        text = "/".join(call(c) for c in element.alternatives)
        if element.theirs:
            text = f"({text} {element.nature})" if element.nature else f"({text})"
        out.append(text)
    return " ".join(out)


def amount(node: ast.Amount) -> str:
    """How much: 15-17, 5+, up to 9, 0 or 3, notrump."""
    if node.setting is not None:
        return {"at least": f"{node.setting}+", "at most": f"up to {node.setting}"}.get(node.mode, node.setting)
    if len(node.ranges) > 1:
        values = [number(low or 0) for low, _ in node.ranges]
        return ", ".join(values[:-1]) + " or " + values[-1]
    low, high = node.ranges[0]
    if low is None:
        return f"up to {number(high or 0)}"
    if high is None:
        return f"{number(low)}+"
    return number(low) if low == high else f"{number(low)}-{number(high)}"


_COUNTABLE = ("aces", "kings", "queens", "controls", "losers", "quick tricks", "playing tricks")


def measured(count: ast.Amount, what: ast.Measure) -> str:
    """An amount of a quantity: 15-17 hcp, no aces, 1 heart."""
    none, one = count.ranges == ((0, 0),), count.ranges == ((1, 1),)
    text = measure(what)
    if what.kind in HALVES and not none and len(count.ranges) == 1 and len(set(count.ranges[0])) == 1:
        return f"exactly {amount(count)} {text.removesuffix('s') if one else text}"
    if none and (what.kind in _COUNTABLE or (what.kind == "length" and what.suit and what.suit.kind == "suit")):
        return f"no {text}"
    if one and what.kind in _COUNTABLE:
        text = text.removesuffix("s")
    return f"{amount(count)} {text}"


def _so_many_cards(count: ast.Amount, what: ast.Measure) -> str:
    """Exactly so many cards, some at least; empty for any other amount."""
    text = measured(count, what)
    return text if what.kind == "length" and re.match(r"\d+ ", text) else ""


def measure(node: ast.Measure) -> str:
    """A quantity: hcp, support points in hearts, spades."""
    if node.kind == "named":
        return node.name
    if node.kind == "length" and node.suit is not None:
        return suit(node.suit) if node.suit.kind != "phrase" else f"cards in {suit(node.suit)}"
    if node.suit is None:
        return node.kind
    kind = node.kind.removesuffix(" in")
    return f"{kind} in {suit(node.suit)}"


def where(node: ast.Where) -> str:
    """One suit or a set of suits: hearts, every unbid suit, their suits."""
    if node.suit is not None:
        return suit(node.suit)
    if (node.quantifier, node.which, node.kind, node.whose) == ("every", "", "suit", "they"):
        return "their suits"
    whose = f"{node.whose} bid" if node.whose else ""
    return " ".join(word for word in (node.quantifier, node.which, node.kind, whose) if word)


def domain(node: ast.Domain) -> str:
    """``for x, y in hearts, spades``."""
    return f"for {', '.join(node.letters)} in {', '.join(suit(s) for s in node.suits)}"


def order(node: ast.Order) -> str:
    """An ordering word."""
    return f"{node.length}-{node.length} {node.kind}" if node.length else node.kind


def setting_value(value: ast.Amount | str) -> str:
    """The value of a setting."""
    return value if isinstance(value, str) else amount(value)


# ------------------------------------------------------------------ conditions


def condition(node: ast.Condition) -> str:
    """A condition as it stands after a colon or in parentheses.

    >>> condition(ast.Not(ast.AnyOf((ast.Atom("balanced"), ast.Atom("vulnerable", ("they",))))))
    'not (balanced or they are vulnerable)'
    """
    if not isinstance(node, ast.All) or not node.parts:
        return _item(node)
    last_plain = max((i for i, p in enumerate(node.parts) if not isinstance(p, ast.Provided)), default=-1)
    return ", ".join(_apart([_item(p) if i > last_plain else _run(p) for i, p in enumerate(node.parts)]))


def _apart(texts: list[str]) -> list[str]:
    """Texts to be joined by commas: a number behind one that ends with a number would be read as another amount."""
    return [
        f"({text})" if i and text[:1].isdigit() and texts[i - 1][-1:].isdigit() else text
        for i, text in enumerate(texts)
    ]


def _before_for(node: ast.Condition, domains: tuple[ast.Domain, ...]) -> str:
    """A condition with ``for x in …`` right behind it: a tag at its end would take that ``for`` as its own."""
    if not domains or not _ends_in_tag(node):
        return condition(node)
    *others, last = node.parts if isinstance(node, ast.All) else (node,)
    text = f"provided ({_run(last.part)})" if isinstance(last, ast.Provided) else f"({_run(last)})"
    return ", ".join([condition(ast.All(tuple(others))), text]) if others else text


def _ends_in_tag(node: ast.Condition) -> bool:
    """Whether the last word is a tag without its suit."""
    while not isinstance(node, ast.Atom):
        if isinstance(node, (ast.All, ast.AnyOf)):
            if not node.parts:
                return False
            node = node.parts[-1]
        else:
            node = node.part
    last = node.args[-1] if node.args else None
    if isinstance(last, ast.CallPattern):
        last = last.tag
    return isinstance(last, ast.Tag) and last.suit is None


def _item(node: ast.Condition) -> str:
    return f"provided {_run(node.part)}" if isinstance(node, ast.Provided) else _run(node)


def _run(node: ast.Condition) -> str:
    """What may stand between commas."""
    if isinstance(node, ast.AnyOf) and node.parts:
        last = len(node.parts) - 1
        texts = [_joined(part, i == last) for i, part in enumerate(node.parts)]
        return " or ".join(
            f"({text})" if _runs_on(text, after) else text
            for text, after in itertools.zip_longest(texts, texts[1:], fillvalue="")
        )
    return _operand(node)


def _runs_on(text: str, after: str) -> bool:
    """Whether a condition would share words with the one behind its `or`: `no void or singleton`."""
    return bool(
        (text.startswith("no ") and DENIABLE.match(after))
        or (re.fullmatch("a (void|singleton|doubleton|shortage)", text) and re.match(r"\w+ in ", after))
    )


def _joined(node: ast.Condition, last: bool) -> str:
    """One of several parts joined by `or`: what would run on into the next is put in parentheses."""
    text = _operand(node)
    if last:
        return text
    open_ended = isinstance(node, ast.Atom) and (
        (node.kind in ("shows", "may have") and not text.endswith(")"))
        or node.kind == "level"
        or (node.kind in ("combined", "combined maximum") and node.args[1] is None)
        or (node.kind == "contract" and node.args[0] == "level")
    )
    negated = isinstance(node, ast.Not) and (text.startswith("not ") or "contract is not" in text)
    return f"({text})" if open_ended or negated else text


def _operand(node: ast.Condition) -> str:
    if isinstance(node, ast.Atom):
        return _ATOMS[node.kind](*node.args)
    if isinstance(node, ast.Not):
        short = _NEGATED.get(node.part.kind) if isinstance(node.part, ast.Atom) else None
        text = short(*node.part.args) if short is not None and isinstance(node.part, ast.Atom) else ""
        return text or f"not {_operand(node.part)}"
    if isinstance(node, ast.All) and not node.parts:
        return "otherwise"
    if isinstance(node, ast.AnyOf) and not node.parts:
        return "not otherwise"
    return f"({condition(node)})"


WHO = {"me": "I", "partner": "partner", "lho": "lho", "rho": "rho", "they": "they", "we": "we"}
WHOSE = {"me": "my", "partner": "partner's", "lho": "lho's", "rho": "rho's", "they": "their", "we": "our"}
_OWNER = WHOSE | {"they": "theirs", "me": "mine", "we": "ours"}
_PLURAL = ("me", "they", "we")


def _show(who: str) -> str:
    return "show" if who in _PLURAL else "shows"


def _have(who: str) -> str:
    return "have" if who in _PLURAL else "has"


def _shown(node: ast.Condition) -> str:
    return (
        _operand(node)
        if isinstance(node, ast.Atom | ast.Not) and not _operand(node).startswith("not ")
        else (f"({condition(node)})")
    )


def pattern(node: ast.CallPattern) -> str:
    """What a call is asked to be."""
    if node.kind == "bid" and node.call is not None:
        return call(node.call)
    if node.kind == "strain" and node.strain is not None:
        return strain(node.strain)
    if node.kind == "tag" and node.tag is not None:
        return tag_in_words(node.tag)
    if node.kind == "sort":
        return f"a {node.word}"
    return {"pass": "pass", "double": "X", "redouble": "XX", "game": "game"}[node.kind]


def tag_in_words(node: ast.Tag) -> str:
    """A tag in a condition: ``transfer to hearts``."""
    return tag(node) if node.suit is None or " to " in tag(node) else f"{node.name} for {suit(node.suit)}"


def _opened(who: str, what: ast.CallPattern | None) -> str:
    return f"{WHO[who]} opened {pattern(what)}" if what is not None else f"{WHO[who]} opened"


def _has_bid(who: str, what: ast.CallPattern | None) -> str:
    return f"{WHO[who]} {_have(who)} bid {pattern(what)}" if what is not None else f"{WHO[who]} {_have(who)} bid"


def _last_call(who: str, what: str, bid: ast.CallPattern | None) -> str:
    return f"{WHO[who]} {what} {pattern(bid)}" if bid is not None else f"{WHO[who]} {what}"


def _passed_hand(who: str) -> str:
    if who == "me":
        return "passed hand"
    return f"{WHO[who]} {'are' if who in _PLURAL else 'is'} a passed hand"


def _level(low: int, high: int) -> str:
    if low == high:
        return f"at level {low}"
    return f"at level {low} or higher" if high == 7 else f"at level {high} or lower"


def _contract(fact: str, *args: Any) -> str:
    if fact == "bid":
        what = call(args[0])
    elif fact in ("in", "game in"):
        what = f"{fact} {strain(args[0])}"
    elif fact == "level":
        what = _level(*args)
    else:
        what = "a partscore" if fact == "partscore" else fact
    return f"the contract is {what}"


def _call_is(who: str, which: str, noun: str, what: ast.CallPattern) -> str:
    return f"{WHOSE[who]} {which} {noun} is {pattern(what)}"


def seats(numbers: Sequence[int]) -> str:
    """``3rd or 4th seat``."""
    return " or ".join(ORDINALS[n] for n in numbers) + " seat"


def _cards(ranks: Sequence[int], place: ast.Where) -> str:
    return f"{''.join(RANK_LETTERS[r] for r in ranks)} in {where(place)}"


def _fit(length: int, of: ast.SuitRef) -> str:
    return f"fit in {suit(of)}" if length == 8 else f"{length}-card fit in {suit(of)}"


def _should_have(who: str, count: ast.Amount, what: ast.Measure) -> str:
    if what.kind == "length" and what.suit is not None:
        if who == "we":
            return f"expect {amount(count)} trumps in {suit(what.suit)}"
        if what.suit.kind == "phrase":
            return f"{WHO[who]} should have {amount(count)} trumps"
    return f"{WHO[who]} should have {measured(count, what)}"


def _combined(word: str) -> Callable[[ast.Amount, ast.Measure | None], str]:
    return lambda count, what: f"{word} {amount(count) if what is None else measured(count, what)}"


def _tops(count: ast.Amount, top: int, place: ast.Where) -> str:
    low, high = count.ranges[0]
    text = amount(count)
    if len(count.ranges) == 1:
        if low == high:
            text = f"exactly {number(low or 0)}"
        elif high is None:
            text = number(low or 0)
    return f"{text} of top {top} in {where(place)}"


def _shape(text: str) -> str:
    return text if "(" in text else f"shape {text}"


_ATOMS: dict[str, Callable[..., str]] = {
    "amount": measured,
    "length in": lambda count, place: f"{amount(count)} in {where(place)}",
    "tops": _tops,
    "stopper": lambda place: f"stopper in {where(place)}",
    "half stopper": lambda place: f"half stopper in {where(place)}",
    "card": lambda rank, of: f"{RANK_WORDS[rank]} of {suit(of)}",
    "cards": _cards,
    "shape": _shape,
    "short": lambda word, place: f"{word} in {where(place)}",
    "some short": lambda word: f"a {word}",
    "long": lambda length, kind: f"some {length}-card {kind}",
    "rule of": lambda n: f"rule of {n}",
    "compare": lambda a, op, b: f"{suit(a)} {op} {suit(b)}",
    "is stronger": lambda a, b: f"{suit(a)} stronger than {suit(b)}",
    "is longest": lambda s: f"{suit(s)} is longest",
    "fit": _fit,
    "should have": _should_have,
    "total tricks": lambda count, s: f"total tricks {amount(count)} in {suit(s)}",
    "expected tricks": lambda count, of: f"expect {amount(count)} tricks in {strain(of)}",
    "worth": lambda what, of: f"worth {what} in {strain(of)}",
    "worth a save": lambda s: f"worth a save in {suit(s)}",
    "within the law": lambda s: f"within the law in {suit(s)}",
    "wasted hcp": lambda count: f"{amount(count)} wasted hcp",
    "combined": _combined("combined"),
    "combined maximum": _combined("combined maximum"),
    "level": _level,
    "is suit": lambda a, b: f"{suit(a)} is {suit(b)}",
    "is not suit": lambda a, b: f"{suit(a)} is not {suit(b)}",
    "is kind": lambda s, kind: f"{suit(s)} is a {kind}",
    "is above": lambda a, b: f"{suit(a)} is above {suit(b)}",
    "is below": lambda a, b: f"{suit(a)} is below {suit(b)}",
    "is next above": lambda a, b: f"{suit(a)} is next above {suit(b)}",
    "shows": lambda who, part: f"{WHO[who]} {_show(who)} {_shown(part)}",
    "may have": lambda who, part: f"{WHO[who]} may have {_shown(part)}",
    "opened": _opened,
    "has bid": _has_bid,
    "only passed": lambda who: f"{WHO[who]} {_have(who)} only passed",
    "has called": lambda who, what: f"{WHO[who]} {_have(who)} called {tag_in_words(what)}",
    "last call": _last_call,
    "passed hand": _passed_hand,
    "vulnerable": lambda who: "vulnerable" if who == "we" else "they are vulnerable",
    "call is": _call_is,
    "call may be": lambda who, which, noun, what: f"{WHOSE[who]} {which} {noun} may be {tag_in_words(what)}",
    "the suit is": lambda phrase, letter: f"{phrase} {suit(letter)}",
    "their last suit": lambda letter: f"their last suit {suit(letter)}",
    "their suits": lambda a, b: f"their suits {suit(a)} and {suit(b)}",
    "a suit of": lambda letter, who: f"a suit {suit(letter)} of {_OWNER[who]}",
    "fourth suit": lambda letter: f"fourth suit {suit(letter)}",
    "unbid": lambda s: f"unbid {suit(s)}",
    "agreed": lambda s: "agreed" if s is None else f"agreed {suit(s)}",
    "seat": seats,
    "contract": _contract,
    "bid limit": lambda limit, bid: f"the bid is {limit} {call(bid)}",
    "named": lambda name, suits: " ".join([name, *(suit(s) for s in suits)]),
    "setting is": lambda name, word: f"{name} is {word}",
}
for _kind in (
    "balanced", "semi-balanced", "unbalanced", "top of my range", "bottom of my range", "jump", "nonjump", "reverse",
    "below game", "first turn", "contested", "uncontested", "balancing", "favourable", "unfavourable",
    "game reached", "slam reached", "forced", "game forced", "otherwise",
):  # fmt: skip
    _ATOMS[_kind] = lambda kind=_kind: kind

_NEGATED: dict[str, Callable[..., str]] = {
    "amount": lambda count, what: f"not exactly {text}" if (text := _so_many_cards(count, what)) else "",
    "stopper": lambda place: f"no stopper in {where(place)}" if place.suit is not None else "",
    "card": lambda rank, of: f"no {RANK_WORDS[rank]} of {suit(of)}",
    "short": lambda word, place: f"no {word} in {where(place)}" if place.suit is not None else "",
    "some short": lambda word: f"no {word}",
    "long": lambda length, kind: f"no {length}-card {kind}",
    "has bid": lambda who, what: "" if what is not None else f"{WHO[who]} {_have(who)} not bid",
    "passed hand": lambda who: "unpassed hand" if who == "me" else "",
    "call is": lambda *args: _call_is(*args).replace(" is ", " is not ", 1),
    "contract": lambda *args: _contract(*args).replace(" is ", " is not ", 1),
}
"""Negations with a wording of their own; an empty text means that this one has none."""

PRINTED = frozenset(_ATOMS)


# ------------------------------------------------------------------ statements


def _rule(node: ast.Rule) -> str:
    text = "never " if node.never else ""
    text += " else ".join(call(c) for c in node.calls)
    if node.condition is not None:
        last = not (node.order or node.tags or node.note)
        text += ": " + (_before_for(node.condition, node.domains) if last else condition(node.condition))
    if node.order:
        text += " ; " + ", ".join(order(o) for o in node.order)
    if node.tags:
        text += " " + _tags(node.tags)
    if node.note:
        text += f' "{node.note}"'
    return text + "".join(" " + domain(d) for d in node.domains)


def header(node: ast.Context) -> str:
    """A header without its colon."""
    if node.kind == "when":
        assert node.condition is not None
        text = "when " + _before_for(node.condition, node.domains)
    else:
        text = node.kind
        if node.kind == "opening" and node.seats:
            text += f" in {seats(node.seats)}"
        if node.kind == "after":
            text += " " + path(node.path)
        if node.condition is not None:
            text += ", " + _before_for(node.condition, node.domains)
    return text + "".join(" " + domain(d) for d in node.domains)


def _belongs(node: ast.Belongs) -> str:
    return "belongs " + (f"after {path(node.path)}{letters_given(node.letters)}" if node.path else "at the margin")


def letters_given(letters: Sequence[tuple[str, ast.SuitRef | None]]) -> str:
    """The letters of a ``use``: `` for M``, `` for x = M``."""
    return "".join(f" for {x}" + (f" = {suit(given)}" if given is not None else "") for x, given in letters)


def _use(node: ast.Use) -> str:
    text = f"use {node.name}" + letters_given(node.letters)
    if node.settings:
        text += " with " + ", ".join(f"{name} = {setting_value(value)}" for name, value in node.settings)
    for name, word, wanted in node.when:
        text += f" {'when' if wanted else 'unless'} {name} is {word}"
    return text


def _same_as(node: ast.SameAs) -> str:
    text = "same as " + ("opening" if node.opening else "after " + path(node.path))
    if node.leaving_out:
        text += ", except " + "/".join(call(c) for c in node.leaving_out)
    if node.shift:
        word = "lighter" if node.shift < 0 else "stronger"
        text += f", {abs(node.shift)} point{'s' * (abs(node.shift) != 1)} {word}"
    if node.replacing:
        text += ", with " + ", ".join(f"{call(new)} for {call(old)}" for new, old in node.replacing)
    return text


def _title(node: ast.Title) -> str:
    return " ".join(word for word in (node.kind, node.name, f'"{node.text}"' if node.text else "") if word)


def _definition(node: ast.Definition) -> str:
    return f"define {' '.join((node.name, *node.letters))}: {condition(node.condition)}"


_STATEMENTS: dict[type, Callable[[Any], str]] = {
    ast.Rule: _rule,
    ast.Block: lambda n: header(n.context) + ":",
    ast.Language: lambda n: f"language {n.version}",
    ast.Title: _title,
    ast.Belongs: _belongs,
    ast.CountPoints: lambda n: "count points as " + " + ".join(n.parts),
    ast.SuitsGo: lambda n: "suits: " + ", ".join(order(o) for o in n.order),
    ast.Setting: lambda n: f"set {n.name} = {setting_value(n.value)}",
    ast.QuantityDefinition: lambda n: (
        f"quantity {n.name} = " + ", ".join(f"{letter} {number(value)}" for letter, value in n.values)
    ),
    ast.Definition: _definition,
    ast.Unavailable: lambda n: f"unavailable: {n.policy}",
    ast.Use: _use,
    ast.SameAs: _same_as,
}
