"""Lengths of suits said in prose: which suit is longest, how many cards of which."""

from __future__ import annotations

import re

from bridgelang.lang.habit import (
    COUNT,
    END,
    NOTHING,
    NUMBER_WORD,
    SUITS,
    Habit,
    digit,
    habit,
    long_suit,
    suit_name,
    suit_of_call,
)


def _two_suits(match: re.Match[str]) -> str:
    one, other = sorted((match["a"], match["b"]), reverse=True)
    kind = match["kind"]
    if one != other:
        return f"{one}+ in some {kind[:-1]}, {other}+ in both {kind}"
    return f"{one}{'+' if int(one) > 3 else ''} in both {kind}"


def _equal_suits(match: re.Match[str]) -> str:
    number = match["n"]
    other = f"in some {match['kind'] or 'other suit'}" if not match["b"] else suit_name(match["b"])
    return f"{number}+ {suit_name(match['a'])}, {number}+ {other}"


def _at_least_as_long(match: re.Match[str]) -> str:
    return f"{suit_name(match['a'])} >= {suit_name(match['b'])}"


_OTHERS = {"hearts": "spades", "spades": "hearts", "clubs": "diamonds", "diamonds": "clubs"}


def _against_other(match: re.Match[str]) -> str:
    """A suit against the other one of its kind."""
    suit = suit_name(match["suit"])
    sign = {"longer": ">", "shorter": "<"}[match["how"]]
    return f"{suit} {sign}{'=' if match['equal'] else ''} {_OTHERS[suit]}"


