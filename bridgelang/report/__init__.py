"""Plain values as text, HTML and SVG; nothing here computes."""
