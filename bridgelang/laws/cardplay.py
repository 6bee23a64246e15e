"""The play at a table where irregularities happen and are ruled on (Laws 47 to 63).

Cards are played with :meth:`Playing.play`, naming the hand they come from, in turn or not, following suit or
not. What nobody notices stands: a revoke lies in ``revokes`` until attention is drawn to it
(:meth:`Playing.attention`) or the play ends. What the other side must react to leaves a :class:`Ruling` in
``pending``; it is answered with :meth:`Playing.choose`, or, where the law allows that, by playing on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import attrs

from bridgelang.core.cards import Card, Suit
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import IllegalAction
from bridgelang.laws import rulings_of_play as ruled
from bridgelang.laws.penalty_cards import (
    PenaltyCard,
    picked_up,
    required_mask,
    suits_of,
    with_penalty_card,
)
from bridgelang.laws.revokes import Revoke, adjusted_tricks
from bridgelang.laws.rulings import Ruling
from bridgelang.play.state import SUIT_MASKS, PlayState, cards_of


@attrs.frozen
class LeadRule:
    """A defender must lead, or may not lead, these suits: once, or for as long as he keeps the lead.

    ``law`` is the one that lets declarer say so.
    """

    seat: Seat
    suits: tuple[Suit, ...]
    required: bool
    law: str = "Law 50D2"


@attrs.frozen
class PlayRule:
    """What a defender must play to the trick in progress, his partner having played too early (Law 57A).

    ``kind`` is ``"highest"``, ``"lowest"`` (of the suit led), ``"play"`` or ``"forbid"`` (a card of
    ``suit``).
    """

    seat: Seat
    kind: str
    suit: Suit


@attrs.frozen
class Offence:
    """The irregular card that the pending ruling is about, and what kind of irregularity it is."""

    seat: Seat
    card: Card | None
    kind: str


Replay = tuple[tuple[Seat, Card], ...]


@attrs.frozen
class Playing:
    """One moment of the play at a lenient table; immutable.

    ``state`` is the play as it stands; ``penalty`` the penalty cards on the table; ``revokes`` those
    committed and not corrected, whether anybody has noticed or not; ``rulings`` everything that was ruled.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> table = Playing.start(deal, Contract.parse("7NT by N")).play(Seat.WEST, Card.parse("H5"))
    >>> print(table.pending)
    Law 54: West has made the opening lead out of turn. North chooses:
      accept: dummy is spread and declarer plays second (Law 54B)
      become dummy: declarer spreads his hand, dummy becomes declarer (Law 54A)
      refuse: the lead is retracted and becomes a major penalty card (Law 54D)
    >>> table = table.choose("refuse")
    >>> [option.key for option in table.pending.options]
    ['require H', 'forbid H', 'free']
    >>> table = table.choose("forbid H")
    >>> sorted({card.suit.letter for card in table.playable()}), table.penalty
    (['C', 'D', 'S'], ())
    """

    state: PlayState
    penalty: tuple[PenaltyCard, ...] = ()
    revokes: tuple[Revoke, ...] = ()
    lead_rules: tuple[LeadRule, ...] = ()
    play_rule: PlayRule | None = None
    committed: tuple[tuple[Seat, Card], ...] = ()
    first_leads: tuple[tuple[Seat, tuple[Suit, ...]], ...] = ()
    replay: Replay = ()
    corrector: Seat | None = None
    changed: bool = False
    decided: int = -1
    pending: Ruling | None = None
    offence: Offence | None = None
    rulings: tuple[Ruling, ...] = ()

    @classmethod
    def start(
        cls, deal: Deal, contract: Contract, lead_restrictions: Sequence[tuple[Seat, tuple[Suit, ...]]] = ()
    ) -> Playing:
        """The table before the opening lead; ``lead_restrictions`` come from the auction (Law 26B)."""
        return cls(PlayState.start(deal, contract), first_leads=tuple(lead_restrictions))._before_the_turn()

    # What is to be played

    @property
    def declarer(self) -> Seat:
        """The declarer, who may have changed with dummy (Law 54A)."""
        return self.state.contract.declarer

    @property
    def is_over(self) -> bool:
        """Have all cards been played?"""
        return self.state.is_over

    def _is_defender(self, seat: Seat) -> bool:
        return seat.side != self.declarer.side

    def _trick_number(self) -> int:
        return len(self.state.tricks) + 1

    def playable(self) -> tuple[Card, ...]:
        """The cards that the hand to play may regularly play, all obligations considered; spades first."""
        return cards_of(self._regular())

    def _lawful(self) -> int:
        """Following suit and the suits required or forbidden by declarer, before penalty cards (Law 50D1(b))."""
        state, seat = self.state, self.state.turn
        mask = state.legal_mask
        if seat is None:
            return 0
        if not state.trick:
            for rule in self.lead_rules:
                if rule.seat is seat:
                    named = sum(SUIT_MASKS[suit] for suit in rule.suits)
                    mask = mask & (named if rule.required else ~named) or mask  # Law 59: unable, any card
        elif self.play_rule is not None and self.play_rule.seat is seat:
            mask = self._under(self.play_rule, mask)
        return mask

    def _under(self, rule: PlayRule, mask: int) -> int:
        led = self.state.trick[0].suit
        follow = mask & SUIT_MASKS[led]
        if rule.kind in ("highest", "lowest"):
            if not follow:
                return mask
            return 1 << follow.bit_length() - 1 if rule.kind == "highest" else follow & -follow
        named = SUIT_MASKS[rule.suit]
        return mask & (named if rule.kind == "play" else ~named) or mask

    def _regular(self) -> int:
        seat = self.state.turn
        mask = self._lawful()
        if seat is None:
            return 0
        for committed, card in self.committed:
            if committed is seat and mask & card.bit:
                return card.bit
        for replayer, card in self.replay:
            if replayer is seat and not self._may_change(seat):
                return card.bit
        return required_mask(self.penalty, seat, mask)

    def _may_change(self, seat: Seat) -> bool:
        """May a card of the corrected trick be changed: by non-offenders, and after them by the other
        offender?
        """
        return self.corrector is None or seat.side != self.corrector.side or self.changed

    # Playing a card

    def play(self, seat: Seat, card: Card) -> Playing:
        """The table after a card is played from a hand.

        Raises :class:`IllegalAction` when the card is not in that hand, when the play is over, or when a
        ruling waits for a choice that this play does not make.
        """
        seat = SEATS[seat]
        if self.state.turn is None:
            raise IllegalAction("all the cards have been played", "Law 44")
        if not self.state.hands[seat] & card.bit:
            raise IllegalAction(f"{card} is not in {seat.word}'s hand", "Law 44")
        if self.pending is not None:
            return self._play_while_pending(seat, card)
        if seat is not self.state.turn:
            return self._out_of_turn(seat, card)
        if self._regular() & card.bit:
            return self._advance(card)
        if seat in dict(self.replay) and not self._may_change(seat):
            raise IllegalAction(f"{seat.word} may not change his card: no opponent has changed his", "Law 62C2")
        for committed, early in self.committed:
            if committed is seat and self._lawful() & early.bit:
                raise IllegalAction(f"{seat.word} must play {early}, which he has played too early", "Law 57D")
        if not self.state.is_legal(card):
            return self._with_revoke(seat, card, self.state.trick[0].suit)._advance(card)
        if self._lawful() & card.bit:
            return self._penalty_card_not_played(seat, card)
        wanted = cards_of(self._lawful())[0].suit  # Law 61A: a card or suit required in rectification
        return self._with_revoke(seat, card, wanted)._advance(card)

    def _with_revoke(self, seat: Seat, card: Card, suit: Suit) -> Playing:
        faced = seat is self.declarer.partner or any(k.seat is seat and k.card.suit is suit for k in self.penalty)
        return attrs.evolve(self, revokes=(*self.revokes, Revoke(seat, self._trick_number(), card, suit, faced)))

    def _advance(self, card: Card) -> Playing:
        """The card is played: penalty cards, lead rules and revokes are brought up to date."""
        before, number = self.state, self._trick_number()
        seat = before.turn
        assert seat is not None
        after = before.play_unchecked(card)
        goes_on = bool(after.trick)
        table = self._with_change(seat, card)
        rule = self.play_rule
        moved = attrs.evolve(
            table,
            state=after,
            penalty=tuple(known for known in table.penalty if known.card != card),
            revokes=tuple(self._established_by(revoke, seat, number) for revoke in self.revokes),
            lead_rules=self._lead_rules_after(after),
            play_rule=rule if rule is not None and goes_on and rule.seat is not seat else None,
            committed=tuple(item for item in self.committed if item != (seat, card)),
            first_leads=self.first_leads if before.trick else _without(self.first_leads, seat),
            replay=_without(self.replay, seat) if goes_on else (),
            corrector=self.corrector if goes_on else None,
            changed=table.changed and goes_on,
            pending=None,
            offence=None,
        )
        return moved._before_the_turn()

    def _with_change(self, seat: Seat, card: Card) -> Playing:
        """A card of a corrected trick is played again, or changed (Law 62C1, 2)."""
        replayed = dict(self.replay).get(seat, card)
        if replayed == card or self.corrector is None:
            return self
        if seat.side != self.corrector.side:
            return attrs.evolve(self, changed=True)
        if not self._is_defender(seat):
            return self
        return attrs.evolve(self, penalty=with_penalty_card(self.penalty, seat, replayed, deliberate=True))

    def _lead_rules_after(self, after: PlayState) -> tuple[LeadRule, ...]:
        """A suit is required for one lead, and forbidden for as long as the player keeps the lead."""
        rules = self.lead_rules
        if not self.state.trick:
            rules = tuple(rule for rule in rules if not rule.required)
        if not after.trick:
            rules = tuple(rule for rule in rules if rule.seat is after.turn)
        return rules

    @staticmethod
    def _established_by(revoke: Revoke, seat: Seat, number: int) -> Revoke:
        """A play to a later trick by the offender or his partner establishes the revoke (Law 63A1)."""
        if not revoke.established and revoke.seat.side == seat.side and revoke.trick < number:
            return attrs.evolve(revoke, established=True)
        return revoke

    def _before_the_turn(self) -> Playing:
        """Choices declarer has before the hand to play may play: lead restrictions, which penalty card."""
        state, seat = self.state, self.state.turn
        if seat is None or not self._is_defender(seat) or self.pending is not None:
            return self
        if not state.trick:
            suits = dict(self.first_leads).get(seat)
            if suits:
                return self._rule(ruled.first_lead(seat, self.declarer, suits), Offence(seat, None, "first lead"))
            suits = suits_of(self.penalty, seat.partner)
            if suits and self.decided != len(state.tricks):
                return self._rule(ruled.penalty_lead(seat, self.declarer, suits), Offence(seat, None, "penalty lead"))
        choices = cards_of(self._regular())
        own = [known.card for known in self.penalty if known.seat is seat and known.major and known.card in choices]
        if len(own) > 1:
            return self._rule(ruled.several_cards(seat, self.declarer, own), Offence(seat, None, "several"))
        return self

    def _rule(self, ruling: Ruling, offence: Offence | None = None) -> Playing:
        waits = bool(ruling.options)
        return attrs.evolve(
            self,
            pending=ruling if waits else None,
            offence=offence if waits else None,
            rulings=(*self.rulings, ruling),
        )

    def _cleared(self) -> Playing:
        return attrs.evolve(self, pending=None, offence=None)

    # Choosing

    def choose(self, key: str) -> Playing:
        """The table after the choice of an option of the pending ruling.

        Raises :class:`IllegalAction` when nothing is pending or the option is not offered.
        """
        ruling, offence = self.pending, self.offence
        if ruling is None or offence is None:
            raise IllegalAction("there is no ruling to choose under")
        if ruling.option(key) is None:
            offered = ", ".join(option.key for option in ruling.options)
            raise IllegalAction(f"`{key}` is not offered; choose one of: {offered}", ruling.law)
        return getattr(self._cleared(), _CHOICES[offence.kind])(key, offence)  # type: ignore[no-any-return]

    def _chosen_lead(self, key: str, offence: Offence) -> Playing:
        """Law 50D2: require or forbid a suit, or let the lead be free."""
        word, _, rest = key.partition(" ")
        table = attrs.evolve(self, decided=len(self.state.tricks))
        if word == "free":
            return table._before_the_turn()
        owner = offence.seat.partner
        suits = suits_of(self.penalty, owner) if rest == "all" else (Suit.parse(rest),)
        rule = LeadRule(offence.seat, suits, required=word == "require")
        left = picked_up(self.penalty, owner, suits)
        return attrs.evolve(table, lead_rules=(*self.lead_rules, rule), penalty=left)._before_the_turn()

    def _chosen_first_lead(self, key: str, offence: Offence) -> Playing:
        """Law 26B: forbid one suit, or none."""
        waiting = tuple(item for item in self.first_leads if item[0] is not offence.seat)
        table = attrs.evolve(self, first_leads=waiting)
        if key != "free":
            rule = LeadRule(offence.seat, (Suit.parse(key.removeprefix("forbid ")),), False, "Law 26B")
            table = attrs.evolve(table, lead_rules=(*self.lead_rules, rule))
        return table._before_the_turn()

    def _chosen_card(self, key: str, offence: Offence) -> Playing:
        """Law 51A: which of several penalty cards is played."""
        return self._advance(Card.parse(key.removeprefix("play ")))

    # Law 52: another card than the penalty card

    def _penalty_card_not_played(self, seat: Seat, card: Card) -> Playing:
        required = cards_of(self._regular())
        return self._rule(ruled.not_played(seat, self.declarer, card, required), Offence(seat, card, "instead"))

    def _chosen_instead(self, key: str, offence: Offence) -> Playing:
        assert offence.card is not None
        if key == "accept":
            return self._advance(offence.card)
        penalty = with_penalty_card(self.penalty, offence.seat, offence.card, deliberate=True)
        return attrs.evolve(self, penalty=penalty)._advance(Card.parse(key.removeprefix("require ")))

    # Laws 53 to 58: out of turn

    def _out_of_turn(self, seat: Seat, card: Card) -> Playing:
        if not self.state.trick:
            return self._lead_out_of_turn(seat, card)
        place, count = (seat - self.state.leader) & 3, len(self.state.trick)
        if not self._is_defender(seat):
            if place < count:
                text = f"{seat.word}'s {card} is put back: he has played to this trick"
                return self._rule(Ruling("Law 57C", seat, text))
            text = f"{seat.word}'s {card} was played too early and must be played at its turn"
            committed = attrs.evolve(self, committed=(*self.committed, (seat, card)))
            return committed._rule(Ruling("Law 57C3", seat, text))
        if place == count + 1:  # right-hand opponent's turn, partner has played
            return self._play_at_rhos_turn(seat, card)
        penalty = with_penalty_card(self.penalty, seat, card, deliberate=True)
        table = attrs.evolve(self, penalty=penalty)
        if (seat.partner - self.state.leader) & 3 < count:  # partner has played: nothing he could be told
            return table._rule(Ruling("Law 49", seat, f"{card} of {seat.word} becomes a major penalty card"))
        ruling = ruled.premature(seat, self.declarer, card, self.state.trick[0].suit)
        return table._rule(ruling, Offence(seat, card, "premature"))

    def _play_at_rhos_turn(self, seat: Seat, card: Card) -> Playing:
        led = SUIT_MASKS[self.state.trick[0].suit]
        hand = self.state.hands[seat]
        if card.bit & led or not hand & led:
            text = f"{seat.word}'s {card} must be played at its proper turn"
            table = attrs.evolve(self, committed=(*self.committed, (seat, card)))
            return table._rule(Ruling("Law 57D", seat, text))
        penalty = with_penalty_card(self.penalty, seat, card, deliberate=True)
        text = f"{seat.word}'s {card} cannot be played to this trick and becomes a major penalty card"
        return attrs.evolve(self, penalty=penalty)._rule(Ruling("Law 57D", seat, text))

    def _chosen_play(self, key: str, offence: Offence) -> Playing:
        kind, _, letter = key.partition(" ")
        suit = Suit.parse(letter) if letter else self.state.trick[0].suit
        table = attrs.evolve(self, play_rule=PlayRule(offence.seat.partner, kind, suit))
        return table._before_the_turn()

    def _lead_out_of_turn(self, seat: Seat, card: Card) -> Playing:
        state, defender = self.state, self._is_defender(seat)
        assert state.turn is not None
        if not state.tricks and not defender:
            return self._rule(Ruling("Law 54E", seat, f"{seat.word} is of the declaring side: {card} is put back"))
        if len(state.tricks) == 12:
            text = f"{seat.word} has led {card} out of turn: in the thirteenth trick it is retracted"
            return self._rule(Ruling("Law 53A", seat, text))
        if not state.tricks:
            return self._rule(ruled.opening_lead(seat, self.declarer), Offence(seat, card, "opening lead"))
        if defender:
            ruling = ruled.defenders_lead(seat, self.declarer, card, state.turn)
            return self._rule(ruling, Offence(seat, card, "lead"))
        ruling = ruled.declarers_lead(seat, card, state.turn)
        return self._rule(ruling, Offence(seat, card, "declarer's lead"))

    def _chosen_for_lead(self, key: str, offence: Offence) -> Playing:
        """Laws 53 to 56: the lead stands, or is taken back."""
        assert offence.card is not None
        if key == "accept":
            return attrs.evolve(self, state=self.state.with_turn(offence.seat))._advance(offence.card)
        if key == "become dummy":
            old = self.state.contract
            contract = Contract(old.level, old.strain, old.doubled, old.declarer.partner)
            start = PlayState.position(self.state.hands, contract, offence.seat)
            return attrs.evolve(self, state=start)._advance(offence.card)
        if not self._is_defender(offence.seat):
            return self
        penalty = with_penalty_card(self.penalty, offence.seat, offence.card, deliberate=True)
        return attrs.evolve(self, penalty=penalty)._before_the_turn()

    def _play_while_pending(self, seat: Seat, card: Card) -> Playing:
        """Playing on accepts a lead out of turn; the proper leader may lead all the same (Law 53A, B)."""
        ruling, offence = self.pending, self.offence
        assert ruling is not None and offence is not None
        if ruling.option("accept") is not None:
            if offence.kind in ("opening lead", "lead", "declarer's lead"):
                if seat is offence.seat.lho:
                    return self.choose("accept").play(seat, card)
                if seat is self.state.turn and seat.side != offence.seat.side:
                    table = self._cleared()._rule(Ruling("Law 53B", seat, f"{seat.word}'s proper lead stands"))
                    return table.play(seat, card)
            elif offence.kind == "instead" and not self._is_defender(seat):
                return self.choose("accept").play(seat, card)  # Law 52B1(b)
        raise IllegalAction(f"the ruling comes first: {ruling.text}", ruling.law)

    # Laws 48, 49: exposed cards

    def expose(self, seat: Seat, *cards: Card, deliberate: bool = False) -> Playing:
        """Cards of a hand are seen without being played.

        Declarer and dummy have no penalty cards (Law 48); a defender's become such (Laws 49, 50B).
        """
        seat = SEATS[seat]
        for card in cards:
            if not self.state.hands[seat] & card.bit:
                raise IllegalAction(f"{card} is not in {seat.word}'s hand")
        named = " ".join(map(str, cards))
        if not self._is_defender(seat):
            return self._rule(Ruling("Law 48", seat, f"{named} of {seat.word} exposed: no rectification"))
        penalty = self.penalty
        for card in cards:
            penalty = with_penalty_card(penalty, seat, card, deliberate)
        kind = "major" if any(k.seat is seat and k.major for k in penalty) else "minor"
        text = f"{named} of {seat.word} exposed: {kind} penalty card"
        return attrs.evolve(self, penalty=penalty)._rule(Ruling("Law 50B", seat, text))._before_the_turn()

    # Laws 61 to 64: revokes

    def attention(self) -> Playing:
        """Somebody draws attention to the last revoke: it is corrected if it can be, or will cost tricks.

        Corrected: the play goes back to the offender's turn, a defender's card becomes a major penalty card,
        the non-offenders may change cards they played to the trick after it, and then the offender's partner
        his. Raises :class:`IllegalAction` when nobody has revoked.
        """
        if not self.revokes:
            raise IllegalAction("nobody has revoked", "Law 61A")
        correctable = [r for r in self.revokes if not r.established or r.trick == 12]
        if not correctable:
            revoke = self.revokes[-1]
            text = f"{revoke}; it is established and may not be corrected"
            return self._rule(Ruling("Law 63B", revoke.seat, text))
        revoke = min(correctable, key=lambda r: (r.trick, self._order(r)))
        same = [r for r in self.revokes if r.trick == revoke.trick]
        both = {r.seat.side for r in same} == {revoke.seat.side, revoke.seat.side.other}
        law = "Law 62B"
        if revoke.established:
            law = "Law 62D1"
        elif both and self._trick_number() > revoke.trick:
            law = "Law 62C3"
        if both:
            revoke = min(same, key=self._order)
        return self._corrected(revoke, *self._back_to(revoke.card), law)

    def _back_to(self, card: Card) -> tuple[PlayState, list[tuple[Seat, Card]]]:
        """The play before a card was played, and the cards that are undone with it, in order."""
        state, undone = self.state, list[tuple[Seat, Card]]()
        while not undone or undone[-1][1] != card:
            last, before = state.card, state.previous
            assert last is not None and before is not None
            undone.append((_player_of(state), last))
            state = before
        return state, undone[::-1]

    def _order(self, revoke: Revoke) -> int:
        """The place of a revoke card in the whole play."""
        return self.state.played().index(revoke.card)

    def _corrected(self, revoke: Revoke, state: PlayState, undone: list[tuple[Seat, Card]], law: str) -> Playing:
        seat, room = revoke.seat, 4 - len(state.trick)
        penalty = self.penalty
        if self._is_defender(seat) and not revoke.faced:
            penalty = with_penalty_card(penalty, seat, revoke.card, deliberate=True)
        replay = []
        for place, (who, card) in enumerate(undone[1:], 1):
            revoked = any(r.card == card for r in self.revokes)
            if revoked and self._is_defender(who):
                penalty = with_penalty_card(penalty, who, card, deliberate=True)
            if place < room and not revoked:
                replay.append((who, card))
        gone = {card for _, card in undone}
        table = attrs.evolve(
            self,
            state=state,
            penalty=penalty,
            revokes=tuple(r for r in self.revokes if r.card not in gone),
            replay=tuple(replay),
            corrector=seat,
            changed=False,
            pending=None,
            offence=None,
        )
        text = f"{revoke}; it is corrected"
        return table._rule(Ruling(law, seat, text))

    # Laws 68 to 71: what a claim does to the play; the claim itself is in bridgelang.laws.claiming

    def claimed(self, seat: Seat) -> Playing:
        """A claim or concession by this player, or his agreement to one, establishes the revokes of his side (Law
        63A3).
        """
        revokes = tuple(
            attrs.evolve(revoke, established=True) if revoke.seat.side == seat.side else revoke
            for revoke in self.revokes
        )
        return attrs.evolve(self, revokes=revokes)

    def played_on(self) -> Playing:
        """Play goes on after a void claim: Law 50 no longer applies (Law 68D2(b)(ii)), penalty cards are picked up."""
        rules = tuple(rule for rule in self.lead_rules if rule.law != "Law 50D2")
        return attrs.evolve(self, penalty=(), lead_rules=rules)

    def noted(self, ruling: Ruling) -> Playing:
        """A ruling that leaves no choice is on record."""
        return attrs.evolve(self, rulings=(*self.rulings, ruling))

    def result(self, claimed: Sequence[Seat] = ()) -> tuple[int, tuple[Ruling, ...]]:
        """Declarer's tricks after the adjustments of Law 64, with the rulings: all cards have been played, or
        ``claimed`` are the winners of the tricks left.

        Raises :class:`IllegalAction` while cards are left that nobody has claimed.
        """
        if len(claimed) != (0 if self.is_over else self.state.tricks_left):
            raise IllegalAction("the play is not over", "Law 64A")
        winners = [trick.winner for trick in self.state.tricks]
        return adjusted_tricks(self.revokes, [*winners, *claimed], self.declarer)


_CHOICES = {
    "penalty lead": "_chosen_lead",
    "first lead": "_chosen_first_lead",
    "several": "_chosen_card",
    "instead": "_chosen_instead",
    "premature": "_chosen_play",
    "opening lead": "_chosen_for_lead",
    "lead": "_chosen_for_lead",
    "declarer's lead": "_chosen_for_lead",
}


T = TypeVar("T")


def _without(items: tuple[tuple[Seat, T], ...], seat: Seat) -> tuple[tuple[Seat, T], ...]:
    """What belongs to the other seats."""
    return tuple(item for item in items if item[0] is not seat)


def _player_of(state: PlayState) -> Seat:
    """The hand the last card of a state came from."""
    if state.trick:
        return SEATS[(state.leader + len(state.trick) - 1) & 3]
    last = state.tricks[-1]
    return SEATS[(last.leader + 3) & 3]
