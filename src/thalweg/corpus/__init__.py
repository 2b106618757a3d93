"""Corpora: read texts, tables and bags of words, and hold them as word counts."""
