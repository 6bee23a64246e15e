"""The atoms of conditions: from a grammar node to an :class:`~bridgelang.lang.ast.Atom` with checked arguments.

One function for each grammar alias. The kinds and their arguments are listed in ``vocabulary.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bridgelang.features.trick_chances import FEWEST, MOST
from bridgelang.lang import ast
from bridgelang.lang.neighbours import refuse_so_many_each
from bridgelang.lang.pieces import (
    HIGHEST,
    IN_ORDER,
    RANK_LETTERS,
    RANKS,
    SUITS,
    Pieces,
    phrase_of,
    shape_readings,
    word_of,
)
from bridgelang.lang.tags import tag_of_words
from bridgelang.lang.tree import Token, Tree

Maker = Callable[[Pieces, Tree], ast.Condition]
MAKERS: dict[str, Maker] = {}
"""By grammar alias."""

SUBJECTS = {"I": "me", "theirs": "they", "partner's": "partner", "mine": "me", "ours": "we"}
SUBJECTS |= {"my": "me", "lho's": "lho", "rho's": "rho", "their": "they", "our": "we"}


def build_atom(pieces: Pieces, tree: Tree) -> ast.Condition:
    """The condition of one atom node."""
    return MAKERS[str(tree.data)](pieces, tree)


def _maker(*names: str) -> Callable[[Maker], Maker]:
    def add(function: Maker) -> Maker:
        for name in names:
            MAKERS[name] = function
        return function

    return add


def _atom(b: Pieces, tree: Tree, kind: str, *args: Any) -> ast.Atom:
    return ast.Atom(kind, args, span=b.span(tree))


# ------------------------------------------------------------------ my own hand


@_maker("amount", "amount_after")
def _amount(b: Pieces, t: Tree) -> ast.Condition:
    count, quantity = t.children if t.data == "amount" else reversed(t.children)
    amount, measure = b.counted(count, quantity, t)
    if measure.kind == "length":
        refuse_so_many_each(b, t)
    return _atom(b, t, "amount", amount, measure)


@_maker("cards_after")
def _cards_after(b: Pieces, t: Tree) -> ast.Condition:
    amount, suit = b.amount(t.children[0]), b.suit(t.children[1])
    measure = ast.Measure("length", suit, span=suit.span)
    b.check_amount(amount, measure, t)
    return _atom(b, t, "amount", amount, measure)


_TWO_LENGTHS = re.compile(r"([4-8])-([1-8])")


@_maker("bare_range")
def _bare_range(b: Pieces, t: Tree) -> ast.Condition:
    text = str(t.children[0])
    lengths = _TWO_LENGTHS.fullmatch(text)
    if lengths is not None and lengths[1] >= lengths[2]:
        suits = f"for two suits say which, as in  {lengths[1]}+ in some major, {lengths[2]}+ in both majors"
        if lengths[1] == lengths[2]:
            suits = f"for two suits say which, as in  {lengths[1]}+ in both majors"
        points = (f"for points write  {lengths[2]}-{lengths[1]} hcp",) if lengths[1] != lengths[2] else ()
        raise b.fault("B112", f"`{text}` could be the lengths of two suits", t, suits, *points)
    amount = b.amount_of_token(t.children[0])
    measure = ast.Measure("hcp", span=b.span(t))
    b.check_amount(amount, measure, t)
    return _atom(b, t, "amount", amount, measure)


@_maker("bare_number")
def _bare_number(b: Pieces, t: Tree) -> ast.Condition:
    text = str(t.children[0])
    shapes = shape_readings(text)
    if shapes:
        raise b.fault("B121", f"`{text}` could be two shapes", t, *shapes)
    raise b.fault("B112", f"`{text}` of what?", t, f"write {text} hcp, {text} points, {text} spades, …")


@_maker("shape_number")
def _shape_number(b: Pieces, t: Tree) -> ast.Condition:
    text = str(t.children[0])
    shapes = shape_readings(text)
    if shapes:
        raise b.fault("B121", f"`shape {text}` could be two shapes", t, *shapes)
    raise _no_shape(b, t, text)


_NOTES = re.compile(r"(\d+)(?:-(\d+)|(\+|=|-))([CDHS♣♦♥♠])")


@_maker("notes_style")
def _notes_style(b: Pieces, t: Tree) -> ast.Condition:
    found = _NOTES.fullmatch(str(t.children[0]))
    assert found is not None
    low: float | None = b.number(found.group(1), t)
    high: float | None = low
    if found.group(2):
        high = b.number(found.group(2), t)
    elif found.group(3) == "+":
        high = None
    elif found.group(3) == "-":
        low, high = None, low
    if low is not None and high is not None and low > high:
        raise b.fault("B120", f"the range {low:g}-{high:g} is upside down", t)
    span = b.span(t)
    suit = ast.SuitRef("suit", SUITS[found.group(4).lower()], span=span)
    amount, measure = ast.Amount(((low, high),), span=span), ast.Measure("length", suit, span=span)
    b.check_amount(amount, measure, t)
    return _atom(b, t, "amount", amount, measure)


@_maker("bare_call")
def _bare_call(b: Pieces, t: Tree) -> ast.Condition:
    text = str(t.children[0])
    number = text.rstrip("CDHSNT♣♦♥♠oMmtuvwxyz")
    name = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}.get(text[len(number) :], text[len(number) :])
    bid = f"for the bid write  partner's last call is {text},  they opened {text}, …"
    if name in ("N", "NT"):
        raise b.fault("B112", f"`{text}` alone is a bid, not a condition", t, bid)
    cards = f"for the cards write  {number} {name}  (exactly), or  {number}+ {name}"
    if not 1 <= int(number) <= 7:
        raise b.fault("B112", f"`{text}` could be exactly so many cards, or at least so many", t, cards)
    raise b.fault("B112", f"`{text}` could be the bid or so many cards", t, cards, bid)


@_maker("length_in")
def _length_in(b: Pieces, t: Tree) -> ast.Condition:
    amount, where = b.amount(t.children[0]), b.where(t.children[1])
    refuse_so_many_each(b, t)
    b.check_amount(amount, ast.Measure("length"), t)
    return _atom(b, t, "length in", amount, where)


@_maker("tops")
def _tops(b: Pieces, t: Tree) -> ast.Condition:
    amount = b.amount(t.children[0])
    top = b.whole(t.children[1], "count of top cards", 1, 5)
    if any(n is not None and (n > top or not isinstance(n, int)) for pair in amount.ranges for n in pair):
        raise b.fault("B121", f"`{b.words(t)}` cannot be: there are {top} such cards at most", t)
    return _atom(b, t, "tops", amount, top, b.where(t.children[2]))


def _no(b: Pieces, t: Tree, atom: ast.Atom) -> ast.Not:
    """``no stopper in x``; of several suits it could mean in none of them or not in all of them."""
    where: ast.Where = atom.args[-1]
    if where.quantifier != "one":
        text = b.words(t)
        what = text.split(" in ", 1)[0].removeprefix("no ")
        noun = f"{where.which} {where.kind}".strip() + {"": "", "they": " they bid"}.get(
            where.whose, f" {where.whose} bid"
        )
        raise b.fault(
            "B110",
            f"`{text}` could be read in two ways",
            t,
            f"in none of them  not {what} in some {noun}",
            f"not in all       not {what} in every {noun}",
        )
    return ast.Not(atom, span=atom.span)


@_maker("stopper", "half_stopper", "no_stopper")
def _stopper(b: Pieces, t: Tree) -> ast.Condition:
    atom = _atom(b, t, "half stopper" if t.data == "half_stopper" else "stopper", b.where(t.children[0]))
    return _no(b, t, atom) if t.data == "no_stopper" else atom


@_maker("card_of", "no_card_of")
def _card_of(b: Pieces, t: Tree) -> ast.Condition:
    atom = _atom(b, t, "card", RANKS[word_of(t.children[0])], b.suit(t.children[1]))
    return ast.Not(atom, span=atom.span) if t.data == "no_card_of" else atom


@_maker("cards_in")
def _cards_in(b: Pieces, t: Tree) -> ast.Condition:
    letters = str(t.children[0])
    ranks = tuple(sorted({RANK_LETTERS[c] for c in letters}, reverse=True))
    if len(ranks) != len(letters):
        raise b.fault("B123", f"`{letters}` names a card twice", t)
    return _atom(b, t, "cards", ranks, b.where(t.children[1]))


@_maker("balanced", "semi_balanced", "unbalanced")
def _plain_shape(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, {"semi_balanced": "semi-balanced"}.get(str(t.data), str(t.data)))


def _no_shape(b: Pieces, t: Tree, text: str) -> Exception:
    return b.fault(
        "B124",
        f"`{text}` is no shape: four lengths that add up to 13 (x is any)",
        t,
        "for example  shape 5-4-x-x  or  shape 5=4=2=2",
    )


@_maker("shape")
def _shape(b: Pieces, t: Tree) -> ast.Condition:
    text = str(t.children[0])
    body = text.replace("(", "").replace(")", "")
    parts = re.split("[-=]", body) if re.search("[-=]", body) else list(body)
    if len(parts) != 4 or not all(p == "x" or (p.isdigit() and len(p) < 3) for p in parts):
        raise _no_shape(b, t, text)
    numbers = [int(p) for p in parts if p != "x"]
    total = sum(numbers)
    if not (total == 13 if len(numbers) == 4 else total <= 13):
        raise _no_shape(b, t, text)
    if "-" in text and parts != (sizes := sorted(parts, key=lambda p: -1 if p == "x" else int(p), reverse=True)):
        readings = (f"for any suits write  shape {'-'.join(sizes)}", f"{IN_ORDER}shape {'='.join(parts)}")
        raise b.fault("B121", f"`{text}` could be two shapes", t, *readings)
    return _atom(b, t, "shape", text)


@_maker("short_in", "no_short_in")
def _short_in(b: Pieces, t: Tree) -> ast.Condition:
    atom = _atom(b, t, "short", str(t.children[0]), b.where(t.children[1]))
    return _no(b, t, atom) if t.data == "no_short_in" else atom


@_maker("some_short", "no_short")
def _some_short(b: Pieces, t: Tree) -> ast.Condition:
    atom = _atom(b, t, "some short", str(t.children[0]))
    return ast.Not(atom, span=atom.span) if t.data == "no_short" else atom


@_maker("has_long", "no_long")
def _long(b: Pieces, t: Tree) -> ast.Condition:
    length = b.number(str(t.children[0]).split("-")[0], t)
    if not 1 <= length <= 13:
        raise b.fault("B121", f"a suit has 1 to 13 cards, not {length}", t)
    atom = _atom(b, t, "long", length, word_of(t.children[1]))
    return ast.Not(atom, span=atom.span) if t.data == "no_long" else atom


@_maker("rule_of")
def _rule_of(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "rule of", b.rule_of(t.children[0]))


@_maker("top_of_range", "bottom_of_range")
def _range_part(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, str(t.data).replace("_range", " my range").replace("_", " "))


@_maker("fit", "long_fit")
def _fit(b: Pieces, t: Tree) -> ast.Condition:
    if t.data == "fit":
        return _atom(b, t, "fit", 8, b.suit(t.children[0]))
    length = b.number(str(t.children[0]).split("-")[0], t)
    if not 7 <= length <= 13:
        raise b.fault("B121", f"a {length}-card fit is none: 7 to 13", t)
    return _atom(b, t, "fit", length, b.suit(t.children[1]))


@_maker("within_law")
def _within_law(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "within the law", b.suit(t.children[0]))


@_maker("expect_trumps")
def _expect_trumps(b: Pieces, t: Tree) -> ast.Condition:
    suit = b.suit(t.children[1])
    return _should_have_so_much(b, t, "we", b.amount(t.children[0]), ast.Measure("length", suit, span=suit.span))


@_maker("should_have_trumps")
def _should_have_trumps(b: Pieces, t: Tree) -> ast.Condition:
    who = _who(t.children[0])
    phrase = {"they": "their trumps", "we": "trumps"}.get(who)
    if phrase is None:
        raise b.fault("B128", "a side has trumps: write `they should have 9+ trumps`, or name the suit", t)
    measure = ast.Measure("length", ast.SuitRef("phrase", phrase, span=b.span(t)), span=b.span(t))
    return _should_have_so_much(b, t, who, b.amount(t.children[1]), measure)


@_maker("should_have")
def _should_have(b: Pieces, t: Tree) -> ast.Condition:
    amount, measure = b.counted(t.children[1], t.children[2], t)
    return _should_have_so_much(b, t, _who(t.children[0]), amount, measure)


def _should_have_so_much(b: Pieces, t: Tree, who: str, amount: ast.Amount, measure: ast.Measure) -> ast.Condition:
    if who == "me":
        raise b.fault("B128", "I know my own hand: say what partner, lho, rho, we or they should have", t)
    if measure.kind not in ("hcp", "length"):
        raise b.fault("B128", "what others should have is known in hcp and in cards of a suit only", t)
    b.check_amount(amount, measure, t)
    return _atom(b, t, "should have", who, amount, measure)


def _among(b: Pieces, t: Tree, known: range, otherwise: str) -> ast.Amount:
    """The amount that an atom begins with; all its numbers have to be known ones."""
    amount = b.amount(t.children[0])
    if any(n is not None and n not in known for pair in amount.ranges for n in pair):
        raise b.fault("B121", f"`{b.words(t)}` {otherwise}", t)
    return amount


@_maker("total_tricks")
def _total_tricks(b: Pieces, t: Tree) -> ast.Condition:
    amount = _among(b, t, range(27), "cannot be: both sides have 26 trumps at most")
    return _atom(b, t, "total tricks", amount, b.suit(t.children[1]))


@_maker("expect_tricks")
def _expect_tricks(b: Pieces, t: Tree) -> ast.Condition:
    amount = _among(b, t, range(FEWEST, MOST + 1), f"cannot be told: {FEWEST} to {MOST} tricks can")
    return _atom(b, t, "expected tricks", amount, b.strain(t.children[1]))


@_maker("worth_game", "worth_slam")
def _worth(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "worth", str(t.data).removeprefix("worth_"), b.strain(t.children[0]))


@_maker("worth_save")
def _worth_save(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "worth a save", b.suit(t.children[0]))


@_maker("wasted_hcp")
def _wasted_hcp(b: Pieces, t: Tree) -> ast.Condition:
    most = HIGHEST["wasted hcp"]
    amount = _among(b, t, range(most + 1), f"cannot be: kings, queens and jacks of three suits make {most}")
    return _atom(b, t, "wasted hcp", amount)


@_maker("combined", "combined_maximum")
def _combined(b: Pieces, t: Tree) -> ast.Condition:
    count, quantity = t.children
    if quantity is None:
        return _atom(b, t, str(t.data).replace("_", " "), b.amount(count), None)
    amount, measure = b.counted(count, quantity, t)
    return _atom(b, t, str(t.data).replace("_", " "), amount, measure)


@_maker("named")
def _named(b: Pieces, t: Tree) -> ast.Condition:
    suits = tuple(b.suit(c) for c in t.children[1:])
    return _atom(b, t, "named", str(t.children[0]), suits)


@_maker("bare_suit")
def _bare_suit(b: Pieces, t: Tree) -> ast.Condition:
    words = b.words(t)
    raise b.fault("B119", f"`{words}` alone says nothing", t, f"say how many: 5+ {words}")


@_maker("otherwise")
def _otherwise(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "otherwise")


# ------------------------------------------------------------------ suits against suits


@_maker("compare")
def _compare(b: Pieces, t: Tree) -> ast.Condition:
    op = {"≥": ">=", "≤": "<="}.get(str(t.children[1]), str(t.children[1]))
    return _atom(b, t, "compare", b.suit(t.children[0]), op, b.suit(t.children[2]))


@_maker("longer", "shorter", "as_long")
def _longer(b: Pieces, t: Tree) -> ast.Condition:
    op = {"longer": ">", "shorter": "<", "as_long": ">="}[str(t.data)]
    return _atom(b, t, "compare", b.suit(t.children[0]), op, b.suit(t.children[1]))


@_maker("stronger")
def _stronger(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "is stronger", b.suit(t.children[0]), b.suit(t.children[1]))


@_maker("is_suit", "is_not_suit", "is_above", "is_below", "is_next_above")
def _is_suit(b: Pieces, t: Tree) -> ast.Condition:
    first, second = b.suit(t.children[0]), b.suit(t.children[1])
    return _atom(b, t, str(t.data).replace("_", " "), first, second)


@_maker("is_kind")
def _is_kind(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "is kind", b.suit(t.children[0]), word_of(t.children[1]))


@_maker("is_longest")
def _is_longest(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "is longest", b.suit(t.children[0]))


@_maker("setting_is")
def _setting_is(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "setting is", str(t.children[0]), str(t.children[1]))


# ------------------------------------------------------------------ the auction


def _who(node: Any) -> str:
    word = word_of(node)
    return SUBJECTS.get(word, word)


def _bid_pattern(b: Pieces, node: Any) -> ast.CallPattern:
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
def _shows(b: Pieces, t: Tree) -> ast.Condition:
    inner = b.shown(t.children[1])
    return _atom(b, t, "shows" if t.data == "shows" else "may have", _who(t.children[0]), inner)


@_maker("opened")
def _opened(b: Pieces, t: Tree) -> ast.Condition:
    pattern = _bid_pattern(b, t.children[1]) if t.children[1] is not None else None
    return _atom(b, t, "opened", _who(t.children[0]), pattern)


@_maker("has_bid", "has_not_bid", "has_bid_pattern")
def _has_bid(b: Pieces, t: Tree) -> ast.Condition:
    pattern = _bid_pattern(b, t.children[1]) if t.data == "has_bid_pattern" else None
    atom = _atom(b, t, "has bid", _who(t.children[0]), pattern)
    return ast.Not(atom, span=atom.span) if t.data == "has_not_bid" else atom


@_maker("has_bid_game")
def _has_bid_game(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "has bid", _who(t.children[0]), ast.CallPattern("game", span=b.span(t)))


@_maker("only_passed")
def _only_passed(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "only passed", _who(t.children[0]))


@_maker("has_called")
def _has_called(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "has called", _who(t.children[0]), _tag(b, t.children[1]))


@_maker("passed", "doubled", "redoubled", "bid_last", "bid_last_pattern")
def _last_call(b: Pieces, t: Tree) -> ast.Condition:
    what = str(t.data)
    pattern = _bid_pattern(b, t.children[1]) if what == "bid_last_pattern" else None
    return _atom(b, t, "last call", _who(t.children[0]), "bid" if what.startswith("bid") else what, pattern)


@_maker("is_passed_hand")
def _is_passed_hand(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "passed hand", _who(t.children[0]))


@_maker("passed_hand", "unpassed_hand")
def _my_passed_hand(b: Pieces, t: Tree) -> ast.Condition:
    atom = _atom(b, t, "passed hand", "me")
    return ast.Not(atom, span=atom.span) if t.data == "unpassed_hand" else atom


@_maker("side_vulnerable")
def _side_vulnerable(b: Pieces, t: Tree) -> ast.Condition:
    who = _who(t.children[0])
    if who not in ("they", "we"):
        raise b.fault("B126", "a side is vulnerable: write `they are vulnerable` or `vulnerable`", t)
    return _atom(b, t, "vulnerable", who)


@_maker("vulnerable")
def _vulnerable(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "vulnerable", "we")


def _tag(b: Pieces, node: Any) -> ast.Tag:
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
            words.append(phrase_of(child))
    tag = tag_of_words(words, b.span(node))
    return ast.Tag(tag.name, suit or tag.suit, tag.until, span=tag.span)


def _call_pattern(b: Pieces, node: Any) -> ast.CallPattern:
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
        return ast.CallPattern("sort", word=word_of(node.children[0]), span=span)
    return ast.CallPattern({"pass_call": "pass", "double_call": "double", "redouble_call": "redouble"}[kind], span=span)


@_maker("call_is", "call_is_not")
def _call_is(b: Pieces, t: Tree) -> ast.Condition:
    whose, which, noun, pattern = t.children
    atom = _atom(b, t, "call is", _who(whose), word_of(which), word_of(noun), _call_pattern(b, pattern))
    return ast.Not(atom, span=atom.span) if t.data == "call_is_not" else atom


@_maker("call_may_be")
def _call_may_be(b: Pieces, t: Tree) -> ast.Condition:
    whose, which, noun, tag = t.children
    return _atom(b, t, "call may be", _who(whose), word_of(which), word_of(noun), _tag(b, tag))


@_maker("the_suit_is")
def _the_suit_is(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "the suit is", phrase_of(t.children[0]), b.letter(t.children[1]))


@_maker("their_last_suit")
def _their_last_suit(b: Pieces, t: Tree) -> ast.Condition:
    if (word_of(t.children[0]), word_of(t.children[1])) != ("their", "last"):
        words = b.words(t)
        raise b.fault("B111", f"`{words}` is not known here", t, "write  their last suit x  or  partner's suit x")
    return _atom(b, t, "their last suit", b.letter(t.children[2]))


@_maker("their_two_suits")
def _their_two_suits(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "their suits", b.letter(t.children[0]), b.letter(t.children[1]))


@_maker("a_suit_of")
def _a_suit_of(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "a suit of", b.letter(t.children[0]), _who(t.children[1]))


@_maker("fourth_suit")
def _fourth_suit(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "fourth suit", b.letter(t.children[0]))


@_maker("unbid")
def _unbid(b: Pieces, t: Tree) -> ast.Condition:
    child = t.children[0]
    return _atom(b, t, "unbid", b.letter(child) if isinstance(child, Token) else b.suit(child))


@_maker("agreed")
def _agreed(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "agreed", b.suit(t.children[0]))


@_maker("something_agreed")
def _something_agreed(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "agreed", None)


@_maker("in_seat")
def _in_seat(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "seat", b.seats(t.children[-1]))


@_maker(
    "first_turn", "contested", "uncontested", "balancing", "favourable", "unfavourable",
    "game_reached", "slam_reached", "forced", "game_forced",
)  # fmt: skip
def _fact(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, str(t.data).replace("_", " "))


@_maker("contract_is", "contract_is_not")
def _contract(b: Pieces, t: Tree) -> ast.Condition:
    fact: Any = t.children[0]
    kind = str(fact.data)
    args: tuple[Any, ...] = ()
    if kind == "the_call":
        kind, args = "bid", (b.call_token(fact.children[0]),)
    elif kind in ("in_strain", "game_in"):
        kind, args = kind.replace("_strain", "").replace("_", " "), (b.strain(fact.children[0]),)
    elif kind in ("at_level", "level_or_higher", "level_or_lower"):
        level = b.whole(fact.children[0], "level", 1, 7)
        low, high = (level if kind != "level_or_lower" else 1), (level if kind != "level_or_higher" else 7)
        kind, args = "level", (low, high)
    atom = _atom(b, t, "contract", kind, *args)
    return ast.Not(atom, span=atom.span) if t.data == "contract_is_not" else atom


@_maker("bid_limit")
def _bid_limit(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, "bid limit", phrase_of(t.children[0]), b.call_token(t.children[1]))


# ------------------------------------------------------------------ the call being considered


@_maker("at_level", "at_level_or_higher", "at_level_or_lower")
def _level(b: Pieces, t: Tree) -> ast.Condition:
    level = b.whole(t.children[0], "level", 1, 7)
    low = 1 if t.data == "at_level_or_lower" else level
    high = 7 if t.data == "at_level_or_higher" else level
    return _atom(b, t, "level", low, high)


@_maker("is_jump", "is_nonjump", "is_reverse", "below_game")
def _call_fact(b: Pieces, t: Tree) -> ast.Condition:
    return _atom(b, t, str(t.data).removeprefix("is_").replace("_", " "))
