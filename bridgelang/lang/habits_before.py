"""What people write from habit in front of a hand: records of other programs, headers, statements, calls."""

from __future__ import annotations

import re

from bridgelang.lang.habit import BID, CALL, NOTHING, RUN_ON, SEATS, SUITS, Habit, habit, suit_name

_THEIRS = rf"\(\s*{CALL}(?:/{CALL})*\s*\)"
_STEP = rf"(?:{CALL}|{_THEIRS})"
_ONE_OF = r"[1-7][\s-]+of[\s-]+an?[\s-]+(?:major|minor|suit)"
_CALLER = r"(?:the\s+)?(?:opener|responder|advancer|overcaller|intervenor|intervener|doubler|bidder|dealer|you|I|one)"


def _path(text: str) -> str:
    """The calls of a sequence, parted by spaces."""
    letters = {"major": "M", "minor": "m", "suit": "x"}
    calls = re.findall(rf"{_THEIRS}|{CALL}|{_ONE_OF}", text)
    return " ".join(call[0] + letters[call.split()[-1]] if re.fullmatch(_ONE_OF, call) else call for call in calls)


def _after(match: re.Match[str]) -> str:
    return f"after {_path(match['path'])}:"


def _after_theirs(match: re.Match[str]) -> str:
    return f"after ({_path(match['path'])}):"


def _letters(match: re.Match[str]) -> str:
    """The letter that several suits of a call are."""
    found = re.search(r"[1-7]", match.group())
    level = found.group() if found else "1"
    suits = {c for c in match["suits"].upper() if c in "CDHS"}
    suits = suits or ({"H", "S"} if match["suits"].lower().startswith("maj") else {"C", "D"})
    return level + {frozenset("HS"): "M", frozenset("CD"): "m"}.get(frozenset(suits), "x")


def _letters_and_suits(match: re.Match[str]) -> str:
    """The same, with the suits that a letter for any of them is."""
    call, suits = _letters(match), [suit_name(suit) for suit in match["suits"] if suit in "CDHS"]
    return call if call[-1] != "x" or len(suits) == 4 else f"{call} … for x in {', '.join(suits)}"


def _bid_word(match: re.Match[str]) -> str:
    word = match["strain"].lower()
    return match["level"] + ("NT" if word[0] == "n" else word[0].upper())


