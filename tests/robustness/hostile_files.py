"""Damaged and forged model files: opening one may only raise a ThalwegError.

    python -m tests.robustness.hostile_files

Four files are changed in two ways: a model with everything that the format can hold, a checkpoint,
and two trained models, which are also restored as estimators. The second of them has seed words,
names of topics, edits, metadata and a fingerprint. *Damage* changes bytes and leaves the
checksum as it is. Such a file must be refused, or contain the same model (some bytes do not matter,
for example the order of names in JSON). *Forgery* changes the content and computes a new checksum.
Such a file must be refused, or give a model that infers and trains without a crash.
"""

from __future__ import annotations

import argparse
import io
import json
import tempfile
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from tests.robustness import damage, forgery
from tests.robustness.fault_report import finish, print_outcomes
from thalweg import (
    LDA,
    SCVB0,
    Corpus,
    InputError,
    StepSchedule,
    ThalwegError,
    TopicState,
    Vocabulary,
    fingerprint,
)
from thalweg.corpus.documents import Documents
from thalweg.inference import fold_in, scvb0
from thalweg.model import TopicModel
from thalweg.persistence import fitted, model_file, tensor_file
from thalweg.persistence.saved_model import SavedModel, TrainingPart
from thalweg.state.priors import Prior
from thalweg.steering import AddWords, Create, Lock, Merge, RemoveWords, Rename, StopWords

RESULTS = Path(__file__).parent / "results"
N_WORDS, N_TOPICS = forgery.N_WORDS, forgery.N_TOPICS
MAX_BYTES = 2_000_000  # that opening a file of some kilobytes may allocate

Change = Callable[[np.random.Generator, bytes], bytes]


def example() -> SavedModel:
    """A small model that has everything a file can hold."""
    pairs = sparse.csr_array(([2.0, 3.0], ([0, 5], [1, 2])), (N_WORDS, N_TOPICS), np.float32)
    prior = Prior(
        doc_topic=np.array([0.1, 0.2, 0.3]),
        topic_word=np.linspace(0.01, 0.02, N_WORDS),
        added=pairs,
        masked=sparse.csr_array(([True, True], ([1, 1], [0, 2])), (N_WORDS, N_TOPICS)),
        locked=np.array([True, False, False]),
    )
    return SavedModel(
        parameters={
            "n_components": N_TOPICS,
            "algorithm": SCVB0(burn_in=1.5, doc_schedule=StepSchedule(1.0, 5.0, 0.8)),
            "max_time": 2.5,
            "doc_topic_prior": np.array([0.1, 0.2, 0.3]),
            "topic_word_prior": sparse.csr_array(pairs.T),
            "random_state": np.random.RandomState(5),
        },
        state=TopicState.random(N_WORDS, prior, 500.0, seed=1),
        vocabulary=Vocabulary([f"word{w}" for w in range(N_WORDS)], retired=[3]),
        fitted={"batch_size": 4, "schedule": [1.0, 10.0, 0.9]},
        text_settings={"lowercase": True},
        history=[{"passes": 1, "score": -2.5}],
    )


def example_checkpoint() -> SavedModel:
    """The same model with a training part."""
    saved = example()
    arrays = {"order": np.arange(7), "kept": np.ones((4, 3), np.float32), "done": np.array([True])}
    saved.training = TrainingPart(arrays, {"position": [0, 1, 2], "best": {"score": -2.5}})
    return saved


def trained_model() -> SavedModel:
    """A model that was trained, with all fitted attributes."""
    X = np.random.default_rng(0).poisson(1.0, (8, N_WORDS))
    model = TopicModel(
        N_TOPICS,
        algorithm=SCVB0(burn_in=1.5, doc_schedule=StepSchedule(1.0, 5.0, 0.8)),
        max_iter=2,
        early_stopping=True,
        validation_fraction=0.3,
        random_state=np.random.RandomState(1),
        n_jobs=1,
    )
    return fitted.to_saved_model(model.fit(X))


def steered_model() -> SavedModel:
    """A model that was trained with seed words, edited and named."""
    rng = np.random.default_rng(0)
    words = [f"word{w}" for w in range(N_WORDS)]
    corpus = Corpus(rng.poisson(1.0, (30, N_WORDS)), words)
    model = LDA(
        N_TOPICS,
        algorithm=SCVB0(burn_in=1.5, doc_schedule=StepSchedule(1.0, 5.0, 0.8)),
        max_iter=2,
        seed_words={"first": words[:2], "second": words[2:4]},
        random_state=0,
        n_jobs=1,
    ).fit(corpus)
    model.edit(
        AddWords(0, [words[5]]),
        StopWords([words[7]]),
        Create(words=words[8:10], new_name="new"),
        Rename(2, "third"),
        Merge([1, 2]),
        RemoveWords(0, [words[6]]),
        Lock([0]),
    )
    model.partial_fit(corpus)
    model.metadata_ = {"version": 7}
    model.data_fingerprint_ = fingerprint(corpus)
    return fitted.to_saved_model(model)


