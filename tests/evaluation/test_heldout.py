"""Document completion: the likelihood of halves, scores, and their standard errors."""

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import (
    SyntheticCorpus,
    corpus_in_parts,
    make_corpus,
    reference_of,
    rows_of,
    state_bytes,
    state_with_counts,
)
from thalweg import LDA, Corpus, InputError
from thalweg.corpus.documents import Documents
from thalweg.evaluation import completion
from thalweg.evaluation._heldout import complete_documents, log_likelihood_per_token
from thalweg.evaluation._token_split import split_tokens
from thalweg.inference.fold_in import Convergence, log_likelihood
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

TO_THE_FIXED_POINT = Convergence(max_passes=3000, tolerance=0.0)


# ---------------------------------------------------------------------- the likelihood


def two_words_two_topics() -> TopicState:
    """phi_0 = (2/3, 1/3), phi_1 = (1/3, 2/3), alpha = (1, 1)."""
    return state_with_counts([[3.0, 1.0], [1.0, 3.0]], Prior.create(1.0, 1.0, 2, 2))


def test_likelihood_of_two_words_in_two_topics_by_hand() -> None:
    # One token of word 0 is observed. At the fixed point of Eq. 5, theta = (a, 3 - a) with
    #   a = 1 + 2a / (2a + 3 - a),  so  a^2 = 3.
    # p(word 0) = (2/3 a + 1/3 (3 - a)) / 3 = (3 + sqrt 3) / 9 and p(word 1) = (6 - sqrt 3) / 9.
    observed, scored = Documents.check([[1, 0]]), Documents.check([[1, 2]])
    found = log_likelihood_per_token(two_words_two_topics(), observed, scored, TO_THE_FIXED_POINT)
    p_0, p_1 = (3 + np.sqrt(3)) / 9, (6 - np.sqrt(3)) / 9
    assert p_0 + p_1 == pytest.approx(1)
    assert found == pytest.approx((np.log(p_0) + 2 * np.log(p_1)) / 3, rel=1e-5)


def test_with_nothing_observed_the_prior_predicts() -> None:
    # theta = alpha: both words have probability one half.
    observed, scored = Documents.check([[0, 0]]), Documents.check([[3, 1]])
    found = log_likelihood_per_token(two_words_two_topics(), observed, scored)
    assert found == pytest.approx(np.log(0.5), rel=1e-6)


def test_the_likelihood_is_averaged_over_tokens_and_not_over_documents() -> None:
    # Nothing observed, phi_0 = phi_1 = (3/4, 1/4): three tokens of word 0, one of word 1.
    state = state_with_counts([[8.0, 8.0], [2.0, 2.0]], Prior.create(1.0, 1.0, 2, 2))
    observed, scored = Documents.check(np.zeros((2, 2))), Documents.check([[3, 0], [0, 1]])
    found = log_likelihood_per_token(state, observed, scored)
    assert found == pytest.approx((3 * np.log(0.75) + np.log(0.25)) / 4, rel=1e-6)


@pytest.mark.parametrize("n_topics", [1, 3, 8, 21])
@pytest.mark.parametrize("fraction", [1.0, 0.375])
def test_likelihood_agrees_with_the_reference(
    corpus: SyntheticCorpus, n_topics: int, fraction: float
) -> None:
    rng = np.random.default_rng(n_topics)
    prior = Prior.create(rng.uniform(0.05, 0.5, n_topics), rng.uniform(0.01, 0.3, 50), n_topics, 50)
    state = state_with_counts(rng.gamma(0.2, 50.0, (50, n_topics)), prior)
    observed, scored = split_tokens(Documents.check(corpus.counts * fraction))
    reference = reference_of(state)
    pairs = list(zip(rows_of(observed), rows_of(scored), strict=True))
    expected = np.array([reference.log_likelihood(*pair) for pair in pairs])
    found = log_likelihood(state, observed, scored, TO_THE_FIXED_POINT)
    np.testing.assert_allclose(found, expected, rtol=1e-4)
    mean = expected.sum() / scored.n_tokens
    found_mean = log_likelihood_per_token(state, observed, scored, TO_THE_FIXED_POINT)
    assert found_mean == pytest.approx(mean, rel=1e-5)
    # The default stops before the fixed point, which changes little.
    assert log_likelihood_per_token(state, observed, scored) == pytest.approx(mean, rel=1e-3)


