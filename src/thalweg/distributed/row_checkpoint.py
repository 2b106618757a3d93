"""RowCheckpoint: rows that workers have written, and what else a run needs to continue."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import DocumentSource
from thalweg.distributed.workers.row_files import RowFiles
from thalweg.errors import InputError, StorageError
from thalweg.files.atomic import storage_errors, synchronise, write_atomically
from thalweg.files.folder_lock import FolderInUseError, FolderLock
from thalweg.state.topic_state import COUNTERS, TopicState
from thalweg.training.checkpoint_data import MAY_DIFFER, instructions, parameter_digest
from thalweg.training.loop import Position, Training

_FACTS = "checkpoint.json"
_ROUNDING = 1e-9  # of sums over words in double precision, which depends on the ranges


@dataclass(frozen=True)
class SavedRows:
    """Rows in files, their scale, and their sums over words, which show whether some are lost."""

    files: RowFiles
    scale: NDArray[np.float64]
    sums: NDArray[np.float64]

    def require_sums(self, sums: NDArray[np.float64]) -> None:
        """Raise StorageError unless these are the sums of the rows that were written."""
        if not np.allclose(sums, self.sums, rtol=_ROUNDING, atol=0):
            raise StorageError(
                f"{self.files.folder} is damaged: its rows do not have the sums with which they "
                "were written. Remove the folder to start again."
            )


class RowCheckpoint:
    """A folder next to the model file, with the rows of one checkpoint and a JSON file."""

    def __init__(self, folder: Path, about: dict[str, Any], facts: dict[str, Any] | None) -> None:
        self.folder: Path = folder
        self._about, self._facts = about, facts

    @classmethod
    @contextmanager
    def opened(
        cls, out: Path, parameters: Mapping[str, Any], source: DocumentSource, *, resume: bool
    ) -> Iterator[RowCheckpoint]:
        """Yield the folder, locked; InputError if it is of another run, or is not to be resumed.

        At the end it is removed if nothing is in it.
        """
        folder = out.with_name(out.name + ".rows")
        about = {
            "documents": source.fingerprint(),
            "instructions": instructions(),
            "parameters": {
                name: parameter_digest(value)
                for name, value in parameters.items()
                if name not in MAY_DIFFER
            },
            "max_iter": repr(parameters["max_iter"]),  # decides which passes finish
        }
        with storage_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        try:
            lock = FolderLock(folder)
        except FolderInUseError:
            raise InputError(
                f"{folder} is in use by another training run for the same file. Wait for its end, "
                "or choose another file for the model."
            ) from None
        try:
            facts = _facts(folder)
            _require_same(folder, about, facts, resume=resume)
            yield cls(folder, about, facts)
        finally:
            with suppress(OSError):
                folder.rmdir()
            lock.release()

    @property
    def exists(self) -> bool:
        """Whether there is something to continue from."""
        return self._facts is not None

    def seed(self, otherwise: int) -> int:
        """Return the seed of the run."""
        return otherwise if self._facts is None else int(self._facts["seed"])

    def new_files(self, bounds: tuple[int, ...], n_columns: int) -> RowFiles:
        """Return names of files that no other process writes, not even one that was replaced."""
        token = uuid.uuid4().hex[:12]
        names = tuple(f"rows-{token}-{number}.f32" for number in range(len(bounds) - 1))
        return RowFiles(self.folder, names, bounds, n_columns)

    def complete(self, training: Training, rows: SavedRows, counted: SavedRows | None) -> None:
        """Note that rows are written; earlier files are removed."""
        state = training.state
        assert (counted is None) == (training.counted is None)
        self._facts = {
            "about": self._about,
            "seed": state.seed,
            "position": asdict(training.position),
            "topics": _counters(state) | _described(rows),
            "counted": None
            if counted is None or training.counted is None
            else _counters(training.counted) | _described(counted),
        }
        with storage_errors(self.folder):
            synchronise(self.folder)  # the names of the files, before the file that has them
        with write_atomically(self.folder / _FACTS) as (file,):
            file.write(json.dumps(self._facts).encode())
        kept = {*rows.files.names, *(() if counted is None else counted.files.names)}
        with storage_errors(self.folder):
            synchronise(self.folder)
            for old in self.folder.glob("rows-*.f32"):
                if old.name not in kept:
                    old.unlink(missing_ok=True)

    def restore(self, training: Training) -> tuple[SavedRows, SavedRows | None]:
        """Set a run to the checkpoint; return where its rows are, and those of a finishing pass."""
        assert self._facts is not None, "there is no checkpoint"
        facts, state = self._facts, training.state
        try:
            training.position = Position(**facts["position"])
            _restore_counters(state, facts["topics"])
            rows, counted = self._saved_rows(facts["topics"], state), None
            training.counted = None
            if facts["counted"] is not None:
                training.counted = state.copy()
                _restore_counters(training.counted, facts["counted"])
                counted = self._saved_rows(facts["counted"], state)
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged(self.folder, error) from None
        return rows, counted

    def _saved_rows(self, facts: dict[str, Any], state: TopicState) -> SavedRows:
        files = RowFiles(
            self.folder, tuple(facts["files"]), tuple(facts["bounds"]), state.totals.size
        )
        return SavedRows(files, np.array(facts["scale"]), np.array(facts["sums"]))

    def remove(self) -> None:
        """Remove the folder."""
        with storage_errors(self.folder):
            shutil.rmtree(self.folder)


def _facts(folder: Path) -> dict[str, Any] | None:
    """Return the content of the JSON file of a folder; None if there is no checkpoint."""
    try:
        facts: dict[str, Any] = json.loads((folder / _FACTS).read_text())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _damaged(folder, error) from None
    return facts


def _require_same(
    folder: Path, about: dict[str, Any], facts: dict[str, Any] | None, *, resume: bool
) -> None:
    if facts is not None and not resume:
        raise InputError(
            f"{folder} has a checkpoint of an earlier training run. Resume it, remove it, or "
            "choose another file for the model."
        )
    if facts is not None and facts.get("about") != about:
        raise InputError(
            f"{folder} has a checkpoint of a training run with other documents, parameters or "
            "instructions. Resume with the same ones, or choose another file for the model."
        )


def _damaged(folder: Path, error: Exception) -> StorageError:
    return StorageError(
        f"{folder / _FACTS} cannot be used: {error!r}. Remove the folder to start again."
    )


def _described(rows: SavedRows) -> dict[str, Any]:
    return {
        "files": rows.files.names,
        "bounds": rows.files.bounds,
        "scale": rows.scale.tolist(),
        "sums": rows.sums.tolist(),
    }


def _counters(state: TopicState) -> dict[str, Any]:
    counters = {name: getattr(state, name) for name in COUNTERS}
    return {"totals": state.totals.tolist(), "counters": counters}


def _restore_counters(state: TopicState, facts: dict[str, Any]) -> None:
    state.totals[:] = facts["totals"]
    for name in COUNTERS:
        setattr(state, name, facts["counters"][name])
