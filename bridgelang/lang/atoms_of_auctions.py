"""The atoms that speak of the auction: what was opened, bid, shown and agreed, the contract, the call considered."""

from __future__ import annotations

from typing import Any

from bridgelang.lang import ast
from bridgelang.lang.atom_makers import as_atom, makes, who_of
from bridgelang.lang.pieces import Pieces, phrase_of, word_of
from bridgelang.lang.tags import tag_of_words
from bridgelang.lang.tree import Token, Tree


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


@makes("shows", "may_have")
def _shows(b: Pieces, t: Tree) -> ast.Condition:
    inner = b.shown(t.children[1])
    return as_atom(b, t, "shows" if t.data == "shows" else "may have", who_of(t.children[0]), inner)


@makes("opened")
def _opened(b: Pieces, t: Tree) -> ast.Condition:
    pattern = _bid_pattern(b, t.children[1]) if t.children[1] is not None else None
    return as_atom(b, t, "opened", who_of(t.children[0]), pattern)


@makes("has_bid", "has_not_bid", "has_bid_pattern")
def _has_bid(b: Pieces, t: Tree) -> ast.Condition:
    pattern = _bid_pattern(b, t.children[1]) if t.data == "has_bid_pattern" else None
    atom = as_atom(b, t, "has bid", who_of(t.children[0]), pattern)
    return ast.Not(atom, span=atom.span) if t.data == "has_not_bid" else atom


@makes("has_bid_game")
def _has_bid_game(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "has bid", who_of(t.children[0]), ast.CallPattern("game", span=b.span(t)))


@makes("only_passed")
def _only_passed(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "only passed", who_of(t.children[0]))


@makes("has_called")
def _has_called(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "has called", who_of(t.children[0]), _tag(b, t.children[1]))


@makes("passed", "doubled", "redoubled", "bid_last", "bid_last_pattern")
def _last_call(b: Pieces, t: Tree) -> ast.Condition:
    what = str(t.data)
    pattern = _bid_pattern(b, t.children[1]) if what == "bid_last_pattern" else None
    return as_atom(b, t, "last call", who_of(t.children[0]), "bid" if what.startswith("bid") else what, pattern)


@makes("is_passed_hand")
def _is_passed_hand(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "passed hand", who_of(t.children[0]))


@makes("passed_hand", "unpassed_hand")
def _my_passed_hand(b: Pieces, t: Tree) -> ast.Condition:
    atom = as_atom(b, t, "passed hand", "me")
    return ast.Not(atom, span=atom.span) if t.data == "unpassed_hand" else atom


@makes("side_vulnerable")
def _side_vulnerable(b: Pieces, t: Tree) -> ast.Condition:
    who = who_of(t.children[0])
    if who not in ("they", "we"):
        raise b.fault("B126", "a side is vulnerable: write `they are vulnerable` or `vulnerable`", t)
    return as_atom(b, t, "vulnerable", who)


@makes("vulnerable")
def _vulnerable(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "vulnerable", "we")


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


@makes("call_is", "call_is_not")
def _call_is(b: Pieces, t: Tree) -> ast.Condition:
    whose, which, noun, pattern = t.children
    atom = as_atom(b, t, "call is", who_of(whose), word_of(which), word_of(noun), _call_pattern(b, pattern))
    return ast.Not(atom, span=atom.span) if t.data == "call_is_not" else atom


@makes("call_may_be")
def _call_may_be(b: Pieces, t: Tree) -> ast.Condition:
    whose, which, noun, tag = t.children
    return as_atom(b, t, "call may be", who_of(whose), word_of(which), word_of(noun), _tag(b, tag))


@makes("the_suit_is")
def _the_suit_is(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "the suit is", phrase_of(t.children[0]), b.letter(t.children[1]))


@makes("their_last_suit")
def _their_last_suit(b: Pieces, t: Tree) -> ast.Condition:
    if (word_of(t.children[0]), word_of(t.children[1])) != ("their", "last"):
        words = b.words(t)
        raise b.fault("B111", f"`{words}` is not known here", t, "write  their last suit x  or  partner's suit x")
    return as_atom(b, t, "their last suit", b.letter(t.children[2]))


@makes("their_two_suits")
def _their_two_suits(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "their suits", b.letter(t.children[0]), b.letter(t.children[1]))


@makes("a_suit_of")
def _a_suit_of(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "a suit of", b.letter(t.children[0]), who_of(t.children[1]))


@makes("fourth_suit")
def _fourth_suit(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "fourth suit", b.letter(t.children[0]))


@makes("unbid")
def _unbid(b: Pieces, t: Tree) -> ast.Condition:
    child = t.children[0]
    return as_atom(b, t, "unbid", b.letter(child) if isinstance(child, Token) else b.suit(child))


@makes("agreed")
def _agreed(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "agreed", b.suit(t.children[0]))


@makes("something_agreed")
def _something_agreed(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "agreed", None)


@makes("in_seat")
def _in_seat(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "seat", b.seats(t.children[-1]))


@makes(
    "first_turn", "contested", "uncontested", "balancing", "favourable", "unfavourable",
    "game_reached", "slam_reached", "forced", "game_forced",
)  # fmt: skip
def _fact(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, str(t.data).replace("_", " "))


@makes("contract_is", "contract_is_not")
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
    atom = as_atom(b, t, "contract", kind, *args)
    return ast.Not(atom, span=atom.span) if t.data == "contract_is_not" else atom


@makes("bid_limit")
def _bid_limit(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "bid limit", phrase_of(t.children[0]), b.call_token(t.children[1]))


# ------------------------------------------------------------------ the call being considered


@makes("at_level", "at_level_or_higher", "at_level_or_lower")
def _level(b: Pieces, t: Tree) -> ast.Condition:
    level = b.whole(t.children[0], "level", 1, 7)
    low = 1 if t.data == "at_level_or_lower" else level
    high = 7 if t.data == "at_level_or_higher" else level
    return as_atom(b, t, "level", low, high)


@makes("is_jump", "is_nonjump", "is_reverse", "below_game")
def _call_fact(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, str(t.data).removeprefix("is_").replace("_", " "))
