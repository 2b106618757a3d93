"""What users store with a model: a few named values, and the fingerprint of the data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from thalweg.errors import InputError
from thalweg.persistence import canonical_json

MAX_BYTES = 65_536  # of JSON; the whole header of a model file is read into memory

MetadataValue = str | int | float | bool


def checked_metadata(metadata: Any) -> dict[str, MetadataValue]:
    """Return a copy of user metadata; InputError if a model file cannot hold it.

    Strings must be printable: they are shown in terminals, and a file may come from anyone.
    """
    if not isinstance(metadata, Mapping):
        raise InputError(
            f"`metadata` is of type {type(metadata).__name__}; expected a dict of names to strings "
            "or numbers"
        )
    try:
        plain = canonical_json.loads(canonical_json.dumps(dict(metadata)))
    except (InputError, ValueError) as error:
        raise InputError(
            f"`metadata` cannot be stored: {error}; expected a dict of names to strings or numbers"
        ) from None
    for given, (name, value) in zip(sorted(metadata, key=str), sorted(plain.items()), strict=True):
        if not isinstance(given, str) or not name or not name.isprintable():
            raise InputError(f"`metadata` has the name {given!r}; expected printable text")
        if not isinstance(value, str | int | float):
            raise InputError(
                f"`metadata`, {name!r} is {str(value)[:80]!r}; expected a string or a number"
            )
        if isinstance(value, str) and not value.isprintable():
            raise InputError(
                f"`metadata`, {name!r} is {value[:80]!r}; expected printable text on one line"
            )
    if (n_bytes := len(canonical_json.dumps(plain))) > MAX_BYTES:
        raise InputError(
            f"`metadata` is {n_bytes:,} bytes of JSON; expected at most {MAX_BYTES:,}. Store a "
            "link or a hash instead of the data itself."
        )
    return dict(plain)


def checked_fingerprint(fingerprint: Any) -> str:
    """Return the fingerprint of documents that a file has; InputError if it is something else."""
    if not isinstance(fingerprint, str) or not re.fullmatch(
        r"[a-z0-9-]{1,20}:[0-9a-f]{64}", fingerprint
    ):
        raise InputError(f"its data fingerprint is {str(fingerprint)[:80]!r}")
    return fingerprint
