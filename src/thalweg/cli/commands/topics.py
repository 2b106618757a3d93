"""`thalweg topics`: the main job, text or counts in, a table of topics out."""

import time
from pathlib import Path
from typing import Annotated

import typer

from thalweg.cli.durations import seconds
from thalweg.cli.options import TextOptions, with_options
from thalweg.cli.output import console, note, print_json

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Texts (CSV, JSON lines, Parquet, plain text, folders), bags of words, or a stored "
        "corpus; - is standard input.",
        show_default=False,
    ),
]


@with_options
def topics(
    files: Files,
    texts: TextOptions,
    n_topics: Annotated[int, typer.Option("--topics", "-k", min=1, help="Number of topics.")] = 20,
    words: Annotated[int, typer.Option(min=1, help="Words to show of each topic.")] = 10,
    max_time: Annotated[
        float | None,
        typer.Option(
            "--time",
            parser=seconds,
            metavar="DURATION",
            help="Train for so long, as in 5s.",
            show_default="as the corpus needs",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same topics.")] = 0,
    save: Annotated[
        Path | None, typer.Option(metavar="MODEL", help="Keep the model in this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find the topics of a collection of documents and print them.

    Example: thalweg topics reviews.csv --column body -k 30 --save reviews.model
    """
    from thalweg.cli.reading import read_files
    from thalweg.cli.topic_table import topic_table
    from thalweg.cli.training_line import training_line
    from thalweg.model import TopicModel

    started = time.perf_counter()
    corpus = read_files(files, texts)
    read = time.perf_counter()
    model = TopicModel(n_topics, max_time=max_time, n_jobs=texts.threads, random_state=seed)
    with training_line() as listener:
        model.fit(corpus, progress=listener)
    trained = time.perf_counter()
    table = model.topics(words)
    if save is not None:
        model.save(save)
    if as_json:
        print_json(
            {
                "documents": corpus.n_documents,
                "words": corpus.n_words,
                "tokens": corpus.n_tokens,
                "passes": model.n_iter_,
                "topics": [vars(topic) for topic in table],
            }
        )
    else:
        console().print(topic_table(table))
    passes = "1 pass" if model.n_iter_ == 1 else f"{model.n_iter_} passes"
    note(
        f"{corpus.n_documents:,} documents, {corpus.n_words:,} words, {corpus.n_tokens:,.0f} "
        f"tokens; read in {read - started:.2f} s, trained in {trained - read:.2f} s ({passes})"
    )
    if save is not None:
        note(f"model: {save} (look at it with: thalweg show {save})")
