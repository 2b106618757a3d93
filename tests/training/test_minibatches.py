"""Minibatches: where they begin and end, and how large the corpus is taken to be at each."""

from __future__ import annotations

import numpy as np
import pytest

from tests.inference.comparison import random_counts
from tests.synthetic import corpus_in_parts
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.training.minibatches import CorpusSize, batch_bounds, n_batches


@pytest.mark.parametrize(
    ("n_documents", "batch_size", "bounds"),
    [
        (10, 4, [0, 4, 8, 10]),
        (8, 4, [0, 4, 8]),
        (3, 10, [0, 3]),
        (1, 1, [0, 1]),
        (0, 5, [0]),
    ],
)
def test_bounds_of_minibatches(n_documents: int, batch_size: int, bounds: list[int]) -> None:
    found = batch_bounds(n_documents, batch_size)
    assert found.tolist() == bounds
    assert found.dtype == np.int64


def test_no_minibatch_spans_two_parts(tmp_path) -> None:
    X = random_counts(60, 40, 30, seed=0)
    corpus = corpus_in_parts(X, tmp_path / "corpus", 200)
    sizes = np.diff(corpus.part_bounds())
    assert sizes.size > 2
    expected = sum(-(-int(size) // 7) for size in sizes)
    assert n_batches(DocumentSource.of(corpus), 7) == expected > -(-60 // 7)


LENGTHS = [4, 2, 6, 0, 8]  # tokens of five documents
BOUNDS = np.array([0, 2, 5])  # two minibatches, of 6 and 14 tokens


def documents() -> Documents:
    counts = np.zeros((5, 3))
    counts[:, 0] = LENGTHS
    return Documents.check(counts)


def state_after(n_documents: int, n_tokens: float) -> TopicState:
    state = TopicState.random(3, Prior.create(0.1, 0.1, 2, 3), max(n_tokens, 1.0), seed=0)
    state.n_documents_seen, state.n_tokens_seen = n_documents, n_tokens
    return state


def test_the_size_of_a_corpus_that_is_all_there_is_constant() -> None:
    size = CorpusSize.known(DocumentSource.of_documents(documents()), 2)
    assert size.tokens.tolist() == [20.0, 20.0]
    assert size.documents.tolist() == [5.0, 5.0]


def test_without_totals_a_stream_is_as_large_as_what_has_been_seen() -> None:
    size = CorpusSize.of_stream(None, documents(), BOUNDS, None, None)
    assert size.tokens.tolist() == [6.0, 20.0]
    assert size.documents.tolist() == [2.0, 5.0]
    later = CorpusSize.of_stream(state_after(10, 100.0), documents(), BOUNDS, None, None)
    assert later.tokens.tolist() == [106.0, 120.0]
    assert later.documents.tolist() == [12.0, 15.0]


def test_a_young_stream_has_a_least_size_until_more_tokens_have_come() -> None:
    size = CorpusSize.of_stream(None, documents(), BOUNDS, None, None, least_tokens=15.0)
    assert size.tokens.tolist() == [15.0, 20.0]
    young = state_after(2, 6.0)
    young.corpus_tokens = 15.0  # the least size is not counted as tokens that have come
    later = CorpusSize.of_stream(young, documents(), BOUNDS, None, None, least_tokens=15.0)
    assert later.tokens.tolist() == [15.0, 26.0]


def test_after_passes_over_a_corpus_a_stream_adds_to_its_size() -> None:
    trained = state_after(100, 50.0)
    trained.n_tokens_seen = 500.0  # ten passes
    size = CorpusSize.of_stream(trained, documents(), BOUNDS, None, None)
    assert size.tokens.tolist() == [56.0, 70.0]


def test_total_documents_are_multiplied_by_the_mean_length_so_far() -> None:
    size = CorpusSize.of_stream(None, documents(), BOUNDS, 1000.0, None)
    assert size.tokens.tolist() == [1000 * 6 / 2, 1000 * 20 / 5]
    assert size.documents.tolist() == [1000.0, 1000.0]


def test_total_tokens_are_divided_by_the_mean_length_so_far() -> None:
    size = CorpusSize.of_stream(state_after(1, 2.0), documents(), BOUNDS, 1000.0, 600.0)
    assert size.tokens.tolist() == [600.0, 600.0]
    np.testing.assert_allclose(size.documents, [600 / (8 / 3), 600 / (22 / 6)])


def test_a_stream_of_empty_documents_has_at_least_one_token() -> None:
    empty = Documents.check(np.zeros((2, 3)))
    for totals in ((None, None), (10.0, None)):
        size = CorpusSize.of_stream(None, empty, np.array([0, 2]), *totals)
        assert size.tokens.tolist() == [1.0]


def test_a_range_of_minibatches_can_be_taken() -> None:
    size = CorpusSize.of_stream(None, documents(), BOUNDS, None, None).between(1, 2)
    assert (size.tokens.tolist(), size.documents.tolist()) == ([20.0], [5.0])
