"""RowCheckpoint: one file of rows, written range by range, and what else a run needs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import DocumentSource
from thalweg.errors import InputError
from thalweg.files.atomic import storage_errors, write_atomically
from thalweg.state.topic_state import COUNTERS
from thalweg.training.checkpoint_data import MAY_DIFFER, instructions
from thalweg.training.loop import Position, Training

_FACTS = "checkpoint.json"


class RowCheckpoint:
    """A folder next to the model file, with the rows of one checkpoint and a JSON file."""

    def __init__(self, folder: Path, about: dict[str, Any], facts: dict[str, Any] | None) -> None:
        self.folder: Path = folder
        self._about, self._facts = about, facts

    @classmethod
    def at(
        cls, out: Path, parameters: Mapping[str, Any], source: DocumentSource, *, resume: bool
    ) -> RowCheckpoint:
        """Open the folder; InputError if it is of another run, or is not to be resumed."""
        folder, facts = out.with_name(out.name + ".rows"), None
        fixed = {n: repr(v) for n, v in parameters.items() if n not in MAY_DIFFER}
        about = {
            "documents": source.fingerprint(),
            "instructions": instructions(),
            "parameters": fixed,
            "max_iter": repr(parameters["max_iter"]),  # decides which passes finish
        }
        with storage_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / _FACTS).exists():
                facts = json.loads((folder / _FACTS).read_text())
        if facts is not None and not resume:
            raise InputError(
                f"{folder} has a checkpoint of an earlier training run. Resume it, remove it, or "
                "choose another file for the model."
            )
        if facts is not None and facts["about"] != about:
            raise InputError(
                f"{folder} has a checkpoint of a training run with other documents, parameters or "
                "instructions. Resume with the same ones, or choose another file for the model."
            )
        return cls(folder, about, facts)

    @property
    def exists(self) -> bool:
        """Whether there is something to continue from."""
        return self._facts is not None

    def seed(self, otherwise: int) -> int:
        """Return the seed of the run."""
        return otherwise if self._facts is None else int(self._facts["seed"])

    def new_rows(self, training: Training) -> Path:
        """Return a file with room for all rows, for the workers to write."""
        state = training.state
        path = self.folder / f"rows-{training.position.n_passes}-{state.n_documents_seen}.f32"
        n_bytes = training.source.n_words * state.totals.size * 4
        with storage_errors(path), path.open("wb") as file:
            file.truncate(n_bytes)
        return path

    def complete(self, training: Training, rows: Path, scale: NDArray[np.float64]) -> None:
        """Note that the rows are written; earlier ones are removed."""
        state = training.state
        self._facts = {
            "about": self._about,
            "rows": rows.name,
            "seed": state.seed,
            "scale": scale.tolist(),
            "totals": state.totals.tolist(),
            "counters": {name: getattr(state, name) for name in COUNTERS},
            "position": asdict(training.position),
        }
        with write_atomically(self.folder / _FACTS) as (file,):
            file.write(json.dumps(self._facts).encode())
        with storage_errors(self.folder):
            for old in self.folder.glob("rows-*.f32"):
                if old != rows:
                    old.unlink()

    def restore(self, training: Training) -> tuple[Path, NDArray[np.float64]]:
        """Set a run to the checkpoint; return the file of the rows and their scale."""
        assert self._facts is not None, "there is no checkpoint"
        facts, state = self._facts, training.state
        training.position = Position(**facts["position"])
        state.totals[:] = facts["totals"]
        for name in COUNTERS:
            setattr(state, name, facts["counters"][name])
        return self.folder / facts["rows"], np.array(facts["scale"])

    def remove(self) -> None:
        """Remove the folder."""
        with storage_errors(self.folder):
            shutil.rmtree(self.folder)
