"""What a checkpoint stores besides the model, and how training is restored from it.

A checkpoint is a model file with a training part: the position in the corpus, what the algorithm
keeps about each document, the state of early stopping, and a fingerprint of the documents.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.document_source import DocumentSource
from thalweg.errors import InputError, StorageError
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.registry import ALGORITHMS, as_algorithm
from thalweg.persistence import model_file
from thalweg.persistence.saved_model import SavedModel, TrainingPart
from thalweg.state.topic_state import COUNTERS, TopicState
from thalweg.training.engine import ONE_PART
from thalweg.training.loop import Position, Training

_COUNTS, _PRIORS = ("scaled_counts", "scale", "totals"), ("doc_topic", "topic_word")
# Parameters that may change on resume: budget, threads, verbosity.
MAY_DIFFER = frozenset({"max_iter", "max_time", "n_jobs", "verbose", "random_state"})


@dataclass
class Checkpoint:
    """The content of a checkpoint file."""

    path: Path
    saved: SavedModel
    training: TrainingPart

    @classmethod
    def read(cls, path: Path) -> Checkpoint:
        """Open a checkpoint."""
        saved = model_file.read(path)
        if saved.training is None:
            raise StorageError(f"{path} is a model and not a checkpoint.")
        return cls(path, saved, saved.training)

    def require_same(self, parameters: Mapping[str, Any], fingerprint: str) -> None:
        """Raise InputError if documents or parameters differ from those of the checkpoint."""
        if self.training.facts.get("documents") != fingerprint:
            raise InputError(
                f"{self.path} belongs to a training run on other documents. Pass the same "
                "documents, or choose another folder."
            )
        different = [
            f"`{name}` is {parameters.get(name)!r}, was {value!r}"
            for name, value in self._parameters_at_start.items()
            if name not in MAY_DIFFER and not _same(parameters.get(name), value)
        ]
        if different:
            raise InputError(
                f"{self.path} belongs to a training run with other parameters: "
                f"{'; '.join(different)}. Resume with the same ones, or choose another folder."
            )
        self._require_same_instructions()

    @property
    def _parameters_at_start(self) -> dict[str, Any]:
        """The parameters of the run; edits that a listener made may have changed K since then."""
        parameters = {"seed_words": None} | self.saved.parameters
        at_start = self.training.facts.get("n_topics_at_start")
        return parameters if at_start is None else parameters | {"n_components": at_start}

    def _require_same_instructions(self) -> None:
        """Raise InputError if this process would compute other bits than those before."""
        written, now = self.training.facts.get("instructions"), instructions()
        if written in (None, now):  # None: an older version wrote it
            return
        raise InputError(
            f"{self.path} belongs to a training run with the instructions {str(written)[:40]!r}; "
            f"this process uses {now!r}, which give other last bits. Resume on the same kind of "
            "machine with the environment variable THALWEG_ISA set to the last of these words, or "
            "choose another folder to start from the beginning."
        )

    def _require_same_engine(self, training: Training) -> None:
        """Raise InputError if this run would visit documents in another order than before."""
        written = self.training.facts.get("engine", ONE_PART)
        if written != training.engine.name:
            raise InputError(
                f"{self.path} belongs to a training run that visits {str(written)[:40]} at a time; "
                f"this one visits {training.engine.name}. Resume with the same `engine` and `mode`,"
                " or choose another folder."
            )

    def restore(self, training: Training) -> None:
        """Set a training run to the position of the checkpoint."""
        facts, arrays = self.training.facts, self.training.arrays
        self._require_same_engine(training)
        try:
            training.position = _position(facts["position"], training.source)
            training.seconds_before = _number(facts["seconds"])
            training.history = list(self.saved.history)
            algorithm = training.settings.algorithm
            if algorithm.keeps_documents:
                training.memory = algorithm.restore_memory(
                    training.source.part(0), training.state, arrays
                )
            stopping = training.early_stopping
            if stopping is not None and facts["watch"] is not None:
                stopping.passes_without_improvement = int(_number(facts["watch"]["passes"]))
                if facts["watch"]["best_score"] is not None:
                    stopping.best_score = float(facts["watch"]["best_score"])
                    stopping.best_state = _restored(training.state, "best", facts["watch"], arrays)
            if _is_longer(training, facts["limits"]):  # explore again, and finish afterwards
                if facts["counted"] is not None:  # within a finishing pass, which is dropped
                    training.position.begin_pass_again()
                training.position.finishing_since = None
            elif facts["counted"] is not None:
                training.counted = _restored(training.state, "counted", facts["counted"], arrays)
            training.require_valid_position()
        except (KeyError, TypeError, ValueError) as error:
            raise StorageError(
                f"{self.path} is damaged: its training part does not fit ({error!r})."
            ) from None


def training_part(training: Training, fingerprint: str, n_topics_at_start: int) -> TrainingPart:
    """Return what a checkpoint adds to the model file."""
    arrays = {} if training.memory is None else training.memory.arrays()
    facts: dict[str, Any] = {
        "documents": fingerprint,
        "instructions": instructions(),
        "engine": training.engine.name,
        "position": asdict(training.position),
        "seconds": training.seconds,
        "limits": [training.settings.max_passes, training.settings.max_seconds],
        "counted": None,
        "watch": None,
    }
    if training.state.n_topics != n_topics_at_start:
        facts["n_topics_at_start"] = n_topics_at_start
    if training.counted is not None:
        facts["counted"] = _stored(training.counted, "counted", arrays)
    stopping = training.early_stopping
    if stopping is not None:
        facts["watch"] = {"passes": stopping.passes_without_improvement, "best_score": None}
        if stopping.best_state is not None:
            stored = _stored(stopping.best_state, "best", arrays)
            facts["watch"] |= {"best_score": stopping.best_score} | stored
    return TrainingPart(arrays, facts)


def instructions() -> str:
    """Return what the last bits of sums depend on: the processor and THALWEG_ISA."""
    return f"{platform.machine()} {_core.instruction_set()}"


def _stored(state: TopicState, name: str, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """Add a second state's arrays to `arrays` under the prefix `name`; return its counters."""
    holders = {**dict.fromkeys(_COUNTS, state), **dict.fromkeys(_PRIORS, state.prior)}
    arrays |= {f"{name}.{part}": getattr(holder, part) for part, holder in holders.items()}
    return {counter: getattr(state, counter) for counter in COUNTERS}


