"""Parameters of model files of format version 1, converted to those of today.

Until version 2, options of the algorithms were parameters of the estimator.
"""

from __future__ import annotations

from typing import Any

from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule

_VISITS = ("burn_in", "clumping", "keep_doc_topics", "finishing_passes", "learning_clock")
_DOCUMENT_PASSES = ("max_doc_update_iter", "mean_change_tol", "prior_offset", "learning_clock")
_OPTIONS: dict[str, tuple[str, ...]] = {
    "scvb0": _VISITS,
    "smap": _VISITS,
    "svb": _DOCUMENT_PASSES,
    "cvb0": (),
    "map": (),
}
_SCHEDULE = ("doc_learning_scale", "doc_learning_offset", "doc_learning_decay")


def parameters_of_version_1(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters with algorithm options moved to an algorithm object."""
    name = parameters.get("algorithm", "scvb0")
    if name not in _OPTIONS:
        return parameters
    moved = {*_VISITS, *_DOCUMENT_PASSES, *_SCHEDULE}
    kept = {key: value for key, value in parameters.items() if key not in moved}
    options = {key: parameters[key] for key in _OPTIONS[name] if parameters.get(key) is not None}
    given = [parameters.get(key) for key in _SCHEDULE]
    if any(value is not None for value in given):
        usual = (PAPER_DOCUMENTS.scale, PAPER_DOCUMENTS.offset, PAPER_DOCUMENTS.decay)
        numbers = zip(given, usual, strict=True)
        options["doc_schedule"] = StepSchedule(*(u if g is None else g for g, u in numbers))
    algorithm = ALGORITHMS[name](**options)
    return kept | {"algorithm": name if algorithm == ALGORITHMS[name]() else algorithm}
