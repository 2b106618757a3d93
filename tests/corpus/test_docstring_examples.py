"""The examples in docstrings of the corpus package run, and show what they claim."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import thalweg.corpus

MODULES = [
    "thalweg.checks",
    "thalweg.random_streams",
    *(found.name for found in pkgutil.walk_packages(thalweg.corpus.__path__, "thalweg.corpus.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_show_what_they_claim(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        *("corpus.Corpus", "vocabulary.Vocabulary", "growing_vocabulary.GrowingVocabulary"),
        *("reading.read", "reading.stream"),
        *("text.text_settings.TextSettings", "text.phrases.PhraseRule"),
    ],
)
def test_public_names_have_parameters_and_an_example(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    text = getattr(import_module(f"thalweg.corpus.{module}"), attribute).__doc__
    assert "\nParameters\n" in text.replace("    ", "")
    assert ">>> " in text
