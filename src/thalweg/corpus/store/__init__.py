"""Corpora on disk: arrays in a folder with a manifest."""
