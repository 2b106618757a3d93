"""Document completion: the split, the likelihood, and what the score says of a model."""

import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import (
    SyntheticCorpus,
    make_corpus,
    reference_of,
    rows_of,
    state_bytes,
    state_with_counts,
)
from thalweg import LDA, Corpus, InputError
from thalweg.corpus.documents import Documents
from thalweg.evaluation._heldout import (
    complete_documents,
    completion,
    document_completion,
    log_likelihood_per_token,
    split_tokens,
)
from thalweg.inference import scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

TO_THE_FIXED_POINT = scvb0.Settling(max_passes=3000, tolerance=0.0)


# ---------------------------------------------------------------------- the split


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "uint16", "float32", "float64"])
def test_halves_of_whole_counts_are_whole_and_add_up(corpus: SyntheticCorpus, dtype: str) -> None:
    documents = Documents.check(corpus.counts.astype(dtype))
    observed, scored = split_tokens(documents)
    for half in (observed, scored):
        assert (half.counts >= 0).all()
        assert np.array_equal(half.counts, np.round(half.counts))
        assert (half.n_documents, half.n_words) == (60, 50)
    total = observed.to_csr() + scored.to_csr()
    assert (total != documents.to_csr()).nnz == 0


@pytest.mark.parametrize("unit", [0.125, 0.1, 1 / 3, 1000.1])
def test_halves_of_fractional_counts_add_up_and_are_not_negative(
    corpus: SyntheticCorpus, unit: float
) -> None:
    documents = Documents.check(corpus.counts * unit)
    observed, scored = split_tokens(documents)
    assert (observed.counts >= 0).all()
    assert (scored.counts >= 0).all()
    sums = observed.counts.astype(np.float64) + scored.counts
    np.testing.assert_allclose(sums, documents.counts, rtol=1e-6)


def test_what_a_fraction_leaves_over_goes_as_one_piece() -> None:
    documents = Documents.check(np.full((50, 4), 2.25))
    observed, scored = split_tokens(documents)
    for half in (observed, scored):
        assert set(half.counts % 1) == {0.0, 0.25}
        assert set(np.floor(half.counts)) == {0.0, 1.0, 2.0}


def test_a_token_goes_either_way_with_probability_one_half() -> None:
    # 90,000 tokens: the standard deviation is 150, five of them are a fluke of one in a million.
    documents = Documents.check(np.full((100, 90), 10))
    observed, _ = split_tokens(documents)
    assert abs(observed.n_tokens - 45_000) < 5 * 150
    assert np.unique(observed.counts).size > 5, "tokens of a word went together"


def test_the_split_is_decided_by_the_seed(corpus: SyntheticCorpus) -> None:
    documents = Documents.check(corpus.counts)
    halves = [split_tokens(documents, seed)[0].counts.tolist() for seed in (0, 0, 1)]
    assert halves[0] == halves[1]
    assert halves[0] != halves[2]


def test_the_split_leaves_the_documents_as_they_were(corpus: SyntheticCorpus) -> None:
    documents = Documents.check(corpus.counts)
    before = documents.counts.copy()
    split_tokens(documents)
    assert np.array_equal(documents.counts, before)


# ---------------------------------------------------------------------- the likelihood


def two_words_two_topics() -> TopicState:
    """phi_0 = (2/3, 1/3), phi_1 = (1/3, 2/3), alpha = (1, 1)."""
    return state_with_counts([[3.0, 1.0], [1.0, 3.0]], Prior.create(1.0, 1.0, 2, 2))


def test_likelihood_of_two_words_in_two_topics_is_that_by_hand() -> None:
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


def test_likelihood_is_a_mean_over_tokens_and_not_over_documents() -> None:
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
    found = scvb0.log_likelihood(state, observed, scored, TO_THE_FIXED_POINT)
    np.testing.assert_allclose(found, expected, rtol=1e-4)
    mean = expected.sum() / scored.n_tokens
    found_mean = log_likelihood_per_token(state, observed, scored, TO_THE_FIXED_POINT)
    assert found_mean == pytest.approx(mean, rel=1e-5)
    # Stopping early, as a score does, costs little.
    assert log_likelihood_per_token(state, observed, scored) == pytest.approx(mean, rel=1e-3)


def test_the_number_of_threads_does_not_change_the_likelihood() -> None:
    X = make_corpus(300, 40, 4, 20.0).counts
    lda = LDA(4, random_state=0, max_iter=1).fit(X)
    halves = split_tokens(Documents.check(X))
    found = {log_likelihood_per_token(lda.state_, *halves, n_threads=n) for n in (1, 2, 5)}
    assert len(found) == 1


def test_documents_without_a_token_to_score_are_refused() -> None:
    nothing = Documents.check(np.zeros((2, 2)))
    with pytest.raises(InputError, match="no token to score"):
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


def test_the_score_is_that_of_the_split_and_always_the_same(corpus: SyntheticCorpus) -> None:
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
    one_topic = score(np.tile(words, (5, 1)))  # what is best without topics
    assert true > one_topic + 0.1
    assert one_topic > random
    assert true > score(other.topics) + 0.1
    # The entropy of the words given the true proportions bounds what any model can expect.
    p = corpus.proportions @ corpus.topics
    expected = corpus.counts * np.log(np.maximum(p, 1e-300))
    assert true < expected.sum() / corpus.counts.sum() + 0.05