def forged(change: forgery.Forgery, rng: np.random.Generator, data: bytes) -> bytes:
    """Return the file with a forgery and a matching checksum."""
    with tensor_file.opened_bytes(data, "example") as file:
        about = json.loads(json.dumps(file.about))
        tensors = {name: file.read(name) for name in file.names()}
    del about["sha256"]
    change(rng, about, tensors)
    stream = io.BytesIO()
    try:
        tensor_file.write(stream, about, tensors)
    except InputError:  # the forged value cannot be written
        return data
    return stream.getvalue()


# ---------------------------------------------------------------------------- what happens


def use_state(path: Path) -> bytes:
    """Open a file, infer and learn from a document; return the model as it was opened."""
    saved = model_file.read(path)
    state = saved.state
    document = Documents.check(np.minimum(np.arange(state.n_words), 3)[None, :])
    theta = np.empty((1, state.n_topics), dtype=np.float32)
    fold_in.infer(state, document, out=theta, n_threads=1)
    scvb0.train(
        state.copy(),
        document,
        np.zeros(1, dtype=np.int64),
        np.array([0, 1]),
        np.array([0.5]),
        np.array([100.0]),
        scvb0.DocumentVisits(),
        n_threads=1,
    )
    return model_file.to_bytes(saved)


def use_estimator(path: Path) -> bytes:
    """Open a file as an estimator, infer and learn from a document; return it as it was opened."""
    model = TopicModel.load(path)
    model.n_jobs = 1
    opened = model_file.to_bytes(fitted.to_saved_model(model))
    document = np.minimum(np.arange(model.n_features_in_), 3)[None, :]
    model.transform(document)
    with suppress(ThalwegError):  # a parameter with an invalid value
        model.partial_fit(document)
    return opened


def use_steered(path: Path) -> bytes:
    """Use a model as an estimator; edit it, make its edits again, and train it from its seeds."""
    opened = use_estimator(path)
    model = LDA.load(path)
    model.n_jobs = 1
    model.topics(3)
    for change in (
        lambda: model.edit(Merge([0, 1])),
        lambda: model.undo(),
        lambda: model.apply(model.edits),
        lambda: model.set_params(max_iter=1, max_time=None).fit(
            np.ones((2, model.n_features_in_), dtype=np.int64)
        ),
    ):
        with suppress(ThalwegError):  # a parameter or an edit that is not valid
            change()
    return opened


@dataclass
class Opened:
    """The outcome of opening a file; `model` are the bytes of the model if it opened."""

    outcome: str
    model: bytes | None = None
    n_bytes: int = 0


def open_and_use(path: Path, data: bytes, use: Callable[[Path], bytes] = use_state) -> Opened:
    """Write a hostile file, open and use it; raises whatever breaks a promise."""
    path.write_bytes(data)
    tracemalloc.start()
    try:
        with np.errstate(all="ignore"):  # forged numbers may be near the ends of their range
            model = use(path)
        return Opened("opened", model, tracemalloc.get_traced_memory()[1])
    except ThalwegError as error:
        if str(path) not in str(error):
            raise AssertionError(f"an error that does not name the file: {error}") from error
        n_bytes = tracemalloc.get_traced_memory()[1]
        return Opened(f"refused: {type(error).__name__}", None, n_bytes)
    finally:
        tracemalloc.stop()


def run(n_files: int, seed: int = 0) -> dict[str, Any]:
    """Open many hostile files; `faults` of the result lists every broken promise."""
    originals = [
        (model_file.to_bytes(example()), use_state),
        (model_file.to_bytes(example_checkpoint()), use_state),
        (model_file.to_bytes(trained_model()), use_estimator),
        (model_file.to_bytes(steered_model()), use_steered),
    ]
    damages: dict[str, Change] = {change.__name__: change for change in damage.DAMAGES}
    changes = damages | {change.__name__: partial(forged, change) for change in forgery.FORGERIES}
    outcomes: dict[str, Counter[str]] = {name: Counter() for name in changes}
    faults: list[str] = []
    most_bytes = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.safetensors"
        for number in range(n_files):
            name = list(changes)[number % len(changes)]
            original, use = originals[number // len(changes) % len(originals)]
            data = changes[name](np.random.default_rng([seed, number]), original)
            try:
                opened = open_and_use(path, data, use)
            except Exception as error:
                outcomes[name][f"escaped: {type(error).__name__}"] += 1
                faults.append(f"{number} {name}: {error!r}")
                continue
            outcomes[name][opened.outcome] += 1
            if opened.model is not None and name in damages and opened.model != original:
                faults.append(f"{number} {name}: a damaged file opened as another model")
            if opened.n_bytes > MAX_BYTES + 40 * len(data):
                faults.append(f"{number} {name}: {opened.n_bytes:,} bytes for {len(data):,}")
            most_bytes = max(most_bytes, opened.n_bytes)
    return {
        "files": n_files,
        "outcomes": {name: dict(sorted(found.items())) for name, found in outcomes.items()},
        "most_bytes_allocated": most_bytes,
        "faults": faults,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS / "hostile_files.json")
    arguments = parser.parse_args()
    start = time.perf_counter()
    result = run(arguments.files, arguments.seed)
    seconds = time.perf_counter() - start
    print_outcomes(result)
    print(f"at most {result['most_bytes_allocated']:,} bytes allocated for one file")
    print(f"{result['files']:,} files in {seconds:.0f} s, ", end="")
    finish(result, arguments.seed, arguments.out)


if __name__ == "__main__":
    main()
