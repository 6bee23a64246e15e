"""What a condition takes from the one before it, and where beside that one it could be read in two ways."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from bridgelang.lang import ast
from bridgelang.lang.habit import OF_KIND, own_suit
from bridgelang.lang.logic import Operand
from bridgelang.lang.pieces import Fault, Pieces, as_tree
from bridgelang.lang.tree import Token, Tree
from bridgelang.lang.walk import nodes

# ------------------------------------------------------------------ a suit alone: `4+ hearts or spades`

_OF_A_SUIT = frozenset(
    {"amount", "length in", "tops", "stopper", "half stopper", "card", "cards", "short", "fit"}
    | {"worth", "named", "agreed", "unbid", "is suit", "is not suit"}
)
"""The kinds of atom that end with the suit they speak of."""

_OF_CALLS = ("opened", "has bid", "last call", "call is")


def shared(b: Pieces, previous: Operand, joint: str, piece: Tree) -> ast.Condition | None:
    """The words of the condition before a suit, or a bid, alone, with that one; None when it speaks of none.

    `4+ hearts or spades`, `x is hearts or spades`, `stopper in hearts and spades`, `they opened 1C or 1D`.
    """
    if piece.data not in ("bare_suit", "bare_call"):
        return None
    name = b.words(piece)
    before, negated = previous.condition, False
    if isinstance(before, ast.Not):
        before, negated = before.part, True
    if not isinstance(before, ast.Atom):
        return None
    if before.kind in _OF_CALLS:
        args = _with_pattern(b, before, piece) if joint == "or" else None
    else:
        args = _with_suit(before, b.suit(piece.children[0])) if piece.data == "bare_suit" else None
    if args is None:
        return None
    if negated or (joint == "or" and _denies(before)):
        first = previous.text.rsplit(" ", 1)[0]
        raise _two_ways(b, piece, f"{previous.text} {joint} {name}", previous.text, f"{first} {name}")
    return attrs.evolve(before, args=args, span=b.span(piece))


def _with_pattern(b: Pieces, atom: ast.Atom, piece: Tree) -> tuple[Any, ...] | None:
    """The arguments of an atom that asks about calls with another bid, or suit, of the same sort."""
    *others, last = atom.args
    if piece.data == "bare_call" and isinstance(last, ast.CallPattern) and last.kind == "bid":
        return (*others, attrs.evolve(last, call=b.call_token(piece.children[0]), span=b.span(piece)))
    if piece.data == "bare_suit" and isinstance(last, ast.CallPattern) and isinstance(last.strain, ast.SuitRef):
        return (*others, attrs.evolve(last, strain=b.suit(piece.children[0]), span=b.span(piece)))
    return None


def _with_suit(atom: ast.Atom, suit: ast.SuitRef) -> tuple[Any, ...] | None:
    """The arguments of an atom with another suit; None when its last one names no suit."""
    if atom.kind not in _OF_A_SUIT:
        return None
    *others, last = atom.args
    if isinstance(last, tuple) and len(last) == 1:
        return (*others, (suit,))
    if isinstance(last, ast.Measure) and last.suit is not None:
        return (*others, attrs.evolve(last, suit=suit))
    if isinstance(last, ast.Where) and last.suit is not None:
        return (*others, ast.Where("one", suit, span=suit.span))
    return (*others, suit) if isinstance(last, ast.SuitRef) else None


def _denies(atom: ast.Atom) -> bool:
    """Whether an atom says what is not held, so that `or` behind it reaches over both."""
    if atom.kind == "is not suit":
        return True
    return atom.kind in ("amount", "length in") and bool(ranges := atom.args[0].ranges) and not ranges[0][0]


# ------------------------------------------------------------------ what could be read in two ways

DENIABLE = re.compile(
    r"(?:half |\d+-card |)(?:stopper|void|singleton|doubleton|shortage|suit|major|minor|ace|king|queen|jack|ten)\b"
)


def refuse_doubtful(b: Pieces, previous: Operand, joint: str, piece: Tree) -> None:
    """Refuse what could belong to the condition before it.

    Raises:
        Fault: for `no A or B`, and for `partner shows A or B`.
    """
    words, before = b.words(piece), previous.text
    if joint == "or" and before.startswith("no ") and DENIABLE.match(words):
        tail = words[words.index(" in ") :] if " in " in words and " in " not in before else ""
        raise _two_ways(b, piece, "no A or B", before + tail, f"no {words}", f"({before}) or {words}")
    atom = previous.condition
    if isinstance(atom, ast.Atom) and atom.kind == "some short" and piece.data == "short_in" and before[-1] != ")":
        raise _two_ways_in(b, before, joint, words, piece)
    if not isinstance(atom, ast.Atom) or atom.kind not in ("shows", "may have") or before.endswith(")"):
        return
    start = next(word for word in (" shows ", " show ", " may have ") if word in before)
    who, said = before.split(start, 1)
    raise b.fault(
        "B110",
        f"`{words}` could be about {who} or about my own hand",
        piece,
        f"for {who} write   {who}{start}({said} {joint} {words})",
        f"for my hand write  ({before}) {joint} {words}",
    )


def _two_ways_in(b: Pieces, before: str, joint: str, words: str, piece: Tree) -> Fault:
    """`void or singleton in hearts`: is the void in hearts, or anywhere?"""
    inside = f"{before.split()[-1]}{words[words.index(' in ') :]} {joint} {words}"
    return b.fault(
        "B110",
        f"`{before} {joint} {words}` could be read in two ways",
        piece,
        f"it could mean  {inside}",
        f"or             ({before}) {joint} {words}",
    )


def refuse_not_so_many(b: Pieces, piece: Tree) -> None:
    """Refuse `not 4 spades`: fewer of them, or any number but four.

    Raises:
        Fault: for a number of cards behind `not`, unless it is `exactly` so many.
    """
    count = as_tree(piece.children[0]) if piece.data == "amount" else piece
    if count.data != "exactly" or b.words(count).startswith("exactly"):
        return
    words, number = b.words(piece), b.words(count)
    if b.measure(piece.children[1]).kind == "length":
        fewer = f"it could mean  fewer than {number}{words[len(number) :]}"
        other = f"or             not exactly {words}"
        raise b.fault("B110", f"`not {words}` could be read in two ways", piece, fewer, other)


def refuse_so_many_each(b: Pieces, t: Tree) -> None:
    """Refuse `5-5 in hearts` (and spades): so many cards of each, or more.

    Raises:
        Fault: for a range of cards with one number in it.
    """
    words = b.words(t)
    lengths = re.match(r"(\d)-\1\b", words)
    if lengths and " another" not in b.source.text:  # of which there is more to say
        number, where = lengths[1], words[lengths.end() :]
        more = f"for {number} or more write  {number}+{where}"
        raise b.fault(
            "B110", f"`{words}` could be read in two ways", t, more, f"for exactly {number} write  {number}{where}"
        )


def _two_ways(b: Pieces, piece: Tree, text: str, one: str, other: str, loose: str = "") -> Fault:
    """That something is neither, or not both."""
    return b.fault(
        "B110",
        f"`{text}` could be read in two ways",
        piece,
        f"it could mean  {one}, {other}",
        f"or             {loose or f'{one} or {other}'}",
    )


# ------------------------------------------------------------------ a number alone

_OF_LENGTHS = ("length in", "long", "short", "some short", "shape", "tops", "cards")


def refuse_bare_counts(b: Pieces, tree: Tree, items: Sequence[ast.Condition]) -> None:
    """Refuse a range alone that could be cards: `8-16, 5+`, where the other one is the points, and `5+` by itself.

    Raises:
        Fault: at the smaller one.
    """
    bare = [found for item in tree.children if (found := _bare_count(as_tree(item))) is not None]
    if not bare:
        return
    low, text, at = min(((_low(token), str(token), token) for token in bare), key=lambda one: one[0])
    small = text.endswith("+") and 3 <= low <= 7 and not any(_of_lengths(item) for item in items)
    if small or (len(bare) > 1 and low <= 7):
        suit = own_suit(b.source.text) or "hearts"
        raise b.fault("B112", f"`{text}` of what?", at, f"write {text} hcp, {text} points, {text} {suit}, …")


def refuse_any_suit(b: Pieces, cond: Tree) -> None:
    """Refuse `3C: 7-card suit`, which could be the suit of the call or any; `some 7-card suit` is any.

    Raises:
        Fault: where the kind of suit is that of the line's call.
    """
    suit = own_suit(b.source.text)
    for node in _positive(cond, "has_long"):
        text, kind = b.words(node), str(as_tree(node.children[-1]).children[0])
        if text.startswith("some") or suit not in OF_KIND.get(kind, (suit or "-",)):
            continue
        number = str(node.children[0]).split("-")[0]
        raise b.fault(
            "B110",
            f"`{text}` could be the suit of the call, or any",
            node,
            f"for the suit of the call write  {number}+ {suit}",
            f"for any {kind} write             some {number}-card {kind}",
        )


def _positive(tree: Tree, data: str) -> Iterator[Tree]:
    """The nodes of a kind, but for those of what another player shows."""
    if tree.data == data:
        yield tree
    elif tree.data not in ("shows", "may_have"):
        for child in tree.children:
            if isinstance(child, Tree):
                yield from _positive(child, data)


def _bare_count(item: Tree) -> Token | None:
    """The range that is all of an item."""
    node: Any = item
    while isinstance(node, Tree) and len(node.children) == 1:
        if node.data == "bare_range":
            return node.children[0]  # type: ignore[no-any-return]
        node = node.children[0]
    return None


def _low(token: Token) -> float:
    return float(re.match(r"\d+", token)[0])  # type: ignore[index]


def _of_lengths(condition: ast.Condition) -> bool:
    return any(
        isinstance(atom, ast.Atom)
        and (atom.kind in _OF_LENGTHS or (atom.kind == "amount" and atom.args[1].kind == "length"))
        for atom in nodes(condition)
    )
