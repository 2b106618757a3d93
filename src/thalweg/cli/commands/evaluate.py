"""`thalweg evaluate`: the score of a model on documents that it has not seen."""

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli.destinations import check_folder
from thalweg.cli.options.cluster_options import (
    FilesOnCluster,
    files_on_cluster,
    is_on_cluster,
    one_or_all,
)
from thalweg.cli.options.common_options import AsJson, Documents, SavedModel
from thalweg.cli.options.grouped_options import typed_options, with_options
from thalweg.cli.options.reading_options import FileOptions
from thalweg.cli.output import next_step, print_json

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel

EXAMPLES: Final = """
thalweg evaluate news.model today.csv
thalweg evaluate news.model today.csv --coherence --json
thalweg evaluate news.model today/*.parquet --out scores --ray auto
"""

_FORMATS: Final = MappingProxyType(
    {
        "score": ".4f",
        "standard_error": ".4f",
        "perplexity": ",.1f",
        "unknown_word_share": ".1%",
        "coherence": ".4f",
        "least_coherence": ".4f",
        "distinct_words": ".1%",
        "redundancy": ".1%",
    }
)


@with_options
def evaluate(
    path: SavedModel,
    paths: Documents,
    *,
    coherence: Annotated[
        bool,
        typer.Option(
            "--coherence",
            help="Also measure whether the words of each topic occur together (NPMI, from -1 never "
            "to 1 always), and how much the topics differ.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER",
            help="With --ray, write the scores of the documents to this folder: one Parquet file "
            "per input file.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    files: FileOptions,
    cluster: FilesOnCluster,
) -> None:
    """Score a model on documents that it has not seen.

    One half of each document predicts the other half. The score is the mean log-probability per
    token of the other half (higher is better), the perplexity is exp(-score). Words that the model
    does not know are not scored; their share is printed.

    With --ray, a cluster works on many Parquet or JSON lines files at once. If the command was
    killed, run it again: it does the files that are left.
    """
    if is_on_cluster(cluster, files, coherence=coherence):
        _print(_facts_of_cluster(path, paths, out, files, cluster), as_json=as_json)
        return
    if out is not None:
        raise typer.BadParameter(
            "needs a cluster; give its address with --ray. For the score of each document on this "
            "machine, use thalweg infer --score",
            param_hint="--out",
        )
    from thalweg.cli.input_files import model_vocabulary, read_for_model
    from thalweg.evaluation._heldout import complete_documents
    from thalweg.model import TopicModel
    from thalweg.system.threads import resolve_threads

    model = TopicModel.load(path)
    corpus = read_for_model(model, paths, files)
    known = corpus.with_vocabulary(model_vocabulary(model))
    completion = complete_documents(model.state_, known, n_threads=resolve_threads(files.threads))
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
        facts |= _topic_quality(model, known, files.threads)
    _print(facts, as_json=as_json)
    if not as_json:
        next_step("documents that do not fit", "outliers", str(path), *paths, *typed_options(files))


def _print(facts: dict[str, float | None], *, as_json: bool) -> None:
    if as_json:
        print_json(facts)
        return
    from thalweg.cli.result_tables import print_facts

    print_facts(facts, _FORMATS)


def _facts_of_cluster(
    path: Path, paths: list[str], out: Path | None, files: FileOptions, cluster: FilesOnCluster
) -> dict[str, float | None]:
    if out is None:
        raise typer.BadParameter(
            "the option is missing; with --ray, give a folder that all machines share",
            param_hint="--out",
        )
    check_folder(out)
    from thalweg import distributed
    from thalweg.model import TopicModel

    with files_on_cluster(cluster, files) as arguments:
        completion = distributed.evaluate(
            TopicModel.load(path), one_or_all(paths), out, **arguments
        )
    return {
        "score": completion.score,
        "standard_error": completion.standard_error,
        "perplexity": completion.perplexity,
        "documents_scored": completion.n_documents,
        "tokens_scored": completion.n_tokens,
    }


def _topic_quality(
    model: "TopicModel", documents: "Corpus", n_jobs: int | None
) -> dict[str, float | None]:
    from thalweg.evaluation import coherence, diversity

    npmi = coherence(model, documents, n_jobs=n_jobs)
    differences = diversity(model)
    assert differences.dead is not None
    assert differences.duplicates is not None
    return {
        "coherence": npmi.mean,
        "least_coherence": float(npmi.per_topic.min()),
        "topic_words": npmi.n_words,
        "unknown_topic_words": npmi.n_unknown,
        "distinct_words": differences.distinct,
        "redundancy": differences.mean_redundancy,
        "dead_topics": len(differences.dead),
        "duplicate_topics": len(differences.duplicates),
    }
