"""`thalweg demo`: real topics seconds after installation, without a file of your own."""

import time
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli.destinations import DOCSTRINGS, check_file
from thalweg.cli.options.common_options import Force, Seed, Threads, TopicCount, WordsPerTopic
from thalweg.cli.options.model_options import ModelOptions, build_model
from thalweg.cli.output import STANDARD_OUTPUT, console, counted, note, open_result

if TYPE_CHECKING:
    import polars as pl

EXAMPLES: Final = """
thalweg demo
thalweg demo --topics 30 --words 5
thalweg demo --csv docstrings.csv
"""
NEXT_STEPS: Final = """\
import thalweg

corpus = thalweg.read(texts)  # texts: a file, a folder, a data frame, a list of strings
lda = thalweg.LDA({topics}).fit(corpus)
for topic in lda.topics({words}):
    print(topic.topic, *topic.words)
"""


def demo(
    topics: TopicCount = 20,
    words: WordsPerTopic = 8,
    threads: Threads = None,
    csv: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the docstrings to this CSV file instead, as data to try other commands "
            "with. - is standard output.",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    seed: Seed = 0,
) -> None:
    """Find topics in the docstrings of Python's standard library."""
    if csv is not None:
        check_file(csv, DOCSTRINGS, option="--csv", force=force)
    screen = console()
    with screen.status("importing") as status:
        started = time.perf_counter()
        from thalweg.cli.result_tables import example_lines, topic_table
        from thalweg.corpus.reading import read
        from thalweg.demo.docstrings import read_docstrings
        from thalweg.system.threads import default_threads

        imported = time.perf_counter()
        status.update("reading the docstrings of Python's standard library")
        docstrings = read_docstrings()
        if csv is not None:
            _write_csv(docstrings, csv)
            return
        n_threads = threads or default_threads()
        corpus = read(docstrings, metadata=["id"], n_jobs=n_threads)
        read_at = time.perf_counter()
        status.update(f"training {topics} topics")
        model = build_model(ModelOptions(topics=topics, seed=seed), n_threads)
        model.fit(corpus)
        trained = time.perf_counter()
        most_typical = model.examples(corpus, 1)

    screen.print(
        f"Read {corpus.n_documents:,} docstrings of Python's standard library: "
        f"{corpus.n_words:,} distinct words, {corpus.n_tokens:,.0f} in total."
    )
    screen.print(
        topic_table(
            model.topics(words),
            example_lines(most_typical),  # their names: the corpus does not keep the texts
            "top words, and the most typical docstring",
        )
    )
    screen.print(
        f"Seconds: import {imported - started:.2f}, read {read_at - imported:.2f}, "
        f"train {trained - read_at:.2f} ({counted(model.n_iter_, 'pass', 'passes')}), "
        f"total {time.perf_counter() - started:.2f}."
    )
    screen.print(f"\nTo do the same with your own texts: thalweg topics FILE -k {topics}")
    screen.print("In Python:\n")
    # Not through the console, which would wrap lines of code on a narrow terminal.
    typer.echo(NEXT_STEPS.format(topics=topics, words=words), nl=False)


def _write_csv(docstrings: "pl.DataFrame", out: str) -> None:
    with open_result(out) as file:
        # Polars would report a reader that closes the pipe (`| head`) as a failure.
        file.write(docstrings.write_csv().encode())
    if out != STANDARD_OUTPUT:
        note(f"wrote {out}: {docstrings.height:,} docstrings, columns id and text")
