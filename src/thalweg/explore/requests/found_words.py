"""Words of the texts that lists show: found once per text, not once per request.

While a model trains, a page asks for the same documents every second. Their words do not change.
"""

from __future__ import annotations

from functools import lru_cache

from thalweg.analysis.documents.snippets import plain
from thalweg.corpus.text.word_places import PlacedWord, WordPlaces

MAX_CHARACTERS = 2000
"""Of a text in a list, which are searched for a passage."""
MAX_TEXTS = 256


def found_words(places: WordPlaces | None, text: str) -> tuple[str, tuple[PlacedWord, ...]]:
    """Return the beginning of a text in one line, and its words with their places."""
    line = plain(text[:MAX_CHARACTERS])
    return line, () if places is None else _found(places, line)


@lru_cache(maxsize=MAX_TEXTS)
def _found(places: WordPlaces, line: str) -> tuple[PlacedWord, ...]:
    return tuple(places.find(line))
