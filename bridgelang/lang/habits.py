"""What people write from habit: the forms of other notations, each with what it is called here and how to write it.

A line that cannot be read is looked through for these. A habit speaks only where writing the line its way is a step
on: the fault must be gone, or stand further to the right. So no message proposes what would not be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from bridgelang.lang.habit import BID, COUNT, NOTHING, NUMBER, RUN_ON, SUITS, Habit, habit, suit_name
from bridgelang.lang.prose import PROSE
from bridgelang.lang.prose_headers import HEADINGS, PROSE_HEADERS
from bridgelang.lang.tags import SHORT_FORMS, STANDARD

LONGEST = 300
"""Characters of a line that is looked through; a longer one was not typed by hand."""


@frozen
class Found:
    """A habit met in a text: where, what to say, and the text written its way (None where no cure is offered)."""

    start: int
    end: int
    message: str
    cured: str | None
    cure_end: int


def found_in(text: str) -> Iterator[Found]:
    """The habits met in a line, notes and tags left aside, the surest first; none in a line that nobody types."""
    if len(text) > LONGEST:
        return
    bare = _QUOTED.sub(lambda m: m.group()[0] + "\x01" * (len(m.group()) - 2) + m.group()[-1], text)
    for known in HABITS:
        for match in known.pattern.finditer(bare):
            start, end = match.span("at") if "at" in known.pattern.groupindex else match.span()
            end = end if end > start else start + 1
            if known.cure is None:
                yield Found(start, end, known.says, None, end)
                continue
            cure = known.cure(match)
            shown = (known.shown or known.cure)(match).strip()
            says = known.says.format(**match.groupdict()) if "{" in known.says else known.says
            message = f"{says}: write  {shown}" if shown else says
            cured = text[: match.start()] + cure + text[match.end() :]
            yield Found(start, end, message, cured, match.start() + len(cure))


_QUOTED = re.compile(r"\"[^\"]*\"|\[[^\]]*\]")


# ------------------------------------------------------------------ pieces of patterns

_CALL = rf"(?:{BID}|XX?(?![A-Za-z])|pass|P(?![A-Za-z]))"
_THEIRS = rf"\(\s*{_CALL}(?:/{_CALL})*\s*\)"
_STEP = rf"(?:{_CALL}|{_THEIRS})"
_QUANTITY = r"(?:hcp|points|losers|controls|aces|kings|queens)"
_OTHER_WORDS = ("to", "so", "f", "weak", "strong", "alert", "support", "lead", "agrees", "control bid")
_TAG_WORDS = {word: word for word in STANDARD} | SHORT_FORMS | {"to play": "signoff"}
_TAG_WORDS = {word: tag for word, tag in _TAG_WORDS.items() if word not in _OTHER_WORDS}
"""Words and short forms for kinds of call, with the tag each is; those that mean other things too left out."""

_KIND_OF_CALL = "|".join(sorted(map(re.escape, _TAG_WORDS), key=len, reverse=True))


def _path(text: str) -> str:
    """The calls of a sequence, parted by spaces."""
    return " ".join(re.findall(rf"{_THEIRS}|{_CALL}", text))


def _after(match: re.Match[str]) -> str:
    return f"after {_path(match['path'])}:"


def _after_theirs(match: re.Match[str]) -> str:
    return f"after ({_path(match['path'])}):"


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
    word = match["kind"].lower()
    first = word.split(" to ")[0]
    if first == "transfer" and " to " in word:
        return f"[{word}]"
    return f"[{_TAG_WORDS.get(word, word)}]"


def _letters(match: re.Match[str]) -> str:
    """The letter that several suits of a call are."""
    found = re.search(r"[1-7]", match.group())
    level = found.group() if found else "1"
    suits = {c for c in match["suits"].upper() if c in "CDHS"}
    suits = suits or ({"H", "S"} if match["suits"].lower().startswith("maj") else {"C", "D"})
    return level + {frozenset("HS"): "M", frozenset("CD"): "m"}.get(frozenset(suits), "x")


def _bid_word(match: re.Match[str]) -> str:
    word = match["strain"].lower()
    return match["level"] + ("NT" if word[0] == "n" else word[0].upper())


def _record(match: re.Match[str]) -> str:
    """The header of what a record's first field says."""
    before = " ".join(_bid_text(call) for call in re.findall(rf"{RUN_ON}|XX?|Db|Rd", match["before"]))
    return f"after {before}:" if before else "opening:"


