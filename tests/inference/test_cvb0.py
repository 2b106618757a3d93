"""Native CVB0: equal to the reference, the same at any number of threads, never inconsistent."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from tests.inference.batch_corpora import (
    relative_difference,
    rows_of,
    start_state,
    varied_documents,
    varied_prior,
)
from tests.inference.comparison import random_counts
from tests.interrupts import interrupt_when
from thalweg import InputError, MemoryLimitError, _core
from thalweg.corpus.documents import Documents
from thalweg.inference import cvb0
from thalweg.inference.objective import expected_counts
from thalweg.inference.reference import CVB0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

# float32 against float64: a row of N^Phi has seen a few dozen roundings of 6e-8 each per sweep, and
# differences grow a little from sweep to sweep before they die out at a fixed point.
TOLERANCE = 1e-5
N_SWEEPS = 6


def assert_counts_are_sums(
    state: TopicState, documents: Documents, responsibilities: cvb0.Responsibilities
) -> None:
    """Eq. 4, up to the rounding of float32 sums."""
    gamma = responsibilities.gamma[:, : state.n_topics].astype(np.float64)
    sums = expected_counts(documents, gamma)
    assert relative_difference(state.topic_word_counts, sums.N_phi) < TOLERANCE
    np.testing.assert_allclose(state.topic_counts, sums.N_z, rtol=TOLERANCE)
    # A row cannot be further from one than K roundings and the division's take it.
    np.testing.assert_allclose(gamma.sum(axis=1), 1, atol=2e-6)
    assert not responsibilities.gamma[:, state.n_topics :].any()
    assert (gamma >= 0).all()


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("THALWEG_ISA", request.param)
    return str(request.param)


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("n_topics", [1, 2, 7, 8, 9, 20, 64, 65, 100, 300])
@pytest.mark.parametrize("block_size", [1, 8])
def test_sweeps_equal_the_reference(n_topics: int, block_size: int) -> None:
    documents = varied_documents(seed=n_topics)
    prior, eta = varied_prior(n_topics, documents.n_words)
    state = start_state(documents, prior)
    responsibilities = cvb0.Responsibilities.random(documents, state)
    start = responsibilities.gamma[:, :n_topics].astype(np.float64)
    reference = CVB0.start(rows_of(documents), start, prior.doc_topic, eta)
    assert relative_difference(state.topic_word_counts, reference.N_phi) < TOLERANCE
    for _ in range(N_SWEEPS):
        cvb0.sweep(state, documents, responsibilities, block_size=block_size)
        reference.sweep(block_size)
        gamma = responsibilities.gamma[:, :n_topics]
        assert relative_difference(gamma, reference.gamma) < TOLERANCE
        assert relative_difference(state.topic_word_counts, reference.N_phi) < TOLERANCE
        np.testing.assert_allclose(state.topic_counts, reference.N_z, rtol=TOLERANCE)
    if n_topics > 1:  # the sweeps have moved far more than the tolerance lets pass
        assert relative_difference(start, reference.gamma) > 0.05


@pytest.mark.parametrize("n_topics", [3, 20, 100])
def test_the_bits_do_not_depend_on_threads(n_topics: int) -> None:
    # Blocks of several groups: 8,192 entries each.
    documents = Documents.check(random_counts(120, 3000, 900, seed=1))
    assert documents.offsets[64] > 2 * 8192
    prior = Prior.create(0.1, 0.01, n_topics, documents.n_words)
    results = []
    for n_threads in (1, 2, 3, 8):
        state = start_state(documents, prior)
        responsibilities = cvb0.Responsibilities.random(documents, state, n_threads=n_threads)
        for _ in range(3):
            cvb0.sweep(state, documents, responsibilities, block_size=64, n_threads=n_threads)
        results.append(
            [a.tobytes() for a in (responsibilities.gamma, state.scaled_counts, state.totals)]
        )
    assert all(result == results[0] for result in results)


def test_counts_are_the_sums_of_the_responsibilities_after_every_sweep() -> None:
    documents = varied_documents(100, 200)
    prior, _ = varied_prior(12, documents.n_words)
    state = start_state(documents, prior)
    responsibilities = cvb0.Responsibilities.random(documents, state)
    assert_counts_are_sums(state, documents, responsibilities)
    for n in range(1, 31):
        progress = cvb0.sweep(state, documents, responsibilities, n_threads=2)
        assert_counts_are_sums(state, documents, responsibilities)
        assert progress.n_documents == 100
        assert progress.n_visits == documents.offsets[-1]
        assert (state.clock, state.n_documents_seen) == (n, 100 * n)
        assert state.n_tokens_seen == pytest.approx(n * documents.n_tokens)
    assert state.corpus_tokens == documents.n_tokens


def test_a_lazy_scale_in_the_state_changes_nothing_but_rounding() -> None:
    documents = varied_documents()
    prior, _ = varied_prior(5, documents.n_words)
    plain = start_state(documents, prior)
    responsibilities = cvb0.Responsibilities.random(documents, plain)
    scaled = plain.copy()
    scaled.scaled_counts *= np.float32(8)  # powers of two: no rounding at all
    scaled.scale /= 8
    others = cvb0.Responsibilities(responsibilities.gamma.copy())
    cvb0.sweep(plain, documents, responsibilities)
    cvb0.sweep(scaled, documents, others)
    np.testing.assert_array_equal(plain.topic_word_counts, scaled.topic_word_counts)
    np.testing.assert_array_equal(responsibilities.gamma, others.gamma)


@pytest.mark.parametrize("eta", [1e-9, 1e-3])
@pytest.mark.parametrize("n_topics", [1, 5])
def test_words_that_occur_once_stay_finite_under_a_tiny_prior(eta: float, n_topics: int) -> None:
    """N - own is zero but for rounding where N holds one token alone: factors stop at the prior."""
    documents = Documents.check(np.eye(12, dtype=np.int64))
    state = start_state(documents, Prior.create(1e-9, eta, n_topics, 12))
    responsibilities = cvb0.Responsibilities.random(documents, state)
    for _ in range(50):
        cvb0.sweep(state, documents, responsibilities, block_size=2)
    assert np.isfinite(responsibilities.gamma).all()
    assert_counts_are_sums(state, documents, responsibilities)


@pytest.mark.parametrize("offset", range(0, 32, 4))
def test_training_goes_on_from_unpickled_responsibilities(offset: int) -> None:
    documents = varied_documents()
    prior, _ = varied_prior(4, documents.n_words)
    state = start_state(documents, prior)
    responsibilities = cvb0.Responsibilities.random(documents, state)
    buffers: list[pickle.PickleBuffer] = []
    pickled = pickle.dumps(responsibilities, protocol=5, buffer_callback=buffers.append)
    (raw,) = (buffer.raw() for buffer in buffers)
    moved = bytes(offset) + bytes(raw)  # out of band: read-only, and anywhere
    loaded = pickle.loads(pickled, buffers=[memoryview(moved)[offset:]])
    other = state.copy()
    cvb0.sweep(state, documents, responsibilities)
    cvb0.sweep(other, documents, loaded)
    np.testing.assert_array_equal(state.scaled_counts, other.scaled_counts)


def test_the_seed_decides_the_start() -> None:
    documents = varied_documents()
    prior, _ = varied_prior(4, documents.n_words)
    first, again, other = (
        cvb0.Responsibilities.random(documents, start_state(documents, prior, seed)).gamma
        for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


class _Huge:
    """Documents of an impossible size; using anything but their size would fail."""

    n_words = 120
    offsets = np.array([0, 10**13])
    counts = np.ones(1)


def test_responsibilities_that_do_not_fit_are_refused_before_they_are_allocated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = start_state(varied_documents(), Prior.create(0.1, 0.01, 20, 120))
    before = state.scaled_counts.tobytes()
    allocations: list[object] = []
    monkeypatch.setattr(cvb0, "aligned_zeros", lambda *shape: allocations.append(shape))
    with pytest.raises(MemoryLimitError, match=r"needs 960000\.0 GB .* available.*scvb0"):
        cvb0.Responsibilities.random(_Huge(), state)  # type: ignore[arg-type]
    monkeypatch.setattr(cvb0, "free_memory", lambda: 1000)
    documents = varied_documents()
    with pytest.raises(MemoryLimitError, match=r"0\.0 GB are available"):
        cvb0.Responsibilities.random(documents, state)
    assert allocations == []
    assert state.scaled_counts.tobytes() == before


def test_blocks_are_a_small_part_of_the_corpus_and_enough_for_threads() -> None:
    few_long, many_short = (
        Documents(np.arange(n + 1) * length, np.zeros(0), np.zeros(0), 5)
        for n, length in ((1500, 500), (60_000, 50))
    )
    assert cvb0.default_block_size(few_long) == 131  # of 500 entries: 65,536 in all
    assert cvb0.default_block_size(many_short) == 1310
    assert cvb0.default_block_size(varied_documents(80)) == 10  # an eighth of the corpus
    assert cvb0.default_block_size(varied_documents(12)) == 1


def test_the_memory_needed_is_that_of_gamma() -> None:
    documents = varied_documents()
    prior, _ = varied_prior(20, documents.n_words)
    responsibilities = cvb0.Responsibilities.random(documents, start_state(documents, prior))
    assert cvb0.memory_needed(documents, 20) == responsibilities.gamma.nbytes


@pytest.mark.parametrize("n_threads", [1, 2])
def test_an_interrupt_leaves_counts_that_are_the_sums_of_the_responsibilities(
    n_threads: int,
) -> None:
    documents = Documents.check(random_counts(400, 800, 150, seed=0))
    state = start_state(documents, Prior.create(0.1, 0.01, 100, 800))
    responsibilities = cvb0.Responsibilities.random(documents, state)

    def sweep_forever() -> None:
        while True:
            cvb0.sweep(state, documents, responsibilities, block_size=400, n_threads=n_threads)

    interrupt_when(lambda: state.n_documents_seen > 0)
    with pytest.raises(KeyboardInterrupt):
        sweep_forever()
    assert_counts_are_sums(state, documents, responsibilities)
    assert state.n_documents_seen == 400 * state.clock + responsibilities.next_document
    cvb0.sweep(state, documents, responsibilities)
    assert_counts_are_sums(state, documents, responsibilities)


def test_a_sweep_that_ran_out_of_time_is_continued_by_the_next() -> None:
    documents = varied_documents()
    prior, _ = varied_prior(6, documents.n_words)
    whole = start_state(documents, prior)
    all_at_once = cvb0.Responsibilities.random(documents, whole)
    parts = whole.copy()
    piecewise = cvb0.Responsibilities(all_at_once.gamma.copy())
    cvb0.sweep(whole, documents, all_at_once, block_size=4)
    n_calls = 0
    while parts.clock == 0:
        progress = cvb0.sweep(parts, documents, piecewise, block_size=4, seconds=0.0)
        assert progress.n_batches == 1
        n_calls += 1
    assert n_calls == 8  # blocks of four of thirty documents
    assert piecewise.next_document == 0
    assert parts.n_documents_seen == 30
    np.testing.assert_array_equal(all_at_once.gamma, piecewise.gamma)
    np.testing.assert_array_equal(whole.scaled_counts, parts.scaled_counts)


def test_what_does_not_fit_is_refused() -> None:
    documents, others = varied_documents(), varied_documents(seed=1)
    prior, _ = varied_prior(4, documents.n_words)
    state = start_state(documents, prior)
    responsibilities = cvb0.Responsibilities.random(documents, state)
    with pytest.raises(InputError, match="entries"):
        cvb0.sweep(state, others, responsibilities)
    with pytest.raises(InputError, match="`block_size` is 0"):
        cvb0.sweep(state, documents, responsibilities, block_size=0)
    with pytest.raises(InputError, match="words"):
        cvb0.Responsibilities.random(varied_documents(n_words=99), state)
    halved = Documents(documents.offsets, documents.words, documents.counts * 0, 120)
    with pytest.raises(InputError, match="zero"):
        cvb0.Responsibilities.random(halved, state)
    locked = Prior(prior.doc_topic, prior.topic_word, locked=np.ones(4, dtype=bool))
    with pytest.raises(InputError, match="locked"):
        cvb0.sweep(state.with_prior(locked), documents, responsibilities)


def test_no_documents_are_no_work() -> None:
    nothing = Documents.check(np.zeros((0, 5)))
    state = start_state(Documents.check(np.ones((1, 5))), Prior.create(0.1, 0.01, 3, 5))
    responsibilities = cvb0.Responsibilities.random(nothing, state)
    assert cvb0.sweep(state, nothing, responsibilities).n_documents == 0
    assert not state.topic_word_counts.any()
