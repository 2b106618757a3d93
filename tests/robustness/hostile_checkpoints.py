"""Damaged and forged checkpoints: resuming from one may only raise a ThalwegError.

    python -m tests.robustness.hostile_checkpoints

Checkpoints of all algorithms, taken in the middle of a run, are changed as in `hostile_files`, and
training is resumed from them. It must be refused, or end as usual within some seconds: a forged
number may not make it run for ever.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from tests.robustness import damage, forgery
from tests.robustness.fault_report import finish, print_outcomes
from tests.robustness.hostile_files import RESULTS, Change, forged
from thalweg import SCVB0, Checkpoints, ThalwegError
from thalweg.model import TopicModel
from thalweg.training.reporting.progress import TrainingProgress

X = np.random.default_rng(0).poisson(1.5, (40, forgery.N_WORDS))
NAME = "checkpoint-000000000000100.safetensors"
LONGEST = 10.0  # seconds; a run takes some milliseconds

_NUMBERS: list[Any] = [
    -1, 0, 1, 2, 3, 1000, 2**31, 2**53, 2**62, 2**63, 2**64, 10**30, 0.5, 1e18, 1e300, -1e300,
    True, None, "1", [], {}, [1, 2], [None, None, None],
]  # fmt: skip


def forge_training(
    rng: np.random.Generator, about: forgery.About, tensors: forgery.Tensors
) -> None:
    """Change one or two numbers of the training part, or of the counters."""
    places: list[tuple[Any, Any]] = []

    def walk(node: dict[str, Any]) -> None:
        for key, value in node.items():
            if isinstance(value, dict):
                walk(value)
            elif key != "documents":
                places.append((node, key))

    walk(about["training"])
    walk(about["state"])
    for _ in range(rng.integers(1, 3)):
        node, key = places[rng.integers(len(places))]
        node[key] = _NUMBERS[rng.integers(len(_NUMBERS))]


def models() -> dict[str, TopicModel]:
    """Models to train, one for each kind of training part."""
    settings: dict[str, Any] = {"max_iter": 6, "batch_size": 10, "random_state": 0, "n_jobs": 1}
    batch = settings | {"batch_size": None}
    above_one = {"doc_topic_prior": 1.1, "topic_word_prior": 1.01}
    stopping = {"early_stopping": True, "validation_fraction": 0.3}
    return {
        "scvb0": TopicModel(3, algorithm=SCVB0(), **settings),
        "early stopping": TopicModel(3, algorithm=SCVB0(), **settings, **stopping),
        "kept counts": TopicModel(3, algorithm=SCVB0(keep_doc_topics=True), **settings),
        "svb": TopicModel(3, algorithm="svb", **settings),
        "smap": TopicModel(3, algorithm="smap", **settings, **above_one),
        "cvb0": TopicModel(3, algorithm="cvb0", **batch, **stopping),
        "map": TopicModel(3, algorithm="map", **batch, **above_one),
    }


def checkpoint(model: TopicModel, folder: Path, n_documents: int) -> bytes:
    """Return a checkpoint of a run that was interrupted after so many documents."""

    def interrupt(now: TrainingProgress) -> None:
        if now.n_documents >= n_documents:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        model.fit(X, checkpoint=Checkpoints(folder, every_documents=10), progress=interrupt)
    return max(folder.iterdir()).read_bytes()


class EndlessError(Exception):
    """A run that does not end."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise an error inside of calls that take longer, also native ones."""

    def end(number: int, frame: FrameType | None) -> None:
        raise EndlessError(f"still running after {seconds} s")

    previous = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def resume(model: TopicModel, data: bytes, folder: Path) -> str:
    """Continue from a hostile checkpoint; return the outcome, raise what breaks a promise."""
    for path in folder.iterdir():
        path.unlink()
    (folder / NAME).write_bytes(data)
    again = TopicModel(**model.parameters())
    try:
        with at_most(LONGEST), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            again.fit(X, checkpoint=folder, resume=True)
    except ThalwegError as error:
        return f"refused: {type(error).__name__}"
    return "resumed"


def run(n_files: int, seed: int = 0) -> dict[str, Any]:
    """Resume from many hostile checkpoints; `faults` of the result lists every broken promise."""
    changes: dict[str, Change] = {change.__name__: change for change in damage.DAMAGES}
    forgeries = [*forgery.FORGERIES, forge_training]
    changes |= {change.__name__: partial(forged, change) for change in forgeries}
    names = [*changes, *[forge_training.__name__] * len(changes)]  # every other one
    outcomes: dict[str, Counter[str]] = {name: Counter() for name in changes}
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        originals: list[tuple[str, TopicModel, bytes]] = []
        for kind, model in models().items():
            for n_documents in (50, 130, 230):  # the last in a finishing pass
                place = folder / f"{kind} {n_documents}"
                originals.append((kind, model, checkpoint(model, place, n_documents)))
        hostile = folder / "hostile"
        hostile.mkdir()
        for number in range(n_files):
            rng = np.random.default_rng([seed, number])
            change = names[rng.integers(len(names))]
            kind, model, original = originals[number % len(originals)]
            try:
                data = _changed(changes[change], rng, original)
                outcomes[change][resume(model, data, hostile)] += 1
            except Exception as error:
                outcomes[change][f"escaped: {type(error).__name__}"] += 1
                faults.append(f"{number} {kind} {change}: {error!r}")
    return {
        "files": n_files,
        "outcomes": {name: dict(sorted(found.items())) for name, found in outcomes.items()},
        "faults": faults,
    }


def _changed(change: Callable[..., bytes], rng: np.random.Generator, data: bytes) -> bytes:
    try:
        return change(rng, data)
    except (KeyError, TypeError):  # this file has nothing of the kind to change
        return data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS / "hostile_checkpoints.json")
    arguments = parser.parse_args()
    start = time.perf_counter()
    result = run(arguments.files, arguments.seed)
    seconds = time.perf_counter() - start
    print_outcomes(result)
    print(f"{result['files']:,} files in {seconds:.0f} s, ", end="")
    finish(result, arguments.seed, arguments.out)


if __name__ == "__main__":
    main()
