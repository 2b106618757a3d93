"""What a header or an array's type says of all counts of a corpus, from a pass over them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError


@dataclass(frozen=True)
class Survey:
    """How many entries a corpus has, and whether all counts are whole numbers."""

    n_entries: int
    fraction: tuple[int, float] | None
    """The first document with a count that is not whole, and that count."""

    @classmethod
    def of(cls, corpus: Corpus) -> Survey:
        """Look at all counts, part by part."""
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
        """For formats that hold whole counts only."""
        if self.fraction is not None:
            document, count = self.fraction
            raise InputError(
                f"document {document} has a count of {count}; {form} holds whole counts only. "
                "Write Matrix Market, svmlight or npz instead, or save a store."
            )
