"""Lint rules that look at the compiled system: each a file with what it finds, why, and what to do about it."""
