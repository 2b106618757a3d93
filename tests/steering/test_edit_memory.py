"""What edits need: undo memory and its bound, copies of the counts, arithmetic without threads."""

import tracemalloc

import numpy as np
import pytest
from scipy import sparse

from tests.steering.planted import CORPUS, VOCABULARY
from thalweg import LDA, InputError
from thalweg.steering import (
    AddWords,
    Create,
    Delete,
    Edit,
    Lock,
    Merge,
    RemoveWords,
    Rename,
    Reorder,
    SetTopicCount,
    Split,
)
from thalweg.steering.edits import edit_log
from thalweg.steering.edits.topic_edits import _distances, _exact_roots

pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")


@pytest.fixture
def fitted() -> LDA:
    return LDA(5, random_state=0, max_iter=2).fit(CORPUS)


def needed(model: LDA) -> list[int]:
    """Return the bytes of each step that can be taken back, oldest first."""
    return [step.nbytes for step in model._undo_stack.steps]


def test_undo_memory_is_bounded_and_the_oldest_calls_are_dropped(fitted, monkeypatch) -> None:
    fitted.edit(Merge([0, 1]))
    (of_merge,) = needed(fitted)
    monkeypatch.setattr(edit_log, "MOST_UNDO_BYTES", 3 * of_merge)
    for number in range(20):
        fitted.edit(Delete(2 + number), Create(words=["music0", "music1"], strength=0.1))
        assert sum(needed(fitted)) <= 3 * of_merge
    n_kept = len(needed(fitted))
    assert 1 <= n_kept < 20
    for _ in range(n_kept):
        fitted.undo()
    with pytest.raises(InputError, match="no edit to take back"):
        fitted.undo()
    assert len(fitted.edits) == 1 + 2 * (20 - n_kept)


def test_the_last_call_can_be_taken_back_however_large_it_is(fitted, monkeypatch) -> None:
    monkeypatch.setattr(edit_log, "MOST_UNDO_BYTES", 1)
    fitted.edit(Rename(0, "a"))
    fitted.edit(Merge([0, 1]))
    assert len(needed(fitted)) == 1
    fitted.undo()
    assert fitted.n_components == 5


def test_undo_memory_includes_the_prior_of_single_words_and_parameters() -> None:
    rng = np.random.default_rng(0)
    added = sparse.csr_array(rng.random((5, len(VOCABULARY))))
    plain, steered = (
        LDA(5, topic_word_prior=prior, random_state=0, max_iter=2).fit(CORPUS)
        for prior in (None, added)
    )
    for model in (plain, steered):
        model.edit(Lock([1]))
    stored = added.nnz * (4 + 4)  # float32 and its column
    given = added.nnz * (8 + 4)
    assert needed(steered)[0] >= needed(plain)[0] + stored + given


WIDE = 20_000  # words


@pytest.fixture(scope="module")
def wide() -> LDA:
    rng = np.random.default_rng(0)
    rows = sparse.random_array((60, WIDE), density=0.005, rng=rng, format="csr")
    rows.data[:] = 1
    return LDA(90, random_state=0, max_iter=2).fit(rows)


@pytest.mark.parametrize(
    ("edit", "n_columns"),
    [
        (AddWords(0, [5]), 0),
        (RemoveWords(0, [5]), 0),
        (Merge([0, 1]), 2),
        (Split(0, words=[5, 6]), 2),
        (Create(words=[5, 6]), 1),
        (Delete(3), 1),
        (Reorder([5, 2]), 0),
        (SetTopicCount(91), 1),
    ],
    ids=lambda value: value.name if isinstance(value, Edit) else "",
)
def test_an_edit_within_the_padding_makes_no_copy_of_the_counts(wide, edit, n_columns) -> None:
    counts, column = wide.state_.scaled_counts, 4 * WIDE
    assert counts.shape == (WIDE, 96)
    wide.edit(edit)  # imports, and memory that is kept from now on
    wide.undo()
    tracemalloc.start()
    try:
        wide.edit(edit)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert wide.state_.scaled_counts is counts
    assert most < (20 + 6 * n_columns) * column < counts.nbytes / 2  # the report: 16 topics at once
    assert needed(wide)[-1] < (0.2 + n_columns) * column
    wide.undo()
    assert wide.state_.scaled_counts is counts


def test_the_nearest_topics_do_not_depend_on_the_order_of_additions(fitted) -> None:
    rng = np.random.default_rng(0)
    roots = _exact_roots(rng.gamma(0.1, 1.0, (4096, 20)).astype(np.float32))
    affinity = roots.T @ roots
    for _ in range(5):
        order = rng.permutation(len(roots))
        assert ((roots[order].T @ roots[order]) == affinity).all()
    distances = _distances(fitted.state_)
    weights = fitted.state_.weights().astype(np.float64)
    exact = np.sqrt(weights / weights.sum(axis=0))
    expected = np.sqrt(np.maximum(1 - exact.T @ exact, 0))
    np.testing.assert_allclose(distances, expected, atol=1e-3)
