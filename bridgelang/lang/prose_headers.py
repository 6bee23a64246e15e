"""Headers said in prose, as players say in their notes where a call is made, each with how it is written here.

Tried before the hands that are said so (:mod:`bridgelang.lang.prose`).
"""

from __future__ import annotations

import re

from bridgelang.lang.habit import BID, NOTHING, SEAT, SEATS, SUITS, Habit, habit, suit_name

_LETTER = {"major": "M", "minor": "m", "suit": "x"}
_KIND = r"takeout|take-out|negative|responsive|penalty|support|reopening"


_AGAINST = r"(?i:after|over|against|vs\.?|versus|defen[cs]e\s+(?:to|against|versus))"


def _seat(match: re.Match[str]) -> str:
    return f"opening in {SEATS.get(match['seat'], match['seat'])} seat:"


PROSE_HEADERS: tuple[Habit, ...] = (
    # ---- calls
    habit(
        r"^(?P<lead>[^:]*?)(?P<at>(?P<n>[1-7])\s+(?:of|(?:of\s+)?(?:an?|the|any))\s+(?P<kind>major|minor|suit)s?)",
        "several suits are one letter",
        lambda m: m["lead"] + m["n"] + _LETTER[m["kind"]],
        lambda m: m["n"] + _LETTER[m["kind"]],
    ),
    habit(
        r"^(?P<lead>after\s[^:]*?)(?P<at>(?P<n>[1-7])\s?(?:any|red|black|new|other|suit|/1|\s+over\s+1))(?![a-z])",
        "several suits are one letter",
        r"\g<lead>\g<n>x",
        r"\g<n>x",
    ),
    habit(
        r"^(?P<at>(?P<n>[1-7])\s?(?:any|new|other|red|black|/1|\s?over\s?1)(?:\s+suit)?)\s*(?=[:=])",
        "several suits are one letter, whose cards are said, as in  {n}x: 4+ x",
    ),
    habit(
        r"(?<=after )(?P<at>(?:an?|one|our)\s+(?:one-)?(?:of\s+an?\s+)?(?P<kind>major|minor|suit)(?:[\s-]suit)?"
        r"\s+opening(?:\s+bid)?)",
        "several suits are one letter",
        lambda m: "1" + _LETTER[m["kind"]],
    ),
    habit(
        rf"^after\s+(?P<at>(?:they|lho|rho|LHO|RHO)\s+doubles?d?\s+(?:our\s+|partner's\s+|the\s+)?(?P<call>{BID}))",
        "a call of theirs stands in parentheses",
        r"after \g<call> (X)",
        r"\g<call> (X)",
    ),
    habit(
        rf"^(?P<lead>after\s+)(?P<call>{BID})\s+(?P<at>(?:is|was|gets|has\s+been)?\s*doubled)",
        "a call of theirs stands in parentheses",
        r"\g<lead>\g<call> (X)",
        "(X)",
    ),
    habit(
        rf"^(?P<lead>after\s+)(?P<call>{BID})\s+(?P<at>(?:is|was|gets)?\s*overcalled)",
        "any bid of theirs",
        r"\g<lead>\g<call> (bid)",
        "(bid)",
    ),
    habit(
        r"\(\s*(?P<at>(?:(?:takeout|take-out|negative|penalty|their)\s+)?(?:double|dbl|dble|Dbl|Double))\s*\)",
        "double is written X",
        "(X)",
        "X",
    ),
    habit(r"\(\s*(?P<at>(?:any\s+)?(?:overcall|interference|suit|bids))\s*\)", "any bid of theirs", "(bid)", "bid"),
    habit(
        rf"^after\s+(?P<at>(?:interference|intervention|an?\s+overcall|their\s+overcall)\s+(?:over|to|of|after)\s+(?:our\s+)?(?P<call>{BID}))",
        "any bid of theirs",
        r"after \g<call> (bid)",
        r"\g<call> (bid)",
    ),
    habit(
        r"^(?P<at>(?i:(?:opener's|responder's|partner's|my|our|opener|responder)(?:\s+\w+)?"
        r"(?:\s+(?:rebids?|bids?|answers?|responses?|continuations?))?"
        r"|(?:second\s+bids?|rebids?|bids?|answers?)\s+by\s+(?:opener|responder|partner)))\s+(?=after\s+[1-7(])",
        "whose turn it is follows from the calls: leave out `{at}`",
        "",
        NOTHING,
    ),
    habit(
        rf"^(?P<at>{_AGAINST}\s+(?:their\s+|an?\s+)?weak\s+(?:2s?|twos?)(?:\s+bids?)?)",
        "say which calls, those of theirs in parentheses, as in  after (2D/2H/2S):",
    ),
    habit(
        rf"^(?P<at>{_AGAINST}\s+(?:(?:their|an?|RHO's|LHO's|rho's|lho's)\s+)?(?:(?:opening|weak|[2-5][\s-]level)\s+)*preempts?)",
        "say which calls, those of theirs in parentheses, as in  after (3x):",
    ),
    habit(
        r"^(?P<at>after\s+(?:(?:an?|the|our|my|partner's)\s+)?"
        r"(?:(?:limit|single|double|jump|inverted)\s+raise|reverse|jump\s+shift|(?:\w+\s+)?transfer|splinter|2/1|two[\s-]over[\s-]one))(?![A-Za-z])",
        "say which calls, as in  after 1M 3M:",
    ),
    habit(
        rf"^(?P<at>(?i:balancing|in\s+(?:the\s+)?(?:4th|fourth|balancing|pass-?out)\s+seat)\s+(?:over|after|against)\s+\(?"
        rf"(?P<call>{BID})\)?(?:\s+\(?P\)?)*)\s*:",
        "a described place begins with `when`",
        r"when balancing, they opened \g<call>:",
    ),
    habit(
        r"^(?P<at>(?:after|over)\s+their\s+(?:takeout\s+|penalty\s+)?(?:double|X))",
        "say what was doubled, as in  after 1M (X):",
    ),
    # ---- places
    habit(
        rf"^(?:opening\s+)?(?:in\s+)?(?P<seat>{SEAT})(?:\s+(?:seat|hand))(?:\s+(?:openings?|opening\s+bids?))?\s*:",
        "the block of the opening bids",
        _seat,
    ),
    habit(
        r"^(?P<at>(?i:(?:when|as|if)\s+(?:I\s+am\s+|we\s+are\s+|being\s+)?(?:an?\s+)?passed\s+hand"
        r"|after\s+passing|by\s+(?:an?\s+)?passed\s+hand))",
        "a described place begins with `when`",
        "when passed hand",
    ),
    habit(
        r"^(?P<at>(?:in\s+(?:the\s+)?)?(?:balancing|pass-?out|passout)\s+(?:seat|position)|passed\s+(?:out|around)\s+to\s+\w+(?:\s+seat)?)",
        "a described place begins with `when`",
        "when balancing",
    ),
    habit(
        rf"^(?P<at>(?:after|when|over)\s+partner(?:'s|\s+(?:has\s+)?ma(?:de|kes)\s+an?|\s+doubles?d?\s+for)\s+(?P<kind>{_KIND})(?:\s+(?:double|X))?)",
        "what partner called is asked by its kind",
        lambda m: f"when partner's last call is {m['kind'].lower().replace('-', '')}",
    ),
    habit(r"(?<=last call )(?P<at>was(?:\s+an?)?)", "what he called last stands in the present", "is"),
    habit(r"(?<=last bid )(?P<at>was(?:\s+an?)?)", "what he bid last stands in the present", "is"),
    habit(
        r"(?P<at>they\s+(?:overcall|interfere|intervene|compete)(?:ed|d|s)?)(?=\s*[:,])",
        "they have done more than pass",
        "contested",
    ),
    habit(
        r"(?P<at>(?:the\s+)?(?:auction|bidding)\s+is\s+(?P<un>un)?contested)",
        "the word stands alone",
        lambda m: f"{m['un'] or ''}contested",
    ),
    habit(
        r"(?P<at>undisturbed|without\s+(?:interference|competition|intervention)|(?:they|the\s+opponents)\s+(?:are\s+silent|pass\s+throughout))",
        "they have not bid",
        "uncontested",
    ),
    habit(
        r"(?P<at>(?:(?:the\s+)?(?:auction|bidding)\s+is\s+)?competitive|in\s+competition|with\s+interference)(?=\s*[:,])",
        "they have done more than pass",
        "contested",
    ),
    habit(
        r"(?P<at>we\s+(?:have\s+|had\s+)?(?:agreed|found)\s+(?:on\s+)?(?:an?\s+(?:major|minor|suit)(?:\s+fit)?\s*(?:in\s+)?)?"
        rf"(?P<suit>{SUITS}|oM|om|[Mmt-z](?![a-z])))",
        "the suit that is agreed",
        lambda m: f"agreed {suit_name(m['suit'])}",
    ),
    habit(
        r"(?P<at>(?:we\s+are\s+(?:in\s+an?\s+)?|(?:the\s+)?(?:auction|bidding)\s+is\s+|in\s+an?\s+)?game[\s-]"
        r"forc(?:ed|ing|e)(?:\s+(?:auction|sequence|situation))?)(?=\s*[:,])",
        "we are forced to game",
        "game forced",
    ),
    habit(
        rf"(?P<at>(?:we\s+have\s+(?:an?\s+)?(?:8-card\s+)?fit\s+in\s+(?P<a>{SUITS})|(?P<b>{SUITS})\s+(?:is|are)\s+(?:agreed|trumps?)|trumps?\s+(?:is|are)\s+(?P<c>{SUITS})))",
        "the suit that is agreed",
        lambda m: f"agreed {suit_name(m['a'] or m['b'] or m['c'])}",
    ),
    habit(
        r"(?P<at>(?:there\s+is|we\s+have|we\s+found)\s+(?:an?\s+)?(?:(?:major|known)\s+)?fit)(?=\s*[:,])",
        "some suit is agreed",
        "agreed",
    ),
)

