"""Typical documents of topics, and why a document has its topics."""
