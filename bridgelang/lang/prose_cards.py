"""Cards and shapes said in prose: honours, stoppers, solid suits, lengths of all four suits."""

from __future__ import annotations

import re

from bridgelang.lang.habit import COUNT, END, NOTHING, SUITS, Habit, digit, habit, suit_name, suit_of_call

_NAMES = {"A": "ace", "K": "king", "Q": "queen"}


def _in_suit(match: re.Match[str]) -> str:
    """The suit named at the end of a match, or the call's own."""
    named = match.groupdict().get("suit")
    return suit_name(named) if named and re.fullmatch(SUITS, named) else named or suit_of_call(match)


def _honours(match: re.Match[str]) -> str:
    number = digit(match["top"] or match["before"] or "3")
    return f"{digit(match['n'])} of top {number} in {_in_suit(match)}"


def _balanced(match: re.Match[str]) -> str:
    """So many points and balanced; in parentheses beside an `or`, as a comma binds looser."""
    text = f"{match['n']} hcp, {match.groupdict().get('shape') or 'bal'}anced"
    return f"({text})" if re.search(r"\bor\b", match.string) else text


def _headed(match: re.Match[str]) -> str:
    cards, suit = match["held"], suit_of_call(match)
    name = _NAMES.get(cards, cards)
    return f"{cards} in {suit}" if len(cards) > 1 and cards.isupper() else f"{name} of {suit}"


def _held(match: re.Match[str]) -> str:
    held, suit = match["held"], suit_of_call(match)
    return f"{len(held)}+ {suit}, {''.join(card for card in held if card in 'AKQJT')} in {suit}"


def _each_held(match: re.Match[str]) -> str:
    """Cards and shortages that share a suit, each with it."""
    suit = suit_name(match["suit"])
    short = ("singleton", "void", "shortage")
    words = [_NAMES.get(word, word) for word in re.split(r"\s+or\s+", match["held"])]
    return " or ".join(f"{word} {'in' if word in short else 'of'} {suit}" for word in words)


def _control(match: re.Match[str]) -> str:
    suit = suit_name(match["suit"])
    if match.group().startswith(("first", "1st")) and not match["second"]:
        return f"ace of {suit} or void in {suit}"
    return f"ace of {suit} or king of {suit} or 0-1 {suit}"


def _shapes(match: re.Match[str]) -> str:
    """Shapes of four digits: in any suits when each falls from the longest to the shortest, else in this order."""
    shapes = re.findall(r"\d{4}", match.group())
    mark = "-" if all(shape == "".join(sorted(shape, reverse=True)) for shape in shapes) else "="
    return " or ".join(mark.join(shape) for shape in shapes)


