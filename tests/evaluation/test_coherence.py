"""Coherence: values computed by hand, values of gensim where the definitions agree, never NaN."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from tests.synthetic import make_corpus
from thalweg import LDA, Corpus, InputError, read
from thalweg.evaluation._coherence import coherence

TEXTS = [["a", "b"], ["a", "b"], ["a", "c"], ["d"]]
# Documents: a 3, b 2, c 1, d 1 of 4; a and b 2, a and c 1.


def corpus_of(texts: list[list[str]]) -> Corpus:
    words = sorted({word for text in texts for word in text})
    return Corpus([[text.count(word) for word in words] for text in texts], words)


def zipf_texts(n_texts: int, longest: int, seed: int = 0) -> list[list[str]]:
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, longest, n_texts)
    return [[f"w{min(w, 60)}" for w in rng.zipf(1.4, n)] for n in lengths]


TOPICS = [[f"w{w}" for w in range(k + 1, k + 40, 4)] for k in range(5)]


# ---------------------------------------------------------------------- by hand


def test_npmi_of_a_small_corpus_by_hand() -> None:
    # p(a, b) = 1/2, p(a) = 3/4, p(b) = 1/2: log(4/3) / log 2; a and d are never together.
    found = coherence([["a", "b"], ["a", "d"], ["a", "b", "c"]], corpus_of(TEXTS))
    a_b, a_c = log(4 / 3) / log(2), log((1 / 4) / (3 / 4 * 1 / 4)) / log(4)
    assert found.per_topic == pytest.approx([a_b, -1, (a_b + a_c - 1) / 3], abs=1e-12)
    assert found.mean == pytest.approx(found.per_topic.mean())
    assert (found.n_words, found.n_unknown) == (4, 0)


def test_words_that_always_occur_together_have_an_npmi_of_one() -> None:
    texts = [["a", "b", "e", "f"], ["e", "f"]]
    found = coherence([["a", "b"], ["e", "f"]], corpus_of(texts))  # e and f are everywhere
    assert found.per_topic == pytest.approx([1, 1])


def test_umass_of_a_small_corpus_by_hand() -> None:
    # The more probable word is in the denominator: log((D(v, w) + 1) / D(w)).
    found = coherence([["a", "b"], ["b", "a"], ["a", "d"]], corpus_of(TEXTS), "umass")
    assert found.per_topic == pytest.approx([log(3 / 3), log(3 / 2), log(1 / 3)])


def test_c_v_of_a_small_corpus_by_hand() -> None:
    # p(a, b) = 1/2 over four windows. NPMI(a, b) = m, and 1 with itself: the rows are (1, m) and
    # (m, 1), their sum (1 + m, 1 + m), the cosines (1 + m) / sqrt(2 + 2 m^2).
    m = log(4 / 3) / log(2)
    found = coherence([["a", "b"]], texts=TEXTS, measure="c_v")
    assert found.per_topic == pytest.approx([(1 + m) / np.sqrt(2 + 2 * m**2)], abs=1e-9)


def test_windows_do_not_cross_texts() -> None:
    # Windows of two: ab bc | ad. a 2, b 2, c 1, d 1 of 3; a and b together in one.
    found = coherence(
        [["a", "b"], ["a", "c"]],
        texts=[["a", "b", "c"], ["a", "d"]],
        measure="npmi_windows",
        window=2,
    )
    assert found.per_topic == pytest.approx([log((1 / 3) / (4 / 9)) / log(3), -1])


# ---------------------------------------------------------------------- gensim


@pytest.fixture
def gensim(monkeypatch: pytest.MonkeyPatch):
    """Values of gensim, with a bug fixed.

    It forgets a word that occurs twice in a window as soon as the first occurrence leaves it.
    """
    pytest.importorskip("gensim")
    from gensim.corpora import Dictionary
    from gensim.models import CoherenceModel
    from gensim.topic_coherence.text_analysis import WordOccurrenceAccumulator

    def slide(self, window, doc_num) -> None:
        self._uniq_words[:] = False
        self._uniq_words[np.unique(window)] = True

    def values(
        topics: list[list[str]],
        texts: list[list[str]],
        measure: str,
        *,
        fixed: bool = True,
        **more,
    ) -> np.ndarray:
        if fixed:
            monkeypatch.setattr(WordOccurrenceAccumulator, "_slide_window", slide)
        dictionary = Dictionary(texts)
        corpus = [dictionary.doc2bow(text) for text in texts]
        model = CoherenceModel(
            topics=topics,
            texts=texts,
            corpus=corpus,
            dictionary=dictionary,
            coherence=measure,
            processes=1,
            topn=10,
            **more,
        )
        return np.array(model.get_coherence_per_topic())

    return values


def test_umass_with_epsilon_equals_gensim(gensim) -> None:
    texts = zipf_texts(200, 40)
    found = coherence(TOPICS, corpus_of(texts), "umass", epsilon=1e-12)
    np.testing.assert_allclose(found.per_topic, gensim(TOPICS, texts, "u_mass"), atol=1e-9)


@pytest.mark.parametrize("window", [3, 10, 110])
def test_npmi_in_windows_with_epsilon_equals_gensim(gensim, window: int) -> None:
    texts = zipf_texts(60, 150)
    found = coherence(TOPICS, texts=texts, measure="npmi_windows", window=window, epsilon=1e-12)
    expected = gensim(TOPICS, texts, "c_npmi", window_size=window)
    np.testing.assert_allclose(found.per_topic, expected, atol=1e-9)


def test_c_v_equals_gensim(gensim) -> None:
    texts = zipf_texts(60, 300)
    found = coherence(TOPICS, texts=texts, measure="c_v")
    np.testing.assert_allclose(found.per_topic, gensim(TOPICS, texts, "c_v"), atol=1e-9)


@pytest.mark.parametrize("measure", ["c_npmi", "c_v"])
def test_unpatched_gensim_agrees_if_no_window_has_a_word_twice(gensim, measure: str) -> None:
    rng = np.random.default_rng(1)
    texts = [[f"w{w}" for w in rng.permutation(45)[: rng.integers(1, 45)]] for _ in range(80)]
    ours = {"c_npmi": "npmi_windows", "c_v": "c_v"}[measure]
    found = coherence(TOPICS, texts=texts, measure=ours, epsilon=1e-12)
    expected = gensim(TOPICS, texts, measure, fixed=False)
    np.testing.assert_allclose(found.per_topic, expected, atol=1e-9)


# ---------------------------------------------------------------------- never NaN


@pytest.mark.parametrize("epsilon", [None, 1e-12])
@pytest.mark.parametrize(
    ("measure", "unknown"), [("npmi", -1), ("npmi_windows", -1), ("umass", None), ("c_v", 0)]
)
def test_words_that_do_not_occur_give_no_nan(
    measure: str, unknown: float | None, epsilon: float | None
) -> None:
    topics = [["x", "y", "z"], ["a", "x"], ["x", "a"], ["a", "b"]]
    found = coherence(topics, texts=TEXTS, measure=measure, epsilon=epsilon)
    assert np.isfinite(found.per_topic).all()
    assert (found.n_words, found.n_unknown) == (5, 3)
    assert (found.per_topic[:3] < found.per_topic[3]).all()
    if unknown is not None:
        assert found.per_topic[0] == unknown


def test_a_word_in_every_window_gives_no_nan() -> None:
    texts = [["a", "b"], ["a"]]
    for measure in ("npmi", "npmi_windows", "umass", "c_v"):
        for epsilon in (None, 1e-12):
            found = coherence([["a", "b"]], texts=texts, measure=measure, epsilon=epsilon)
            assert np.isfinite(found.per_topic).all()


def test_empty_documents_are_counted_but_an_empty_corpus_is_refused() -> None:
    found = coherence([["a", "b"]], texts=[["a", "b"], []])
    assert found.per_topic == pytest.approx([1])
    with pytest.raises(InputError, match="is empty; expected at least one document"):
        coherence([["a", "b"]], texts=[])


# ---------------------------------------------------------------------- input


def test_a_model_an_array_and_lists_of_words_have_the_same_score() -> None:
    synthetic = make_corpus(200, 30, 3)
    names = [f"w{w}" for w in range(30)]
    corpus = Corpus(synthetic.counts, names)
    model = LDA(3, random_state=0, max_iter=2).fit(corpus)
    lists = [topic.words for topic in model.topics(10)]
    expected = coherence(lists, corpus).per_topic.tolist()
    assert coherence(model, corpus).per_topic.tolist() == expected
    assert coherence(model.components_, corpus).per_topic.tolist() == expected
    assert coherence(model, synthetic.counts).per_topic.tolist() == expected
    assert coherence(model.components_, synthetic.counts, n_jobs=3).per_topic.tolist() == expected
    reordered = corpus.with_vocabulary(names[::-1])
    assert coherence(model, reordered).per_topic.tolist() == expected
    assert coherence(model.components_, reordered, vocabulary=names).per_topic.tolist() == expected


def test_true_topics_are_more_coherent_than_shuffled_ones() -> None:
    synthetic = make_corpus(500, 60, 4, 30.0)
    rng = np.random.default_rng(0)
    shuffled = rng.permuted(synthetic.topics, axis=1)
    for measure in ("npmi", "umass"):
        true = coherence(synthetic.topics, synthetic.counts, measure).mean
        assert true > coherence(shuffled, synthetic.counts, measure).mean + 0.1


def test_windows_come_from_the_texts_a_corpus_keeps() -> None:
    texts = [" ".join(text) for text in zipf_texts(50, 60)]
    corpus = read(texts, min_df=1, max_df=1.0, keep_texts=True, digits=True, min_length=1)
    for measure in ("npmi_windows", "c_v"):
        found = coherence(TOPICS, corpus, measure)
        expected = coherence(TOPICS, texts=zipf_texts(50, 60), measure=measure)
        assert found.per_topic.tolist() == expected.per_topic.tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"measure": "c_w2v"}, "npmi, umass"),
        ({"window": 5}, "`window` is 5, but npmi counts whole documents"),
        ({"measure": "c_v", "window": 0}, "`window` is 0"),
        ({"epsilon": 0}, "`epsilon` is 0"),
        ({"corpus": None}, "neither was given; expected exactly one"),
        ({"texts": TEXTS}, "both were given; expected exactly one"),
        ({"n_words": 1}, "`n_words` is 1"),
        ({"topics": [["a", "a"]]}, "topic 0"),
        ({"topics": [["a", "b"], ["a"]]}, "topic 1"),
        ({"topics": ["ab"]}, "topic 0"),
        ({"topics": [[1, 2]]}, "topic 0"),
        ({"topics": []}, "`topics` has no topics"),
        ({"topics": "ab"}, "lists of words"),
        ({"topics": 3}, "lists of words"),
        ({"topics": np.ones((2, 3))}, "has 3 words and the vocabulary has 4"),
        ({"topics": np.array([[1, np.nan, 1, 1]])}, "finite"),
        ({"topics": np.ones(4)}, "topics x words"),
        ({"measure": "c_v"}, "keep_texts"),
        ({"measure": "c_v", "corpus": [[1, 2]]}, "is a matrix, which has no windows"),
        ({"n_jobs": 0}, "n_jobs"),
    ],
)
def test_bad_arguments_are_refused(change: dict, message: str) -> None:
    arguments = {"topics": [["a", "b"]], "corpus": corpus_of(TEXTS)} | change
    with pytest.raises(InputError, match=message):
        coherence(**arguments)
