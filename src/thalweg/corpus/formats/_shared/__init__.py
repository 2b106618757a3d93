"""What several bag-of-words formats share: opening, parsing and error messages."""