def _bid_text(call: str) -> str:
    return {"Db": "X", "Rd": "XX"}.get(call, call + "T" if call.endswith("N") else call)


def _record_line(match: re.Match[str]) -> str:
    return f"{_record(match)} {_bid_text(match['call'])}"


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


# ------------------------------------------------------------------ the habits, the surest first

HABITS: tuple[Habit, ...] = (
    # ---- files of other programs
    habit(r"^\*?\d{2,3}.*=[NY]{4,}.*", "this is a line of a Full Disclosure file: each call becomes a line of a block"),
    habit(
        r"^(?:BBOalert|Option|Trusted|Import|Shortcut|Button|Seat|Alias|Script),.*",
        "this is a BBOalert record, which says nothing about the hand: leave it out",
    ),
    habit(
        rf"^(?P<before>(?:{RUN_ON}|XX?+|Db|Rd|P|--)*+),(?P<call>{RUN_ON}|XX?|Db|Rd|P|--),.*",
        "this is a BBOalert record",
        _record_line,
        lambda m: f"a block  {_record(m)}  with the line  {_bid_text(m['call'])}  under it",
    ),
    # ---- headers
    habit(
        r"^(?P<at>(?:the\s+)?[Oo](?:penings?|PENINGS?)(?:\s+(?:bids?|BIDS?|calls?))?)\s*(?::|(?=\s*$)|(?=\s*\{))(?<!^opening:)",
        "the block of the opening bids",
        "opening:",
    ),
    habit(
        rf"^opening\s+(?P<at>(?P<call>{BID}))\s*:",
        "a line after `opening:` begins with its call",
        r"opening: \g<call>:",
        r"opening: \g<call>",
    ),
    habit(
        rf"^(?P<at>(?:(?:in\s+)?[Rr]esponses?|[Aa]nswers?|[Rr]ebids?|[Cc]ontinuations?|[Rr]aises?)\s+(?:to|after|over)|[Oo]ver)"
        rf"\s+(?P<path>{_STEP}(?:[\s-]+{_STEP})*)\s*(?::|$)",
        "the block of what follows calls",
        _after,
    ),
    habit(
        rf"^(?P<at>(?P<path>{_STEP})\s+(?:responses|answers|rebids))\s*(?::|$)",
        "the block of what follows calls",
        _after,
    ),
    habit(
        rf"^(?P<at>[Oo]ver\s+their|[Dd]efen[cs]e\s+(?:to|against|vs\.?|over)(?:\s+their)?|[Vv]s\.?(?:\s+their)?|[Aa]gainst(?:\s+their)?)"
        rf"\s+\(?(?P<path>{_CALL})\)?\s*(?::|$)",
        "a call of theirs stands in parentheses",
        _after_theirs,
    ),
    habit(
        rf"^(?P<at>(?P<path>(?:{_STEP}(?:\s*-\s*|\s+|(?=\()))+{_STEP}|{_THEIRS}))\s*(?:[:;]|$)",
        "calls before a block stand after the word `after`",
        _after,
    ),
    habit(
        rf"(?<=after )(?P<path>{RUN_ON}(?:--{RUN_ON})+)(?:--)?(?=\s*[:,])",
        "their passes are not written",
        lambda m: m["path"].replace("--", " "),
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)+)(?P<at>--?)\s+(?=[1-7(])",
        "their passes are not written: leave out `-`",
        r"\g<lead>",
        NOTHING,
    ),
    habit(
        rf"(?<=after )(?P<path>{_STEP}(?:-{_STEP}|\s+-\s+{_STEP})+)",
        "calls of a path are parted by spaces",
        lambda m: _path(m["path"]),
    ),
    habit(
        rf"(?<=after )(?P<path>{_STEP}(?:\s*,\s*{_STEP})+)",
        "calls of a path are parted by spaces",
        lambda m: _path(m["path"]),
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)*?)(?P<one>{_STEP})(?P<at>)\s+(?:then|and)\s+(?P<two>{_STEP})",
        "calls of a path are parted by spaces",
        r"\g<lead>\g<one> \g<two>",
        r"\g<one> \g<two>",
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)*)(?P<at>(?P<call>{BID})\s+(?:overcall|by\s+them|by\s+(?:the\s+)?opponents|from\s+them))",
        "a call of theirs stands in parentheses",
        r"\g<lead>(\g<call>)",
        r"(\g<call>)",
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)*)(?P<at>(?:their|opponents'?|opps'?|lho's|rho's|RHO's|LHO's)\s+(?:opening\s+)?(?P<call>{_CALL})(?:\s+(?:opening|overcall))?)",
        "a call of theirs stands in parentheses",
        r"\g<lead>(\g<call>)",
        r"(\g<call>)",
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)*)(?P<at>(?:partner's|our|my|a|an|the|opener's|partner\s+(?:opens|opened|bids|bid)|we\s+(?:open|opened|bid)|I\s+(?:open|opened|bid))\s+(?P<call>{_CALL})(?:\s+(?:opening|bid|opener|response|rebid))*)",
        "our calls stand as they are",
        r"\g<lead>\g<call>",
        r"\g<call>",
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)*)(?P<at>(?P<call>{BID})\s+(?:opening|bid|opener|response|rebid|by\s+partner))",
        "our calls stand as they are",
        r"\g<lead>\g<call>",
        r"\g<call>",
    ),
    habit(
        r"^(?P<at>[Ii]f|[Ww]here|[Ii]n\s+case)\s+(?=(?:partner|we|they|I|lho|rho|not)\b)",
        "a described place begins with `when`",
        "when ",
    ),
    habit(
        r"(?<![A-Za-z'])(?P<at>(?:the\s+)?(?:[Oo]pponents|[Oo]pps|[Ee]nemy|[Oo]pposition))(?![A-Za-z'])",
        "the other side is `they`",
        "they",
    ),
    habit(
        r"(?<![A-Za-z'])(?P<at>opener|responder|overcaller|my\s+partner|pard|pd|CHO)(?![A-Za-z'-])",
        "a player is I, partner, lho or rho",
        "partner",
    ),
    habit(
        r"(?<=[a-z] )(?P<at>(?P<verb>opens|passes|doubles|redoubles|bids|overcall(?:s|ed)|respond(?:s|ed)|rebids"
        r"|jumps))(?![a-z])",
        "the past tense",
        lambda m: {"opens": "opened", "passes": "passed", "doubles": "doubled", "redoubles": "redoubled"}.get(
            m["verb"], "bid"
        ),
    ),
    habit(
        r"(?<=partner )(?P<at>has|holds|promises|promised|showed|has\s+shown)(?=\s+\d)",
        "partner's cards are known by what he shows",
        "shows",
    ),
    habit(
        r"^(?:opening|after\s[^{:]*|when\s[^{:]*)\s*(?P<at>\{)",
        "a block begins with a colon and is indented, without braces",
    ),
    # ---- statements
    habit(
        r"^(?P<lead>define\s+[A-Za-z][\w'-]*(?:\s+(?:oM|om|[Mmt-z]))*)\s*(?P<mark>:?=)",
        "a definition has a colon",
        r"\g<lead>:",
    ),
    habit(r"^(?P<lead>set\s+[A-Za-z][\w'-]*)\s*:\s*", "a setting has an equals sign", r"\g<lead> = ", r"\g<lead> ="),
    habit(
        r"^(?:let|var|option|setting)\s+(?P<rest>[A-Za-z][\w'-]*\s*=)", "a setting begins with `set`", r"set \g<rest>"
    ),
    habit(
        r"^(?:include|import|play|with|load|convention\s+used|using)\s+(?P<name>[A-Za-z0-9][A-Za-z0-9-]*)\s*$",
        "a convention is taken with `use`",
        lambda m: f"use {m['name'].lower()}",
    ),
    # ---- the call in front
    habit(r"^(?P<at>D|Db|DBL|Dble|Double|dble)\s*(?=[:;=-])", "double is written X", "X"),
    habit(r"^(?P<at>R|Rd|RD|Rdbl|RDBL|Rdble|redbl|rdbl|xx)\s*(?=[:;=-])", "redouble is written XX", "XX"),
    habit(r"^(?P<at>x)\s*(?=:)", "double is written X", "X"),
    habit(r"^(?P<at>p|Pa|pas|no\s+bid|NB)\s*(?=:)", "pass is written pass", "pass"),
    habit(
        r"^(?P<level>[1-7])!(?P<suit>[cdhsCDHS])(?=\s*:)",
        "a bid is written without a mark",
        lambda m: m["level"] + m["suit"].upper(),
    ),
    habit(r"^(?P<level>[1-7])\s*(?:SA|sa)(?=\s*[:=])", "notrump is NT", r"\g<level>NT"),
    habit(
        r"^[1-7](?P<suits>[CDHS]{2,4}|maj(?:or)?|MAJ|min(?:or)?|MIN)(?=\s*[:;=])",
        "several suits are one letter",
        _letters,
    ),
    habit(
        r"^(?P<suits>[1-7][CDHS](?:(?:\s*/\s*|\s*,\s*|\s+or\s+)(?:[1-7])?[CDHS])+)(?=\s*:)",
        "several suits are one letter",
        _letters,
    ),
    habit(
        r"^(?P<at>(?:open|bid|opening\s+bid)\s+(?P<call>" + BID + r"))\s*(?=:)",
        "the call alone stands before the colon",
        r"\g<call>",
    ),
    habit(
        rf"^(?P<at>(?P<call>{BID})\s+(?:opening|opener|overcall|response|rebid|bid))\s*(?=:)",
        "the call alone stands before the colon",
        r"\g<call>",
    ),
    habit(
        r"^(?P<level>[1-7])\s*(?P<strain>NT|N|[CDHS]|(?:[Cc]lub|[Dd]iamond|[Hh]eart|[Ss]pade)s?|[Nn]o-?[Tt]rumps?)(?=\s*:)",
        "a bid is written together",
        _bid_word,
    ),
    habit(rf"^(?P<call>{_CALL})(?P<at>\s*[!*†]+)\s*(?=:)", "a call has no mark for an alert", r"\g<call>"),
    habit(
        rf"^(?P<call>{_CALL})(?P<at>)\s+(?:shows|promises|is|means|denies)\s+(?=\d)",
        "a colon stands between a call and what it shows",
        r"\g<call>: ",
        r"\g<call>:",
    ),
    habit(
        rf"^(?P<call>{_CALL})(?P<at>)\s*(?:=>|->|→|=|;|--?|–|—|,)\s*(?=[A-Za-z\d(])",
        "a colon stands between a call and what it shows",
        r"\g<call>: ",
        r"\g<call>:",
    ),
    habit(
        r"(?<=: )(?P<at>shows|promises|is|means|has|with)\s+",
        "what stands after the colon is shown: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(r"(?<=: )(?P<at>if|when)\s+", "what stands after the colon is the condition: leave out `{at}`", "", NOTHING),
    # ---- remarks and marks of programmers
    habit(r"(?P<at>//|/\*|(?<=\s)--(?=\s)|^--|^%|^;|^\*\*).*", "a remark begins with #"),
    habit(r"(?P<at>'[^']*')\s*$", "a note stands in double quotes", lambda m: '"' + m["at"].strip("'") + '"'),
    habit(r"(?P<at>[;.])\s*$", "a line ends without a mark", "", NOTHING),
    habit(r"\s*(?P<at>&&?)\s*", "both conditions", " and "),
    habit(r"\s*(?P<at>\|\|?)\s*", "one of the conditions", " or "),
    habit(r"(?P<at>!)\s*(?=[a-z]{3}|\()", "what does not hold", "not "),
    # ---- how much
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
        rf"(?<![\w=-])(?P<low>{NUMBER})\s*(?:\.\.\.?|/|—|~|_)\s*(?P<high>{NUMBER})(?![\w=-])(?!\s+(?:in\s+the\s+)?(?:majors|minors))",
        "a range is written with a hyphen",
        r"\g<low>-\g<high>",
    ),
    habit(
        r"(?<![\w-])(?P<low>\d+)(?:[+-]\s*(?:-|–|to)|\s*(?:-|–)(?=\s*\d+[+-]))\s*(?P<high>\d+)[+-]?(?=[\s,]|$)",
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
    # ---- cards
    habit(r"(?<![\w-])[0-9]-[0-9]-[0-9](?![\w-])", "a shape has four lengths", _four),
    habit(
        r"(?P<at>(?P<held>(?:[AKQJT]{0,5}x+))\s+(?:in\s+)?(?P<suit>" + SUITS + r"))",
        "small cards are not named",
        _cards,
    ),
    habit(
        rf"(?P<n>\d+\+?)[\s-]*(?:cards?|cds)\s+(?P<suit>{SUITS})(?:\s+suit)?",
        "so many cards of a suit",
        lambda m: f"{m['n']} {suit_name(m['suit'])}",
    ),
    habit(
        r"(?P<n>\d+\+?)(?P<suit>[cdhs])(?![A-Za-z])",
        "so many cards of a suit",
        lambda m: f"{m['n']} {suit_name(m['suit'])}",
    ),
    habit(
        r"(?P<n>\d+)\+?\s*(?:c|card|cd)\s*(?P<kind>M|m|major|minor|suit)(?![A-Za-z])",
        "a suit so long",
        lambda m: f"{m['n']}-card " + {"M": "major", "m": "minor"}.get(m["kind"], m["kind"]),
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
        r"(?:any\s+(?:[0-9]{4}|\([0-9]{4}\))|[0-9]{4}\s+any|[4-7][Mm][0-9]{3})(?![\w-])",
        "lengths in any suits have hyphens",
        _lengths,
    ),
    habit(r"(?P<at>(?:a\s+)?good\s+suit)", "say what a good suit is, as in  2 of top 3 in x"),
    habit(
        r"(?<= of )the\s+top\s+(?P<n>\d)(?:\s+honou?rs?)?(?:\s+in\b)?(?P<rest>\s+\w+)?",
        "name the suit",
        lambda m: f"top {m['n']} in {(m['rest'] or 'hearts').strip()}",
        r"top \g<n> in",
    ),
    habit(rf"(?<=top \d)(?P<at>\s+(?P<suit>{SUITS}))", "a suit is joined by `in`", r" in \g<suit>"),
    habit(rf"stopper\s+(?P<suit>{SUITS})", "a suit is joined by `in`", r"stopper in \g<suit>"),
    habit(
        rf"(?P<suit>{SUITS})\s+stop(?:per)?(?![a-z])",
        "a suit is joined by `in`",
        lambda m: f"stopper in {suit_name(m['suit'])}",
    ),
    habit(
        r"(?:a\s+)?(?:stop|stopped|guard|stoppers)\s+in\s+(?P<suit>[a-zA-Z]+)",
        "a stopper is written in full",
        r"stopper in \g<suit>",
    ),
    habit(r"(?:(?:with|a)\s+)?stoppers?(?=\s*(?:,|$|\[|;))", "say in which suit", "stopper in their suits"),
    habit(
        r"(?:\d\+?(?:\s*|-)card\s+|\d\+?\s+|with\s+)?support(?!\s+points)(?:\s+for\s+\w+)?(?![\w-])",
        "say in which suit, as in  3+ hearts",
    ),
    habit(r"(?<![\w-])(?:with\s+)?(?:a\s+)?(?P<at>fit)(?=\s*(?:,|$|\[))", "say in which suit, as in  fit in hearts"),
    habit(r"(?P<at>[wW]/[rR]|[gG]/[rR])", "we are not vulnerable, they are", "favourable"),
    habit(r"(?P<at>[rR]/[wW])", "we are vulnerable, they are not", "unfavourable"),
    # ---- kinds of call
    habit(
        rf"(?<!\s)\s*+(?:[,:]\s*+)?(?<![\w\[-])(?P<kind>transfer\s+to\s+{SUITS})",
        "what kind of call it is stands in brackets",
        _tagged,
    ),
    habit(
        rf"(?:(?<!\s)\s*+[,:]\s*+|(?<!\s)\s++)[({{<]?(?i:(?P<kind>{_KIND_OF_CALL})(?:\s+(?:for\s+)?(?:one|1)\s+round)?)[)}}>]?"
        r"(?=\s*(?:$|\"|\[|,))",
        "what kind of call it is stands in brackets",
        lambda m: " " + _tagged(m),
    ),
    habit(
        rf"(?<=: )(?i:(?P<kind>transfer\s+to\s+{SUITS}|{_KIND_OF_CALL})(?:\s+(?:for\s+)?(?:one|1)\s+round)?)"
        r"(?:\s*[,.:]\s*|\s+(?:with\s+(?:an?\s+)?)?)(?=[^\[\"]*\d)(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*(?:[\[\"].*)?)$",
        "what kind of call it is stands in brackets, after the hand",
        lambda m: f"{m['rest']} {_tagged(m)}{m['tail']}",
        _tagged,
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
        r"^(?P<at>(?!(?:pass|double|redouble|dbl|cheapest|jump|raise|cue|step|game)\b)[A-Za-z][A-Za-z ]+)\s*:\s*(?=\d)",
        "a line begins with a call, or with a word such as `opening:` or `after`",
    ),
    *PROSE_HEADERS,
    *PROSE,
    *HEADINGS,
)

