"""Those a system is tried against: each a system or an outside program, seated opposite it at both tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bridgelang.bidding.load import System
from bridgelang.errors import BridgelangError
from bridgelang.match.bidding import Answer, Bidden, Bidder, SystemBidder, bid_boards, bid_on
from bridgelang.match.boards import Board
from bridgelang.match.entries import Entry, load_player, seat_pair
from bridgelang.match.outside import Outside

__all__ = ["AdviceError", "Opponent", "loaded_system"]

Tables = tuple[Bidden, Bidden]
"""A board at the table where the system tried sits North-South, and at the one where it sits East-West."""


class AdviceError(BridgelangError):
    """A trial, or advice, cannot be had as asked."""


def loaded_system(entry: Entry) -> System:
    """The system of an entry; raises :class:`AdviceError` when it describes something else."""
    if entry.kind != "system":
        raise AdviceError(f"`{entry.label}` is no system: its lines cannot be looked at")
    system = load_player(entry)
    assert isinstance(system, System)
    return system


class Opponent:
    """A member of a pool: one of our systems, or whatever else can be seated.

    An outside program is told the name of ``told``, and nothing else of the system it plays against. ``loaded`` are
    systems that need not be loaded again, so that what was worked out for them is shared.
    """

    def __init__(
        self,
        entry: Entry,
        told: System,
        loaded: Mapping[Entry, System],
        outside: Outside | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        self.system: System | None = None
        self.bidder: Bidder | None = None
        if entry.kind == "system":
            self.system = loaded[entry] if entry in loaded else loaded_system(entry)
        else:
            self.bidder = seat_pair(told, entry, outside, warn)[1]

    @property
    def name(self) -> str:
        """What to call it."""
        one = self.system if self.bidder is None else self.bidder
        assert one is not None
        return str(one.name)

    def play(self, system: System, boards: Sequence[Board]) -> list[Tables]:
        """Both tables of each board, ``system`` against this opponent."""
        return bid_boards(boards, *self._seated(system))

    def play_again(self, system: System, boards: Sequence[Board], before: Sequence[Tables]) -> list[Tables]:
        """The same for another version of the system that was seated when ``before`` was bid.

        An opponent that is no system of ours knows nothing of the versions: as long as the new one calls as the old one
        did, it is not asked again.
        """
        if self.system is not None:
            return self.play(system, boards)
        ours, theirs = self._seated(system)
        first = self._bid_from([one for one, _ in before], boards, 0, ours, theirs)
        second = self._bid_from([other for _, other in before], boards, 1, ours, theirs)
        return list(zip(first, second, strict=True))

    def faults(self) -> dict[str, int]:
        """What went wrong with an outside program since this was last asked, counted by kind."""
        return dict(self.bidder.faults()) if self.bidder is not None else {}

    def close(self) -> None:
        """End an outside program."""
        if self.bidder is not None:
            self.bidder.close()

    def _seated(self, system: System) -> tuple[SystemBidder, Bidder]:
        if self.system is not None:
            return SystemBidder(system, self.system), SystemBidder(self.system, system)
        assert self.bidder is not None
        return SystemBidder(system), self.bidder

    def _bid_from(
        self, before: Sequence[Bidden], boards: Sequence[Board], side: int, ours: SystemBidder, theirs: Bidder
    ) -> list[Bidden]:
        """One table of each board: as before up to the first call that the new version makes otherwise."""
        out = [_kept(bidden, board, side, ours) for bidden, board in zip(before, boards, strict=True)]
        open_places = [place for place, bidden in enumerate(out) if not bidden.auction.is_over]
        sides = (ours, theirs) if side == 0 else (theirs, ours)
        ended = bid_on([boards[place] for place in open_places], [out[place] for place in open_places], sides)
        for place, bidden in zip(open_places, ended, strict=True):
            out[place] = bidden
        return out


def _kept(before: Bidden, board: Board, side: int, ours: SystemBidder) -> Bidden:
    """An auction up to and with the first call that differs; whole, with the new version's rules, when none does."""
    places = [place for place in range(len(before.auction.calls)) if (board.dealer + place) & 1 == side]
    steps = [board.deal.hands[(board.dealer + place) & 3] for place in places]
    auction = type(before.auction)(board.dealer, board.vulnerability)
    answers: list[Answer] = list(before.answers)
    questions = [(hand, auction.through(before.auction.calls[:at])) for hand, at in zip(steps, places, strict=True)]
    for place, answer in zip(places, ours.answer(questions), strict=True):
        answers[place] = answer
        if answer.call != before.auction.calls[place]:
            changed = auction.through((*before.auction.calls[:place], answer.call))
            return Bidden(changed, tuple(answers[: place + 1]))
    return Bidden(before.auction, tuple(answers))
