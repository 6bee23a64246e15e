"""Single words that players use and the language does not, each with what to write."""

from __future__ import annotations

from bridgelang.lang.tags import SHORT_FORMS, STANDARD

_OTHER_WORDS = ("to", "so", "f", "weak", "strong", "alert", "support", "lead", "agrees", "control bid")
TAG_WORDS = {word: word for word in STANDARD} | SHORT_FORMS | {"to play": "signoff", "t/o": "takeout"}
TAG_WORDS = {word: tag for word, tag in TAG_WORDS.items() if word not in _OTHER_WORDS}
"""Words and short forms for kinds of call, with the tag each is; those that mean other things too left out."""

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
_STRENGTHS = ("weak", "wk", "strong", "str", "light", "sound", "good", "values", "constructive")
CONVENTIONS = {
    "gambling": "gambling-3nt", "rkcb": "keycard", "rkc": "keycard", "roman-keycard": "keycard", "nmf": "new-minor",
    "fsf": "fourth-suit", "texas": "texas-transfers", "jacoby": "jacoby-transfers", "multi-landy": "landy",
    "ogust": "weak-twos", "unt": "unusual-2nt", "unusual": "unusual-2nt", "splinter": "splinters", "4sf": "fourth-suit",
    "checkback": "two-way-checkback", "multi": "multi-2d", "puppet": "puppet-stayman", "weak2s": "weak-twos",
    "responsive": "responsive-doubles", "jacoby2nt": "jacoby-2nt",
    "transfers": "jacoby-transfers", "capp": "cappelletti", "hamilton": "cappelletti", "bw": "blackwood",
}  # fmt: skip
"""Other names of conventions that ship."""


def word_hint(word: str) -> str:
    """What to write for a word that players use and the language does not; empty when nothing is known of it.

    >>> word_hint("pts"), word_hint("GF")
    ('write `points`', 'what kind of call it is stands in brackets: [game forcing]')
    """
    if word == "PT":
        return "write `playing tricks`"
    plain = word.lower()
    if plain in _WORDS:
        return f"write `{_WORDS[plain]}`"
    tag = TAG_WORDS.get(plain) or SHORT_FORMS.get(plain)
    if tag:
        return f"what kind of call it is stands in brackets: [{tag}]"
    if plain in _STRENGTHS:
        return "say what the hand is, as in 5-10 hcp, 6+ spades"
    return ""
