"""Native stochastic VB against the float64 reference, and its other promises."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from tests.inference.comparison import TOLERANCE, Comparison, random_counts
from tests.interrupts import interrupt_when
from tests.synthetic import rows_of, state_with_counts
from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference import svb
from thalweg.inference.reference import SVB
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

ONE_PASS = svb.DocumentPasses()
TOPICS = [1, 2, 7, 8, 9, 20, 33, 64, 100, 128, 129, 500]
# exp(digamma(x)) multiplies the relative error of a small x, here a count kept as a float, by 1/x,
# and every pass over a document does so again: single entries of 500 topics are that far off.
WORST = 10 * TOLERANCE


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("THALWEG_ISA", request.param)
    assert _core.instruction_set() == request.param
    return str(request.param)


def run_both(
    X: sparse.csr_array,
    n_topics: int,
    passes: svb.DocumentPasses = ONE_PASS,
    *,
    steps: NDArray[np.float64] | None = None,
    batch_size: int = 10,
    corpus_documents: ArrayLike = 300.0,
    alpha: ArrayLike = 0.1,
    eta: ArrayLike = 0.01,
    offset: float = 0.0,
    corpus_tokens: float = 1.0,
    n_threads: int = 2,
) -> Comparison:
    """One pass over X, in its order, in minibatches; counts start at C or corpus_tokens."""
    documents = Documents.check(X)
    n_documents, n_words = X.shape
    prior = Prior.create(alpha, eta, n_topics, n_words)
    state = TopicState.random(n_words, prior, max(documents.n_tokens, corpus_tokens), seed=7)
    reference = SVB(
        N_phi=state.topic_word_counts.astype(np.float64),
        alpha=prior.doc_topic,
        eta=np.array(np.broadcast_to(prior.topic_word[:, None], (n_words, n_topics))),
        corpus_documents=0.0,
        n_passes=passes.n_passes,
        tolerance=passes.tolerance,
        offset=offset,
    )
    batches = np.append(np.arange(0, n_documents, batch_size), n_documents)
    if steps is None:
        steps = 1 / (1.0 + np.arange(1, batches.size)) ** 0.6
    sizes = np.array(np.broadcast_to(corpus_documents, steps.shape), dtype=np.float64)
    svb.train(
        state,
        documents,
        np.arange(n_documents),
        batches,
        steps,
        sizes,
        passes,
        offset=offset,
        n_threads=n_threads,
    )
    rows = rows_of(documents)
    for b, rho in enumerate(steps):
        reference.corpus_documents = float(sizes[b])
        reference.minibatch(rows[batches[b] : batches[b + 1]], float(rho))
    return Comparison(state, reference)


@pytest.mark.usefixtures("instruction_set")
class TestEveryInstructionSet:
    @pytest.mark.parametrize("n_passes", [1, 5])
    @pytest.mark.parametrize("n_topics", TOPICS)
    def test_one_pass_equals_the_reference(self, n_topics: int, n_passes: int) -> None:
        X = random_counts(30, 120, 60, seed=n_topics)
        both = run_both(X, n_topics, svb.DocumentPasses(n_passes))
        assert both.difference < TOLERANCE
        assert both.worst < WORST
        totals = both.reference.N_phi.sum(axis=0)
        np.testing.assert_allclose(both.state.topic_counts, totals, rtol=WORST)

    @pytest.mark.parametrize("offset", [0.0, 0.5])
    @pytest.mark.parametrize("n_passes", [0, 1, 2, 5])
    def test_offsets_and_passes_equal_the_reference(self, n_passes: int, offset: float) -> None:
        X = random_counts(30, 120, 60, seed=1)
        both = run_both(X, 20, svb.DocumentPasses(n_passes), offset=offset)
        assert both.difference < TOLERANCE
        assert both.worst < WORST

    @pytest.mark.parametrize("n_topics", [3, 20, 140])
    @pytest.mark.parametrize("tolerance", [1e-2, 0.3, 100.0])
    def test_passes_end_at_the_tolerance_as_in_the_reference(
        self, n_topics: int, tolerance: float
    ) -> None:
        X = random_counts(30, 120, 60, seed=2)
        both = run_both(X, n_topics, svb.DocumentPasses(200, tolerance))
        # One document that stops a pass earlier is not yet an error: its gamma is at rest.
        assert both.difference < 10 * TOLERANCE * max(tolerance, 1)

    @pytest.mark.parametrize("n_tokens", [0, 1, 2, 100, 10_000])
    @pytest.mark.parametrize("n_topics", [5, 100])
    def test_documents_of_any_length(self, n_tokens: int, n_topics: int) -> None:
        rng = np.random.default_rng(n_tokens)
        probabilities = rng.dirichlet(np.full(3000, 0.05), 12)
        X = sparse.csr_array(np.array([rng.multinomial(n_tokens, p) for p in probabilities]))
        both = run_both(X, n_topics, svb.DocumentPasses(5), batch_size=4, corpus_tokens=3e4)
        assert both.difference < TOLERANCE

    def test_empty_documents_count_among_the_documents(self) -> None:
        X = random_counts(30, 120, 60, seed=3).tolil()
        X[3], X[10:20] = 0, 0  # one among others, and a whole minibatch
        both = run_both(sparse.csr_array(X), 20)
        assert both.difference < TOLERANCE
        assert both.state.n_documents_seen == 30

    def test_fractional_counts(self) -> None:
        X = random_counts(30, 120, 60, seed=4).astype(np.float64)
        X.data *= np.random.default_rng(0).gamma(1.0, 0.5, X.data.size)
        assert run_both(X, 20, svb.DocumentPasses(3)).difference < TOLERANCE

    def test_priors_of_every_topic_and_word(self) -> None:
        rng = np.random.default_rng(5)
        X = random_counts(30, 120, 60, seed=5)
        alpha, eta = rng.gamma(1.0, 0.3, 20) + 0.02, rng.gamma(1.0, 0.1, 120) + 0.01
        both = run_both(X, 20, svb.DocumentPasses(5), alpha=alpha, eta=eta)
        assert both.difference < TOLERANCE

    def test_a_step_of_one_forgets_all_before(self) -> None:
        """Afterwards most words have no counts: exp(digamma(0.01)) = 2e-44 alone."""
        X = random_counts(40, 2000, 60, seed=6)
        both = run_both(X, 20, svb.DocumentPasses(2), steps=np.array([1.0, 0.5, 1.0, 0.3]))
        assert both.difference < TOLERANCE

    def test_a_corpus_that_grows(self) -> None:
        X = random_counts(30, 120, 60, seed=7)
        both = run_both(X, 20, corpus_documents=np.array([10.0, 200.0, 5000.0]))
        assert both.difference < TOLERANCE

    def test_many_large_steps_fold_the_scale(self) -> None:
        X = random_counts(200, 50, 30, seed=8)
        both = run_both(X, 9, steps=np.full(20, 0.95))
        assert both.difference < TOLERANCE

    def test_a_word_at_odds_with_its_document_keeps_its_tokens(self) -> None:
        """Word 0 is of topic 0 alone, which the document's prior all but excludes."""
        prior = Prior.create([1e-3, 5.0], 1e-3, 2, 2)
        state = state_with_counts([[1000.0, 0.0], [0.0, 1000.0]], prior)
        documents = Documents.check(np.array([[0.01, 50.0]]))
        one_step(state, documents, svb.DocumentPasses(5), rho=1.0)
        np.testing.assert_allclose(state.topic_word_counts.sum(axis=1), [0.01, 50.0], rtol=1e-5)


