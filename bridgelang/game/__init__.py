"""A game that a person sits down to: who acts when, what is on view, and the file that keeps it.

Nothing here reads or prints; a front end asks a session what it needs and tells it what the person did.
"""
