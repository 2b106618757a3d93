"""Checkpoints: what a killed training needs to go on to the same bits (docs/design/model-files.md).

A checkpoint is a model file with a training section: where in the corpus the training stands, what
the algorithm keeps about each document, the watch of early stopping, and whose documents they are.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import Supply
from thalweg.errors import InputError, StorageError, ThalwegError, ThalwegWarning
from thalweg.files.atomic import storage_errors
from thalweg.persistence import model_file
from thalweg.persistence.model_file import ModelRecord, Section
from thalweg.state.topic_state import COUNTERS, TopicState
from thalweg.training.document_memory import arrays_of, memory_of
from thalweg.training.loop import Keeper, Position, Training

KEPT = 2
_COUNTS, _PRIORS = ("scaled_counts", "scale", "totals"), ("doc_topic", "topic_word")
# A resumed training may go on longer, on other cores and with more words about it.
MAY_DIFFER = frozenset({"max_iter", "max_time", "n_jobs", "verbose", "random_state"})


class Checkpoints:
    """A folder of checkpoints, and when a new one is due.

    Parameters
    ----------
    folder : path
        Where they are kept; the last two at a time.
    every_seconds : float or None, default=30
        Wall time between two.
    every_documents : int or None, default=None
        Documents visited between two, rounded up to whole minibatches.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        every_seconds: float | None = 30.0,
        every_documents: int | None = None,
    ) -> None:
        for name, value in (("seconds", every_seconds), ("documents", every_documents)):
            if value is not None and not (isinstance(value, Real) and value > 0):
                raise InputError(
                    f"a checkpoint every {value!r} {name}; expected a number above 0, or None"
                )
        self.folder = Path(folder)
        self._every_seconds = every_seconds
        self._every_documents = every_documents
        self._fingerprint = ""

    @classmethod
    def at(cls, place: str | Path | Checkpoints | None) -> Checkpoints | None:
        """Checkpoints as a user names them."""
        return cls(place) if isinstance(place, str | Path) else place

    def begin(self, parameters: dict[str, Any], supply: Supply, *, resume: bool) -> Resumed | None:
        """The checkpoint to go on from; None to start from the beginning."""
        with storage_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            for leftover in self.folder.glob(".checkpoint-*.partial"):  # a write that was killed
                leftover.unlink()
            found = self._paths()
        self._fingerprint = supply.fingerprint()
        if not found:
            return None
        if not resume:
            raise InputError(
                f"{self.folder} has checkpoints of an earlier training; resume it, remove them or "
                "choose another folder"
            )
        resumed = self._newest(found)
        resumed.require_same(parameters, self._fingerprint)
        return resumed

    def keeper(self, training: Training, record: Callable[[], ModelRecord]) -> Keeper:
        """Keeps checkpoints of this training here."""

        def write() -> None:
            self._write(record(), _section(training, self._fingerprint))

        return Keeper(training, write, self._every_seconds, self._every_documents)

    def remove(self) -> None:
        """Remove the checkpoints, and the folder if nothing else is in it."""
        with storage_errors(self.folder):
            for path in self._paths():
                path.unlink()
            with suppress(OSError):  # other files are the user's
                self.folder.rmdir()

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("checkpoint-*.safetensors"))

    def _newest(self, found: list[Path]) -> Resumed:
        """The newest checkpoint that opens; damaged ones are reported and set aside."""
        faults = []
        for path in reversed(found):
            try:
                return Resumed.of(path)
            except ThalwegError as error:
                faults.append(str(error))
            warnings.warn(
                f"{faults[-1]} It is set aside as {path.stem}.damaged, and the one before it is "
                "used.",
                ThalwegWarning,
                stacklevel=2,
            )
            with storage_errors(path):
                path.replace(path.with_suffix(".damaged"))
        raise StorageError(
            f"no checkpoint in {self.folder} can be used: {' '.join(faults)} Remove them to start "
            "from the beginning."
        )

    def _write(self, record: ModelRecord, section: Section) -> None:
        path = self.folder / f"checkpoint-{record.state.n_documents_seen:015}.safetensors"
        try:
            model_file.write(path, record, section)
            with storage_errors(path):
                for old in self._paths()[:-KEPT]:
                    old.unlink()
        except StorageError as error:
            warnings.warn(
                f"no checkpoint was kept: {error} Training goes on; earlier checkpoints stand.",
                ThalwegWarning,
                stacklevel=2,
            )