def test_a_fitted_model_comes_close_to_the_true_topics() -> None:
    corpus = make_corpus(600, 60, 4, 60.0, seed=3)
    train, test = corpus.counts[:500], corpus.counts[500:]
    lda = LDA(4, doc_topic_prior=0.2, topic_word_prior=0.1, random_state=0).fit(train)
    halves = split_tokens(Documents.check(test))
    truth = state_with_counts(1e5 * corpus.topics.T, Prior.create(0.2, 0.01, 4, 60))
    true = log_likelihood_per_token(truth, *halves)
    untrained = TopicState.random(60, lda.state_.prior, 1e4, 0)
    random = log_likelihood_per_token(untrained, *halves)
    # Nine tenths of the way from a random model to the truth.
    assert lda.score(test) > random + 0.9 * (true - random)


def test_the_score_takes_any_matrix(corpus: SyntheticCorpus) -> None:
    lda = LDA(4, random_state=0, max_iter=1).fit(corpus.counts)
    scores = {
        lda.score(X)
        for X in (corpus.counts, corpus.counts.toarray(), sparse.csc_matrix(corpus.counts))
    }
    assert len(scores) == 1


def test_a_corpus_is_scored_like_its_matrix(tmp_path) -> None:
    counts = make_corpus().counts
    corpus = Corpus(counts, [f"w{w}" for w in range(counts.shape[1])])
    state = LDA(3, random_state=0, max_iter=2).fit(counts).state_
    expected = document_completion(state, counts)
    assert document_completion(state, corpus) == expected
    corpus.save(tmp_path / "store")
    assert document_completion(state, Corpus.open(tmp_path / "store")) == expected


def test_the_parts_of_a_stored_corpus_do_not_change_the_score(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = make_corpus(200, 50, 4).counts
    corpus = Corpus(counts, [f"w{w}" for w in range(50)])
    state = LDA(3, random_state=0, max_iter=2).fit(counts).state_
    expected = complete_documents(state, corpus)
    corpus.save(tmp_path / "store")
    monkeypatch.setattr("thalweg.corpus.corpus.Corpus.part_entries", 300)
    stored = Corpus.open(tmp_path / "store")
    assert stored.part_bounds().size > 5
    assert complete_documents(state, stored, n_threads=2) == expected


# ---------------------------------------------------------------------- the split, part by part


def test_documents_are_split_alike_in_whatever_parts_they_come(corpus: SyntheticCorpus) -> None:
    documents = Documents.check(corpus.counts * 1.5)
    whole = split_tokens(documents, 3)[0]
    parts = [split_tokens(documents[a:b], 3, a)[0] for a, b in ((0, 7), (7, 8), (8, 60))]
    assert np.concatenate([part.counts for part in parts]).tolist() == whole.counts.tolist()


def test_equal_documents_are_split_differently() -> None:
    observed, _ = split_tokens(Documents.check(np.full((40, 3), 5)))
    assert np.unique(observed.counts.reshape(40, 3), axis=0).shape[0] > 20


@pytest.mark.parametrize("count", [1, 3, 64, 65, 200, 5000])
def test_halves_are_distributed_as_coin_tosses(count: int) -> None:
    n = 4000
    observed, _ = split_tokens(Documents.check(np.full((n, 1), count)))
    # Mean m/2 and variance m/4; the variance of a sample variance is about 2 (m/4)^2 / n, and half
    # of that for a single toss. Five standard deviations.
    assert abs(observed.counts.mean() - count / 2) < 5 * np.sqrt(count / 4 / n)
    assert abs(observed.counts.var() - count / 4) < 5 * (count / 4) * np.sqrt(2 / n)


# ---------------------------------------------------------------------- standard error


def test_standard_error_is_that_by_hand() -> None:
    # One topic, p = (3/4, 1/4): L_j is known from the scored half, whatever was observed.
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


def test_standard_error_is_the_spread_of_scores_over_samples() -> None:
    corpus = make_corpus(4000, 40, 3, 30.0)
    state = TopicState.of_topics(corpus.topics, 0.2)
    parts = [complete_documents(state, corpus.counts[i : i + 100]) for i in range(0, 4000, 100)]
    spread = np.std([part.score for part in parts], ddof=1)
    # Of 40 scores: the standard error of a standard deviation is a ninth of it.
    assert np.mean([part.standard_error for part in parts]) == pytest.approx(spread, rel=0.4)


def test_a_single_document_has_no_standard_error() -> None:
    assert complete_documents(two_words_two_topics(), [[8, 9]]).standard_error is None


# ---------------------------------------------------------------------- any topics


def test_a_model_scores_as_its_own_normalised_topics(corpus: SyntheticCorpus) -> None:
    lda = LDA(4, random_state=0).fit(corpus.counts)
    topics = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    found = completion(topics, corpus.counts, doc_topic_prior=lda.state_.prior.doc_topic)
    assert found.score == pytest.approx(lda.score(corpus.counts), rel=1e-5)
    assert completion(lda, corpus.counts, n_jobs=2) == complete_documents(lda.state_, corpus.counts)


def test_a_word_that_no_topic_has_scores_low_and_finite() -> None:
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
def test_topics_that_cannot_be_scored_are_refused(topics, prior, message: str) -> None:
    with pytest.raises(InputError, match=message):
        completion(topics, [[2, 2]], doc_topic_prior=prior)
