"""The words of conditions: every kind of atom with its arguments, what it speaks of, and how it is written.

The registry is the meeting point of the grammar, the printer, the compiled form, the documentation and the
conformance cases; a test holds them together. ``about`` is one of

=========  =====================================================================================
hand       the cards of one hand; may follow ``partner shows``
fit        my hand together with what partner has shown
call       the call considered
letters    which suits the letters are
auction    what everybody at the table has heard
names      a name or setting of the system, gone once the file is compiled
=========  =====================================================================================

Argument kinds: amount, measure, where, suit, suits, letter, rank, ranks, number, level, strain, shape, short, kind, op,
who, which, noun, condition, pattern, tag, phrase, seats, fact, limit, call, name, word; ``?`` marks one that may
be missing.
"""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """One kind of atom: its arguments, what it speaks of, what it says, and examples of how it is written."""

    name: str
    args: tuple[str, ...]
    about: str
    says: str
    examples: tuple[str, ...]


def _kind(name: str, args: str, about: str, says: str, *examples: str) -> Kind:
    return Kind(name, tuple(args.split()), about, says, examples)


_HAND = (
    _kind(
        "amount", "amount measure", "hand", "so much of a quantity: high cards, points, cards in a suit, …",
        "15-17 hcp", "5+ spades", "4 hearts", "no aces", "points 12-19", "cards 4 13 spades", "5+S", "4=H", "3-D",
        "4-6S", "15-17", "up to 7 losers", "0 or 3 keycards in hearts", "at least 4½ playing tricks",
    ),
    _kind("length in", "amount where", "hand", "so many cards in every or some suit of a set",
          "3+ in every unbid suit", "5+ in some major", "4-5 cards in both majors"),
    _kind("tops", "amount number where", "hand", "so many of the highest cards of a suit",
          "2 of top 3 in hearts", "exactly 1 of top 2 in spades", "3+ of top 5 in some major"),
    _kind("stopper", "where", "hand", "A, Kx, Qxx or Jxxx",
          "stopper in clubs", "stopper in their suits", "no stopper in hearts"),
    _kind("half stopper", "where", "hand", "K, Qx, Jxx or better", "half stopper in clubs"),
    _kind("card", "rank suit", "hand", "holds this card", "ace of spades", "no king of hearts"),
    _kind("cards", "ranks where", "hand", "holds all these cards", "AQ in spades", "AKQ in some suit", "A in hearts"),
    _kind("balanced", "", "hand", "4-3-3-3, 4-4-3-2 or 5-3-3-2, five-card majors included", "balanced", "bal"),
    _kind("semi-balanced", "", "hand", "balanced, 5-4-2-2 or 6-3-2-2", "semi-balanced", "semibal"),
    _kind("unbalanced", "", "hand", "not balanced", "unbalanced"),
    _kind("shape", "shape", "hand", "these suit lengths: - in any order, = spades=hearts=diamonds=clubs, x any number",
          "shape 5-4-x-x", "shape 4=4=4=1", "(54)xx", "4-3-3-3"),
    _kind("short", "short where", "hand", "a void, singleton, doubleton or shortage (void or singleton) in this suit",
          "singleton in hearts", "shortage in some side suit", "no void in clubs"),
    _kind("some short", "short", "hand", "such a shortage somewhere", "a singleton", "no void"),
    _kind("long", "number kind", "hand", "a suit of so many cards or more somewhere",
          "a 6-card minor", "no 5-card major", "5-card suit"),
    _kind("rule of", "number", "hand", "hcp and the two longest suits make the number (15: hcp and spades)",
          "rule of 20", "rule of 15"),
    _kind("compare", "suit op suit", "hand", "one suit longer, shorter or as long as another",
          "spades >= hearts", "hearts longer than clubs", "diamonds < clubs", "clubs = diamonds",
          "diamonds shorter than clubs", "spades is at least as long as hearts"),
    _kind("is stronger", "suit suit", "hand", "more high-card points in one suit than in another",
          "hearts stronger than spades"),
    _kind("is longest", "suit", "hand", "no suit is longer", "clubs is longest"),
)  # fmt: skip

