"""Explanations: p(z | w, document) as a NumPy reference computes it, and how they are shown."""

import re
from html import unescape

import numpy as np
import pytest

import thalweg
from tests.synthetic import state_with_counts
from thalweg import LDA, InputError
from thalweg.analysis.documents.word_assignments import word_assignments
from thalweg.corpus.text.phrases import PhraseRule
from thalweg.state.priors import Prior

SEA = "ship sailor harbour anchor captain wave deck bank"
FARM = "cow field tractor barn farmer harvest wheat bank"


@pytest.fixture(scope="module")
def lda() -> LDA:
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice((SEA, FARM)[j % 2].split(), 20)) for j in range(60)]
    return LDA(2, random_state=0).fit(thalweg.read(texts, max_df=1.0))


@pytest.fixture(scope="module")
def sea(lda: LDA) -> int:
    return lda.word_topics("ship")[0].topic


def test_assignments_are_phi_times_theta_normalised() -> None:
    rng = np.random.default_rng(1)
    counts = rng.gamma(0.3, 10.0, (30, 5))
    eta = rng.random(30)
    state = state_with_counts(counts, Prior.create(0.1, eta, 5, 30))
    theta = rng.dirichlet(np.ones(5))
    words = np.array([3, 29, 3, 0])
    phi = (counts + eta[:, None]) / (counts.sum(axis=0) + eta.sum())
    expected = np.array([phi[w] * theta / (phi[w] @ theta) for w in words])
    found = word_assignments(state, words, theta.astype(np.float32))
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_an_explanation_has_the_reference_probabilities_in_the_order_of_the_text(lda: LDA) -> None:
    text = "The ship left; a cow, the bank: ship!"
    theta = lda.transform([text])[0].astype(np.float64)
    phi = lda.components_ / lda.components_.sum(axis=1, keepdims=True)  # (K, W)
    assert lda.vocabulary_ is not None
    found = lda.explain(text)
    assert [word.word for word in found.words] == ["ship", "left", "cow", "bank", "ship"]
    np.testing.assert_array_equal(found.shares, lda.transform([text])[0])
    for word, probabilities in zip(found.words, found.distribution, strict=True):
        if word.word == "left":
            assert (word.topic, word.name, word.probability) == (None, None, None)
            assert np.isnan(probabilities).all()
            continue
        joint = phi[:, lda.vocabulary_.id(word.word)] * theta
        np.testing.assert_allclose(probabilities, joint / joint.sum(), rtol=1e-4)
        assert word.topic == int(joint.argmax())
        assert word.name == f"topic {word.topic}"
        assert word.probability == probabilities[word.topic]


def test_an_ambiguous_word_has_the_topic_of_its_document(lda: LDA, sea: int) -> None:
    for text, topic in ((SEA, sea), (FARM, 1 - sea)):
        assert {word.topic for word in lda.explain(text).words} == {topic}


def test_spans_are_the_original_text(lda: LDA) -> None:
    text = "SHIP\n  (Harbour)"
    words = lda.explain(text).words
    assert [(w.text, text[w.start : w.end]) for w in words] == [("SHIP",) * 2, ("Harbour",) * 2]


def test_plain_text_has_numbers_of_topics_after_words(lda: LDA, sea: int) -> None:
    shown = str(lda.explain("The ship saw an iceberg, a cow and the harbour."))
    head, legend, note = shown.split("\n\n")
    assert head == f"The ship[{sea}] saw[?] an iceberg[?], a cow[{1 - sea}] and the harbour[{sea}]."
    assert legend.splitlines()[1].startswith(f"[{sea}]  topic {sea} ")
    assert note == "[?] 2 of 5 words are not known to the model."


def test_html_has_colours_names_and_escaped_text(lda: LDA, sea: int) -> None:
    explanation = lda.explain("<i>ship</i> & cow")
    html = explanation._repr_html_()
    assert "&lt;" in html
    assert "<i>" not in html
    assert f"ship<sub>{sea}</sub>" in html
    colours = set(re.findall(r"background:(#\w{6})", html))
    assert len(colours) == 2
    assert f"topic {sea}" in unescape(html)
    assert f'title="topic {sea}: ' in html


def test_names_of_topics_are_used(lda: LDA, sea: int) -> None:
    named = LDA(2).fit([SEA] * 9 + [FARM] * 9)
    named.name_topics({0: "<zero>", 1: "one"})
    explanation = named.explain("cow")
    assert explanation.words[0].name in ("<zero>", "one")
    assert "&lt;zero&gt;" in named.explain(f"{SEA} {FARM}")._repr_html_()


def test_the_words_of_topics_follow_the_model_when_it_changes() -> None:
    lda = LDA(2, random_state=0).fit([SEA] * 9 + [FARM] * 9)

    def described() -> dict[int, list[str]]:
        return {row.topic: row.words for row in lda.explain(f"{SEA} {FARM}").topics}

    def expected() -> dict[int, list[str]]:
        return {row.topic: row.words for row in lda.topics(5)}

    assert described() == expected()
    assert len(expected()) == 2
    lda.components_ = lda.components_[:, ::-1]
    assert described() == expected()
    before = expected()
    for _ in range(20):
        lda.partial_fit(["wheat wheat wheat deck deck deck"] * 50)
    assert described().items() <= expected().items()
    assert expected() != before


def test_phrases_and_ngrams_are_explained_once_in_the_text() -> None:
    texts = ["new york harbour ship", "cow field barn wheat"] * 20
    rule = PhraseRule(min_count=5, threshold=0.5)
    lda = LDA(2, random_state=0).fit(thalweg.read(texts, phrases=rule, max_df=1.0))
    words = lda.explain("Of New York, a barn").words
    joined = [(word.text, word.word) for word in words if "_" in word.word]
    assert [text for text, _ in joined] == ["New York"]
    pairs = LDA(2, random_state=0).fit(thalweg.read(texts, ngram_range=(1, 2), max_df=1.0))
    explanation = pairs.explain("New York harbour, unheard")
    assert len(explanation.words) == 7  # four words and three pairs
    assert "".join(segment.text for segment in explanation.segments()) == explanation.text
    # Of words that overlap, the longest known one has the mark.
    assert re.sub(r"\d", "k", str(explanation)).startswith("New[k] York harbour[k], unheard[?]")


def test_tokens_are_explained_without_a_tokenizer(lda: LDA, sea: int) -> None:
    explanation = lda.explain(["ship", "cow"])
    assert explanation.text == "ship cow"
    assert [word.topic for word in explanation.words] == [sea, 1 - sea]


def test_a_text_without_known_words_is_explained_as_such(lda: LDA) -> None:
    explanation = lda.explain("unheard words")
    assert explanation.n_unknown == len(explanation) == 2
    assert str(explanation).startswith("unheard[?] words[?]")
    assert len(lda.explain("")) == 0
    assert lda.explain("").to_polars().height == 0


def test_data_frames_have_one_row_per_word(lda: LDA) -> None:
    explanation = lda.explain("ship and unheard cow")
    names = ["text", "word", "start", "end", "topic", "name", "probability"]
    assert explanation.to_polars().columns == names
    assert list(explanation.to_pandas().columns) == names
    assert explanation.to_polars()["topic"].null_count() == 1


def test_what_is_not_one_text_is_refused(lda: LDA) -> None:
    with pytest.raises(InputError, match="`text` is of type int; expected one text"):
        lda.explain(3)  # type: ignore[arg-type]
    counts = LDA(2).fit(np.array([[1, 2], [2, 1]]))
    with pytest.raises(InputError, match="trained on a matrix"):
        counts.explain("ship")
