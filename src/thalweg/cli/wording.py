"""What the library says to a programmer, said to somebody at a shell."""

import re
from typing import Final

_OPTIONS: Final = {
    "min_df": "--min-df",
    "max_df": "--max-df",
    "max_features": "--max-features",
    "stop_words": "--stop-words",
    "ngram_range": "--ngrams",
    "min_length": "--min-length",
    "max_length": "--max-length",
    "strip_accents": "--strip-accents",
    "n_passes": "--passes",
    "max_table": "--max-table",
    "n_jobs": "--threads",
    "n_words": "--words",
    "n_runs": "--runs",
    "doc_topic_prior": "--alpha",
    "topic_word_prior": "--eta",
    "algorithm": "--algorithm",
    "held_out": "--held-out",
    "ks": "--k",
}
# These are words of English as well, and meant as parameters only where a value follows.
_WITH_A_VALUE: Final = {
    name: f"--{name}" for name in ("column", "format", "encoding", "errors", "separator", "quote")
}
_GIVEN: Final = re.compile(rf"\b({'|'.join(_OPTIONS | _WITH_A_VALUE)})=(?=[\w'\"])")
_NAMED: Final = re.compile(rf"(?<![\w/.-])({'|'.join(_OPTIONS)})(?![\w/]|\.\w)|\bread\(\) ")


def for_the_shell(message: str) -> str:
    """One line, with options in place of parameters.

    Examples
    --------
    >>> for_the_shell("Lower min_df (now 5), or pass format='lines'.")
    "Lower --min-df (now 5), or pass --format 'lines'."
    """
    message = " ".join(message.splitlines())
    message = _GIVEN.sub(lambda match: f"{(_OPTIONS | _WITH_A_VALUE)[match[1]]} ", message)
    return _NAMED.sub(lambda match: _OPTIONS.get(match[1] or "", ""), message)
