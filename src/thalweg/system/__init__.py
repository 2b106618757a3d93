"""Threads and memory of the machine."""
