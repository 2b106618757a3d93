"""How the tests write files and read sources."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from thalweg.corpus.sources.chunk import TextSource
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.errors import InputError

TINY = [BlockSizes(n, n, 1000) for n in (1, 7, 16, 61)]
"""Blocks so small that records cross their borders."""


def zstd_compress(data: bytes) -> bytes:
    try:
        from compression import zstd
    except ImportError:
        zstd = pytest.importorskip("backports.zstd")
    # Without a checksum, a changed byte could go unnoticed.
    return bytes(zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1}))


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".zst": zstd_compress,
}


def texts_of(source: TextSource) -> list[str | None]:
    return [text for chunk in source.chunks() for text in chunk.texts.to_list()]


def columns_of(source: TextSource) -> dict[str, list[Any]]:
    """Return the columns of all chunks, and check that their types agree."""
    columns: dict[str, list[Any]] = {}
    schemas = []
    for chunk in source.chunks():
        assert chunk.columns is not None
        assert chunk.columns.height == len(chunk.texts)
        schemas.append(chunk.columns.schema)
        for name, values in chunk.columns.to_dict(as_series=False).items():
            columns.setdefault(name, []).extend(values)
    assert all(schema == schemas[0] for schema in schemas)
    return columns


def refusal(source: Any, **options: Any) -> str:
    """Return the error message of a source, when it is opened or read."""
    with pytest.raises(InputError) as caught:
        texts_of(open_source(source, **options))
    return str(caught.value)


def written(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path
