"""Scores of single documents, and planted documents that do not fit the model."""

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy import sparse

import thalweg
from tests.synthetic import make_corpus
from thalweg import LDA, Corpus, InputError
from thalweg.corpus.documents import Documents
from thalweg.evaluation._document_fit import FitOfDocuments
from thalweg.evaluation._token_split import split_tokens

N_WORDS = 400


def generated(n_documents: int, mean_length: float, seed: int) -> sparse.csr_array:
    return make_corpus(n_documents, N_WORDS, 6, mean_length, seed).counts


def random_words(n_documents: int, length: int, seed: int) -> NDArray[np.int64]:
    rng = np.random.default_rng(seed)
    return rng.multinomial(length, np.full(N_WORDS, 1 / N_WORDS), n_documents)


@pytest.fixture(scope="module")
def lda() -> LDA:
    return LDA(6, random_state=0).fit(generated(800, 60, 0))


# ---------------------------------------------------------------------- scores


def test_the_mean_of_the_scores_by_scored_tokens_is_about_the_score(lda: LDA) -> None:
    """They use two random splits of the same tokens: equal up to the errors of both means."""
    X = generated(400, 30, 0)
    scores = lda.score_samples(X)
    _, scored = split_tokens(Documents.check(X).in_single_precision(), by_content=True)
    assert scores.shape == (400,)
    mean = np.nansum(scores * scored.lengths) / scored.lengths.sum()
    error = np.nanstd(scores) / np.sqrt(400)
    assert mean == pytest.approx(lda.score(X), abs=4 * np.sqrt(2) * error)


def test_a_score_does_not_depend_on_the_other_documents(lda: LDA) -> None:
    X = generated(60, 30, 0)
    order = np.random.default_rng(0).permutation(60)
    scores = lda.score_samples(X)
    np.testing.assert_allclose(lda.score_samples(X[order]), scores[order], rtol=1e-6)
    np.testing.assert_allclose(lda.score_samples(X[7:20]), scores[7:20], rtol=1e-6)


def test_halves_by_content_are_drawn_for_each_document_anew() -> None:
    """A word goes to either half, by chance: not always to the same one."""
    X = np.eye(200, 50, dtype=int) + 1
    _, scored = split_tokens(Documents.check(X).in_single_precision(), by_content=True)
    share = scored.to_csr().toarray()[:50].mean(axis=0) / X[:50].mean(axis=0)
    assert 0.3 < share.min() < share.max() < 0.7


def test_documents_that_cannot_be_scored_are_nan(lda: LDA) -> None:
    X = np.zeros((3, N_WORDS))
    X[1, :40] = 1
    X[2, 5] = 1
    scores = lda.score_samples(X)
    assert np.isnan(scores[0])
    assert scores[1] < 0
    _, scored = split_tokens(Documents.check(X).in_single_precision(), by_content=True)
    assert np.isnan(scores[2]) == (scored.lengths[2] == 0)


def test_scores_do_not_depend_on_the_parts_of_a_corpus_on_disk(lda: LDA, tmp_path: object) -> None:
    X = generated(60, 30, 3)
    corpus = Corpus(X, [f"w{w}" for w in range(N_WORDS)])
    corpus.save(f"{tmp_path}/store")
    stored = Corpus.open(f"{tmp_path}/store")
    stored.part_entries = 200
    np.testing.assert_array_equal(lda.score_samples(stored), lda.score_samples(X))


# ---------------------------------------------------------------------- expected likelihood


def test_expected_likelihood_and_variance_are_sums_over_all_words(lda: LDA) -> None:
    X = Documents.check(generated(40, 60, 5)).in_single_precision()
    theta = lda.transform(generated(40, 60, 5))
    phi = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    p = theta.astype(np.float64) @ phi
    p /= p.sum(axis=1, keepdims=True)
    expected = (p * np.log(p)).sum(axis=1)
    variance = (p * (np.log(p) - expected[:, None]) ** 2).sum(axis=1)
    fit = FitOfDocuments(lda.state_).of(X, theta)
    np.testing.assert_allclose(fit.expected, expected, atol=0.02)
    np.testing.assert_allclose(fit.variance, variance, rtol=0.1)
    assert (fit.least <= np.log(p).min(axis=1) + 1e-4).all()
    counts = generated(40, 60, 5).toarray()
    likelihood = (counts * np.log(p)).sum(axis=1) / counts.sum(axis=1)
    np.testing.assert_allclose(fit.log_likelihood, likelihood, atol=0.01)


