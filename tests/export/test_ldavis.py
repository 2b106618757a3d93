"""LDAvis: the same numbers as pyLDAvis, and data that its page accepts."""

import json
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import make_corpus, state_with_counts
from thalweg import LDA, Corpus, InputError
from thalweg.export import to_ldavis
from thalweg.state.priors import Prior


def by_pyldavis(model: LDA, X: Any, **options: Any) -> dict[str, Any]:
    """The same data by pyLDAvis, which takes all documents as one matrix."""
    prepare = pytest.importorskip("pyLDAvis", reason="pyLDAvis is not for this Python").prepare
    phi = model.components_.astype(np.float64)
    theta = model.transform(X).astype(np.float64)
    counts = X.to_csr() if isinstance(X, Corpus) else sparse.csr_array(X)
    prepared = prepare(
        phi / phi.sum(axis=1, keepdims=True),
        theta / theta.sum(axis=1, keepdims=True),
        counts.sum(axis=1),
        model.vocabulary_.to_numpy() if model.vocabulary_ is not None else np.arange(phi.shape[1]),
        counts.sum(axis=0),
        sort_topics=False,
        n_jobs=1,
        **options,
    )
    found: dict[str, Any] = prepared.to_dict()
    return found


def rows(table: dict[str, Any], *keys: str) -> dict[tuple[Any, ...], tuple[float, ...]]:
    """The numbers of a table by its keys, as the order of the rows has no meaning."""
    values = [name for name in sorted(table) if name not in keys]
    return {
        tuple(row[: len(keys)]): tuple(row[len(keys) :])
        for row in zip(*(table[name] for name in (*keys, *values)), strict=True)
    }


def assert_same_rows(found: dict[str, Any], expected: dict[str, Any], *keys: str) -> None:
    a, b = rows(found, *keys), rows(expected, *keys)
    assert a.keys() == b.keys()
    assert len(a) == len(found[keys[0]]), "a row occurs twice"
    for key in b:  # theta has single precision, its sums have double
        assert a[key] == pytest.approx(b[key], rel=1e-5, abs=1.01e-4), key


@pytest.mark.parametrize(("n_words", "lambda_step"), [(30, 0.01), (5, 0.1), (20, 0.5)])
def test_the_numbers_equal_those_of_pyldavis(
    model: LDA, collection: Corpus, n_words: int, lambda_step: float
) -> None:
    expected = by_pyldavis(model, collection, R=n_words, lambda_step=lambda_step)
    found = to_ldavis(model, collection, n_words=n_words, lambda_step=lambda_step)
    assert found.keys() == expected.keys()
    assert_same_rows(found["tinfo"], expected["tinfo"], "Category", "Term")
    assert_same_rows(found["token.table"], expected["token.table"], "Term", "Topic")
    for name in ("R", "lambda.step", "plot.opts", "topic.order"):
        assert found[name] == expected[name]
    for name in ("topics", "cluster"):
        assert found["mdsDat"][name] == expected["mdsDat"][name]
    np.testing.assert_allclose(found["mdsDat"]["Freq"], expected["mdsDat"]["Freq"], rtol=1e-5)
    for axis in ("x", "y"):
        a, b = np.array(found["mdsDat"][axis]), np.array(expected["mdsDat"][axis])
        sign = np.sign(a @ b)  # both signs of an eigenvector are right
        np.testing.assert_allclose(a, sign * b, atol=1e-9)


def test_no_relevant_word_of_a_larger_vocabulary_is_missing() -> None:
    drawn = make_corpus(n_documents=40, n_words=400, n_topics=3, seed=3)
    model = LDA(3, random_state=0).fit(drawn.counts)
    expected, found = (
        by_pyldavis(model, drawn.counts, R=7),
        to_ldavis(model, drawn.counts, n_words=7),
    )
    terms = {"Term": list(map(str, expected["tinfo"]["Term"]))}
    assert_same_rows(found["tinfo"], expected["tinfo"] | terms, "Category", "Term")


def test_the_page_of_pyldavis_accepts_the_data(model: LDA, collection: Corpus) -> None:
    pyldavis = pytest.importorskip("pyLDAvis", reason="pyLDAvis is not for this Python")
    pandas = pytest.importorskip("pandas")
    data = json.loads(json.dumps(to_ldavis(model, collection), allow_nan=False))
    prepared = pyldavis.PreparedData(
        pandas.DataFrame(data["mdsDat"]),
        pandas.DataFrame(data["tinfo"]),
        pandas.DataFrame(data["token.table"]),
        data["R"],
        data["lambda.step"],
        data["plot.opts"],
        data["topic.order"],
    )
    assert prepared.to_dict() == data
    html = pyldavis.prepared_data_to_html(prepared)
    assert json.dumps(data["mdsDat"]["x"]) in html
    most_probable = model.topics(3)[2].words
    assert prepared.sorted_terms(topic=3, _lambda=1)["Term"].tolist()[:3] == most_probable


def test_a_stream_of_corpora_gives_the_same_page(model: LDA, collection: Corpus) -> None:
    whole = to_ldavis(model, collection)
    streamed = to_ldavis(model, iter(collection.batches(7)))
    np.testing.assert_allclose(streamed["mdsDat"]["Freq"], whole["mdsDat"]["Freq"], rtol=1e-12)
    assert streamed["tinfo"]["Term"] == whole["tinfo"]["Term"]


@pytest.fixture
def masked_model() -> LDA:
    """Three words; the first in no topic, the second in the first topic only."""
    mask = sparse.csr_array(np.array([[1, 1], [0, 1], [0, 0]], dtype=bool))
    prior = Prior(np.full(2, 0.1), np.full(1, 0.01), masked=mask)
    model = LDA(2, random_state=0).fit([[1, 2, 3], [3, 2, 1]])
    model.state_ = state_with_counts([[0, 0], [5, 0], [1, 9]], prior)
    return model


def test_a_masked_pair_is_not_shown_and_gives_no_infinite_number(masked_model: LDA) -> None:
    data = to_ldavis(masked_model, [[0, 3, 1], [0, 0, 4]])
    json.dumps(data, allow_nan=False)
    shown = list(zip(data["tinfo"]["Category"], data["tinfo"]["Term"], strict=True))
    assert sorted(shown) == [
        *(("Default", "1"), ("Default", "2")),
        *(("Topic1", "1"), ("Topic1", "2"), ("Topic2", "2")),
    ]


def test_a_single_topic_has_coordinates(collection: Corpus) -> None:
    model = LDA(1, random_state=0).fit(collection)
    places = to_ldavis(model, collection)["mdsDat"]
    assert (places["x"], places["y"], places["Freq"]) == ([0], [0], [100])


def test_bad_arguments_are_refused(model: LDA, collection: Corpus) -> None:
    with pytest.raises(InputError, match="`X` has no document with a word that the model knows"):
        to_ldavis(model, Corpus([[3]], ["elsewhere"]))
    with pytest.raises(InputError, match="`n_words` is 0"):
        to_ldavis(model, collection, n_words=0)
    with pytest.raises(InputError, match="`lambda_step` is 0"):
        to_ldavis(model, collection, lambda_step=0)
