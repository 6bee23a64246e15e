"""What came of trying small changes, as text."""

from __future__ import annotations

from bridgelang.advice.improve import Accepted, Improvement
from bridgelang.advice.trial import TrialResult

__all__ = ["improvement_text"]


def improvement_text(result: Improvement) -> str:
    """The result for a person."""
    lines = [f"{result.system}: {result.tried:,} small changes tried, {result.left:,} not tried or without sense"]
    if not result.accepted:
        lines.append("  None gained enough to be sure of.")
    for one in result.accepted:
        lines += ["", *_change(one)]
    if result.whole is not None:
        lines += ["", f"  All that is kept, on the boards kept aside: {_gain(result.whole)}"]
    return "\n".join(lines) + "\n"


def _change(one: Accepted) -> list[str]:
    proposal = one.proposal
    lines = [f"  line {proposal.row}: {'kept' if one.is_kept else 'taken back'}"]
    lines += [f"    - {line.strip()}" for line in proposal.before]
    lines += [f"    + {line.strip()}" for line in proposal.after]
    lines.append(f"    where it was tried {_gain(one.tried)}")
    lines.append(f"    on the boards kept aside {_gain(one.confirmed)}")
    return lines


def _gain(result: TrialResult) -> str:
    low, high = result.interval
    text = f"{result.mean:+.3f} IMPs a board ({low:+.3f} to {high:+.3f}, {result.boards:,} boards)"
    if len(result.against) > 1:
        worst = result.members[result.worst]
        text += f", against {result.against[result.worst]} {worst.mean:+.3f}"
    return text
