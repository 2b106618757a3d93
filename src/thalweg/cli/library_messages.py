"""Messages of the library for users of the command line: options instead of parameters.

The library puts the names of its parameters in backticks: "Lower `min_df`, or pass
`format='lines'`." Here they become options: "Lower --min-df, or pass --format lines."
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# The option that sets a parameter, or that sets it to this value.
OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # thalweg.read, thalweg.stream and Corpus.limit
        "column": "--column",
        "encoding": "--encoding",
        "errors": "--encoding-errors",
        "format": "--format",
        "max_df": "--max-df",
        "max_features": "--max-features",
        "max_length": "--max-length",
        "max_table": "--max-table",
        "metadata": "--metadata",
        "min_df": "--min-df",
        "min_length": "--min-length",
        "n_jobs": "--threads",
        "ngram_range": "--ngrams",
        "out": "--out",
        "quote": "--quote",
        "query": "--query",
        "separator": "--separator",
        "sheet": "--sheet",
        "stop_words": "--stop-words",
        "table": "--table",
        "where": "--where",
        "digits=True": "--digits",
        "keep_texts=True": "--keep-texts",
        "lowercase=False": "--keep-case",
        "n_passes=2": "--two-pass",
        "phrases=True": "--phrases",
        "strip_accents=True": "--strip-accents",
        "strip_markup=True": "--strip-markup",
        # thalweg.LDA
        "algorithm": "--algorithm",
        "batch_size": "--batch-size",
        "burn_in": "--burn-in",
        "checkpoint": "--checkpoint",
        "doc_topic_prior": "--alpha",
        "early_stopping": "--early-stopping",
        "effort": "--effort",
        "max_iter": "--passes",
        "max_time": "--max-time",
        "n_components": "--topics",
        "random_state": "--seed",
        "seed_strength": "--seed-strength",
        "seed_words": "--seeds",
        "strength": "--strength",
        "topic_word_prior": "--eta",
        "early_stopping=True": "--early-stopping",
        "resume=True": "--resume",
        "align=False": "--no-align",
        # thalweg.choose_k
        "held_out": "--held-out",
        "ks": "--range",
        "n_runs": "--runs",
        # what is printed, written and drawn
        "n_words": "--words",
        "n_groups": "--groups",
        "max_distance": "--max-distance",
        "size": "--size",
        "title": "--title",
        "threshold": "--threshold",
        "date": "--date",
        "every": "--every",
        "max_groups": "--max-groups",
        "min_documents": "--min-documents",
        "topics": "--only",
    }
)
_PARAMETER: Final = re.compile(r"`([a-z_]\w*)(?:=([^`]+))?`", re.IGNORECASE)


def for_command_line(message: str) -> str:
    """Return the message in one line, with options in place of the parameters in backticks.

    A parameter that no option sets loses its backticks.

    Examples
    --------
    >>> for_command_line("Lower `min_df` (now 5), or pass `format='lines'`.")
    'Lower --min-df (now 5), or pass --format lines.'
    >>> for_command_line("Pass `n_passes=2` or a `tokenizer`.")
    'Pass --two-pass or a tokenizer.'
    """
    return _PARAMETER.sub(_option, " ".join(message.splitlines()))


def _option(match: re.Match[str]) -> str:
    name, value = match.groups()
    written = match[0].strip("`")
    if written in OPTIONS:
        return OPTIONS[written]
    if value is None or name not in OPTIONS:
        return written
    return f"{OPTIONS[name]} {_option_value(value)}"


def _option_value(value: str) -> str:
    """Return a Python value as it is written after an option.

    Examples
    --------
    >>> _option_value("'csv'"), _option_value("None"), _option_value("(1, 2)")
    ('csv', 'none', '1-2')
    >>> _option_value("['english', 'amp']")
    'english,amp'
    """
    value = value.strip("'\"")
    pair = re.fullmatch(r"\((\d+), (\d+)\)", value)
    if pair is not None:
        return f"{pair[1]}-{pair[2]}"
    if value.startswith("["):
        return ",".join(item.strip(" '\"") for item in value.strip("[]").split(","))
    return "none" if value == "None" else value
