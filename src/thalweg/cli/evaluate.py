"""`thalweg evaluate`: how well a model predicts documents that it has not seen."""

from pathlib import Path
from typing import Annotated

import typer

from thalweg.cli.options import FileOptions, with_options
from thalweg.cli.output import print_json


@with_options
def evaluate(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A saved model.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Documents; - is standard input.")
    ],
    options: FileOptions,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score documents by document completion: half of each predicts its other half.

    The score is the mean log-probability of a token of the other half, the perplexity exp(-score).
    Words that the model does not know are not scored; how many they are is told.

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
    facts = {
        "score": completion.score,
        "perplexity": completion.perplexity,
        "documents": corpus.n_documents,
        "documents_scored": completion.n_documents,
        "tokens": corpus.n_tokens,
        "tokens_scored": completion.n_tokens,
        "unknown_word_share": 1 - known.n_tokens / corpus.n_tokens,
    }
    if as_json:
        print_json(facts)
        return
    written = {"score": ".4f", "perplexity": ",.1f", "unknown_word_share": ".1%"}
    for name, fact in facts.items():
        typer.echo(f"{name.replace('_', ' '):<18}  {fact:{written.get(name, ',.0f')}}")
