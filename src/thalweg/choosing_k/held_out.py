"""The documents that `choose_k` holds out."""

from __future__ import annotations

from thalweg.errors import InputError

# Held out by default: a tenth of the documents, but enough to measure anything and not more than
# needed to measure well.
HELD_OUT_SHARE = 0.1
MAX_HELD_OUT = 10_000
MIN_SCORED = 10


def default_size(n_documents: int) -> int:
    """Return the default number of documents to hold out."""
    size = max(MIN_SCORED, min(MAX_HELD_OUT, round(HELD_OUT_SHARE * n_documents)))
    if 2 * size > n_documents:
        raise InputError(
            f"`X` has {n_documents} documents; expected at least {2 * MIN_SCORED}, half of them to "
            "train on and half to score"
        )
    return size
