"""Encode text as UTF-8 before it is written to a file."""

from __future__ import annotations

from thalweg.errors import InputError


def encode_utf8(text: str) -> bytes:
    """Return the text as UTF-8; InputError for half of a surrogate pair, which has no encoding."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        bad = text[error.start : error.end]
        raise InputError(f"{bad!r} is not valid Unicode and cannot be written to a file") from None
