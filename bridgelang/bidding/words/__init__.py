"""The words of conditions, one record each: what a word is called, what it asks, what it means."""
