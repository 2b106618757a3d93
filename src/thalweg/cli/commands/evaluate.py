"""`thalweg evaluate`: how well a model, or a number of topics, predicts unseen documents."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thalweg.cli.commands.choose_k import ChoosingOptions, choose
from thalweg.cli.options import FileOptions, TextOptions, with_options
from thalweg.cli.output import print_json

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel

_WRITTEN = {
    "score": ".4f",
    "standard_error": ".4f",
    "perplexity": ",.1f",
    "unknown_word_share": ".1%",
    "coherence": ".4f",
    "least_coherence": ".4f",
    "distinct_words": ".1%",
    "redundancy": ".1%",
}


@with_options
def evaluate(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="[MODEL] FILE",
            help="A saved model and documents, with --k only documents; - is standard input.",
        ),
    ],
    options: TextOptions,
    choosing: ChoosingOptions,
    coherence: Annotated[
        bool,
        typer.Option("--coherence", help="Also ask whether the topics' words belong together."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score a model on documents that it has not seen, or find how many topics to train.

    Half of each document predicts its other half. The score is the mean log-probability of a token
    of the other half, the perplexity exp(-score). Words that the model does not know are not
    scored; how many they are is told.

    With --coherence also: the mean NPMI of the pairs of each topic's ten words in these documents
    (-1 never together, 1 never apart), and how much the topics differ.

    With --k there is no MODEL: thalweg evaluate --k 10..200 news.jsonl trains models of several
    numbers of topics on most of the documents, scores them on the others and recommends a number.

    Example: thalweg evaluate news.model held-out.jsonl
    """
    if choosing.k is not None:
        if coherence:
            raise typer.BadParameter("it is always told with --k", param_hint="--coherence")
        choose(paths, choosing, options, as_json=as_json)
        return
    _refuse_what_needs_k(choosing)
    _refuse_other_words(options)
    model, *files = paths
    if not files:
        raise typer.BadParameter(
            f"{model} stands alone; expected MODEL FILE... to score a model, or --k RANGE FILE... "
            "to try numbers of topics"
        )
    _score(Path(model), files, options, coherence=coherence, as_json=as_json)


def _refuse_what_needs_k(choosing: ChoosingOptions) -> None:
    for field in fields(choosing):
        if getattr(choosing, field.name) is not None:
            raise typer.BadParameter(
                "it is about numbers of topics to try; expected --k RANGE with it",
                param_hint=f"--{field.name.replace('_', '-')}",
            )


def _refuse_other_words(options: TextOptions) -> None:
    of_files = {field.name for field in fields(FileOptions)}
    for field in fields(options):
        if field.name not in of_files and getattr(options, field.name) != field.default:
            raise typer.BadParameter(
                "the model knows what becomes a word; expected this with --k only",
                param_hint=f"--{field.name.replace('_', '-')}",
            )


def _score(
    model: Path, files: list[str], options: FileOptions, *, coherence: bool, as_json: bool
) -> None:
    from thalweg.cli.reading import read_for, words_of
    from thalweg.evaluation._heldout import complete_documents
    from thalweg.model import TopicModel
    from thalweg.system.threads import resolve_threads

    opened = TopicModel.load(model)
    corpus = read_for(opened, files, options)
    known = corpus.with_vocabulary(words_of(opened))
    n_threads = resolve_threads(options.threads)
    completion = complete_documents(opened.state_, known, n_threads=n_threads)
    facts: dict[str, float | None] = {
        "score": completion.score,
        "standard_error": completion.standard_error,
        "perplexity": completion.perplexity,
        "documents": corpus.n_documents,
        "documents_scored": completion.n_documents,
        "tokens": corpus.n_tokens,
        "tokens_scored": completion.n_tokens,
        "unknown_word_share": 1 - known.n_tokens / corpus.n_tokens,
    }
    if coherence:
        facts |= _facts_of_topics(opened, known, options.threads)
    if as_json:
        print_json(facts)
        return
    for name, fact in facts.items():
        if fact is not None:
            typer.echo(f"{name.replace('_', ' '):<18}  {fact:{_WRITTEN.get(name, ',.0f')}}")


def _facts_of_topics(
    model: "TopicModel", documents: "Corpus", n_jobs: int | None
) -> dict[str, float | None]:
    from thalweg.evaluation import coherence, diversity

    npmi = coherence(model, documents, n_jobs=n_jobs)
    differ = diversity(model)
    assert differ.dead is not None
    assert differ.duplicates is not None
    return {
        "coherence": npmi.mean,
        "least_coherence": float(npmi.per_topic.min()),
        "topic_words": npmi.n_words,
        "unknown_topic_words": npmi.n_unknown,
        "distinct_words": differ.distinct,
        "redundancy": differ.mean_redundancy,
        "dead_topics": len(differ.dead),
        "duplicate_topics": len(differ.duplicates),
    }
