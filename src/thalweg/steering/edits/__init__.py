"""Edits of topics: what each one changes, how it is applied and taken back, and their log."""
