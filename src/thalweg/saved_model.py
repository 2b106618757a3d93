"""A trained model as the record of a model file, and back."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from thalweg.errors import InputError, StorageError
from thalweg.model_file import ModelRecord
from thalweg.schedules import StepSchedule

if TYPE_CHECKING:
    from thalweg.corpus.settings import TextSettings
    from thalweg.model import TopicModel

Model = TypeVar("Model", bound="TopicModel")


def record_of(model: TopicModel) -> ModelRecord:
    """All that a file keeps of a model that was trained."""
    return ModelRecord(
        parameters=model.parameters(),
        state=model.state_,
        vocabulary=model.vocabulary_,
        fitted=_fitted(model),
        text_settings=_settings_as_json(model.text_settings_),
        history=[{name: _finite(value) for name, value in row.items()} for row in model.history_],
    )


def restore(kind: Callable[..., Model], record: ModelRecord, name: str) -> Model:
    """The model of a record; StorageError, under the name of its file, if it is of no model."""
    try:
        model = kind(**record.parameters)
        model.state_ = record.state
        model.n_features_in_ = record.state.n_words
        model.vocabulary_ = record.vocabulary
        model.history_ = record.history
        model.text_settings_ = _settings_from_json(record.text_settings)
        model.doc_topic_counts_ = None
        _restore_fitted(model, record.fitted)
    except (TypeError, ValueError, InputError) as error:
        raise StorageError(
            f"{name} holds something else than a model of this thalweg: {error}"
        ) from None
    return model


def _fitted(model: TopicModel) -> dict[str, Any]:
    schedule = model.schedule_
    fitted: dict[str, Any] = {
        "batch_size": int(model.batch_size_),
        "schedule": [float(schedule.scale), float(schedule.offset), float(schedule.decay)],
        "n_iter": int(model.n_iter_),
    }
    if hasattr(model, "best_score_"):
        fitted["best_score"] = _finite(float(model.best_score_))
    if hasattr(model, "feature_names_in_"):
        fitted["feature_names"] = [str(name) for name in model.feature_names_in_]
    return fitted


def _restore_fitted(model: TopicModel, fitted: dict[str, Any]) -> None:
    model.batch_size_ = _whole(fitted, "batch_size", least=1)
    model.n_iter_ = _whole(fitted, "n_iter", least=0)
    schedule = fitted.get("schedule")
    if not isinstance(schedule, list) or len(schedule) != 3:
        raise InputError(f"its schedule is {schedule!r:.80}; expected three numbers")
    model.schedule_ = StepSchedule(*schedule)
    if (best := fitted.get("best_score")) is not None:
        if type(best) is not float:
            raise InputError(f"its best score is {best!r:.80}; expected a number")
        model.best_score_ = best
    if (names := fitted.get("feature_names")) is not None:
        if not _is_text_list(names) or len(names) != model.n_features_in_:
            raise InputError(f"its feature names are no list of {model.n_features_in_} names")
        model.feature_names_in_ = np.array(names, dtype=object)


def _settings_as_json(settings: TextSettings | None) -> dict[str, Any] | None:
    """A tokenizer of the user's own is code, which a file does not hold: then none are kept."""
    if settings is None or settings.tokenizer is not None:
        return None
    return {
        part.name: getattr(settings, part.name)
        for part in fields(settings)
        if part.name != "tokenizer"
    }


def _settings_from_json(values: dict[str, Any] | None) -> TextSettings | None:
    if values is None:
        return None
    from thalweg.corpus.settings import TextSettings  # it needs polars

    usual = {part.name: part.default for part in fields(TextSettings) if part.name != "tokenizer"}
    if unknown := set(values) - set(usual):
        raise InputError(f"its text settings have {min(unknown)!r:.80}, which is unknown")
    for name, value in values.items():
        if isinstance(usual[name], bool) and not isinstance(value, bool):
            raise InputError(f"its text setting {name} is {value!r:.80}; expected true or false")
    phrases = values.get("phrases", [])
    if not isinstance(phrases, list) or not all(_is_text_list(pair) for pair in phrases):
        raise InputError("its phrases are no list of pairs of words")
    if not _is_text_list(values.get("stop_words", [])) or any(len(pair) != 2 for pair in phrases):
        raise InputError("its stop words or phrases are no lists of words")
    given = values | {"phrases": tuple((first, second) for first, second in phrases)}
    if isinstance(given.get("ngram_range"), list):
        given["ngram_range"] = tuple(given["ngram_range"])
    return TextSettings(**given)


def _whole(fitted: dict[str, Any], name: str, *, least: int) -> int:
    value: Any = fitted.get(name)
    if type(value) is not int or not least <= value < 1 << 63:
        raise InputError(f"its {name} is {value!r:.80}; expected a whole number from {least} on")
    return int(value)


def _is_text_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _finite(value: Any) -> Any:
    """JSON has no infinity, which a score can be; it stands as null."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
