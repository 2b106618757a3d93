"""StreamScoring: scores the documents of a stream before the model learns from them."""

from __future__ import annotations

from dataclasses import dataclass

from thalweg.corpus.documents import Documents
from thalweg.evaluation._progressive import Progressive, sample
from thalweg.evaluation._token_split import split_tokens
from thalweg.state.topic_state import TopicState


@dataclass
class StreamScoring:
    """Adds the document completion of a share of the documents to a progressive score."""

    progressive: Progressive
    share: float
    _halves: tuple[Documents, Documents] | None = None

    def begin(self, documents: Documents, state: TopicState) -> None:
        """Split the tokens of the coming documents into an observed and a scored half."""
        number = state.n_documents_seen
        self._halves = split_tokens(sample(documents, self.share, number), first_number=number)

    def score(self, state: TopicState, first: int, end: int, *, n_threads: int) -> None:
        """Score documents first..end-1 under a state that has not learned from them yet."""
        assert self._halves is not None
        observed, scored = (half.between(first, end) for half in self._halves)
        self.progressive.test(state, observed, scored, n_threads=n_threads)
