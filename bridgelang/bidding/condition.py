"""A condition on one hand, nothing being known of the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgelang.bidding.program import Program
from bridgelang.bidding.table import BiddingTable
from bridgelang.constraints.nodes import FALSE, Node, both


def node_of(data: Mapping[str, Any]) -> Node:
    """What the rules of a compiled program ask of the dealer's hand: all of them, or no hand where there is none."""
    entries = BiddingTable.alone(Program(data)).root(0, 0).position().all_entries()
    return both(*(entry.node for entry in entries)) if entries else FALSE
