"""`thalweg corpus`: corpora on disk, built, looked at, converted and put together."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.options import TextOptions, with_options
from thalweg.cli.output import console, note, print_json

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus

app = typer.Typer(name="corpus", no_args_is_help=True, help="Build and look at corpora on disk.")

TOP_WORDS: Final = 10


class Target(StrEnum):
    """What a corpus can be converted to."""

    STORE = "store"
    UCI = "uci"
    MATRIX_MARKET = "matrix_market"
    SVMLIGHT = "svmlight"
    LDA_C = "lda_c"
    VW = "vw"
    MALLET = "mallet"
    NPZ = "npz"


Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Files, a folder, a pattern, bags of words, a stored corpus; - is standard input.",
        show_default=False,
    ),
]
Source = Annotated[
    str,
    typer.Argument(
        metavar="CORPUS",
        help="A stored corpus, a bag of words, or texts.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to write.", show_default=False)
]


@app.command()
@with_options
def build(
    files: Files,
    out: Folder,
    texts: TextOptions,
    passes: Annotated[
        int,
        typer.Option(
            min=1, max=2, help="Two read the files twice, and need less room for rare words."
        ),
    ] = 1,
    keep_texts: Annotated[bool, typer.Option("--keep-texts", help="Keep the texts too.")] = False,
) -> None:
    """Count the words of texts of any size into a corpus on disk.

    Example: thalweg corpus build reviews.csv.gz --column body --metadata year --out reviews.corpus
    """
    from thalweg.cli.reading import read_files

    corpus = read_files(files, texts, out=out, n_passes=passes, keep_texts=keep_texts)
    _say_what_was_written(corpus, out)


@app.command()
@with_options
def info(
    source: Source,
    texts: TextOptions,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what is in a corpus, after checking that its files are whole.

    Example: thalweg corpus info reviews.corpus --json
    """
    from thalweg.cli.reading import read_files

    facts = _facts(read_files([source], texts), Path(source))
    if as_json:
        print_json(facts)
        return
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    for name, fact in facts.items():
        table.add_row(name.replace("_", " "), _for_people(fact))
    console().print(table)


@app.command()
@with_options
def convert(
    source: Source,
    to: Annotated[Target, typer.Option("--to", help="Format to write.", show_default=False)],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="PATH", help="File to write.", show_default=False)
    ],
    texts: TextOptions,
) -> None:
    """Write a corpus for another program, with the file of its words beside, or as a store.

    Example: thalweg corpus convert reviews.corpus --to uci --out docword.reviews.txt.gz
    """
    from thalweg.cli.reading import read_files
    from thalweg.corpus.formats._shared.vocabulary_file import vocabulary_path
    from thalweg.corpus.store.writer import refuse_existing

    refuse_existing(out)
    if to is Target.STORE:
        corpus = read_files([source], texts, out=out)
    else:
        refuse_existing(vocabulary_path(out))
        corpus = read_files([source], texts)
        corpus.write(out, to.value)
    _say_what_was_written(corpus, out)


@app.command()
def merge(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS", help="Stored corpora or bags of words.", show_default=False
        ),
    ],
    out: Folder,
) -> None:
    """Put corpora one behind the other; words are matched by name.

    Example: thalweg corpus merge 2023.corpus 2024.corpus --out both.corpus
    """
    from thalweg.cli.reading import merge_counts

    _say_what_was_written(merge_counts(sources, out), out)


def _say_what_was_written(corpus: "Corpus", out: Path) -> None:
    documents, words = corpus.shape
    note(f"wrote {out}: {documents:,} documents, {words:,} words, {corpus.n_tokens:,.0f} tokens")


def _facts(corpus: "Corpus", path: Path) -> dict[str, Any]:
    import numpy as np

    lengths = corpus.lengths()
    documents, tokens = corpus.frequencies()
    frequent = np.argsort(-tokens, kind="stable")[:TOP_WORDS].tolist()
    nobody = corpus[:0]  # has the columns' names without loading them
    settings = corpus.text_settings
    return {
        "documents": corpus.n_documents,
        "words": corpus.n_words,
        "tokens": _plain(tokens.sum()),
        "empty_documents": int((lengths == 0).sum()),
        "mean_length": float(lengths.mean()) if lengths.size else None,
        "median_length": float(np.median(lengths)) if lengths.size else None,
        "max_length": _plain(lengths.max()) if lengths.size else None,
        "top_words": [
            {
                "word": corpus.vocabulary[w],
                "tokens": _plain(tokens[w]),
                "documents": int(documents[w]),
            }
            for w in frequent
        ],
        "columns": nobody.metadata.columns,
        "texts_kept": nobody.texts is not None,
        "text_settings": None if settings is None else settings.to_json(),
        "bytes": _bytes(path),
        "checksums_verified": path.is_dir() and (path / "manifest.json").is_file(),
    }


def _plain(number: Any) -> float:
    """A count, which is whole unless the corpus has weights."""
    return int(number) if float(number).is_integer() else float(number)


def _bytes(path: Path) -> int | None:
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return path.stat().st_size if path.is_file() else None


def _for_people(fact: Any) -> str:
    if fact is None:
        return "unknown"
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, int | float):
        return f"{fact:,.0f}" if float(fact).is_integer() else f"{fact:,.2f}"
    if isinstance(fact, dict):
        return _settings_for_people(fact)
    return " ".join(each["word"] if isinstance(each, dict) else each for each in fact)


def _settings_for_people(settings: dict[str, Any]) -> str:
    low, high = settings["ngram_range"]
    chosen = [name for name in ("lowercase", "strip_accents", "digits") if settings[name]]
    return ", ".join(
        [
            *chosen,
            f"{settings['min_length']} to {settings['max_length']} characters",
            f"{low} to {high} words at a time",
            f"{len(settings['stop_words'])} stop words",
            f"{len(settings['phrases'])} phrases",
            *([f"cut by {settings['tokenizer']}"] if settings["tokenizer"] else []),
        ]
    )
