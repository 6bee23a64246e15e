"""The atoms that speak of my own hand: points, lengths, shapes, cards, suits held against each other."""

from __future__ import annotations

import re

from bridgelang.lang import ast
from bridgelang.lang.atom_makers import as_atom, makes
from bridgelang.lang.neighbours import refuse_so_many_each
from bridgelang.lang.pieces import IN_ORDER, RANK_LETTERS, RANKS, SUITS, Pieces, shape_readings, word_of
from bridgelang.lang.tree import Tree


@makes("amount", "amount_after")
def _amount(b: Pieces, t: Tree) -> ast.Condition:
    count, quantity = t.children if t.data == "amount" else reversed(t.children)
    amount, measure = b.counted(count, quantity, t)
    if measure.kind == "length":
        refuse_so_many_each(b, t)
    return as_atom(b, t, "amount", amount, measure)


@makes("cards_after")
def _cards_after(b: Pieces, t: Tree) -> ast.Condition:
    amount, suit = b.amount(t.children[0]), b.suit(t.children[1])
    measure = ast.Measure("length", suit, span=suit.span)
    b.check_amount(amount, measure, t)
    return as_atom(b, t, "amount", amount, measure)


_TWO_LENGTHS = re.compile(r"([4-8])-([1-8])")


@makes("bare_range")
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
    return as_atom(b, t, "amount", amount, measure)


@makes("bare_number", "shape_number")
def _bare_number(b: Pieces, t: Tree) -> ast.Condition:
    text, named = str(t.children[0]), t.data == "shape_number"
    shapes = shape_readings(text)
    if shapes:
        raise b.fault("B121", f"`{'shape ' if named else ''}{text}` could be two shapes", t, *shapes)
    if named:
        raise _no_shape(b, t, text)
    raise b.fault("B112", f"`{text}` of what?", t, f"write {text} hcp, {text} points, {text} spades, …")


_NOTES = re.compile(r"(\d+)(?:-(\d+)|(\+|=|-))([CDHS♣♦♥♠])")


@makes("notes_style")
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
    return as_atom(b, t, "amount", amount, measure)


@makes("bare_call")
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


@makes("length_in")
def _length_in(b: Pieces, t: Tree) -> ast.Condition:
    amount, where = b.amount(t.children[0]), b.where(t.children[1])
    refuse_so_many_each(b, t)
    b.check_amount(amount, ast.Measure("length"), t)
    return as_atom(b, t, "length in", amount, where)


@makes("tops")
def _tops(b: Pieces, t: Tree) -> ast.Condition:
    amount = b.amount(t.children[0])
    top = b.whole(t.children[1], "count of top cards", 1, 5)
    if any(n is not None and (n > top or not isinstance(n, int)) for pair in amount.ranges for n in pair):
        raise b.fault("B121", f"`{b.words(t)}` cannot be: there are {top} such cards at most", t)
    return as_atom(b, t, "tops", amount, top, b.where(t.children[2]))


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


@makes("stopper", "half_stopper", "no_stopper")
def _stopper(b: Pieces, t: Tree) -> ast.Condition:
    atom = as_atom(b, t, "half stopper" if t.data == "half_stopper" else "stopper", b.where(t.children[0]))
    return _no(b, t, atom) if t.data == "no_stopper" else atom


@makes("card_of", "no_card_of")
def _card_of(b: Pieces, t: Tree) -> ast.Condition:
    atom = as_atom(b, t, "card", RANKS[word_of(t.children[0])], b.suit(t.children[1]))
    return ast.Not(atom, span=atom.span) if t.data == "no_card_of" else atom


@makes("cards_in")
def _cards_in(b: Pieces, t: Tree) -> ast.Condition:
    letters = str(t.children[0])
    ranks = tuple(sorted({RANK_LETTERS[c] for c in letters}, reverse=True))
    if len(ranks) != len(letters):
        raise b.fault("B123", f"`{letters}` names a card twice", t)
    return as_atom(b, t, "cards", ranks, b.where(t.children[1]))


@makes("balanced", "semi_balanced", "unbalanced")
def _plain_shape(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, {"semi_balanced": "semi-balanced"}.get(str(t.data), str(t.data)))


def _no_shape(b: Pieces, t: Tree, text: str) -> Exception:
    return b.fault(
        "B124",
        f"`{text}` is no shape: four lengths that add up to 13 (x is any)",
        t,
        "for example  shape 5-4-x-x  or  shape 5=4=2=2",
    )


@makes("shape")
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
    return as_atom(b, t, "shape", text)


@makes("short_in", "no_short_in")
def _short_in(b: Pieces, t: Tree) -> ast.Condition:
    atom = as_atom(b, t, "short", str(t.children[0]), b.where(t.children[1]))
    return _no(b, t, atom) if t.data == "no_short_in" else atom


@makes("some_short", "no_short")
def _some_short(b: Pieces, t: Tree) -> ast.Condition:
    atom = as_atom(b, t, "some short", str(t.children[0]))
    return ast.Not(atom, span=atom.span) if t.data == "no_short" else atom


@makes("has_long", "no_long")
def _long(b: Pieces, t: Tree) -> ast.Condition:
    length = b.number(str(t.children[0]).split("-")[0], t)
    if not 1 <= length <= 13:
        raise b.fault("B121", f"a suit has 1 to 13 cards, not {length}", t)
    atom = as_atom(b, t, "long", length, word_of(t.children[1]))
    return ast.Not(atom, span=atom.span) if t.data == "no_long" else atom


@makes("rule_of")
def _rule_of(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "rule of", b.rule_of(t.children[0]))


@makes("top_of_range", "bottom_of_range")
def _range_part(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, str(t.data).replace("_range", " my range").replace("_", " "))


@makes("compare")
def _compare(b: Pieces, t: Tree) -> ast.Condition:
    op = {"≥": ">=", "≤": "<="}.get(str(t.children[1]), str(t.children[1]))
    return as_atom(b, t, "compare", b.suit(t.children[0]), op, b.suit(t.children[2]))


@makes("longer", "shorter", "as_long")
def _longer(b: Pieces, t: Tree) -> ast.Condition:
    op = {"longer": ">", "shorter": "<", "as_long": ">="}[str(t.data)]
    return as_atom(b, t, "compare", b.suit(t.children[0]), op, b.suit(t.children[1]))


@makes("stronger")
def _stronger(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "is stronger", b.suit(t.children[0]), b.suit(t.children[1]))


@makes("is_suit", "is_not_suit", "is_above", "is_below", "is_next_above")
def _is_suit(b: Pieces, t: Tree) -> ast.Condition:
    first, second = b.suit(t.children[0]), b.suit(t.children[1])
    return as_atom(b, t, str(t.data).replace("_", " "), first, second)


@makes("is_kind")
def _is_kind(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "is kind", b.suit(t.children[0]), word_of(t.children[1]))


@makes("is_longest")
def _is_longest(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "is longest", b.suit(t.children[0]))


@makes("bare_suit")
def _bare_suit(b: Pieces, t: Tree) -> ast.Condition:
    words = b.words(t)
    raise b.fault("B119", f"`{words}` alone says nothing", t, f"say how many: 5+ {words}")
