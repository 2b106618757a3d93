"""Convert a trained model to the content of a model file, and back."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from thalweg.corpus.text.text_settings import TextSettings
from thalweg.errors import InputError, StorageError
from thalweg.inference.fold_in import Convergence
from thalweg.inference.schedules import StepSchedule
from thalweg.inference.stream_steps import StreamSchedule
from thalweg.persistence.saved_model import SavedModel
from thalweg.persistence.user_metadata import checked_fingerprint, checked_metadata
from thalweg.state.seed_words import as_seeded_topics
from thalweg.state.topic_names import restored_names

if TYPE_CHECKING:
    from thalweg.fitted_model import FittedModel

Model = TypeVar("Model", bound="FittedModel")

# They do not change the model: equal models give equal files for any number of threads.
NOT_STORED = frozenset({"n_jobs", "verbose"})


def to_saved_model(model: FittedModel, n_passes: int | None = None) -> SavedModel:
    """Return what a file stores of a model; `n_passes` replaces `n_iter_` during training."""
    Convergence.of_parameters(model.max_doc_update_iter, model.mean_change_tol)  # as when it opens
    schedule, settings = model.schedule_, model.text_settings_
    names = getattr(model, "feature_names_in_", None)
    progressive = getattr(model, "progressive_", None)
    metadata = checked_metadata(getattr(model, "metadata_", {}))
    fingerprint = getattr(model, "data_fingerprint_", None)
    topic_names = {str(topic): name for topic, name in model.topic_names_.items()}
    bound, edits = _finite(getattr(model, "_bound", None)), getattr(model, "_edit_log", None)
    return SavedModel(
        parameters=_stored_parameters(model),
        state=model.state_,
        vocabulary=model.vocabulary_,
        fitted={
            "n_iter": model.n_iter_ if n_passes is None else n_passes,
            "batch_size": int(model.batch_size_),
            "schedule": [float(schedule.scale), float(schedule.offset), float(schedule.decay)],
            "best_score": _finite(getattr(model, "best_score_", None)),
            "feature_names": None if names is None else [str(name) for name in names],
        }
        | ({} if bound is None else {"bound": bound})
        | ({"steps_per": "token"} if isinstance(schedule, StreamSchedule) else {})
        | ({} if progressive is None else {"progressive": progressive.to_json()})
        | ({"metadata": metadata} if metadata else {})
        | ({"topic_names": topic_names} if topic_names else {})
        | ({} if edits is None else {"edits": edits.to_json()})
        | ({} if fingerprint is None else {"data_fingerprint": fingerprint}),
        text_settings=None if settings is None else settings.to_json(),
        history=[{name: _finite(value) for name, value in row.items()} for row in model.history_],
    )


def _stored_parameters(model: FittedModel) -> dict[str, Any]:
    """Return the parameters that a file stores; those of seed words only if there are any."""
    parameters = {n: v for n, v in model.parameters().items() if n not in NOT_STORED}
    if parameters["seed_words"] is None:
        del parameters["seed_words"], parameters["seed_strength"]
    return parameters


def from_saved_model(
    kind: Callable[..., Model],
    saved: SavedModel,
    name: str,
    read_progressive: Callable[[Any], Any],
    read_edits: Callable[[Any], Any],
) -> Model:
    """Return a model of class `kind`; StorageError with the name of the file if it has none."""
    try:
        model = kind(**saved.parameters)
        Convergence.of_parameters(model.max_doc_update_iter, model.mean_change_tol)
        as_seeded_topics(saved.parameters.get("seed_words"))  # as when it is saved
        model.state_, model.vocabulary_ = saved.state, saved.vocabulary
        model.history_ = saved.history
        model.n_features_in_ = saved.state.n_words
        model.doc_topic_counts_ = None
        _restore_fitted(model, saved.fitted)
        if (progressive := saved.fitted.get("progressive")) is not None:
            model.progressive_ = read_progressive(progressive)
        model.metadata_ = checked_metadata(saved.fitted.get("metadata", {}))
        if (fingerprint := saved.fitted.get("data_fingerprint")) is not None:
            model.data_fingerprint_ = checked_fingerprint(fingerprint)
        if (topic_names := saved.fitted.get("topic_names")) is not None:
            model._topic_names = restored_names(topic_names, saved.state.topic_numbers.tolist())
        if (edits := saved.fitted.get("edits")) is not None:
            model._edit_log = read_edits(edits)
        model.text_settings_ = None
        if saved.text_settings is not None:
            model.text_settings_ = TextSettings.from_json(saved.text_settings)
    except (TypeError, InputError) as error:
        raise StorageError(
            f"{name} was not written by a compatible version of thalweg: {error}"
        ) from None
    return model


def _restore_fitted(model: FittedModel, fitted: dict[str, Any]) -> None:
    model.n_iter_ = _whole(fitted, "n_iter", least=0)
    model.batch_size_ = _whole(fitted, "batch_size", least=1)
    schedule, best, names = map(fitted.get, ("schedule", "best_score", "feature_names"))
    if not isinstance(schedule, list) or len(schedule) != 3:
        raise InputError(f"its schedule is {str(schedule)[:80]}; expected three numbers")
    steps_per = fitted.get("steps_per")
    if steps_per not in (None, "token"):
        raise InputError(f"its steps are per {str(steps_per)[:80]}; expected per token")
    model.schedule_ = (StepSchedule if steps_per is None else StreamSchedule)(*schedule)
    if best is not None:
        if type(best) is not float:
            raise InputError(f"its best score is {str(best)[:80]}; expected a number")
        model.best_score_ = best
    if (bound := fitted.get("bound")) is not None:
        if type(bound) is not float:
            raise InputError(f"its bound is {str(bound)[:80]}; expected a number")
        model._bound = bound
    if names is not None:
        is_list = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if not is_list or len(names) != model.n_features_in_:
            raise InputError(f"its feature names are not a list of {model.n_features_in_} names")
        model.feature_names_in_ = np.array(names, dtype=object)


def _whole(fitted: dict[str, Any], name: str, *, least: int) -> int:
    value: Any = fitted.get(name)
    if type(value) is not int or not least <= value < 1 << 63:
        raise InputError(
            f"its {name} is {str(value)[:80]}; expected a whole number of at least {least}"
        )
    return int(value)


def _finite(value: Any) -> Any:
    """Return None for infinite scores, which JSON cannot hold."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
