"""The atoms of conditions: from a grammar node to an :class:`~bridgelang.lang.ast.Atom` with checked arguments.

One function for each grammar alias. The kinds and their arguments are listed in ``vocabulary.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from bridgelang.lang import ast
from bridgelang.lang.tags import tag_of_words

if TYPE_CHECKING:
    from bridgelang.lang.build import Builder

Node = Tree[Token]
Maker = Callable[["Builder", Node], ast.Condition]
_MAKERS: dict[str, Maker] = {}

RANKS = {"ace": 12, "king": 11, "queen": 10, "jack": 9, "ten": 8}
RANK_LETTERS = {"A": 12, "K": 11, "Q": 10, "J": 9, "T": 8}


def build_atom(builder: Builder, tree: Node) -> ast.Condition:
    """The condition of one atom node."""
    return _MAKERS[str(tree.data)](builder, tree)


def _maker(*names: str) -> Callable[[Maker], Maker]:
    def add(function: Maker) -> Maker:
        for name in names:
            _MAKERS[name] = function
        return function

    return add


def _atom(b: Builder, tree: Node, kind: str, *args: Any) -> ast.Atom:
    return ast.Atom(kind, args, span=b.span(tree))


def _word(node: Any) -> str:
    """The word of a ``!rule`` with one token."""
    return str(node.children[0])


def _phrase(node: Any) -> str:
    return " ".join(str(t) for t in node.children)


# ------------------------------------------------------------------ my own hand


@_maker("amount", "amount_after")
def _amount(b: Builder, t: Node) -> ast.Condition:
    amount, measure = b.amount(t.children[0]), b.measure(t.children[1])
    if t.data == "amount_after":
        amount, measure = b.amount(t.children[1]), b.measure(t.children[0])
    b.check_amount(amount, measure, t)
    return _atom(b, t, "amount", amount, measure)


@_maker("cards_after")
def _cards_after(b: Builder, t: Node) -> ast.Condition:
    amount, suit = b.amount(t.children[0]), b.suit(t.children[1])  # type: ignore[arg-type]
    measure = ast.Measure("length", suit, span=suit.span)
    b.check_amount(amount, measure, t)
    return _atom(b, t, "amount", amount, measure)


@_maker("bare_range")
def _bare_range(b: Builder, t: Node) -> ast.Condition:
    amount = b.amount_of_token(t.children[0])
    measure = ast.Measure("hcp", span=b.span(t))
    b.check_amount(amount, measure, t)
    return _atom(b, t, "amount", amount, measure)


@_maker("bare_number")
def _bare_number(b: Builder, t: Node) -> ast.Condition:
    text = str(t.children[0])
    if len(text) == 4 and sum(int(d) for d in text if d.isdigit()) == 13:
        raise b.fault("B121", f"`{text}` could be two shapes", t,
                      f"shape {'-'.join(text)}  any suits", f"shape {'='.join(text)}  spades=hearts=diamonds=clubs")
    raise b.fault("B112", f"`{text}` of what?", t, f"write {text} hcp, {text} points, {text} spades, …")


@_maker("shape_number")
def _shape_number(b: Builder, t: Node) -> ast.Condition:
    text = str(t.children[0])
    raise b.fault("B121", f"`shape {text}` could be two shapes", t,
                  f"shape {'-'.join(text)}  any suits", f"shape {'='.join(text)}  spades=hearts=diamonds=clubs")


_NOTES = re.compile(r"(\d+)(?:-(\d+)|(\+|=|-))([CDHS♣♦♥♠])")


@_maker("notes_style")
def _notes_style(b: Builder, t: Node) -> ast.Condition:
    found = _NOTES.fullmatch(str(t.children[0]))
    assert found is not None
    low: float | None = int(found.group(1))
    high: float | None = low
    if found.group(2):
        high = int(found.group(2))
    elif found.group(3) == "+":
        high = None
    elif found.group(3) == "-":
        low, high = None, low
    if low is not None and high is not None and low > high:
        raise b.fault("B120", f"the range {low:g}-{high:g} is upside down", t)
    suit = ast.SuitRef("suit", {"♣": 0, "♦": 1, "♥": 2, "♠": 3}.get(found.group(4), "CDHS".find(found.group(4))),
                       span=b.span(t))
    amount, measure = ast.Amount(((low, high),), span=b.span(t)), ast.Measure("length", suit, span=b.span(t))
    b.check_amount(amount, measure, t)
    return _atom(b, t, "amount", amount, measure)


@_maker("bare_call")
def _bare_call(b: Builder, t: Node) -> ast.Condition:
    text = str(t.children[0])
    name = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}.get(text[1:], text[1:])
    raise b.fault("B112", f"`{text}` could be the bid or so many cards", t,
                  f"for the cards write  {text[0]} {name}  (exactly), or  {text[0]}+ {name}",
                  f"for the bid write  partner's last call is {text},  they opened {text}, …")


@_maker("length_in")
def _length_in(b: Builder, t: Node) -> ast.Condition:
    amount, where = b.amount(t.children[0]), b.where(t.children[1])
    b.check_amount(amount, ast.Measure("length"), t)
    return _atom(b, t, "length in", amount, where)


@_maker("tops")
def _tops(b: Builder, t: Node) -> ast.Condition:
    amount = b.amount(t.children[0])
    top = int(str(t.children[1]))
    if not 1 <= top <= 5 or any(n is not None and n > top for pair in amount.ranges for n in pair):
        raise b.fault("B121", f"`{b.words(t)}` cannot be: there are {min(top, 5)} such cards at most", t)
    return _atom(b, t, "tops", amount, top, b.where(t.children[2]))


@_maker("stopper", "half_stopper", "no_stopper")
def _stopper(b: Builder, t: Node) -> ast.Condition:
    atom = _atom(b, t, "half stopper" if t.data == "half_stopper" else "stopper", b.where(t.children[0]))
    return ast.Not(atom, span=atom.span) if t.data == "no_stopper" else atom


@_maker("card_of", "no_card_of")
def _card_of(b: Builder, t: Node) -> ast.Condition:
    atom = _atom(b, t, "card", RANKS[_word(t.children[0])], b.suit(t.children[1]))  # type: ignore[arg-type]
    return ast.Not(atom, span=atom.span) if t.data == "no_card_of" else atom


@_maker("cards_in")
def _cards_in(b: Builder, t: Node) -> ast.Condition:
    letters = str(t.children[0])
    ranks = tuple(sorted({RANK_LETTERS[c] for c in letters}, reverse=True))
    if len(ranks) != len(letters):
        raise b.fault("B123", f"`{letters}` names a card twice", t)
    return _atom(b, t, "cards", ranks, b.where(t.children[1]))


@_maker("balanced", "semi_balanced", "unbalanced")
def _plain_shape(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, {"semi_balanced": "semi-balanced"}.get(str(t.data), str(t.data)))


@_maker("shape")
def _shape(b: Builder, t: Node) -> ast.Condition:
    text = str(t.children[0])
    body = text.replace("(", "").replace(")", "")
    parts = re.split("[-=]", body) if re.search("[-=]", body) else list(body)
    numbers = [int(p) for p in parts if p != "x"]
    total = sum(numbers)
    fits = total == 13 if len(numbers) == 4 else total <= 13
    if len(parts) != 4 or not fits or any(n > 13 for n in numbers):
        raise b.fault("B124", f"`{text}` is no shape: four lengths that add up to 13 (x is any)", t,
                      "for example  shape 5-4-x-x  or  shape 5=4=2=2")
    return _atom(b, t, "shape", text)


@_maker("short_in", "no_short_in")
def _short_in(b: Builder, t: Node) -> ast.Condition:
    atom = _atom(b, t, "short", str(t.children[0]), b.where(t.children[1]))
    return ast.Not(atom, span=atom.span) if t.data == "no_short_in" else atom


@_maker("some_short", "no_short")
def _some_short(b: Builder, t: Node) -> ast.Condition:
    atom = _atom(b, t, "some short", str(t.children[0]))
    return ast.Not(atom, span=atom.span) if t.data == "no_short" else atom


@_maker("has_long", "no_long")
def _long(b: Builder, t: Node) -> ast.Condition:
    length = int(str(t.children[0]).split("-")[0])
    if not 1 <= length <= 13:
        raise b.fault("B121", f"a suit has at most 13 cards, not {length}", t)
    atom = _atom(b, t, "long", length, _word(t.children[1]))
    return ast.Not(atom, span=atom.span) if t.data == "no_long" else atom


@_maker("rule_of")
def _rule_of(b: Builder, t: Node) -> ast.Condition:
    number = int(str(t.children[0]))
    if number not in (15, 18, 19, 20, 21, 22):
        raise b.fault("B125", f"there is no rule of {number} here: 15 (hcp + spades), 18 to 22 (hcp + two longest)", t)
    return _atom(b, t, "rule of", number)


@_maker("top_of_range", "bottom_of_range")
def _range_part(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, str(t.data).replace("_range", " my range").replace("_", " "))


@_maker("fit", "long_fit")
def _fit(b: Builder, t: Node) -> ast.Condition:
    if t.data == "fit":
        return _atom(b, t, "fit", 8, b.suit(t.children[0]))  # type: ignore[arg-type]
    length = int(str(t.children[0]).split("-")[0])
    if not 6 <= length <= 13:
        raise b.fault("B121", f"a {length}-card fit is none: 7 to 13", t)
    return _atom(b, t, "fit", length, b.suit(t.children[1]))  # type: ignore[arg-type]


@_maker("within_law")
def _within_law(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "within the law", b.suit(t.children[0]))  # type: ignore[arg-type]


@_maker("combined", "combined_maximum")
def _combined(b: Builder, t: Node) -> ast.Condition:
    amount = b.amount(t.children[0])
    measure = b.measure(t.children[1]) if t.children[1] is not None else None
    return _atom(b, t, str(t.data).replace("_", " "), amount, measure)


@_maker("named")
def _named(b: Builder, t: Node) -> ast.Condition:
    suits = tuple(b.suit(c) for c in t.children[1:])  # type: ignore[arg-type]
    return _atom(b, t, "named", str(t.children[0]), suits)


@_maker("otherwise")
def _otherwise(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "otherwise")


# ------------------------------------------------------------------ suits against suits


@_maker("compare")
def _compare(b: Builder, t: Node) -> ast.Condition:
    op = {"≥": ">=", "≤": "<="}.get(str(t.children[1]), str(t.children[1]))
    return _atom(b, t, "compare", b.suit(t.children[0]), op, b.suit(t.children[2]))  # type: ignore[arg-type]


@_maker("longer", "shorter", "as_long")
def _longer(b: Builder, t: Node) -> ast.Condition:
    op = {"longer": ">", "shorter": "<", "as_long": ">="}[str(t.data)]
    return _atom(b, t, "compare", b.suit(t.children[0]), op, b.suit(t.children[1]))  # type: ignore[arg-type]


@_maker("is_suit", "is_not_suit", "is_above", "is_below", "is_next_above")
def _is_suit(b: Builder, t: Node) -> ast.Condition:
    first, second = b.suit(t.children[0]), b.suit(t.children[1])  # type: ignore[arg-type]
    return _atom(b, t, str(t.data).replace("_", " "), first, second)


@_maker("is_kind")
def _is_kind(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "is kind", b.suit(t.children[0]), _word(t.children[1]))  # type: ignore[arg-type]


@_maker("is_longest")
def _is_longest(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "is longest", b.suit(t.children[0]))  # type: ignore[arg-type]


@_maker("setting_is")
def _setting_is(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "setting is", str(t.children[0]), str(t.children[1]))


# ------------------------------------------------------------------ the auction


def _who(node: Any) -> str:
    from bridgelang.lang.build import SUBJECTS

    word = _word(node)
    return SUBJECTS.get(word, word)


def _bid_pattern(b: Builder, node: Any) -> ast.CallPattern:
    """``bid_pattern`` and ``opened`` nodes: a call, a suit, notrump."""
    while isinstance(node, Tree) and node.data == "opened":
        node = node.children[0]
    child = node.children[0]
    span = b.span(node)
    if isinstance(child, Token):
        if child.type == "CALL":
            return ast.CallPattern("bid", call=b.call_token(child), span=span)
        return ast.CallPattern("strain", strain=ast.SuitRef("letter", str(child), span=span), span=span)
    if child.data == "notrump":
        return ast.CallPattern("strain", strain=ast.Notrump(span=span), span=span)
    return ast.CallPattern("strain", strain=b.suit(child), span=span)


@_maker("shows", "may_have")
def _shows(b: Builder, t: Node) -> ast.Condition:
    inner = build_atom(b, t.children[1])  # type: ignore[arg-type]
    return _atom(b, t, "shows" if t.data == "shows" else "may have", _who(t.children[0]), inner)


@_maker("opened")
def _opened(b: Builder, t: Node) -> ast.Condition:
    pattern = _bid_pattern(b, t.children[1]) if t.children[1] is not None else None
    return _atom(b, t, "opened", _who(t.children[0]), pattern)


@_maker("has_bid", "has_not_bid", "has_bid_pattern")
def _has_bid(b: Builder, t: Node) -> ast.Condition:
    pattern = _bid_pattern(b, t.children[1]) if t.data == "has_bid_pattern" else None
    atom = _atom(b, t, "has bid", _who(t.children[0]), pattern)
    return ast.Not(atom, span=atom.span) if t.data == "has_not_bid" else atom


@_maker("only_passed")
def _only_passed(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "only passed", _who(t.children[0]))


@_maker("has_called")
def _has_called(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "has called", _who(t.children[0]), _tag(b, t.children[1]))


@_maker("passed", "doubled", "redoubled", "bid_last", "bid_last_pattern")
def _last_call(b: Builder, t: Node) -> ast.Condition:
    what = str(t.data)
    pattern = _bid_pattern(b, t.children[1]) if what == "bid_last_pattern" else None
    return _atom(b, t, "last call", _who(t.children[0]), "bid" if what.startswith("bid") else what, pattern)


@_maker("is_passed_hand")
def _is_passed_hand(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "passed hand", _who(t.children[0]))


@_maker("passed_hand", "unpassed_hand")
def _my_passed_hand(b: Builder, t: Node) -> ast.Condition:
    atom = _atom(b, t, "passed hand", "me")
    return ast.Not(atom, span=atom.span) if t.data == "unpassed_hand" else atom


@_maker("side_vulnerable")
def _side_vulnerable(b: Builder, t: Node) -> ast.Condition:
    who = _who(t.children[0])
    if who not in ("they", "we"):
        raise b.fault("B126", "a side is vulnerable: write `they are vulnerable` or `vulnerable`", t)
    return _atom(b, t, "vulnerable", who)


@_maker("vulnerable")
def _vulnerable(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "vulnerable", "we")


def _tag(b: Builder, node: Any) -> ast.Tag:
    """``tag_words``: words and perhaps a suit at the end."""
    words: list[str] = []
    suit: ast.SuitRef | None = None
    for child in node.children:
        if child is None:
            continue
        if isinstance(child, Token):
            words.append(str(child))
        elif child.data == "tag_suit":
            suit = b.suit(child.children[0])
        else:
            words.append(_phrase(child))
    tag = tag_of_words(words, b.span(node))
    return ast.Tag(tag.name, suit or tag.suit, tag.until, span=tag.span)


def _call_pattern(b: Builder, node: Any) -> ast.CallPattern:
    kind = str(node.data)
    span = b.span(node)
    if kind == "call_pattern":
        return ast.CallPattern("tag", tag=_tag(b, node.children[0]), span=span)
    if kind == "exact_call":
        return ast.CallPattern("bid", call=b.call_token(node.children[0]), span=span)
    if kind == "in_suit":
        return ast.CallPattern("strain", strain=b.suit(node.children[0]), span=span)
    if kind == "in_notrump":
        return ast.CallPattern("strain", strain=ast.Notrump(span=span), span=span)
    if kind == "kind_of_call":
        return ast.CallPattern("sort", word=_word(node.children[0]), span=span)
    return ast.CallPattern({"pass_call": "pass", "double_call": "double", "redouble_call": "redouble"}[kind], span=span)


@_maker("call_is", "call_is_not")
def _call_is(b: Builder, t: Node) -> ast.Condition:
    whose, which, *rest = t.children
    noun = "bid" if re.search(r"\bbid\b", b.words(t).split(" is ")[0]) else "call"
    atom = _atom(b, t, "call is", _who(whose), _word(which), noun, _call_pattern(b, rest[0]))
    return ast.Not(atom, span=atom.span) if t.data == "call_is_not" else atom


@_maker("call_may_be")
def _call_may_be(b: Builder, t: Node) -> ast.Condition:
    whose, which, tag = t.children
    noun = "bid" if re.search(r"\bbid\b", b.words(t).split(" may be")[0]) else "call"
    return _atom(b, t, "call may be", _who(whose), _word(which), noun, _tag(b, tag))


def _letter(b: Builder, token: Any) -> ast.SuitRef:
    return ast.SuitRef("letter", str(token), span=b.span(token))


@_maker("the_suit_is")
def _the_suit_is(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "the suit is", _phrase(t.children[0]), _letter(b, t.children[1]))


@_maker("their_last_suit")
def _their_last_suit(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "their last suit", _letter(b, t.children[0]))


@_maker("their_two_suits")
def _their_two_suits(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "their suits", _letter(b, t.children[0]), _letter(b, t.children[1]))


@_maker("a_suit_of")
def _a_suit_of(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "a suit of", _letter(b, t.children[0]), _who(t.children[1]))


@_maker("fourth_suit")
def _fourth_suit(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "fourth suit", _letter(b, t.children[0]))


@_maker("unbid")
def _unbid(b: Builder, t: Node) -> ast.Condition:
    child = t.children[0]
    return _atom(b, t, "unbid", _letter(b, child) if isinstance(child, Token) else b.suit(child))


@_maker("agreed")
def _agreed(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "agreed", b.suit(t.children[0]))  # type: ignore[arg-type]


@_maker("something_agreed")
def _something_agreed(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "agreed", None)


@_maker("in_seat")
def _in_seat(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "seat", b.seats(t.children[-1]))


@_maker(
    "first_turn", "contested", "uncontested", "balancing", "favourable", "unfavourable",
    "game_reached", "slam_reached", "forced", "game_forced",
)  # fmt: skip
def _fact(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, str(t.data).replace("_", " "))


@_maker("contract_is", "contract_is_not")
def _contract(b: Builder, t: Node) -> ast.Condition:
    fact: Any = t.children[0]
    kind = str(fact.data)
    args: tuple[Any, ...] = ()
    if kind == "the_call":
        kind, args = "bid", (b.call_token(fact.children[0]),)
    elif kind in ("in_strain", "game_in"):
        kind, args = kind.replace("_strain", "").replace("_", " "), (b.strain(fact.children[0]),)
    elif kind in ("at_level", "level_or_higher", "level_or_lower"):
        level = int(str(fact.children[0]))
        low, high = (level if kind != "level_or_lower" else 1), (level if kind != "level_or_higher" else 7)
        kind, args = "level", (low, high)
    atom = _atom(b, t, "contract", kind, *args)
    return ast.Not(atom, span=atom.span) if t.data == "contract_is_not" else atom


@_maker("bid_limit")
def _bid_limit(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, "bid limit", _phrase(t.children[0]), b.call_token(t.children[1]))


# ------------------------------------------------------------------ the call being considered


@_maker("at_level", "at_level_or_higher", "at_level_or_lower")
def _level(b: Builder, t: Node) -> ast.Condition:
    level = int(str(t.children[0]))
    if not 1 <= level <= 7:
        raise b.fault("B118", f"there is no level {level}: 1 to 7", t)
    low = 1 if t.data == "at_level_or_lower" else level
    high = 7 if t.data == "at_level_or_higher" else level
    return _atom(b, t, "level", low, high)


@_maker("is_jump", "is_nonjump", "is_reverse", "below_game")
def _call_fact(b: Builder, t: Node) -> ast.Condition:
    return _atom(b, t, str(t.data).removeprefix("is_").replace("_", " "))
