"""The live explorer: a page on this machine that shows a model while it learns.

`thalweg.explore.serving.server.serve` runs it. See docs/explanation/design/explorer.md.
"""
