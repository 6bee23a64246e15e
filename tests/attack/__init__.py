"""Attacks: input nobody would write, environments nobody would want, and what must hold all the same."""
