"""What people write from habit of a hand and of a call: remarks, amounts, cards, kinds of call, orders."""

from __future__ import annotations

import re

from bridgelang.lang.habit import (
    BID,
    COUNT,
    END,
    NOTHING,
    NUMBER,
    NUMBER_WORD,
    SUITS,
    Habit,
    digit,
    habit,
    long_suit,
    own_suit,
    suit_name,
    suit_of_call,
)
from bridgelang.lang.habits_words import TAG_WORDS

_QUANTITY = r"(?:hcp|points|losers|controls|aces|kings|queens)"
_SUIT_MARK = r"(?P<suit>[CDHS♣♦♥♠])"
_STRAINS = rf"(?:{SUITS}|majors?|minors?|notrump)"
_AFTER_KIND = rf"(?:\s+(?:for\s+)?(?:one|1)\s+round)?(?:\s+(?:of|in|for|agreeing)\s+(?:the\s+)?{_STRAINS})?"
_WORD_OF_KIND = "|".join(re.escape(word).replace("\\ ", "[\\s-]") for word in sorted(TAG_WORDS, key=len, reverse=True))
_ONE_KIND = rf"(?:{_WORD_OF_KIND}){_AFTER_KIND}"
_KINDS = rf"(?P<kind>{_ONE_KIND}(?:\s+(?:and|but)\s+{_ONE_KIND})*)"
_REACHING = rf"(?P<reaching>(?:transfer\s+to\s+(?:{SUITS}|[CDHS](?![A-Za-z]))|forcing\s+to\s+[1-7](?:NT|[CDHS])))"


def _amount_first(match: re.Match[str]) -> str:
    what = match["what"]
    what = what.lower() if len(what) > 1 else suit_name(what)
    low, op = match["count"].strip(), (match.groupdict().get("op") or "").strip()
    number = re.sub(r"\s", "", low)
    if op in (">=", "≥"):
        number += "+"
    elif op == ">":
        number = f"{int(number) + 1}+" if number.isdigit() else f"more than {number}"
    elif op in ("<=", "≤"):
        number = f"up to {number}"
    elif op == "<":
        number = f"fewer than {number}"
    return f"{number} {what}"


def _tagged(match: re.Match[str]) -> str:
    """The tags of the kinds of call that a match names."""
    if reaching := match.groupdict().get("reaching"):
        kind, _, end = reaching.partition(" to ")
        return f"[{kind.lower()} to {end if kind.lower() == 'forcing' else suit_name(end.strip())}]"
    words = re.findall(rf"(?<![A-Za-z])(?:{_WORD_OF_KIND})(?![A-Za-z])", match["kind"].lower())
    return f"[{', '.join(TAG_WORDS.get(word, '') or TAG_WORDS[word.replace('-', ' ')] for word in words)}]"


_COLOURS = {"red": ("hearts", "diamonds"), "black": ("spades", "clubs")}


def _each(cards: str) -> str:
    """The cards of each suit, from notes such as `4S 5H`."""
    return ", ".join(f"{count} {suit_name(suit)}" for count, suit in re.findall(r"(\d\+?)([CDHS♣♦♥♠])", cards))


def _support(match: re.Match[str]) -> str:
    """So many cards of partner's suit; three and more are at least so many, in speech."""
    number = digit(match["n"])
    if match["low"]:
        return f"{match['low']}-{number} in partner's suit"
    count = f"fewer than {number}" if match["no"] else number + ("+" if number > "2" else "")
    return f"{count} in partner's suit"


def _lengths(match: re.Match[str]) -> str:
    digits = "".join(c for c in match.group() if c.isdigit())
    return "shape " + "-".join(digits)


def _four(match: re.Match[str]) -> str:
    three = [int(c) for c in match.group().split("-")]
    return "shape " + "-".join(map(str, [*three, max(0, 13 - sum(three))]))


def _cards(match: re.Match[str]) -> str:
    held, suit = match["held"], suit_name(match["suit"])
    honours = "".join(c for c in held if c in "AKQJT")
    return f"{len(held)}+ {suit}, {honours} in {suit}"


