"""`thalweg demo`: real topics within seconds of installing, with no file at hand."""

import time
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli import output

if TYPE_CHECKING:
    import polars as pl

NEXT_STEPS: Final = """\
import thalweg

corpus = thalweg.read(texts)  # texts: a file, a folder, a data frame, a list of strings
lda = thalweg.LDA({topics}).fit(corpus)
for topic in lda.topics({words}):
    print(topic.topic, *topic.words)
"""


def demo(
    topics: Annotated[int, typer.Option("--topics", "-k", min=1, help="Number of topics.")] = 20,
    words: Annotated[int, typer.Option(min=1, help="Words to show per topic.")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same topics.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, show_default="all cores", help="Threads to train with.")
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the docstrings to a CSV file and stop: something to try commands with.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Find topics in the docstrings of Python's standard library.

    Example: thalweg demo --topics 30
    """
    console = output.console()
    with console.status("importing") as status:
        started = time.perf_counter()
        from thalweg.cli.topic_table import topic_table
        from thalweg.corpus.reading import read
        from thalweg.demo.docstrings import read_docstrings
        from thalweg.model import TopicModel
        from thalweg.system.threads import default_threads

        imported = time.perf_counter()
        status.update("reading the docstrings of Python's standard library")
        docstrings = read_docstrings()
        if csv is not None:
            _write_csv(docstrings, csv)
            return
        n_threads = threads or default_threads()
        corpus = read(docstrings, metadata=["id"], n_jobs=n_threads)
        counted = time.perf_counter()
        status.update(f"training {topics} topics")
        lda = TopicModel(topics, n_jobs=n_threads, random_state=seed)
        lda.fit(corpus)
        trained = time.perf_counter()
        # One pass for all topics; top_documents would make one for each.
        most_typical = lda.transform(corpus).argmax(axis=0)

    console.print(
        f"Read {corpus.n_documents:,} docstrings of Python's standard library: "
        f"{corpus.n_words:,} distinct words, {corpus.n_tokens:,.0f} in total."
    )
    console.print(
        topic_table(
            lda.topics(words),
            corpus.ids[most_typical].to_list(),
            "top words, and the most typical docstring",
        )
    )
    passes = f"{lda.n_iter_} pass" + ("" if lda.n_iter_ == 1 else "es")
    console.print(
        f"Seconds: import {imported - started:.2f}, read {counted - imported:.2f}, "
        f"train {trained - counted:.2f} ({passes}), total {time.perf_counter() - started:.2f}."
    )
    console.print("\nWhat to type next, with your own texts:\n")
    # Past the console's layout, so that the lines can be pasted whatever the width.
    typer.echo(NEXT_STEPS.format(topics=topics, words=words), nl=False)


def _write_csv(docstrings: "pl.DataFrame", out: str) -> None:
    with output.open_result(out) as file:
        # Not by polars itself, to which a reader that goes away is a failure.
        file.write(docstrings.write_csv().encode())
    if out != output.STANDARD_OUTPUT:
        output.note(f"wrote {out}: {docstrings.height:,} docstrings, columns id and text")
