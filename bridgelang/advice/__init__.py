"""What would have done better: two versions of a system on the same boards, and calls replaced one at a time."""
