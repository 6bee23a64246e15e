"""Bidding by a compiled system: from an auction and a hand to a call, and from a call to what it shows."""
