"""Benchmarks of steering: whether seed words hold, and what an edit costs."""