def one_step(
    state: TopicState, documents: Documents, passes: svb.DocumentPasses, rho: float
) -> None:
    n = documents.n_documents
    svb.train(
        state,
        documents,
        np.arange(n),
        np.array([0, n]),
        np.array([rho]),
        np.array([float(n)]),
        passes,
    )


@pytest.mark.parametrize("n_topics", [3, 20, 130])
@pytest.mark.parametrize("isa", _core.instruction_sets())
def test_bits_do_not_depend_on_threads(
    n_topics: int, isa: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THALWEG_ISA", isa)
    documents = Documents.check(random_counts(300, 4000, 1500, seed=0))
    assert documents.offsets[150] > 2 * 32768  # several blocks, or this would show nothing
    states = []
    for n_threads in (1, 2, 3, 8):
        prior = Prior.create(0.1, 0.01, n_topics, 4000)
        state = TopicState.random(4000, prior, documents.n_tokens, seed=1)
        svb.train(
            state,
            documents,
            np.arange(300),
            np.array([0, 150, 300]),
            np.array([0.5, 0.3]),
            np.full(2, 300.0),
            svb.DocumentPasses(20, 0.05),
            n_threads=n_threads,
        )
        states.append(state)
    for state in states[1:]:
        assert state.scaled_counts.tobytes() == states[0].scaled_counts.tobytes()
        assert state.totals.tobytes() == states[0].totals.tobytes()


def small(**steering: Any) -> tuple[TopicState, Documents]:
    documents = Documents.check(random_counts(40, 50, 30, seed=9))
    prior = Prior.create(0.1, 0.01, 4, 50)
    prior = Prior(prior.doc_topic, prior.topic_word, **steering)
    return TopicState.random(50, prior, documents.n_tokens, seed=0), documents


def test_the_state_counts_what_was_applied() -> None:
    state, documents = small()
    corpus_tokens = state.corpus_tokens
    progress = svb.train(
        state,
        documents,
        np.arange(40),
        np.array([0, 25, 40]),
        np.array([0.5, 0.4]),
        np.full(2, 1000.0),
        svb.DocumentPasses(3),
    )
    assert (progress.n_batches, progress.n_documents) == (2, 40)
    assert progress.n_tokens == documents.n_tokens
    assert progress.n_visits == 4 * documents.counts.size  # three passes and the one that counts
    assert (state.clock, state.n_documents_seen) == (2, 40)
    assert state.n_tokens_seen == documents.n_tokens
    assert state.corpus_tokens == corpus_tokens


def test_a_budget_of_no_seconds_ends_after_one_minibatch() -> None:
    state, documents = small()
    progress = svb.train(
        state,
        documents,
        np.arange(40),
        np.arange(0, 41, 10),
        np.full(4, 0.5),
        np.full(4, 40.0),
        ONE_PASS,
        seconds=0.0,
    )
    assert progress.n_batches == state.clock == 1


def test_an_offset_leaves_the_prior_of_the_state_alone() -> None:
    state, documents = small()
    n = documents.n_documents
    batch = (np.arange(n), np.array([0, n]), np.array([0.5]), np.array([40.0]))
    svb.train(state, documents, *batch, ONE_PASS, offset=0.5)
    np.testing.assert_array_equal(state.prior.doc_topic, 0.1)
    np.testing.assert_array_equal(state.prior.topic_word, 0.01)


@pytest.mark.parametrize(
    "steering",
    [
        {"locked": np.array([True, False, False, False])},
        {"added": sparse.csr_array(np.eye(50, 4))},
        {"masked": sparse.csr_array(np.eye(50, 4))},
    ],
)
def test_steered_topics_are_refused(steering: dict[str, Any]) -> None:
    state, documents = small(**steering)
    with pytest.raises(InputError, match="|".join(steering)):
        one_step(state, documents, ONE_PASS, rho=0.5)


@pytest.mark.parametrize("wrong", [{"n_passes": -1}, {"n_passes": 1.5}, {"tolerance": np.nan}])
def test_passes_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        svb.DocumentPasses(**wrong)


@pytest.mark.parametrize(
    ("steps", "corpus_documents", "offset", "message"),
    [
        (0.0, 40.0, 0.0, "step sizes"),
        (1.5, 40.0, 0.0, "step sizes"),
        (0.5, 0.0, 0.0, "corpus_documents"),
        (0.5, np.inf, 0.0, "corpus_documents"),
        (0.5, 40.0, -0.1, "offset"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    steps: float, corpus_documents: float, offset: float, message: str
) -> None:
    state, documents = small()
    batch = (np.arange(40), np.array([0, 40]), np.array([steps]), np.array([corpus_documents]))
    with pytest.raises(InputError, match=message):
        svb.train(state, documents, *batch, ONE_PASS, offset=offset)


def test_another_vocabulary_is_refused() -> None:
    state, _ = small()
    with pytest.raises(InputError, match="60 words"):
        one_step(state, Documents.check(np.ones((2, 60))), ONE_PASS, rho=0.5)


def test_minibatches_before_the_interrupt_are_kept_and_counted() -> None:
    documents = Documents.check(random_counts(3000, 500, 100, seed=0))
    state = TopicState.random(500, Prior.create(0.1, 0.01, 500, 500), documents.n_tokens, seed=0)
    order = np.tile(np.arange(3000), 200)  # minutes of work
    batches = np.arange(0, order.size + 1, 30)
    n_batches = batches.size - 1
    before = state.scaled_counts.copy()
    interrupt_when(lambda: not np.array_equal(state.scaled_counts, before))
    with pytest.raises(KeyboardInterrupt):
        svb.train(
            state,
            documents,
            order,
            batches,
            np.full(n_batches, 0.01),
            np.full(n_batches, 3000.0),
            svb.DocumentPasses(5),
            n_threads=2,
        )
    assert 0 < state.clock < n_batches
    assert state.n_documents_seen == 30 * state.clock
