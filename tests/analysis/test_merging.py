"""Sums of models: counts add up, words are matched by name and topics by similarity."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from tests.synthetic import make_corpus, state_with_counts
from thalweg import LDA, Corpus, InputError, ThalwegWarning, Vocabulary
from thalweg.analysis.merging import Part, match_topics, merge
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.model import TopicModel
from thalweg.state.priors import Prior

COUNTS = np.array([[9.0, 0.0], [4.0, 1.0], [0.0, 7.0]])  # three words, two topics


def part(counts: np.ndarray, words: list[str] | None, alpha: float = 0.1) -> Part:
    counts = np.asarray(counts)
    prior = Prior.create(alpha, 0.01, counts.shape[1], counts.shape[0])
    return Part(state_with_counts(counts, prior), None if words is None else Vocabulary(words))


def test_counts_of_the_same_words_are_added_after_topics_are_matched() -> None:
    other = 2 * COUNTS[:, ::-1]
    merged, [match] = merge([part(COUNTS, ["a", "b", "c"]), part(other, ["a", "b", "c"])])
    assert match.topics.tolist() == [1, 0]
    assert match.distances == pytest.approx([0, 0], abs=0.02)  # except for eta
    np.testing.assert_allclose(merged.state.topic_word_counts, 3 * COUNTS)
    np.testing.assert_allclose(merged.state.topic_counts, 3 * COUNTS.sum(axis=0))
    assert merged.state.corpus_tokens == 3 * COUNTS.sum()


def test_without_alignment_topics_are_added_by_number() -> None:
    other = COUNTS[:, ::-1]
    merged, [match] = merge(
        [part(COUNTS, ["a", "b", "c"]), part(other, ["a", "b", "c"])], align=False
    )
    assert match.topics.tolist() == [0, 1]
    assert (match.distances > 0.5).all()
    np.testing.assert_allclose(merged.state.topic_word_counts, COUNTS + other)


def test_words_are_joined_by_name() -> None:
    first = part(COUNTS, ["a", "b", "c"])
    second = part(np.array([[0.0, 5.0], [3.0, 0.0], [1.0, 1.0]]), ["c", "a", "new"])
    merged, _ = merge([first, second])
    assert merged.vocabulary is not None
    assert list(merged.vocabulary) == ["a", "b", "c", "new"]
    expected = [[12, 0], [4, 1], [0, 12], [1, 1]]
    np.testing.assert_allclose(merged.state.topic_word_counts, expected)
    np.testing.assert_array_equal(first.state.topic_word_counts, COUNTS)  # unchanged


def test_a_word_is_retired_if_it_is_retired_in_every_model_that_has_it() -> None:
    first = Part(part(COUNTS, None).state, Vocabulary(["a", "b", "c"], retired=[0, 1]))
    second = Part(part(COUNTS, None).state, Vocabulary(["a", "c", "d"], retired=[2]))
    merged, _ = merge([first, second])
    assert merged.vocabulary is not None
    assert {merged.vocabulary[w] for w in merged.vocabulary.retired} == {"b", "d"}


def test_shuffled_and_perturbed_topics_are_matched() -> None:
    rng = np.random.default_rng(0)
    counts = rng.gamma(0.3, 30, (40, 5))
    shuffled = counts[:, [3, 1, 4, 0, 2]] * rng.uniform(0.7, 1.4, (40, 5))
    match = match_topics(part(counts, None).state, part(shuffled, None).state)
    np.testing.assert_array_equal(np.array([3, 1, 4, 0, 2])[match.topics], np.arange(5))


def test_aligned_models_of_two_seeds_score_higher_than_models_added_by_number() -> None:
    corpus = make_corpus(n_documents=300, seed=3)
    words = [f"w{w}" for w in range(50)]
    halves = Corpus(corpus.counts[:150], words), Corpus(corpus.counts[150:], words)
    models = [TopicModel(4, random_state=s).fit(half) for s, half in enumerate(halves)]
    merged = models[0].merged(models[1])
    assert merged.matches_[0].distances.max() < 0.6
    added = models[0].merged(models[1], align=False)
    held_out = Corpus(make_corpus(n_documents=300, seed=3).counts, words)
    assert merged.score(held_out) > added.score(held_out)
    assert merged.state_.corpus_tokens == pytest.approx(corpus.counts.sum())
    assert merged.n_documents_seen_ == sum(model.n_documents_seen_ for model in models)
    assert merged.transform(held_out).shape == (300, 4)


def test_learned_priors_follow_their_topics_and_are_averaged_over_documents() -> None:
    first, second = part(COUNTS, None), part(COUNTS[:, ::-1], None)
    for each, n_documents, alpha in ((first, 100, [3, 1]), (second, 300, [1, 7])):
        each.state.n_documents_seen = each.state.prior_clock = n_documents
        each.state.prior = replace(each.state.prior, doc_topic=np.array(alpha, dtype=float))
    merged, matches = merge([first, second])
    assert matches[0].topics.tolist() == [1, 0]
    np.testing.assert_allclose(merged.state.prior.doc_topic, [(300 + 2100) / 400, 400 / 400])
    assert merged.state.prior_clock == 400


def test_a_sum_can_be_trained_further_and_its_parts_stay_unchanged() -> None:
    corpus = make_corpus()
    first = TopicModel(4, random_state=0).fit(
        Corpus(corpus.counts[:, :40], [f"w{w}" for w in range(40)])
    )
    second = TopicModel(4, random_state=1).fit(
        Corpus(corpus.counts[:, 10:], [f"w{w}" for w in range(10, 50)])
    )
    before = first.components_.copy()
    merged = first.merged(second)
    assert merged.n_features_in_ == 50
    merged.partial_fit(Corpus(corpus.counts, [f"w{w}" for w in range(50)]))
    np.testing.assert_array_equal(first.components_, before)


def test_columns_of_data_frames_are_matched_by_name() -> None:
    counts = make_corpus().counts.toarray()
    frame = pd.DataFrame(counts, columns=[f"w{w}" for w in range(50)])
    turned = frame[frame.columns[::-1]]
    models = [LDA(4, random_state=0, max_iter=3).fit(X) for X in (frame, turned)]
    merged = models[0].merged(models[1])
    assert list(merged.feature_names_in_) == list(frame.columns)
    expected = frame.sum().to_numpy() * 2
    # The expected count of a word over all topics is close to its count in both corpora.
    found = merged.state_.topic_word_counts.sum(axis=1)
    assert np.corrcoef(found, expected)[0, 1] > 0.99
    assert merged.transform(frame).shape == (60, 4)


def test_different_text_settings_give_a_warning() -> None:
    words = [f"w{w}" for w in range(50)]
    models = [
        TopicModel(2, random_state=0, max_iter=1).fit(Corpus(make_corpus().counts, words))
        for _ in range(2)
    ]
    models[1].text_settings_ = TextSettings(lowercase=False)
    with pytest.warns(ThalwegWarning, match="were trained with different text settings"):
        models[0].merged(models[1])


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (part(np.ones((3, 3)), ["a", "b", "c"]), "3 topics, the others have 2"),
        (part(COUNTS, None), "some models know their words and others do not"),
        (part(COUNTS, ["a", "b", "c"], alpha=0.2), "different priors"),
    ],
)
def test_models_that_do_not_fit_together_are_refused(other: Part, message: str) -> None:
    with pytest.raises(InputError, match=f"model 2 cannot be merged.*{message}"):
        merge([part(COUNTS, ["a", "b", "c"]), other])


def test_models_without_names_of_words_need_the_same_number_of_words() -> None:
    with pytest.raises(InputError, match="it has 2 words, the others have 3"):
        merge([part(COUNTS, None), part(COUNTS[:2], None)])
    merged, _ = merge([part(COUNTS, None)] * 3)
    np.testing.assert_allclose(merged.state.topic_word_counts, 3 * COUNTS)


def test_seed_words_need_the_same_vocabulary_and_order_of_topics() -> None:
    seeds = sparse.csr_array(([1.0], ([0], [0])), shape=(2, 3))
    prior = Prior.create(0.1, seeds, 2, 3)
    seeded = Part(state_with_counts(COUNTS, prior), Vocabulary(["a", "b", "c"]))
    merged, _ = merge([seeded, seeded])
    np.testing.assert_allclose(merged.state.topic_word_counts, 2 * COUNTS)
    turned = Part(state_with_counts(COUNTS[:, ::-1], prior), seeded.vocabulary)
    with pytest.raises(InputError, match="topics are in a different order"):
        merge([seeded, turned])
    merge([seeded, turned], align=False)
    elsewhere = Part(seeded.state, Vocabulary(["a", "b", "d"]))
    with pytest.raises(InputError, match="their words differ"):
        merge([seeded, elsewhere])


def test_a_single_model_is_refused() -> None:
    with pytest.raises(InputError, match="expected at least 2 models to merge, but there are 1"):
        merge([part(COUNTS, None)])
