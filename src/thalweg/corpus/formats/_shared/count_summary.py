"""CountSummary: what a format must know about all counts before it writes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError


@dataclass(frozen=True)
class CountSummary:
    """Number of entries of a corpus, and whether all counts are whole numbers."""

    n_entries: int
    fraction: tuple[int, float] | None
    """The first document with a count that is not whole, and that count."""

    @classmethod
    def of(cls, corpus: Corpus) -> CountSummary:
        """Read all counts, part by part."""
        n_entries, n_documents = 0, 0
        fraction: tuple[int, float] | None = None
        for part in corpus.parts():
            if fraction is None and part.counts.dtype.kind == "f":
                broken = np.flatnonzero(part.counts != np.trunc(part.counts))
                if broken.size:
                    row = int(np.searchsorted(part.offsets, broken[0], side="right")) - 1
                    fraction = n_documents + row, float(part.counts[broken[0]])
            n_entries += int(part.offsets[-1])
            n_documents += part.n_documents
        return cls(n_entries, fraction)

    @property
    def whole(self) -> bool:
        """Whether all counts are whole numbers."""
        return self.fraction is None

    def refuse_fractions(self, form: str) -> None:
        """Raise InputError if a count is not whole, for formats that need whole counts."""
        if self.fraction is not None:
            document, count = self.fraction
            raise InputError(
                f"document {document} has a count of {count}; expected whole numbers for {form}. "
                "Write Matrix Market, svmlight or npz, or use Corpus.save."
            )
