"""The split of tokens into halves: it adds up, is random, and does not depend on the parts."""

import numpy as np
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg.corpus.documents import Documents
from thalweg.evaluation._token_split import split_tokens


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


def test_the_fractional_part_of_a_count_goes_to_one_half() -> None:
    documents = Documents.check(np.full((50, 4), 2.25))
    observed, scored = split_tokens(documents)
    for half in (observed, scored):
        assert set(half.counts % 1) == {0.0, 0.25}
        assert set(np.floor(half.counts)) == {0.0, 1.0, 2.0}


def test_a_token_goes_to_either_half_with_probability_one_half() -> None:
    # 90,000 tokens: the standard deviation is 150. Five of them occur once in a million cases.
    documents = Documents.check(np.full((100, 90), 10))
    observed, _ = split_tokens(documents)
    assert abs(observed.n_tokens - 45_000) < 5 * 150
    assert np.unique(observed.counts).size > 5, "all tokens of a word went to the same half"


def test_the_split_depends_on_the_seed_only(corpus: SyntheticCorpus) -> None:
    documents = Documents.check(corpus.counts)
    halves = [split_tokens(documents, seed)[0].counts.tolist() for seed in (0, 0, 1)]
    assert halves[0] == halves[1]
    assert halves[0] != halves[2]


def test_the_split_does_not_change_the_documents(corpus: SyntheticCorpus) -> None:
    documents = Documents.check(corpus.counts)
    before = documents.counts.copy()
    split_tokens(documents)
    assert np.array_equal(documents.counts, before)


def test_the_split_does_not_depend_on_the_parts(corpus: SyntheticCorpus) -> None:
    documents = Documents.check(corpus.counts * 1.5)
    whole = split_tokens(documents, 3)[0]
    parts = [split_tokens(documents[a:b], 3, a)[0] for a, b in ((0, 7), (7, 8), (8, 60))]
    assert np.concatenate([part.counts for part in parts]).tolist() == whole.counts.tolist()


def test_equal_documents_are_split_differently() -> None:
    observed, _ = split_tokens(Documents.check(np.full((40, 3), 5)))
    assert np.unique(observed.counts.reshape(40, 3), axis=0).shape[0] > 20


@pytest.mark.parametrize("count", [1, 3, 64, 65, 200, 5000])
def test_halves_have_the_distribution_of_coin_tosses(count: int) -> None:
    n = 4000
    observed, _ = split_tokens(Documents.check(np.full((n, 1), count)))
    # Mean m/2 and variance m/4. The variance of a sample variance is about 2 (m/4)^2 / n, and half
    # of that for a single toss. The limits are five standard deviations.
    assert abs(observed.counts.mean() - count / 2) < 5 * np.sqrt(count / 4 / n)
    assert abs(observed.counts.var() - count / 4) < 5 * (count / 4) * np.sqrt(2 / n)
