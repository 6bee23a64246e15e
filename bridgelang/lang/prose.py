"""Hands said in prose, as players say them in their notes, each with how it is written here.

The last of the habits (:mod:`bridgelang.lang.habits`), tried where none of another notation is met.
"""

from __future__ import annotations

import re

from bridgelang.lang.habit import COUNT, END, NOTHING, NUMBER_WORD, SEAT, SEATS, SUITS, Habit, digit, habit, suit_name
from bridgelang.lang.prose_cards import CARDS
from bridgelang.lang.prose_lengths import LENGTHS
from bridgelang.lang.prose_names import NAMES

_COUNTED = r"(?:hcp|HCP|points?|losers?|controls?|aces?|kings?|queens?|honou?rs?|quick\s+tricks?|playing\s+tricks?)"
_ANY = (
    r"(?:any|all|every)\s+(?:shape|distribution|pattern|hand|suit|seat|strength|vulnerabilit(?:y|ie))s?"
    r"(?!\s+(?:are\s+|is\s+)?(?:stopped|guarded))"
)
_IN_NONE = r"(?<!\d )(?<!\+ )(?<!stopper )(?<!stoppers )(?<!stops )(?<!stop )(?<!cards )(?<!honours )(?<!honors )"
"""Where `in all suits` says nothing: behind no count, and no stopper."""
_REST = (
    r"(?:(?:all|any|every)\s+other\s+hands?|(?:any|every)thing\s+else|all\s+else|the\s+rest|any\s+hand|all\s+hands|"
    r"(?:(?:if|when)\s+)?nothing\s+(?:else(?:\s+fits)?|to\s+(?:say|bid))|none\s+of\s+(?:the\s+above|these)|no\s+other\s+(?:bid|call)(?:\s+fits)?|"
    r"no\s+bid|else|default|always|forced|automatic(?:ally)?)"
)

_NOT_VUL = r"(?:not|non)[ -]?vul(?:nerable)?"
_VUL = rf"(?:{_NOT_VUL}|vul(?:nerable)?|nv|NV|v(?![a-z]))"


def _seats(match: re.Match[str]) -> str:
    return " or ".join(SEATS.get(seat, seat) for seat in re.findall(SEAT, match["seats"])) + " seat"


def _first_seats(match: re.Match[str]) -> str:
    return "1st or 2nd seat" if digit(match["n"]) == "2" else "1st or 2nd or 3rd seat"


def _ored(match: re.Match[str]) -> str:
    """The sides of every `, or` in parentheses."""
    body = re.sub(r"\s+with\s+(?:an?\s+)?", " and ", match["body"])
    sides = [side.strip() for side in re.split(r",\s*or\s+", body)]
    return match["lead"] + " or ".join(f"({side})" if "," in side or " and " in side else side for side in sides)


def _joint(match: re.Match[str]) -> str:
    """What joins a condition to the one before it; a comma binds looser than the `or` that stands before."""
    return " and " if re.search(r"\bor\b[^,:]*$", match.string[: match.start()]) else ", "


def _by_vulnerability(match: re.Match[str]) -> str:
    """Two ranges, one for each vulnerability."""
    sides = []
    for end in "ab":
        vulnerable = "" if match[f"{end}_vul"].lower().startswith("v") else "not "
        unit = (match[f"{end}_unit"] or "hcp").strip().lower()
        sides.append(f"({match[end]} {unit}, {vulnerable}vulnerable)")
    return " or ".join(sides)


