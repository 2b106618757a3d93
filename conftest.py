"""The Python code in README.md and docs/ runs as tests, and so do the examples of docstrings."""

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

documents = Sybil(parsers=[PythonCodeBlockParser()], patterns=["*.md"])
docstrings = Sybil(parsers=[DocTestParser()], patterns=["estimator.py"], path="src/thalweg")

pytest_collect_file = (documents + docstrings).pytest()
