"""Code that several bag-of-words formats share: parsing, writing, vocabularies and errors."""
