"""`thalweg topics`: from documents to a table of topics."""

import time
from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.destinations import MODEL, check_file
from thalweg.cli.options.common_options import (
    AsJson,
    Documents,
    Effort,
    ExamplesPerTopic,
    Force,
    MaxTime,
    Seed,
    Seeds,
    SeedStrength,
    TopicCount,
    WordOrder,
    WordsBy,
    WordsPerTopic,
)
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.model_options import ModelOptions, build_model
from thalweg.cli.options.reading_options import FileOptions, WordOptions
from thalweg.cli.output import (
    console,
    counted,
    note,
    note_junk_words,
    note_saved_model,
    print_json,
)

EXAMPLES: Final = """
thalweg topics news.csv
thalweg topics reviews.jsonl --column body -k 10 --save reviews.model
thalweg topics news.csv --examples 2
thalweg topics news.csv --seeds seeds.yaml
thalweg topics news.csv --max-time 5s --json
"""


@with_options
def topics(
    paths: Documents,
    *,
    n_topics: TopicCount = 20,
    words_per_topic: WordsPerTopic = 10,
    words_by: WordsBy = WordOrder.PROBABILITY,
    examples: ExamplesPerTopic = 0,
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
    seeds: Seeds = None,
    seed_strength: SeedStrength = None,
    files: FileOptions,
    words: WordOptions,
) -> None:
    """Find the topics of documents and print them.

    Largest topic first, with its number in the model, its share of all tokens and its most
    probable words. Words that look like markup, or are frequent in most topics, are pointed out.
    With --examples, typical documents of each topic follow, with its words marked.
    """
    from thalweg.cli.input_files import read_files
    from thalweg.cli.progress_lines import training_line
    from thalweg.cli.result_tables import example_lines, topic_table

    if save is not None:
        inputs = [*paths, seeds, *words.stop_word_files]
        check_file(save, MODEL, option="--save", inputs=inputs, force=force)
    started = time.perf_counter()
    corpus = read_files(paths, files, words, keep_texts=examples > 0)
    read = time.perf_counter()
    options = ModelOptions(
        topics=n_topics,
        seeds=seeds,
        seed_strength=seed_strength,
        effort=effort,
        max_time=max_time,
        seed=seed,
    )
    model = build_model(options, files.threads)
    with training_line() as listener:
        model.fit(corpus, progress=listener)
    trained = time.perf_counter()
    table = model.topics(words_per_topic, words_by=words_by.value)
    found = model.examples(corpus, examples) if examples else None
    if as_json:
        print_json(
            {
                "documents": corpus.n_documents,
                "words": corpus.n_words,
                "tokens": corpus.n_tokens,
                "passes": model.n_iter_,
                "topics": [vars(topic) for topic in table],
            }
            | ({} if found is None else {"examples": found.to_dicts()})
        )
    else:
        console().print(topic_table(table, None if found is None else example_lines(found)))
    note(
        f"{counted(corpus.n_documents, 'document')}, {counted(corpus.n_words, 'word')}, "
        f"{counted(corpus.n_tokens, 'token')}; read in {read - started:.2f} s, trained in "
        f"{trained - read:.2f} s ({counted(model.n_iter_, 'pass', 'passes')})"
    )
    usual = "none" if corpus.text_settings is None else "english"  # of counts, and of texts
    note_junk_words(model.junk_words(), ",".join(words.stop_words or [usual]))
    if save is not None:  # after the topics are printed: the disk may be full
        model.save(save)
        note_saved_model(save)
    elif not as_json:
        note("to keep the model and ask it more, add --save my.model")
