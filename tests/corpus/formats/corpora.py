"""Corpora to write and read, and assertions that two of them are equal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy import sparse

from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError

WHOLE = st.integers(1, 2**24)
FRACTIONAL = st.one_of(WHOLE.map(float), st.floats(1e-300, 2.0**24), st.floats(0.0, 1.0, width=32))
# Any text without line breaks.
LINE_WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\n\r\0"), min_size=0, max_size=6
)
# Words without whitespace, for formats that contain the words themselves.
NAMES = st.text(
    st.characters(codec="utf-8", exclude_characters=" \t\n\r\v\f\0:|"), min_size=1, max_size=6
)


@st.composite
def corpora(
    draw: st.DrawFn,
    words: st.SearchStrategy[str] = LINE_WORDS,
    counts: st.SearchStrategy[Any] = WHOLE,
) -> Corpus:
    """Small corpora, empty documents and unused words included."""
    vocabulary = draw(st.lists(words, unique=True, max_size=6))
    n_documents = draw(st.integers(0, 5))
    cells = n_documents * len(vocabulary)
    entries = draw(st.dictionaries(st.integers(0, max(cells - 1, 0)), counts, max_size=cells))
    matrix = sparse.lil_array((n_documents, len(vocabulary)), dtype=np.float64)
    for cell, count in entries.items():
        matrix[divmod(cell, len(vocabulary))] = count
    csr = matrix.tocsr()
    if all(float(count).is_integer() for count in entries.values()):
        csr = csr.astype(np.int32)
    return Corpus(csr, vocabulary)


EXAMPLE = Corpus(
    [[2, 0, 1, 0], [0, 0, 0, 0], [0, 3, 0, 1], [0, 0, 0, 0]], ["river", "bank", "água", "money"]
)


def assert_same(got: Corpus, expected: Corpus) -> None:
    assert got.shape == expected.shape
    assert list(got.vocabulary) == list(expected.vocabulary)
    np.testing.assert_array_equal(got.documents().offsets, expected.documents().offsets)
    np.testing.assert_array_equal(got.documents().words, expected.documents().words)
    np.testing.assert_array_equal(got.documents().counts, expected.documents().counts)


def assert_refused(read: Any, path: Path, *said: str) -> None:
    """The error names this file and contains all of these texts."""
    with pytest.raises(InputError) as caught:
        read(path)
    for words in (path.name, *said):
        assert words in str(caught.value)
