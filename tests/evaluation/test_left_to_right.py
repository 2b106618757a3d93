"""Left-to-right: its mean equals the exact sum over all topic assignments of tiny documents."""

from __future__ import annotations

from itertools import product
from math import lgamma
from pathlib import Path

import numpy as np
import pytest

from tests.synthetic import corpus_in_parts, make_corpus
from thalweg import Corpus, InputError
from thalweg.evaluation._heldout import completion
from thalweg.evaluation._left_to_right import document_log_probability, left_to_right
from thalweg.state.topic_state import TopicState

TOPICS = np.array([[0.7, 0.2, 0.1], [0.1, 0.1, 0.8], [0.2, 0.6, 0.2]])
ALPHA = np.array([0.3, 0.5, 0.2])


def exact(phi: np.ndarray, alpha: np.ndarray, words: list[int]) -> float:
    """The log of sum_z p(z | alpha) prod_n phi_{w_n z_n}, over all assignments z."""
    total = 0.0
    for z in product(range(alpha.size), repeat=len(words)):
        counts = np.bincount(z, minlength=alpha.size)
        log_prior = lgamma(alpha.sum()) - lgamma(alpha.sum() + len(words))
        log_prior += sum(lgamma(a + n) - lgamma(a) for a, n in zip(alpha, counts, strict=True))
        total += np.exp(log_prior) * np.prod([phi[w, k] for w, k in zip(words, z, strict=True)])
    return float(np.log(total))


@pytest.mark.parametrize("n_particles", [1, 2, 5])
@pytest.mark.parametrize(
    ("topics", "alpha", "words"),
    [
        (TOPICS, ALPHA, [2, 1, 0, 0, 2]),
        # Words that few topics share are unexpected for most particles: here the published
        # algorithm, without resampling, is 30 % too high.
        (np.array([[0.9, 0.05, 0.05], [0.05, 0.05, 0.9]]), np.full(2, 0.05), [0, 2, 0, 2, 0]),
    ],
)
def test_the_estimate_is_unbiased_for_any_number_of_particles(
    topics: np.ndarray, alpha: np.ndarray, words: list[int], n_particles: int
) -> None:
    rng = np.random.default_rng(n_particles)
    tokens = np.array(words)
    p = np.exp(
        [document_log_probability(topics.T, alpha, tokens, n_particles, rng) for _ in range(800)]
    )
    error = p.std(ddof=1) / np.sqrt(p.size)
    assert abs(p.mean() - np.exp(exact(topics.T, alpha, words))) < 4 * error


def test_the_estimate_is_exact_for_one_topic() -> None:
    counts = np.random.default_rng(0).poisson(3.0, (6, 3))
    found = left_to_right(TOPICS[:1], counts, doc_topic_prior=0.4, n_particles=3)
    assert found.log_likelihood == pytest.approx((counts * np.log(TOPICS[0])).sum(), rel=1e-6)
    assert found.n_tokens == counts.sum()


def test_true_topics_score_higher_than_others_by_both_scores() -> None:
    corpus = make_corpus(30, 40, 3, 25.0, seed=1)
    other = make_corpus(30, 40, 3, 25.0, seed=2)
    for score in (left_to_right, completion):
        true = score(corpus.topics, corpus.counts, doc_topic_prior=0.2)
        assert true.standard_error is not None
        assert (
            true.score
            > score(other.topics, corpus.counts, doc_topic_prior=0.2).score + true.standard_error
        )


def test_the_result_depends_on_the_seed_and_not_on_the_parts_of_a_corpus(
    tmp_path: Path,
) -> None:
    synthetic = make_corpus(12, 20, 3, 8.0)
    state = TopicState.of_topics(synthetic.topics, 0.2)
    corpus = Corpus(synthetic.counts, [f"w{w}" for w in range(20)])
    expected = left_to_right(state, corpus, n_particles=4)
    stored = corpus_in_parts(synthetic.counts, tmp_path / "store", 15)
    assert stored.part_bounds().size > 3
    assert left_to_right(state, stored, n_particles=4) == expected
    assert left_to_right(state, corpus, n_particles=4, random_state=1) != expected


def test_an_empty_document_has_probability_one() -> None:
    found = left_to_right(TOPICS, [[0, 0, 0], [1, 0, 0]], doc_topic_prior=0.1)
    assert found.n_documents == 1
    assert found.log_likelihood == pytest.approx(np.log(TOPICS[:, 0].mean()), rel=1e-6)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="fractional count in document 0; expected whole counts"):
        left_to_right(TOPICS, [[0.5, 0, 1]], doc_topic_prior=0.1)
    with pytest.raises(InputError, match="`n_particles` is 0"):
        left_to_right(TOPICS, [[1, 0, 1]], doc_topic_prior=0.1, n_particles=0)
    with pytest.raises(InputError, match="`X` has 2 words and the topics have 3"):
        left_to_right(TOPICS, [[1, 0]], doc_topic_prior=0.1)
