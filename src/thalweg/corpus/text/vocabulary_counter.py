"""The native counter of a vocabulary, which is built once and then kept with the vocabulary."""

from __future__ import annotations

from thalweg.corpus.text.text_counter import TextCounter
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary


def vocabulary_counter(vocabulary: Vocabulary, settings: TextSettings) -> TextCounter:
    """Return the counter of a vocabulary's words; retired words are counted too.

    Building the table of words takes milliseconds, counting a short text microseconds. The counter
    of the latest settings is therefore kept with the vocabulary. Any number of threads may use it
    at the same time; if two of them build it, one table is dropped.
    """
    kept: tuple[TextSettings, TextCounter] | None = vocabulary.__dict__.get("_counter")
    if kept is not None and (kept[0] is settings or kept[0] == settings):
        return kept[1]
    counter = settings.counter(vocabulary)
    vocabulary.__dict__["_counter"] = settings, counter
    return counter