LENGTHS: tuple[Habit, ...] = (
    habit(
        rf"(?P<n>[4-7])[-/](?P<k>[3-6])\+?\s+(?:in\s+)?(?P<a>{SUITS})\s*(?:and|&|\+|/)\s*(?P<b>{SUITS})(?![a-z])",
        "say how many cards of each",
        lambda m: f"{m['n']}+ {suit_name(m['a'])}, {m['k']}+ {suit_name(m['b'])}",
    ),
    habit(
        rf"(?P<n>[4-6])[-/](?P=n)\+?[\s,:]+(?:in\s+)?(?P<a>{SUITS})\s*(?:and|&|\+|/)\s*"
        rf"(?:(?P<b>{SUITS})|an?\s+(?P<kind>major|minor)|another(?:\s+suit)?)(?![a-z])",
        "say how many cards of each",
        _equal_suits,
    ),
    habit(
        r"no\s+(?P<n>[3-7])(?:-?\s*(?:or|/)\s*[4-8][\s-]card|[\s-]card\s+or\s+longer)\s+(?P<kind>major|minor|suit)",
        "a suit so long or longer",
        r"no \g<n>-card \g<kind>",
    ),
    habit(
        rf"(?:(?:my|the)\s+)?longest\s+(?:suit\s+)?(?:is\s+|in\s+)?(?P<suit>{SUITS})",
        "one suit against all others",
        lambda m: f"{suit_name(m['suit'])} is longest",
    ),
    habit(
        rf"(?P<suit>{SUITS})\s+(?:is|are|as)?\s*(?:my\s+|the\s+)?longest(?:\s+suit)?",
        "one suit against all others",
        lambda m: f"{suit_name(m['suit'])} is longest",
    ),
    habit(
        rf"(?P<suit>{SUITS})\s+(?P<how>longer|shorter)(?P<equal>\s+or\s+equal)?{END}",
        "one suit against another",
        _against_other,
    ),
    habit(
        rf"more\s+(?P<a>{SUITS})\s+than\s+(?P<b>{SUITS})",
        "one suit against another",
        lambda m: f"{suit_name(m['a'])} longer than {suit_name(m['b'])}",
    ),
    habit(
        rf"(?P<a>{SUITS})\s+(?:at\s+least\s+as\s+long\s+as|not\s+shorter\s+than|as\s+long\s+as|longer\s+or\s+equal\s+to)\s+(?P<b>{SUITS})",
        "one suit against another",
        _at_least_as_long,
    ),
    habit(
        rf"at\s+least\s+as\s+many\s+(?P<a>{SUITS})\s+as\s+(?P<b>{SUITS})",
        "one suit against another",
        _at_least_as_long,
    ),
    habit(
        rf"(?:equal\s+(?P<a>{SUITS})\s+and\s+(?P<b>{SUITS})|(?P<c>{SUITS})\s+and\s+(?P<d>{SUITS})\s+(?:are\s+)?equal(?:\s+length)?)",
        "one suit against another",
        lambda m: f"{suit_name(m['a'] or m['c'])} = {suit_name(m['b'] or m['d'])}",
    ),
    habit(
        r"(?:equal\s+(?P<a>majors|minors)|(?P<b>majors|minors)\s+equal)",
        "one suit against another",
        lambda m: "hearts = spades" if (m["a"] or m["b"]) == "majors" else "clubs = diamonds",
    ),
    habit(
        r"(?:at\s+least\s+)?(?<!\d)(?P<a>[2-7])\+?\s*[-/]?\s*(?P<b>[2-7])\+?(?:\s+or\s+(?:better|longer|more))?\s+(?:in\s+)?(?:the\s+|both\s+)?(?P<kind>majors|minors)",
        "say how many cards of each",
        _two_suits,
    ),
    habit(
        r"(?:both\s+)?(?P<kind>majors|minors)\s*[,;:]?\s*(?:at\s+least\s+)?(?P<a>[2-7])\+?\s*[-/]\s*(?P<b>[2-7])\+?(?:\s+or\s+(?:better|longer|more))?",
        "say how many cards of each",
        _two_suits,
    ),
    habit(
        rf"(?<![A-Za-z])(?:an?\s+)?(?P<n>\d|{NUMBER_WORD})[\s-]carder",
        "so many cards of a suit",
        lambda m: f"{digit(m['n'])} {suit_of_call(m)}",
    ),
    habit(
        r"(?P<at>(?:better|longer|longest)\s+(?:minor|major))(?![a-z])",
        "say which is longer, as in  clubs > diamonds",
    ),
    habit(
        rf"(?<!in )(?<!\w )(?:the\s+)?(?P<kind>majors|minors){END}",
        "say how many cards",
        r"4+ in both \g<kind>",
    ),
    habit(
        r"(?P<at>at\s+least\s+[4-7]\s*[-/]?\s*[4-7])(?!\s*[-/\d])",
        "say in which suits, as in  5+ in both majors",
    ),
    habit(
        rf"(?P<a>{SUITS})\s*(?:and|\+|&)\s*(?P<at>an?\s+(?P<kind>major|minor))(?![a-z])",
        "say how many cards of each",
        lambda m: f"5+ {suit_name(m['a'])}, 4+ in some {m['kind']}",
    ),
    habit(
        rf"(?<![A-Za-z])(?:an?\s+)?(?P<n>{NUMBER_WORD})[\s-]card(?:er)?\s+(?P<kind>suit|major|minor)(?![a-z])",
        "a suit so long",
        long_suit,
    ),
    habit(
        r"(?P<n>\d\+?)[\s-]card\s+(?:majors|minors|suits)",
        "so many cards of a suit",
        lambda m: f"{m['n'].rstrip('+')}+ {suit_of_call(m)}",
    ),
    habit(
        rf"(?P<n>\d\+?|\d-\d)[\s-]+(?:cards?\s+)?(?:in\s+an?\s+)?(?P<kind>major|minor){END}",
        "one of several suits is `some`",
        r"\g<n> in some \g<kind>",
    ),
    habit(
        rf"(?:denies|denying|no|without|not\s+having)\s+(?P<n>[2-9])\+?[\s-]*(?:cards?\s+(?:in\s+)?)?(?P<suit>{SUITS}|oM|om|[Mmt-z](?![a-z]))(?:\s+suit)?",
        "what is not held",
        lambda m: f"fewer than {m['n']} {suit_name(m['suit'])}",
    ),
    habit(
        r"(?:no|denies|without)\s+(?P<kind>major|minor)s?" + END,
        "say how long a suit",
        r"no 4-card \g<kind>",
    ),
    habit(
        r"(?:no|denies|without)\s+(?P<before>(?:side|outside|other|second)\s+)?(?P<n>[3-7])[\s-]card\s+(?P<kind>major|minor|suit)"
        r"(?(before)|\s+(?:on\s+the\s+side|outside))",
        "the suits beside the call's",
        lambda m: f"not {m['n']}+ in some other {m['kind']}",
    ),
    habit(
        r"(?P<at>(?:no|without)\s+(?:(?:side|outside)\s+(?:ace|king|queen)s?(?:\s+(?:or|and)\s+(?:ace|king|queen)s?)?"
        r"|(?:ace|king|queen)s?(?:\s+(?:or|and)\s+(?:ace|king|queen)s?)?\s+(?:outside|on\s+the\s+side)))",
        "say it card by card, as in  no ace of spades, no ace of hearts",
    ),
    habit(
        rf"(?P<n>\d\+?(?:-\d)?)[\s-]*(?:cards?|cds)(?:\s+suit)?{END}",
        "so many cards of a suit",
        lambda m: f"{m['n']} {suit_of_call(m)}",
    ),
    habit(
        rf"(?<=\d )(?P<suit>{SUITS})\s+(?P<at>only|exactly)",
        "a number alone is exact: leave out `{at}`",
        r"\g<suit>",
        NOTHING,
    ),
    habit(
        rf"(?:an?\s+)?(?P<suit>{SUITS})\s+(?P<what>singleton|void|doubleton)(?![a-z])",
        "the suit stands behind",
        lambda m: f"{m['what']} in {suit_name(m['suit'])}",
    ),
    habit(
        r"(?P<at>(?:[23]|two|three)[\s-]suite[dr])",
        "say how many cards of each suit, as in  5+ hearts, 4+ in some minor, or the shape, as in  4-4-4-1",
    ),
    habit(
        r"(?:at\s+least\s+)?(?P<n>\d)\+?[\s-]*(?:cards?\s+)?(?:of|in)\s+the\s+(?:other|unbid)\s+(?P<kind>major|minor)",
        "the suits that nobody has bid",
        r"\g<n>+ in every unbid \g<kind>",
    ),
    habit(
        rf"(?:short(?:ness|age)?\s+(?:in\s+)?(?P<suit>{SUITS})|(?P<before>{SUITS})\s+short(?:ness|age))(?![a-z])",
        "one card at most",
        lambda m: f"0-1 {suit_name(m['suit'] or m['before'])}",
    ),
    habit(
        r"(?P<what>singleton|void|shortage|doubleton)\s+(?P<at>somewhere|anywhere|in\s+(?:any|some|a|another)\s+suit|in\s+an?\s+side\s+suit)",
        "one that is anywhere",
        r"\g<what>",
        lambda m: f"a {m['what']}",
    ),
    habit(
        rf"(?:an?\s+)?(?:singleton\s*(?:or|/)\s*void|void\s*(?:or|/)\s*singleton)\s+(?:in\s+)?(?P<suit>{SUITS})",
        "one card at most",
        lambda m: f"0-1 {suit_name(m['suit'])}",
    ),
    habit(
        rf"(?P<what>singleton|void|doubleton)\s+(?P<at>(?P<suit>{SUITS}))(?![a-z])",
        "a suit is joined by `in`",
        lambda m: f"{m['what']} in {suit_name(m['suit'])}",
    ),
    habit(
        rf"(?P<at>(?:long|real)\s+(?:{SUITS}|minor|major|suit)|(?:good|decent)\s+{SUITS})",
        "say how many cards, as in  5+ hearts",
    ),
    habit(
        rf"(?P<n>{COUNT})[\s-]*(?:card\s+)?trumps?(?:\s+support)?(?![\w-])(?!\s+(?:in|for)\b)",
        "say in which suit",
        r"\g<n> in partner's suit",
    ),
    habit(
        rf"(?P<no>\b(?:not|no)\s+)?(?P<n>\d\+?|{NUMBER_WORD})\s+(?:cards\s+)?(?:of|in)\s+an?\s+(?P<kind>minor|major)(?![a-z])",
        "one of several suits is `some`",
        lambda m: f"no {digit(m['n'])}-card {m['kind']}" if m["no"] else f"{digit(m['n'])} in some {m['kind']}",
    ),
    habit(
        r"(?<![A-Za-z'])(?P<a>oM|om|[Mmt-z])\s+(?P<what>below|above|lower\s+than|higher\s+than)\s+(?P<b>oM|om|[Mmt-z])(?![A-Za-z])",
        "one suit ranks above another",
        lambda m: f"{m['a']} is {'below' if m['what'][0] in 'bl' else 'above'} {m['b']}",
    ),
    habit(
        r"\bin\s+(?:the\s+)?(?:other|unbid)\s+(?P<kind>major|minor)(?:\s+suit)?(?![a-z])",
        "a set of suits",
        r"in every unbid \g<kind>",
    ),
    habit(
        r"(?P<some>(?:no|an?|some)\s+)?(?P<at>shortness)(?!\s+points)",
        "one card at most",
        lambda m: f"{m['some'] or ''}shortage",
    ),
)