CARDS: tuple[Habit, ...] = (
    # ---- which cards
    habit(
        rf"(?P<n>[1-3])/(?P<top>[3-5])\s+(?:of\s+)?(?:the\s+)?(?:top\s+)?(?:honou?rs|cards)(?P<before>)(?:\s+in\s+(?P<suit>{SUITS}))?",
        "so many of the highest cards",
        _honours,
    ),
    habit(
        r"no\s+(?P<a>aces|kings|queens|controls)\s+(?:or|nor|and)\s+(?P<b>aces|kings|queens|controls)",
        "what is not held",
        r"no \g<a>, no \g<b>",
    ),
    habit(
        rf"no\s+(?P<a>ace|king|queen)s?\s+(?:or|nor|and)\s+(?P<b>ace|king|queen)s?{END}",
        "what is not held",
        r"no \g<a>s, no \g<b>s",
    ),
    habit(
        rf"(?P<held>(?:(?:ace|king|queen|singleton|void|shortage|[AKQ])\s+or\s+)+(?:ace|king|queen|singleton|void|shortage|[AKQ]))"
        rf"\s+(?:in|of)\s+(?:the\s+)?(?P<suit>{SUITS}|oM|om|[Mmt-z](?![a-z]))",
        "each card stands with its suit",
        _each_held,
    ),
    habit(
        rf"(?:(?:first|1st)(?P<second>[\s-]+or[\s-]+(?:second|2nd))?[\s-]+round\s+)?control\s+(?:in|of)\s+"
        rf"(?P<suit>{SUITS}|oM|om|[Mmt-z](?![a-z]))",
        "say which cards those are",
        _control,
    ),
    habit(
        r"(?:any|a)\s+(?P<a>singleton|void)\s+or\s+(?P<b>void|singleton)(?!\s+in\b)",
        "some suit so short",
        r"a \g<a> or a \g<b>",
    ),
    habit(
        r"no\s+(?P<a>singleton|void|doubleton)s?(?:\s+(?:or|and|nor)\s+(?P<b>singleton|void|doubleton)s?)?(?!\s+in\b)",
        "what is not held",
        lambda m: f"no {m['a']}" + (f", no {m['b']}" if m["b"] else ""),
    ),
    habit(
        r"\b(?:at\s+least\s+)?(?:any|one)\s+(?P<what>void|singleton|doubleton)(?![a-z])",
        "some suit so short",
        r"a \g<what>",
    ),
    habit(rf"\b(?:at\s+least\s+one|an?|some)\s+(?P<what>ace|king|queen){END}", "so many of them", r"1+ \g<what>s"),
    habit(
        rf"no\s+(?P<a>ace|king|queen)\s+(?:or|nor)\s+(?P<b>ace|king|queen|jack)\s+(?:of|in)\s+(?P<suit>{SUITS})",
        "what is not held",
        lambda m: f"no {m['a']} of {suit_name(m['suit'])}, no {m['b']} of {suit_name(m['suit'])}",
    ),
    habit(
        rf"(?P<n>two|three|four|[1-4])\s+(?:of\s+)?(?:the\s+)?(?:top\s+(?P<top>three|four|five|[2-5])(?:\s+(?:honou?rs?|cards))?"
        rf"|(?:(?P<before>three|four|five|[2-5])\s+)?top\s+(?:honou?rs?|cards))(?:\s+(?:in\s+)?(?:the\s+suit|(?P<suit>{SUITS}|[Mmt-z](?![a-z]))))?",
        "so many of the highest cards",
        _honours,
    ),
    habit(
        r"(?:,\s*)?(?:an?\s+)?(?:suit\s+)?(?P<at>headed\s+by\s+(?:the\s+|an?\s+)?)(?P<held>[AKQJT]{1,5}|ace|king|queen)\b",
        "so many of the cards",
        lambda m: ", " + _headed(m),
        _headed,
    ),
    habit(
        r"(?P<held>H{2,3})x{2,}",
        "so many of the highest cards",
        lambda m: f"{len(m['held'])} of top 3 in {suit_of_call(m)}",
    ),
    habit(
        rf"(?:at\s+least\s+)?(?P<held>[AKQJT]+x{{2,}})(?:\s+or\s+better)?(?!\s*(?:in\s+)?{SUITS}){END}",
        "small cards are not named",
        _held,
    ),
    habit(
        r"(?:a\s+)?solid\s+(?P<suit>club|diamond|heart|spade)\s+suit",
        "say which cards",
        lambda m: f"AKQ in {suit_name(m['suit'])}",
    ),
    habit(
        r"(?P<at>(?:a\s+)?(?:(?:semi-)?solid|running)(?:\s+(?:suit|minor|major))?)",
        "say which cards, as in  AKQ in x or 2 of top 3 in x",
    ),
    habit(
        r"(?:stop(?:per)?s?\s+(?:in\s+)?(?:all\s+|every\s+|the\s+)?(?:other|unbid|remaining)\s+suits?"
        r"|(?:all|the)\s+(?:other\s+|unbid\s+)?suits\s+(?:are\s+)?stopped|stop(?:per)?s?\s+(?:in\s+all\s+suits|everywhere))",
        "a suit is named, or a set of suits",
        "stopper in every unbid suit",
    ),
    habit(
        rf"(?P<n>{COUNT})\s+honou?rs(?!\s+in\b)",
        "say in which suit",
        lambda m: f"{m['n']} honours in {suit_of_call(m)}",
    ),
    habit(
        rf"(?:(?:AK|AQ|KQ)(?:\s*(?:,|/|or|,\s*or)\s*(?=[AK]))?){{2,3}}(?:\s+in\s+(?P<suit>{SUITS}))?",
        "so many of the highest cards",
        lambda m: f"2 of top 3 in {_in_suit(m)}",
    ),
    habit(
        r"(?:an?\s+)?(?P<at>(?:good|decent|strong|solid|bad|poor)\s+(?:\d\+?|[a-z]+)[\s-]+cards?\s+(?:suit|major|minor))",
        "say how long it is and how good, as in  5+ hearts, 2 of top 3 in hearts",
    ),
    habit(r"(?P<at>(?:a\s+)?(?:decent|strong|sound|reasonable)\s+suit)", "say what it is, as in  2 of top 3 in x"),
    habit(
        r"in\s+(?:all|the|each)\s+(?:of\s+the\s+)?(?:(?:two|three|2|3)\s+)?(?P<set>unbid|other|side)\s+suits?",
        "a set of suits",
        r"in every \g<set> suit",
    ),
    habit(
        r"(?P<and>\s+(?:and|or|with))?\s+(?P<at>(?:another|an?\s+(?:second|side|other))\s+suit)",
        "say how many cards",
        lambda m: f"{m['and'] or ''} 4+ in some other suit".replace(" with", ","),
        lambda m: "4+ in some other suit",
    ),
    habit(
        r"(?:an?\s+)?(?P<at>(?:unknown|unspecified)\s+(?P<kind>suit|minor|major))",
        "say how many cards",
        lambda m: "4+ in some " + m["kind"].replace("suit", "other suit"),
    ),
    habit(
        r"(?<=rule of \d\d)\s+(?P<at>or\s+(?:better|more|higher))",
        "the rule is met with more, too: leave out `or better`",
        "",
        NOTHING,
    ),
    habit(
        r"(?:an?\s+)?(?P<at>stop(?:per)?s?\s+in\s+(?:the\s+)?(?:opponent|opp|enemy|overcaller|opener)(?:s|'s|s')?'?\s+suit)",
        "their suit",
        "stopper in their suits",
    ),
    habit(
        rf"(?P<suit>{SUITS})\s+(?:is\s+|are\s+)?(?:stopped|guarded)",
        "a stopper is written in full",
        lambda m: f"stopper in {suit_name(m['suit'])}",
    ),
    habit(
        rf"(?<![\w])(?P<at>(?P<held>[AKQJT]{{2,5}})(?:\s+(?:of|in)\s+(?:the\s+)?suit)?){END}",
        "say in which suit, as in  {held} in hearts",
    ),
    # ---- shape
    habit(
        rf"(?P<n>{COUNT})(?:\s*(?:hcp|HCP))?\s+(?:NT|no[\s-]?trumps?|notrump)(?:\s+(?:hand|shape))?(?![\w-])",
        "a hand for notrump is balanced",
        _balanced,
    ),
    habit(
        rf"(?P<or>(?<![a-z])or\s+)?(?P<n>{COUNT})(?:\s*(?:hcp|HCP))?\s+(?P<shape>(?:un|semi-)?bal)(?:anced)?(?![a-z-])(?(or)|(?=\s+or\s))",
        "what belongs together on a side of `or` stands in parentheses",
        lambda m: (m["or"] or "") + _balanced(m),
        _balanced,
    ),
    habit(
        r"(?<![\w-])(?:any\s+)?(?:(?:4-?3-?3-?3|4-?4-?3-?2|5-?3-?3-?2)(?:\s*(?:,|/|or|,\s*or|and)\s*(?=[45]))?){2,3}(?![\w-])",
        "these shapes have a word",
        "balanced",
    ),
    habit(
        r"(?<![\w=-])\d{4}(?:\s*(?:,|/|or|,\s*or)\s*\d{4})+(?![\w=-])",
        "lengths have a hyphen between them, for any suits, or = for spades=hearts=diamonds=clubs",
        _shapes,
    ),
    habit(
        r"(?<=\d)\s*(?P<at>/)\s*(?=(?:\d=){3}\d|(?:\d-){3}\d)",
        "one of several shapes",
        " or ",
        "or",
    ),
    habit(
        r"(?<=\d)\s+(?P<at>exactly|only)(?=\s*(?:[,;)\[\"]|$))",
        "a number alone is exact: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?<![\w-])(?P<a>\d)[-=]?(?P<b>\d)[-=]?\((?P<c>\d)[-=]?(?P<d>\d)\)",
        "two lengths either way round",
        r"\g<a>\g<b>(\g<c>\g<d>)",
    ),
    habit(
        r"\bno\s+(?P<lengths>\d{4})(?![\w-])",
        "what does not hold",
        lambda m: f"not shape {'-'.join(sorted(m['lengths'], reverse=True))}",
    ),
    habit(
        r"(?:an?\s+)?(?P<shape>(?:un|semi-?)?balanced)\s+(?P<at>hands?|shape|distribution|pattern)",
        "the word stands alone",
        r"\g<shape>",
    ),
    habit(r"(?P<at>an?)\s+(?P<shape>(?:un|semi-?)?balanced)", "the word stands alone", r"\g<shape>", r"\g<shape>"),
    habit(
        r"(?:exactly\s+)?(?<!shape )(?<![\w=-])(?P<lengths>\d-\d-\d-\d)(?![\w-])",
        "lengths in any suits",
        r"shape \g<lengths>",
    ),
)
