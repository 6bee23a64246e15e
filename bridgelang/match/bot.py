"""One of our systems as a program for others: the server side of the external-bidder protocol.

A request that cannot be answered gets ``{"id": its id or null, "error": message}``, and the next one is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, BinaryIO

from bridgelang import __version__
from bridgelang.errors import BridgelangError
from bridgelang.match.protocol import LONGEST_LINE, PROTOCOL, ProtocolError, encode, parse_line, read_request

__all__ = ["serve"]


def serve(system: Any, requests: BinaryIO, answers: BinaryIO, load: Callable[[str], Any] | None = None) -> None:
    """Answer the protocol's requests until a bye or the end of the input.

    ``system`` has ``name`` and ``choose_call``; ``load`` gives the system with a name, so that the hello's
    ``opponents`` can be read as what they play (without it, or when it has none of that name, as our own).
    """
    opponents: Any = None
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = requests.readline(LONGEST_LINE)
            reply = {"id": None, "error": f"a line longer than {LONGEST_LINE} bytes"}
        elif not line.strip():
            continue
        else:
            try:
                message = parse_line(line)
            except ProtocolError as error:
                reply = {"id": None, "error": str(error)}
            else:
                kind = message.get("type")
                if kind == "bye":
                    return
                if kind == "hello":
                    opponents = _opponents(message.get("opponents"), load)
                    reply = _hello(system, message)
                elif kind == "call":
                    reply = _call(system, opponents, message)
                else:
                    reply = {"id": None, "error": f"there is no request of the type {kind!r}"}
        answers.write(encode(reply))
        answers.flush()


def _hello(system: Any, message: dict[str, Any]) -> dict[str, Any]:
    protocol = message.get("protocol")
    if protocol != PROTOCOL:
        return {"id": None, "error": f"protocol {protocol!r} is not spoken here, only {PROTOCOL}"}
    return {"type": "hello", "name": str(system.name), "version": __version__, "batch": True}


def _call(system: Any, opponents: Any, message: dict[str, Any]) -> dict[str, Any]:
    number = message.get("id")
    try:
        hand, auction = read_request(message)
        decision = system.choose_call(hand, auction, opponents=opponents)
    except BridgelangError as error:
        return {"id": number, "error": str(error)}
    return {"id": number, "call": str(decision.call), "explanation": str(decision.explanation)}


def _opponents(name: Any, load: Callable[[str], Any] | None) -> Any:
    """The system of that name; a name that could be a path is not looked for, since it comes from outside."""
    if load is None or not isinstance(name, str) or re.fullmatch(r"[A-Za-z0-9_-]+", name) is None:
        return None
    try:
        return load(name)
    except BridgelangError:
        return None
