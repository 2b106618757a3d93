"""Models of scikit-learn and gensim: the same topics, and nearly the same proportions.

They infer proportions by variational Bayes, thalweg by SCVB0. The results differ because
variational Bayes replaces a small count n by exp(psi(n)). The total variation distance between two
rows is the share of a document that they assign to different topics; on NIPS (20 topics) its mean
was 2.3 % for scikit-learn and 2.1 % for gensim.
"""

from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer

from tests.synthetic import make_corpus
from thalweg import LDA, Corpus, InputError, ThalwegWarning
from thalweg.corpus.formats import gensim_corpus as bags
from thalweg.export import to_gensim, to_sklearn, write


@pytest.fixture(scope="module")
def long_documents() -> Corpus:
    """Documents long enough that the priors do not decide their topics."""
    drawn = make_corpus(n_documents=80, n_words=60, mean_length=200, seed=1)
    return Corpus(drawn.counts, [f"word{w}" for w in range(60)])


@pytest.fixture(scope="module")
def trained(long_documents: Corpus) -> LDA:
    return LDA(4, random_state=0).fit(long_documents)


def topics_of(model: LDA) -> NDArray[np.float64]:
    components = model.components_.astype(np.float64)
    return np.asarray(components / components.sum(axis=1, keepdims=True))


def mean_distance(a: Any, b: Any) -> float:
    """Mean total variation distance of rows."""
    return float(np.abs(np.asarray(a) - b).sum(axis=1).mean() / 2)


def test_scikit_learn_has_exactly_the_same_topics(trained: LDA) -> None:
    theirs = to_sklearn(trained)
    normalised = theirs.components_ / theirs.components_.sum(axis=1, keepdims=True)
    np.testing.assert_array_equal(normalised, topics_of(trained))


def test_scikit_learn_infers_nearly_the_same_proportions(
    trained: LDA, long_documents: Corpus
) -> None:
    ours = trained.transform(long_documents)
    theirs = to_sklearn(trained).transform(long_documents.to_csr())
    assert mean_distance(ours, theirs) < 0.03
    other_topic = np.roll(theirs, 1, axis=1)
    assert mean_distance(ours, other_topic) > 0.3, "the limit above would accept any proportions"


def test_scikit_learn_can_score_and_train_further(trained: LDA, long_documents: Corpus) -> None:
    theirs, counts = to_sklearn(trained), long_documents.to_csr()
    # A uniform model has the perplexity W = 60. Variational Bayes bounds that of all tokens.
    before = theirs.perplexity(counts)
    assert before < 60
    assert theirs.total_samples == pytest.approx(80)
    theirs.partial_fit(counts)
    assert theirs.perplexity(counts) < 1.05 * before


def test_scikit_learn_gets_the_words_for_its_vectorizer(trained: LDA) -> None:
    theirs = to_sklearn(trained)
    vectorizer = CountVectorizer(vocabulary=theirs.vocabulary_)
    counted = vectorizer.transform(["word3 word7 word3"])
    assert counted[0, 3] == 2
    assert theirs.transform(counted).shape == (1, 4)


def test_scikit_learn_gets_the_mean_of_different_priors_and_a_warning(
    long_documents: Corpus,
) -> None:
    model = LDA(2, doc_topic_prior=[0.1, 0.3], random_state=0).fit(long_documents)
    with pytest.warns(ThalwegWarning, match=r"`doc_topic_prior` is one number.*their mean, 0\.2"):
        theirs = to_sklearn(model)
    assert theirs.doc_topic_prior_ == pytest.approx(0.2)


def test_the_joblib_file_contains_the_same_model(
    trained: LDA, long_documents: Corpus, tmp_path: Path
) -> None:
    write(trained, "sklearn", tmp_path / "model.joblib")
    opened, counts = joblib.load(tmp_path / "model.joblib"), long_documents.to_csr()
    np.testing.assert_array_equal(opened.transform(counts), to_sklearn(trained).transform(counts))
    assert [file.name for file in tmp_path.iterdir()] == ["model.joblib"]


