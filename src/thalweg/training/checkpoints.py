"""Checkpoints: a folder of files from which a killed training run continues to the same bits."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from numbers import Real
from pathlib import Path
from typing import Any

from thalweg.corpus.document_source import DocumentSource
from thalweg.errors import InputError, StorageError, ThalwegError, ThalwegWarning
from thalweg.files.atomic import storage_errors
from thalweg.files.folder_lock import FolderInUseError, FolderLock
from thalweg.persistence import model_file
from thalweg.persistence.saved_model import SavedModel
from thalweg.system.logs import LOGGER, RunLog
from thalweg.training.checkpoint_data import Checkpoint, training_part
from thalweg.training.checkpoint_timer import CheckpointTimer
from thalweg.training.loop import Training

_KEPT = 2


class Checkpoints:
    """A folder of checkpoints, and how often a new one is written.

    Parameters
    ----------
    folder : path
        Where checkpoints are written. The last two are kept.
    every_seconds : float or None, default=30
        Wall time between two checkpoints.
    every_documents : int or None, default=None
        Documents visited between two checkpoints, rounded up to whole minibatches.

    Examples
    --------
    >>> import numpy as np, tempfile
    >>> from thalweg import LDA, Checkpoints
    >>> X = np.random.default_rng(0).poisson(1.0, (50, 30))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lda = LDA(5, random_state=0).fit(X, checkpoint=Checkpoints(folder, every_seconds=5))
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
                raise InputError(f"`every_{name}` is {value!r}; expected a number above 0, or None")
        self.folder: Path = Path(folder)
        self._every_seconds = every_seconds
        self._every_documents = every_documents
        self._fingerprint = ""
        self._n_topics = 0
        self._lock: FolderLock | None = None

    @classmethod
    def at(cls, place: str | Path | Checkpoints | None) -> Checkpoints | None:
        """Return a folder of checkpoints from what a user passes as `checkpoint`."""
        return cls(place) if isinstance(place, str | Path) else place

    def begin(
        self, parameters: Mapping[str, Any], source: DocumentSource, *, resume: bool
    ) -> Checkpoint | None:
        """Return the checkpoint to continue from; None to start from the beginning.

        Until `end` is called, no other training run can use the folder.
        """
        with storage_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock = FolderLock(self.folder)
        except FolderInUseError:
            raise InputError(
                f"{self.folder} is in use by another training run, and each would remove the "
                "other's checkpoints. Wait for its end, or choose another folder."
            ) from None
        with storage_errors(self.folder):
            for leftover in self.folder.glob(".checkpoint-*.partial"):  # a write that was killed
                leftover.unlink()
            found = self._paths()
        self._fingerprint = source.fingerprint()
        self._n_topics = int(parameters["n_components"])
        if not found:
            return None
        if not resume:
            raise InputError(
                f"{self.folder} has checkpoints of an earlier training run. Resume it, remove "
                "them, or choose another folder."
            )
        checkpoint = self._newest(found)
        checkpoint.require_same(parameters, self._fingerprint)
        RunLog(LOGGER, parameters["verbose"]).info(f"resuming from a checkpoint in {self.folder}")
        return checkpoint

    def end(self) -> None:
        """Let other training runs use the folder."""
        if self._lock is not None:
            self._lock.release()

    def timer(self, training: Training, model: Callable[[], SavedModel]) -> CheckpointTimer:
        """Return a timer that writes checkpoints of a training run into this folder."""

        def write() -> None:
            part = training_part(training, self._fingerprint, self._n_topics)
            saved = replace(model(), training=part)
            if (path := self._write(saved)) is not None:
                training.log.info(f"checkpoint written: {path}")

        return CheckpointTimer(
            write,
            lambda: training.learner.n_documents_seen,
            self._every_seconds,
            self._every_documents,
        )

    def remove(self) -> None:
        """Remove the checkpoints, and the folder if it contains nothing else."""
        with storage_errors(self.folder):
            for path in self._paths():
                path.unlink()
            with suppress(OSError):  # other files belong to the user
                self.folder.rmdir()

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("checkpoint-*.safetensors"))

    def _newest(self, found: list[Path]) -> Checkpoint:
        """Return the newest checkpoint that opens; damaged ones are renamed with a warning."""
        faults = []
        for path in reversed(found):
            try:
                return Checkpoint.read(path)
            except ThalwegError as error:
                faults.append(str(error))
            warnings.warn(
                f"{faults[-1]} It is renamed to {path.stem}.damaged, and the previous checkpoint "
                "is used.",
                ThalwegWarning,
                stacklevel=2,
            )
            with storage_errors(path):
                path.replace(path.with_suffix(".damaged"))
        raise StorageError(
            f"no checkpoint in {self.folder} can be used: {' '.join(faults)} Remove them to start "
            "from the beginning."
        )

    def _write(self, saved: SavedModel) -> Path | None:
        """Write a checkpoint and return its path; with a warning, None if the disk refuses it."""
        path = self.folder / f"checkpoint-{saved.state.n_documents_seen:015}.safetensors"
        try:
            model_file.write(path, saved)
            with storage_errors(path):
                for old in self._paths()[:-_KEPT]:
                    old.unlink()
        except StorageError as error:
            warnings.warn(
                f"could not write a checkpoint: {error} Training continues; earlier checkpoints "
                "are intact.",
                ThalwegWarning,
                stacklevel=2,
            )
            return None
        return path
