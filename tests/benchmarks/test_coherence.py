"""The benchmark of coherence in a short form: that it runs, and compares the same things."""

import pytest

from benchmarks import coherence, corpora
from thalweg import read


def test_measures_stand_beside_gensims_of_the_same_tokens() -> None:
    pytest.importorskip("gensim")
    corpus = read(corpora.sentences(150, 30), min_df=2, keep_texts=True)
    report = coherence.measure(corpus, 3, ["umass", "c_v"])
    assert report["documents"] == 150
    rows = report["measures"]
    assert set(rows) == {"npmi", "umass", "npmi_windows", "c_v"}
    for name in ("umass", "c_v"):  # every text is one window of C_v's: gensim counts it right
        assert rows[name]["largest_difference"] < 1e-6
        assert rows[name]["times_faster"] == rows[name]["gensim_seconds"] / rows[name]["seconds"]
    assert "gensim_seconds" not in rows["npmi"]


def test_the_tokens_are_those_of_the_corpus() -> None:
    texts = ["The red, RED fish!", "a blue fish"]
    corpus = read(texts, min_df=2, max_df=1.0, keep_texts=True)
    assert coherence.tokens_of(corpus) == [["red", "red", "fish"], ["blue", "fish"]]
