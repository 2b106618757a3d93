"""`thalweg show`: the topics of a model, and how it was trained."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.options.common_options import (
    AsJson,
    ExamplesPerTopic,
    SavedModel,
    WordOrder,
    WordsBy,
    WordsPerTopic,
)
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import console, next_step, print_json

if TYPE_CHECKING:
    from thalweg.model import TopicModel

HISTORY_ROWS: Final = 5

EXAMPLES: Final = """
thalweg show news.model
thalweg show news.model --words 15 --json
thalweg show news.model --words-by relevance
thalweg show news.model news.csv --examples 3
"""


@with_options
def show(
    path: SavedModel,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="Documents from which --examples are taken.",
            show_default=False,
        ),
    ] = None,
    *,
    words: WordsPerTopic = 10,
    words_by: WordsBy = WordOrder.PROBABILITY,
    examples: ExamplesPerTopic = 0,
    as_json: AsJson = False,
    files: DocumentOptions,
) -> None:
    """Show the topics of a model and how it was trained.

    With --examples and a FILE, typical documents of each topic follow, with its words marked.
    """
    if bool(paths) != bool(examples):
        raise typer.BadParameter(
            "expected both --examples and a FILE of documents, or neither of them",
            param_hint="--examples",
        )
    from thalweg.model import TopicModel

    model = TopicModel.load(path)
    topics = sorted(model.topics(words, words_by=words_by.value), key=lambda topic: -topic.share)
    found = None
    if paths:
        from thalweg.cli.input_files import stream_for_model

        model.n_jobs = files.threads
        found = model.examples(stream_for_model(model, paths, files, keep_texts=True), examples)
    facts = _facts(model)
    settings = model.text_settings_
    if as_json:
        print_json(
            {"topics": [asdict(topic) for topic in topics]}
            | ({} if found is None else {"examples": found.to_dicts()})
            | facts
            | {
                "text_settings": None if settings is None else settings.to_json(),
                "history": model.history_,
            }
        )
        return
    from thalweg.cli.result_tables import (
        Formats,
        describe_text_settings,
        example_lines,
        print_facts,
        topic_table,
    )

    console().print(topic_table(topics, None if found is None else example_lines(found)))
    text = "unknown (trained on counts)" if settings is None else describe_text_settings(settings)
    formats: Formats = {
        "seed": "d",
        "alpha": _spread,
        "eta": _spread,
        "schedule": _named_values,
        "metadata": lambda named: ", ".join(f"{name}={value}" for name, value in named.items()),
    }
    print_facts(facts | {"text": text}, formats)
    if scored := [row for row in model.history_ if row["score"] is not None]:
        console().print(_history(scored))
    next_step("typical documents of each topic", "examples", str(path), "FILE")


def _facts(model: "TopicModel") -> dict[str, Any]:
    from thalweg.inference.registry import as_algorithm

    fingerprint = getattr(model, "data_fingerprint_", None)
    state, alpha, eta = model.state_, model.state_.prior.doc_topic, model.state_.prior.topic_word
    return {
        "n_topics": state.n_topics,
        "n_words": state.n_words,
        "algorithm": as_algorithm(model.algorithm, model.learning_method).name,
        "documents_seen": state.n_documents_seen,
        "tokens_seen": state.n_tokens_seen,
        "corpus_tokens": state.corpus_tokens,
        "passes": model.n_iter_,
        "seed": state.seed,
        "alpha": {"min": alpha.min(), "mean": alpha.mean(), "max": alpha.max()},
        "eta": {"min": eta.min(), "mean": eta.mean(), "max": eta.max()},
        "schedule": asdict(model.schedule_),
        "batch_size": model.batch_size_,
        **({"metadata": model.metadata_} if model.metadata_ else {}),
        **({} if fingerprint is None else {"data_fingerprint": fingerprint}),
    }


def _spread(prior: dict[str, float]) -> str:
    return f"{prior['mean']:g}" if prior["min"] == prior["max"] else _named_values(prior)


def _named_values(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in values.items())


def _history(scored: list[dict[str, Any]]) -> Any:
    from thalweg.cli.result_tables import row_table

    counts = ("passes", "documents", "tokens")
    rows = [
        (*(f"{row[name]:,.0f}" for name in counts), f"{row['score']:.4f}")
        for row in scored[-HISTORY_ROWS:]
    ]
    return row_table((*counts, "held-out score"), (), rows)
