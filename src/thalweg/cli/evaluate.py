"""`thalweg evaluate`: how well a model predicts documents that it has not seen."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thalweg.cli.options import FileOptions, with_options
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
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A saved model.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Documents; - is standard input.")
    ],
    options: FileOptions,
    coherence: Annotated[
        bool,
        typer.Option("--coherence", help="Also ask whether the topics' words belong together."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score a model on documents that it has not seen.

    Half of each document predicts its other half. The score is the mean log-probability of a token
    of the other half, the perplexity exp(-score). Words that the model does not know are not
    scored; how many they are is told.

    With --coherence also: the mean NPMI of the pairs of each topic's ten words in these documents
    (-1 never together, 1 never apart), and how much the topics differ.

    Example: thalweg evaluate news.model held-out.jsonl
    """
    from thalweg.cli.reading import read_for, words_of
    from thalweg.evaluation.heldout import complete_documents
    from thalweg.model import TopicModel
    from thalweg.threads import resolve_threads

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
