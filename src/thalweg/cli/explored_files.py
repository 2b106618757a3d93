"""The files of `thalweg explore`: all their documents, their columns, and a first part."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from thalweg.cli.input_files import file_sources, model_vocabulary, read_counts
from thalweg.cli.options.reading_options import DocumentOptions, WordOptions
from thalweg.corpus.formats.counts_file import CountsFile
from thalweg.errors import InputError
from thalweg.explore.document_reader import DocumentReader
from thalweg.model import TopicModel


def document_reader(
    paths: Sequence[str], files: DocumentOptions, words: WordOptions, model: TopicModel | None
) -> DocumentReader:
    """Return a reader of documents for the explorer; with a trained model, of its words."""
    arguments = files.of_files()
    sources = file_sources(paths, arguments["format"])
    title = Path(paths[0]).name if len(paths) == 1 else f"{len(paths)} files"
    if isinstance(sources[0], CountsFile):
        return DocumentReader(
            title, lambda _: read_counts(sources, words.limits(), None, arguments["where"])
        )
    source: Any = sources[0] if len(sources) == 1 else sources
    if not arguments["metadata"] and len(sources) == 1:
        arguments["metadata"] = _columns(source, arguments["column"])
    if model is None:
        return DocumentReader.of_texts(title, source, arguments, words.of_texts() | words.limits())
    known = {"vocabulary": model_vocabulary(model), "text_settings": model.text_settings_}
    if known["text_settings"] is None:
        raise InputError(
            "the model was trained on counts, so it is not known how texts become its words; "
            "expected a stored corpus or a bag of words as documents"
        )
    return DocumentReader.of_texts(title, source, arguments, known)


def _columns(source: Any, column: str) -> list[str]:
    """Return the columns of a file that is a table, other than that of the texts; none if unknown.

    Only the beginning of the file is read.
    """
    import polars as pl

    paths = [str(path) for path in getattr(source, "paths", [])]
    if not paths:
        return []
    try:
        if source.format == "parquet":
            names = pl.scan_parquet(paths[0]).collect_schema().names()
        elif source.format == "jsonl":
            names = pl.read_ndjson(paths[0], n_rows=100, infer_schema_length=100).columns
        elif source.format in ("csv", "tsv"):
            names = []
            for separator in ("," if source.format == "csv" else "\t", ";", "\t", "|"):
                head = pl.read_csv(
                    paths[0],
                    separator=separator,
                    n_rows=1,
                    infer_schema=False,
                    truncate_ragged_lines=True,
                )
                if column in head.columns:
                    names = head.columns
                    break
        else:
            return []
    except (OSError, pl.exceptions.PolarsError):
        return []  # reading the file reports what is wrong
    return [name for name in names if name != column] if column in names else []
