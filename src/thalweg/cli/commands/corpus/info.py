"""`thalweg corpus info`: what is in a corpus."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from thalweg.cli.commands.corpus import Source
from thalweg.cli.options.common_options import AsJson
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions, WordOptions
from thalweg.cli.output import print_json

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus

TOP_WORDS: Final = 10

EXAMPLES: Final = """
thalweg corpus info news.corpus
thalweg corpus info news.csv --min-df 2 --json
"""


@with_options
def info(
    source: Source,
    *,
    as_json: AsJson = False,
    files: DocumentOptions,
    words: WordOptions,
) -> None:
    """Show the size of a corpus, its top words and its columns.

    The files of a stored corpus are compared with their checksums.
    """
    from thalweg.cli.input_files import read_files

    corpus = read_files([source], files, words)
    facts = _facts(corpus, Path(source))
    if as_json:
        print_json(facts)
        return
    from thalweg.cli.result_tables import describe_text_settings, print_facts

    settings = corpus.text_settings
    text = None if settings is None else describe_text_settings(settings)
    words_alone = [each["word"] for each in facts["top_words"]]
    print_facts(facts | {"top_words": words_alone, "text_settings": text})


def _facts(corpus: "Corpus", path: Path) -> dict[str, Any]:
    import numpy as np

    lengths = corpus.lengths()
    documents, tokens = corpus.frequencies()
    most_frequent = np.argsort(-tokens, kind="stable")[:TOP_WORDS].tolist()
    empty = corpus[:0]  # has the names of the columns without loading them
    settings = corpus.text_settings
    return {
        "documents": corpus.n_documents,
        "words": corpus.n_words,
        "tokens": _number(tokens.sum()),
        "empty_documents": int((lengths == 0).sum()),
        "mean_length": float(lengths.mean()) if lengths.size else None,
        "median_length": float(np.median(lengths)) if lengths.size else None,
        "max_length": _number(lengths.max()) if lengths.size else None,
        "top_words": [
            {
                "word": corpus.vocabulary[word],
                "tokens": _number(tokens[word]),
                "documents": int(documents[word]),
            }
            for word in most_frequent
        ],
        "columns": empty.metadata.columns,
        "texts_kept": empty.texts is not None,
        "text_settings": None if settings is None else settings.to_json(),
        "bytes": _size_on_disk(path),
        "checksums_verified": path.is_dir() and (path / "manifest.json").is_file(),
    }


def _number(count: Any) -> float:
    """Return a count as int, or as float if the corpus has weights that are not whole."""
    return int(count) if float(count).is_integer() else float(count)


def _size_on_disk(path: Path) -> int | None:
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return path.stat().st_size if path.is_file() else None
