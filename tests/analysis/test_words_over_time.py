"""Words over time: expected counts of a topic's words, and planted rising and falling words."""

import numpy as np
import polars as pl
import pytest
from scipy import sparse

from thalweg import InputError
from thalweg.corpus.corpus import Corpus
from thalweg.model import TopicModel

WORDS = [f"food{w}" for w in range(6)] + [f"car{w}" for w in range(6)]


def planted(n: int = 400, seed: int = 0) -> Corpus:
    """Half of the documents about food: food0 rises from year to year, food1 falls."""
    rng = np.random.default_rng(seed)
    years = 2000 + np.arange(n) % 8
    counts = np.zeros((n, 12), dtype=np.int32)
    for row, year in enumerate(years):
        late = (year - 2000) / 7
        food = np.array([0.1 + 0.3 * late, 0.4 - 0.3 * late, 0.125, 0.125, 0.125, 0.125])
        if row // 8 % 2:
            counts[row, :6] = rng.multinomial(30, food)
        else:
            counts[row, 6:] = rng.multinomial(30, np.full(6, 1 / 6))
    return Corpus(sparse.csr_array(counts), WORDS, {"year": years})


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return planted()


@pytest.fixture(scope="module")
def model(corpus: Corpus) -> TopicModel:
    return TopicModel(2, random_state=0).fit(corpus)


@pytest.fixture(scope="module")
def food(model: TopicModel) -> int:
    return int(model.components_[:, 0].argmax())


def test_planted_words_rise_and_fall(model: TopicModel, corpus: Corpus, food: int) -> None:
    table = model.words_over_time(corpus, food, "year", "year", n_words=3)
    assert table.rising(1)[0].word == "food0"
    assert table.falling(1)[0].word == "food1"
    rising, falling = table.rising(1)[0], table.falling(1)[0]
    assert rising.z > 5
    assert falling.z < -5
    # Years 0 to 3 against 4 to 7: a mean of 0.1 + 0.3 * 1.5 / 7 against 0.1 + 0.3 * 5.5 / 7.
    assert (rising.early, rising.late) == pytest.approx((0.164, 0.336), abs=0.03)


def test_counts_are_the_expected_tokens_of_the_topic(
    model: TopicModel, corpus: Corpus, food: int
) -> None:
    table = model.words_over_time(corpus, food, "year", "year", n_words=12)
    counts = corpus.to_csr().toarray()
    theta = model.transform(corpus)
    phi = model.components_ / model.components_.sum(axis=1, keepdims=True)
    years = corpus.metadata["year"].to_numpy()
    gamma = theta[:, None, :] * phi.T[None]  # (D, W, K)
    gamma /= gamma.sum(axis=2, keepdims=True)
    expected = counts * gamma[:, :, food]
    for word, rows in table.by_word.items():
        w = WORDS.index(word)
        for row in rows:
            of_year = years == row.start.year
            assert row.n_tokens == pytest.approx(expected[of_year, w].sum(), rel=1e-4)
            total = expected[of_year].sum()
            assert row.share == pytest.approx(expected[of_year, w].sum() / total, rel=1e-2)


def test_the_table_is_the_same_for_a_stream_and_has_gaps(
    model: TopicModel, corpus: Corpus, food: int
) -> None:
    kept = corpus.filter(pl.col("year") != 2003)
    at_once = model.words_over_time(kept, food, "year", "year", 2)
    streamed = model.words_over_time(kept.batches(37), food, "year", "year", 2)
    for name in ("n_tokens", "early", "late", "z"):
        np.testing.assert_allclose(at_once.to_polars()[name], streamed.to_polars()[name], rtol=1e-5)
    gap = [row for row in at_once if row.start.year == 2003]
    assert {(row.n_tokens, row.share) for row in gap} == {(0.0, None)}


@pytest.mark.parametrize("topic", [2, "none", -1])
def test_an_unknown_topic_is_refused(model: TopicModel, corpus: Corpus, topic: int | str) -> None:
    with pytest.raises(InputError, match="`topics` contains"):
        model.words_over_time(corpus, topic, "year")
