"""Whether a worker has the same software and the same documents as the driver."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from thalweg.corpus.rows import ChosenRows, JoinedRows, MemoryRows, RenumberedRows, Rows
from thalweg.corpus.store.manifest import MANIFEST, Manifest
from thalweg.corpus.store.stored_rows import StoredRows
from thalweg.errors import InputError, ThalwegError

_ALWAYS = ("thalweg", "numpy", "documents")
_IN_EXACT_MODE = ("machine", "instructions")
_REMEDIES = {
    "thalweg": "Install the same version on all machines.",
    "numpy": "Install the same version on all machines: it decides the order of the documents.",
    "documents": "Put the corpus on a file system that all machines mount at the same path.",
    "machine": "Exact mode needs the same kind of processor everywhere; use mode='rounds'.",
    "instructions": "Exact mode needs the same instructions everywhere: set THALWEG_ISA to those "
    "that all machines have, or use mode='rounds'.",
}


def require_same(
    expected: dict[str, Any], found: dict[str, Any], worker: str, *, exact: bool
) -> None:
    """Raise InputError if a worker would compute something else than the driver expects."""
    for name in (*_ALWAYS, *(_IN_EXACT_MODE if exact else ())):
        if found[name] != expected[name]:
            what = "" if name == "documents" else f"{name} "
            raise InputError(
                f"`engine`: {worker} has {what}{found[name]}; this process has "
                f"{what}{expected[name]}. {_REMEDIES[name]}"
            )


def describe_rows(rows: Rows) -> str:
    """Return a short description that is the same where the documents are the same.

    Of a corpus on disk it reads the manifest and the sizes of the files. If they cannot be read
    here, the description says why.
    """
    if isinstance(rows, MemoryRows):
        return f"{rows.n_documents} documents in memory"
    if isinstance(rows, ChosenRows):
        return f"{_digest(rows.chosen)} of {describe_rows(rows.rows)}"
    if isinstance(rows, RenumberedRows):
        return f"{_digest(rows.mapping)} of {describe_rows(rows.rows)}"
    if isinstance(rows, JoinedRows):
        return " + ".join(describe_rows(part) for part in rows.parts)
    if isinstance(rows, StoredRows):
        return _describe_store(rows)
    return f"{type(rows).__name__} of {rows.n_documents} documents"


def _describe_store(rows: StoredRows) -> str:
    try:
        manifest = Manifest.read(rows.folder)
        for name, file in manifest.files.items():
            n_bytes = (rows.folder / name).stat().st_size
            if n_bytes != file.n_bytes:
                return f"{rows.folder}: {name} has {n_bytes} bytes instead of {file.n_bytes}"
    except ThalwegError as error:
        return str(error)
    except OSError as error:
        return f"{rows.folder} cannot be read: {error}"
    content = (rows.folder / MANIFEST).read_bytes()
    return f"{rows.folder} ({hashlib.sha256(content).hexdigest()[:16]})"


def _digest(array: Any) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()[:16]
