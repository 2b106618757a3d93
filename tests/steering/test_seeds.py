"""Seed words: they hold, shape the start, and change nothing at strength 0."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.steering.planted import SUBJECTS, VOCABULARY, planted_corpus, share_in
from tests.synthetic import (
    plain_visits,
    reference_of,
    relative_difference,
    rows_of,
    state_bytes,
    state_with_counts,
)
from thalweg import LDA, InputError, ThalwegWarning, load, read
from thalweg.corpus.documents import Documents
from thalweg.inference.minibatch_updates import REHEAT_TOKENS, train
from thalweg.inference.reference import Reference
from thalweg.state.priors import Prior

SEEDS = {"music": ["music1", "music2"], "parking": ["parking0", "parking3"]}


@pytest.fixture(scope="module")
def corpus() -> Any:
    return planted_corpus()


def seeded(**changes: Any) -> LDA:
    given = {"n_components": 5, "seed_words": SEEDS, "random_state": 3, "max_iter": 8}
    return LDA(**(given | changes))


# ---------------------------------------------------------------------- they hold


@pytest.mark.parametrize("strength", [0.3, 0.8, 1.0])
def test_the_share_of_a_seed_word_that_stays_is_at_least_the_strength(corpus, strength) -> None:
    lda = seeded(seed_strength=strength).fit(corpus)
    for k, words in enumerate(SEEDS.values()):
        for word in words:
            # eta takes part in p(k | w): h n_w / (n_w + K eta), with n_w above 20 here.
            assert share_in(lda, k, word) > strength * 20 / (20 + 5 * 0.03)


def test_seeded_topics_are_about_the_subjects_of_their_words(corpus) -> None:
    for seed in range(3):
        lda = seeded(random_state=seed).fit(corpus)
        assert lda.topic_names_ == {0: "music", 1: "parking"}
        for topic in list(lda.topics(8))[:2]:
            others = [w for w in topic.words if w not in SEEDS[topic.name]]
            assert sum(word.startswith(topic.name) for word in others) >= 5


def test_seeds_still_hold_after_600_minibatches_of_a_stream() -> None:
    lda = seeded(batch_size=5)
    for part in range(10):
        lda.partial_fit(planted_corpus(300, seed=part))
    assert lda.n_batch_iter_ >= 600
    assert min(share_in(lda, 0, word) for word in SEEDS["music"]) > 0.79


def test_a_seed_that_no_document_supports_is_still_held(corpus) -> None:
    odd = {"music": ["music1", "music2", "food0"]}
    lda = seeded(seed_words=odd, seed_strength=0.6).fit(corpus)
    assert share_in(lda, 0, "food0") > 0.59
    assert share_in(lda, 0, "music1") > 0.59


def test_a_word_of_two_topics_is_divided_between_them(corpus) -> None:
    lda = seeded(seed_words={"a": ["food0", "music0"], "b": ["food0", "rooms0"]}).fit(corpus)
    assert share_in(lda, 0, "food0") > 0.39
    assert share_in(lda, 1, "food0") > 0.39


def test_excluded_words_have_no_probability_at_all(corpus) -> None:
    seeds = {"music": {"words": ["music1"], "exclude": ["music0", "common3"]}}
    lda = seeded(seed_words=seeds).fit(corpus)
    excluded = [VOCABULARY.index("music0"), VOCABULARY.index("common3")]
    assert lda.components_[0, excluded].tolist() == [0, 0]
    assert (lda.components_[1:, excluded].sum(axis=0) > 20).all()


def test_words_that_enter_a_growing_vocabulary_are_held_from_then_on() -> None:
    lda = LDA(3, seed_words={"late": ["zebra"]}, random_state=0)
    texts = ["apple pear plum apple", "river lake sea river", "pear apple", "sea lake"] * 20
    with pytest.warns(ThalwegWarning, match="used if they enter it later"):
        lda.partial_fit(read(texts, min_df=1, max_df=1.0))
    later = ["zebra lake sea zebra", "zebra river"] * 30
    lda.partial_fit(read(later, min_df=1, max_df=1.0))
    weights = lda.components_[:, lda.vocabulary_.id("zebra")]
    assert weights[0] / weights.sum() > 0.75


# ---------------------------------------------------------------------- bits


def test_strength_zero_equals_training_without_seeds_to_the_bit(corpus) -> None:
    lda = seeded(seed_strength=0).fit(corpus)
    assert state_bytes(lda.state_) == state_bytes(seeded(seed_words=None).fit(corpus).state_)
    assert lda.topic_names_ == {}


def test_seeds_give_the_same_bits_on_any_number_of_threads(corpus) -> None:
    one, two = (seeded(n_jobs=n).fit(corpus) for n in (1, 2))
    assert state_bytes(one.state_) == state_bytes(two.state_)


def test_a_saved_model_continues_to_the_same_bits(corpus, tmp_path) -> None:
    lda, more = seeded().fit(corpus), planted_corpus(100, seed=9)
    lda.save(tmp_path / "seeded.model")
    loaded = load(tmp_path / "seeded.model")
    assert loaded.seed_words == SEEDS
    assert loaded.topic_names_ == lda.topic_names_
    assert state_bytes(loaded.partial_fit(more).state_) == state_bytes(lda.partial_fit(more).state_)
    loaded.save(tmp_path / "again.model")
    lda.save(tmp_path / "once.model")
    assert (tmp_path / "again.model").read_bytes() == (tmp_path / "once.model").read_bytes()


def test_a_killed_run_resumes_with_its_seeds_only(corpus, tmp_path) -> None:
    seeded(max_iter=4).fit(corpus, checkpoint=tmp_path / "kept")
    resumed = seeded(max_iter=8).fit(corpus, checkpoint=tmp_path / "kept", resume=True)
    assert share_in(resumed, 0, "music1") > 0.79
    with pytest.raises(InputError, match="other parameters: `seed_words` is None"):
        seeded(seed_words=None).fit(corpus, checkpoint=tmp_path / "kept", resume=True)


def restore_shares(reference: Reference) -> None:
    """Give topics the shares that they hold, if steps that differ have taken some of them."""
    N_phi, held = reference.N_phi, reference.held
    for w in np.flatnonzero(held.sum(axis=1)):
        n_w, holds = N_phi[w].sum(), held[w] > 0
        if (N_phi[w] < held[w] * n_w * (1 - 1e-6)).any():
            rest = N_phi[w, ~holds].sum()
            N_phi[w, ~holds] *= (1 - held[w].sum()) * n_w / rest if rest > 0 else 0
            N_phi[w, holds] = held[w, holds] * n_w
    reference.N_z = N_phi.sum(axis=0)


def test_held_shares_and_steps_per_topic_equal_the_reference() -> None:
    rng = np.random.default_rng(0)
    n_words, n_topics = 40, 5
    held = sparse.csr_array(
        (np.float32([0.8, 0.25, 0.5, 1.0]), ([0, 7, 7, 30], [1, 0, 4, 2])), (n_words, n_topics)
    )
    prior = replace(Prior.create(0.2, 0.05, n_topics, n_words), held=held)
    state = state_with_counts(rng.gamma(1.0, 2.0, (n_words, n_topics)), prior)
    state.n_tokens_seen = 7000.0
    state.edited_at = np.array([-np.inf, 5000.0, -np.inf, 7000.0, -np.inf])
    visits = plain_visits(burn_in=1)
    reference = reference_of(state, visits)
    reference.held = held.toarray().astype(np.float64)
    documents = Documents.check(sparse.csr_array(rng.poisson(0.4, (12, n_words))))
    rows, steps = rows_of(documents), np.array([1e-4, 8e-5])
    since = state.n_tokens_seen - state.edited_at
    for batch, rho in enumerate(steps):
        documents_of = rows[6 * batch : 6 * batch + 6]
        n_tokens = sum(counts.sum() for _, counts in documents_of)
        since += n_tokens
        own = n_tokens / (REHEAT_TOKENS * n_topics + since)
        reference.minibatch(documents_of, np.maximum(rho, own))
        restore_shares(reference)
    size = np.full(2, state.corpus_tokens)
    train(state, documents, np.arange(12), np.array([0, 6, 12]), steps, size, visits, n_threads=2)
    assert relative_difference(state.topic_word_counts, reference.N_phi) < 1e-5
    assert relative_difference(state.topic_counts, reference.N_z) < 1e-5


def test_a_pseudo_count_holds_the_share_that_the_design_note_derives() -> None:
    """Equation 4: x = a lambda / (n_w (1 - lambda)), or 1, by iterating the responsibilities."""
    for odds, weight in [(0.2, 0.5), (0.2, 8.0), (0.5, 0.25), (0.9, 0.01), (1.5, 0.001)]:
        x = 0.5
        for _ in range(20_000):
            x = (x + weight) * odds / ((x + weight) * odds + 1 - x)
        expected = 1.0 if odds >= 1 else min(1.0, weight * odds / (1 - odds))
        assert x == pytest.approx(expected, abs=1e-3)


# ---------------------------------------------------------------------- what is taken


def test_lists_of_words_seed_topics_without_names(corpus) -> None:
    lda = seeded(seed_words=[["music1"], ["food1", "food2"]]).fit(corpus)
    assert lda.topic_names_ == {}
    assert share_in(lda, 1, "food2") > 0.79


def test_columns_of_a_matrix_are_seeds_by_number() -> None:
    X = planted_corpus().to_csr()
    lda = seeded(seed_words={"music": [25]}).fit(X)
    weights = lda.components_[:, 25]
    assert weights[0] / weights.sum() > 0.79


def test_unknown_words_are_reported_and_the_others_are_used(corpus) -> None:
    with pytest.warns(ThalwegWarning, match="1 of 2 words are not in the vocabulary .* trombone"):
        lda = seeded(seed_words={"music": ["music1", "trombone"]}).fit(corpus)
    assert share_in(lda, 0, "music1") > 0.79


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed_words": {"m": ["trombone", "tuba"]}}, "none of its words is in the vocabulary"),
        ({"seed_words": {s: [f"{s}1"] for s in SUBJECTS}, "n_components": 4}, "has 5 topics"),
        ({"seed_words": {"m": "music1"}}, "expected a list of words"),
        ({"seed_words": {"m": []}}, "has no words"),
        ({"seed_words": "music1"}, "`seed_words` is of type str"),
        ({"seed_words": {"m": ["a"], "M": ["b"]}}, "the name 'm' twice"),
        ({"seed_words": {"m": {"words": ["a"], "exclude": ["a"]}}}, "expected it in one of them"),
        ({"seed_words": {"m": {"seeds": ["a"]}}}, "has the part 'seeds'"),
        ({"seed_words": {"m": [1.5]}}, "of type float"),
        ({"seed_strength": 1.5}, "`seed_strength` is 1.5"),
        ({"seed_strength": True}, "`seed_strength` is True"),
        ({"algorithm": "cvb0"}, "`seed_words` cannot be used with CVB0"),
    ],
)
def test_what_cannot_be_seeds_is_refused_and_changes_nothing(corpus, changes, message) -> None:
    lda = seeded(seed_words=None).fit(corpus)
    before = state_bytes(lda.state_)
    lda.set_params(**({"seed_words": SEEDS} | changes))
    with pytest.raises(InputError, match=message):
        lda.fit(corpus)
    assert state_bytes(lda.state_) == before


def test_a_word_cannot_be_excluded_from_every_topic(corpus) -> None:
    seeds = {str(k) + "x": {"words": [], "exclude": ["food0"]} for k in range(5)}
    with pytest.raises(InputError, match="excludes 'food0' from all 5 topics"):
        seeded(seed_words=seeds).fit(corpus)
