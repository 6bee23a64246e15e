"""The lines of the external-bidder protocol, version 1: one JSON object a line, UTF-8, either way.

``→ {"type":"hello","protocol":1,"system":null,"opponents":"sayc"}`` and its answer ``←
{"type":"hello","name":"my robot","version":"1.0"}``; then for each call ``→
{"type":"call","id":7,"hand":"…","seat":"S","dealer":"N","vulnerability":"none","auction":["1NT","P"]}``
and ``← {"id":7,"call":"2C","explanation":"Stayman"}``; at the end ``→ {"type":"bye"}``.
"""

from __future__ import annotations

import json
from typing import Any

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.errors import NotationError

__all__ = ["PROTOCOL", "ProtocolError", "call_request", "encode", "parse_line", "read_request", "shown_text"]

PROTOCOL = 1
LONGEST_LINE = 65_536
"""Bytes of a line that are read before it counts as endless."""


class ProtocolError(NotationError):
    """A line is not what the protocol has in its place."""


def encode(message: dict[str, Any]) -> bytes:
    """The message as a line."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def parse_line(line: bytes) -> dict[str, Any]:
    """The JSON object on a line; raises :class:`ProtocolError` for anything else."""
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        shown = line[:80].decode("utf-8", "replace").strip()
        raise ProtocolError(f"`{shown}` is not a JSON object: {error}", shown) from None
    if not isinstance(message, dict):
        shown = line[:80].decode("utf-8", "replace").strip()
        raise ProtocolError(f"`{shown}` is not a JSON object", shown)
    return message


def shown_text(value: Any, longest: int) -> str:
    """A text from outside as it may be shown and kept; empty when it is no text.

    What no line of a terminal or a file should have (control characters, half a pair of surrogates, marks that turn
    the direction of writing) becomes ``?``.

    >>> shown_text("robot\\x1b[2J \\ud800", 80), shown_text("Stayman", 4), shown_text(7, 80)
    ('robot?[2J ?', 'Stay', '')
    """
    if not isinstance(value, str):
        return ""
    return "".join(sign if sign.isprintable() else "?" for sign in value[:longest])


def call_request(number: int, hand: Hand, auction: Auction) -> dict[str, Any]:
    """The request for the call of the player whose turn it is."""
    if auction.turn is None:
        raise ValueError("the auction is over")
    return {
        "type": "call",
        "id": number,
        "hand": str(hand),
        "seat": auction.turn.letter,
        "dealer": auction.dealer.letter,
        "vulnerability": str(auction.vulnerability),
        "auction": [str(call) for call in auction.calls],
    }


def read_request(message: dict[str, Any]) -> tuple[Hand, Auction]:
    """The hand and the auction of a call request.

    Raises :class:`ProtocolError` for a field that is missing or of the wrong kind, and what parsing
    raises: for a notation, or an auction that is not legal.
    """
    texts = {}
    for field in ("hand", "dealer", "vulnerability"):
        value = message.get(field)
        if not isinstance(value, str):
            raise ProtocolError(f"the request's `{field}` must be a text, not {value!r}")
        texts[field] = value
    calls = message.get("auction")
    if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
        raise ProtocolError(f"the request's `auction` must be a list of calls, not {calls!r}")
    auction = Auction(
        Seat.parse(texts["dealer"]),
        Vulnerability.parse(texts["vulnerability"]),
        [Call.parse(call) for call in calls],
    )
    if auction.turn is None:
        raise ProtocolError("the request's auction is over: nobody is to call")
    seat = message.get("seat")
    if seat is not None and (not isinstance(seat, str) or Seat.parse(seat) != auction.turn):
        raise ProtocolError(f"the request's seat is {seat!r}, but {auction.turn} is to call")
    return Hand.parse(texts["hand"]), auction