# ---------------------------------------------------------------------- outliers


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("length", [30, 60, 200])
def test_documents_of_random_words_are_found_and_others_are_not(
    lda: LDA, length: int, seed: int
) -> None:
    """Planted: 20 documents of uniformly random words among 500 that are drawn from LDA."""
    X = np.vstack([generated(500, 60, 0).toarray()[:500], random_words(20, length, seed)])
    table = lda.outliers(X, n_documents=100)
    found = {row.document for row in table}
    planted = set(range(500, 520))
    assert len(found & planted) >= 19, "recall"
    assert len(found - planted) <= 2, "precision"
    assert table.n_documents == 520
    assert table.n_outliers == len(table)
    assert all(row.reason == "unlikely words" for row in table)


def test_a_rare_word_in_a_short_document_is_not_an_outlier(lda: LDA) -> None:
    frequencies = lda.components_.sum(axis=0)
    rare, frequent = int(frequencies.argmin()), np.argsort(-lda.components_[0])[:2]
    X = generated(500, 60, 0).toarray()[:500]
    short = np.zeros((1, N_WORDS))
    short[0, [rare, *frequent]] = 1
    only = np.zeros((1, N_WORDS))
    only[0, rare] = 1
    found = {row.document for row in lda.outliers(np.vstack([X, short, only]), 100)}
    assert not found & {500, 501}


def test_the_worst_documents_come_first_and_threshold_zero_returns_as_many_as_asked(
    lda: LDA,
) -> None:
    X = generated(300, 60, 0)
    table = lda.outliers(X, 7, threshold=0)
    assert len(table) == 7
    z = [row.z for row in table]
    assert z == sorted(z)
    assert table.footer == ""


def spelled(counts: NDArray[np.int64], prefix: str) -> list[str]:
    letters = "abcdefghijklmnopqrst"
    names = [f"{prefix}{letters[w // 20]}{letters[w % 20]}" for w in range(N_WORDS)]
    return [" ".join(np.repeat(names, row)) for row in counts]


def test_documents_of_another_language_are_found_by_unknown_words() -> None:
    """Planted: 10 documents whose words the model does not know, some with a few known ones."""
    counts = generated(300, 60, 0).toarray()
    texts = spelled(counts, "known")
    lda = LDA(6, random_state=0).fit(thalweg.read(texts, min_df=1, max_df=1.0))
    foreign = spelled(counts[:10], "foreign")
    foreign[5:] = [f"{text} {texts[0][:40]}" for text in foreign[5:]]
    frame = pl.DataFrame({"id": [f"d{j}" for j in range(310)], "text": [*texts, *foreign]})
    table = lda.outliers(frame, 50)
    assert {row.id for row in table} == {f"d{j}" for j in range(300, 310)}
    for row in table:
        assert row.reason == "unknown words"
        assert row.unknown_share is not None
        assert row.unknown_share > 0.8
        assert row.snippet is not None
        assert row.snippet.startswith("foreign")
    (line,) = [line for line in str(table).splitlines() if "not fit" in line]
    assert line == "10 of 310 documents do not fit the model."
    # A corpus of all words has no texts, but the counts of unknown words.
    corpus = thalweg.read(frame, metadata=["id"], min_df=1, max_df=1.0)
    by_counts = lda.outliers(corpus, 50)
    assert {row.id for row in by_counts} == {row.id for row in table}
    # Iterators of corpora give the same as the whole.
    chunks = thalweg.read(frame, metadata=["id"], min_df=1, max_df=1.0, keep_texts=True).chunks(900)
    assert [row.id for row in lda.outliers(chunks, 50)] == [row.id for row in table]


def test_without_unknown_words_the_share_is_not_known_in_a_matrix(lda: LDA) -> None:
    table = lda.outliers(generated(50, 60, 0), 3, threshold=0)
    assert [row.unknown_share for row in table] == [None] * 3


def test_arguments_of_outliers_are_checked(lda: LDA) -> None:
    X = generated(5, 60, 0)
    with pytest.raises(InputError, match="`n_documents` is 0"):
        lda.outliers(X, 0)
    with pytest.raises(InputError, match="`threshold` is -1"):
        lda.outliers(X, threshold=-1)
    assert len(lda.outliers(X[:0])) == 0
