"""The model file: a complete trained model in one file that is safe to open.

The format is described in docs/explanation/design/model-files.md. Everything in a file is checked
before it is used: a model that opens can be used, whoever wrote the file.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.files.atomic import (
    file_to_replace,
    storage_errors,
    synchronise,
    write_atomically,
)
from thalweg.files.compressed import SUFFIXES
from thalweg.persistence import canonical_json, stored_parameters, stored_state, tensor_file
from thalweg.persistence.migration import parameters_of_version_1
from thalweg.persistence.saved_model import SavedModel, TrainingPart
from thalweg.persistence.tensor_file import TensorFile

FORMAT = "thalweg model"
VERSION = 3
_VERSION_WITHOUT_STEERING = 2  # models that are not steered still open in earlier versions
_TRAINING = "training."


def write(path: str | Path, saved: SavedModel) -> None:
    """Write a model or a checkpoint; an existing file is replaced once the new one is complete."""
    path = require_name(path)
    about, tensors = _describe(saved)
    with write_atomically(path) as (stream,):
        tensor_file.write(stream, about, tensors)
    with storage_errors(path):
        synchronise(path.parent)


def require_name(path: str | Path) -> Path:
    """Return where a model file is written; InputError if there can be none of this name."""
    path = _as_path(path)
    if path.name.endswith(SUFFIXES):
        raise InputError(
            f"{path} has the ending of a compressed file, but model files are not compressed; "
            "choose another name, such as model.safetensors"
        )
    file_to_replace(path)
    return path


def read(path: str | Path) -> SavedModel:
    """Return the model or checkpoint in a file; a ThalwegError names the file if it has none."""
    with tensor_file.opened(_as_path(path)) as file:
        return _restore(file)


def is_checkpoint(path: str | Path) -> bool:
    """Whether a file is a checkpoint, not only a model. Only the header is read."""
    with tensor_file.opened(_as_path(path)) as file:
        _version(file)
        return file.about.get("training") is not None


def to_bytes(saved: SavedModel) -> bytes:
    """Return the content of a model file."""
    stream = io.BytesIO()
    tensor_file.write(stream, *_describe(saved))
    return stream.getvalue()


def from_bytes(data: bytes) -> SavedModel:
    """Return the model from the content of a model file."""
    with tensor_file.opened_bytes(data, "the pickled model") as file:
        return _restore(file)


def _as_path(path: str | Path) -> Path:
    try:
        path = Path(path)
    except TypeError:
        raise InputError(f"`path` is {path!r}; expected the name of a file") from None
    if "\0" in str(path):
        raise InputError(f"`path` is {str(path)!r}; expected the name of a file")
    return path


def _describe(saved: SavedModel) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the JSON object and the tensors of a file; InputError if it could not be opened."""
    if fault := stored_state.fault_of(saved.state):
        raise InputError(f"the model cannot be saved: {fault}. Train it again.")
    parameters, tensors = stored_parameters.describe(saved.parameters)
    tensors |= stored_state.tensors_of(saved.state)
    vocabulary, training = saved.vocabulary, saved.training
    retired: list[int] = []
    if vocabulary is not None:
        words = canonical_json.dumps(list(vocabulary)).encode("ascii")
        tensors["vocabulary"] = np.frombuffer(words, dtype=np.uint8)
        retired = sorted(vocabulary.retired)
    if training is not None:
        tensors |= {_TRAINING + name: array for name, array in training.arrays.items()}
    about = {
        "format": FORMAT,
        "version": VERSION if _is_steered(saved) else _VERSION_WITHOUT_STEERING,
        "parameters": parameters,
        "state": stored_state.counters_of(saved.state),
        "retired_words": retired,
        "fitted": saved.fitted,
        "text_settings": saved.text_settings,
        "history": saved.history,
        "training": None if training is None else training.facts,
    }
    return about, tensors


def _is_steered(saved: SavedModel) -> bool:
    has_seeds = saved.parameters.get("seed_words") is not None
    return has_seeds or "edits" in saved.fitted or stored_state.is_steered(saved.state)


def _restore(file: TensorFile) -> SavedModel:
    version = _version(file)
    file.verify_checksum()
    state = stored_state.read_state(file, _json_part(file, "state", dict))
    saved = SavedModel(
        parameters=_parameters(file, version),
        state=state,
        vocabulary=_vocabulary(file, state.n_words),
        fitted=_json_part(file, "fitted", dict),
        text_settings=_json_part(file, "text_settings", dict, optional=True),
        history=_json_part(file, "history", list),
        training=_training(file),
    )
    if not all(isinstance(entry, dict) for entry in saved.history):
        raise file.damaged("its history is not a list of JSON objects")
    file.refuse_unexpected()
    return saved


def _version(file: TensorFile) -> int:
    if file.about.get("format") != FORMAT:
        raise InputError(f"{file.name} is not a model file; expected a model that thalweg saved")
    version: Any = file.about.get("version")
    if type(version) is not int or version < 1:
        raise file.damaged(f"its version is {str(version)[:40]}")
    if version > VERSION:
        raise InputError(
            f"{file.name} has version {str(version)[:40]} of the format; this thalweg reads up to "
            f"version {VERSION}. Use a newer thalweg."
        )
    return version


def _parameters(file: TensorFile, version: int) -> dict[str, Any]:
    parameters = stored_parameters.restore(file, file.about.get("parameters"))
    if version > 1:
        return parameters
    try:
        return parameters_of_version_1(parameters)
    except (TypeError, InputError) as error:
        raise file.damaged(f"its parameters are not valid: {error}") from None


def _vocabulary(file: TensorFile, n_words: int) -> Vocabulary | None:
    retired = _json_part(file, "retired_words", list)
    if "vocabulary" not in file.names():
        return None
    text = file.read("vocabulary", [np.uint8]).tobytes().decode("ascii")
    words = canonical_json.loads(text)
    if not isinstance(words, list) or len(words) != n_words:
        raise file.damaged(f"its vocabulary is not a list of {n_words} words")
    if not all(type(word) is int for word in retired):
        raise file.damaged("its retired words are not a list of word numbers")
    try:
        return Vocabulary(words, retired=retired)
    except InputError as error:
        raise file.damaged(str(error)) from None


def _training(file: TensorFile) -> TrainingPart | None:
    facts = _json_part(file, "training", dict, optional=True)
    if facts is None:
        return None
    names = sorted(name for name in file.names() if name.startswith(_TRAINING))
    return TrainingPart({name.removeprefix(_TRAINING): file.read(name) for name in names}, facts)


def _json_part(file: TensorFile, name: str, kind: type[Any], *, optional: bool = False) -> Any:
    value = file.about.get(name)
    if not isinstance(value, kind) and not (optional and value is None):
        raise file.damaged(f"its {name} is {str(value)[:40]}")
    return value
