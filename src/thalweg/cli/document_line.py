"""How many documents were read, on standard error, as `progress="bar"` shows it."""

from collections.abc import Iterable, Iterator

from thalweg.cli.output import note
from thalweg.corpus.corpus import Corpus
from thalweg.training.reporting.document_progress import reported
from thalweg.training.reporting.progress_line import ProgressLine, live_line


def with_document_line(
    corpora: Iterable[Corpus], total_documents: int | None = None
) -> Iterator[Corpus]:
    """Yield the corpora, and show how many of their documents have been processed."""
    with live_line(note=note) as live:
        yield from reported(
            corpora, lambda now: live.show(ProgressLine.of_documents(now)), total_documents, len
        )
