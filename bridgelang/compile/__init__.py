"""From the text of a system to its compiled form: parse, splice, copy, judge legality, assemble."""
