"""Scores of a model on documents it has not seen."""
