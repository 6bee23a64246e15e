"""From a system's text to its syntax tree, with every complaint as a value."""
