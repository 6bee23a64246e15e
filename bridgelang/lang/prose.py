"""Hands said in prose, as players say them in their notes, each with how it is written here.

The last of the habits (:mod:`bridgelang.lang.habits`), tried where none of another notation is met.
"""

from __future__ import annotations

import re

from bridgelang.lang.habit import NOTHING, SUITS, Habit, habit, suit_name

_DIGITS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
_DIGITS |= {"nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13"}
_NUMBER_WORD = "|".join(_DIGITS)
_NAMES = {"A": "ace", "K": "king", "Q": "queen"}
_SEATS = {"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th"}
_SEAT = r"(?:1st|2nd|3rd|4th|first|second|third|fourth)"
_COUNTED = r"(?:hcp|HCP|points|losers|controls|aces|kings|queens|honou?rs|quick\s+tricks|playing\s+tricks)"
_COUNT = r"\d+(?:-\d+|\+)?"
_END = r"(?=\s*(?:[,;)\[\"]|$|(?:or|and)\s))"
_ANY = r"(?:any|all|every)\s+(?:shape|distribution|pattern|hand|suit|seat|vulnerabilit(?:y|ie))s?"
_REST = (
    r"(?:(?:all|any|every)\s+other\s+hands?|(?:any|every)thing\s+else|all\s+else|the\s+rest|any\s+hand|all\s+hands|"
    r"nothing\s+(?:else|to\s+(?:say|bid))|none\s+of\s+(?:the\s+above|these)|no\s+other\s+(?:bid|call)(?:\s+fits)?|"
    r"no\s+bid|else|default)"
)

_NOT_VUL = r"(?:not|non)[ -]?vul(?:nerable)?"
_NO_NAME = (
    r"(?![^,]*\b(?:club|diamond|heart|spade|minor|major)s?(?![ -]suit)\b)"
    r"(?!(?:weak|wk|strong|str|light|sound|good)\b)"
)
_NAME = rf"{_NO_NAME}[A-Za-z][A-Za-z' -]*[A-Za-z]"


def _digit(text: str) -> str:
    return _DIGITS.get(text.lower(), text)


def _suit_of_call(match: re.Match[str]) -> str:
    """The suit, or its letter, that the call in front of the line names; ``x`` for a call without one."""
    call = re.match(r"\s*(?:[1-7]|(?:cheapest|jump|cue)\s+)([CDHS♣♦♥♠]|[Mmt-z])(?![A-Za-z])", match.string)
    if call is None:
        return "x"
    return suit_name(call[1]) if call[1] in "CDHS♣♦♥♠" else call[1]


def _in_suit(match: re.Match[str]) -> str:
    """The suit named at the end of a match, or the call's own."""
    named = match.groupdict().get("suit")
    return suit_name(named) if named and re.fullmatch(SUITS, named) else named or _suit_of_call(match)


def _two_suits(match: re.Match[str]) -> str:
    one, other = sorted((match["a"], match["b"]), reverse=True)
    kind = match["kind"]
    if one != other:
        return f"{one}+ in some {kind[:-1]}, {other}+ in both {kind}"
    return f"{one}{'+' if int(one) > 3 else ''} in both {kind}"


def _seats(match: re.Match[str]) -> str:
    return " or ".join(_SEATS.get(seat, seat) for seat in re.findall(_SEAT, match["seats"])) + " seat"


def _first_seats(match: re.Match[str]) -> str:
    return "1st or 2nd seat" if _digit(match["n"]) == "2" else "1st or 2nd or 3rd seat"


def _honours(match: re.Match[str]) -> str:
    number = _digit(match["top"] or match["before"] or "3")
    return f"{_digit(match['n'])} of top {number} in {_in_suit(match)}"


def _headed(match: re.Match[str]) -> str:
    cards, suit = match["held"], _suit_of_call(match)
    name = _NAMES.get(cards, cards)
    return f"{cards} in {suit}" if len(cards) > 1 and cards.isupper() else f"{name} of {suit}"


def _held(match: re.Match[str]) -> str:
    held, suit = match["held"], _suit_of_call(match)
    return f"{len(held)}+ {suit}, {''.join(card for card in held if card in 'AKQJT')} in {suit}"


