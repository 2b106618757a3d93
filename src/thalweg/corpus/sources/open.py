"""One door for everything that texts come in."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from thalweg.corpus.sources.chunk import TextSource
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.encoding import Encoding
from thalweg.corpus.sources.files import TextFile
from thalweg.corpus.sources.json_lines import JsonLines
from thalweg.corpus.sources.plain_text import Lines


def open_source(
    source: Any,
    *,
    column: str = "text",
    columns: Sequence[str] = (),
    encoding: str = "utf-8",
    errors: str = "replace",
    format: str | None = None,
) -> TextSource:
    """Find out what a source is."""
    wanted = WantedColumns.of(column, columns)
    file = TextFile(Path(os.fspath(source)), Encoding(encoding, errors))
    return JsonLines([file], wanted) if "jsonl" in file.path.suffixes else Lines([file], wanted)
