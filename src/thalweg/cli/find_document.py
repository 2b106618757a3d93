"""Find one document in a stream of corpora, by its id or its row."""

from collections.abc import Iterable

from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError


def find_document(wanted: str, corpora: Iterable[Corpus]) -> tuple[int, Corpus]:
    """Return the row and the document with this id, or, if there is none, with this row."""
    by_row: tuple[int, Corpus] | None = None
    first = 0
    for corpus in corpora:
        ids = [str(name) for name in corpus.ids.to_list()]
        if wanted in ids:
            place = ids.index(wanted)
            return first + place, corpus[[place]]
        if wanted.isdecimal() and first <= int(wanted) < first + len(ids):
            by_row = int(wanted), corpus[[int(wanted) - first]]
        first += len(ids)
    if by_row is None:
        raise InputError(
            f"--document is {wanted!r}; expected the id of one of the {first:,} documents, or a "
            f"row from 0 to {first - 1:,}. Name the column of ids with --metadata id"
        )
    return by_row