_FIT = (
    _kind("fit", "number suit", "fit", "my cards and those partner has shown are eight, or the number given",
          "fit in hearts", "9-card fit in spades"),
    _kind("should have", "who amount measure", "fit", "what a player, or a side with me in it, has on average",
          "partner should have 8+ hcp", "we should have 22+ hcp", "expect 9+ trumps in hearts",
          "they should have 9+ trumps", "lho should have up to 3 hearts"),
    _kind("total tricks", "amount suit", "fit", "the trumps that both sides should have, ours and theirs",
          "total tricks 17+ in spades"),
    _kind("expected tricks", "amount strain", "fit",
          "the tricks we have an even chance of, by the trumps and hcp we should have and my voids and singletons",
          "expect 10+ tricks in hearts", "expect up to 7 tricks in notrump"),
    _kind("worth", "word strain", "fit",
          "game: its tricks have a chance of 45 %, vulnerable 37½ %; slam: twelve tricks have an even chance",
          "worth game in hearts", "worth slam in notrump"),
    _kind("worth a save", "suit", "fit",
          "they should make their contract, and we, doubled in this bid, should lose less than it is worth",
          "worth a save in spades"),
    _kind("within the law", "suit", "fit", "the level is no higher than our expected trumps less six",
          "within the law in spades"),
    _kind("wasted hcp", "amount", "fit", "my kings, queens and jacks opposite the suits that partner is short in",
          "up to 1 wasted hcp", "no wasted hcp"),
    _kind("combined", "amount measure?", "fit", "mine and the least partner has shown", "combined 25+",
          "combined 23-24 hcp", "combined 4 aces"),
    _kind("combined maximum", "amount measure?", "fit", "mine and the most partner has shown",
          "combined maximum up to 22 hcp"),
    _kind("top of my range", "", "fit", "the upper half of the strength I have shown", "top of my range"),
    _kind("bottom of my range", "", "fit", "the lower half of the strength I have shown", "bottom of my range"),
)  # fmt: skip

_CALL = (
    _kind("level", "level level", "call", "the level of the call", "at level 2", "at level 3 or higher",
          "at level 2 or lower", "at most level 3", "at least level 4"),
    _kind("jump", "", "call", "the bid is at least a level above the cheapest", "jump"),
    _kind("nonjump", "", "call", "the bid is the cheapest in its strain", "nonjump"),
    _kind("reverse", "", "call", "a rebid at the two level above my first suit, not raised", "reverse"),
    _kind("below game", "", "call", "the bid is below game", "below game"),
)  # fmt: skip

_LETTERS = (
    _kind("is suit", "suit suit", "letters", "the suits are the same", "x is hearts", "x is partner's suit"),
    _kind("is not suit", "suit suit", "letters", "the suits are different", "x is not hearts"),
    _kind("is kind", "suit kind", "letters", "the suit is a major or a minor", "x is a major"),
    _kind("is above", "suit suit", "letters", "the suit ranks above the other", "x is above hearts"),
    _kind("is below", "suit suit", "letters", "the suit ranks below the other", "x is below spades"),
    _kind("is next above", "suit suit", "letters", "the next suit up, clubs after spades", "x is next above hearts"),
)

