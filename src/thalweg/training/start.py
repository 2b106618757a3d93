"""Prepare training runs: settings, the initial state and held-out documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from thalweg.corpus.document_source import DocumentSource
from thalweg.inference.schedules import StepSchedule
from thalweg.random_streams import seed_of
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.training.checkpoint_data import Checkpoint
from thalweg.training.early_stopping import EarlyStopping, hold_out_documents
from thalweg.training.engine import Engine, LocalEngine
from thalweg.training.loop import Training
from thalweg.training.scoring.stream_scoring import StreamScoring
from thalweg.training.scoring.training_perplexity import TrainingPerplexity
from thalweg.training.settings import TrainingSettings, resolve_prior


class Guidance(Protocol):
    """What seed words add to the prior and to the start of training."""

    def steer(self, prior: Prior) -> Prior:
        """Return the prior with what seed words add to it."""
        ...

    def lean(self, state: TopicState, source: DocumentSource) -> None:
        """Change a random start so that seeded topics have words that occur with seed words."""
        ...


def start_fit(
    parameters: Mapping[str, Any],
    source: DocumentSource,
    validation: DocumentSource | None = None,
    checkpoint: Checkpoint | None = None,
    guidance: Guidance | None = None,
    engine: Engine | None = None,
) -> Training:
    """Return a training run of `fit`, at the beginning or at a checkpoint.

    `guidance` is what seed words add.
    """
    prior = resolve_prior(parameters, source.n_words)
    if guidance is not None:
        prior = guidance.steer(prior)
    seed = (
        seed_of(parameters["random_state"]) if checkpoint is None else checkpoint.saved.state.seed
    )
    if validation is None and parameters["early_stopping"]:
        source, validation = hold_out_documents(source, parameters["validation_fraction"], seed)
    settings = TrainingSettings.for_corpus(parameters, source)
    early_stopping = None
    if validation is not None:
        early_stopping = EarlyStopping.on(
            validation,
            seed,
            n_threads=settings.n_threads,
            tol=parameters["tol"],
            patience=parameters["n_iter_no_change"] if parameters["early_stopping"] else None,
        )
    algorithm = settings.algorithm
    if algorithm.keeps_documents:
        source = source.gathered()
    if checkpoint is None:
        state = algorithm.start_state(source.n_words, prior, source.n_tokens, seed)
        if guidance is not None:
            guidance.lean(state, source)
    else:
        state = checkpoint.saved.state
    perplexity = TrainingPerplexity.of_parameters(parameters, settings.n_threads)
    training = Training(
        settings,
        source,
        state,
        early_stopping=early_stopping,
        perplexity=perplexity,
        engine=engine or LocalEngine(),
    )
    training.engine.check(training)
    if checkpoint is not None:
        checkpoint.restore(training)
    elif algorithm.keeps_documents:
        training.memory = algorithm.start_memory(
            source.part(0), state, n_threads=settings.n_threads
        )
    return training


def start_stream(
    parameters: Mapping[str, Any],
    source: DocumentSource,
    state: TopicState | None = None,
    usual: tuple[int, StepSchedule] | None = None,
    scoring: StreamScoring | None = None,
    guidance: Guidance | None = None,
) -> Training:
    """Return a training run of `partial_fit`; without a state, one that starts a model.

    `usual` is the batch size and schedule of a model that has been trained already. `guidance`
    is what seed words add to a new model.
    """
    n_seen = 0 if state is None else state.n_documents_seen
    settings = TrainingSettings.for_stream(parameters, source, usual, n_seen)
    if state is None:
        documents = source.part(0)
        bounds = settings.bounds(documents.n_documents, n_seen)
        prior = resolve_prior(parameters, source.n_words)
        if guidance is not None:
            prior = guidance.steer(prior)
        size = settings.stream_size(None, documents, bounds, prior)
        state = settings.algorithm.start_state(
            source.n_words, prior, float(size.tokens[0]), seed_of(parameters["random_state"])
        )
        if guidance is not None:
            guidance.lean(state, source)
    return Training(settings, source, state, scoring=scoring)
