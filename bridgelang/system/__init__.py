"""Compiled systems: contexts, conditions against the public state, the interpreter, events and explanations."""