def _ored(match: re.Match[str]) -> str:
    """The sides of every `, or` in parentheses."""
    body = re.sub(r"\s+with\s+(?:an?\s+)?", " and ", match["body"])
    sides = [side.strip() for side in re.split(r",\s*or\s+", body)]
    return match["lead"] + " or ".join(f"({side})" if "," in side or " and " in side else side for side in sides)


def _joint(match: re.Match[str]) -> str:
    """What joins a condition to the one before it; a comma binds looser than the `or` that stands before."""
    return "and" if re.search(r"\bor\b[^,:]*$", match.string[: match.start()]) else ", "


def _at_least_as_long(match: re.Match[str]) -> str:
    return f"{suit_name(match['a'])} >= {suit_name(match['b'])}"


PROSE: tuple[Habit, ...] = (
    # ---- lines that say that they say nothing
    habit(
        rf"^(?P<call>[^:]+?)\s*:\s*(?P<at>{_REST})\s*$",
        "a line without a condition takes all other hands",
        lambda m: m["call"],
    ),
    habit(
        r"(?<=: )(?P<at>(?:any|all|every|an?)\s+hands?\s+with)\s+(?=\S)",
        "what stands after the colon is the hand: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?<=: )(?P<at>(?:everything|anything|all|any|every)\s+(?:else|other\s+hands?|others|hands?)(?:\s+with)?)"
        r"[\s,]\s*(?=\S)",
        "lines above it take the others first: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r",\s*(?P<at>(?:no|if\s+no|when\s+no)\s+other\s+(?:bid|call|line)[^,\[\"]*)$",
        "lines above it take the others first: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        rf"(?<=: )(?P<at>{_ANY})(?:\s*,\s*|\s+with\s+|\s+)(?=\S)",
        "whatever is not said may be anything: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        rf"(?<!\s)\s*+,?\s*+(?P<at>(?:of\s+|with\s+|in\s+)?{_ANY}){_END}",
        "whatever is not said may be anything: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(rf"(?<=\+)\s+(?P<at>any){_END}", "whatever is not said may be anything: leave out `any`", "", NOTHING),
    habit(
        r"(?<!\s)\s*+(?:,|(?P<open>\())\s*+(?P<at>(?:can|may|might|could)\s+(?:also\s+)?(?:have|hold|contain|be|include)\s+"
        r"[^,;\[\"()]*|[^,;:\[\"()]*\s(?:possible|allowed|permitted|OK|ok))(?(open)\s*\))" + _END,
        "what a hand may have besides goes without saying; a remark stands in quotes: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?<!\s)\s*+,?\s*+\(?(?P<at>(?:including|incl\.?|even)\s+[^,;\[\"()]*[^,;\[\"()\s])\)?" + _END,
        "what a hand may have besides goes without saying; a remark stands in quotes: leave out `{at}`",
        "",
        NOTHING,
    ),
    # ---- strength
    habit(
        r"(?<=: )(?P<at>(?:very\s+)?(?:weak|strong|light|intermediate))\s+(?=\S)",
        "say how strong that is, as in  5-10 hcp",
    ),
    habit(r"(?P<n>\d+)\s*(?:1/2|½)", "halves are written so", r"\g<n>.5"),
    habit(
        r"(?P<at>(?:an?\s+)?(?:(?:full|sound|light|minimum|normal)\s+opening|opening\s+(?:hand|values?|strength|points)))",
        "say what an opening is, as in  12+ points",
    ),
    habit(
        r"(?P<at>(?:a\s+)?game[\s-]forc(?:ing|e)\s+(?:hand|values|strength)|game\s+(?:in|going)\s+(?:hand|values))",
        "say how strong that is, as in  22+ hcp or 9+ playing tricks",
    ),
    habit(
        r"(?:LTC|ltc|[Ll]osing[\s-]trick[\s-]count)\s*(?:of\s+)?(?:<=|≤|=|<|:)?\s*(?P<n>\d+)(?:\s+or\s+(?:less|fewer|better))?",
        "losing tricks are losers",
        r"up to \g<n> losers",
    ),
    habit(
        rf"(?P<n>\d+|{_NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+or\s+(?:less|fewer){_END}",
        "at most so many",
        lambda m: f"up to {_digit(m['n'])} {m['what']}",
    ),
    habit(
        rf"(?:no|not)\s+more\s+than\s+(?P<n>\d+|{_NUMBER_WORD})(?![a-z])",
        "at most so many",
        lambda m: f"up to {_digit(m['n'])}",
    ),
    habit(
        rf"(?:no|not)\s+(?:less|fewer)\s+than\s+(?P<n>\d+|{_NUMBER_WORD})(?![a-z])",
        "at least so many is a plus",
        lambda m: f"{_digit(m['n'])}+",
    ),
    habit(
        rf"at\s+most\s+(?:an?\s+)?(?:doubleton\s+(?:in\s+)?(?P<two>{SUITS})|singleton\s+(?:in\s+)?(?P<one>{SUITS}))",
        "at most so many",
        lambda m: f"up to 2 {suit_name(m['two'])}" if m["two"] else f"up to 1 {suit_name(m['one'])}",
    ),
    habit(r"(?P<n>\d+)\s+losers\s+or\s+better", "at most so many", r"up to \g<n> losers"),
    habit(
        rf"(?P<n>\d+|{_NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+or\s+(?:more|better|longer){_END}",
        "at least so many is a plus",
        lambda m: f"{_digit(m['n'])}+ {m['what']}",
    ),
    habit(
        rf"(?P<n>\d+|{_NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+(?:at\s+most|maximum|max\.?){_END}",
        "at most so many",
        lambda m: f"up to {_digit(m['n'])} {m['what']}",
    ),
    habit(
        rf"(?P<n>\d+|{_NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+(?:at\s+least|minimum|min\.?){_END}",
        "at least so many is a plus",
        lambda m: f"{_digit(m['n'])}+ {m['what']}",
    ),
    habit(
        rf"(?P<n>\d+(?:\.5|½)?(?:-\d+)?\+?)\s+tricks(?:\s+in\s+hand)?{_END}",
        "tricks of one hand are playing tricks",
        r"\g<n> playing tricks",
    ),
    habit(r"(?:at\s+least\s+)?(?P<at>one)\s+(?=\d-card)", "some suit so long", "a ", "a"),
    habit(
        rf"(?<![A-Za-z-])(?P<n>{_NUMBER_WORD})(?=[\s-]+(?:of|or|card|top|cards|{SUITS}|{_COUNTED})(?![a-z]))",
        "a number is written in figures",
        lambda m: _digit(m["n"]),
    ),
    habit(r"(?P<n>\d+)\(\+\)", "at least so many is a plus", r"\g<n>+"),
    habit(r"\((?P<n>\d)\+?\)\s*\d\+?(?=\s*[a-zA-Z♣♦♥♠])", "at least so many is a plus", r"\g<n>+"),
    habit(r"\d+\s*\((?P<low>\d+)\)\s*-\s*(?P<high>\d+)", "a range has two ends", r"\g<low>-\g<high>"),
    habit(r"(?P<low>\d+)-\d+\s*\((?P<high>\d+)\)", "a range has two ends", r"\g<low>-\g<high>"),
    habit(
        rf"(?<![\w-])(?P<n>{_COUNT})(?P<unit>HCP|hcp|pts|points)(?![A-Za-z])",
        "a number and its unit are apart",
        lambda m: f"{m['n']} {'points' if m['unit'] == 'pts' else m['unit'].lower()}",
    ),
    habit(
        r"(?P<n>\d)(?P<suit>[♣♦♥♠CDHS])\+",
        "the plus stands close to its number",
        lambda m: f"{m['n']}+ {suit_name(m['suit'])}",
    ),
    habit(r"(?P<n>\d+)\s+(?:plus|and\s+up|and\s+over)(?![a-z])", "at least so many is a plus", r"\g<n>+"),
    habit(
        r"(?P<n>\d+)\s*(?P<unit>pts|points|hcp|HCP)\s*\+(?=\s*(?:[,;\[\"]|$))",
        "the plus stands close to its number",
        lambda m: f"{m['n']}+ {'points' if m['unit'] == 'pts' else m['unit'].lower()}",
    ),
    habit(
        rf"(?P<n>{_COUNT})\s*(?:hcp|HCP|points)?\s+(?:dummy|distribution(?:al)?|playing)\s+points",
        "points for a partner's suit are support points",
        r"\g<n> support points",
    ),
    habit(
        rf"(?P<n>{_COUNT})\s+(?:total\s+points|(?:hcp|HCP)\s*(?:\+|with|and|plus)\s*(?:shape|distribution|length))",
        "hcp and shape together are points",
        r"\g<n> points",
    ),
    # ---- how long
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
        r"(?:at\s+least\s+)?(?P<a>[2-7])\+?\s*[-/]\s*(?P<b>[2-7])\+?(?:\s+or\s+(?:better|longer|more))?\s+(?:in\s+)?(?:the\s+|both\s+)?(?P<kind>majors|minors)",
        "say how many cards of each",
        _two_suits,
    ),
    habit(
        r"(?:both\s+)?(?P<kind>majors|minors)\s*,\s*(?:at\s+least\s+)?(?P<a>[2-7])\+?\s*[-/]\s*(?P<b>[2-7])\+?(?:\s+or\s+(?:better|longer|more))?",
        "say how many cards of each",
        _two_suits,
    ),
    habit(
        r"(?P<n>\d\+?)[\s-]card\s+(?:majors|minors|suits)",
        "so many cards of a suit",
        lambda m: f"{m['n'].rstrip('+')}+ {_suit_of_call(m)}",
    ),
    habit(
        rf"(?P<n>\d\+?|\d-\d)[\s-]+(?:cards?\s+)?(?:in\s+an?\s+)?(?P<kind>major|minor){_END}",
        "one of several suits is `some`",
        r"\g<n> in some \g<kind>",
    ),
    habit(
        rf"(?:denies|denying|no|without|not\s+having)\s+(?P<n>[2-9])\+?[\s-]*(?:cards?\s+(?:in\s+)?)?(?P<suit>{SUITS})(?:\s+suit)?",
        "what is not held",
        lambda m: f"fewer than {m['n']} {suit_name(m['suit'])}",
    ),
    habit(
        r"(?:no|denies|without)\s+(?P<kind>major|minor)s?" + _END,
        "say how long a suit",
        r"no 4-card \g<kind>",
    ),
    habit(
        r"(?:no|denies|without)\s+(?:side|outside|other|second)\s+(?P<n>[3-7])[\s-]card\s+(?P<kind>major|minor|suit)",
        "the suits beside the call's",
        lambda m: f"not {m['n']}+ in some other {m['kind']}".replace(" suit", " suit"),
    ),
    habit(
        r"(?P<at>(?:no|without)\s+(?:(?:side|outside)\s+(?:ace|king|queen)s?(?:\s+(?:or|and)\s+(?:ace|king|queen)s?)?"
        r"|(?:ace|king|queen)s?(?:\s+(?:or|and)\s+(?:ace|king|queen)s?)?\s+(?:outside|on\s+the\s+side)))",
        "say it card by card, as in  no ace of spades, no ace of hearts",
    ),
    habit(
        rf"(?P<n>\d\+?(?:-\d)?)[\s-]*(?:cards?|cds)(?:\s+suit)?{_END}",
        "so many cards of a suit",
        lambda m: f"{m['n']} {_suit_of_call(m)}",
    ),
    habit(
        rf"(?<=\d )(?P<suit>{SUITS})\s+(?P<at>only|exactly)",
        "a number alone is exact: leave out `{at}`",
        r"\g<suit>",
        NOTHING,
    ),
    habit(
        rf"(?:short(?:ness|age)?\s+(?:in\s+)?|shortness\s+)(?P<suit>{SUITS})",
        "one card at most",
        lambda m: f"0-1 {suit_name(m['suit'])}",
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
        rf"(?P<at>(?:long|real)\s+(?:{SUITS}|minor|major|suit)|(?:good|decent)\s+{SUITS})",
        "say how many cards, as in  5+ hearts",
    ),
    habit(
        rf"(?P<n>{_COUNT})[\s-]*(?:card\s+)?trumps",
        "so many cards of a suit",
        lambda m: f"{m['n']} {_suit_of_call(m)}",
    ),
    # ---- which cards
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
        lambda m: f"{len(m['held'])} of top 3 in {_suit_of_call(m)}",
    ),
    habit(
        rf"(?P<held>[AKQJT]+x{{2,}})(?:\s+or\s+better)?(?!\s*(?:in\s+)?{SUITS}){_END}",
        "small cards are not named",
        _held,
    ),
    habit(
        r"(?:a\s+)?solid\s+(?P<suit>club|diamond|heart|spade)\s+suit",
        "say which cards",
        lambda m: f"AKQ in {suit_name(m['suit'])}",
    ),
    habit(r"(?P<at>(?:a\s+)?(?:semi-)?solid(?:\s+suit)?)", "say which cards, as in  AKQ in x or 2 of top 3 in x"),
    habit(
        r"(?:stop(?:per)?s?\s+(?:in\s+)?(?:all\s+|every\s+|the\s+)?(?:other|unbid|remaining)\s+suits?"
        r"|(?:all|the)\s+(?:other\s+|unbid\s+)?suits\s+(?:are\s+)?stopped|stop(?:per)?s?\s+(?:in\s+all\s+suits|everywhere))",
        "a suit is named, or a set of suits",
        "stopper in every unbid suit",
    ),
    habit(
        rf"(?P<n>{_COUNT})\s+honou?rs(?!\s+in\b)",
        "say in which suit",
        lambda m: f"{m['n']} honours in {_suit_of_call(m)}",
    ),
    habit(
        rf"(?:(?:AK|AQ|KQ)(?:\s*(?:,|/|or|,\s*or)\s*(?=[AK]))?){{2,3}}(?:\s+in\s+(?P<suit>{SUITS}))?",
        "so many of the highest cards",
        lambda m: f"2 of top 3 in {_in_suit(m)}",
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
        r"(?:an?\s+)?(?P<at>stop(?:per)?s?\s+in\s+(?:the\s+)?(?:opponent|opp|enemy|overcaller|opener)(?:s|'s|s')?'?\s+suit)",
        "their suit",
        "stopper in their suits",
    ),
    habit(
        rf"(?P<suit>{SUITS})\s+(?:is\s+|are\s+)?(?:stopped|guarded)",
        "a stopper is written in full",
        lambda m: f"stopper in {suit_name(m['suit'])}",
    ),
    # ---- shape
    habit(
        r"(?<![\w-])(?:(?:4-?3-?3-?3|4-?4-?3-?2|5-?3-?3-?2)(?:\s*(?:,|/|or|,\s*or|and)\s*(?=[45]))?){2,3}(?![\w-])",
        "these shapes have a word",
        "balanced",
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
    # ---- seats
    habit(
        r"(?<!\s)\s*+,?\s*+(?P<at>in\s+(?:the\s+)?first\s+(?P<n>two|three|2|3)\s+seats)",
        "a seat is a condition of its own",
        lambda m: ", " + _first_seats(m),
        _first_seats,
    ),
    habit(
        rf"(?<!\s)\s*+,?\s*+(?:in\s+)?(?P<at>(?P<seats>{_SEAT}(?:\s*(?:,|/|and|or|&)\s*{_SEAT})*)\s+(?:seats?|hand|position))",
        "a seat is a condition of its own",
        lambda m: f", {_seats(m)}",
        _seats,
    ),
    # ---- who is vulnerable
    habit(
        r"(?:at\s+)?(?P<un>un)?favou?rable\s+(?:vulnerability|vul)",
        "the word stands alone",
        lambda m: f"{m['un'] or ''}favourable",
    ),
    habit(
        rf"(?:{_NOT_VUL}\s+(?:vs?\.?|against|versus)\s+(?:vul(?:nerable)?|red)|white\s+(?:vs?\.?|against|on)\s+red)",
        "we are not vulnerable, they are",
        "favourable",
    ),
    habit(
        rf"(?:vul(?:nerable)?\s+(?:vs?\.?|against|versus)\s+(?:{_NOT_VUL}|not|white)|red\s+(?:vs?\.?|against|on)\s+white)",
        "we are vulnerable, they are not",
        "unfavourable",
    ),
    habit(
        r"(?:at\s+)?equal\s+(?:vulnerability|vul)",
        "both sides are vulnerable, or neither",
        "not favourable, not unfavourable",
    ),
    # ---- how conditions are joined
    habit(
        r"(?<!\s)\s*+,?\s*+(?P<at>when|if|only\s+when|only\s+if)\s+(?=not|non|vul|fav|unfav|in\s)",
        "two conditions are joined by a comma",
        ", ",
        ",",
    ),
    habit(
        r"^(?P<lead>[^:]*:\s*)(?P<body>[^;\[\":]*?,\s*(?P<at>or)\s[^;\[\":]*?)(?=\s*(?:[;\[\"]|$))",
        "what stands on a side of `or` and has a comma in it stands in parentheses",
        _ored,
        lambda m: _ored(m)[len(m["lead"]) :],
    ),
    habit(
        r"(?<!\s)\s*+,?\s*+(?P<at>with|plus|holding|having)\s+(?:an?\s+)?",
        "two conditions are joined by a comma, or by `and` after an `or`",
        lambda m: _joint(m) if _joint(m) == ", " else f" {_joint(m)} ",
        _joint,
    ),
    habit(
        r"(?<!\s)\s++(?P<at>to|headed\s+by)\s+(?=(?:two|three|\d)\s+(?:of|top))",
        "conditions are parted by commas",
        ", ",
        ",",
    ),
    habit(
        r"(?<=[a-z\d])\s+(?P<at>(?:un|semi-)?balanced)\s+(?P<more>(?:not\s+)?vulnerable|(?:un)?favourable)(?![\w-])",
        "conditions are parted by commas",
        r", \g<at>, \g<more>",
        r"\g<at>, \g<more>",
    ),
    habit(r"(?<!\s)\s++(?P<at>\+)\s+(?=\d)", "both conditions", " and ", "and"),
    habit(
        r"(?<!\s)\s*+(?P<at>;)\s*(?=\d|no\s|a\s|un|bal|[a-z]+\s+[<>=])",
        "conditions are parted by commas",
        ", ",
        NOTHING,
    ),
    # ---- which suit first
    habit(
        r"(?<!\s)\s*+,\s*(?P<at>(?P<word>longest|longer|shortest|strongest|weakest)(?:\s+suit)?\s+first)(?=\s*(?:[\[\"]|$))",
        "which suit goes first stands after a semicolon",
        r" ; \g<word> first",
        r"; \g<word> first",
    ),
    habit(
        r"(?<!\s)\s*+,\s*(?P<at>(?:cheapest|lowest|lower)(?:\s+suit)?(?:\s+first)?|up[ -]the[ -]line)"
        r"(?=\s*(?:[\[\"]|$))",
        "which suit goes first stands after a semicolon",
        " ; lower",
        "; lower",
    ),
    # ---- what the call is called
    habit(
        r"(?<!\s)\s*+(?P<at>\(\s*(?P<name>[A-Za-z][A-Za-z' -]+[A-Za-z])\s*\))\s*$",
        "a remark about a call is a note in quotes",
        r' "\g<name>"',
        r'"\g<name>"',
    ),
    habit(
        r"(?<=: )(?P<at>(?:asks?|relay|puppet|demands|requests)(?:\s[^,\[\"]*[^,\[\"\s])?)\s*,\s*"
        r"(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*\[[^\]]*\])?$",
        "what a call asks is a note in quotes, after the hand",
        lambda m: f'{m["rest"]}{m["tail"] or ""} "{m["at"]}"',
        lambda m: f'"{m["at"]}"',
    ),
    habit(
        rf"(?<=: )(?P<at>{_NAME})\s*[,.:-]\s+(?=[^\[\"]*\d)(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*\[[^\]]*\])?$",
        "what a call is called is a note in quotes, after the hand",
        lambda m: f'{m["rest"]}{m["tail"] or ""} "{m["at"]}"',
        lambda m: f'"{m["at"]}"',
    ),
    habit(
        rf"(?<=: )(?P<at>(?=\S+[\s,])(?:\dth\s+)?{_NAME}(?:,\s*{_NAME})*)$",
        "a name is no hand: say what the hand is, and the name in quotes after it",
    ),
)
