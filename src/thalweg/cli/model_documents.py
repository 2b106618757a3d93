"""Documents that a command is given for a model: treated as those that the model learnt from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel


def documents_for(
    model: TopicModel, source: str, column: str, metadata: Sequence[str] = ()
) -> Iterator[Corpus]:
    """Read texts, counts or a stored corpus chunk by chunk, under the model's words."""
    from thalweg.corpus.reading import stream
    from thalweg.corpus_topics import words_of

    return stream(
        source,
        words_of(model),
        column,
        text_settings=model.text_settings_,
        metadata=metadata,
    )