def by_gensim(theirs: Any, corpus: Corpus) -> NDArray[np.float64]:
    found = np.zeros((len(corpus), theirs.num_topics))
    for row, bag in zip(found, bags.to_gensim_corpus(corpus)[0], strict=True):
        for k, share in theirs.get_document_topics(bag, minimum_probability=0):
            row[k] = share
    return found


def test_gensim_has_the_same_topics_and_nearly_the_same_proportions(
    trained: LDA, long_documents: Corpus
) -> None:
    pytest.importorskip("gensim", reason="gensim is not for this Python")
    theirs = to_gensim(trained)
    # gensim computes in single precision.
    np.testing.assert_allclose(theirs.get_topics(), topics_of(trained), rtol=1e-5)
    assert [word for word, _ in theirs.show_topic(2, 5)] == trained.topics(5)[2].words
    ours = trained.transform(long_documents)
    assert mean_distance(ours, by_gensim(theirs, long_documents)) < 0.03


def test_gensims_coherence_and_pyldavis_take_the_model(
    trained: LDA, long_documents: Corpus
) -> None:
    """Both look words up in `id2word`, which must be a Dictionary and not a dict."""
    models = pytest.importorskip("gensim.models", reason="gensim is not for this Python")
    theirs = to_gensim(trained)
    texts = [
        [theirs.id2word[w] for w, n in bag for _ in range(int(n))]
        for bag in bags.to_gensim_corpus(long_documents)[0]
    ]
    assert theirs.id2word.doc2bow(["word3", "word3", "unknown"]) == [(3, 2)]
    for measure in ("c_v", "u_mass"):
        coherence = models.CoherenceModel(
            model=theirs,
            texts=texts,
            corpus=[theirs.id2word.doc2bow(text) for text in texts],
            coherence=measure,
            topn=5,
            processes=1,
        )
        assert np.isfinite(coherence.get_coherence())
    gensim_models = pytest.importorskip("pyLDAvis.gensim_models", reason="no pyLDAvis")
    corpus = [theirs.id2word.doc2bow(text) for text in texts]
    page = gensim_models.prepare(theirs, corpus, theirs.id2word, sort_topics=False, n_jobs=1)
    assert set(page.topic_info["Term"]) <= set(long_documents.vocabulary)


def test_gensim_keeps_seed_words_and_can_train_further(long_documents: Corpus) -> None:
    pytest.importorskip("gensim", reason="gensim is not for this Python")
    from scipy import sparse

    seeds = sparse.csr_array(([5.0], ([1], [3])), shape=(2, 60))
    model = LDA(2, topic_word_prior=seeds, random_state=0).fit(long_documents)
    theirs = to_gensim(model)
    np.testing.assert_allclose(theirs.get_topics(), topics_of(model), rtol=1e-5)
    before = theirs.log_perplexity(list(bags.to_gensim_corpus(long_documents)[0]))
    theirs.update(list(bags.to_gensim_corpus(long_documents)[0]))
    assert theirs.log_perplexity(list(bags.to_gensim_corpus(long_documents)[0])) > before - 0.1


def test_the_files_of_gensim_contain_the_same_model(
    trained: LDA, long_documents: Corpus, tmp_path: Path
) -> None:
    models = pytest.importorskip("gensim.models", reason="gensim is not for this Python")
    write(trained, "gensim", tmp_path / "model.gensim")
    opened = models.LdaModel.load(str(tmp_path / "model.gensim"))
    assert opened.id2word[3] == "word3"
    expected = by_gensim(to_gensim(trained), long_documents)
    np.testing.assert_array_equal(by_gensim(opened, long_documents), expected)
    assert all(file.name.startswith("model.gensim") for file in tmp_path.iterdir())


def test_without_gensim_the_message_says_how_to_install_it(
    trained: LDA, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gensim.models.ldamodel", None)
    with pytest.raises(InputError, match="pip install gensim"):
        to_gensim(trained)
