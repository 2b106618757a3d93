"""`thalweg train`: a model with full control, checkpoints and a live line."""

import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from thalweg.cli.durations import seconds
from thalweg.cli.options import TextOptions, with_options
from thalweg.cli.output import note, print_json
from thalweg.cli.prior_option import prior_option
from thalweg.cli.share_or_number import share_or_number

# Documents that are held out to be scored: one in a hundred, but no more than tell enough.
HELD_OUT_SHARE: Final = 0.01
MOST_HELD_OUT: Final = 1000
FEWEST_HELD_OUT: Final = 10


class AlgorithmName(StrEnum):
    """How topics are learnt."""

    SCVB0 = "scvb0"
    SVB = "svb"
    CVB0 = "cvb0"
    MAP = "map"
    SMAP = "smap"


_MODEL: Final = "Model"
_TRAINING: Final = "Training"
_KEEPING: Final = "Checkpoints"


@with_options
def train(
    corpus: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS",
            help="A corpus on disk, a bag of words, or texts; - is standard input.",
            show_default=False,
        ),
    ],
    texts: TextOptions,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="MODEL", help="File to write.", show_default=False),
    ],
    n_topics: Annotated[
        int, typer.Option("--topics", "-k", min=1, help="Number of topics.", rich_help_panel=_MODEL)
    ] = 20,
    algorithm: Annotated[
        AlgorithmName, typer.Option(help="How topics are learnt.", rich_help_panel=_MODEL)
    ] = AlgorithmName.SCVB0,
    alpha: Annotated[
        Any,
        prior_option(
            "Prior of a document's topics; auto learns all of it.",
            ("symmetric", "auto"),
            "0.1, or 2/K if smaller, on average; common topics get more",
            _MODEL,
        ),
    ] = None,
    eta: Annotated[
        Any,
        prior_option("Prior of a topic's words; auto learns it.", ("auto",), "0.03", _MODEL),
    ] = None,
    passes: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Passes over the corpus.",
            show_default="as the corpus needs",
            rich_help_panel=_TRAINING,
        ),
    ] = None,
    max_time: Annotated[
        float | None,
        typer.Option(
            "--time",
            parser=seconds,
            metavar="DURATION",
            help="Stop after this time, as in 60s.",
            show_default="none",
            rich_help_panel=_TRAINING,
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(min=0, help="The same seed gives the same model.", rich_help_panel=_TRAINING),
    ] = 0,
    batch_size: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Documents a minibatch.",
            show_default="as the corpus needs",
            rich_help_panel=_TRAINING,
        ),
    ] = None,
    burn_in: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Passes over a document before the one that counts.",
            show_default="by its length",
            rich_help_panel=_TRAINING,
        ),
    ] = None,
    paper: Annotated[
        bool,
        typer.Option("--paper", help="The settings of the paper.", rich_help_panel=_TRAINING),
    ] = False,
    held_out: Annotated[
        Any,
        typer.Option(
            parser=share_or_number,
            metavar="SHARE|NUMBER",
            help="Documents to hold out and score, as a share or a number; 0 for none.",
            show_default="1 %, at most 1000",
            rich_help_panel=_TRAINING,
        ),
    ] = None,
    early_stopping: Annotated[
        bool,
        typer.Option(
            "--early-stopping",
            help="Stop when their score no longer rises, and keep the best model.",
            rich_help_panel=_TRAINING,
        ),
    ] = False,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where checkpoints are kept.",
            show_default="MODEL.checkpoints, removed at the end",
            rich_help_panel=_KEEPING,
        ),
    ] = None,
    checkpoint_every: Annotated[
        float,
        typer.Option(
            parser=seconds,
            metavar="DURATION",
            help="Time between two.",
            show_default="30s",
            rich_help_panel=_KEEPING,
        ),
    ] = 30.0,
    checkpoint_documents: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Documents visited between two.",
            show_default="time decides",
            rich_help_panel=_KEEPING,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Go on from the newest checkpoint, to the same bits; without one, begin.",
            rich_help_panel=_KEEPING,
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Train a model, with checkpoints to resume from.

    What a kill or Ctrl-C interrupts, --resume completes to the same bits.

    Example: thalweg train news.corpus -k 50 --passes 40 --out news.model --checkpoint kept --resume
    """
    from thalweg.cli.reading import read_files
    from thalweg.cli.training_line import training_line
    from thalweg.model import TopicModel
    from thalweg.training.checkpoints import Checkpoints

    _refuse_unwritable(out)
    documents = read_files(corpus, texts)
    settings: dict[str, Any] = {
        "algorithm": algorithm.value,
        "max_iter": passes,
        "max_time": max_time,
        "early_stopping": early_stopping,
        "n_jobs": texts.threads,
        "random_state": seed,
    }
    given = {
        "doc_topic_prior": alpha,
        "topic_word_prior": eta,
        "batch_size": batch_size,
        "burn_in": burn_in,
    }
    settings |= {name: value for name, value in given.items() if value is not None}
    model = (TopicModel.paper if paper else TopicModel)(n_topics, **settings)
    training, validation = documents, None
    n_held_out = _n_held_out(held_out, documents.n_documents)
    if n_held_out:
        training, validation = documents.split(n_held_out, random_state=seed)
    checkpoints = Checkpoints(
        checkpoint or out.with_name(f"{out.name}.checkpoints"),
        every_seconds=checkpoint_every,
        every_documents=checkpoint_documents,
    )
    started = time.perf_counter()
    try:
        with training_line() as listener:
            model.fit(
                training,
                validation=validation,
                progress=listener,
                checkpoint=checkpoints,
                resume=resume,
            )
    except KeyboardInterrupt:
        note(f"a checkpoint is kept in {checkpoints.folder}; go on with the same and --resume")
        raise
    took = time.perf_counter() - started
    model.save(out)
    if checkpoint is None:
        checkpoints.remove()
    score = model.history_[-1]["score"] if model.history_ else None
    if as_json:
        print_json(
            {
                "model": str(out),
                "topics": n_topics,
                "words": documents.n_words,
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
    held = "" if score is None else f", held-out {score:.4f} a token"
    note(
        f"{n_topics} topics of {documents.n_words:,} words from {training.n_documents:,} "
        f"documents: {model.n_iter_} passes in {took:.2f} s{held}"
    )
    note(f"model: {out} (look at it with: thalweg show {out})")


def _n_held_out(given: float | None, n_documents: int) -> int:
    if given is None:
        n = min(MOST_HELD_OUT, int(HELD_OUT_SHARE * n_documents))
        return n if n >= FEWEST_HELD_OUT else 0
    n = round(given * n_documents) if given < 1 else int(given)  # as share_or_number gives it
    if n >= n_documents:
        raise typer.BadParameter(
            f"{n} of {n_documents} documents; expected fewer", param_hint="--held-out"
        )
    return n


def _refuse_unwritable(out: Path) -> None:
    """Say now, and not after hours of training, that the model cannot be written."""
    from thalweg.errors import InputError

    if out.is_dir():
        raise InputError(f"{out} is a folder; expected the name of a file to write")
    if not out.absolute().parent.is_dir():
        raise InputError(f"{out.absolute().parent} is no folder; make it first")
