"""Convert parameters of model files of format version 1 to those of today.

In version 1, the options of algorithms were parameters of the estimator. An option of another
algorithm was refused, so a file can only contain its default. Step sizes within a document were
those of the paper unless others were given; they did not depend on the length of the document.
"""

from __future__ import annotations

from typing import Any

from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule

_SCVB0_OPTIONS = ("burn_in", "clumping", "keep_doc_topics", "finishing_passes", "learning_clock")
_SVB_OPTIONS = ("max_doc_update_iter", "mean_change_tol", "prior_offset", "learning_clock")
_SCHEDULE = ("doc_learning_scale", "doc_learning_offset", "doc_learning_decay")
_STEPPING_IN_DOCUMENTS = ("scvb0", "smap")
_FLAGS = ("clumping", "keep_doc_topics")  # version 1 accepted any value, for example 1
_MOVED = frozenset((*_SCVB0_OPTIONS, *_SVB_OPTIONS, *_SCHEDULE))
_OPTIONS: dict[str, tuple[str, ...]] = {
    "scvb0": _SCVB0_OPTIONS,
    "smap": _SCVB0_OPTIONS,
    "svb": _SVB_OPTIONS,
    "cvb0": (),
    "map": (),
}


def parameters_of_version_1(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters with algorithm options moved to an algorithm object.

    Default options become the plain name of the algorithm. Parameters with an unknown algorithm are
    returned as they are. InputError or TypeError if an option is not valid.
    """
    name = parameters.get("algorithm", "scvb0")
    if not isinstance(name, str) or name not in _OPTIONS:
        return parameters
    # None was the default of most options, and stood for the default of the algorithm.
    given = {key: parameters[key] for key in _MOVED if parameters.get(key) is not None}
    options = {key: given[key] for key in _OPTIONS[name] if key in given}
    if name in _STEPPING_IN_DOCUMENTS or any(key in given for key in _SCHEDULE):
        usual = (PAPER_DOCUMENTS.scale, PAPER_DOCUMENTS.offset, PAPER_DOCUMENTS.decay)
        numbers = [given.get(key, number) for key, number in zip(_SCHEDULE, usual, strict=True)]
        options["doc_schedule"] = StepSchedule(*numbers)
    options |= {key: bool(options[key]) for key in _FLAGS if key in options}
    algorithm = ALGORITHMS[name](**options)
    kept = {key: value for key, value in parameters.items() if key not in _MOVED}
    return kept | {"algorithm": name if algorithm == ALGORITHMS[name]() else algorithm}
