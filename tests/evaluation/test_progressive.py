"""The progressive score: documents of a stream are scored before the model learns from them."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import SyntheticCorpus, make_corpus, state_bytes, state_with_counts
from thalweg import LDA, GrowingVocabulary, InputError, load
from thalweg.corpus.documents import Documents
from thalweg.evaluation._heldout_score import HeldOutScore
from thalweg.evaluation._progressive import HALF_LIFE, Progressive, share_to_score
from thalweg.evaluation._token_split import split_tokens
from thalweg.inference.fold_in import log_likelihood
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

SIZE = 20


def stream(n_jobs: int = 1) -> LDA:
    return LDA(4, batch_size=SIZE, random_state=3, n_jobs=n_jobs)


def scored_fit(model: LDA, X: object, share: float = 1.0) -> LDA:
    """Train on further documents after scoring a share of them."""
    return model.partial_fit(X, score_fraction=share)


def pieces(X: sparse.csr_array, size: int = SIZE) -> list[sparse.csr_array]:
    return [X[first : first + size] for first in range(0, X.shape[0], size)]


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return make_corpus(n_documents=100).counts


def by_hand(state: TopicState, X: sparse.csr_array, first_number: int) -> tuple[np.ndarray, ...]:
    observed, scored = split_tokens(Documents.check(X), first_number=first_number)
    return log_likelihood(state, observed, scored), scored.lengths


# ---------------------------------------------------------------------- values


def test_each_minibatch_is_scored_by_a_model_of_the_earlier_ones(X: sparse.csr_array) -> None:
    earlier, parts, rows = stream().partial_fit(X[:SIZE]), [], []
    for number, piece in enumerate(pieces(X)[1:], start=1):
        L, n = by_hand(earlier.state_, piece, number * SIZE)
        parts.append((L, n))
        rows.append(((number + 1) * SIZE, n.sum(), L.sum() / n.sum()))
        earlier.partial_fit(piece)
    found = scored_fit(stream(), X).progressive_
    expected = HeldOutScore.of(parts)
    assert (found.score, found.standard_error) == (expected.score, expected.standard_error)
    assert found.n_documents == expected.n_documents == 80
    assert [tuple(row.values()) for row in found.history] == rows


def test_the_score_of_a_share_of_the_documents(X: sparse.csr_array) -> None:
    """Document i is scored if the fractional part of i / golden ratio is below the share."""
    parts, earlier = [], stream().partial_fit(X[:SIZE])
    for number, piece in enumerate(pieces(X)[1:], start=1):
        L, n = by_hand(earlier.state_, piece, number * SIZE)
        i = number * SIZE + np.arange(SIZE)
        taken = i * (np.sqrt(5) - 1) / 2 % 1 < 0.3
        parts.append((L[taken], n[taken]))
        earlier.partial_fit(piece)
    scored = scored_fit(stream(), X, 0.3)
    found, expected = scored.progressive_, HeldOutScore.of(parts)
    assert (found.score, found.n_documents) == (pytest.approx(expected.score), expected.n_documents)
    assert abs(found.n_documents - 0.3 * 80) < 2
    L, n = (np.concatenate(each) for each in zip(*parts, strict=True))
    weights = 0.5 ** (
        np.arange(n.size - 1, -1, -1) / HALF_LIFE
    )  # documents that are not scored do not count
    assert found.recent == pytest.approx(weights @ L / (weights @ n))
    assert state_bytes(scored.state_) == state_bytes(stream().partial_fit(X).state_)


@pytest.mark.parametrize("share", [-0.1, 1.5, 2, float("nan"), "all", None])
def test_a_share_outside_zero_and_one_is_refused(X: sparse.csr_array, share: object) -> None:
    with pytest.raises(InputError, match=r"`score_fraction` is .*expected a share of documents"):
        share_to_score(share)
    lda = stream()
    with pytest.raises(InputError, match="expected a share of documents"):
        scored_fit(lda, X, share)
    assert not hasattr(lda, "state_")


def test_the_score_of_a_model_with_one_topic_by_hand() -> None:
    """With K = 1 the probability of a word is (N + eta) / (sum N + W eta), whatever is observed."""
    prior = Prior.create(0.1, 0.5, 1, 3)
    state = state_with_counts([[5.5], [2.5], [0.5]], prior)
    state.n_documents_seen = 1
    p = np.array([6.0, 3.0, 1.0]) / 10
    observed = Documents.check(np.array([[1, 0, 1], [2, 0, 0]]))
    scored = Documents.check(np.array([[1, 2, 0], [0, 0, 1]]))
    found = Progressive()
    found.test(state, observed, scored)
    L = np.log([p[0] * p[1] ** 2, p[2]])
    assert found.score == pytest.approx(L.sum() / 4, abs=1e-6)
    faded = 0.5 ** (1 / HALF_LIFE)
    assert found.recent == pytest.approx((faded * L[0] + L[1]) / (faded * 3 + 1), abs=1e-6)
    deviations = L - found.score * np.array([3, 1])
    assert found.standard_error == pytest.approx(np.sqrt(2 * (deviations**2).sum()) / 4, abs=1e-6)
    assert found.history == [{"documents": 3, "tokens": 4.0, "score": found.score}]


def test_the_recent_score_follows_a_change_faster_than_the_score() -> None:
    found = Progressive()
    for n_seen, score in ((10 * HALF_LIFE, -7.0), (11 * HALF_LIFE, -9.0)):
        n_new = n_seen - (found.history[-1]["documents"] if found.history else 0)
        found._add(np.full(n_new, score * 5), np.full(n_new, 5.0), n_seen)
    assert found.recent == pytest.approx(
        -8.0, abs=2e-3
    )  # half of its weight is on the last HALF_LIFE documents
    assert found.score == pytest.approx((-7.0 * 10 - 9.0) / 11)


# ---------------------------------------------------------------------- reproducible


def test_the_score_has_the_same_bits_at_one_and_two_threads(X: sparse.csr_array) -> None:
    one, two = (scored_fit(stream(n), X).progressive_ for n in (1, 2))
    assert one.to_json() == two.to_json()


def test_calls_of_whole_minibatches_give_the_same_score_as_one_call(X: sparse.csr_array) -> None:
    """The prior is given, because a learned prior is updated at the end of a call."""
    whole, cut = (stream().set_params(doc_topic_prior=0.1) for _ in range(2))
    scored_fit(whole, X)
    for piece in pieces(X, 2 * SIZE):
        scored_fit(cut, piece)
    assert cut.progressive_.to_json() == whole.progressive_.to_json()


@pytest.mark.parametrize("algorithm", ["scvb0", "svb", "smap"])
def test_scoring_does_not_change_what_is_learned(X: sparse.csr_array, algorithm: str) -> None:
    plain, scored = (LDA(4, algorithm=algorithm, random_state=1) for _ in range(2))
    for piece in pieces(X, 30):
        plain.partial_fit(piece)
        scored_fit(scored, piece)
    assert state_bytes(plain.state_) == state_bytes(scored.state_)
    assert scored.progressive_.n_documents > 0
    assert not hasattr(plain, "progressive_")


# ---------------------------------------------------------------------- nothing to score


def test_the_first_minibatch_of_a_stream_is_left_out(X: sparse.csr_array) -> None:
    found = scored_fit(stream(), X[:SIZE]).progressive_
    assert (found.score, found.recent, found.standard_error) == (None, None, None)
    assert found.history == []


def test_documents_without_tokens_do_not_change_the_score(X: sparse.csr_array) -> None:
    lda = scored_fit(stream(), X[: 2 * SIZE])
    before = lda.progressive_.copy()
    scored_fit(lda, sparse.csr_array((5, X.shape[1])))
    assert lda.progressive_.score == before.score
    assert lda.progressive_.history == before.history
    assert lda.progressive_.since(before).n_documents == 0
    assert lda.n_documents_seen_ == 2 * SIZE + 5


def test_words_that_the_model_has_not_seen_are_left_out() -> None:
    growing, lda = GrowingVocabulary(min_sightings=1), LDA(2, batch_size=4, random_state=0)
    lda.partial_fit(growing.count(["red blue", "blue red red", "blue blue", "red"] * 3))
    old = ["red red blue blue red", "blue red blue red blue"]
    alone, mixed = (pickle.loads(pickle.dumps(lda)) for _ in range(2))
    scored_fit(alone, growing.count(old))
    new = growing.count([text + " zinc zinc zinc zinc" for text in old])
    scored_fit(mixed, new)
    (first,), (expected,) = mixed.progressive_.history, alone.progressive_.history
    assert first["tokens"] == expected["tokens"]
    assert first["score"] == pytest.approx(
        expected["score"], abs=0.01
    )  # the prior of zinc changes it a little
    scored_fit(mixed, new)  # now the model has seen zinc
    assert mixed.progressive_.history[1]["tokens"] > first["tokens"]


# ---------------------------------------------------------------------- long streams and files


def test_a_long_history_is_joined_and_keeps_its_sums(
    X: sparse.csr_array,
) -> None:
    full = scored_fit(LDA(4, batch_size=2, random_state=3), X).progressive_
    model = LDA(4, batch_size=2, random_state=3)
    model.progressive_ = Progressive(max_rows=8)
    short = scored_fit(model, X).progressive_
    assert len(short.history) < 8 < len(full.history)
    assert short.history[-1]["documents"] == full.history[-1]["documents"] == 100
    tokens, scores = np.array([(r["tokens"], r["score"]) for r in short.history]).T
    assert tokens @ scores / tokens.sum() == pytest.approx(full.score)


def test_the_score_is_saved_with_the_model_and_continues(X: sparse.csr_array, tmp_path) -> None:
    whole, saved = scored_fit(stream(), X), stream()
    scored_fit(saved, X[: 2 * SIZE]).save(tmp_path / "m.model")
    again = scored_fit(load(tmp_path / "m.model"), X[2 * SIZE :])
    assert again.progressive_.to_json() == whole.progressive_.to_json()


def test_fit_removes_the_progressive_score(X: sparse.csr_array) -> None:
    lda = scored_fit(stream(), X).fit(X)
    assert not hasattr(lda, "progressive_")


@pytest.mark.parametrize(
    "change",
    [{"sums": [1.0]}, {"faded": [0.0, "x"]}, {"n_documents": -1}, {"history": [{}]},
     {"sums": [float("nan")] * 5}, {"history": [{"documents": 1, "tokens": "1", "score": 0.0}]},
     {"history": None}],
)  # fmt: skip
def test_damaged_values_in_a_file_are_refused(X: sparse.csr_array, change: dict) -> None:
    good = scored_fit(stream(), X).progressive_.to_json()
    assert good is not None
    with pytest.raises(InputError, match="progressive score"):
        Progressive.from_json(good | change)


def test_the_score_of_a_stream_rises_with_training(corpus: SyntheticCorpus) -> None:
    lda = LDA(3, batch_size=5, random_state=0)
    for _ in range(20):
        scored_fit(lda, corpus.counts)
    history = lda.progressive_.history
    assert np.mean([r["score"] for r in history[-20:]]) > history[0]["score"] + 0.05


def test_a_notebook_shows_the_scores() -> None:
    assert "<td>score</td><td>none</td>" in Progressive()._repr_html_()
    X = np.random.default_rng(0).poisson(1.0, (60, 20))
    lda = LDA(2, batch_size=10, random_state=0).partial_fit(X, score_fraction=1.0)
    html = lda.progressive_._repr_html_()
    assert f"<td>score</td><td>{lda.progressive_.score:.4f}</td>" in html
    assert f"<td>scored documents</td><td>{lda.progressive_.n_documents}</td>" in html
