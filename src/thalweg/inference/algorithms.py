"""The paper's algorithms: what each is called, which options it has, and what its priors mean.

An option that an algorithm does not have is an error, never ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from thalweg.errors import InputError

_MINIBATCHES = frozenset(
    {
        "batch_size",
        "total_samples",
        "total_tokens",
        "learning_scale",
        "learning_offset",
        "learning_decay",
        "learning_clock",
        "shuffle",
    }
)
_VISITS = frozenset(
    {
        "burn_in",
        "clumping",
        "keep_doc_topics",
        "finishing_passes",
        "doc_learning_scale",
        "doc_learning_offset",
        "doc_learning_decay",
    }
)
_DOCUMENT_PASSES = frozenset({"max_doc_update_iter", "mean_change_tol", "prior_offset"})


@dataclass(frozen=True)
class Algorithm:
    """One way to learn the topics."""

    name: str
    title: str
    options: frozenset[str]  # of those that not every algorithm has
    # Whole passes over documents in memory, instead of minibatches.
    batch: bool = False
    # MAP's responsibilities have alpha - 1 and eta - 1 where SCVB0's have alpha and eta.
    prior_shift: float = 0.0

    def refuse_others(self, given: Mapping[str, Any], usual: Mapping[str, Any]) -> None:
        """Raise if an option was given (it differs from the usual) that belongs to another one."""
        foreign = (_MINIBATCHES | _VISITS | _DOCUMENT_PASSES) - self.options
        wrong = sorted(name for name in foreign if given[name] != usual[name])
        if wrong:
            raise InputError(
                f"{self.title} (algorithm={self.name!r}) has no {', '.join(wrong)}; leave "
                f"{'them' if len(wrong) > 1 else 'it'} out"
            )

    def shifted(self, name: str, prior: Any) -> Any:
        """A user's prior, as the responsibilities have it; those of single pairs are additions."""
        if not self.prior_shift or prior is None or sparse.issparse(prior):
            return prior
        try:
            values = np.asarray(prior, dtype=np.float64)
        except (TypeError, ValueError):
            return prior  # whose fault is told where all priors are checked
        if not (values > self.prior_shift).all():
            raise InputError(
                f"{name} is {prior!r}; expected numbers above {self.prior_shift:g} for "
                f"algorithm={self.name!r}: the mode of a Dirichlet lies inside only then"
            )
        return values - self.prior_shift


ALGORITHMS: Mapping[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("scvb0", "SCVB0", _MINIBATCHES | _VISITS),
        Algorithm("smap", "stochastic MAP", _MINIBATCHES | _VISITS, prior_shift=1.0),
        Algorithm("svb", "stochastic VB", _MINIBATCHES | _DOCUMENT_PASSES),
        Algorithm("cvb0", "CVB0", frozenset(), batch=True),
        Algorithm("map", "MAP by EM", frozenset(), batch=True, prior_shift=1.0),
    )
}