HABITS_OF_HANDS: tuple[Habit, ...] = (
    # ---- remarks and marks of programmers
    habit(r"(?P<at>//|/\*|(?<=\s)--(?=\s)|^--|^%|^;|^\*\*).*", "a remark begins with #"),
    habit(r"(?P<at>'[^']*')\s*$", "a note stands in double quotes", lambda m: '"' + m["at"].strip("'") + '"'),
    habit(r"(?P<at>[;.])\s*$", "a line ends without a mark", "", NOTHING),
    habit(r"\s*(?P<at>&&?)\s*", "both conditions", " and "),
    habit(r"\s*(?P<at>\|\|)\s*", "one of the conditions", " or "),
    habit(r"(?P<at>\|)", "write `or` where one condition is enough, a comma where both must hold"),
    habit(r"(?P<at>!)\s*(?=[a-z]{3}|\()", "what does not hold", "not "),
    habit(r"(?<=:)\s*(?P<at>\"\x01*\")", "a note says nothing of the hand: say before it what the hand is"),
    habit(r"(?<=:)\s*(?P<at>\[\x01*\])", "tags say nothing of the hand: say before them what the hand is"),
    # ---- how much
    habit(
        rf"(?<![A-Za-z])(?:up\s+to|at\s+most|max(?:imum)?\.?|no\s+more\s+than)\s+(?P<n>\d+){END}",
        "say of what: hcp, points, cards of a suit",
        r"up to \g<n> hcp",
    ),
    habit(
        rf"(?<![A-Za-z])(?:less\s+than|fewer\s+than|under|below)\s+(?P<n>\d+){END}",
        "say of what: hcp, points, cards of a suit",
        r"fewer than \g<n> hcp",
    ),
    habit(
        rf"(?<![A-Za-z])(?:more\s+than|over|above)\s+(?P<n>\d+){END}",
        "say of what: hcp, points, cards of a suit",
        r"more than \g<n> hcp",
    ),
    habit(
        rf"(?<![\w=.-])(?P<n>(?:[6-9]|\d\d)\s+or\s+\d{{1,2}}){END}",
        "say of what: hcp, points, cards of a suit",
        r"\g<n> hcp",
    ),
    habit(
        rf"(?<![\w=.-])(?P<n>\d\s+or\s+\d){END}", "say of what, as in  {n} aces,  {n} keycards in hearts,  {n} hearts"
    ),
    habit(
        rf"(?P<low>{NUMBER})\s*(?:<=|≤)\s*(?P<what>{_QUANTITY}|{SUITS}|HCP)\s*(?:<=|≤)\s*(?P<high>{NUMBER})",
        "the amount stands in front",
        lambda m: f"{m['low']}-{m['high']} {m['what'].lower()}",
    ),
    habit(
        rf"(?<![\w-])(?P<what>{_QUANTITY}|HCP|{SUITS}|[Ss]pades|[Hh]earts|[Dd]iamonds|[Cc]lubs|[CDHS♣♦♥♠])\s*(?P<op>:|==|=|>=|≥|<=|≤|>|<|)\s*(?P<count>{COUNT})(?![\w-])",
        "the amount stands in front",
        _amount_first,
    ),
    habit(
        rf"(?P<at>between\s+(?P<low>{NUMBER})\s+and\s+(?P<high>{NUMBER}))",
        "a range is written with a hyphen",
        r"\g<low>-\g<high>",
    ),
    habit(
        rf"(?<![\w=-])(?!2/1)(?!\d/\d\s+(?:top|honou?rs))(?P<low>{NUMBER})\s*(?:\.\.\.?|/|—|~|_)\s*(?P<high>{NUMBER})(?![\w=-])(?!\s+(?:in\s+the\s+)?(?:majors|minors))",
        "a range is written with a hyphen",
        r"\g<low>-\g<high>",
    ),
    habit(
        r"(?<![\w-])(?![4-7]-[1-4]\+|(\d)-\1\+)"
        r"(?P<low>\d+)(?:[+-]\s*(?:-|–|to)|\s*(?:-|–)(?=\s*\d+[+-]))\s*(?P<high>\d+)[+-]?(?=[\s,]|$)",
        "a range has whole ends",
        r"\g<low>-\g<high>",
    ),
    habit(
        rf"(?<![\w-])(?P<word>(?:an?\s+)?(?:good|bad|decent|sound)|about|around|approx\.?|a|~)\s*(?P<count>{COUNT})(?![\w-])",
        "a count is a number without `{word}`",
        r"\g<count>",
    ),
    habit(rf"(?:>=|≥)\s*(?P<n>{NUMBER})", "at least so many is a plus", r"\g<n>+"),
    habit(rf"(?:<=|≤)\s*(?P<n>{NUMBER})", "at most so many", r"up to \g<n>"),
    habit(rf"<\s*(?P<n>{NUMBER})", "at most so many", r"fewer than \g<n>"),
    habit(rf">\s*(?P<n>{NUMBER})", "at least so many", r"more than \g<n>"),
    habit(rf"(?P<n>{NUMBER})\s+\+(?=\s)", "the plus stands close to its number", r"\g<n>+"),
    habit(rf"(?<![A-Za-z])(?:min\.?|minimum)\s+(?P<n>{NUMBER})\+?", "at least so many is a plus", r"\g<n>+"),
    habit(rf"(?<![A-Za-z])(?:max\.?|maximum)\s+(?P<n>{NUMBER})", "at most so many", r"up to \g<n>"),
    habit(rf"(?:less\s+than|under|below)\s+(?P<n>{NUMBER})", "at most so many", r"fewer than \g<n>"),
    habit(rf"(?:over|above)\s+(?P<n>{NUMBER})", "at least so many", r"more than \g<n>"),
    habit(r"(?<![\w-])(?P<n>\d+)-(?=\s*(?:,|$))", "at most so many", r"up to \g<n> hcp"),
    habit(r"(?<=\d |\+ )(?:high[ -]card\s+points|high[ -]cards)", "high-card points are written hcp", "hcp"),
    habit(r"(?<=[\w+])\s+(?P<at>or\s+so)(?![a-z-])", "a count is a number: leave out `or so`", "", NOTHING),
    # ---- cards
    habit(
        r"(?P<at>(?:(?:both|two)\s+(?:suits\s+)?(?:of\s+)?)?(?:the\s+)?same\s+(?:colou?r|rank|shape)s?(?:\s+suits)?"
        r"|(?:two\s+|both\s+)?(?:pointed|rounded|touching|non-?touching)(?:\s+suits)?)",
        "say which suits, as in  (5+ hearts, 5+ diamonds) or (5+ spades, 5+ clubs)",
    ),
    habit(
        r"(?:(?P<n>[4-6])[-/](?P=n)\+?\s+)?(?:in\s+)?(?:both\s+|the\s+)*(?P<colour>red|black)s?(?:\s+suits)?"
        rf"{END}",
        "say how many cards of each",
        lambda m: "{0}+ {1}, {0}+ {2}".format(m["n"] or 4, *_COLOURS[m["colour"]]),
    ),
    habit(
        rf"(?<=: )(?P<name>[A-Z][A-Za-z'-]*[a-z]),?\s+"
        rf"(?P<cards>(?:\d\+?[CDHS♣♦♥♠](?![A-Za-z\d])[\s,/&-]*)+)(?P<rest>{COUNT})?(?=\s*$)",
        "what a call is called is a note in quotes, after the hand",
        lambda m: f'{_each(m["cards"])}{", " + m["rest"] if m["rest"] else ""} "{m["name"]}"',
    ),
    habit(r"(?<![\w-])[0-9]-[0-9]-[0-9](?![\w-])", "a shape has four lengths", _four),
    habit(
        r"(?<![A-Za-z])(?P<at>(?P<held>(?:[AKQJT]{0,5}x+))\s+(?:in\s+)?(?P<suit>" + SUITS + r"))",
        "small cards are not named",
        _cards,
    ),
    habit(
        rf"(?P<n>\d+\+?)[\s-]*(?:cards?|cds)\s+(?P<suit>{SUITS})(?:\s+suit)?",
        "so many cards of a suit",
        lambda m: f"{m['n']} {suit_name(m['suit'])}",
    ),
    habit(
        rf"(?<=[:,] )(?P<a>\d\+?){_SUIT_MARK}[\s/&,-]*(?P<b>\d\+?){_SUIT_MARK.replace('suit', 'other')}(?![A-Za-z\d])",
        "so many cards of a suit",
        lambda m: f"{m['a']} {suit_name(m['suit'])}, {m['b']} {suit_name(m['other'])}",
    ),
    habit(
        rf"(?<![\w-])(?P<n>\d)-\s?(?P<suit>{SUITS})(?![a-z])",
        "so many, or at most so many: write  {n} {suit}  or  up to {n} {suit}",
    ),
    habit(
        r"(?P<n>\d+\+?)(?P<suit>[cdhs])(?![A-Za-z])",
        "so many cards of a suit",
        lambda m: f"{m['n']} {suit_name(m['suit'])}",
    ),
    habit(
        r"(?P<n>\d+)\+?[\s-]*(?:c|card|cd)\s*(?P<kind>M|m|major|minor|suit)(?![A-Za-z])",
        "a suit so long",
        long_suit,
    ),
    habit(
        r"(?:without|w/o|denies|lacks)\s+(?:an?\s+)?",
        "what is not held",
        "no ",
        lambda m: "no " + (re.match(r"[^,;\[\"]*", m.string[m.end() :]) or m).group().strip(),
    ),
    habit(
        r"!(?P<suit>[cdhsCDHS])(?![A-Za-z])",
        "a suit is written as a word, a letter or a symbol",
        lambda m: " " + suit_name(m["suit"]),
    ),
    habit(
        r"(?<![\d-])(?P<n>[4-6])[-/](?P=n)\+?\s+(?:in\s+)?(?:the\s+|both\s+)?(?P<kind>majors|minors)",
        "both suits so long",
        r"\g<n>+ in both \g<kind>",
    ),
    habit(r"(?<!in )(?P<at>both\s+(?P<kind>majors|minors))", "say how many cards", r"4+ in both \g<kind>"),
    habit(
        r"(?<=in )(?P<at>(?:either|a|one|one\s+of\s+the)\s+(?P<kind>major|minor|suit)s?)",
        "one of several suits is `some`",
        r"some \g<kind>",
    ),
    habit(
        r"(?P<a>(?:spade|heart|diamond|club)s?|[CDHS])/(?P<b>(?:spade|heart|diamond|club)s?|[CDHS])(?![A-Za-z])",
        "`/` between suits may be read in two ways",
        lambda m: f"{suit_name(m['a'])} or {suit_name(m['b'])}",
    ),
    habit(
        r"(?:any\s+(?:[0-9]{4}(?!\s*(?:,|/|or)\s*(?:or\s+)?[0-9]{4})|\([0-9]{4}\))|[0-9]{4}\s+any|[4-7][Mm][0-9]{3})(?![\w-])",
        "lengths in any suits have hyphens",
        _lengths,
    ),
    habit(r"(?P<at>(?:a\s+)?good\s+suit)", "say what a good suit is, as in  2 of top 3 in x"),
    habit(r"(?P<at>(?:a\s+)?(?:bad|poor)\s+suit)", "say what a bad suit is, as in  not 2 of top 3 in x"),
    habit(
        r"(?<= of )the\s+top\s+(?P<n>\d)(?:\s+honou?rs?)?(?:\s+in\b)?(?P<rest>\s+\w+)?",
        "name the suit",
        lambda m: f"top {m['n']} in {(m['rest'] or suit_of_call(m)).strip()}",
        lambda m: f"top {m['n']} in {(m['rest'] or own_suit(m.string)).strip()}".rstrip(),
    ),
    habit(rf"(?<=top \d)(?P<at>\s+(?P<suit>{SUITS}))", "a suit is joined by `in`", r" in \g<suit>"),
    habit(rf"stopper\s+(?P<suit>{SUITS})", "a suit is joined by `in`", r"stopper in \g<suit>"),
    habit(
        rf"(?:(?:at\s+least\s+)?(?:one|an?)\s+)?(?P<suit>{SUITS})\s+stop(?:per)?(?:\(s\)|s)?(?![a-z])",
        "a suit is joined by `in`",
        lambda m: f"stopper in {suit_name(m['suit'])}",
    ),
    habit(
        r"(?:a\s+)?(?:stop|stopped|guard|stoppers)\s+in\s+(?P<suit>their\s+suits?|[a-zA-Z]+)",
        "a stopper is written in full",
        r"stopper in \g<suit>",
    ),
    habit(r"(?:(?:with|a)\s+)?stoppers?(?=\s*(?:,|$|\[|;|and\s))", "say in which suit", "stopper in their suits"),
    habit(
        r"support\s+(?:for|in)\s+(?:all\s+)?(?:the\s+)?(?:unbid|other)\s+suits",
        "say how many cards",
        "3+ in every unbid suit",
    ),
    habit(
        rf"(?P<no>(?:no|denies|without)\s+)?(?:at\s+least\s+)?(?:(?P<low>\d)-?\s*(?:or|to|/|-)\s*)?"
        rf"(?P<n>\d|{NUMBER_WORD})\+?[\s-]*(?:cards?\s+)?supp(?:ort)?\b(?!\s+(?:points|for|in))",
        "say in which suit",
        _support,
    ),
    habit(
        rf"(?<!\d )(?P<at>support\s+(?:for|in|of)\s+(?P<suit>{SUITS}))",
        "say how many cards, as in  3+ {suit}",
    ),
    habit(
        r"(?:with\s+)?(?<!trump )(?<!trumps )(?P<at>support(?!\s+points)(?:\s+for\s+\w+)?)(?![\w-])",
        "say how many cards, as in  3+ in partner's suit",
    ),
    habit(
        rf"(?:(?P<no>no|without|denies)\s+)?(?:an?\s+)?(?P<suit>{SUITS})\s+(?:fit|support)(?![a-z])",
        "the suit stands behind",
        lambda m: f"{'not ' if m['no'] else ''}fit in {suit_name(m['suit'])}",
    ),
    habit(r"(?<![\w-])no\s+(?P<what>fit|support)\s+in(?![a-z])", "what does not hold", "not fit in"),
    habit(r"(?<![\w-])(?:with\s+)?(?:a\s+)?(?P<at>fit)(?=\s*(?:,|$|\[))", "say in which suit, as in  fit in hearts"),
    habit(r"(?P<at>[wW]/[rR]|[gG]/[rR])", "we are not vulnerable, they are", "favourable"),
    habit(r"(?P<at>[rR]/[wW])", "we are vulnerable, they are not", "unfavourable"),
    # ---- kinds of call
    habit(
        rf"(?<!\s)\s*+:\s*+[({{<]?(?i:{_REACHING}|{_KINDS})[)}}>]?\.?(?=\s*(?:$|\"|\[))",
        "what kind of call it is stands in brackets, behind the hand (every hand fits where none is said)",
        lambda m: " " + _tagged(m),
    ),
    habit(
        rf"(?<!\s)\s*+(?:,\s*+|(?<=:)\s*+)?(?<![\w\[-]){_REACHING}",
        "what kind of call it is stands in brackets",
        lambda m: " " + _tagged(m),
    ),
    habit(
        rf"(?:(?<!\s)\s*+,\s*+|(?<!\s)\s++)[({{<]?(?i:{_KINDS})[)}}>]?(?=\s*(?:$|\"|\[|,))",
        "what kind of call it is stands in brackets",
        lambda m: " " + _tagged(m),
    ),
    habit(
        rf"(?<=: )(?i:{_REACHING}|{_KINDS})"
        r"(?:\s*[,.:]\s*|\s+(?:with\s+(?:an?\s+)?)?)(?=[^\[\"]*\d)(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*(?:[\[\"].*)?)$",
        "what kind of call it is stands in brackets, after the hand",
        lambda m: f"{m['rest']} {_tagged(m)}{m['tail']}",
        _tagged,
    ),
    habit(
        r"(?<!\s)\s*+,?\s*+(?<=[\s,])(?P<at>\(?(?:(?:non|not|semi)[\s-]?forcing|NF)\)?)(?=\s*(?:$|\"|\[|,))",
        "a call forces only where a tag says so: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?<=: )(?P<at>(?:(?:non|not|semi)[\s-]?forcing|NF))[,\s]\s*(?=\S)",
        "a call forces only where a tag says so: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?P<at>\b(?:INV|[Ii]nv|GF|[Ii]nvitational|LR|[Ll]imit(?:\s+raise)?)\+)",
        "say how strong that is, as in  10+ points",
    ),
    # ---- orders
    habit(
        r"(?<=; )\s*(?P<at>(?P<word>longest|longer|shortest|strongest|weakest)(?:\s+(?:suit|one))?(?:\s+first)?)",
        "the order is written in full",
        r"\g<word> first",
    ),
    habit(
        r"(?<=; )\s*(?P<at>(?P<word>higher|lower)(?:-ranking)?\s+(?:suit\s+)?first)",
        "the order is written in full",
        r"\g<word>",
    ),
    habit(
        r"(?<=; )\s*(?P<at>up[ -]the[ -]line|cheapest(?:\s+first)?|lowest(?:\s+first)?)",
        "the cheapest suit first",
        "lower",
    ),
    habit(r"(?<=; )\s*(?P<at>highest(?:\s+first)?)", "the higher suit first", "higher"),
    # ---- lines that are none
    habit(r"(?<=[a-z0-9])(?P<at>\.)\s+(?=[A-Za-z])", "conditions are parted by commas", ", ", NOTHING),
    habit(r"\s*(?P<at>=)\s+[a-z]+\s*$", "a remark stands after #, a note in quotes"),
    habit(
        r"^(?P<at>(?!(?:pass|double|redouble|dbl|cheapest|jump|raise|cue|step|game)\b)[A-Za-z][A-Za-z ]+)\s*:\s*(?=\d)"
        rf"(?!{BID})",  # a bid: the line is a header, with the lines under it
        "a line begins with a call, or with a word such as `opening:` or `after`",
    ),
)
"""Those about the hand and the kind of call, the surest first."""