def _one_word(title: str) -> str:
    """A name of one word from a title."""
    return "".join(word[0].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", title))


def _strength_of_theirs(how: str) -> str:
    """A condition for the strength of their notrump."""
    weak = how in ("weak", "mini") or (how[0].isdigit() and int(how[:2]) < 14)
    return "they show up to 14 hcp" if weak else "they show 14+ hcp"


def _record(match: re.Match[str]) -> str:
    """The header of what a record's first field says."""
    before = " ".join(_bid_text(call) for call in re.findall(rf"{RUN_ON}|XX?|Db|Rd", match["before"]))
    return f"after {before}:" if before else "opening:"


def _bid_text(call: str) -> str:
    return {"Db": "X", "Rd": "XX"}.get(call, call + "T" if call.endswith("N") else call)


def _record_line(match: re.Match[str]) -> str:
    return f"{_record(match)} {_bid_text(match['call'])}"


HABITS_BEFORE: tuple[Habit, ...] = (
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
    # ---- files of notes
    habit(r"^(?P<at>(?=\|?[\s:]*[-=_*~]{2})[=_*~|:\s-]{3,})$", "a line of marks is a remark: it begins with #"),
    habit(
        r"^(?P<at>\|(?!\s*(?:[1-7]|X|P)).*)$",
        "the titles of a table are a remark: it begins with #; a row becomes a line, as in  1D: 12+ hcp, 4+ diamonds",
    ),
    habit(
        rf"^(?P<at>\|?\s*(?P<call>{CALL})\s*\|.*)$",
        "a row of a table becomes a line, as in  {call}: 12+ points, 4+ diamonds",
    ),
    habit(
        r"^(?P<at>[-*•·–>»▪]|\d{1,2}[.)])\s+(?=\S)",
        "a line begins with its call: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"^system\s*:?\s*(?P<at>\"[^\"]*\")(?:\s*\"[^\"]*\")?$",
        'a name of one word stands before the title, as in  system Mine "Our club system"',
    ),
    habit(
        r"^system(?P<at>)(?:\s*:\s*|\s+)(?P<title>[A-Za-z0-9][A-Za-z0-9 '/&-]*[A-Za-z0-9])$",
        "a system has a name of one word, and a title in quotes",
        lambda m: f'system {_one_word(m["title"])} "{m["title"]}"',
    ),
    habit(
        r"^convention(?P<at>)(?:\s*:\s*|\s+)(?P<title>[A-Za-z0-9][A-Za-z0-9 '/&-]*[A-Za-z0-9])$",
        "the title of a convention stands in quotes",
        r'convention "\g<title>"',
    ),
    habit(
        r"^convention\s+\"[^\"]*\"\s*(?P<at>\"[^\"]*\")$", "a convention has one title: the rest is a remark, after #"
    ),
    habit(
        rf"^belongs\s+(?P<at>(?:in|under|to|with|over|below|as)\s+(?:(?:\w+\s+)*(?P<call>{BID})|.*))$",
        "a convention belongs after a call, or at the margin",
        lambda m: f"belongs after {m['call']}" if m["call"] and "their" not in m["at"] else "belongs at the margin",
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
        rf"^(?P<at>(?i:(?:in\s+)?respon(?:ses?|ding)|answers?|(?:openers?'?\s+|responders?'?\s+)?rebids?|continuations?|raises?|replies"
        rf"|developments?)\s+(?:to|after|over|of)|(?i:over|respond\s+to)(?=\s+{_ONE_OF})|[Oo]ver|[Rr]espond)"
        rf"\s+(?P<path>(?:{_STEP}|{_ONE_OF})(?:[\s-]+{_STEP})*)\s*(?::|$)",
        "the block of what follows calls",
        _after,
    ),
    habit(
        rf"^(?P<at>(?P<path>{_STEP})\s+(?:responses|answers|rebids))\s*(?::|$)",
        "the block of what follows calls",
        _after,
    ),
    habit(
        rf"^(?P<at>(?P<path>{BID}))\s*:\s*(?={BID}\s*:)",
        "the block of what follows calls",
        lambda m: _after(m) + " ",
        _after,
    ),
    habit(
        rf"^(?P<at>(?:[Oo]ver\s+their|[Dd]efen[cs]e\s+(?:to|against|vs\.?|over)(?:\s+their)?|[Vv]s\.?(?:\s+their)?|[Aa]gainst(?:\s+their)?)"
        rf"(?:\s+(?:weak|strong|natural|artificial|multi|precision|short))?)\s+\(?(?P<path>{CALL})\)?\s*(?::|$)",
        "a call of theirs stands in parentheses",
        _after_theirs,
    ),
    habit(
        rf"^(?P<at>(?P<path>(?:{_STEP}(?:\s*-\s*|\s+|(?=\()))+{_STEP}|{_THEIRS})(?:\s*-?\s*\?)?)\s*(?:[:;]|$)",
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
        rf"^(?P<lead>after\s[^:]*?)(?P<at>(?P<a>{BID})\s+or\s+(?P<b>{BID}))",
        "one of several calls has a stroke between them",
        r"\g<lead>\g<a>/\g<b>",
        r"\g<a>/\g<b>",
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s*)+?)\s*(?P<at>\(?(?:(?:by|when|as|if|for)\s+)?(?:an?\s+)?passed\s+hand\)?)",
        "two conditions are joined by a comma",
        r"\g<lead>, passed hand",
        ", passed hand",
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s*)+?)\s*(?P<at>(?:in|with|and)\s+(?:competition|interference|intervention))",
        "they have done more than pass",
        r"\g<lead>, contested",
        ", contested",
    ),
    habit(
        r"^(?P<lead>after\s[^:]*?)(?P<at>\((?P<call>[1-3]NT?)\s*[=:]?\s+(?P<how>weak|mini|strong|(?:1\d|2\d)-\d\d)[^():]*\))"
        r"(?P<more>[^:,]*)",
        "what their call shows is a condition",
        lambda m: f"{m['lead']}({m['call']}){m['more']}, {_strength_of_theirs(m['how'])}",
        lambda m: f"({m['call']}){m['more']}, {_strength_of_theirs(m['how'])}",
    ),
    habit(
        r"^(?P<lead>after\s[^:]*)(?P<at>\((?P<call>[2-7](?:[CDHS]|oM|om|[Mmt-z]))\s*[=:]?\s+(?:weak|preempt|long)[^():]*\))",
        "what their call means is `natural` or `artificial`",
        r"\g<lead>(\g<call> natural)",
        r"(\g<call> natural)",
    ),
    habit(
        rf"^(?P<lead>after\s[^:]*)(?P<at>\((?P<call>{BID})\s*[=:]?\s+(?!natural|artificial)[A-Za-z][^():]*\))",
        "what their call means is `natural` or `artificial`",
        r"\g<lead>(\g<call> artificial)",
        r"(\g<call> artificial)",
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
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)*)(?P<at>(?:their|opponents'?|opps'?|lho's|rho's|RHO's|LHO's)\s+(?:opening\s+)?(?P<call>{CALL})(?:\s+(?:opening|overcall))?)",
        "a call of theirs stands in parentheses",
        r"\g<lead>(\g<call>)",
        r"(\g<call>)",
    ),
    habit(
        rf"^(?P<lead>after\s+(?:{_STEP}\s+)*)(?P<at>(?:partner's|our|my|a|an|the|opener's|partner\s+(?:opens|opened|bids|bid)|we\s+(?:open|opened|bid)|I\s+(?:open|opened|bid))\s+(?P<call>{CALL})(?:\s+(?:opening|bid|opener|response|rebid))*)",
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
        r"^(?=(?P<at>partner|we|they|I|lho|rho)\s[^\":]*:(?:\s|$))",
        "a described place begins with `when`",
        "when ",
    ),
    habit(
        r"(?<=they |.lho |.rho )(?P<at>(?P<verb>open|pass|double|redouble|overcall(?=\s+[1-7])|bid))"
        r"(?=\s*[:,(]|\s+[1-7(])",
        "the past tense",
        lambda m: {"bid": "bid", "overcall": "bid", "pass": "passed"}.get(m["verb"], m["verb"].rstrip("e") + "ed"),
    ),
    habit(
        r"(?<![A-Za-z'])(?P<at>(?:the\s+)?(?:[Oo]pponents|[Oo]pps|[Ee]nemy|[Oo]pposition))(?![A-Za-z'])",
        "the other side is `they`",
        "they",
    ),
    habit(
        rf"(?<=: )(?P<at>{_CALLER}\s+(?:shows?|has|have|holds?|promises?|guarantees?|needs?|is))\s+(?=\S)",
        "what stands after the colon is the hand of the one who calls: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        rf"(?<=: )(?P<at>{_CALLER})\s+(?=(?:asks|wants|invites|denies|transfers|relays)\b)",
        "what stands after the colon is the hand of the one who calls: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        r"(?<![A-Za-z'])(?P<at>opener|responder|advancer|overcaller|my\s+partner|pard|pd|CHO)(?![A-Za-z'-])",
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
        r"^(?P<lead>define\s+)(?P<at>(?:an?|the)\s+)(?=[A-Za-z][\w'-]+[\s:])",
        "a definition begins with its name: leave out the article",
        r"\g<lead>",
        NOTHING,
    ),
    habit(
        r"^(?P<lead>define\s+)(?P<at>[A-Za-z][\w'-]+(?:\s+[a-z][\w'-]+)+)(?=(?:\s+(?:oM|om|[Mmt-z]))*\s*:)",
        "the words of a name are joined by hyphens",
        lambda m: m["lead"] + "-".join(m["at"].split()),
        lambda m: "define " + "-".join(m["at"].split()),
    ),
    habit(
        r"^(?P<lead>set\s+[A-Za-z][\w'-]*\s*=\s*[A-Za-z][\w'-]*)\s*(?P<at>(?:\bor\b|/|\|).*)$",
        "a setting has one word, the others are those that conditions ask for, as in  style is reverse",
        r"\g<lead>",
    ),
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
    habit(
        r"^use\s+[A-Za-z0-9-]+(?P<at>\s*(?:,|&|\+|\band)\s*)[A-Za-z0-9-]+",
        "each convention has a `use` line of its own",
    ),
    habit(
        r"^use\s+[A-Za-z0-9-]+\s+(?P<at>(?:over|after|against|opposite|in|on|if|only|by|as)\b.*)$",
        "`use` stands below a header that says where, as in  after 1NT:  or  when not vulnerable:",
    ),
    habit(
        r"^use\s+(?P<name>[A-Za-z0-9]+(?:\s+(?!for\b|with\b|when\b|unless\b)[A-Za-z0-9]+)+)(?=\s*$|\s+(?:for|with|when|unless)\b)",
        "the words of a convention's name are joined by hyphens",
        lambda m: "use " + "-".join(m["name"].lower().split()),
    ),
    # ---- the call in front
    habit(r"^(?P<at>raise\s+(?:of\s+)?(?:partner|opener)(?:'s\s+suit)?)(?=\s*:)", "the suit is partner's", "raise"),
    habit(
        r"^(?P<at>(?:(?:an?\s+)?(?:new|other|jump\s+in\s+an?(?:\s+new)?)\s+suit|[1-7][\s-]level)\b[^:]*)(?=:|$)",
        "a line begins with a call, as in  1x: 4+ x  or  cheapest x: 4+ x",
    ),
    habit(
        r"^(?P<at>\+(?P<n>[1-9])|(?P<word>next|first|second|third|fourth|1st|2nd|3rd|4th)\s+step)\s*(?=:)",
        "a step is counted from the last bid",
        lambda m: "step " + (m["n"] or SEATS.get(m["word"], m["word"]).replace("next", "1")[0]),
    ),
    habit(
        r"^(?P<at>(?:the\s+|cheapest\s+)?next\s+(?:suit|bid|step)(?:\s+up)?)(?=\s*(?::|$)|\s+\w)",
        "a step is counted from the last bid",
        "step 1",
    ),
    habit(
        rf"^(?P<at>(?:rebid|bid)\s+(?P<suit>{SUITS}|oM|om|[Mmt-z]))(?=\s*:)",
        "the lowest bid in a suit",
        lambda m: f"cheapest {suit_name(m['suit'])}",
    ),
    habit(r"^(?P<at>(?:cue(?:[\s-]?bid)?|(?:bid\s+)?their\s+suit))\s*(?=:)", "name the suit, as in  cue hearts"),
    habit(rf"^(?P<call>{CALL})\s+(?P<at>never)\s*$", "the word stands in front", r"never \g<call>"),
    habit(r"^(?P<at>D|Db|DBL|Dble|Double|dble)\s*(?=[:;=-])", "double is written X", "X"),
    habit(r"^(?P<at>R|Rd|RD|Rdbl|RDBL|Rdble|redbl|rdbl|xx)\s*(?=[:;=-])", "redouble is written XX", "XX"),
    habit(r"^(?P<at>x)\s*(?=:)", "double is written X", "X"),
    habit(r"^(?P<at>p|Pa|pas|no\s+bid|NB)\s*(?=:)", "pass is written pass", "pass"),
    habit(
        r"^(?P<level>[1-7])!(?P<suit>[cdhsCDHS])(?=\s*:)",
        "a bid is written without a mark",
        lambda m: m["level"] + m["suit"].upper(),
    ),
    habit(
        r"^(?P<at>(?P<level>[1-7])(?P<letter>[XYZ]))(?P<rest>\s*:.*)$",
        "a letter for any suit is small, t to z",
        lambda m: m["level"] + m["letter"].lower() + re.sub(rf"\b{m['letter']}\b", m["letter"].lower(), m["rest"]),
        lambda m: m["at"].lower(),
    ),
    habit(r"^(?P<level>[1-7])\s*(?:SA|sa)(?=\s*[:=])", "notrump is NT", r"\g<level>NT"),
    habit(
        r"^[1-7](?P<suits>[CDHS]{2,4}|maj(?:or)?|MAJ|min(?:or)?|MIN)(?=\s*[:;=])",
        "several suits are one letter",
        _letters,
        _letters_and_suits,
    ),
    habit(
        r"^(?P<suits>(?P<level>[1-7])[CDHS](?:(?:\s*/\s*|\s*,\s*|\s+or\s+)(?P=level)?[CDHS])+)(?=\s*:|\s+[a-z\d])",
        "several suits are one letter",
        _letters,
        _letters_and_suits,
    ),
    habit(
        r"^(?P<at>[1-7][CDHSN]T?(?:\s*/\s*|\s*,\s*|\s+or\s+)(?:[1-7][CDHSN]T?[\s,/or]*)+)(?=:)",
        "each of these calls has a line of its own, those of one level a letter, as in  2M",
    ),
    habit(
        r"^(?P<at>(?:open|bid|opening\s+bid)\s+(?P<call>" + BID + r"))\s*(?=:)",
        "the call alone stands before the colon",
        r"\g<call>",
    ),
    habit(
        rf"^(?P<at>(?P<call>{BID})\s+(?:opening|opener|overcall|response|rebid|bid)s?)\s*(?=:)",
        "the call alone stands before the colon",
        r"\g<call>",
    ),
    habit(
        r"^(?P<level>[1-7])\s*(?P<strain>NT|N|[CDHS]|(?:[Cc]lub|[Dd]iamond|[Hh]eart|[Ss]pade)s?|[Nn]o-?[Tt]rumps?)(?=\s*:)",
        "a bid is written together",
        _bid_word,
    ),
    habit(rf"^(?P<call>{CALL})(?P<at>\s*[!*†]+)\s*(?=:)", "a call has no mark for an alert", r"\g<call>"),
    habit(
        rf"^(?P<call>{CALL})(?P<at>)\s+(?:shows|promises|is|means|denies)\s+(?=\d)",
        "a colon stands between a call and what it shows",
        r"\g<call>: ",
        r"\g<call>:",
    ),
    habit(
        rf"^(?P<call>{CALL})(?P<at>)\s*(?:=>|->|→|=|;|--?|–|—|,|\.{{2,}}|…)\s*(?=[A-Za-z\d(])",
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
)
"""Those about what stands before a hand, the surest first."""
