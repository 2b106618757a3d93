"""`thalweg train`: train a model with all settings, checkpoints and a progress line."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.destinations import MODEL, check_checkpoints, check_file
from thalweg.cli.options.cluster_options import ClusterOptions, build_engine
from thalweg.cli.options.common_options import AsJson, Documents, Force, NewModel, held_out_option
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.model_options import ModelOptions, build_model
from thalweg.cli.options.option_values import named_values, seconds
from thalweg.cli.options.reading_options import FileOptions, WordOptions
from thalweg.cli.output import counted, note, note_saved_model, print_json

if TYPE_CHECKING:
    from thalweg.model import TopicModel
    from thalweg.training.checkpoints import Checkpoints
    from thalweg.training.engine import Engine

# The default of --held-out: one document in a hundred, but no more than a precise score needs.
HELD_OUT_SHARE: Final = 0.01
MOST_HELD_OUT: Final = 1000
FEWEST_HELD_OUT: Final = 10

_CHECKPOINTS: Final = "Checkpoints"
_VERSIONING: Final = "Model versions"

EXAMPLES: Final = """
thalweg train news.corpus -k 50 --out news.model
thalweg train news.csv -k 20 --passes 40 --early-stopping --held-out 0.1 --out news.model
thalweg train news.corpus -k 50 --out news.model --checkpoint kept --resume
thalweg train news.corpus -k 50 --out news.model --ray auto --workers 4
"""


@with_options
def train(
    paths: Documents,
    *,
    out: NewModel,
    force: Force = False,
    as_json: AsJson = False,
    model_options: ModelOptions,
    held_out: Annotated[Any, held_out_option("1 %, at most 1000; 0 is none")] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write checkpoints to this folder, and keep them.",
            show_default="MODEL.checkpoints, removed at the end",
            rich_help_panel=_CHECKPOINTS,
        ),
    ] = None,
    checkpoint_every: Annotated[
        float,
        typer.Option(
            parser=seconds,
            metavar="DURATION",
            help="Time between two checkpoints.",
            show_default="30s",
            rich_help_panel=_CHECKPOINTS,
        ),
    ] = 30.0,
    checkpoint_documents: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Also write a checkpoint after this number of documents.",
            show_default="only by time",
            rich_help_panel=_CHECKPOINTS,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Continue from the newest checkpoint; start from the beginning if there is none.",
            rich_help_panel=_CHECKPOINTS,
        ),
    ] = False,
    model_metadata: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Store this with the model; can be repeated. `thalweg show` prints it.",
            show_default="nothing",
            rich_help_panel=_VERSIONING,
        ),
    ] = None,
    fingerprint: Annotated[
        bool,
        typer.Option(
            "--fingerprint",
            help="Store a hash of the training documents with the model.",
            rich_help_panel=_VERSIONING,
        ),
    ] = False,
    cluster: ClusterOptions,
    files: FileOptions,
    words: WordOptions,
) -> None:
    """Train a model and save it.

    Checkpoints are written while the model trains. If the run is interrupted or killed, run the
    same command with --resume: the model is the same, bit for bit, as without the interruption.

    With --ray, the workers of a cluster also read the files, if these are Parquet or JSON lines,
    and count their words into the folder MODEL.corpus, which is removed at the end.
    """
    from thalweg.cli.corpus_on_cluster import training_documents
    from thalweg.training.checkpoints import Checkpoints

    stored = named_values(model_metadata or [])
    inputs = [*paths, model_options.seeds, *words.stop_word_files]
    check_file(out, MODEL, inputs=inputs, force=force)
    checkpoint_folder = checkpoint or out.with_name(f"{out.name}.checkpoints")
    check_checkpoints(checkpoint_folder, out, inputs=inputs)
    engine = build_engine(cluster, files.threads)
    model = build_model(model_options, files.threads)
    checkpoints = Checkpoints(
        checkpoint_folder,
        every_seconds=checkpoint_every,
        every_documents=checkpoint_documents,
    )
    with training_documents(paths, files, words, cluster, out, resume=resume) as corpus:
        training, validation = corpus, None
        n_held_out = number_held_out(held_out, corpus.n_documents)
        if n_held_out:
            training, validation = corpus.split(n_held_out, random_state=model_options.seed)
        started = time.perf_counter()
        _fit(model, training, validation, checkpoints, engine, resume=resume)
        took = time.perf_counter() - started
        model.save(out, metadata=stored, data=training if fingerprint else None)
        if checkpoint is None:
            checkpoints.remove()
    score = model.history_[-1]["score"] if model.history_ else None
    if as_json:
        print_json(
            {
                "model": str(out),
                "topics": model_options.topics,
                "words": corpus.n_words,
                "documents": training.n_documents,
                "held_out_documents": n_held_out,
                "documents_seen": model.n_documents_seen_,
                "tokens_seen": model.n_tokens_seen_,
                "passes": model.n_iter_,
                "seconds": took,
                "score": score,
            }
        )
        return
    held_out_score = (
        ""
        if score is None
        else f"; score of {counted(n_held_out, 'held-out document')} {score:.4f} per token (higher "
        "is better)"
    )
    note(
        f"{counted(model_options.topics, 'topic')}, {counted(corpus.n_words, 'word')}, trained on "
        f"{counted(training.n_documents, 'document')} in {took:.2f} s "
        f"({counted(model.n_iter_, 'pass', 'passes')}){held_out_score}"
    )
    note_saved_model(out)


def _fit(
    model: "TopicModel",
    training: Any,
    validation: Any,
    checkpoints: "Checkpoints",
    engine: "Engine | None",
    *,
    resume: bool,
) -> None:
    from thalweg.cli.progress_lines import training_line

    try:
        with training_line() as listener:
            model.fit(
                training,
                validation=validation,
                progress=listener,
                checkpoint=checkpoints,
                resume=resume,
                engine=engine,
            )
    except KeyboardInterrupt:
        note(
            f"checkpoint saved in {checkpoints.folder}/; run the same command with --resume to "
            "continue"
        )
        raise


def number_held_out(given: float | None, n_documents: int) -> int:
    """Return the number of documents that --held-out asks for."""
    if given is None:
        n = min(MOST_HELD_OUT, int(HELD_OUT_SHARE * n_documents))
        return n if n >= FEWEST_HELD_OUT else 0
    n = round(given * n_documents) if isinstance(given, float) else given
    if n >= n_documents:
        raise typer.BadParameter(
            f"{given} is {n} of {counted(n_documents, 'document')}; expected less, so that some "
            "remain to train on",
            param_hint="--held-out",
        )
    return n
