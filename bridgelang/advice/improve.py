"""Trying an author's small changes one after another, and keeping those that hold on boards kept aside.

Changes are tried on one half of the boards, each against the text with those accepted before it. Accepted is what
gains by an interval that leaves zero out. In the end every accepted change is confirmed alone on the other half, which
nothing was chosen on: what does not gain there is taken back. The boards are those of the two decks that ship.
"""

from __future__ import annotations

import difflib
import os
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import attrs

from bridgelang.advice.opposition import AdviceError
from bridgelang.advice.proposals import Proposal, applied, proposals
from bridgelang.advice.trial import TrialResult, try_change
from bridgelang.bidding.load import load_system
from bridgelang.compile.pipeline import compile_at
from bridgelang.match.boards import SolvedBoards
from bridgelang.match.deck import Deck, confirming_deck, reference_deck

__all__ = ["BOARDS", "Accepted", "Improvement", "improve"]

BOARDS = 10_000
"""Boards that are used, unless told."""


@attrs.frozen
class Accepted:
    """A change that gained where it was tried: what it did there, and alone on the boards kept aside."""

    proposal: Proposal
    tried: TrialResult
    confirmed: TrialResult

    @property
    def is_kept(self) -> bool:
        """Whether it gained on the boards kept aside too."""
        return self.confirmed.mean > 0


@attrs.frozen
class Improvement:
    """What came of it: ``whole`` is the trial of all changes kept, on the boards kept aside; None when none is.

    ``patch`` is a unified diff, empty when nothing is kept.
    """

    system: str
    tried: int
    left: int
    accepted: tuple[Accepted, ...]
    whole: TrialResult | None
    patch: str


def improve(
    path: str,
    rows: Collection[int] | None = None,
    *,
    seconds: float = 1800.0,
    against: Sequence[str] = (),
    boards: int | None = None,
    deck: str | None = None,
    jobs: int = 1,
    clock: Callable[[], float] = time.monotonic,
    tell: Callable[[str], None] | None = None,
) -> Improvement:
    """Try small changes of the lines in these rows (all of them when None) for so long.

    ``boards`` (:data:`BOARDS`) are used, half of them for trying, the others kept aside: of the reference deck and of
    the confirming deck, or else of ``deck``, as far as it goes. ``against`` is the pool, the text as it was when empty.
    The file is not touched.

    Raises :class:`AdviceError` when there is nothing to try, and what a text with errors raises.
    """
    if not os.path.isfile(path):
        raise AdviceError(f"`{path}` is no file: improve a copy of your own")
    system = load_system(path)
    text = Path(path).read_text(encoding="utf-8")
    wanted = range(1, len(text.splitlines()) + 1) if rows is None else rows
    waiting = list(proposals(text, wanted))
    if not waiting:
        raise AdviceError("none of these lines has a range to move or a rule below it: there is nothing to try")
    end = clock() + seconds
    with tempfile.TemporaryDirectory() as folder:
        bench = _Bench(Path(folder), path, against, jobs, *halves(Path(folder), deck, boards or BOARDS))
        found: list[tuple[Proposal, TrialResult]] = []
        current, tried = text, 0
        for proposal in waiting:
            if clock() > end:
                break
            new = applied(current, proposal)
            if new is None or not bench.is_sound(new):
                continue
            tried += 1
            result = bench.trial(current, new, bench.trying)
            low, _ = result.interval
            if low > 0:
                current = new
                found.append((proposal, result))
            if tell is not None:
                tell(f"{proposal.text}: {result.mean:+.3f} ({'accepted' if low > 0 else 'no'})")
        accepted = [Accepted(one, result, bench.confirm(text, one)) for one, result in found]
        final = text
        for one in accepted:
            final = (applied(final, one.proposal) if one.is_kept else None) or final
        whole = None if final == text else bench.trial(text, final, bench.aside)
    patch = "".join(
        difflib.unified_diff(
            text.splitlines(True), final.splitlines(True), f"a/{system.name}.bid", f"b/{system.name}.bid"
        )
    )
    return Improvement(system.name, tried, len(waiting) - tried, tuple(accepted), whole, patch)


@attrs.frozen
class _Bench:
    """Where versions are tried: a folder for them, the pool, and the decks of the two halves."""

    folder: Path
    path: str
    against: Sequence[str]
    jobs: int
    trying: str
    aside: str

    def is_sound(self, text: str) -> bool:
        """Whether a text compiles."""
        return compile_at(self.path, text.encode()).program is not None

    def trial(self, old: str, new: str, deck: str) -> TrialResult:
        """Two texts on the boards of a deck, until it is decided or the boards are over."""
        files = []
        for name, text in (("old", old), ("new", new)):
            place = self.folder / name
            place.mkdir(exist_ok=True)
            for beside in Path(self.path).parent.glob("*.bid"):  # the conventions it uses
                (place / beside.name).write_bytes(beside.read_bytes())
            (place / Path(self.path).name).write_text(text, encoding="utf-8")
            files.append(str(place / Path(self.path).name))
        size = len(Deck.read(deck))
        return try_change(
            *files,
            against=self.against,
            boards=size,
            deck=SolvedBoards.open(deck),
            decide=deck == self.trying,
            jobs=self.jobs,
            cache=False,
        )

    def confirm(self, text: str, proposal: Proposal) -> TrialResult:
        """One change alone, on the boards kept aside."""
        new = applied(text, proposal)
        return self.trial(text, text if new is None else new, self.aside)


def halves(folder: Path, deck: str | None, boards: int) -> tuple[str, str]:
    """Two deck files of half of the boards each, for trying and kept aside: of the decks that ship, or of one deck."""
    if deck is None:
        trying, aside = reference_deck(), confirming_deck()
        count = min(boards, len(trying) + len(aside))
    else:
        whole = Deck.read(deck)
        count = min(boards, len(whole))
        trying, aside = whole, whole.part(count // 2, count)
    if count < 2:
        raise AdviceError("it takes two boards at least: one for trying, one kept aside")
    paths = []
    for name, part in (("trying", trying.part(0, count // 2)), ("aside", aside.part(0, count - count // 2))):
        path = folder / f"{name}.deck"
        path.write_bytes(part.encode())
        paths.append(str(path))
    return paths[0], paths[1]
