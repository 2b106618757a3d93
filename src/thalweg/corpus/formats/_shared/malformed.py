"""Says where a file is wrong: its name, the line, what stands there and what was expected."""

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

# A file may speak of documents and words that have no entry, but not of so many for each entry
# that it has: the arrays for them would be made of nothing but the word of a header.
_EMPTY_PER_ENTRY = 1000
_EMPTY_ANYWAY = 1_000_000


def malformed(path: Path, line: int, what: str) -> InputError:
    """An error at a line, counted from one."""
    return InputError(f"{path}, line {line}: {what}")


def shown(text: bytes) -> str:
    """What stands in a line, as far as it helps."""
    return repr(text[:40].decode("utf-8", "replace")) if text else "nothing"


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Errors about counts or words say which file they come from."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except MemoryError as error:
        raise MemoryLimitError(f"{path} does not fit into memory: {error}") from None


def is_likely_size(n: int, n_entries: int) -> bool:
    """Whether so few entries may be in so many documents, or of so many words."""
    return n <= _EMPTY_ANYWAY + _EMPTY_PER_ENTRY * n_entries


def check_size(where: Path | str, n: int, things: str, n_entries: int) -> None:
    """Refuse a number of documents or words that would cost memory out of all proportion."""
    if not is_likely_size(n, n_entries):
        raise InputError(
            f"{where} speaks of {n:,} {things}, but has only {n_entries:,} entries; expected at "
            f"most {_EMPTY_PER_ENTRY:,} {things} an entry. Is it damaged?"
        )


def faulty_count(counts: NDArray[Any]) -> tuple[int, str] | None:
    """The first entry that cannot be a count, and why."""
    if not counts.size or (counts.min() >= 0 and counts.max() <= LARGEST_COUNT):
        return None
    with np.errstate(invalid="ignore"):
        entry = int(np.argmin((counts >= 0) & (counts <= LARGEST_COUNT)))
    return entry, f"a count of {counts[entry]}; expected a number from 0 to {LARGEST_COUNT:,}"


def line_of(body: bytes | memoryview, record: int) -> int:
    """The line, counted from zero, of a record: blank lines and comments are none."""
    for line, text in enumerate(io.BytesIO(body)):
        if text.partition(b"#")[0].strip():
            if not record:
                return line
            record -= 1
    raise AssertionError("the body has fewer records than were parsed")
