"""`thalweg topics`: from documents to a table of topics."""

import shlex
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli.destinations import MODEL, check_file
from thalweg.cli.options.common_options import (
    AsJson,
    Documents,
    Effort,
    Force,
    MaxTime,
    Seed,
    TopicCount,
    WordsPerTopic,
)
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.model_options import ModelOptions, build_model
from thalweg.cli.options.reading_options import FileOptions, WordOptions
from thalweg.cli.output import (
    console,
    counted,
    note,
    note_saved_model,
    print_json,
)

if TYPE_CHECKING:
    from thalweg.results import TopicTable

# A word that is among the first words of so many topics says little about any of them.
SHOWN_WORDS: Final = 10
EVERYWHERE: Final = 0.4
FEWEST_TOPICS: Final = 4

EXAMPLES: Final = """
thalweg topics news.csv
thalweg topics reviews.jsonl --column body -k 10 --save reviews.model
thalweg topics news.csv --max-time 5s --json
"""


@with_options
def topics(
    paths: Documents,
    *,
    n_topics: TopicCount = 20,
    words_per_topic: WordsPerTopic = 10,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="MODEL", help="Also write the model to this file.", show_default=False
        ),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
    effort: Effort = "default",
    max_time: MaxTime = None,
    seed: Seed = 0,
    files: FileOptions,
    words: WordOptions,
) -> None:
    """Find the topics of documents and print them.

    Largest topic first, with its number in the model, its share of all tokens and its most
    probable words.
    """
    from thalweg.cli.input_files import read_files
    from thalweg.cli.result_tables import topic_table
    from thalweg.cli.training_line import training_line

    if save is not None:
        check_file(save, MODEL, option="--save", inputs=paths, force=force)
    started = time.perf_counter()
    corpus = read_files(paths, files, words)
    read = time.perf_counter()
    options = ModelOptions(topics=n_topics, effort=effort, max_time=max_time, seed=seed)
    model = build_model(options, files.threads)
    with training_line() as listener:
        model.fit(corpus, progress=listener)
    trained = time.perf_counter()
    table = model.topics(words_per_topic)
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
    note(
        f"{counted(corpus.n_documents, 'document')}, {counted(corpus.n_words, 'word')}, "
        f"{counted(corpus.n_tokens, 'token')}; read in {read - started:.2f} s, trained in "
        f"{trained - read:.2f} s ({counted(model.n_iter_, 'pass', 'passes')})"
    )
    if save is not None:  # after the topics are printed: the disk may be full
        model.save(save)
        note_saved_model(save)
    elif not as_json:
        _suggest(table)


def _suggest(table: "TopicTable") -> None:
    """Print what to add to the command: stop words that are everywhere, or a file for the model."""
    n_topics = len(table)
    n_in = Counter(word for topic in table for word in topic.words[:SHOWN_WORDS])
    word, n = max(n_in.items(), key=lambda item: item[1], default=("", 0))
    if n >= max(FEWEST_TOPICS, EVERYWHERE * n_topics):
        note(
            f"{word!r} is among the top words of {n} of {n_topics} topics; to leave it out, add "
            f"{shlex.join(('--stop-words', f'english,{word}'))}"
        )
    else:
        note("to keep the model and ask it more, add --save my.model")
