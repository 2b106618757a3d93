"""Answers to the requests of the page."""
