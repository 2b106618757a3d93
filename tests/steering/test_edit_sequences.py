"""Random sequences of edits: they hold while training goes on, can be taken back and replayed."""

import json
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.steering.planted import CORPUS, VOCABULARY, planted_corpus
from tests.steering.test_edits import everything
from thalweg import LDA, InputError
from thalweg.steering import (
    AddWords,
    AllowWords,
    Create,
    Delete,
    Edit,
    Lock,
    Merge,
    RemoveDocument,
    RemoveWords,
    Rename,
    Reorder,
    SetTopicCount,
    Split,
    StopWords,
    Unlock,
)

STARTED = pickle.dumps(LDA(5, random_state=1, max_iter=4, batch_size=1).fit(CORPUS))
MORE = planted_corpus(600, length=15, seed=11)  # 600 minibatches

# A failing sequence is short enough to read; to shorten it takes minutes.
QUICK = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)

topics = st.integers(0, 8)
words = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3, unique=True)
strengths = st.sampled_from([0.2, 0.5, 0.8])
rows = st.lists(st.integers(0, 299), min_size=3, max_size=20, unique=True)


def _documents(make: Callable[..., Edit]) -> Any:
    return lambda *given: make(*given[:-1], documents=CORPUS.to_csr()[given[-1]])


edits = st.one_of(
    st.builds(AddWords, topics, words, strengths),
    st.builds(RemoveWords, topics, words),
    st.builds(AllowWords, topics, words),
    st.builds(StopWords, words),
    st.builds(Merge, st.lists(topics, min_size=2, max_size=3), strengths),
    st.builds(lambda k, w: Split(k, words=w), topics, words),
    st.builds(_documents(Split), topics, rows),
    st.builds(lambda k, j: Split(k, among=CORPUS.to_csr()[j]), topics, rows),
    st.builds(lambda w: Create(words=w), words),
    st.builds(_documents(Create), rows),
    st.builds(Delete, topics),
    st.builds(lambda k: Lock([k]), topics),
    st.builds(lambda k: Unlock([k]), topics),
    st.builds(Rename, topics, st.sampled_from(["a", "b", None])),
    st.builds(lambda k: Reorder([k]), topics),
    st.builds(SetTopicCount, st.integers(2, 8)),
    st.builds(lambda j: RemoveDocument(document=CORPUS.to_csr()[[j]]), st.integers(0, 299)),
)


def edited(sequence: list[Edit]) -> tuple[LDA, list[tuple[Any, ...]]]:
    """Return a model with those of the edits that are possible, and everything before each."""
    model, before = pickle.loads(STARTED), []
    for edit in sequence:
        now, removed = everything(model), removed_words(model)
        try:
            model.edit(edit)
        except InputError:
            assert everything(model) == now
        else:
            before.append(now)
            require_held(model)
            require_removed(model, edit, removed)
    return model, before


def require_held(model: LDA) -> None:
    """Check all constraints of the prior on the counts."""
    state, prior = model.state_, model.state_.prior
    counts = state.topic_word_counts.astype(np.float64)
    assert np.isfinite(counts).all()
    free = np.ones(state.n_topics, bool) if prior.locked is None else ~prior.locked
    tokens = counts[:, free].sum(axis=1)
    if prior.masked is not None:
        assert (model.components_.T[prior.masked.toarray()] == 0).all()
        assert (counts[prior.masked.toarray()] == 0).all()
    if prior.held is not None:
        held = prior.held.toarray()
        assert held.sum(axis=1).max() <= 1 + 1e-5
        for w, k in zip(*np.nonzero(held), strict=True):
            if free[k]:
                assert counts[w, k] > 0.999 * held[w, k] * tokens[w] - 1e-6


def removed_words(model: LDA) -> dict[int, set[str]]:
    """Return the words that are masked in each topic, by number."""
    numbers, masked = model.state_.topic_numbers.tolist(), model.state_.prior.masked
    if masked is None:
        return {number: set() for number in numbers}
    rows = masked.toarray().T
    names = list(VOCABULARY)
    return {
        number: {names[w] for w in np.flatnonzero(row)}
        for number, row in zip(numbers, rows, strict=True)
    }


def require_removed(model: LDA, edit: Edit, before: dict[int, set[str]]) -> None:
    """Check that words stay removed from topics, and from both parts of a topic that is split."""
    stopped = set.intersection(*before.values())
    for number, now in removed_words(model).items():
        expected = before.get(number, stopped) | stopped
        if isinstance(edit, Split) and number not in before:
            expected = (before[edit.topic] - set(edit.words or [])) | stopped
        elif isinstance(edit, AllowWords) and number == edit.topic:
            expected = expected - set(edit.words)
        elif isinstance(edit, Merge) and number == edit.topics[0]:
            expected = set.intersection(*(before[k] for k in edit.topics))
        elif isinstance(edit, SetTopicCount):
            expected = stopped
        assert expected <= now


@settings(QUICK, max_examples=60)
@example([RemoveWords(0, ["common1"]), Split(0, words=["common2", "common3"])])
@example([RemoveWords(0, ["common1"]), Split(0, among=CORPUS), Merge([5, 0])])
@given(st.lists(edits, min_size=1, max_size=8))
def test_edits_hold_can_be_taken_back_and_replay_to_the_same_bits(sequence) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model, before = edited(sequence)
        after, log = everything(model), json.loads(json.dumps(model.edits))
        replayed = pickle.loads(STARTED).set_params(n_jobs=2)
        if log:
            replayed.apply(log)
        assert everything(replayed) == after
        for earlier in reversed(before):
            model.undo()
            assert everything(model) == earlier
        model = replayed
        locked = model.state_.prior.locked
        kept = None if locked is None else model.components_[locked].tobytes()
        numbers, n_before = model.state_.topic_numbers.tolist(), model.n_batch_iter_
        model.partial_fit(MORE)
        assert model.n_batch_iter_ - n_before == 600
        require_held(model)
        assert model.state_.topic_numbers.tolist() == numbers
        if kept is not None:
            assert model.components_[locked].tobytes() == kept
        assert np.isfinite(model.score(CORPUS))


@settings(QUICK, max_examples=20)
@given(st.lists(edits, min_size=1, max_size=5))
def test_edits_hold_after_an_update_with_new_words(sequence) -> None:
    from thalweg import Corpus

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model, _ = edited(sequence)
        X = planted_corpus(100, seed=12).to_csr()
        renamed = [f"new{w}" if w % 7 == 3 else word for w, word in enumerate(VOCABULARY)]
        model.partial_fit(Corpus(X, renamed))
        assert model.state_.n_words > len(VOCABULARY)
        require_held(model)
