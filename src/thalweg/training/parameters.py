"""Valid values of an estimator's parameters; one message lists all faults."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, TypeAlias

from thalweg.errors import InputError
from thalweg.inference.algorithm import Algorithm

# name: (kind, least value, whether None is allowed, what is expected)
_NUMBERS: dict[str, tuple[type, float, bool, str]] = {
    "n_components": (Integral, 1, False, "a whole number of at least 1"),
    "batch_size": (Integral, 1, True, "a whole number of at least 1, or None"),
    "max_iter": (Integral, 1, True, "a whole number of at least 1, or None"),
    "max_time": (Real, 0, True, "a number of seconds, or None"),
    "total_samples": (Real, 1, True, "a number of at least 1, or None"),
    "total_tokens": (Real, 1, True, "a number of at least 1, or None"),
    "evaluate_every": (Integral, -math.inf, False, "a whole number; 0 or less: never"),
    "perp_tol": (Real, 0, False, "a number of at least 0"),
    "n_iter_no_change": (Integral, 1, False, "a whole number of at least 1"),
    "tol": (Real, 0, False, "a number of at least 0"),
}
# Parameters that only algorithms with minibatches have.
_MINIBATCHES = (
    "batch_size",
    "learning_decay",
    "learning_offset",
    "learning_scale",
    "shuffle",
    "total_samples",
    "total_tokens",
)


# Parameters that a message does not name itself, and a function that raises InputError.
Check: TypeAlias = tuple[tuple[str, ...], Callable[[], object]]


def check_parameters(parameters: Mapping[str, Any], further: Sequence[Check]) -> None:
    """Raise one InputError that lists all faults of the parameters and of further checks."""
    faults = []
    for name, (kind, least, optional, expected) in _NUMBERS.items():
        value = parameters[name]
        if value is None and optional:
            continue
        is_number = isinstance(value, kind) and not isinstance(value, bool)
        if not (is_number and least <= value < (2**62 if kind is Integral else 1e300)):
            faults.append(f"`{name}` is {value!r}; expected {expected}")
    fraction: Any = parameters["validation_fraction"]
    is_number = isinstance(fraction, Real)
    if not (is_number and 0 < fraction < 1):
        faults.append(f"`validation_fraction` is {fraction!r}; expected a number in (0, 1)")
    for names, check in further:
        try:
            check()
        except InputError as fault:
            named = ", ".join(f"`{name}`" for name in names)
            faults.append(f"{named}: {fault}" if names else str(fault))
    if faults:
        raise InputError("; ".join(faults))


def refuse_minibatch_parameters(
    algorithm: Algorithm, parameters: Mapping[str, Any], defaults: Mapping[str, Any]
) -> None:
    """Raise InputError if a batch algorithm was given parameters about minibatches."""
    if not algorithm.is_batch:
        return
    given = [name for name in _MINIBATCHES if parameters[name] != defaults[name]]
    if given:
        names = ", ".join(f"`{name}`" for name in given)
        raise InputError(
            f"{names} cannot be used with {algorithm.title}, which has no minibatches. Remove "
            f'{"them" if len(given) > 1 else "it"}, or use algorithm="scvb0".'
        )
