"""Options that commands share: how files are read, and what becomes a word.

A command takes them as one parameter, `files: FileOptions` or `texts: TextOptions`, under the
decorator `with_options`, which shows their fields to typer as options of the command.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import wraps
from typing import Annotated, Any, Final, Self, get_type_hints

import typer

_FILES: Final = "How files are read"
_WORDS: Final = "What becomes a word"


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with every field of its parameters that are dataclasses as an option."""
    bundles: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
        kind = parameter.annotation
        if not is_dataclass(kind):
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        bundles[name] = kind
        types = get_type_hints(kind, include_extras=True)
        parameters += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=types[field.name],
            )
            for field in fields(kind)
        ]

    @wraps(command)
    def with_bundles(**given: Any) -> None:
        for name, kind in bundles.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    with_bundles.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_bundles.__annotations__ = {each.name: each.annotation for each in parameters}
    return with_bundles


def documents_or_share(value: Any) -> float:
    """5 is five documents, 0.5 is half of them."""
    text = str(value)
    if re.fullmatch(r"\d+", text, re.ASCII):
        return int(text)
    if re.fullmatch(r"\d*\.\d+|\d+\.", text, re.ASCII) and float(text) <= 1:
        return float(text)
    raise typer.BadParameter(f"{text!r}; expected a number of documents (5) or a share (0.5)")


def sizes_of_ngrams(value: str) -> str:
    """2 is single words and pairs, 2-3 is pairs and triples."""
    low, high = ngram_range(value)
    if not 1 <= low <= high <= 8:
        raise typer.BadParameter(f"{value!r}; expected a number up to 8, or two as in 2-3")
    return value


def ngram_range(value: str) -> tuple[int, int]:
    """The least and the greatest number of words, (0, 0) of what says none."""
    match = re.fullmatch(r"(?:(\d)-)?(\d)", value, re.ASCII)
    return (int(match[1] or 1), int(match[2])) if match else (0, 0)


def _option(names: str, text: str, panel: str, **settings: Any) -> Any:
    return typer.Option(*names.split(), help=text, rich_help_panel=panel, **settings)


@dataclass(frozen=True)
class FileOptions:
    """How files are read."""

    column: Annotated[
        str, _option("--column", "Column of a table that holds the text.", _FILES, metavar="COLUMN")
    ] = "text"
    metadata: Annotated[
        str,
        _option(
            "--metadata",
            "Columns to keep, as in year,author; one called id names the documents.",
            _FILES,
            metavar="COLUMNS",
            show_default=False,
        ),
    ] = ""
    format: Annotated[
        str | None,
        _option(
            "--format",
            "What the files are, where their names do not say: jsonl, csv, tsv, parquet, text (a "
            "file per document), lines (a line per document), uci, matrix_market, svmlight, "
            "lda_c, vw, mallet, npz.",
            _FILES,
            show_default="by the names",
        ),
    ] = None
    separator: Annotated[
        str | None,
        _option("--separator", "Of CSV files; \\t is a tab.", _FILES, show_default="by the names"),
    ] = None
    quote: Annotated[str, _option("--quote", "Of CSV files; none for no quoting.", _FILES)] = '"'
    encoding: Annotated[str, _option("--encoding", "Of text files.", _FILES)] = "utf-8"
    errors: Annotated[
        str,
        _option("--errors", "Bytes that are not valid: replace them, or strict.", _FILES),
    ] = "replace"
    threads: Annotated[
        int | None,
        _option("--threads", "Threads to use.", _FILES, min=1, show_default="all cores"),
    ] = None

    def of_files(self) -> dict[str, Any]:
        """The arguments of `read` and of `stream` that they stand for."""
        return {
            "column": self.column,
            "metadata": [name for name in self.metadata.split(",") if name],
            "format": self.format,
            "separator": "\t" if self.separator == "\\t" else self.separator,
            "quote": None if self.quote == "none" else self.quote,
            "encoding": self.encoding,
            "errors": self.errors,
            "n_jobs": self.threads,
        }


@dataclass(frozen=True)
class TextOptions(FileOptions):
    """How files are read, and what becomes a word. None: not given, so that `read` decides."""

    min_df: Annotated[
        float | None,
        _option(
            "--min-df",
            "Least documents that have a word: a number, or a share such as 0.01.",
            _WORDS,
            parser=documents_or_share,
            metavar="NUMBER|SHARE",
            show_default="5",
        ),
    ] = None
    max_df: Annotated[
        float | None,
        _option(
            "--max-df",
            "Most documents that have a word: a number, or a share.",
            _WORDS,
            parser=documents_or_share,
            metavar="NUMBER|SHARE",
            show_default="0.5",
        ),
    ] = None
    max_features: Annotated[
        int | None,
        _option(
            "--max-features",
            "Most words; the most frequent stay.",
            _WORDS,
            min=1,
            show_default="50000",
        ),
    ] = None
    stop_words: Annotated[
        str | None,
        _option(
            "--stop-words",
            "Words that are not counted: a language, a file of them, or none.",
            _WORDS,
            metavar="LANGUAGE|FILE|none",
            show_default="english",
        ),
    ] = None
    ngrams: Annotated[
        str,
        _option(
            "--ngrams",
            "2: pairs of words too; 2-3: pairs and triples.",
            _WORDS,
            parser=sizes_of_ngrams,
            metavar="N|M-N",
        ),
    ] = "1"
    phrases: Annotated[
        bool,
        _option("--phrases", "Join words that often come together: new_york.", _WORDS),
    ] = False
    digits: Annotated[
        bool, _option("--digits", "Digits and underscores may be in words.", _WORDS)
    ] = False
    keep_case: Annotated[
        bool, _option("--keep-case", "Do not write all words in lower case.", _WORDS)
    ] = False
    strip_accents: Annotated[
        bool, _option("--strip-accents", "Write words without accents.", _WORDS)
    ] = False
    min_length: Annotated[
        int, _option("--min-length", "Least characters of a word.", _WORDS, min=1)
    ] = 3
    max_length: Annotated[
        int, _option("--max-length", "Most characters of a word.", _WORDS, min=1)
    ] = 100
    max_table: Annotated[
        int | None,
        _option(
            "--max-table",
            "Words counted at a time; beyond it the rarest leave.",
            _WORDS,
            min=2,
            show_default="4000000",
        ),
    ] = None

    def of_texts(self) -> dict[str, Any]:
        """The arguments of `read` about words, without those about limits that are not given."""
        return {
            "lowercase": not self.keep_case,
            "strip_accents": self.strip_accents,
            "digits": self.digits,
            "min_length": self.min_length,
            "max_length": self.max_length,
            "ngram_range": ngram_range(self.ngrams),
            "phrases": self.phrases,
        } | ({} if self.max_table is None else {"max_table": self.max_table})

    def without_limits(self) -> Self:
        """The same, with all words."""
        return replace(self, min_df=1, max_df=1.0, max_features=2**31 - 1)

    def of_limits(self) -> dict[str, Any]:
        """The arguments of `read` and of `Corpus.limit` about limits that are given."""
        given: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("min_df", "max_df", "max_features")
            if getattr(self, name) is not None
        }
        if self.stop_words is not None:
            given["stop_words"] = None if self.stop_words == "none" else self.stop_words
        return given
