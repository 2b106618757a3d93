"""EditLog: what was done to the topics of a model, as JSON, and the numbers that are gone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thalweg.errors import InputError, StorageError
from thalweg.steering.edits.edit import Edit, Undo
from thalweg.steering.edits.patch import n_bytes

MOST_UNDO_EDITS = 100
MOST_UNDO_BYTES = 256 << 20
FORMAT = "thalweg edits"


@dataclass(frozen=True)
class EditLog:
    """The edits of a model. A log is replaced and never modified."""

    entries: tuple[dict[str, Any], ...] = ()
    successors: dict[int, int | None] = field(default_factory=dict)
    next_number: int = 0

    def of_sum(self) -> EditLog:
        """Return the log of a sum of models: the numbers that are gone, and no edits."""
        return EditLog((), self.successors, self.next_number)

    def to_json(self) -> dict[str, Any]:
        """Return JSON values for a model file."""
        return {
            "log": list(self.entries),
            "successors": {str(number): into for number, into in self.successors.items()},
            "next_number": self.next_number,
        }

    @classmethod
    def from_json(cls, values: Any) -> EditLog:
        """Return the log of a model file; InputError if it is not valid."""
        fault = InputError("its edits are not a log of edits")
        if not isinstance(values, Mapping) or not isinstance(values.get("successors"), Mapping):
            raise fault
        entries, number = values.get("log"), values.get("next_number")
        if not isinstance(entries, list) or type(number) is not int or number < 0:
            raise fault
        for entry in entries:
            Edit.from_json(entry)
        successors: dict[int, int | None] = {}
        for gone, into in values["successors"].items():
            if not str(gone).isdigit() or not (into is None or type(into) is int):
                raise fault
            successors[int(gone)] = into
        return cls(tuple(entries), successors, number)


@dataclass(frozen=True)
class UndoStep:
    """What takes the edits of one call back, together."""

    undos: tuple[Undo, ...]
    n_entries: int
    """Number of entries of the log before the call."""
    parameters: dict[str, Any]
    """Parameters of the model that name topics, before the call."""

    @property
    def nbytes(self) -> int:
        """Bytes that are kept."""
        return sum(undo.nbytes for undo in self.undos) + sum(map(n_bytes, self.parameters.values()))


@dataclass(frozen=True)
class UndoStack:
    """What takes back the last calls, newest last; bounded in number and in bytes."""

    steps: tuple[UndoStep, ...] = ()

    def pushed(self, step: UndoStep) -> UndoStack:
        """Return the stack with one more step, without the oldest ones if it is too large."""
        steps = (*self.steps, step)
        while len(steps) > 1 and (
            len(steps) > MOST_UNDO_EDITS or sum(s.nbytes for s in steps) > MOST_UNDO_BYTES
        ):
            steps = steps[1:]
        return UndoStack(steps)

    def popped(self) -> tuple[UndoStack, UndoStep]:
        """Return the stack without the last step, and the step."""
        return UndoStack(self.steps[:-1]), self.steps[-1]


def write_log(path: str | Path, entries: list[dict[str, Any]]) -> None:
    """Write edits as a JSON file."""
    from thalweg.files.atomic import write_atomically

    text = json.dumps({"format": FORMAT, "edits": entries}, indent=1, ensure_ascii=False)
    with write_atomically(Path(path)) as (stream,):
        stream.write(f"{text}\n".encode())


def read_log(log: Any) -> list[Edit]:
    """Return the edits of a log: a file, JSON values as in `model.edits`, or edits."""
    if isinstance(log, str | Path):
        path = Path(log)
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise StorageError(f"{path} cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError):
            raise InputError(f"{path} is not a log of edits; expected a JSON file") from None
        log = values.get("edits") if isinstance(values, Mapping) else values
        if not isinstance(log, list):
            raise InputError(
                f"{path} is not a log of edits; expected a JSON object with a list `edits`"
            )
    if isinstance(log, Mapping) or not hasattr(log, "__iter__"):
        raise InputError(f"`log` is {str(log)[:80]}; expected a list of edits, or a file")
    return [entry if isinstance(entry, Edit) else Edit.from_json(entry) for entry in log]
