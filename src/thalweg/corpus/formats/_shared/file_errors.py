"""Errors in files: the file, the line, what was found and what was expected."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import LARGEST_COUNT
from thalweg.errors import InputError, MemoryLimitError

# A header may declare documents and words without entries, but not too many per entry: their arrays
# would take memory that the size of the file does not justify.
_EMPTY_PER_ENTRY = 1000
_EMPTY_ANYWAY = 1_000_000


def malformed(path: Path, line: int, what: str) -> InputError:
    """Return an error at a line, counted from 1."""
    return InputError(f"{path}, line {line}: {what}")


def shown(text: bytes) -> str:
    """Return the beginning of a line, in quotes."""
    return repr(text[:40].decode("utf-8", "replace")) if text else "nothing"


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add the name of the file to errors about counts or words."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except MemoryError as error:
        raise MemoryLimitError(f"{path} does not fit into memory: {error}") from None


def is_likely_size(n: int, n_entries: int) -> bool:
    """Return whether a number of documents or words is plausible for a number of entries."""
    return n <= _EMPTY_ANYWAY + _EMPTY_PER_ENTRY * n_entries


def check_size(where: Path | str, n: int, things: str, n_entries: int) -> None:
    """Raise InputError for a number of documents or words that is not plausible."""
    if not is_likely_size(n, n_entries):
        raise InputError(
            f"{where} declares {n:,} {things}, but has only {n_entries:,} entries; expected at "
            f"most {_EMPTY_PER_ENTRY:,} {things} per entry. Is it damaged?"
        )


def invalid_count(counts: NDArray[Any]) -> tuple[int, str] | None:
    """Return the first entry that cannot be a count, and the reason; None if all are valid."""
    if not counts.size or (counts.min() >= 0 and counts.max() <= LARGEST_COUNT):
        return None
    with np.errstate(invalid="ignore"):
        entry = int(np.argmin((counts >= 0) & (counts <= LARGEST_COUNT)))
    return entry, f"a count of {counts[entry]}; expected a number from 0 to {LARGEST_COUNT:,}"


def line_of(body: bytes | memoryview, record: int) -> int:
    """Return the line of a record, counted from 0; blank lines and comments are not records."""
    for line, text in enumerate(io.BytesIO(body)):
        if text.partition(b"#")[0].strip():
            if not record:
                return line
            record -= 1
    raise AssertionError("the body has fewer records than were parsed")
