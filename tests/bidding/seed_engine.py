"""The bidding of the engine that ``standard-simple`` re-expresses, transcribed rule by rule as an oracle.

Cards are (suit, rank) pairs with suits 0 clubs … 3 spades and ranks 0 two … 12 ace; a bid is (level, strain) with
strain 4 for notrump. The history is chronological: (player, bid or None for anything that is no suit or notrump bid).
"""

from __future__ import annotations

Bid = tuple[int, int]
Cards = list[tuple[int, int]]
NT = 4
TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12


def hcp(hand: Cards) -> int:
    return sum(max(0, rank - 8) for _, rank in hand)


def length(suit: int, hand: Cards) -> int:
    return sum(s == suit for s, _ in hand)


def is_balanced(hand: Cards) -> bool:
    return sorted((length(s, hand) for s in range(4)), reverse=True) in ([4, 3, 3, 3], [4, 4, 3, 2], [5, 3, 3, 2])


def honours(suit: int, hand: Cards) -> int:
    return sum(s == suit and rank >= TEN for s, rank in hand)


def longest(hand: Cards) -> int:
    return max(range(4), key=lambda s: (length(s, hand), s))


def opening(hand: Cards) -> Bid | None:
    points = hcp(hand)
    if points >= 22:
        return 2, 0
    if is_balanced(hand) and 20 <= points <= 21:
        return 2, NT
    if is_balanced(hand) and 15 <= points <= 17:
        return 1, NT
    if 13 <= points <= 21:
        if length(3, hand) >= 5:
            return 1, 3
        if length(2, hand) >= 5:
            return 1, 2
        return 1, 1 if length(1, hand) > length(0, hand) else 0
    seven = [s for s in range(4) if length(s, hand) >= 7 and honours(s, hand) >= 2]
    if points < 13 and seven:
        return 3, seven[0]
    six = [s for s in (1, 2, 3) if length(s, hand) >= 6]
    if 5 <= points < 13 and six:
        return 2, six[0]
    return None


def response(hand: Cards, partner: Bid) -> Bid | None:
    level, strain = partner
    points = hcp(hand)
    spades, hearts = length(3, hand), length(2, hand)
    if strain == NT:
        return _notrump_response(hand, level, points)
    mine = length(strain, hand)
    if level == 1 and strain >= 2:
        if points <= 5:
            return None
        if points <= 10:
            if mine >= 3:
                return 2, strain
            return (1, 3) if strain == 2 and spades >= 4 else (1, NT)
        if points <= 12:
            if mine >= 3:
                return 3, strain
            return (2, longest(hand)) if longest(hand) > strain else (2, NT)
        return (4, strain) if mine >= 3 else (3, NT)
    if level == 1:
        if points < 6:
            return None
        if hearts >= 4 or spades >= 4:
            if hearts >= 5 and spades >= 5:
                return 1, 3
            return (1, 2) if hearts >= 4 else (1, 3)
        if points <= 10:
            return 1, NT
        if points <= 12:
            return (3, strain) if mine >= 4 else (2, NT)
        if points <= 15:
            return (5, strain) if mine >= 4 else (3, NT)
        return 4, NT
    if strain == 0:
        if points < 8:
            return 2, 1
        if not is_balanced(hand):
            for suit, at in ((3, 2), (2, 2), (1, 3), (0, 3)):
                if length(suit, hand) >= 5:
                    return at, suit
        return 2, NT
    if mine >= 3 and points >= 14:
        return (4 if level == 2 or strain >= 2 else 5), strain
    if level == 2 and mine >= 3 and points >= 10:
        return 3, strain
    return None


def _notrump_response(hand: Cards, level: int, points: int) -> Bid | None:
    lengths = [length(s, hand) for s in range(4)]
    major = lengths[2] >= 4 or lengths[3] >= 4
    if level > 1:
        if points <= 4 and max(lengths) < 5:
            return None
        if points >= 4 and major:
            return 3, 0
        return (3, NT) if points >= 5 else None
    if points <= 7:
        return next(((2, s) for s in (3, 2, 1) if lengths[s] >= 5), None)
    if major:
        return 2, 0
    if points <= 9:
        return 2, NT
    return (3, NT) if points <= 15 else (4, NT)  # longer majors were taken by Stayman


def rebid(hand: Cards, mine: Bid, partner: Bid) -> Bid | None:
    points = hcp(hand)
    my_strain, level, strain = mine[1], *partner
    if (mine, partner) in (((1, NT), (2, 0)), ((2, NT), (3, 0))):
        at = 2 if mine[0] == 1 else 3
        return at, next((s for s in (2, 3) if length(s, hand) >= 4), 1)
    if partner == (4, NT):
        return 5, sum(rank == ACE for _, rank in hand)
    if partner == (5, NT):
        return 6, sum(rank == KING for _, rank in hand)
    if partner == (4, 0) and my_strain == NT:
        return [(4, 1), (4, 2), (4, 3), (4, NT), (5, 0)][sum(rank == ACE for _, rank in hand)]
    if partner == (5, 0):
        return [(5, 1), (5, 2), (5, 3), (5, NT), (6, 0)][sum(rank == KING for _, rank in hand)]
    if strain == NT:
        if my_strain < NT and length(my_strain, hand) >= 6:
            return level + 1, my_strain
        if points <= 15:
            return None
        return (level + 1, NT) if points <= 17 else (level + 2, NT)
    if strain == my_strain:
        if points <= 15:
            return None
        if strain >= 2:
            return (4, NT) if points >= 19 else (4, strain)
        return 5, strain
    if length(strain, hand) >= 4:
        return level + 1, strain
    if my_strain < NT and length(my_strain, hand) >= 6:
        return 2, my_strain
    if points <= 15 and is_balanced(hand):
        return (level if level >= 2 else 1), NT
    if my_strain < NT and length(my_strain, hand) >= 5:
        return 2, my_strain
    return 1, NT


def select(hand: Cards, history: list[tuple[int, Bid | None]], me: int) -> Bid | None:
    """The engine's call: a bid, or None for a pass."""
    bids = [(player, bid) for player, bid in history if bid is not None]
    mine = next((bid for player, bid in bids if player == me), None)
    partner = next((bid for player, bid in bids if player == (me + 2) % 4), None)
    if mine is not None and partner is not None:
        raw = rebid(hand, mine, partner)
    elif partner is not None:
        raw = response(hand, partner)
    elif not bids:
        raw = opening(hand)
    elif hcp(hand) >= 13 and max(length(2, hand), length(3, hand)) >= 5:
        raw = (1, 3) if length(3, hand) >= 5 else (1, 2)
    elif 15 <= hcp(hand) <= 18 and is_balanced(hand):
        raw = 1, NT
    else:
        raw = None
    if raw is None or raw[0] > 7:
        return None
    return raw if not bids or raw > bids[-1][1] else None
