"""A system's own tests, and which of its rules they exercise."""
