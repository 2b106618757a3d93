"""Find the document that a user named with --document."""

from collections.abc import Iterable, Iterator

from thalweg.analysis.similarity import find_document as find
from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError


def find_document(wanted: str, corpora: Iterable[Corpus]) -> tuple[int, Corpus]:
    """Return the row and the document with this id, or, if there is none, with this row."""
    n_documents = 0

    def counted() -> Iterator[Corpus]:
        nonlocal n_documents
        for corpus in corpora:
            n_documents += len(corpus)
            yield corpus

    found = find(counted(), wanted)
    if found is None:
        raise InputError(
            f"--document is {wanted!r}; expected the id of one of the {n_documents:,} documents, "
            f"or a row from 0 to {n_documents - 1:,}. Name the column of ids with --metadata id"
        )
    return found