_AUCTION = (
    _kind("shows", "who condition", "auction", "known from the calls",
          "partner shows 5+ hearts", "they show 4+ spades", "lho shows (5+ hearts or 5+ spades)"),
    _kind("may have", "who condition", "auction", "not ruled out by the calls", "partner may have 4+ spades"),
    _kind("opened", "who pattern?", "auction", "made the first bid",
          "partner opened 1H", "they opened", "we opened notrump", "rho opened clubs"),
    _kind("has bid", "who pattern?", "auction", "has bid at some time",
          "I have bid", "partner has bid hearts", "we have not bid", "we have bid game"),
    _kind("only passed", "who", "auction", "has made no call but pass", "I have only passed"),
    _kind("has called", "who tag", "auction", "has made a call of this kind", "we have called takeout",
          "partner has called transfer to hearts"),
    _kind("last call", "who word pattern?", "auction", "what the last call was",
          "rho passed", "rho doubled", "lho redoubled", "rho bid", "partner bid hearts"),
    _kind("passed hand", "who", "auction", "passed at the first turn, before anyone had bid",
          "passed hand", "partner is a passed hand", "unpassed hand"),
    _kind("vulnerable", "who", "auction", "the side is vulnerable", "vulnerable", "they are vulnerable"),
    _kind("call is", "who which noun pattern", "auction", "an earlier call was this one, or every line it may come"
          " from is of this kind",
          "my first bid is 1NT", "partner's last call is takeout", "partner's last call is transfer to hearts",
          "my last bid is in hearts", "partner's last call is pass", "rho's last call is not double",
          "partner's last bid is a jump", "our second bid is notrump"),
    _kind("call may be", "who which noun tag", "auction", "some line the call may come from is of this kind",
          "partner's last call may be forcing"),
    _kind("the suit is", "phrase letter", "auction", "the one suit a phrase speaks of",
          "their suit x", "partner's suit y", "the agreed suit x", "the doubled suit x", "trumps x", "my suit x",
          "their trumps x"),
    _kind("their last suit", "letter", "auction", "the suit they showed last", "their last suit x"),
    _kind("their suits", "letter letter", "auction", "the two suits they have shown", "their suits x and y"),
    _kind("a suit of", "letter who", "auction", "one of the suits shown",
          "a suit x of theirs", "a suit x of partner's", "a suit x of mine", "a suit x of ours"),
    _kind("fourth suit", "letter", "auction", "the suit left when we have shown three", "fourth suit x"),
    _kind("unbid", "suit", "auction", "a suit nobody has shown", "unbid x", "unbid hearts"),
    _kind("agreed", "suit?", "auction", "the suit our side has agreed", "agreed x", "agreed hearts", "agreed"),
    _kind("seat", "seats", "auction", "the place at the table, the dealer being first", "3rd seat",
          "in 3rd or 4th seat", "not fourth seat"),
    _kind("first turn", "", "auction", "I have not called yet", "first turn"),
    _kind("contested", "", "auction", "the opponents have done more than pass", "contested"),
    _kind("uncontested", "", "auction", "the opponents have only passed", "uncontested"),
    _kind("balancing", "", "auction", "a pass here would end the auction", "balancing"),
    _kind("favourable", "", "auction", "they are vulnerable and we are not", "favourable"),
    _kind("unfavourable", "", "auction", "we are vulnerable and they are not", "unfavourable"),
    _kind("game reached", "", "auction", "the last bid is game or higher", "game reached"),
    _kind("slam reached", "", "auction", "the last bid is a slam", "slam reached"),
    _kind("forced", "", "auction", "I may not pass", "forced"),
    _kind("game forced", "", "auction", "we are forced to game", "game forced"),
    _kind("contract", "fact", "auction", "what the contract is if everybody passes now",
          "the contract is ours", "the contract is theirs", "the contract is undoubled", "the contract is doubled",
          "the contract is redoubled", "the contract is game", "the contract is a partscore", "the contract is slam",
          "the contract is 3NT", "the contract is in hearts", "the contract is game in spades",
          "the contract is at level 3", "the contract is at level 3 or higher", "the contract is at level 2 or lower",
          "the contract is not doubled"),
    _kind("bid limit", "limit call", "auction", "the last bid against another",
          "the bid is at most 3S", "the bid is at least 4H", "the bid is below 3NT", "the bid is above 2D"),
)  # fmt: skip

_NAMES = (
    _kind("named", "name suits", "names", "a condition defined in the system", "good-suit hearts", "weak-opening"),
    _kind("setting is", "name word", "names", "a setting has this word", "twos is weak"),
    _kind("otherwise", "", "names", "none of the rules above, here", "otherwise"),
)

KINDS: dict[str, Kind] = {kind.name: kind for kind in _HAND + _FIT + _CALL + _LETTERS + _AUCTION + _NAMES}
"""Every kind of atom by name."""