_OURS = (
    "opening|reads|use|set|suits|define|quantity|count|system|convention|language|belongs|unavailable|when|after|never|for|"
    "pass|double|redouble|dbl|cheapest|jump|raise|cue|step|game"
)
HEADINGS: tuple[Habit, ...] = (
    habit(
        r"^(?P<at>(?i:(?:(?:direct|simple|weak|strong|jump|natural|[1-4][\s-]level)\s+)*(?:overcalls?|take-?out\s+doubles?|doubles?"
        r"|negative\s+doubles?|cue-?bids?|interference)))\s*:(?=\s|$)",
        "say over which calls of theirs, as in  after (1x):",
    ),
    habit(
        rf"^(?P<at>(?!(?:{_OURS})\b)[A-Za-z][A-Za-z' /&-]+[A-Za-z])\s*:(?=\s|$)",
        "a heading is a remark: it begins with #; a block begins with `opening:`, `after …:` or `when …:`",
    ),
    habit(
        rf"^(?P<at>(?!(?:{_OURS})\b|(?:X|XX|P)(?![A-Za-z]))(?:[A-Za-z]|2/1)[^:\[\"]*[A-Za-z\d])$",
        "this is no line of a system: a remark begins with #, and the system's name stands after `system`",
    ),
)
"""The last of all: a title that a player put over his lines."""
