"""Answers to the requests of the page, and the files that it offers."""
