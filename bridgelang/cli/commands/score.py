"""``bridgelang score``: what a contract scores."""

from __future__ import annotations

import re

import click

from bridgelang.cli.options import example, json_option
from bridgelang.cli.output import say, say_json
from bridgelang.errors import NotationError

_RESULT = re.compile(r"\s*(=|[+-]\s*\d+|\d+)\s*")
_JOINED = re.compile(r"(.*?)\s*(=|[+-]\d+)")


@click.command(
    short_help="What a contract scores.",
    context_settings={"ignore_unknown_options": True},
    epilog=example("bridgelang score 4HX-S -2 --vul ns", "bridgelang score 3NT", "bridgelang score 6S-N 12 --vul all"),
)
@click.argument("contract")
@click.argument("result", required=False)
@click.option("--vul", default="none", metavar="none|ns|ew|all", help="Who is vulnerable.  [default: none]")
@json_option
def command(contract: str, result: str | None, vul: str, as_json: bool) -> int:
    """Score CONTRACT at duplicate (Law 77), as points for declarer's side and for North-South.

    RESULT is `=`, `+1`, `-2` or the number of tricks; without it every result is listed. A contract without a
    declarer is played by South.
    """
    from bridgelang.core.contracts import Contract
    from bridgelang.core.scoring import contract_score, score
    from bridgelang.core.seats import Vulnerability

    vulnerability = Vulnerability.parse(vul)
    joined = _JOINED.fullmatch(contract)
    if joined and result is None:
        contract, result = joined.group(1), joined.group(2)
    if re.fullmatch(r"\s*[1-7]\s*(nt?|[cdhs♣♦♥♠])\s*x{0,2}\s*", contract, re.IGNORECASE):
        contract = f"{contract} S"
    bid = Contract.parse(contract)
    vulnerable = vulnerability.of(bid.declarer)
    wanted = range(14) if result is None else [_tricks(result, bid.tricks_needed)]
    rows = [
        {
            "tricks": tricks,
            "result": _result_text(tricks - bid.tricks_needed),
            "score": score(bid.level, bid.strain, bid.doubled, vulnerable, tricks),
            "score_ns": contract_score(bid, tricks, vulnerability),
        }
        for tricks in wanted
    ]
    head = {"contract": str(bid), "vulnerability": str(vulnerability), "vulnerable": vulnerable}
    if as_json:
        say_json(head | rows[0] if result is not None else {**head, "results": rows})
        return 0
    state = "vulnerable" if vulnerable else "not vulnerable"
    if result is not None:
        row = rows[0]
        count = f"{row['tricks']} trick{'s' * (row['tricks'] != 1)}"
        say(f"{bid} {row['result']} ({count}), {state}: declarer's side {row['score']:+d}, NS {row['score_ns']:+d}")
        return 0
    say(f"{bid}, {state}; points for declarer's side")
    for row in reversed(rows):
        word = "trick" if row["tricks"] == 1 else "tricks"
        say(f"{row['tricks']:>4} {word:<6} {row['result']:>4} {row['score']:>+7d}")
    return 0


def _tricks(text: str, needed: int) -> int:
    """The tricks that a result means."""
    if not _RESULT.fullmatch(text):
        raise NotationError(f"`{text}` is no result: write =, +1, -2 or the number of tricks", text)
    bare = "".join(text.split())
    tricks = needed if bare == "=" else needed + int(bare) if bare[0] in "+-" else int(bare)
    if not 0 <= tricks <= 13:
        raise NotationError(f"`{text}` would be {tricks} tricks; there are 13", text)
    return tricks


def _result_text(over: int) -> str:
    return f"{over:+d}" if over else "="
