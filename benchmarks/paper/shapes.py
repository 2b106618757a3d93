"""How large the corpora of the paper's experiments were."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CorpusShape:
    """D, C and W of a corpus, and how much the lengths of its documents differ."""

    name: str
    n_documents: int
    n_tokens: int
    n_words: int
    length_spread: float = 0.6
    """Standard deviation of the logarithm of a document's length; the paper does not say it."""

    @property
    def mean_length(self) -> float:
        """Tokens per document."""
        return self.n_tokens / self.n_documents


# Newspaper and encyclopaedia articles differ more in length than scientific papers do.
PUBMED_CENTRAL = CorpusShape("pubmed-central", 165_000, 320_000_000, 38_500)
NEW_YORK_TIMES = CorpusShape("new-york-times", 1_800_000, 475_000_000, 50_000, length_spread=0.8)
WIKIPEDIA = CorpusShape("wikipedia", 4_600_000, 811_000_000, 7_700, length_spread=1.0)

SHAPES = {shape.name: shape for shape in (PUBMED_CENTRAL, NEW_YORK_TIMES, WIKIPEDIA)}