# ------------------------------------------------------------------ words

_WORDS = {
    "pts": "points", "pt": "points", "tp": "points", "dp": "points", "hcps": "hcp", "hp": "hcp",
    "unbal": "unbalanced", "semi-bal": "semi-balanced", "flat": "balanced", "stiff": "singleton", "stop": "stopper",
    "vul": "vulnerable", "vuln": "vulnerable", "nv": "not vulnerable", "non-vul": "not vulnerable",
    "nonvul": "not vulnerable", "non-vulnerable": "not vulnerable", "nonvulnerable": "not vulnerable",
    "fav": "favourable", "unfav": "unfavourable", "opps": "they", "opponents": "they", "responder": "partner",
    "opener": "partner", "ctrls": "controls", "max": "top of my range", "min": "bottom of my range",
    "maximum": "top of my range", "minimum": "bottom of my range", "ltc": "losers", "qt": "quick tricks",
    "pt's": "points", "kc": "keycards", "ph": "passed hand",
    "s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs",
}  # fmt: skip
_STRENGTHS = ("weak", "wk", "strong", "str", "light", "sound", "good")
CONVENTIONS = {
    "gambling": "gambling-3nt", "rkcb": "keycard", "rkc": "keycard", "roman-keycard": "keycard", "nmf": "new-minor",
    "fsf": "fourth-suit", "texas": "texas-transfers", "jacoby": "jacoby-transfers", "multi-landy": "landy",
    "ogust": "weak-twos", "unt": "unusual-2nt", "unusual": "unusual-2nt", "splinter": "splinters", "4sf": "fourth-suit",
    "transfers": "jacoby-transfers", "dont": "cappelletti", "capp": "cappelletti", "lebensohl": "lebensohl",
}  # fmt: skip
"""Other names of conventions that ship."""


def word_hint(word: str) -> str:
    """What to write for a word that players use and the language does not; empty when nothing is known of it.

    >>> word_hint("pts"), word_hint("GF")
    ('write `points`', 'what kind of call it is stands in brackets: [game forcing]')
    """
    plain = word.lower()
    if plain in _WORDS:
        return f"write `{_WORDS[plain]}`"
    if plain in _TAG_WORDS:
        return f"what kind of call it is stands in brackets: [{_TAG_WORDS[plain]}]"
    if plain in _STRENGTHS:
        return "say what the hand is, as in 5-10 hcp, 6+ spades"
    return ""
