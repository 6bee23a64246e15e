"""What a call is called, and what it asks, where a hand should stand: names are notes in quotes."""

from __future__ import annotations

from bridgelang.lang.habit import BID, CALL, Habit, habit

_NO_NAME = (
    r"(?!(?:(?!\s[-–]\s)[^,:])*\b(?:club|diamond|heart|spade|minor|major)s?(?![ -]suit)\b)"
    r"(?!(?:weak|wk|strong|str|light|sound|good)\b)"
)
_CALLED = (
    r"(?:(?:double|second)\s+negative|positive|waiting|limited|(?:mild\s+)?(?:game|slam|long\s+suit|short\s+suit)\s+try|fast\s+arrival|free\s+bid|"
    r"(?:mixed|limit|single|simple|constructive|forcing|double)\s+raise|(?:(?:weak|strong|intermediate)\s+)?jump\s+shift)"
)
_NAME = rf"{_NO_NAME}[A-Za-z][A-Za-z' -]*[A-Za-z]"

NAMES: tuple[Habit, ...] = (
    habit(
        r"(?<=: )(?P<at>(?:(?:non-?)?serious|mild|frivolous)\s+(?:slam|game)\s+try)(?=\s*(?:$|\[))",
        "a name is no hand: say what the hand is, and the name in quotes after it",
    ),
    habit(
        rf"^(?P<at>(?:with\s+|if\s+)?(?P<hand>(?!{BID})\d[^:]*?)\s*(?::|->|→|=>|,?\s+then(?=\s))\s*(?:bid\s+)?(?P<call>{CALL}))$",
        "the call stands in front",
        r"\g<call>: \g<hand>",
    ),
    habit(
        rf"^(?P<at>(?:otherwise|else|default|(?:all\s+)?others?|the\s+rest)\s*:?)\s*(?P<call>{CALL})$",
        "a line without a condition takes all other hands",
        r"\g<call>",
    ),
    habit(
        rf"^(?P<call>{CALL})\s*(?P<at>\(?(?P<name>[A-Z][A-Za-z' -]+[a-z])\)?)\s*:"
        r"\s*(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*\[[^\]]*\])?$",
        "what a call is called is a note in quotes, after the hand",
        lambda m: f'{m["call"]}: {m["rest"]}{m["tail"] or ""} "{m["name"]}"',
        lambda m: f'"{m["name"]}"',
    ),
    habit(
        rf"(?<=: )(?P<at>{_CALLED})\s+(?=[^\[\"]*\d)(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*\[[^\]]*\])?$",
        "what a call is called is a note in quotes, after the hand",
        lambda m: f'{m["rest"]}{m["tail"] or ""} "{m["at"]}"',
        lambda m: f'"{m["at"]}"',
    ),
    habit(
        rf"(?<![\s:])\s*+,?\s*+(?<=[\s,])(?P<at>{_CALLED})(?=\s*(?:$|\[))",
        "what a call is called is a note in quotes, after the hand",
        r' "\g<at>"',
        r'"\g<at>"',
    ),
    habit(
        r"(?<=: )(?P<hand>[^\[\"]*\d[^\[\"]*?)\s*(?:,|\band)\s*"
        r"(?P<at>(?:mild\s+|serious\s+)?(?:slam|game)\s+interest)(?=\s*(?:$|\[))",
        "what a call is called is a note in quotes, after the hand",
        r'\g<hand> "\g<at>"',
        r'"\g<at>"',
    ),
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
        r"(?:(?<=: )|(?<=, )|\band\s+|(?<=[a-z\d]\s))"
        r"(?P<at>(?:asks?|wants|relays?|puppets?|demands|requests)(?:\s[^,\[\"]*[^,\[\"\s])?)(?=\s*(?:,|$|\[|\"))",
        "what a call asks is a note in quotes; say what the hand is before it (every hand fits where none is said)",
    ),
    habit(
        r"(?P<at>(?:\bor\s+)?\bwaiting)(?=\s*(?:,|$|\[|\"))",
        "a call that waits takes the hands that no line above it fits; the word is a note in quotes",
    ),
    habit(
        r"(?P<at>\b(?:if|when)\s+followed\s+by\b[^\[\"]*)",
        "what follows is not known yet: the line of the later call says what that shows, in a block  after …:",
    ),
    habit(
        rf"(?<=: )(?P<at>{_NAME})\s*[,.:-]\s+(?=[^\[\"]*\d)(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*\[[^\]]*\])?$",
        "what a call is called is a note in quotes, after the hand",
        lambda m: f'{m["rest"]}{m["tail"] or ""} "{m["at"]}"',
        lambda m: f'"{m["at"]}"',
    ),
    habit(
        r"(?<=: )(?P<at>[A-Z][A-Za-z'-]+[a-z])\s+(?=\d)(?P<rest>[^\[\"]*[^\[\"\s])(?P<tail>\s*\[[^\]]*\])?$",
        "what a call is called is a note in quotes, after the hand",
        lambda m: f'{m["rest"]}{m["tail"] or ""} "{m["at"]}"',
        lambda m: f'"{m["at"]}"',
    ),
    habit(rf"(?<=: )(?P<at>{_NAME}):(?=\s)", "what a call is called is a note in quotes, after the hand"),
    habit(
        rf"(?<=: )(?P<at>(?=\S+[\s,])(?:\dth\s+)?{_NAME}(?:,\s*{_NAME})*)(?=\s*(?:$|\[))",
        "a name is no hand: say what the hand is, and the name in quotes after it",
    ),
)
