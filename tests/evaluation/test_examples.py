"""The examples in docstrings of evaluation, export and results run."""

import doctest
from importlib import import_module

import pytest

MODULES = {
    "thalweg.analysis.documents.snippets": 5,
    "thalweg.answers.about_documents": 6,
    "thalweg.evaluation._coherence": 3,
    "thalweg.evaluation._diversity": 2,
    "thalweg.evaluation._heldout": 4,
    "thalweg.evaluation._intrusion": 3,
    "thalweg.evaluation._left_to_right": 4,
    "thalweg.evaluation._stability": 8,
    "thalweg.export.csv_json": 9,
    "thalweg.export.ldavis": 5,
    "thalweg.export.sklearn_model": 5,
    "thalweg.results.example_tables": 1,
    "thalweg.results.table": 4,
}


@pytest.mark.parametrize(("name", "n_examples"), MODULES.items())
def test_examples_of_docstrings_run(name: str, n_examples: int) -> None:
    assert doctest.testmod(import_module(name)) == (0, n_examples)
