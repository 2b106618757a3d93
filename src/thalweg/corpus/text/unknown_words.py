"""Notice texts whose words a model hardly knows: another language, or another subject."""

from __future__ import annotations

import warnings
from typing import Any, Final

import numpy as np

from thalweg.corpus.text.text_counter import TextCounter
from thalweg.errors import ThalwegWarning

_TEXTS: Final = 500  # of the texts that are looked at, from the start
_FEWEST_TOKENS: Final = 100
_HARDLY: Final = 0.4
"""Share of known tokens, without stop words. Measured on five English collections, words of the
first 2,000 documents: 0.66 to 0.86 of their own later documents, 0.29 to 0.74 of others."""


def warn_if_hardly_known(counter: TextCounter, texts: Any, name: str) -> None:
    """Warn if a vocabulary lacks most tokens of the first texts. Own tokenizers are not run."""
    if not counter.splits(texts):
        return
    _, words = counter.in_order(texts[:_TEXTS], n_threads=1)
    if words.size < _FEWEST_TOKENS:
        return
    known = float(np.mean(words >= 0))
    if known < _HARDLY:
        warnings.warn(
            f"the model knows only {known:.0%} of the words of {name} (of the first "
            f"{min(len(texts), _TEXTS):,} documents), so their topics say little. Are they in "
            "another language, or about another subject, than the texts that it was trained on?",
            ThalwegWarning,
            stacklevel=2,
        )