def test_the_number_of_threads_does_not_change_the_likelihood() -> None:
    X = make_corpus(300, 40, 4, 20.0).counts
    lda = LDA(4, random_state=0, max_iter=1).fit(X)
    halves = split_tokens(Documents.check(X))
    found = {log_likelihood_per_token(lda.state_, *halves, n_threads=n) for n in (1, 2, 5)}
    assert len(found) == 1


def test_documents_without_tokens_to_score_are_refused() -> None:
    nothing = Documents.check(np.zeros((2, 2)))
    with pytest.raises(InputError, match="no tokens to score"):
        log_likelihood_per_token(two_words_two_topics(), nothing, nothing)


# ---------------------------------------------------------------------- the score


def test_perplexity_is_the_exponential_of_the_negative_score(corpus: SyntheticCorpus) -> None:
    lda = LDA(4, random_state=0).fit(corpus.counts)
    assert lda.perplexity(corpus.counts) == pytest.approx(np.exp(-lda.score(corpus.counts)))
    assert 1 < lda.perplexity(corpus.counts) < 50


def test_a_uniform_model_has_the_perplexity_of_its_vocabulary(corpus: SyntheticCorpus) -> None:
    lda = LDA(3, random_state=0, max_iter=1).fit(corpus.counts)
    lda.state_ = state_with_counts(np.full((50, 3), 7.0), Prior.create(0.1, 0.01, 3, 50))
    assert lda.perplexity(corpus.counts) == pytest.approx(50, rel=1e-5)


def test_the_score_is_that_of_the_split_and_does_not_change_the_model(
    corpus: SyntheticCorpus,
) -> None:
    lda = LDA(4, random_state=0).fit(corpus.counts)
    before = state_bytes(lda.state_)
    score = lda.score(corpus.counts)
    halves = split_tokens(Documents.check(corpus.counts))
    assert score == log_likelihood_per_token(lda.state_, *halves)
    assert score == lda.score(corpus.counts)
    assert state_bytes(lda.state_) == before


def test_the_true_topics_score_higher_than_others() -> None:
    corpus = make_corpus(200, 80, 5, 50.0, seed=1)
    other = make_corpus(200, 80, 5, 50.0, seed=2)
    prior = Prior.create(0.2, 0.01, 5, 80)
    halves = split_tokens(Documents.check(corpus.counts))

    def score(topics: np.ndarray) -> float:
        return log_likelihood_per_token(state_with_counts(1e5 * topics.T, prior), *halves)

    true = score(corpus.topics)
    random = log_likelihood_per_token(TopicState.random(80, prior, 1e5, 0), *halves)
    words = np.asarray(corpus.counts.sum(axis=0)) / corpus.counts.sum()
    one_topic = score(np.tile(words, (5, 1)))  # the best model without topics
    assert true > one_topic + 0.1
    assert one_topic > random
    assert true > score(other.topics) + 0.1
    # The entropy of the words given the true proportions is a bound for the expected score.
    p = corpus.proportions @ corpus.topics
    expected = corpus.counts * np.log(np.maximum(p, 1e-300))
    assert true < expected.sum() / corpus.counts.sum() + 0.05


def test_a_trained_model_scores_nearly_as_high_as_the_true_topics() -> None:
    corpus = make_corpus(600, 60, 4, 60.0, seed=3)
    train, test = corpus.counts[:500], corpus.counts[500:]
    lda = LDA(4, doc_topic_prior=0.2, topic_word_prior=0.1, random_state=0).fit(train)
    halves = split_tokens(Documents.check(test))
    truth = state_with_counts(1e5 * corpus.topics.T, Prior.create(0.2, 0.01, 4, 60))
    true = log_likelihood_per_token(truth, *halves)
    untrained = TopicState.random(60, lda.state_.prior, 1e4, 0)
    random = log_likelihood_per_token(untrained, *halves)
    # Nine tenths of the way from a random model to the true one.
    assert lda.score(test) > random + 0.9 * (true - random)


def test_all_kinds_of_matrices_have_the_same_score(corpus: SyntheticCorpus) -> None:
    lda = LDA(4, random_state=0, max_iter=1).fit(corpus.counts)
    scores = {
        lda.score(X)
        for X in (corpus.counts, corpus.counts.toarray(), sparse.csc_matrix(corpus.counts))
    }
    assert len(scores) == 1


def test_a_corpus_has_the_same_score_as_its_matrix(tmp_path) -> None:
    counts = make_corpus().counts
    corpus = Corpus(counts, [f"w{w}" for w in range(counts.shape[1])])
    state = LDA(3, random_state=0, max_iter=2).fit(counts).state_
    expected = complete_documents(state, counts)
    assert complete_documents(state, corpus) == expected
    corpus.save(tmp_path / "store")
    assert complete_documents(state, Corpus.open(tmp_path / "store")) == expected


