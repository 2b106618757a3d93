"""What a type checker knows about LDA; `make check` runs mypy on this file.

An `ignore` that is not needed is an error, so each of them states that mypy finds the mistake.
"""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from thalweg import LDA


def right(lda: LDA, X: NDArray[np.int64]) -> None:
    """Methods that come from scikit-learn, which has no types, have types here."""
    assert_type(lda.fit(X), LDA)
    assert_type(lda.partial_fit(X), LDA)
    assert_type(lda.transform(X, normalize=False), NDArray[np.float32])
    assert_type(lda.fit_transform(X), NDArray[np.float32])
    assert_type(lda.set_output(transform="pandas"), LDA)
    assert_type(lda.set_params(n_components=3), LDA)
    assert_type(lda.get_params(), dict[str, Any])
    assert_type(lda.components_, NDArray[np.float32])
    lda.components_ = lda.components_[::-1]


def wrong(lda: LDA) -> None:
    """Mistakes that mypy finds."""
    print(lda.nonexistent_)  # type: ignore[attr-defined]
    LDA(3, nonexistent=1)  # type: ignore[call-arg]
    LDA(n_components="three")  # type: ignore[arg-type]
    LDA(3, "scvb0")  # type: ignore[call-arg]
