"""Which numbers an estimator's parameters may be; one message lists all faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any

from thalweg.errors import InputError
from thalweg.inference.algorithms import ALGORITHMS

# name: (kind, least value, whether None is allowed, what to expect)
_NUMBERS: dict[str, tuple[type, float, bool, str]] = {
    "n_components": (Integral, 1, False, "a whole number of at least 1"),
    "batch_size": (Integral, 1, True, "a whole number of at least 1, or None"),
    "max_iter": (Integral, 1, True, "a whole number of at least 1, or None"),
    "finishing_passes": (Integral, 0, True, "a whole number of at least 0, or None"),
    "max_time": (Real, 0, True, "a number of seconds, or None"),
    "burn_in": (Real, 0, True, "a number of passes of at least 0, or None"),
    "total_samples": (Real, 1, True, "a number of at least 1, or None"),
    "total_tokens": (Real, 1, True, "a number of at least 1, or None"),
    "max_doc_update_iter": (Integral, 1, True, "a whole number of at least 1, or None"),
    "mean_change_tol": (Real, 0, True, "a number of at least 0, or None"),
    "prior_offset": (Real, 0, True, "a number of at least 0, or None"),
    "n_iter_no_change": (Integral, 1, False, "a whole number of at least 1"),
    "tol": (Real, 0, False, "a number of at least 0"),
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "algorithm": tuple(ALGORITHMS),
    "learning_clock": ("batches", "documents"),
}


def check(parameters: Mapping[str, Any], further: Mapping[str, Callable[[], object]]) -> None:
    """Raise one InputError with all faults; `further` checks raise InputErrors of their own."""
    faults = []
    for name, (kind, least, optional, expected) in _NUMBERS.items():
        value = parameters[name]
        if value is None and optional:
            continue
        is_number = isinstance(value, kind) and not isinstance(value, bool)
        if not (is_number and least <= value < (2**62 if kind is Integral else 1e300)):
            faults.append(f"{name} is {value!r}; expected {expected}")
    for name, choices in _CHOICES.items():
        if not isinstance(parameters[name], str) or parameters[name] not in choices:
            wanted = " or ".join(repr(choice) for choice in choices)
            faults.append(f"{name} is {parameters[name]!r}; expected {wanted}")
    fraction: Any = parameters["validation_fraction"]
    is_number = isinstance(fraction, Real)
    if not (is_number and 0 < fraction < 1):
        faults.append(f"validation_fraction is {fraction!r}; expected a number in (0, 1)")
    for names, raise_fault in further.items():
        try:
            raise_fault()
        except InputError as fault:
            faults.append(f"{names}: {fault}")
    if faults:
        raise InputError("; ".join(faults))