PROSE: tuple[Habit, ...] = (
    # ---- lines that say that they say nothing
    habit(
        r"(?<=: )(?P<at>(?:the\s+)?same\b(?!\s+as\s+(?:after|opening)).*)$",
        "each line says its hand itself; one letter speaks for several suits, as in  2x: 4+ x",
    ),
    habit(
        r"(?<=: )(?P<at>(?P<w>max|min)(?:imum|\.)?)(?=\s*(?:,|$|with))",
        "the upper or the lower half of what I have shown",
        lambda m: "top of my range" if m["w"] == "max" else "bottom of my range",
    ),
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
        r",\s*(?P<at>(?:(?:no|if\s+no|when\s+no)\s+other\s+(?:bid|call|line|opening|rebid)|nothing\s+else)[^,\[\"]*)$",
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
        rf"(?<!\s)\s*+,?\s*+(?P<at>(?:of\s+|with\s+|{_IN_NONE}in\s+)?{_ANY}){END}",
        "whatever is not said may be anything: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(rf"(?<=\+)\s+(?P<at>any){END}", "whatever is not said may be anything: leave out `any`", "", NOTHING),
    habit(
        r"(?<!\s)\s*+(?:,|(?P<open>\())\s*+(?P<at>(?:(?:can|may|might|could)\s+(?:also\s+)?(?:have|hold|contain|be|include)|possibly|perhaps|maybe)\s+"
        r"[^,;\[\"()]*|[^,;:\[\"()]*\s(?:possible|allowed|permitted|OK|ok|optional|not\s+(?:needed|required|promised)))(?(open)\s*\))"
        + END,
        "what a hand may have besides goes without saying; a remark stands in quotes: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?<!\s)\s*+,?\s*+\(?(?P<at>(?<![A-Za-z])(?:including|incl\.?|even)\s+[^,;\[\"()]*[^,;\[\"()\s])\)?" + END,
        "what a hand may have besides goes without saying; a remark stands in quotes: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?P<at>\b(?:preferably|usually|normally|typically|generally|often|probably)\b)",
        "what holds only mostly is a remark, in quotes: leave out what need not hold",
    ),
    # ---- strength
    habit(
        r"(?<=: )(?P<at>(?:weak|strong|light|intermediate)(?:\s+(?:two|2|three|jump|raise|hand|overcall|bid|NT))*)"
        r"\s*[,:]?\s+(?=[^\[\"]*\d+-\d)(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*\[[^\]]*\])?$",
        "what a call is called is a note in quotes, after the hand",
        lambda m: f'{m["rest"]}{m["tail"] or ""} "{m["at"]}"',
        lambda m: f'"{m["at"]}"',
    ),
    habit(
        r"(?<=: )(?P<at>(?:very\s+)?(?:weak|strong|light|intermediate))\s+(?=\S)",
        "say how strong that is, as in  5-10 hcp",
    ),
    habit(r"(?P<n>\d+)\s*(?:1/2|½)", "halves are written so", r"\g<n>.5"),
    habit(
        r"(?P<at>(?:less|weaker|worse)\s+than\s+(?:an?\s+)?(?:full\s+)?opening(?:\s+(?:bid|hand|values?|strength|points))?)",
        "say what an opening is, as in  up to 11 points",
    ),
    habit(
        r"(?<![A-Za-z])(?P<at>(?:an?\s+)?(?:(?:full|sound|light|minimum|normal)\s+opening|opening\s+(?:hand|values?|strength|points)))",
        "say what an opening is, as in  12+ points",
    ),
    habit(
        r"(?P<at>(?:a\s+)?game[\s-]forc(?:ing|e)\s+(?:hand|values|strength)|game\s+(?:in\s+hand|going(?:\s+(?:hand|values))?))",
        "say how strong that is, as in  22+ hcp or 9+ playing tricks",
    ),
    habit(
        r"(?:LTC|ltc|[Ll]osing[\s-]trick[\s-]count)\s*(?:of\s+)?(?:<=|≤|=|<|:)?\s*(?P<n>\d+)(?:\s+or\s+(?:less|fewer|better))?",
        "losing tricks are losers",
        r"up to \g<n> losers",
    ),
    habit(
        rf"(?P<n>\d+|{NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+or\s+(?:less|fewer){END}",
        "at most so many",
        lambda m: f"up to {digit(m['n'])} {m['what']}",
    ),
    habit(
        rf"(?:no|not)\s+more\s+than\s+(?P<n>\d+|{NUMBER_WORD})(?![a-z])",
        "at most so many",
        lambda m: f"up to {digit(m['n'])}",
    ),
    habit(
        rf"(?:no|not)\s+(?:less|fewer)\s+than\s+(?P<n>\d+|{NUMBER_WORD})(?![a-z])",
        "at least so many is a plus",
        lambda m: f"{digit(m['n'])}+",
    ),
    habit(
        rf"at\s+most\s+(?:an?\s+)?(?:doubleton\s+(?:in\s+)?(?P<two>{SUITS})|singleton\s+(?:in\s+)?(?P<one>{SUITS}))",
        "at most so many",
        lambda m: f"up to 2 {suit_name(m['two'])}" if m["two"] else f"up to 1 {suit_name(m['one'])}",
    ),
    habit(r"(?P<n>\d+)\s+losers\s+or\s+better", "at most so many", r"up to \g<n> losers"),
    habit(rf"(?P<n>1?[89]|1\d|2\d)\s+or\s+(?:more|better){END}", "say of what: hcp, points", r"\g<n>+ hcp"),
    habit(
        rf"(?P<n>\d+|{NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+or\s+(?:more|better|longer){END}",
        "at least so many is a plus",
        lambda m: f"{digit(m['n'])}+ {m['what']}",
    ),
    habit(
        rf"(?P<n>\d+|{NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+(?:at\s+most|maximum|max\.?){END}",
        "at most so many",
        lambda m: f"up to {digit(m['n'])} {m['what']}",
    ),
    habit(
        rf"(?P<n>\d+|{NUMBER_WORD})\s+(?P<what>{_COUNTED}|{SUITS})\s+(?:at\s+least|minimum|min\.?){END}",
        "at least so many is a plus",
        lambda m: f"{digit(m['n'])}+ {m['what']}",
    ),
    habit(
        rf"(?<![\d.-])(?P<n>\d+(?:\.5|½)?(?:-\d+(?:\.5|½)?)?\+?)\s+tricks(?:\s+in\s+hand)?{END}",
        "tricks of one hand are playing tricks",
        r"\g<n> playing tricks",
    ),
    habit(r"(?:at\s+least\s+)?(?P<at>one)\s+(?P<n>\d)[\s-](?=card)", "some suit so long", r"a \g<n>-", "a"),
    habit(
        rf"(?<![A-Za-z-])(?P<a>{NUMBER_WORD})\s*(?:to|-)\s*(?P<b>{NUMBER_WORD})(?![a-z])",
        "a number is written in figures",
        lambda m: f"{digit(m['a'])}-{digit(m['b'])}",
    ),
    habit(
        rf"(?<![A-Za-z-])(?P<n>{NUMBER_WORD})(?=[\s-]+(?:of|or|card|top|cards|{SUITS}|{_COUNTED})(?![a-z]))",
        "a number is written in figures",
        lambda m: digit(m["n"]),
    ),
    habit(r"(?P<n>\d+)\(\+\)", "at least so many is a plus", r"\g<n>+"),
    habit(r"\((?P<n>\d)\+?\)\s*\d\+?(?=\s*[a-zA-Z♣♦♥♠])", "at least so many is a plus", r"\g<n>+"),
    habit(r"\d+\s*\((?P<low>\d+)\)\s*-\s*(?P<high>\d+)", "a range has two ends", r"\g<low>-\g<high>"),
    habit(r"(?P<low>\d+)-\d+\s*\((?P<high>\d+)\)", "a range has two ends", r"\g<low>-\g<high>"),
    habit(
        rf"(?<![\w-])(?P<n>{COUNT})(?P<unit>HCP|hcp|pts|points)(?![A-Za-z])",
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
        rf"(?P<n>{COUNT})\s*(?:hcp|HCP|points)?\s+(?:dummy|distribution(?:al)?|playing)\s+points",
        "points for a partner's suit are support points",
        r"\g<n> support points",
    ),
    habit(
        rf"(?P<n>{COUNT})\s+(?:total\s+points|(?:hcp|HCP)\s*(?:\+|with|and|plus)\s*(?:shape|distribution|length))",
        "hcp and shape together are points",
        r"\g<n> points",
    ),
    *LENGTHS,
    *CARDS,
    # ---- seats
    habit(
        r"(?<!\s)\s*+,?\s*+(?P<at>in\s+(?:the\s+)?first\s+(?P<n>two|three|2|3)\s+seats)",
        "a seat is a condition of its own",
        lambda m: ", " + _first_seats(m),
        _first_seats,
    ),
    habit(
        rf"(?<!\s)\s*+,?\s*+(?:in\s+)?(?P<at>(?P<seats>{SEAT}(?:\s*(?:,|/|and|or|&)\s*{SEAT})*)\s+(?:seats?|hand|position))",
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
        rf"(?P<a>{COUNT})(?P<a_unit>\s*(?:hcp|HCP|points))?\s+(?:if\s+|when\s+)?(?P<a_vul>{_VUL})\s*(?:,|;|/|and|or)\s*"
        rf"(?P<b>{COUNT})(?P<b_unit>\s*(?:hcp|HCP|points))?\s+(?:if\s+|when\s+)?(?P<b_vul>{_VUL})(?![a-z])",
        "each range stands with its vulnerability",
        _by_vulnerability,
    ),
    habit(
        r"(?:at\s+)?equal\s+(?:vulnerability|vul)",
        "both sides are vulnerable, or neither",
        "not favourable, not unfavourable",
    ),
    # ---- how conditions are joined
    habit(
        r"(?<!\s)\s*+,?\s*+(?P<at>unless|except(?:\s+with|\s+when)?)\s+(?=\d=\d|\d-\d-\d|bal|semi|unb)",
        "what does not hold",
        ", not ",
        "not",
    ),
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
        rf"(?<=\S)\s*+,?\s*+(?P<at>without|denying|but\s+no)\s+(?:an?\s+)?(?P<suit>{SUITS})\s+(?:fit|support)(?![a-z])",
        "what does not hold",
        lambda m: f", not fit in {suit_name(m['suit'])}",
        lambda m: f"not fit in {suit_name(m['suit'])}",
    ),
    habit(r"(?<!\s)\s*+,?\s*+(?P<at>but)\s+(?=not?\b|without\b)", "two conditions are joined by a comma", ", ", ","),
    habit(
        r"(?<=: )(?P<at>(?P<name>[A-Za-z][a-z' -]*?)\s*\((?P<in>\d[^()]*)\))(?=\s*$)",
        "what a call is called is a note in quotes, after the hand",
        r'\g<in> "\g<name>"',
    ),
    habit(
        r"(?<!\s)\s*+,?\s*+(?P<at>with|w/|plus|holding|having)\s+(?:an?\s+)?",
        "two conditions are joined by a comma, or by `and` after an `or`",
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
    habit(r"(?<!\s)\s++(?P<at>\+)\s+(?=\d|stop|bal|a\s)", "both conditions", " and ", "and"),
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
    *NAMES,
)
