"""Counts, word ids and offsets that are wrong: an error, whatever the numbers are.

Before the core checked them where it reads them, these calls wrote outside of their memory.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.inference.comparison import random_counts
from thalweg import LDA, Corpus, InputError, StorageError
from thalweg.corpus.documents import Documents
from thalweg.corpus.store.manifest import COUNTS, OFFSETS, WORDS, digest
from thalweg.inference import cvb0, fold_in, map_em, scvb0, svb
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.training.reporting.progress import TrainingProgress

ALGORITHMS = ["scvb0", "svb", "smap", "cvb0", "map"]
WRONG_COUNTS = [np.nan, np.inf, -3.0, -1e30, 1e9, 1e30]


def store(folder: Path) -> Path:
    """Save 300 documents with fractional counts, so that the counts are float64."""
    X = sparse.random_array((300, 200), density=0.1, format="csr", rng=np.random.default_rng(0))
    X.data[:] = np.round(1 + X.data, 2)
    Corpus(X, [f"w{w}" for w in range(200)]).save(folder)
    return folder


def overwrite(folder: Path, name: str, dtype: str, place: int, value: Any) -> None:
    """Change a value of a file, and the checksums too."""
    path, manifest_path = folder / name, folder / "manifest.json"
    values = np.fromfile(path, dtype)
    values[place] = value
    values.tofile(path)
    manifest = json.loads(manifest_path.read_text())
    manifest["files"][name]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest["sha256"] = digest(manifest)
    manifest_path.write_text(json.dumps(manifest))


def model(algorithm: str) -> LDA:
    priors: dict[str, Any] = {}
    if algorithm in ("map", "smap"):
        priors = {"doc_topic_prior": 1.1, "topic_word_prior": 1.01}
    return LDA(5, algorithm=algorithm, random_state=0, max_iter=3, **priors)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("count", WRONG_COUNTS)
def test_a_store_with_wrong_counts_is_refused(algorithm: str, count: float, tmp_path: Path) -> None:
    folder = store(tmp_path / "x.corpus")
    overwrite(folder, COUNTS, "<f8", 1000, count)
    with pytest.raises(StorageError, match=r"counts\.bin is damaged.*expected 0 to 16777216"):
        model(algorithm).fit(Corpus.open(folder))


def test_any_flipped_bit_of_an_unverified_store_is_harmless(tmp_path: Path) -> None:
    folder = store(tmp_path / "x.corpus")
    rng = np.random.default_rng(1)
    n_refused = 0
    for name in (COUNTS, WORDS, OFFSETS) * 20:
        data = (folder / name).read_bytes()
        changed = bytearray(data)
        changed[rng.integers(len(data))] ^= 1 << rng.integers(8)
        (folder / name).write_bytes(changed)
        try:
            model("scvb0").fit(Corpus.open(folder, verify=False))
        except StorageError:
            n_refused += 1
        (folder / name).write_bytes(data)
    assert n_refused > 10


def test_a_file_that_is_cut_short_after_the_store_was_opened_is_an_error(tmp_path: Path) -> None:
    """Mapped into memory it would end the process: SIGBUS."""
    for name in (COUNTS, WORDS, OFFSETS):
        folder = store(tmp_path / f"{name}.corpus")
        corpus = Corpus.open(folder)
        os.truncate(folder / name, 100)
        with pytest.raises(StorageError, match=rf"{name}.*ends .* bytes too early"):
            model("scvb0").fit(corpus)
        with pytest.raises(StorageError, match=rf"{name}.*ends .* bytes too early"):
            corpus[[1, 250, 7]].to_csr()


def test_a_file_that_is_cut_short_between_two_parts_is_an_error(tmp_path: Path) -> None:
    folder = store(tmp_path / "x.corpus")
    corpus = Corpus.open(folder)
    corpus.part_entries = 1000

    def cut(progress: TrainingProgress) -> None:
        os.truncate(folder / WORDS, 100)

    with pytest.raises(StorageError, match="too early"):
        LDA(5, random_state=0, max_iter=50).fit(corpus, progress=cut)


def test_rows_of_a_store_in_any_order_are_the_same_as_in_memory(tmp_path: Path) -> None:
    X = sparse.csr_array(random_counts(400, 300, 60, seed=0))
    Corpus(X, [f"w{w}" for w in range(300)]).save(tmp_path / "x.corpus")
    corpus, rng = Corpus.open(tmp_path / "x.corpus"), np.random.default_rng(0)
    for rows in (
        rng.permutation(400),
        rng.integers(0, 400, 50),
        np.array([399, 0, 399]),
        np.arange(5, 9),
        np.array([7]),
    ):
        np.testing.assert_array_equal(corpus[rows].to_csr().toarray(), X[rows].toarray())


# ---------------------------------------------------------------------------- native calls


def documents(change: Callable[[Documents], None]) -> Documents:
    """Return documents that have not been checked since they were changed."""
    checked = Documents.check(sparse.csr_array(random_counts(60, 100, 30, seed=0)).astype(float))
    change(checked)
    return checked


def set_count(value: float) -> Callable[[Documents], None]:
    return lambda documents: documents.counts.__setitem__(900, value)


def set_word(value: int) -> Callable[[Documents], None]:
    return lambda documents: documents.words.__setitem__(900, value)


def set_offset(value: int) -> Callable[[Documents], None]:
    return lambda documents: documents.offsets.__setitem__(30, value)


CHANGES = {
    **{f"count {count}": set_count(count) for count in WRONG_COUNTS},
    **{f"word {word}": set_word(word) for word in (-1, 100, 2**31 - 1)},
    **{f"offset {offset}": set_offset(offset) for offset in (-5, 10**7, -(2**62))},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_no_native_call_is_led_astray_by_wrong_documents(
    change: Callable[[Documents], None],
) -> None:
    wrong = documents(change)
    state = TopicState.random(100, Prior.create(0.1, 0.01, 5, 100), 1000.0, seed=0)
    order, batches = np.arange(60), np.array([0, 20, 60])
    halves = np.full(2, 0.5)
    refused = pytest.raises(InputError, match=r"row .* of the documents")
    with refused:
        scvb0.train(state, wrong, order, batches, halves, np.full(2, 1e3), scvb0.DocumentVisits())
    assert state.n_documents_seen == 20  # the first minibatch has no fault and is counted
    with refused:
        svb.train(state, wrong, order, batches, halves, np.full(2, 60.0), svb.DocumentPasses(2))
    with refused:
        fold_in.infer(state, wrong)
    gamma = cvb0.Responsibilities(np.ones((int(wrong.offsets[-1]), 8), dtype=np.float32))
    with refused:
        cvb0.sweep(state, wrong, gamma)
    with refused:
        gamma.count_into(state, wrong)
    with refused:
        map_em.iterate(state, wrong, map_em.DocumentCounts.start(np.ones((60, 5))))


def test_order_and_batches_outside_of_the_documents_are_refused() -> None:
    good = documents(lambda documents: None)
    state = TopicState.random(100, Prior.create(0.1, 0.01, 5, 100), 1000.0, seed=0)
    halves, tokens, visits = np.full(2, 0.5), np.full(2, 1e3), scvb0.DocumentVisits()
    for document in (-1, 60, 2**40):
        order = np.arange(60)
        order[5] = document
        with pytest.raises(InputError, match="row"):
            scvb0.train(state, good, order, np.array([0, 20, 60]), halves, tokens, visits)
    for batches in ([-20, 20, 60], [0, 70, 60], [0, 20, 61]):
        with pytest.raises(ValueError, match="batches"):
            scvb0.train(state, good, np.arange(60), np.array(batches), halves, tokens, visits)


@pytest.mark.parametrize("algorithm", ["scvb0", "svb"])
@pytest.mark.parametrize(
    ("part", "value"), [("indices", 10**6), ("data", np.nan), ("indptr", 10**6)]
)
def test_a_matrix_that_changes_while_it_is_used_does_no_harm(
    algorithm: str, part: str, value: float
) -> None:
    X = sparse.csr_array(random_counts(300, 200, 50, seed=0)).astype(float)
    X.indptr = X.indptr.astype(np.int64)

    def change(progress: TrainingProgress) -> None:
        getattr(X, part)[-100:] = value

    lda = LDA(5, algorithm=algorithm, max_iter=50, random_state=0)
    if part == "indptr":  # copied when training begins
        lda.fit(X, progress=change)
        return
    with pytest.raises(InputError, match="Do not change a matrix while it is used"):
        lda.fit(X, progress=change)
