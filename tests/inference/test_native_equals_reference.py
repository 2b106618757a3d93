"""Every native kernel against readable float64 NumPy that follows the paper's equations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from tests.inference.comparison import TOLERANCE, random_counts, run_both
from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.inference import fold_in, scvb0
from thalweg.inference.document_schedule import BurnIn, DocumentSteps, DocumentVisits
from thalweg.inference.schedules import StepSchedule

TOPICS = [1, 2, 7, 8, 9, 20, 33, 50, 64, 100, 128, 129, 200, 1000]


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("THALWEG_ISA", request.param)
    assert _core.instruction_set() == request.param
    return str(request.param)


@pytest.mark.usefixtures("instruction_set")
class TestEveryInstructionSet:
    @pytest.mark.parametrize("clumped", [True, False])
    @pytest.mark.parametrize("n_topics", TOPICS)
    def test_one_pass_equals_the_reference(self, n_topics: int, clumped: bool) -> None:
        X = random_counts(30, 120, 60, seed=n_topics)
        both = run_both(X, n_topics, clumped=clumped)
        assert both.difference < TOLERANCE
        assert both.worst < TOLERANCE
        np.testing.assert_allclose(both.state.topic_counts, both.reference.N_z, rtol=TOLERANCE)

    def test_rare_words_of_large_tables_equal_the_reference(self) -> None:
        """Tables beyond the second-level cache: words with one visit have no row in them."""
        X = random_counts(25, 2200, 120, seed=1)
        assert min(X.shape[1], X.nnz) * 136 > 2**18  # or the core would use tables
        both = run_both(X, 129, batch_size=25)
        assert both.difference < TOLERANCE
        assert both.worst < TOLERANCE
        np.testing.assert_allclose(both.state.topic_counts, both.reference.N_z, rtol=TOLERANCE)

    @pytest.mark.parametrize("burn_in", [0.0, 0.4, 1.0, 2.5])
    def test_burn_in_equals_the_reference(self, burn_in: float) -> None:
        both = run_both(random_counts(30, 120, 60, seed=1), 20, burn_in=burn_in)
        assert both.difference < TOLERANCE

    def test_automatic_burn_in_follows_each_documents_length(self) -> None:
        """C_j / tokens_per_pass passes, at most most_passes: documents below, between and above."""
        rng = np.random.default_rng(1)
        lengths = [20, 55, 90, 130, 400, 0]
        X = sparse.csr_array(np.array([rng.multinomial(n, np.full(60, 1 / 60)) for n in lengths]))
        both = run_both(X, 6, steps=np.empty(0), batch_size=10)  # the same start, nothing trained
        automatic = scvb0.BurnIn(None, tokens_per_pass=100.0, most_passes=1.5)
        scvb0.train(
            both.state,
            Documents.check(X),
            np.arange(6),
            np.arange(7),
            np.full(6, 0.5),
            np.full(6, both.state.corpus_tokens),
            scvb0.DocumentVisits(burn_in=automatic),
        )
        for j, length in enumerate(lengths):
            both.reference.burn_in = min(length / 100.0, 1.5)
            row = X[[j]]
            both.reference.minibatch([(row.indices.astype(np.int64), row.data.astype(float))], 0.5)
        assert both.difference < TOLERANCE

    def test_step_sizes_follow_each_documents_length(self) -> None:
        """Documents below, at and above the limits of the schedules; also the defaults."""
        rng = np.random.default_rng(2)
        lengths = [7, 20, 21, 130, 131, 3000, 0]
        X = sparse.csr_array(np.array([rng.multinomial(n, np.full(60, 1 / 60)) for n in lengths]))
        by_hand = DocumentSteps(
            (20, 130, 500), (StepSchedule(1, 3, 0.6), StepSchedule(2, 20, 0.8), StepSchedule())
        )
        for steps in (by_hand, DocumentSteps.by_length(BurnIn(1.0))):
            assert len({steps.of(length) for length in lengths}) >= 3
            both = run_both(X, 6, steps=np.empty(0), batch_size=10)  # the same start
            scvb0.train(
                both.state,
                Documents.check(X),
                np.arange(7),
                np.arange(8),
                np.full(7, 0.5),
                np.full(7, both.state.corpus_tokens),
                DocumentVisits(steps, BurnIn(1.0)),
            )
            both.reference.schedule, both.reference.burn_in = steps, 1.0
            for j in range(7):
                row = X[[j]]
                document = (row.indices.astype(np.int64), row.data.astype(float))
                both.reference.minibatch([document], 0.5)
            assert both.difference < TOLERANCE

    @pytest.mark.parametrize("n_tokens", [0, 1, 2, 1000, 100_000])
    @pytest.mark.parametrize("n_topics", [3, 200])
    def test_documents_of_any_length(self, n_tokens: int, n_topics: int) -> None:
        rng = np.random.default_rng(0)
        lengths = [n_tokens, 5, 0, n_tokens, 40]
        X = sparse.csr_array(
            np.array(
                [rng.multinomial(length, rng.dirichlet(np.full(300, 0.1))) for length in lengths]
            )
        )
        both = run_both(X, n_topics, batch_size=2)
        assert both.difference < TOLERANCE

    def test_a_long_document_token_by_token(self) -> None:
        rng = np.random.default_rng(0)
        X = sparse.csr_array(rng.multinomial(20_000, rng.dirichlet(np.ones(200)))[None, :])
        assert run_both(X, 20, clumped=False).difference < TOLERANCE

    def test_full_replacement_forgets_the_start(self) -> None:
        X = random_counts(20, 80, 50, seed=3)
        both = run_both(X, 12, steps=np.array([0.5, 1.0]))
        assert both.difference < TOLERANCE

    def test_scale_is_folded_back_before_it_underflows(self) -> None:
        X = random_counts(240, 50, 40, seed=4)
        both = run_both(X, 9, steps=np.full(60, 0.5), batch_size=4, n_threads=1)
        assert both.difference < TOLERANCE
        assert both.state.scale[0] > 0.5**60  # it has been folded on the way

    def test_fractional_counts(self) -> None:
        X = random_counts(30, 80, 50, seed=5).astype(np.float64) * 0.37
        assert run_both(X, 20).difference < TOLERANCE
        assert run_both(X, 20, clumped=False).difference < TOLERANCE

    def test_inference_of_unseen_documents(self) -> None:
        both = run_both(random_counts(30, 120, 60, seed=6), 20)
        unseen = random_counts(15, 120, 40, seed=60)
        exact = fold_in.Convergence(max_passes=1000, tolerance=0.0)
        theta = fold_in.infer(both.state, Documents.check(unseen), exact)
        for j in range(unseen.shape[0]):
            row = unseen[[j]]
            expected = both.reference.theta(row.indices, row.data.astype(float))
            np.testing.assert_allclose(theta[j], expected, rtol=2e-3, atol=2e-3)

    def test_held_out_likelihood(self) -> None:
        both = run_both(random_counts(30, 120, 60, seed=8), 20)
        observed = random_counts(15, 120, 40, seed=80)
        scored = random_counts(15, 120, 40, seed=81)
        exact = fold_in.Convergence(max_passes=1000, tolerance=0.0)
        native = fold_in.log_likelihood(
            both.state, Documents.check(observed), Documents.check(scored), exact
        )
        for j in range(15):
            expected = both.reference.log_likelihood(
                *(
                    (X[[j]].indices.astype(np.int64), X[[j]].data.astype(float))
                    for X in (observed, scored)
                )
            )
            assert native[j] == pytest.approx(expected, rel=TOLERANCE)


def test_clumping_stays_close_to_token_by_token() -> None:
    """Clumping holds gamma for all m copies of a word; the paper calls it an optimisation.

    On counts with a mean of about two copies the counts of a pass stay within a few per cent of
    the token-by-token form, and the difference goes to zero with the copies.
    """
    repeated = random_counts(200, 100, 80, seed=9)
    single = (repeated > 0).astype(np.int32)

    def distance(X: sparse.csr_array) -> float:
        clumped = run_both(X, 10, batch_size=200, steps=np.array([0.5])).reference.N_phi
        tokens = run_both(X, 10, batch_size=200, steps=np.array([0.5]), clumped=False)
        return float(np.linalg.norm(clumped - tokens.reference.N_phi) / np.linalg.norm(clumped))

    assert distance(single) == 0.0
    assert 0.0 < distance(repeated) < 0.1


def test_unknown_instruction_set_is_an_error_that_names_the_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("THALWEG_ISA", "altivec")
    with pytest.raises(ValueError, match=r"altivec.*baseline"):
        _core.instruction_set()
