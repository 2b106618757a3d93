"""LDA with the constructor of scikit-learn's LatentDirichletAllocation, for its own tests.

This is all that is translated; everything else reaches `LDA` as it is written there:

- The class has scikit-learn's name, which is part of error messages and of column names.
- 10 topics by default, as in scikit-learn; `LDA` has 20.
- `total_samples` is left out with `learning_method="batch"`. scikit-learn ignores it; `LDA` refuses
  parameters that have no effect.
- `perplexity(sub_sampling=True)` is `perplexity()`: the value is per token, and scaling a sample up
  to the corpus does not change it.
"""

from __future__ import annotations

from typing import Any

from thalweg import LDA


class LatentDirichletAllocation(LDA):
    """What scikit-learn's tests construct."""

    def __init__(self, n_components: int = 10, **parameters: Any) -> None:
        if parameters.get("learning_method") == "batch":
            parameters.pop("total_samples", None)
        super().__init__(n_components, **parameters)

    def perplexity(self, X: Any, sub_sampling: bool = False) -> float:
        """Return the perplexity, which is the same for a sample."""
        del sub_sampling
        return super().perplexity(X)