@dataclass
class Resumed:
    """What a checkpoint holds."""

    path: Path
    record: ModelRecord
    section: Section

    @classmethod
    def of(cls, path: Path) -> Resumed:
        """Open a checkpoint."""
        record, section = model_file.read(path)
        if section is None:
            raise StorageError(f"{path} is a model and not a checkpoint.")
        return cls(path, record, section)

    def require_same(self, parameters: dict[str, Any], fingerprint: str) -> None:
        """Refuse to go on with other documents or other parameters."""
        if self.section.facts.get("documents") != fingerprint:
            raise InputError(
                f"{self.path} is of a training on other documents; give those, or another folder"
            )
        different = [
            f"{name} is {parameters[name]!r}, was {value!r}"
            for name, value in self.record.parameters.items()
            if name not in MAY_DIFFER and not _same(parameters.get(name), value)
        ]
        if different:
            raise InputError(
                f"{self.path} is of a training with other parameters: {'; '.join(different)}. "
                "Resume with the same, or choose another folder."
            )

    def restore(self, training: Training) -> None:
        """Set a training to where the checkpoint's stood."""
        facts, arrays = self.section.facts, self.section.arrays
        try:
            training.position = _position(facts["position"], training.supply)
            training.seconds_before = _number(facts["seconds"])
            training.history = list(self.record.history)
            if training.method.needs_memory:
                training.memory = memory_of(
                    training.method, training.supply.part(0), training.state, arrays
                )
            if training.watch is not None and facts["watch"] is not None:
                watch = training.watch
                watch.passes_without_improvement = int(_number(facts["watch"]["passes"]))
                if facts["watch"]["best_score"] is not None:
                    watch.best_score = float(facts["watch"]["best_score"])
                    watch.best_state = _restored(training.state, "best", facts["watch"], arrays)
            if _is_longer(training, facts["limits"]):  # explore again, and finish then
                training.position.finishing_since = None
            elif facts["counted"] is not None:
                training.counted = _restored(training.state, "counted", facts["counted"], arrays)
        except (KeyError, TypeError, ValueError) as error:
            raise StorageError(
                f"{self.path} is damaged: its training section does not fit ({error!r})."
            ) from None


def _section(training: Training, fingerprint: str) -> Section:
    arrays = {} if training.memory is None else arrays_of(training.memory)
    facts: dict[str, Any] = {
        "documents": fingerprint,
        "position": asdict(training.position),
        "seconds": training.seconds,
        "limits": [training.max_passes, training.max_seconds],
        "counted": None,
        "watch": None,
    }
    if training.counted is not None:
        facts["counted"] = _stored(training.counted, "counted", arrays)
    watch = training.watch
    if watch is not None:
        facts["watch"] = {"passes": watch.passes_without_improvement, "best_score": None}
        if watch.best_state is not None:
            stored = _stored(watch.best_state, "best", arrays)
            facts["watch"] |= {"best_score": watch.best_score} | stored
    return Section(arrays, facts)


def _stored(state: TopicState, name: str, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """Put the arrays of another state than the model's to the others; returns its counters."""
    holders = {**dict.fromkeys(_COUNTS, state), **dict.fromkeys(_PRIORS, state.prior)}
    arrays |= {f"{name}.{part}": getattr(holder, part) for part, holder in holders.items()}
    return {counter: getattr(state, counter) for counter in COUNTERS}


def _restored(
    state: TopicState, name: str, facts: dict[str, Any], arrays: dict[str, NDArray[Any]]
) -> TopicState:
    """A state that `_stored` stored; it has the shape of the model's."""
    restored, prior = state.copy(), {}
    for part in (*_COUNTS, *_PRIORS):
        stored = arrays[f"{name}.{part}"]
        own = getattr(restored if part in _COUNTS else restored.prior, part)
        if stored.shape != own.shape or stored.dtype != own.dtype:
            raise ValueError(f"{name}.{part} has shape {stored.shape}; expected {own.shape}")
        if not 0 <= stored.min() <= stored.max() < np.inf:
            raise ValueError(f"{name}.{part} has values that are no counts")
        if part in _COUNTS:
            own[...] = stored
        elif stored.min() > 0:
            prior[part] = stored.copy()
        else:
            raise ValueError(f"{name}.{part} has values that are not above 0")
    restored.prior = replace(restored.prior, **prior)
    for counter in COUNTERS:
        kind = type(getattr(state, counter))
        setattr(restored, counter, kind(_number(facts[counter])))
    return restored


def _is_longer(training: Training, limits: list[Any]) -> bool:
    """Whether a training may now take more passes or more time than before."""
    now = (training.max_passes, training.max_seconds)
    pairs = [(new, _number(old)) for new, old in zip(now, limits, strict=True) if old is not None]
    return any(new is None or new > old for new, old in pairs)


def _position(facts: dict[str, Any], supply: Supply) -> Position:
    position = Position(**facts)
    numbers = [value for name, value in facts.items() if (name, value) != ("finishing_since", None)]
    if not all(type(value) is int and value >= 0 for value in numbers):
        raise ValueError(f"its position is {facts}")
    if position.part >= supply.bounds.size - 1 or position.document > supply.n_documents:
        raise ValueError(f"its position, {facts}, is behind the end of the documents")
    return position


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < np.inf:
        raise ValueError(f"it has {str(value)[:40]} where a number of at least 0 is expected")
    return float(value)


def _same(a: Any, b: Any) -> bool:
    if hasattr(a, "tocsr") or hasattr(b, "tocsr"):
        return (
            hasattr(a, "tocsr")
            and hasattr(b, "tocsr")
            and a.shape == b.shape
            and (a.tocsr() != b.tocsr()).nnz == 0
        )
    try:
        return bool(np.array_equal(np.asarray(a), np.asarray(b)))
    except (TypeError, ValueError):
        return False
