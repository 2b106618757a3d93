"""From the options of a command to a model: the one place where the command line builds models."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.options.common_options import (
    TRAINING,
    Effort,
    MaxTime,
    Passes,
    Seed,
    Seeds,
    SeedStrength,
    TopicCount,
    guidance,
)
from thalweg.cli.options.option_values import prior

if TYPE_CHECKING:
    from thalweg.inference.algorithm import Algorithm
    from thalweg.model import TopicModel

_MODEL: Final = "Model"


@dataclass(frozen=True)
class ModelOptions:
    """The options of `thalweg train` about the model; None is the library's default."""

    topics: TopicCount = 20
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help="Training algorithm: scvb0, svb or smap, which learn from minibatches; cvb0 or "
            "map, which update after each pass.",
            rich_help_panel=_MODEL,
        ),
    ] = "scvb0"
    alpha: Annotated[
        Any,
        typer.Option(
            "--alpha",
            parser=prior("symmetric", "auto"),
            metavar="NUMBER|symmetric|auto",
            help="Prior of the topics of a document, per topic. symmetric gives every topic the "
            "same; auto learns it from the documents.",
            show_default="mean 0.1, or 2/K if that is less; larger for common topics",
            rich_help_panel=_MODEL,
        ),
    ] = None
    eta: Annotated[
        Any,
        typer.Option(
            "--eta",
            parser=prior("auto"),
            metavar="NUMBER|auto",
            help="Prior of the words of a topic, per word. auto learns it from the documents.",
            show_default="0.03",
            rich_help_panel=_MODEL,
        ),
    ] = None
    seeds: Seeds = None
    seed_strength: SeedStrength = None
    effort: Effort = "default"
    passes: Passes = None
    max_time: MaxTime = None
    seed: Seed = 0
    batch_size: Annotated[
        int | None,
        typer.Option(
            "--batch-size",
            min=1,
            metavar="N",
            help="Number of documents per minibatch.",
            show_default="depends on the size of the corpus",
            rich_help_panel=TRAINING,
        ),
    ] = None
    burn_in: Annotated[
        float | None,
        typer.Option(
            "--burn-in",
            min=0,
            metavar="NUMBER",
            help="Number of passes over a document before the pass that updates the topics.",
            show_default="depends on the length of the document",
            rich_help_panel=TRAINING,
        ),
    ] = None
    paper: Annotated[
        bool,
        typer.Option(
            "--paper",
            help="Use the settings of the SCVB0 paper (Foulds et al., 2013) instead of the "
            "defaults.",
            rich_help_panel=TRAINING,
        ),
    ] = False
    early_stopping: Annotated[
        bool,
        typer.Option(
            "--early-stopping",
            help="Stop when the held-out score no longer rises, and keep the best model.",
            rich_help_panel=TRAINING,
        ),
    ] = False


def build_model(options: ModelOptions, threads: int | None) -> "TopicModel":
    """Return a model with these options, not trained yet."""
    # TopicModel and not LDA: importing scikit-learn takes longer than most training runs.
    from thalweg.inference.registry import as_algorithm
    from thalweg.model import TopicModel

    parameters: dict[str, Any] = {
        "effort": options.effort,
        "max_iter": options.passes,
        "max_time": options.max_time,
        "early_stopping": options.early_stopping,
        "n_jobs": threads,
        "random_state": options.seed,
    }
    # Passed only if given: None would replace a setting of the paper.
    given = {
        "doc_topic_prior": options.alpha,
        "topic_word_prior": options.eta,
        "batch_size": options.batch_size,
    }
    parameters |= {name: value for name, value in given.items() if value is not None}
    parameters |= guidance(options.seeds, options.seed_strength)
    create = TopicModel.paper if options.paper else TopicModel
    model = create(options.topics, **parameters)
    if not options.paper:
        model.algorithm = options.algorithm
    elif options.algorithm != "scvb0":
        raise typer.BadParameter(
            f"{options.algorithm} cannot be combined with --paper, which has the settings of scvb0",
            param_hint="--algorithm",
        )
    if options.burn_in is not None:
        model.algorithm = _with_burn_in(as_algorithm(model.algorithm), options.burn_in)
    return model


def _with_burn_in(algorithm: "Algorithm", burn_in: float) -> "Algorithm":
    from thalweg.inference.scvb0 import SCVB0

    if not isinstance(algorithm, SCVB0):
        raise typer.BadParameter(
            f"{algorithm.title} has no burn-in; leave the option out", param_hint="--burn-in"
        )
    return replace(algorithm, burn_in=burn_in)
