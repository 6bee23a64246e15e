"""A claim or concession at the lenient table, from the statement to the tricks it is worth (Laws 68 to 71).

Play is suspended while a claim is open (Law 68D). It ends in one of four ways: the other side agrees (Law 69A), it is
ruled on (Law 70), all four agree to play on and it is void (Law 68D2(b)), or, a defender's concession to which his
partner objects at once, it never was one (Law 68B2). What has been given may be given back (Laws 69B, 71).
"""

from __future__ import annotations

import attrs

from bridgelang.core.seats import Seat, Side
from bridgelang.errors import IllegalAction
from bridgelang.laws.revokes import Revoke
from bridgelang.laws.rulings import Code, Option, Ruling
from bridgelang.play.claims import Claim, check_claim, withdrawable_concession
from bridgelang.play.state import PlayState


@attrs.frozen
class OpenClaim:
    """A claim that has been made.

    ``state`` is the play it suspends and ``revokes`` those on the table before it was made; ``agreed`` who has agreed
    so far; ``contested`` whether somebody doubts it. ``given`` are the tricks of those left that the claimer's side
    gets, None until that is settled, and ``law`` is the law it was settled by.
    """

    claim: Claim
    state: PlayState
    revokes: tuple[Revoke, ...] = ()
    agreed: frozenset[Seat] = frozenset()
    contested: bool = False
    given: int | None = None
    law: str = ""

    @classmethod
    def made(cls, claim: Claim, state: PlayState, revokes: tuple[Revoke, ...]) -> OpenClaim:
        """The claim as it is stated; raises :class:`IllegalAction` when it is none, or comes too early."""
        if state.tricks_left == 13 and not state.trick:
            raise IllegalAction("nothing can be claimed before the opening lead is faced", "Law 41C")
        check_claim(state, claim)
        return cls(claim, state, revokes)

    @property
    def side(self) -> Side:
        """The claimer's side."""
        return self.claim.seat.side

    @property
    def is_settled(self) -> bool:
        """Is it known how many tricks the claim is worth?"""
        return self.given is not None

    def ruling(self) -> Ruling:
        """What the claim says, and that play is suspended."""
        left = self.state.tricks_left
        text = f"{self.claim}, of {left} left; play is suspended"
        if self.claim.tricks < left:
            return Ruling("Law 68B1", self.claim.seat, f"{text}, the other {left - self.claim.tricks} are conceded")
        return Ruling("Law 68A", self.claim.seat, text)

    def _unsettled(self) -> None:
        if self.is_settled:
            raise IllegalAction("the claim is settled", self.law)

    def agreed_by(self, seat: Seat) -> OpenClaim:
        """A player of the other side agrees; with the last of them the claim is settled (Law 69A).

        Raises :class:`IllegalAction` for the claimer's side and for dummy, and when the claim is contested.
        """
        self._unsettled()
        if self.contested:
            raise IllegalAction("the claim is contested: it is ruled on, or all agree to play on", "Law 68D2")
        if seat.side == self.side or seat == self.state.dummy:
            raise IllegalAction(f"{seat.word} has no say in whether the claim is agreed", "Law 69A")
        agreed = self.agreed | {seat}
        others = {self.claim.seat.lho, self.claim.seat.rho} - {self.state.dummy}
        if others <= agreed:
            return attrs.evolve(self, agreed=agreed, given=self.claim.tricks, law="Law 69A")
        return attrs.evolve(self, agreed=agreed)

    def never_was(self, seat: Seat) -> bool:
        """Is an objection of this player that of a defender to his partner's concession, at once (Law 68B2)?"""
        concedes = self.claim.tricks < self.state.tricks_left
        return concedes and not self.agreed and seat == self.claim.seat.partner and seat != self.state.dummy

    def doubted_by(self, seat: Seat) -> OpenClaim:
        """A player doubts the claim, dummy included (Law 68D2); raises :class:`IllegalAction` for the claimer."""
        self._unsettled()
        if seat == self.claim.seat:
            raise IllegalAction(f"{seat.word} made the claim himself", "Law 68D2")
        if self.contested:
            raise IllegalAction("the claim is contested already", "Law 68D2")
        return attrs.evolve(self, contested=True)

    def contest(self, code: Code) -> Ruling:
        """The choice that a contested claim leaves."""
        claimer = self.claim.seat
        options = []
        if code.claims_adjudicated:
            options.append(Option("adjudicate", "Law 70", "the director gives what the worst normal line takes"))
            play_on = "play goes on if all four agree; the claim is void"
        else:
            play_on = "play goes on with the claimer's cards faced, without an unannounced finesse"
        options.append(Option("play on", "Law 68D2(b)", play_on))
        return Ruling("Law 68D2", claimer, f"{claimer.word}'s claim is contested", self._contesters(), tuple(options))

    def _contesters(self) -> tuple[Seat, ...]:
        seats = (self.claim.seat.lho, self.claim.seat.rho)
        return tuple(seat for seat in seats if seat != self.state.dummy)

    def ruled(self, tricks: int) -> OpenClaim:
        """The contested claim is worth so many tricks to the claimer's side (Law 70).

        Raises :class:`IllegalAction` when nobody contests it, or there are not so many tricks.
        """
        self._unsettled()
        if not self.contested:
            raise IllegalAction("nobody has objected to the claim", "Law 69A")
        left = self.state.tricks_left
        if not 0 <= tricks <= left:
            raise IllegalAction(f"{tricks} tricks cannot be given: {left} are left", "Law 70")
        return attrs.evolve(self, given=tricks, law="Law 70A")

    def given_back(self, seat: Seat, tricks: int | None) -> tuple[OpenClaim, Ruling]:
        """A side asks back tricks that it conceded (Law 71), or to whose loss it agreed (Law 69B).

        ``tricks`` None leaves the number to the laws: those that no normal play could have lost. That is the test for
        a concession; whether a side that agreed *would likely have won* a trick the director must say.

        Raises :class:`IllegalAction` when the claim is not settled or nothing is to be given back.
        """
        if self.given is None:
            raise IllegalAction("the claim is not settled", "Law 68D")
        own = seat.side == self.side
        law = "Law 71" if own else "Law 69B"
        if not own and self.law != "Law 69A":
            raise IllegalAction("only an agreement can be withdrawn, not a ruling", "Law 69B")
        if tricks is None:
            if not own:
                raise IllegalAction("the director says how many tricks the side would likely have won", "Law 69B2")
            tricks = withdrawable_concession(self.state, self.claim._replace(tricks=self.given))
            if not tricks:
                raise IllegalAction("every trick conceded could be lost by normal play", "Law 71")
        most = self.state.tricks_left - self.given if own else self.given
        if not 1 <= tricks <= most:
            raise IllegalAction(f"{tricks} tricks cannot be given back: the other side was given {most}", law)
        given = self.given + tricks if own else self.given - tricks
        count = f"{tricks} trick{'s' * (tricks != 1)}"
        # A trick already won is never among those claimed here, so it is always the second clause of the law.
        cited = "Law 71.2" if own else "Law 69B2"
        return attrs.evolve(self, given=given), Ruling(cited, seat, f"{count} given back to {seat.side}")

    def winners(self) -> tuple[Seat, ...]:
        """A winner for each trick left, as the score counts them: what matters is the side.

        The trick in progress goes to the card that is winning it, unless its side gets no more tricks: whose card
        wins matters when it is a revoke (Law 64A1). Raises ``ValueError`` before the claim is settled.
        """
        if self.given is None:
            raise ValueError("the claim is not settled")
        left = {self.side: self.given, self.side.other: self.state.tricks_left - self.given}
        found: list[Seat] = []
        seat = self.state.winning
        if seat is not None:
            seat = seat if left[seat.side] else seat.lho
            left[seat.side] -= 1
            found.append(seat)
        found += [self.claim.seat] * left[self.side] + [self.claim.seat.lho] * left[self.side.other]
        return tuple(found)