def test_the_parts_of_a_stored_corpus_do_not_change_the_score(tmp_path: Path) -> None:
    counts = make_corpus(200, 50, 4).counts
    corpus = Corpus(counts, [f"w{w}" for w in range(50)])
    state = LDA(3, random_state=0, max_iter=2).fit(counts).state_
    expected = complete_documents(state, corpus)
    stored = corpus_in_parts(counts, tmp_path / "store", 300)
    assert stored.part_bounds().size > 5
    assert complete_documents(state, stored, n_threads=2) == expected


# ---------------------------------------------------------------------- standard error


def test_the_standard_error_by_hand() -> None:
    # One topic, p = (3/4, 1/4): L_j depends on the scored half only.
    state = TopicState.of_topics([[0.75, 0.25]], 1.0)
    counts = np.random.default_rng(0).poisson(4.0, (50, 2))
    found = complete_documents(state, counts)
    _, scored = split_tokens(Documents.check(counts))
    halves = scored.to_csr().toarray().astype(float)
    halves = halves[halves.sum(axis=1) > 0]
    L, n = halves @ np.log([0.75, 0.25]), halves.sum(axis=1)
    D, score = n.size, L.sum() / n.sum()
    assert found.n_documents == D
    assert found.score == pytest.approx(score, rel=1e-5)
    variance = D / (D - 1) * ((L - score * n) ** 2).sum() / n.sum() ** 2
    assert found.standard_error == pytest.approx(np.sqrt(variance), rel=1e-4)


def test_the_standard_error_is_the_standard_deviation_of_scores_over_samples() -> None:
    corpus = make_corpus(4000, 40, 3, 30.0)
    state = TopicState.of_topics(corpus.topics, 0.2)
    parts = [complete_documents(state, corpus.counts[i : i + 100]) for i in range(0, 4000, 100)]
    spread = np.std([part.score for part in parts], ddof=1)
    # For 40 scores, the standard error of a standard deviation is a ninth of it.
    assert np.mean([part.standard_error for part in parts]) == pytest.approx(spread, rel=0.4)


def test_a_single_document_has_no_standard_error() -> None:
    assert complete_documents(two_words_two_topics(), [[8, 9]]).standard_error is None


# ---------------------------------------------------------------------- any topics


def test_a_model_has_the_same_score_as_its_normalized_topics(corpus: SyntheticCorpus) -> None:
    lda = LDA(4, random_state=0).fit(corpus.counts)
    topics = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    found = completion(topics, corpus.counts, doc_topic_prior=lda.state_.prior.doc_topic)
    assert found.score == pytest.approx(lda.score(corpus.counts), rel=1e-5)
    assert completion(lda, corpus.counts, n_jobs=2) == complete_documents(lda.state_, corpus.counts)


def test_a_word_that_no_topic_has_gives_a_low_but_finite_score() -> None:
    found = completion(np.array([[1.0, 0.0]]), [[0, 9]], doc_topic_prior=0.1)
    assert found.score == pytest.approx(np.log(1e-30), rel=1e-3)


def test_words_of_a_model_and_a_corpus_are_matched_by_name(corpus: SyntheticCorpus) -> None:
    named = Corpus(corpus.counts, [f"w{w}" for w in range(50)])
    lda = LDA(4, random_state=0, max_iter=1).fit(named)
    other = named.with_vocabulary([f"w{w}" for w in range(49, -1, -1)])
    assert completion(lda, other) == completion(lda, named)


@pytest.mark.parametrize(
    ("topics", "prior", "message"),
    [
        ([[1.0, 2.0]], None, "doc_topic_prior"),
        ([[1.0, -2.0]], 0.1, "probabilities"),
        ([[0.0, 0.0]], 0.1, "probabilities"),
        ([[1.0, np.inf]], 0.1, "probabilities"),
        ([1.0, 2.0], 0.1, "topics x words"),
        ("ab", 0.1, "topics x words"),
        ([[1.0, 2.0]], [0.1, 0.1], "doc_topic_prior"),
        (TopicState.of_topics([[1.0, 2.0]], 0.1), 0.1, "prior"),
    ],
)
def test_bad_topics_and_priors_are_refused(topics, prior, message: str) -> None:
    with pytest.raises(InputError, match=message):
        completion(topics, [[2, 2]], doc_topic_prior=prior)
