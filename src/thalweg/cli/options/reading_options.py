"""Options of commands that read documents: how files are read, and what becomes a word."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from thalweg.cli.options.common_options import Threads
from thalweg.cli.options.option_values import (
    ngram_range,
    ngram_sizes,
    share_or_number,
    stop_word_list,
)

_FILES: Final = "Reading files"
_WORDS: Final = "Choosing words"


class InputFormat(StrEnum):
    """Formats of input files."""

    JSONL = "jsonl"
    CSV = "csv"
    TSV = "tsv"
    PARQUET = "parquet"
    EXCEL = "excel"
    SQLITE = "sqlite"
    TEXT = "text"
    LINES = "lines"
    UCI = "uci"
    MATRIX_MARKET = "matrix_market"
    SVMLIGHT = "svmlight"
    LDA_C = "lda_c"
    VW = "vw"
    MALLET = "mallet"
    NPZ = "npz"


class EncodingErrors(StrEnum):
    """What happens to bytes that are not valid in the encoding."""

    REPLACE = "replace"
    STRICT = "strict"


def _option(name: str, text: str, panel: str, **settings: Any) -> Any:
    return typer.Option(name, help=text, rich_help_panel=panel, **settings)


@dataclass(frozen=True)
class FileOptions:
    """How files are read."""

    threads: Threads = None
    column: Annotated[
        str,
        _option("--column", "Column of a table that holds the text.", _FILES, metavar="COLUMN"),
    ] = "text"
    format: Annotated[
        InputFormat | None,
        _option(
            "--format",
            "Format of the input files: jsonl, csv, tsv, parquet, excel, sqlite, text (one "
            "document per file), lines (one document per line), uci, matrix_market, svmlight, "
            "lda_c, vw, mallet, npz.",
            _FILES,
            metavar="FORMAT",
            show_default="from the file names; from the first lines of standard input",
        ),
    ] = None
    separator: Annotated[
        str | None,
        _option(
            "--separator",
            "Character between the columns of a CSV file; \\t is a tab.",
            _FILES,
            metavar="CHARACTER",
            show_default="recognised: a comma, semicolon, tab or |",
        ),
    ] = None
    quote: Annotated[
        str,
        _option(
            "--quote",
            "Character around quoted values of a CSV file, or none.",
            _FILES,
            metavar="CHARACTER|none",
        ),
    ] = '"'
    encoding: Annotated[
        str, _option("--encoding", "Encoding of text files.", _FILES, metavar="NAME")
    ] = "utf-8"
    encoding_errors: Annotated[
        EncodingErrors,
        _option(
            "--encoding-errors",
            "What to do with bytes that are not valid in the encoding: replace them, or stop with "
            "an error (strict).",
            _FILES,
            metavar="replace|strict",
        ),
    ] = EncodingErrors.REPLACE

    where: Annotated[
        list[str] | None,
        _option(
            "--where",
            "Read only documents whose column meets this condition: section=sports, rating<3, "
            "date>=2023-07. Comparisons are = != > >= < <=; quote them for the shell. If repeated, "
            "all conditions must hold.",
            _FILES,
            metavar="CONDITION",
            show_default="all documents",
        ),
    ] = None
    sheet: Annotated[
        str | None,
        _option(
            "--sheet",
            "Sheet of an Excel or OpenDocument file.",
            _FILES,
            metavar="NAME",
            show_default="the first",
        ),
    ] = None
    database_table: Annotated[
        str | None,
        _option(
            "--table",
            "Table of an SQLite database.",
            _FILES,
            metavar="NAME",
            show_default="the only one",
        ),
    ] = None
    query: Annotated[
        str | None,
        _option(
            "--query",
            "SQL query whose rows are the documents, for an SQLite database.",
            _FILES,
            metavar="SQL",
            show_default="all rows of the table",
        ),
    ] = None

    def of_files(self) -> dict[str, Any]:
        """Return the arguments of `read` and `stream` about files."""
        return {
            "sheet": self.sheet,
            "table": self.database_table,
            "query": self.query,
            "column": self.column,
            "where": self.where or (),
            "format": None if self.format is None else self.format.value,
            "separator": "\t" if self.separator == "\\t" else self.separator,
            "quote": None if self.quote == "none" else self.quote,
            "encoding": self.encoding,
            "errors": self.encoding_errors.value,
            "n_jobs": self.threads,
        }


@dataclass(frozen=True)
class DocumentOptions(FileOptions):
    """How files are read by commands that also use the ids and other columns of documents."""

    metadata: Annotated[
        str,
        _option(
            "--metadata",
            "Columns to read besides the text, such as id,year. A column called id names the "
            "documents.",
            _FILES,
            metavar="COLUMNS",
            show_default="none; documents are numbered from 0",
        ),
    ] = ""

    def of_files(self) -> dict[str, Any]:
        """Return the arguments of `read` and `stream` about files."""
        names = [name for name in self.metadata.split(",") if name]
        return super().of_files() | {"metadata": names}


@dataclass(frozen=True)
class VocabularyOptions:
    """Which words enter a vocabulary. None: not given, so that the library's default holds."""

    min_df: Annotated[
        float | None,
        _option(
            "--min-df",
            "Drop words that occur in fewer documents: a number (5) or a share (0.01).",
            _WORDS,
            parser=share_or_number,
            metavar="NUMBER|SHARE",
            show_default="5 for texts, no limit for counts",
        ),
    ] = None
    max_df: Annotated[
        float | None,
        _option(
            "--max-df",
            "Drop words that occur in more documents: a number or a share (0.5).",
            _WORDS,
            parser=share_or_number,
            metavar="NUMBER|SHARE",
            show_default="0.5 for texts, no limit for counts",
        ),
    ] = None
    max_features: Annotated[
        int | None,
        _option(
            "--max-features",
            "Largest number of words; the most frequent ones are kept.",
            _WORDS,
            min=1,
            metavar="N",
            show_default="50000 for texts, no limit for counts",
        ),
    ] = None

    def limits(self) -> dict[str, Any]:
        """Return the arguments of `read` and `Corpus.limit` that were given."""
        given = {"min_df": self.min_df, "max_df": self.max_df, "max_features": self.max_features}
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class WordOptions(VocabularyOptions):
    """How text becomes words, and which of them enter the vocabulary."""

    stop_words: Annotated[
        list[str] | None,
        _option(
            "--stop-words",
            "Words to leave out: a file, a language, words, or none. Several add up, with commas "
            "or repeated: english,mine.txt,amp.",
            _WORDS,
            metavar="LIST",
            show_default="english for texts, none for counts",
        ),
    ] = None
    ngrams: Annotated[
        str,
        _option(
            "--ngrams",
            "Count sequences of words: 2 for words and pairs, 2-3 for pairs and triples.",
            _WORDS,
            parser=ngram_sizes,
            metavar="N|M-N",
        ),
    ] = "1"
    phrases: Annotated[
        bool,
        _option("--phrases", "Join words that often follow each other, as in new_york.", _WORDS),
    ] = False
    digits: Annotated[
        bool, _option("--digits", "Allow digits and underscores in words.", _WORDS)
    ] = False
    keep_case: Annotated[
        bool, _option("--keep-case", "Keep capital letters; without it, Bank is bank.", _WORDS)
    ] = False
    strip_accents: Annotated[
        bool, _option("--strip-accents", "Remove accents from letters.", _WORDS)
    ] = False
    min_length: Annotated[
        int,
        _option("--min-length", "Shortest word, in characters.", _WORDS, min=1, metavar="N"),
    ] = 3
    max_length: Annotated[
        int,
        _option("--max-length", "Longest word, in characters.", _WORDS, min=1, metavar="N"),
    ] = 100
    strip_markup: Annotated[
        bool,
        _option("--strip-markup", "Remove HTML and XML tags and entities from the texts.", _WORDS),
    ] = False
    max_table: Annotated[
        int | None,
        _option(
            "--max-table",
            "Largest number of different words to count at a time. When there are more, the "
            "rarest are dropped, which bounds the memory.",
            _WORDS,
            min=2,
            metavar="N",
            show_default="4000000",
        ),
    ] = None

    @property
    def stop_word_files(self) -> list[Path]:
        """Those of the stop words that are files."""
        items = stop_word_list(self.stop_words or [])
        return [
            item
            for item in (items if isinstance(items, list) else [items])
            if isinstance(item, Path)
        ]

    def limits(self) -> dict[str, Any]:
        """Return the arguments of `read` and `Corpus.limit` that were given."""
        given = super().limits()
        if self.stop_words:
            given["stop_words"] = stop_word_list(self.stop_words)
        return given

    def of_texts(self) -> dict[str, Any]:
        """Return the arguments of `read` about words, without the limits."""
        return {
            "lowercase": not self.keep_case,
            "strip_accents": self.strip_accents,
            "digits": self.digits,
            "min_length": self.min_length,
            "max_length": self.max_length,
            "ngram_range": ngram_range(self.ngrams),
            "phrases": self.phrases,
            "strip_markup": self.strip_markup,
        } | ({} if self.max_table is None else {"max_table": self.max_table})
