"""Corpora on disk: memory-mapped arrays in a folder with a manifest."""