def _restored(
    state: TopicState, name: str, facts: dict[str, Any], arrays: dict[str, NDArray[Any]]
) -> TopicState:
    """Return a state that `_stored` stored; it has the shape of the model's."""
    restored, prior = state.copy(), {}
    for part in (*_COUNTS, *_PRIORS):
        stored = arrays[f"{name}.{part}"]
        own = getattr(restored if part in _COUNTS else restored.prior, part)
        if stored.shape != own.shape or stored.dtype != own.dtype:
            raise ValueError(f"{name}.{part} has shape {stored.shape}; expected {own.shape}")
        if not 0 <= stored.min() <= stored.max() < np.inf:
            raise ValueError(f"{name}.{part} has values that cannot be counts")
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
    """Return whether the run may now take more passes or more time than before."""
    now = (training.settings.max_passes, training.settings.max_seconds)
    pairs = [(new, _number(old)) for new, old in zip(now, limits, strict=True) if old is not None]
    return any(new is None or new > old for new, old in pairs)


def _position(facts: dict[str, Any], source: DocumentSource) -> Position:
    position = Position(**facts)
    numbers = [value for name, value in facts.items() if (name, value) != ("finishing_since", None)]
    if not all(type(value) is int and value >= 0 for value in numbers):
        raise ValueError(f"its position is {facts}")
    if position.finishing_since is not None and position.finishing_since > position.n_passes:
        raise ValueError(f"its position, {facts}, has finishing passes before they began")
    if not 1 <= position.n_parts <= source.n_parts - position.part:
        raise ValueError(f"its position, {facts}, has parts past the end of the documents")
    if position.part >= source.n_parts or position.document > source.n_documents:
        raise ValueError(f"its position, {facts}, is past the end of the documents")
    return position


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < np.inf:
        raise ValueError(f"it has {str(value)[:40]} where a number of at least 0 is expected")
    return float(value)


def _same(a: Any, b: Any) -> bool:
    return parameter_digest(a) == parameter_digest(b)


def parameter_digest(value: Any) -> str:
    """Return a short text that is equal for values of a parameter with the same meaning.

    A number is equal to an array of it, a list to an array with its values, and the name of an
    algorithm to the algorithm with default options. All values of an array count.

    Examples
    --------
    >>> parameter_digest([0.5, 1]) == parameter_digest(np.array([0.5, 1.0]))
    True
    >>> parameter_digest(0.1)
    '() 0.1'
    """
    if isinstance(value, Algorithm) or (isinstance(value, str) and value in ALGORITHMS):
        return repr(as_algorithm(value))
    if isinstance(value, Mapping):  # seed words, in their order
        return json.dumps(value, default=_plain)
    if hasattr(value, "tocsr"):
        matrix = value.tocsr(copy=True)
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        arrays = (matrix.indptr, matrix.indices, matrix.data)
        return f"sparse {value.shape} {' '.join(parameter_digest(part) for part in arrays)}"
    try:
        array = np.asarray(value)
    except ValueError:  # lists of several lengths
        return json.dumps(value, default=_plain)
    if array.dtype.kind not in "biuf":
        return repr(array.tolist())
    numbers = array.astype(np.float64) + 0.0  # -0 becomes 0
    if array.ndim == 0:
        return f"() {numbers.item()!r}"
    return f"{array.shape} {hashlib.sha256(np.ascontiguousarray(numbers).data).hexdigest()}"


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else list(value)
