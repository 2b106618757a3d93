"""Views of views of corpora, in memory and on disk, equal the same steps on an array."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus

WORDS = "abcdef"
SLICES = st.builds(
    slice,
    st.none() | st.integers(-5, 5),
    st.none() | st.integers(-5, 5),
    st.sampled_from([1, 2, -1, -2]),
)
STEPS = ("slice", "rows", "mask", "words", "concatenate before", "concatenate behind", "store")


@dataclass(frozen=True)
class Model:
    """The expected corpus: a dense array, and the words of its columns."""

    counts: NDArray[np.float64]
    words: list[str]

    def under(self, words: list[str]) -> Model:
        counts = np.zeros((len(self.counts), len(words)))
        for place, word in enumerate(words):
            if word in self.words:
                counts[:, place] = self.counts[:, self.words.index(word)]
        return Model(counts, words)

    def followed_by(self, other: Model) -> Model:
        words = self.words + [word for word in other.words if word not in self.words]
        both = [self.under(words).counts, other.under(words).counts]
        return Model(np.concatenate(both), words)


@st.composite
def models(draw: st.DrawFn) -> Model:
    words = draw(st.permutations(WORDS))[: draw(st.integers(0, len(WORDS)))]
    row = st.lists(
        st.sampled_from([0, 0, 1, 2, 300, 0.5]), min_size=len(words), max_size=len(words)
    )
    rows = draw(st.lists(row, max_size=5))
    return Model(np.array(rows, dtype=float).reshape(len(rows), len(words)), words)


def step(name: str, corpus: Corpus, model: Model, data: st.DataObject, folder: Path):
    n = len(model.counts)
    if name == "store":
        corpus.save(folder)
        return Corpus.open(folder), model
    if name == "words":
        words = data.draw(st.permutations(WORDS + "xy"))[: data.draw(st.integers(0, 8))]
        return corpus.with_vocabulary(words), model.under(words)
    if name.startswith("concatenate"):
        other = data.draw(models())
        pair = [(corpus, model), (Corpus(other.counts, other.words), other)]
        (first, head), (second, tail) = pair if name.endswith("behind") else pair[::-1]
        return Corpus.concat([first, second]), head.followed_by(tail)
    if name == "slice":
        rows = data.draw(SLICES)
    elif name == "mask":
        rows = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), dtype=bool)
    else:
        numbers = st.lists(st.integers(-n, n - 1), max_size=8) if n else st.just([])
        rows = np.array(data.draw(numbers), dtype=int)
    return corpus[rows], Model(model.counts[rows], model.words)


@given(models(), st.lists(st.sampled_from(STEPS), max_size=6), st.data())
@settings(max_examples=150, deadline=None)
def test_steps_compose_like_those_of_an_array(model, names, data):
    corpus = Corpus(model.counts, model.words)
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(names):
            corpus, model = step(name, corpus, model, data, Path(folder, str(number)))
        assert list(corpus.vocabulary) == model.words
        assert np.array_equal(corpus.to_csr().toarray(), model.counts)
        assert corpus.n_tokens == model.counts.sum()
        for most in (1, 4, None):
            bounds = corpus.part_bounds(most)
            assert (bounds[0], bounds[-1]) == (0, len(model.counts))
            parts = list(corpus.parts(most))
            for part, first, last in zip(parts, bounds[:-1], bounds[1:], strict=True):
                assert np.array_equal(part.to_csr().toarray(), model.counts[first:last])
                assert part.n_documents == 1 or most is None or part.words.size <= most
