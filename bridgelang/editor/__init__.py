"""What an author works with: a system to begin from, auctions typed and answered, and the language server."""