OF_HAND = frozenset(kind.name for kind in _HAND) | {"named"}
"""The kinds that may follow ``partner shows``."""

BINDERS = frozenset(
    kind.name for kind in _AUCTION if {"pattern", "pattern?", "tag", "letter", "suit", "suit?", "fact"} & set(kind.args)
)
"""The kinds of fact that decide which suit a letter is."""

PHRASES = frozenset(
    ["their suit", "partner's suit", "my suit", "trumps", "their trumps", "the agreed suit", "the doubled suit"]
)
"""What stands for a suit that only the auction tells."""

MEASURES: dict[str, tuple[str, str]] = {
    "hcp": ("hcp", "ace 4, king 3, queen 2, jack 1"),
    "hcp in": ("hcp in hearts", "high-card points in one suit"),
    "points": ("points", "as `count points as` says; hcp + length without it"),
    "length points": ("length points", "1 for each card beyond four in each suit"),
    "shortness points": ("shortness points", "doubleton 1, singleton 2, void 3"),
    "support points": ("support points in hearts", "hcp and, with three trumps, 1-2-3 for shortness, with four 1-3-5"),
    "aces": ("aces", "how many aces"),
    "kings": ("kings", "how many kings"),
    "queens": ("queens", "how many queens"),
    "controls": ("controls", "ace 2, king 1"),
    "keycards": ("keycards in hearts", "the four aces and the king of the suit"),
    "losers": ("losers", "missing honours among the first three cards of each suit"),
    "quick tricks": ("quick tricks", "AK 2, AQ 1½, A 1, KQ 1, Kx ½"),
    "playing tricks": ("playing tricks", "tricks in hand with the long suit as trumps"),
    "honours": ("honours in hearts", "how many of A K Q J T"),
    "length": ("hearts", "cards in the suit"),
    "rule of 15": ("rule of 15", "hcp and spades together"),
    "rule of 20": ("rule of 20", "hcp and the two longest suits together"),
    "named": ("bumrap", "a count the system defines with `quantity`"),
}
"""Every quantity by its kind: an example of how it is written, and what it is."""

CALLS: dict[str, tuple[str, str]] = {
    "bid": ("1NT", "this bid; the strain may be a letter: 2M"),
    "pass": ("pass", "pass; not made while forced"),
    "pass even if forced": ("pass even if forced", "pass, although partner has asked for a bid"),
    "double": ("X", "double"),
    "redouble": ("XX", "redouble"),
    "cheapest": ("cheapest hearts", "the lowest bid in the strain"),
    "jump": ("jump hearts", "one level above the lowest bid in the strain"),
    "double jump": ("double jump hearts", "two levels above the lowest bid in the strain"),
    "raise": ("raise", "the lowest bid in the suit partner showed last"),
    "jump raise": ("jump raise", "one level above that"),
    "game": ("game in spades", "4H, 4S, 5C, 5D or 3NT"),
    "cue": ("cue hearts", "the lowest bid in their suit"),
    "step": ("step 2", "so many steps above the last bid"),
}
"""Every kind of call a rule can make."""

PATH_CALLS: dict[str, tuple[str, str]] = {
    "any": ("any", "any call"),
    "any bid": ("bid", "any bid"),
    "tagged": ("[stayman]", "a call with this tag"),
}
"""The kinds of call that only paths have."""

ORDERS: dict[str, tuple[str, str]] = {
    "longest first": ("longest first", "the longer suit before the shorter"),
    "shortest first": ("shortest first", "the shorter suit before the longer"),
    "strongest first": ("strongest first", "the suit with more high cards before the other"),
    "weakest first": ("weakest first", "the suit with fewer high cards before the other"),
    "higher": ("higher", "the higher-ranking suit first; with 5-5 in front, only when both have that length"),
    "lower": ("lower", "the lower-ranking suit first; with 4-4 in front, only when both have that length"),
    "majors first": ("majors first", "a major before a minor"),
    "minors first": ("minors first", "a minor before a major"),
}
"""Every ordering word."""
